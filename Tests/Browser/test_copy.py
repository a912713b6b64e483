"""Static export, served by a plain web server and opened from a folder."""
import functools
import html
import http.server
import json
import os
import pathlib
import re
import subprocess
import threading
import types
import unicodedata
import urllib.parse

from browser import BrowserTest
from documents import show_document
from program import PROGRAM, ROOT, Server
from sources import KINDS
from visitor import Visitor
from world import World

# Name, maker, description and material of works, and for each search the one that a visitor expects first.
WORKS = [
    ("Lion with Keller's Hat", "Ida Moor", "A joke of 1911.", "bronze"),
    ("Winged Lion", "Felix Keller", "From the gate of the old town.", "stone"),
    *((f"Beast {number}", "Jo Keller", f"A lion at rest, number {number}.", "clay") for number in (1, 2, 3)),
    ("The Sea", "Al Dune", "Waves before a storm.", "oil"), ("Storm over the Sea", "Al Dune", "Grey.", "oil"),
    ("Sea", "Bo Reed", "A study.", "ink"), ("Seal", "Bo Reed", "An animal of the sea.", "silver"),
    ("Chelsea Bridge", "Cy Ford", "By night.", "ink"), ("Night Ferry", "Cy Ford", "It crosses the sea.", "oil"),
    ("Portrait of Ida Moor", "Felix Keller", "The maker at work.", "oil"),
    ("Moor at Dusk", "Di Weir", "Ida's moor.", "ink"),
    ("Silver Cup", "Ed Holm", "For a christening.", "silver"), ("Cup and Saucer", "Ed Holm", "Silver rims.", "clay"),
    ("Spoon", "Ed Holm", "Part of a set with the cup.", "silver"), ("Mary-Ann", "Gil Nord", "A ship.", "wood"),
    ("Ann", "Gil Nord", "Mary's sister.", "wood"), ("Annunciation", "Gil Nord", "Mary and an angel.", "wood"),
    ("Horse and Rider", "Ed Holm", "A bronze horse.", "bronze"), ("Rider", "Fay Lund", "His horse is lost.", "stone")]
EXPECTED = {
    "lion keller": "lion-with-kellers-hat", "keller lion": "lion-with-kellers-hat", "lion stone": "winged-lion",
    "lion felix": "winged-lion", "keller gate": "winged-lion", "hat moor": "lion-with-kellers-hat",
    "beast 3": "beast-3", "lion bronze": "lion-with-kellers-hat", "clay lion": "beast-1", "sea": "sea",
    "the sea": "the-sea", "sea storm": "storm-over-the-sea", "storm dune": "storm-over-the-sea",
    "dune waves": "the-sea", "sea reed": "sea", "sea animal": "seal", "silver reed": "seal",
    "bridge ford": "chelsea-bridge", "sea cy": "chelsea-bridge", "ferry sea": "night-ferry",
    "night ford": "night-ferry", "ida moor": "portrait-of-ida-moor", "moor ida ink": "moor-at-dusk",
    "keller oil": "portrait-of-ida-moor", "moor weir": "moor-at-dusk", "silver cup": "silver-cup",
    "cup silver": "silver-cup", "silver holm": "silver-cup", "cup clay": "cup-and-saucer", "set silver": "spoon",
    "ann": "ann", "mary ann": "mary-ann", "ann mary": "mary-ann", "ann sister": "ann", "mary angel": "annunciation",
    "nord wood ship": "mary-ann", "horse": "horse-and-rider", "rider horse": "horse-and-rider", "rider lund": "rider",
    "stone horse": "rider", "bronze rider": "horse-and-rider", "old town lion": "winged-lion"}
LINK = re.compile(r'\s(?:href|src|action|srcset)="([^"]*)"')


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class FewPictures(World):
    """One picture of each kind, for a quick export."""

    def kind(self, title):
        return KINDS.get(title, "none")


class CopyTest(BrowserTest):
    @classmethod
    def serve(cls):
        folder = cls.folder()
        cls.copy = folder / "copy"
        world = FewPictures()
        cls.addClassCleanup(world.stop)
        show = folder / "simpsons.json"
        show.write_text(json.dumps(world.show("simpsons")))
        subprocess.run(
            [PROGRAM, "export", cls.copy, "--show", show, "--state-dir", folder / "state", "--resources", ROOT,
             "--language", "en,de"],
            check=True, capture_output=True)
        server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(QuietHandler, directory=cls.copy))
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        cls.addClassCleanup(thread.join)
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        cls.places = [f"http://127.0.0.1:{server.server_port}", cls.copy.as_uri()]
        return types.SimpleNamespace(address=cls.places[0])

    def test_every_link_leads_to_a_file(self):
        files = {str(path) for path in self.copy.rglob("*") if path.is_file()}
        pages = [pathlib.Path(file) for file in files if file.endswith(".html")]
        self.assertGreater(len(pages), 2 * 43)
        for page in pages:
            for links in set(LINK.findall(page.read_text())):
                for link in links.split(", "):
                    address = html.unescape(link).split(" ")[0].split("#")[0]
                    if address and not urllib.parse.urlsplit(address).scheme:
                        self.assertIn(os.path.normpath(page.parent / address), files, f"{address} in {page}")

    def test_the_first_page_uses_the_browsers_language(self):
        for place in self.places:
            page = self.page(f"{place}/index.html", script=True, locale="de-AT")
            page.wait_for_url(re.compile("/de/index.html$"))
            self.assertEqual(page.locator("html").get_attribute("lang"), "de")

    def test_search_finds_titles_and_descriptions(self):
        for place in self.places:
            page = self.page(f"{place}/en/view-grid.html", "desktop", script=True)
            page.locator("[name=q]").fill("moe")
            self.assertEqual(page.locator("#results li span").first.inner_text(), "Moe Szyslak")
            page.locator("[name=q]").press("Enter")
            page.wait_for_url(re.compile("/en/entries/moe-szyslak.html$"))
            self.assertEqual(page.locator("h1").last.inner_text(), "Moe Szyslak")
            page.locator("[name=q]").fill("qqqq")
            self.assertEqual(page.locator("#results li").count(), 0)
            self.assertEqual(page.locator("#summary").inner_text(), "No character matches “qqqq”")
            self.assertIn("Try fewer letters", page.locator(".nothing").inner_text())
            page.locator(".clear").click()
            self.assertGreater(page.locator("#results li").count(), 40)

    def test_search_finds_what_the_server_finds(self):
        titles = [
            "Hauptstraße 7", "Straßenbahn", "STRAẞE", "Æble", "Œuvre complète", "ﬁnale", "ﬄuent", "Łódź", "İstanbul",
            "ısparta", "Ωμέγα ΣΟΦΟΣ", "O’Brien", "‘Azriqam", "Ørsted", "Þingvellir", "Đà Nẵng", "Ångström", "Ĳsselmeer",
            "Ǆungla", "ŉ Boek", "हिन्दी", "ไทย", "Ёлка", "Україна", "Café\u0301", "ŒDIPE", "Résumé\u00ad", "ÞÓR", "Ɖƙ",
            "Smörgåsbord", "ЙОГУРТ", "Ἀχιλλεύς", "Schönheit", "Rock ‘n’ Roll", "Ŧarget", "Ħal", "Ŋoro", "ﬆop",
            "Mötley Crüe", "Αθήνα", "مكتبة", "مكتبه", "مصطفى", "مصطفي", "محـمد", "مُحَمَّد", "٣ أيام", "یاسمین", "ٱلرحمن",
            "ﻻ شيء", "لا شئ", "قراءة", "۱۲ مرد", "Saint-Exupéry", "Saint Exupéry", "El nino", "El niño", "Nube", "Ñu"]
        queries = {query for title in titles for query in (
            title, title.upper(), title.lower(), title[:4], title[-4:], unicodedata.normalize("NFD", title)[1:7],
            unicodedata.normalize("NFC", title).replace("’", "'").casefold(), " ".join(reversed(title.split())))}
        queries |= {"strasse", "hauptstrasse", "aeble", "finale", "ffluent", "thingvellir", "stop", "ij", "azriqam",
                    "شيء", "شئ", "محمد", "3 ايام", "12", "ياسمين", "الرحمن", "لا", "saint-exupery", "niño", "nino",
                    "ñ", "n", "مكتب"}
        self.assertGreater(len(queries), 200)
        records = [{"name": title, "about": title[::-1]} for title in titles]
        feed = {"entry": {"title": "name", "description": "about"}}
        copy, server = self.in_copy(records, feed, queries), self.on_server(records, feed, queries)
        for query in sorted(queries):
            if server[query] is not None and query.strip():
                with self.subTest(query=query):
                    self.assertEqual(copy[query], server[query])

    def test_words_in_different_fields_count_together(self):
        records = [
            {"name": name, "maker": maker, "about": about, "stuff": stuff} for name, maker, about, stuff in WORKS]
        feed = {"entry": {"title": "name", "subtitle": "maker", "description": "about"}, "facts": {"Stuff": "stuff"}}
        copy, short = self.in_copy(records, feed, EXPECTED), self.on_server(records, feed, {*EXPECTED, "silver waves"})
        # A list as long as those that are kept in a file.
        long = self.on_server(records + [{"name": f"Filler {number}"} for number in range(6_000)], feed, EXPECTED)
        for query, first in EXPECTED.items():
            with self.subTest(query=query):
                self.assertEqual(short[query][:1], [first])
                self.assertEqual(copy[query], short[query])
                self.assertEqual(long[query], short[query])
        self.assertEqual(short["lion keller"], [
            "lion-with-kellers-hat", "winged-lion", "beast-1", "beast-2", "beast-3"])
        self.assertEqual(short["silver waves"], [])

    def described(self, records, feed):
        """Options for a show of these records."""
        folder = self.folder()
        (folder / "words.json").write_text(json.dumps(records))
        feed = {"kind": "records", "file": "words.json"} | feed
        (folder / "show.json").write_text(json.dumps(show_document("Words", feed) | {"search": {"match": "contains"}}))
        return folder, ["--show", folder / "show.json", "--resources", ROOT, "--state-dir", folder / "state"]

    def in_copy(self, records, feed, queries):
        """The ids that a copy finds for each query."""
        folder, options = self.described(records, feed)
        subprocess.run([PROGRAM, "export", folder / "copy", *options], check=True, capture_output=True)
        page = self.page(f"{(folder / 'copy').as_uri()}/en/index.html", script=True)
        return page.evaluate("""(queries) => Object.fromEntries(queries.map((query) => {
            const field = document.querySelector("[name=q]");
            field.value = query;
            field.dispatchEvent(new Event("input", { bubbles: true }));
            return [query, [...document.querySelectorAll("#results li")].map((row) => row.id.slice(2))];
        }))""", sorted(queries))

    def on_server(self, records, feed, queries):
        """The ids that the server finds for each query; None for a corrected query."""
        server = Server([PROGRAM, *self.described(records, feed)[1], "--port", "0", "--listen", "127.0.0.1"])
        self.addCleanup(server.stop)
        visitor = Visitor(server.port, "localhost")
        self.addCleanup(visitor.close)
        answers = {
            query: visitor.ask(f"/entries.json?size=500&q={urllib.parse.quote(query)}").json for query in queries}
        return {query: None if "meant" in answer else [entry["id"] for entry in answer["entries"]]
                for query, answer in answers.items()}

    def test_search_tolerates_one_typo_per_word(self):
        page = self.page(f"{self.places[1]}/en/index.html", script=True)
        for typed, meant in {
            "bsrt": "Bart Simpson", "barrt": "Bart Simpson", "meo szyslak": "Moe Szyslak", "moe szyslk": "Moe Szyslak",
        }.items():
            with self.subTest(typed=typed):
                page.locator("[name=q]").fill(typed)
                summary = page.locator("#summary").inner_text()
                self.assertEqual(summary, f"Nothing matches “{typed}”. Did you mean {meant}?")
                self.assertEqual(page.locator("#results li span").first.inner_text(), meant)

    def test_favorites_are_stored_in_the_browser(self):
        for place in self.places:
            page = self.page(f"{place}/en/index.html", "desktop", script=True)
            page.get_by_label("Favorite: Bart Simpson").click()
            page.goto(f"{place}/de/entries/bart-simpson.html")
            self.assertEqual(page.locator(".detail .star").get_attribute("aria-pressed"), "true")
            self.assertEqual(page.locator(".count").inner_text(), "1")
            page.locator(".drawer-button").click()
            page.locator("#drawer .names a").click()
            page.locator(".detail .star").click()
            self.assertEqual(page.locator(".count").inner_text(), "")

    def test_without_javascript_only_search_and_favorites_are_missing(self):
        place = self.places[0]
        page = self.page(f"{place}/en/index.html", "phone")
        self.assertEqual(page.locator(".star:visible, .finder:visible").count(), 0)
        page.locator("#e-moe-szyslak > a").click()
        page.locator(".back").click()
        page.wait_for_url(re.compile("/en/index.html#e-moe-szyslak$"))
