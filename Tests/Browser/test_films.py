"""Films: the tab bar, rows with posters, and posters that come late. The test plays who has the posters."""
import json
import os
import pathlib
import re
import struct
import time
import unittest
import zlib

from browser import SCREENS, SETTLED, SHIFT, BrowserTest
from outside import Outside
from program import ROOT, wait_for
from tiers import some, thorough
from visitor import Visitor

SECTIONS = ["Now Playing", "Popular", "Top Rated", "Upcoming"]
RECORDED = pathlib.Path(os.environ.get("RECORDED", "")) / "tmdb"


def png(width, height):
    """A picture of one colour."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = (b"\0" + b"\x20\x60\xc0" * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        chunk(*part) for part in [(b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")])


class Posters(Outside):
    """Hands out one picture for every poster, and takes its time."""

    def __init__(self):
        self.asked = set()
        self.picture = png(185, 278)
        super().__init__()

    def answer(self, path, query, headers):
        self.asked.add(path)
        time.sleep(0.05)
        return 200, "image/png", self.picture


def film(number, poster=True):
    return {
        "id": number, "title": f"Film Number {number}", "original_title": f"Película {number}",
        "original_language": "es", "overview": f"The story of film {number}. " * 12,
        "release_date": f"20{number % 30:02}-05-17", "poster_path": f"/poster{number}.png" if poster else None,
        "vote_average": 7.25, "vote_count": 1234,
    }


class FilmTest(BrowserTest):
    @classmethod
    def serve(cls):
        cls.posters = Posters()
        cls.addClassCleanup(cls.posters.stop)
        show = json.loads((ROOT / "config/movies.json").read_text())
        show["feed"]["posters"] = f"{cls.posters.address}/t/p"
        show["pictures"] = {"hosts": ["127.0.0.1"], "privateAddresses": True}
        answers = cls.folder()
        for index, section in enumerate(show["feed"]["sections"]):
            first = index * 100 + 1
            films = [film(first + place, poster=place != 1) for place in range(20)]
            # One film stands in every list.
            films[5] = film(6)
            answer = {"page": 1, "results": films, "total_pages": 1, "total_results": 20}
            (answers / f"{section}.json").write_text(json.dumps(answer))
        return cls.own(show, "--feed", answers, offline=False)

    def titles(self, page):
        return page.locator(".stories a > span").all_text_contents()

    def wait_for_posters(self, count=73):
        """Waits until every poster was fetched: 80 films, one of them four times, four without a poster."""
        wait_for(lambda: len(self.posters.asked) >= count, f"{count} posters to be fetched")

        visitor = Visitor(self.served.port, f"127.0.0.1:{self.served.port}")
        self.addCleanup(visitor.close)
        listed = visitor.ask("/entries.json?size=500").json["entries"]

        def stand_ins():
            kinds = [visitor.ask(f"/pictures/{entry['id']}").header("Content-Type") for entry in listed]
            return kinds.count("image/svg+xml")

        # Each section has one film without a poster.
        wait_for(lambda: stand_ins() == 4, "every poster to be in the cache")
        self.assertEqual(len(self.posters.asked), count)

    def test_the_link_of_a_film_is_its_title(self):
        page = self.page("/")
        self.assertEqual(page.locator(".stories").get_by_role("link", name="Film Number 1", exact=True).count(), 1)

    def test_on_a_phone_the_tab_bar_lies_under_the_thumb(self):
        page = self.page("/", script=True)
        bar = page.locator(".tab-bar")
        width, height, _ = SCREENS["phone"]
        for scroll in [0, 900]:
            page.evaluate("(scroll) => scrollTo(0, scroll)", scroll)
            page.evaluate(SETTLED)
            box = bar.bounding_box()
            self.assertAlmostEqual(box["y"] + box["height"], height, delta=1)
            self.assertEqual((box["x"], box["width"]), (0, width))
        self.assertEqual(bar.locator("a").all_text_contents(), SECTIONS)
        for tab in bar.locator("a").all():
            box = tab.bounding_box()
            self.assertGreaterEqual(min(box["width"], box["height"]), 44)

    def test_on_larger_screens_it_lies_over_the_list(self):
        for screen in some(["tablet upright", "tablet", "desktop"]):
            with self.subTest(screen):
                page = self.page("/", screen)
                box = page.locator(".tab-bar").bounding_box()
                row = page.locator(".stories a").first.bounding_box()
                self.assertLess(box["y"] + box["height"], row["y"] + 1)
                self.assertLess(box["y"], 300)

    def test_tabs_are_links_that_say_which_one_is_open(self):
        for screen in some(["phone", "tablet"]):
            with self.subTest(screen):
                page = self.page("/", screen)
                for index, section in enumerate(SECTIONS):
                    page.locator(".tab-bar a", has_text=section).click()
                    page.wait_for_url(re.compile("section="))
                    current = page.locator(".tab-bar [aria-current=true]")
                    self.assertEqual(current.all_text_contents(), [section])
                    titles = self.titles(page)
                    self.assertEqual(len(titles), 20)
                    self.assertEqual(titles[0], f"Film Number {index * 100 + 1}")
                    self.assertEqual(titles[5], "Film Number 6")

    def test_the_last_row_and_the_foot_are_above_the_tab_bar(self):
        page = self.page("/", script=True)
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        page.evaluate(SETTLED)
        foot = page.locator(".foot p").last.bounding_box()
        self.assertLessEqual(foot["y"] + foot["height"], page.locator(".tab-bar").bounding_box()["y"])
        self.assertIn("TMDB", page.locator(".foot").inner_text())

    def test_posters_come_through_the_server_and_move_nothing(self):
        # The first visit may see stand-ins, the second the posters; neither may move.
        for visit in some(["first", "second"]):
            for path in ["/", "/?view=grid", "/entries/film-number-1-1"]:
                for screen in some(["phone", "tablet"]):
                    with self.subTest(f"{visit}: {path} on a {screen}"):
                        page = self.page("/", screen, script=True)
                        if "entries" in path:
                            path = page.locator(".stories a").first.get_attribute("href")
                        page.goto(path)
                        self.assertEqual(page.evaluate(SHIFT), 0)
                        page.mouse.wheel(0, 3000)
                        self.assertEqual(page.evaluate(SHIFT), 0)
            self.wait_for_posters()
        page = self.page("/", script=True)
        page.evaluate(SETTLED)
        widths = page.locator(".stories img").evaluate_all("all => all.slice(0, 3).map(e => e.naturalWidth)")
        self.assertEqual((widths[0], widths[2]), (160, 160))
        hosts = page.locator("img").evaluate_all("all => all.map(e => new URL(e.src).host)")
        self.assertEqual(len(set(hosts)), 1)

    def test_a_film_without_a_poster_has_a_stand_in_of_the_same_shape(self):
        self.wait_for_posters()
        page = self.page("/", script=True)
        page.evaluate(SETTLED)
        pictures = page.locator(".stories .face")
        sizes = pictures.evaluate_all("all => all.slice(0, 3).map(e => [e.clientWidth, e.clientHeight])")
        self.assertEqual(sizes[0], sizes[1])
        self.assertAlmostEqual(sizes[1][1] / sizes[1][0], 1.5, delta=0.03)
        self.assertRegex(pictures.nth(1).get_attribute("data-letters"), "^F")
        self.assertEqual(page.locator(".stories i.face").count(), 1)

    def test_a_film_is_read_about_and_the_way_back_is_to_its_row(self):
        page = self.page("/?section=popular")
        page.locator(".stories a").nth(8).click()
        page.wait_for_url(re.compile("/entries/"))
        self.assertEqual(page.locator("article h1").inner_text(), "Film Number 109")
        facts = page.locator(".facts").inner_text()
        for words in ["Original title (Spanish)", "Película 109", "17 May 20", "7.3 of 10, 1,234 votes"]:
            self.assertIn(words, facts)
        self.assertEqual(page.locator(".facts [lang=es]").inner_text(), "Película 109")
        page.get_by_label("Back to the list").click()
        page.wait_for_url(re.compile("section=popular#e-"))
        self.assertEqual(page.locator(".tab-bar [aria-current=true]").inner_text(), "Popular")
        self.assertTrue(page.locator(".stories li:target").is_visible())

    def test_a_search_is_in_the_section_and_then_in_all(self):
        page = self.page("/?section=popular")
        page.locator("[name=q]").fill("pelicula 112")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("q="))
        self.assertEqual(self.titles(page), ["Film Number 112"])
        page.locator("[name=q]").fill("number 20")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("number"))
        self.assertNotIn("Film Number 201", self.titles(page))
        page.get_by_role("link", name="All").click()
        page.wait_for_url(lambda url: "section" not in url)
        self.assertIn("Film Number 201", self.titles(page))
        self.assertEqual(page.locator(".tab-bar a").count(), 5)
        self.assertLessEqual(page.locator(".tab-bar").bounding_box()["width"], 390)

    @thorough
    def test_no_page_is_wider_than_its_screen(self):
        page = self.page("/", script=True)
        detail = page.locator(".stories a").first.get_attribute("href")
        for path in ["/", "/?view=grid", "/?q=film", detail]:
            page.goto(path)
            for width in some([320, 720, 1180, 390, 719, 1440], 3):
                with self.subTest(f"{path} at {width}"):
                    page.set_viewport_size({"width": width, "height": 700})
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)


@unittest.skipUnless(RECORDED.is_dir(), "no recorded answers here")
class RecordedTest(BrowserTest):
    show = "movies"
    options = ("--feed", str(RECORDED))

    def test_every_film_stands_in_its_lists_and_is_found_by_both_titles(self):
        page = self.page("/")
        for section in ["now_playing", "popular", "top_rated", "upcoming"]:
            films = json.loads((RECORDED / f"{section}.json").read_text())["results"]
            listed = page.request.get(f"/entries.json?section={section}&size=500").json()["entries"]
            self.assertEqual([entry["title"] for entry in listed], [film["title"].strip() for film in films])
            self.assertEqual(len(listed), 20)
            for entry, film in zip(listed, films):
                for text in [film["title"], film["original_title"]]:
                    found = page.request.get("/entries.json", params={"q": text, "size": "500"}).json()
                    self.assertIn(entry["id"], [other["id"] for other in found["entries"]], text)
