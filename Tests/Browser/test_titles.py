"""The list of titles, its way to the stage and back, and the choice of its rows."""
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

    def test_list_is_titles_alone_and_the_shows_name_leads_to_the_stage(self):
        for script, (screen, width) in [(False, ("phone", 390)), (True, ("tablet upright", 768))]:
            with self.subTest(f"{width}, script: {script}"):
                page = self.page("/", screen, script=script)
                page.set_viewport_size({"width": width, "height": 800})
                self.assertTrue(page.locator(".scene").is_visible())
                self.assertEqual(self.lines(page), (["Agnes Skinner"], 0))
                page.get_by_role("link", name="List", exact=True).click()
                page.wait_for_url(re.compile(r"/\?view=list$"))
                self.assertEqual(page.locator("main img, main .face, main svg image").count(), 0)
                names = page.locator("#results li a").all_inner_texts()
                self.assertEqual(len(names), 43)
                self.assertTrue(all("\n" not in name for name in names), names)
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
                # An entry is beside the same titles on wide screens.
                page.locator("#results li a").first.click()
                page.wait_for_url(re.compile(r"/entries/[a-z-]+\?view=list$"))
                self.assertEqual(self.lines(page)[1], 0)
                self.assertEqual(page.locator("#list").is_visible(), width >= 720)
                # The browser has kept the list.
                page.goto("/")
                self.assertEqual(page.locator(".scene").count(), 0)
                page.locator(".bar .of-show").click()
                page.wait_for_url(re.compile(r"/\?view=stage$"))
                self.assertTrue(page.locator(".scene").is_visible())
                page.goto("/")
                self.assertTrue(page.locator(".scene").is_visible())

    def test_a_search_shows_its_words_below_a_title(self):
        page = self.page("/?q=tavern")
        title, words = page.locator("#results li a", has_text="Moe Szyslak").inner_text().split("\n")
        self.assertEqual(title, "Moe Szyslak")
        self.assertIn("tavern", words.lower())

    def test_the_rows_are_chosen_below_the_list_and_remembered(self):
        for script, (screen, path) in [(False, ("phone", "/?q=moe")), (True, ("tablet", "/entries/moe-szyslak"))]:
            with self.subTest(f"{path}, script: {script}"):
                page = self.page(path, screen, script=script)
                for name, style, pictures in [("Summaries", "summaries", True), ("Descriptions", "stories", True),
                                              ("Titles only", "lines", False)]:
                    page.locator(".row-menu", has_text=name).locator("summary").click()
                    page.get_by_role("button", name=name, exact=True).click()
                    rows = page.locator(f"#results ol.{style}")
                    rows.wait_for()
                    self.assertNotIn("rows=", page.url)
                    self.assertEqual(rows.locator(".face").count() > 0, pictures)
                    # Where the choice was made, with the choice in its button.
                    page.locator(".row-menu summary", has_text=name).wait_for()
                    page.goto(path.replace("?rows=stories", ""))
                    self.assertEqual(page.locator(f"#results ol.{style}").count(), 1)

    def test_the_grid_has_no_rows_to_choose(self):
        page = self.page("/?view=grid&rows=stories")
        self.assertEqual(page.locator("#results ol.tiles").count(), 1)
        self.assertEqual(page.locator("button[name=rows]").count(), 0)
