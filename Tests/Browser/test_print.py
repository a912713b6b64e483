"""Printing list and detail."""
import re

from browser import BrowserTest
from people import show_of_people
from program import shared, wait_for


class PrintTest(BrowserTest):
    def paper(self, path, screen="tablet", **options):
        page = self.page(path, screen, color_scheme="dark", **options)
        page.emulate_media(media="print")
        return page

    def test_the_list_prints_names_in_columns(self):
        page = self.paper("/", "phone")
        self.assertTrue(page.get_by_role("heading", name="Simpsons Character Viewer").is_visible())
        for gone in [".finder", ".views", ".list .star", ".detail", ".skip"]:
            self.assertFalse(page.locator(gone).first.is_visible(), gone)
        pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
        self.assertEqual(pages, 1)
        lefts = page.locator(".rows li").evaluate_all(
            "rows => [...new Set(rows.map(row => Math.round(row.getBoundingClientRect().left)))]")
        self.assertGreater(len(lefts), 1)

    def test_an_open_drawer_is_not_printed(self):
        page = self.paper("/")
        page.evaluate("() => document.querySelector('#drawer').showPopover()")
        self.assertFalse(page.locator("#drawer").is_visible())

    def test_names_print_beside_their_letters(self):
        for locale in ["en-GB", "ar-EG"]:
            page = self.paper("/", locale=locale)
            gaps = page.locator(".rows li").evaluate_all("""(rows) => rows.map((row) => {
              const [box, name] = [row.getBoundingClientRect(), row.querySelector("a > span").getBoundingClientRect()];
              return Math.round(document.dir === "rtl" ? box.right - name.right : name.left - box.left);
            })""")
            self.assertEqual(len(set(gaps)), 1, locale)
            self.assertLess(gaps[0], 40, locale)

    def test_a_missing_picture_prints_as_framed_letters(self):
        page = self.paper("/?view=grid")
        missing = page.locator(".tiles i.face").first
        border, letters = missing.evaluate("""(one) => [
          getComputedStyle(one).borderTopWidth, getComputedStyle(one, "::before").content]""")
        self.assertEqual(border, "1px")
        self.assertRegex(letters, r'^"\w+"$')

    def test_a_detail_prints_no_placeholder_and_the_links_address(self):
        page = self.paper("/entries/moe-szyslak", "phone")
        self.assertTrue(page.get_by_role("heading", name="Moe Szyslak").is_visible())
        self.assertFalse(page.locator(".token").is_visible())
        self.assertFalse(page.locator(".list").is_visible())
        self.assertFalse(page.locator(".mark-this").is_visible())
        after = page.get_by_role("link", name="Read more").evaluate(
            "link => getComputedStyle(link, '::after').content")
        self.assertIn("duckduckgo.com/", after)
        self.assertEqual(len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))), 1)

    def test_a_picture_prints_sharp_and_whole_beside_the_words(self):
        show = self.own(show_of_people(self.folder()))
        page = self.paper("/entries/person-a", base_url=show.address)
        # Until its size is known, a picture has a frame of the show's shape.
        source = page.locator("img.portrait, .portrait img").get_attribute("src")
        wait_for(lambda: "svg" not in page.request.get(source).headers["content-type"], "the picture")
        page.reload()
        self.assertFalse(page.locator(".shown").first.is_visible())
        picture = page.locator(".portrait img").bounding_box()
        self.assertAlmostEqual(picture["width"] / picture["height"], 3 / 2, delta=0.02)
        self.assertLess(picture["width"], 310)
        self.assertLess(page.locator("h1").bounding_box()["x"], 30)

    def test_a_long_list_prints_how_many_of_all(self):
        page = self.paper("/", base_url=shared("cities").address)
        self.assertFalse(page.locator("#summary").is_visible())
        self.assertEqual(page.locator(".pager").get_attribute("data-all"), "693 cities")
        self.assertEqual(page.locator(".pager").inner_text(), "Page 1 of 12")
        self.assertEqual(len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))), 1)

    def test_a_table_prints_its_lines_and_counts_its_rows(self):
        page = self.paper("/?view=table", base_url=self.own(show_of_people(self.folder())).address)
        for row in page.locator("tbody tr").all()[:3]:
            self.assertEqual(row.evaluate("(row) => getComputedStyle(row).counterIncrement"), "row 1")
            background = row.locator("th").evaluate("(cell) => getComputedStyle(cell).backgroundColor")
            self.assertEqual(background, "rgba(0, 0, 0, 0)")

    def test_a_grid_prints_whole_rows(self):
        page = self.paper("/?view=grid")
        tops = page.locator(".tiles li").evaluate_all(
            "all => all.map(one => Math.round(one.getBoundingClientRect().top))")
        self.assertEqual({tops.count(top) for top in tops[:84]}, {6})
