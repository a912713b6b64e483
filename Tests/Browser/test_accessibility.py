"""Runs axe on every kind of page, and during a search."""

from axe_playwright_python.sync_playwright import Axe
from browser import SETTLED, BrowserTest


class Pages:
    """Tests of the pages in `paths`, for one show."""

    def check(self, page, what):
        found = Axe().run(page).response["violations"]
        self.assertEqual(
            [(fault["id"], [node["html"] for node in fault["nodes"]]) for fault in found], [], what)

    def test_axe_finds_no_faults(self):
        path = self.paths[0]
        for screen, scheme in [("phone", "light"), ("tablet", "dark")]:
            with self.subTest(f"{path}, {screen}, {scheme}"):
                page = self.page(path, screen, script=True, bypass_csp=True, color_scheme=scheme)
                page.evaluate(SETTLED)
                self.check(page, path)


class CastPagesTest(Pages, BrowserTest):
    paths = ["/", "/?view=grid", "/?q=simpson", "/?q=nobody-at-all", "/entries/moe-szyslak",
             "/favorites"]

    def test_axe_finds_no_faults_in_a_filtered_list(self):
        page = self.page("/", script=True, bypass_csp=True)
        field = page.locator("[name=q]")
        field.press_sequentially("marj")
        self.wait_for_summary(page, "Nothing matches “marj”")
        field.press("ArrowDown")
        self.check(page, "filtered")


class CitiesPagesTest(Pages, BrowserTest):
    show = "cities"
    paths = ["/", "/entries/denver-us-900000176"]
