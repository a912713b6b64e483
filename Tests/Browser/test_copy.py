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
import urllib.parse

from browser import BrowserTest
from program import PROGRAM, ROOT
from sources import KINDS
from tiers import some
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
