"""Films: the tab bar, rows with posters, and late or missing posters."""
import re

from browser import SCREENS, SETTLED, SHIFT, BrowserTest
from sources import bundled
from world import PlayedShow

SECTIONS = ["Now Playing", "Popular", "Top Rated", "Upcoming"]
IDS = ["now_playing", "popular", "top_rated", "upcoming"]


def films(section):
    return bundled(f"movies/{section}")["results"]


class FilmTest(BrowserTest):
    @classmethod
    def serve(cls):
        return cls.own("movies", kind=PlayedShow)

    def titles(self, page):
        return page.locator(".stories a > span").all_text_contents()

    def test_a_films_link_text_is_its_title(self):
        page = self.page("/")
        self.assertEqual(page.locator(".stories").get_by_role("link", name="Metropolis", exact=True).count(), 1)

    def test_phone_tab_bar_at_the_bottom(self):
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

    def test_tab_bar_above_the_list_on_larger_screens(self):
        screen = "tablet upright"
        page = self.page("/", screen)
        box = page.locator(".tab-bar").bounding_box()
        row = page.locator(".stories a").first.bounding_box()
        self.assertLess(box["y"] + box["height"], row["y"] + 1)
        self.assertLess(box["y"], 300)

    def test_tabs_are_links_and_the_current_one_is_marked(self):
        page = self.page("/")
        for section, name in zip(SECTIONS, IDS):
            page.locator(".tab-bar a", has_text=section).click()
            page.wait_for_url(re.compile("section="))
            current = page.locator(".tab-bar [aria-current=true]")
            self.assertEqual(current.all_text_contents(), [section])
            self.assertEqual(self.titles(page), [film["title"] for film in films(name)])

    def test_the_tab_bar_does_not_cover_the_last_row_and_the_footer(self):
        page = self.page("/", script=True)
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        page.evaluate(SETTLED)
        foot = page.locator(".foot p").last.bounding_box()
        self.assertLessEqual(foot["y"] + foot["height"], page.locator(".tab-bar").bounding_box()["y"])
        self.assertIn("TMDB", page.locator(".foot").inner_text())

    def test_posters_are_proxied_and_cause_no_layout_shift(self):
        for path in ["/", "/?view=grid", "/entries/"]:
            page = self.page("/", script=True)
            if "entries" in path:
                path = page.locator(".stories a").first.get_attribute("href")
            page.goto(path)
            self.assertEqual(page.evaluate(SHIFT), 0)
            page.mouse.wheel(0, 3000)
            self.assertEqual(page.evaluate(SHIFT), 0)
        self.served.arrive("metropolis-4", sizes=["tile=160", "tile=360", "whole=720"])
        page = self.page("/", script=True)
        page.evaluate(SETTLED)
        self.assertEqual(page.locator(".stories img").first.evaluate("e => e.naturalWidth"), 160)
        hosts = page.locator("img").evaluate_all("all => all.map(e => new URL(e.src).host)")
        self.assertEqual(len(set(hosts)), 1)

    def test_a_film_without_a_poster_has_a_placeholder_of_the_same_shape(self):
        page = self.page("/", script=True)
        page.evaluate(SETTLED)
        pictures = page.locator(".stories .face")
        sizes = pictures.evaluate_all("all => all.slice(0, 3).map(e => [e.clientWidth, e.clientHeight])")
        self.assertEqual(sizes[0], sizes[1])
        self.assertAlmostEqual(sizes[1][1] / sizes[1][0], 1.5, delta=0.03)
        self.assertEqual(pictures.nth(1).get_attribute("data-letters"), "TG")
        without = [film for film in films("now_playing") if not self.served.world.poster(film["title"])]
        self.assertEqual(page.locator(".stories i.face").count(), len(without))

    def test_a_films_detail_and_back_to_its_row(self):
        page = self.page("/?section=upcoming")
        page.locator(".stories a", has_text="Pan's Labyrinth").click()
        page.wait_for_url(re.compile("/entries/"))
        self.assertEqual(page.locator("article h1").inner_text(), "Pan's Labyrinth")
        facts = page.locator(".facts").inner_text()
        for words in ["Original title (Spanish)", "El laberinto del fauno", "11 Oct", "2006", "7.3 of 10, 1,234 votes"]:
            self.assertIn(words, facts)
        self.assertEqual(page.locator(".facts [lang=es]").inner_text(), "El laberinto del fauno")
        page.get_by_label("Back to the list").click()
        page.wait_for_url(re.compile("section=upcoming#e-"))
        self.assertEqual(page.locator(".tab-bar [aria-current=true]").inner_text(), "Upcoming")
        self.assertTrue(page.locator(".stories li:target").is_visible())

    def test_a_search_finds_films_of_all_tabs_and_ends_where_it_began(self):
        def names(page):
            return page.title(), page.locator(".bar h1").inner_text()

        for script, begin, heading in [(False, "/?section=upcoming", "Upcoming"), (True, "/", "Now Playing")]:
            with self.subTest(f"{begin}, script: {script}"):
                page = self.page(begin, script=script)
                here = names(page)
                self.assertEqual(here, (f"{heading} – Films", heading))
                listed = self.titles(page)

                def search(text, pattern, page=page, script=script):
                    page.locator("input[name=q]:not([type=hidden])").fill(text)
                    if not script:
                        page.keyboard.press("Enter")
                    page.wait_for_url(re.compile(pattern))

                search("the godfather", "q=the")
                self.wait_for_summary(page, "1 of .* films matches")
                self.assertEqual(self.titles(page), ["The Godfather"])
                self.assertEqual(names(page), ("the godfather – Films", "Films"))
                sections = page.locator(".stories small").inner_text()
                of = [name for name, section in zip(SECTIONS, IDS)
                      if "The Godfather" in [film["title"] for film in films(section)]]
                self.assertTrue(sections.endswith(f" · {', '.join(of)}"), sections)
                # Tabs with results come first.
                tabs = [f"{name} ({int(name in of)})" for name in sorted(SECTIONS, key=lambda name: name not in of)]
                self.assertEqual(page.locator(".tab-bar a").all_inner_texts(), ["All", *tabs])
                page.locator(".tab-bar a", has_text=of[0]).click()
                page.wait_for_url(re.compile("section="))
                self.assertEqual(self.titles(page), ["The Godfather"])
                self.assertEqual(names(page), (f"the godfather – {of[0]} – Films", of[0]))
                # The next search begins in all of them again.
                search("amélie", "q=am")
                self.wait_for_summary(page, "amélie")
                self.assertEqual(self.titles(page), ["Amélie"])
                if script:
                    page.locator("input[name=q]:not([type=hidden])").fill("")
                    self.wait_for_summary(page, r"^\d+ films$")
                    search("a", "q=a")
                page.get_by_role("link", name="Clear search").click()
                page.wait_for_url(lambda url: "q=" not in url)
                self.wait_for_summary(page, r"^\d+ films$")
                self.assertEqual(self.titles(page), listed)
                self.assertEqual(names(page), here)
                if not script:
                    search("", r"\?q=&")
                    self.assertEqual(self.titles(page), listed)
