"""Validates every kind of page of every show with the Nu checker; prints its messages and fails if there are any."""

import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

from people import show_of_people
from program import PROGRAM, ROOT, Server, Show

EVERYWHERE = [
    "/", "/?view=grid", "/?q=a", "/?q=zzzzzz", "/?page=9999", "/favorites", "/nowhere", "/connect", "/offline",
    "/labels", "/?view=grid", "/?kiosk=1"]
PAGES = {
    "simpsons": EVERYWHERE + ["/entries/moe-szyslak", "/entries/moe-szyslak?q=tavern&view=grid", "/entries/nobody",
                              "/entries/moe-szyslak?kiosk=1"],
    "wire": EVERYWHERE,
    "movies": EVERYWHERE + ["/?section=popular"],
    "cities": EVERYWHERE + ["/?q=ber"],
    "web": ["/", "/nowhere"],
    "shelf": ["/", "/?q=mar", "/?q=zzzzzz", "/nowhere", "/connect", "/simpsons/", "/wire/labels?sheet=a4-3x7"],
    "people": ["/", "/?job=baker&sort=born", "/?job=baker&view=grid", "/entries/person-a?job=baker"],
}
# A left-to-right language and a right-to-left one.
LANGUAGES = ["en", "ar"]
# The checker does not know these yet.
NEWER = [
    "Element “search” not allowed as child",
    "Attribute “popover” not allowed",
    "Attribute “popovertarget” not allowed",
    "Attribute “popovertargetaction” not allowed",
    "Attribute “media” not allowed on element “meta”",
    "The “dialog” element is not supported in all browsers",
    "Bad value “dialog” for attribute “method” on element “form”",
    # Outdated advice about headings in sections; each page has one h1.
    "Consider using the “h1” element as a top-level heading only",
]


class Visitor:
    """A client with one language that keeps cookies."""

    def __init__(self, address, language):
        self.address = address
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        self.opener.addheaders = [("Accept-Encoding", "identity"), ("Accept-Language", language)]

    def markup(self, path):
        try:
            with self.opener.open(self.address + path) as answer:
                return answer.read()
        except urllib.error.HTTPError as answer:
            return answer.read()

    def first_entry(self):
        return "/entries/" + json.loads(self.markup("/entries.json?size=1"))["entries"][0]["id"]

    def mark(self, entry):
        star = re.search(r'formaction="([^"]+)"', self.markup(entry).decode())
        self.opener.open(urllib.request.Request(
            self.address + html.unescape(star.group(1)), b"to=1", {"Origin": self.address})).close()


def shelf(state):
    return Server([
        PROGRAM, "--show", "simpsons", "--show", "wire", "--show", "web", "--resources", ROOT, "--state-dir", state,
        "--port", 0, "--listen", "127.0.0.1", "--offline", "--log", "none"])


def faults(checker, folder):
    """The checker's messages, except those listed above."""
    run = subprocess.run(["java", "-jar", checker, "--format", "json", "--exit-zero-always", folder],
                         capture_output=True, text=True, check=True)
    for message in json.loads(run.stderr)["messages"]:
        if not any(message["message"].startswith(known) for known in NEWER):
            yield "{}:{}: {}\n    {}".format(
                pathlib.Path(message["url"]).name, message.get("lastLine"), message["message"],
                message.get("extract", "").strip().replace("\n", " "))


def export(name, folder):
    """Exports a show and copies its first page and its pages in these languages to a folder."""
    with tempfile.TemporaryDirectory(prefix="dramatis-copy-") as parent:
        copy = pathlib.Path(parent, "copy")
        subprocess.run(
            [PROGRAM, "export", copy, "--show", name, "--offline", "--state-dir", pathlib.Path(parent, "state"),
             "--resources", ROOT, "--config-dir", ROOT / "config"], check=True, capture_output=True)
        for language in ["", *LANGUAGES]:
            for page in (copy / language).glob("*.html" if not language else "**/*.html"):
                file = "copy-{}-{}".format(name, str(page.relative_to(copy)).replace("/", "_"))
                (pathlib.Path(folder) / file).write_bytes(page.read_bytes())


def main(checker):
    found = 0
    with (tempfile.TemporaryDirectory(prefix="dramatis-pages-") as folder,
          tempfile.TemporaryDirectory(prefix="dramatis-people-") as people):
        for name, paths in PAGES.items():
            show = (shelf(pathlib.Path(people, "state")) if name == "shelf"
                    else Show(show_of_people(people) if name == "people" else name))
            try:
                for language in LANGUAGES:
                    visitor = Visitor(show.address, language)
                    entry = [] if name in ["web", "shelf"] else [visitor.first_entry()]
                    kept = {path: visitor.markup(path) for path in paths + entry}
                    if entry:
                        visitor.mark(entry[0])
                        kept |= {f"{path} marked": visitor.markup(path)
                                 for path in ["/favorites", entry[0], "/?favorites=1"]}
                    for path, markup in kept.items():
                        # CSS is too new for the checker and is covered by the tests of the engines.
                        markup = re.sub(b"(?s)<style>.*?</style>", b"<style></style>", markup)
                        file = "{}-{}{}.html".format(name, language, path.replace("/", "_").replace("?", "-"))
                        (pathlib.Path(folder) / file).write_bytes(markup)
            finally:
                show.stop()
        export("movies", folder)
        pages = len(list(pathlib.Path(folder).iterdir()))
        for fault in faults(checker, folder):
            found += 1
            print(fault)
    print(f"{pages} pages, {found} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
