"""Filters and orders, with and without JavaScript, and checked by axe."""

from browser import BrowserTest
from people import show_of_people


class FacetsTest(BrowserTest):
    @classmethod
    def serve(cls):
        return cls.own(show_of_people(cls.folder()))

    def titles(self, page):
        return [text[-1] for text in page.locator("#results ol li a span").all_text_contents()]

    def test_filtering_and_sorting_without_javascript(self):
        page = self.page("/")
        page.get_by_role("button", name="Job").click()
        choice = page.get_by_role("link", name="Baker 4")
        box = choice.bounding_box()
        self.assertGreaterEqual(box["x"], 0)
        self.assertLessEqual(box["x"] + box["width"], page.viewport_size["width"])
        choice.click()
        self.wait_for_summary(page, "^4 of 12 people$")
        page.get_by_role("button", name="Sort: Title").click()
        page.get_by_role("link", name="Born, oldest first").click()
        page.wait_for_url("**/?job=baker&sort=born")
        self.assertEqual(self.titles(page), ["J", "G", "D", "A"])
        page.get_by_role("link", name="Remove filter Job").click()
        self.wait_for_summary(page, "^12 people$")
        self.assertEqual(self.titles(page)[0], "L")

    def test_the_tools_are_in_one_line_as_high_as_a_finger(self):
        for width, height in [(360, 640), (390, 844), (820, 1180), (1180, 820)]:
            with self.subTest(width=width):
                page = self.page("/?view=list", viewport={"width": width, "height": height})
                boxes = [tool.bounding_box() for tool in page.locator(".tools .button:visible").all()]
                self.assertGreaterEqual(len(boxes), 6)
                self.assertEqual({box["y"] for box in boxes}, {boxes[0]["y"]})
                self.assertGreaterEqual(min(box["height"] for box in boxes), 44)
                self.assertGreaterEqual(min(box["width"] for box in boxes), 29)
                text = page.locator("#summary").bounding_box()
                self.assertTrue(boxes[0]["y"] <= text["y"] <= boxes[0]["y"] + 44, text)

    def test_searching_keeps_filters_and_updates_counts(self):
        page = self.page("/?job=baker&sort=born", "phone", script=True)
        page.locator("[name=q]").press_sequentially("person g")
        self.wait_for_summary(page, "1 of 12 people match")
        page.get_by_role("button", name="Alive").click()
        self.assertEqual(page.locator("#facet-alive a").all_text_contents(), ["Yes 1"])
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
                page.get_by_role("button", name="Job").click()
                page.get_by_role("button", name="Without Baker").click()
                page.wait_for_url("**job=-baker**")
                self.wait_for_summary(page, "^8 of 12 people$")
                page.get_by_role("button", name="not Baker").click()
                page.get_by_role("link", name="not Baker").click()
                self.wait_for_summary(page, "^12 people$")
                page.get_by_role("button", name="Job").click()
                page.get_by_role("link", name="Baker 4").click()
                self.wait_for_summary(page, "^4 of 12 people$")
                page.get_by_role("button", name="Baker").click()
                page.get_by_role("button", name="Also Singer").click()
                page.wait_for_url("**job=singer**")
                self.wait_for_summary(page, "^8 of 12 people$")

    def test_a_filter_is_saved_under_a_name(self):
        page = self.page("/?job=baker&sort=born&view=list", "phone", script=True)
        page.get_by_role("button", name="Save this filter").click()
        field = page.get_by_role("textbox", name="Name")
        field.fill("x" * 1_000)
        self.assertEqual(len(field.input_value()), 40)
        field.fill("Old <bakers>")
        page.get_by_role("button", name="Save", exact=True).click()
        page.locator("#kept .is-chosen", has_text="Old <bakers>").wait_for()
        page.goto("/")
        page.get_by_role("link", name="Old <bakers>").click()
        page.wait_for_url("**/?job=baker&sort=born")
        page.get_by_role("button", name="Remove saved filter: Old <bakers>").click()
        page.get_by_role("button", name="Save this filter").wait_for()
        self.assertEqual(page.locator("#kept a").count(), 0)
        page.goto("/")
        page.locator("[name=q]").press_sequentially("person")
        page.get_by_role("button", name="Save this filter").wait_for()

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

    def test_several_entries_become_favorites_at_once(self):
        for script in [False, True]:
            with self.subTest(script=script):
                page = self.page("/?view=list", "phone", script=script)
                page.get_by_role("link", name="Select several").click()
                for name in ["Person A", "Person C"]:
                    page.get_by_role("checkbox", name=name).check()
                page.get_by_role("button", name="Add to favorites").click()
                page.get_by_text("2 entries added to “Favorites”.").wait_for()
                page.get_by_role("button", name="Undo").click()
                page.get_by_text("2 entries removed from “Favorites”.").wait_for()
                page.get_by_role("link", name="Go to the list").click()
                page.wait_for_url("**/?view=list")
