"""View transitions between pages."""

from browser import SETTLED, BrowserTest

# Records the names and types of a view transition when a page is revealed.
NOTE = """addEventListener("pagereveal", async ({viewTransition}) => {
    window.moved = null;
    if (!viewTransition) return;
    await viewTransition.ready.catch(() => {});
    const names = document.getAnimations().map((animation) => animation.effect.pseudoElement ?? "");
    window.moved = {
        names: [...new Set(names.map((name) => name.match(/\\(([^)]+)\\)/)?.[1]).filter(Boolean))],
        types: [...(viewTransition.types ?? [])],
    };
})"""


class TransitionsTest(BrowserTest):
    def visitor(self, screen, **options):
        return super().visitor(screen, **{"reduced_motion": "no-preference", **options})

    def open(self, path, screen="phone", **options):
        page = self.page("/", screen, script=True, **options)
        page.add_init_script(NOTE)
        page.goto(path)
        return page

    def settle(self, page):
        """Waits for what a tile needs to move: its picture, and the script, which a first touch fetches."""
        page.evaluate(SETTLED)
        page.evaluate("() => import(document.querySelector('[data-scripts]').dataset.scripts.split(' ')[0])")

    def moved(self, page, act):
        before = page.url
        act()
        page.wait_for_url(lambda address: address != before)
        page.wait_for_function("() => window.moved !== undefined")
        return page.evaluate("() => window.moved")

    def test_a_tile_morphs_into_its_detail_and_back(self):
        page = self.open("/?view=grid")
        tile = page.locator("#e-moe-szyslak > a")
        tile.scroll_into_view_if_needed()
        self.settle(page)
        moved = self.moved(page, tile.click)
        self.assertLessEqual({"entry-picture", "entry-name"}, set(moved["names"]))
        self.settle(page)
        moved = self.moved(page, page.locator(".back").click)
        self.assertLessEqual({"entry-picture", "entry-name"}, set(moved["names"]))
        page.evaluate(SETTLED)
        self.assertEqual(page.locator("[style*=view-transition]").count(), 0)

    def test_the_grid_makes_room_for_an_entry_and_closes_again(self):
        page = self.open("/?view=grid", "tablet")
        tile = page.locator("#e-moe-szyslak > a")
        tile.scroll_into_view_if_needed()
        self.settle(page)
        moved = self.moved(page, tile.click)
        self.assertLessEqual({"wall", "detail"}, set(moved["names"]))
        self.settle(page)
        moved = self.moved(page, page.go_back)
        self.assertLessEqual({"wall"}, set(moved["names"]))
        page.evaluate(SETTLED)
        self.assertEqual(page.locator("[style*=view-transition]").count(), 0)

    def test_reduced_motion_disables_transitions(self):
        page = self.open("/?view=grid", reduced_motion="reduce")
        self.assertIsNone(self.moved(page, page.locator(".tiles a").first.click))
        self.assertIsNone(self.moved(page, page.locator(".neighbours [rel=next]").click))
