"""Previous and next on the detail: by link, key and swipe, within the current list."""
import re
import urllib.parse

from browser import LOADED, SETTLED, BrowserTest

NEXT = ".neighbours [rel=next]"
PREVIOUS = ".neighbours [rel=prev]"


def name(page):
    return page.locator("article h1").text_content()


class NeighboursTest(BrowserTest):
    def go(self, page, act):
        """Performs an action that navigates to another page."""
        before = page.url
        act()
        page.wait_for_url(lambda address: address != before)

    def swipe(self, page, start, end, y=350, rise=0):
        # A running transition covers the page and would receive the touch.
        page.evaluate(SETTLED)
        client = page.context.new_cdp_session(page)

        def touch(kind, x, y):
            points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
            client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", start, y)
        for step in range(1, 9):
            touch("touchMove", start + (end - start) * step / 8, y + rise * step / 8)
            page.evaluate("() => new Promise(requestAnimationFrame)")
        touch("touchEnd", end, y)

    def test_next_and_previous_go_through_all_entries_in_a_ring(self):
        page = self.page("/?q=flanders")
        names = page.locator(".rows a > span").all_text_contents()
        self.assertGreaterEqual(len(names), 3)
        page.locator(".rows a").first.click()
        page.wait_for_url(re.compile("/entries/"))
        for following in names[1:] + names[:1]:
            self.assertEqual(page.locator(NEXT).inner_text().split(":")[-1].strip(), following)
            self.go(page, page.locator(NEXT).click)
            self.assertEqual(name(page), following)
            self.assertEqual(urllib.parse.urlsplit(page.url).query, "q=flanders")
        self.assertIn(names[-1], page.locator(PREVIOUS).inner_text())
        self.go(page, page.locator(PREVIOUS).click)
        self.assertEqual(name(page), names[-1])

    def test_a_single_result_has_no_neighbours(self):
        page = self.page("/entries/moe-szyslak?q=szyslak")
        self.assertEqual(page.locator(".neighbours").count(), 0)

    def test_neighbours_stay_within_the_favorites(self):
        page = self.page("/")
        for who in ["Bart Simpson", "Lisa Simpson"]:
            page.get_by_label(f"Favorite: {who}").click()
            page.wait_for_load_state()
        page.goto("/entries/bart-simpson?favorites=1")
        self.assertIn("Lisa Simpson", page.locator(NEXT).inner_text())
        self.go(page, page.locator(NEXT).click)
        self.assertIn("Bart Simpson", page.locator(NEXT).inner_text())

    def test_arrow_keys_go_on_except_while_typing_or_with_modifiers(self):
        page = self.page("/entries/moe-szyslak", "tablet", script=True)
        following = page.locator(NEXT).inner_text().split(":")[-1].strip()
        page.keyboard.press("Alt+ArrowRight")
        page.keyboard.press("Shift+ArrowRight")
        page.locator("[name=q]").focus()
        page.keyboard.press("ArrowRight")
        page.locator("[name=q]").blur()
        page.evaluate(LOADED, "keys")
        self.assertTrue(self.stays(page))
        self.assertEqual(name(page), "Moe Szyslak")
        self.go(page, lambda: page.keyboard.press("ArrowRight"))
        self.assertEqual(name(page), following)
        self.go(page, lambda: page.keyboard.press("ArrowLeft"))
        self.assertEqual(name(page), "Moe Szyslak")

    def test_a_key_typed_before_the_script_loads_stays_in_its_field(self):
        page = self.page("/entries/moe-szyslak", "tablet", script=True)
        # The script that requests the others must be there.
        page.evaluate(SETTLED)
        with page.expect_response(re.compile("scripts/keys")), self.held(page, "scripts/keys"):
            page.keyboard.press("ArrowUp")
            page.locator("[name=q]").focus()
            page.keyboard.press("ArrowRight")
            page.locator("[name=q]").blur()
        page.evaluate(LOADED, "keys")
        self.assertTrue(self.stays(page))
        self.assertEqual(name(page), "Moe Szyslak")

    def test_arrow_keys_are_mirrored_right_to_left(self):
        page = self.page("/entries/moe-szyslak", "tablet", script=True)
        following = page.locator(NEXT).inner_text().split(":")[-1].strip()
        page.evaluate("() => { document.documentElement.dir = 'rtl' }")
        self.go(page, lambda: page.keyboard.press("ArrowLeft"))
        self.assertEqual(name(page), following)

    def test_swiping_to_next_and_previous(self):
        page = self.page("/entries/moe-szyslak", script=True)
        page.evaluate(LOADED, "swipe")
        following = page.locator(NEXT).inner_text().split(":")[-1].strip()
        self.go(page, lambda: self.swipe(page, 320, 80))
        self.assertEqual(name(page), following)
        page.evaluate(LOADED, "swipe")
        self.go(page, lambda: self.swipe(page, 80, 320))
        self.assertEqual(name(page), "Moe Szyslak")

    def test_swiping_is_mirrored_right_to_left(self):
        page = self.page("/entries/moe-szyslak", script=True)
        page.evaluate(LOADED, "swipe")
        following = page.locator(NEXT).inner_text().split(":")[-1].strip()
        page.evaluate("() => { document.documentElement.dir = 'rtl' }")
        self.go(page, lambda: self.swipe(page, 80, 320))
        self.assertEqual(name(page), following)


class LongNeighboursTest(BrowserTest):
    show = "cities"

    def test_the_next_row_of_another_page_is_loaded_beside_it(self):
        page = self.page("/?page=2", "tablet", script=True)
        first = page.locator(".rows a > span").first.inner_text()
        page.goto("/")
        page.locator(".rows a").last.click()
        page.wait_for_url(re.compile("/entries/"))
        self.assertIn(first, page.locator(NEXT).inner_text())
        self.assertEqual(page.locator(".rows li").count(), 120)
        page.locator(NEXT).click()
        page.locator("article h1", has_text=first).wait_for()
        self.assertEqual(page.locator(".rows [aria-current=page] > span").inner_text(), first)
        page.evaluate(SETTLED)
        box = page.locator(".rows [aria-current=page]").bounding_box()
        self.assertTrue(100 < box["y"] < 780, box)
