"""The list of titles, and the switch of list and grid."""
import re

from browser import BrowserTest
from world import PlayedShow


class TitlesTest(BrowserTest):
    @classmethod
    def serve(cls):
        return cls.own("simpsons", kind=PlayedShow)

    def lines(self, page):
        """The visible text of the first row, and the pictures of all rows."""
        return page.locator("#results li a").first.inner_text().split("\n"), page.locator("#results li .face").count()

    def test_one_half_of_the_switch_is_marked_and_keeps_the_entry_beside_it(self):
        for script, (screen, width) in [(False, ("phone", 390)), (True, ("tablet upright", 768))]:
            with self.subTest(f"{width}, script: {script}"):
                page = self.page("/", screen, script=script)
                page.set_viewport_size({"width": width, "height": 800})
                marked = page.locator(".views [aria-current]")
                self.assertEqual(marked.get_attribute("aria-label"), "List")
                self.assertEqual(self.lines(page), (["Agnes Skinner"], 0))
                page.get_by_role("link", name="Grid", exact=True).click()
                page.wait_for_url(re.compile(r"/\?view=grid$"))
                self.assertEqual(marked.get_attribute("aria-label"), "Grid")
                # The browser keeps the choice.
                page.goto("/")
                self.assertEqual(marked.get_attribute("aria-label"), "Grid")
        page.goto("/entries/moe-szyslak?view=grid")
        page.get_by_role("link", name="List", exact=True).click()
        page.wait_for_url(re.compile(r"/entries/moe-szyslak\?view=list$"))
        self.assertTrue(page.locator("#entry h1").is_visible())
