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
from tiers import some
from visitor import Visitor
from world import World

LINK = re.compile(r'\s(?:href|src|action|srcset)="([^"]*)"')


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class FewPictures(World):
    """One picture of each kind, for an export in all languages."""

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
            [PROGRAM, "export", cls.copy, "--show", show, "--state-dir", folder / "state", "--resources", ROOT],
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
        self.assertGreater(len(pages), 5 * 43)
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
            "Mötley Crüe", "Αθήνα"]
        folder = self.folder()
        (folder / "words.json").write_text(json.dumps([{"name": title, "about": title[::-1]} for title in titles]))
        feed = {"kind": "records", "file": "words.json", "entry": {"title": "name", "description": "about"}}
        (folder / "show.json").write_text(json.dumps(show_document("Words", feed) | {"search": {"match": "contains"}}))
        options = ["--show", folder / "show.json", "--resources", ROOT, "--state-dir"]
        subprocess.run(
            [PROGRAM, "export", folder / "copy", *options, folder / "state"], check=True, capture_output=True)
        queries = {query for title in titles for query in (
            title, title.upper(), title.lower(), title[:4], title[-4:], unicodedata.normalize("NFD", title)[1:7],
            unicodedata.normalize("NFC", title).replace("’", "'").casefold(), " ".join(reversed(title.split())))}
        queries |= {"strasse", "hauptstrasse", "aeble", "finale", "ffluent", "thingvellir", "stop", "ij", "azriqam"}
        self.assertGreater(len(queries), 200)
        page = self.page(f"{(folder / 'copy').as_uri()}/en/index.html", script=True)
        found = page.evaluate("""(queries) => Object.fromEntries(queries.map((query) => {
            const field = document.querySelector("[name=q]");
            field.value = query;
            field.dispatchEvent(new Event("input", { bubbles: true }));
            return [query, [...document.querySelectorAll("#results li")].map((row) => row.id.slice(2)).sort()];
        }))""", sorted(queries))
        server = Server([PROGRAM, *options, folder / "server", "--port", "0", "--listen", "127.0.0.1"])
        self.addCleanup(server.stop)
        visitor = Visitor(server.port, "localhost")
        self.addCleanup(visitor.close)
        for query in sorted(queries):
            answer = visitor.ask(f"/entries.json?size=500&q={urllib.parse.quote(query)}").json
            if "meant" not in answer and query.strip():
                with self.subTest(query=query):
                    self.assertEqual(found[query], sorted(entry["id"] for entry in answer["entries"]))

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
        for place in some(self.places):
            page = self.page(f"{place}/en/index.html", "phone")
            self.assertEqual(page.locator(".star:visible, .finder:visible").count(), 0)
            page.locator("#e-moe-szyslak > a").click()
            page.locator(".back").click()
            page.wait_for_url(re.compile("/en/index.html#e-moe-szyslak$"))
