"""View transitions between pages."""
import re

from browser import LOADED, SETTLED, BrowserTest
from tiers import thorough

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
        moved = self.moved(page, tile.click)
        self.assertLessEqual({"entry-picture", "entry-name"}, set(moved["names"]))
        page.evaluate(SETTLED)
        moved = self.moved(page, page.locator(".back").click)
        self.assertLessEqual({"entry-picture", "entry-name"}, set(moved["names"]))
        page.evaluate(SETTLED)
        self.assertEqual(page.locator("[style*=view-transition]").count(), 0)

    def test_the_grid_makes_room_for_an_entry_and_closes_again(self):
        page = self.open("/?view=grid", "tablet")
        tile = page.locator("#e-moe-szyslak > a")
        tile.scroll_into_view_if_needed()
        moved = self.moved(page, tile.click)
        self.assertLessEqual({"wall", "detail", "entry-picture"}, set(moved["names"]))
        page.evaluate(SETTLED)
        moved = self.moved(page, page.go_back)
        self.assertLessEqual({"wall", "entry-picture"}, set(moved["names"]))
        page.evaluate(SETTLED)
        self.assertEqual(page.locator("[style*=view-transition]").count(), 0)

    @thorough
    def test_in_split_view_only_the_detail_moves(self):
        page = self.open("/entries/moe-szyslak", "tablet")
        moved = self.moved(page, page.locator("li:has([aria-current=page]) + li > a").click)
        self.assertIn("detail", moved["names"])
        self.assertFalse({"root", "entry-picture", "entry-name"} & set(moved["names"]), moved)

    @thorough
    def test_next_and_previous_slide_in_reading_direction(self):
        for direction, onward in [("ltr", "to-left"), ("rtl", "to-right")]:
            with self.subTest(direction):
                page = self.open("/entries/moe-szyslak")
                page.add_init_script(
                    f"addEventListener('pagereveal', () => {{ document.documentElement.dir = '{direction}' }})")
                page.reload()
                moved = self.moved(page, page.locator(".neighbours [rel=next]").click)
                self.assertEqual(moved["types"], [onward])
                self.assertIn("detail", moved["names"])
                page.evaluate(SETTLED)
                moved = self.moved(page, page.locator(".neighbours [rel=prev]").click)
                self.assertEqual(moved["types"], ["to-right" if onward == "to-left" else "to-left"])

    @thorough
    def test_with_two_entries_each_direction_slides_its_way(self):
        page = self.open("/")
        for who in ["Bart Simpson", "Lisa Simpson"]:
            with page.expect_response(lambda answer: answer.request.method == "POST"):
                page.get_by_label(f"Favorite: {who}").click()
        page.goto("/entries/bart-simpson?favorites=1")
        # Loaded at the first touch, which may end earlier on a busy machine.
        page.evaluate(LOADED, "transitions")
        for link, way in [("next", "to-left"), ("prev", "to-right")]:
            moved = self.moved(page, page.locator(f".neighbours [rel={link}]").click)
            self.assertEqual(moved["types"], [way])
            page.evaluate(SETTLED)

    def test_reduced_motion_disables_transitions(self):
        page = self.open("/?view=grid", reduced_motion="reduce")
        self.assertIsNone(self.moved(page, page.locator(".tiles a").first.click))
        self.assertIsNone(self.moved(page, page.locator(".neighbours [rel=next]").click))

    @thorough
    def test_browsers_without_view_transitions(self):
        page = self.open("/?view=grid")
        page.add_init_script("delete window.navigation; delete window.onpagereveal;"
                             "addEventListener('pagereveal', (event) => event.stopImmediatePropagation())")
        page.reload()
        page.locator("#e-moe-szyslak > a").click()
        page.wait_for_url(re.compile("/entries/moe-szyslak"))
        page.locator(".back").click()
        page.wait_for_url(re.compile("view=grid"))
