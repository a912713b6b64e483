"""Filters and orders, with and without JavaScript, and checked by axe."""

from browser import BrowserTest
from people import show_of_people


class FacetsTest(BrowserTest):
    @classmethod
    def serve(cls):
        return cls.own(show_of_people(cls.folder()))

    def unfold(self, page, name):
        """Opens the menu and one of its parts."""
        if not page.locator(".menu").is_visible():
            page.locator(".more > summary").click()
        page.locator(".fold > summary", has_text=name).click()

    def titles(self, page):
        return [text[-1] for text in page.locator("#results ol li a span").all_text_contents()]

    def test_filtering_and_sorting_without_javascript(self):
        page = self.page("/")
        self.unfold(page, "Job")
        choice = page.get_by_role("link", name="Baker 4")
        box = choice.bounding_box()
        self.assertGreaterEqual(box["x"], 0)
        self.assertLessEqual(box["x"] + box["width"], page.viewport_size["width"])
        choice.click()
        self.wait_for_summary(page, "^4 of 12 people$")
        self.unfold(page, "Sort")
        page.get_by_role("link", name="Born, oldest first").click()
        page.wait_for_url("**/?job=baker&sort=born")
        self.assertEqual(self.titles(page), ["J", "G", "D", "A"])
        page.locator(".chips").get_by_role("link", name="Remove filter Job").click()
        page.wait_for_url("**/?sort=born")
        self.assertEqual(page.locator("#summary").text_content(), "12 people")
        self.assertEqual(self.titles(page)[0], "L")

    def test_one_line_above_the_list_has_at_most_six_controls_with_the_bar(self):
        for width, height in [(360, 640), (390, 844), (820, 1180), (1180, 820)]:
            with self.subTest(width=width):
                page = self.page("/", viewport={"width": width, "height": height})
                boxes = [part.bounding_box() for part in page.locator(".finder > form, .tools .button:visible").all()]
                self.assertEqual(len(boxes), 4)
                middles = [box["y"] + box["height"] / 2 for box in boxes]
                self.assertLessEqual(max(middles) - min(middles), 2)
                self.assertGreaterEqual(min(box["height"] for box in boxes), 40)
                others = page.locator(".bar > :is(a, button):visible").count()
                self.assertLessEqual(len(boxes) + others, 6 if width < 720 else 9)

    def test_the_menu_closes_with_a_tap_that_does_nothing_else_and_with_escape(self):
        page = self.page("/", "phone", script=True)
        page.locator(".more > summary").click()
        self.assertTrue(page.locator(".menu").is_visible())
        page.touchscreen.tap(40, 800)
        page.locator(".menu").wait_for(state="hidden")
        self.assertTrue(self.stays(page))
        page.locator(".more > summary").click()
        page.keyboard.press("Escape")
        page.locator(".menu").wait_for(state="hidden")
        self.assertEqual(page.evaluate("document.activeElement.localName"), "summary")

    def test_searching_keeps_filters_and_updates_counts(self):
        page = self.page("/?job=baker&sort=born", "phone", script=True)
        page.locator("[name=q]").press_sequentially("person g")
        self.wait_for_summary(page, "1 of 12 people match")
        self.unfold(page, "Alive")
        self.assertEqual(page.locator(".fold[open] li > a").all_text_contents(), ["Yes 1"])
        page.keyboard.press("Escape")
        page.locator("#results ol a").click()
        page.wait_for_url("**/entries/person-g?**job=baker**")
        page.get_by_role("link", name="Back to the list").click()
        page.wait_for_url("**job=baker&sort=born**")
        self.assertEqual(self.titles(page), ["G"])

    def test_several_values_of_a_filter(self):
        for script in [False, True]:
            with self.subTest(script=script):
                page = self.page("/?sort=born", "phone", script=script)
                self.unfold(page, "Job")
                page.get_by_role("link", name="Baker 4").click()
                self.wait_for_summary(page, "^4 of 12 people$")
                self.unfold(page, "Job")
                page.get_by_role("button", name="Also Singer").click()
                page.wait_for_url("**job=singer**")
                self.wait_for_summary(page, "^8 of 12 people$")

    def test_a_table_scrolls_within_itself_and_sorts(self):
        for script in [False, True]:
            page = self.page("/?view=table", "phone", script=script)
            self.assertEqual(page.locator("#results table th").first.inner_text(), "Title")
            page.locator("thead").get_by_role("link", name="Born").click()
            page.wait_for_url("**sort=born**")
            self.assertRegex(page.locator("tbody th a").all_inner_texts()[0], "^Person L")
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 390)
            page.locator("tbody .star").first.click()
            page.locator("tbody .star[aria-pressed=true]").first.wait_for()
