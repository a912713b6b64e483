"""Drawer, sheets, dialog and light box: a tap beside the panel closes it and does nothing else."""

from axe_playwright_python.sync_playwright import Axe
from browser import BrowserTest
from people import show_of_people

# Each overlay: the page that has it, and what opens it.
OVERLAYS = {
    "#drawer": ("/", ".drawer-button"),
    "#picture": ("/entries/person-b", ".portrait"),
    "#drawer beside an entry": ("/entries/person-b", ".drawer-button"),
}
# Shares of the screen's width and height: bar, search field, rows, pane, tabs, neighbours.
POINTS = [(0.05, 0.03), (0.5, 0.03), (0.97, 0.03), (0.5, 0.1), (0.05, 0.3), (0.3, 0.4), (0.95, 0.4), (0.05, 0.97),
          (0.95, 0.97)]
TAGS = ["wcag2a", "wcag2aa", "wcag22aa"]
STATE = """() => ({
  address: location.href, stars: document.querySelectorAll("[aria-pressed=true]").length, history: history.length,
  scroll: [scrollY, document.querySelector(".scroll").scrollTop],
})"""
REACHED = "() => document.activeElement.matches('input, a, li .star')"


class OverlaysTest(BrowserTest):
    @classmethod
    def serve(cls):
        return cls.own(show_of_people(cls.folder()))

    def wait_until_still(self, page, element):
        box = element.bounding_box()
        while box != (box := element.bounding_box()):
            pass

    def beside(self, page, overlay):
        """Points of the screen beside an overlay's panel; all for a picture, which has none."""
        size = page.viewport_size
        panel = overlay.locator(".panel")
        points = [(round(x * size["width"]), round(y * size["height"])) for x, y in POINTS]
        if not panel.count():
            return points
        box = panel.bounding_box()
        return [(x, y) for x, y in points
                if not (box["x"] <= x <= box["x"] + box["width"] and box["y"] <= y <= box["y"] + box["height"])]

    def check(self, page, name, opener, tap):
        overlay = page.locator(name)
        page.locator(opener).first.click()
        self.wait_until_still(page, overlay.locator(".panel, img").first)
        # It fills the screen; nothing lies beside it.
        box = overlay.bounding_box()
        self.assertEqual([box["width"], box["height"]], list(page.viewport_size.values()))
        points = self.beside(page, overlay)[:3]
        self.assertGreaterEqual(len(points), 3)
        page.keyboard.press("Escape")
        overlay.wait_for(state="hidden")
        before = page.evaluate(STATE)
        for point in points:
            with self.subTest(name, point=point):
                page.locator(opener).first.click()
                self.wait_until_still(page, overlay.locator(".panel, img").first)
                tap(*point)
                overlay.wait_for(state="hidden")
                self.assertFalse(page.evaluate(REACHED))
                self.assertEqual(page.evaluate(STATE), before)
        self.assertEqual(self.visits, [])

    def open(self, screen, **options):
        page = self.page("/", screen, **options)
        self.visits = []
        page.on("request", lambda request: request.is_navigation_request() and self.visits.append(request.url))
        return page

    def check_all(self, page, tap):
        for name, (path, opener) in OVERLAYS.items():
            page.goto(path)
            self.visits.clear()
            self.check(page, name.split()[0], opener, tap)

    def test_a_tap_beside_an_overlay_reaches_nothing_else(self):
        page = self.open("phone", script=True)
        self.check_all(page, page.touchscreen.tap)

    def test_a_click_with_the_mouse_neither(self):
        page = self.open("desktop", script=True)
        self.check_all(page, page.mouse.click)

    def test_the_button_that_closes_an_overlay_is_named_and_last_for_tab(self):
        page = self.page("/entries/person-b", "desktop", script=True)
        for name in ["#drawer"]:
            with self.subTest(name):
                page.locator(f"[popovertarget={name[1:]}]").first.click()
                within = page.locator(name)
                last = within.locator("a:visible, button:visible, input:visible").last
                self.assertEqual(last.get_attribute("aria-label"), "Close")
                found = Axe().run(page, options={"runOnly": {"type": "tag", "values": TAGS}})
                self.assertEqual([fault["id"] for fault in found.response["violations"]], [])
                last.focus()
                page.keyboard.press("Tab")
                self.assertFalse(page.evaluate("(name) => document.activeElement.closest(name) !== null", name))
                page.keyboard.press("Escape")

    def swipe(self, page, x, y, by, rise=0):
        session = page.context.new_cdp_session(page)
        for kind, part in [("touchStart", 0), ("touchMove", 0.5), ("touchMove", 1), ("touchEnd", None)]:
            points = [] if part is None else [{"x": x + part * by, "y": y + part * rise}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def test_a_swipe_to_its_edge_closes_the_drawer(self):
        for language, side in [("en", 1), ("ar", -1)]:
            page = self.page("/", "phone", script=True, locale=language)
            drawer = page.locator("#drawer")
            opened = page.locator(".drawer-button")
            for by, rise in [(-160 * side, 0), (30 * side, 0), (100 * side, 150)]:
                with self.subTest(language, by=by, rise=rise):
                    opened.click()
                    self.wait_until_still(page, drawer.locator(".panel"))
                    self.swipe(page, 200, 400, by, rise)
                    self.assertTrue(drawer.is_visible())
                    page.keyboard.press("Escape")
                    drawer.wait_for(state="hidden")
            opened.click()
            self.wait_until_still(page, drawer.locator(".panel"))
            self.swipe(page, 200, 400, 160 * side)
            drawer.wait_for(state="hidden")
            self.assertEqual(page.url, f"{self.served.address}/")
            # The next time it opens whole.
            opened.click()
            self.wait_until_still(page, drawer.locator(".panel"))
            box = drawer.locator(".panel").bounding_box()
            self.assertEqual(round(box["x"] + box["width"]) if side > 0 else round(box["x"]), 390 if side > 0 else 0)
            page.keyboard.press("Escape")
