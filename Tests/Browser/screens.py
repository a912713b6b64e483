"""Takes the reference screenshots in Screens/: every state of the pages at every size, light and dark.

    screens.py [--folder FOLDER] [STATE ...]      regenerates these states, or all

Look at the changes before committing them.
"""

import argparse
import functools
import io
import pathlib

from browser import SCREENS, SETTLED, new_visitor
from PIL import Image
from program import shared
from world import PlayedShow

FOLDER = pathlib.Path(__file__).parent / "Screens"
SCHEMES = ["light", "dark"]


def mark_three(page):
    for name in ["moe-szyslak", "edna-krabappel", "ned-flanders"]:
        page.goto("/?q=" + name.replace("-", "+"))
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator(f"#e-{name} .star").click()


def open_drawer(page):
    page.get_by_role("button", name="Favorites", exact=True).click()
    page.locator("#drawer .names a").first.wait_for()


def make_lists(page):
    """Makes two lists, one of them with two entries."""
    for entry, name, color in [("moe-szyslak", "To visit", "green"), ("moe-szyslak", "Watched", "pink"),
                               ("ned-flanders", "To visit", "green")]:
        page.goto(f"/entries/{entry}")
        page.locator(".lists-button").click()
        page.get_by_role("textbox", name="New list").fill(name)
        page.locator(f"#lists input[value={color}]").check()
        page.locator("#lists .of-list .action").click()
        page.wait_for_load_state()


def open_lists(page):
    page.locator(".lists-button").click()


class State:
    """A state of a page: `before` acts on the previous page, `after` on the page itself.

    `played`: use the simulated sources with pictures; otherwise the bundled data.
    """

    def __init__(self, name, show, path, before=None, after=None, script=False, language="en-US", played=True):
        self.name, self.show, self.path, self.played = name, show, path, played
        self.before, self.after = before, after
        self.script = script or bool(before or after)
        self.language = language

    def served(self):
        if not self.played:
            return shared(self.show)
        served = arrived(self.show)
        if "/entries/" in self.path:
            served.arrive(self.path.split("/")[-1], sizes=["whole=720", "whole=1440"])
        return served


@functools.cache
def arrived(show):
    """A show whose tiles have all arrived or failed."""
    played = shared(show, kind=PlayedShow)
    played.arrive(sizes=["tile=160", "tile=360", "tile=720"])
    return played


STATES = [
    State("list", "simpsons", "/"),
    State("grid", "simpsons", "/?view=grid"),
    State("detail", "simpsons", "/entries/moe-szyslak"),
    State("detail-small", "simpsons", "/entries/bart-simpson"),
    State("detail-square", "simpsons", "/entries/ned-flanders"),
    State("detail-wide", "simpsons", "/entries/homer-simpson"),
    State("detail-tall", "simpsons", "/entries/marge-simpson"),
    State("detail-huge", "simpsons", "/entries/krusty-the-clown"),
    State("detail-transparent", "simpsons", "/entries/lisa-simpson"),
    State("detail-missing", "simpsons", "/entries/barney-gumble"),
    State("detail-cut", "simpsons", "/entries/lenny-leonard"),
    State("detail-covered", "simpsons", "/entries/homer-simpson?spoilers=covered"),
    State("detail-none", "simpsons", "/entries/agnes-skinner"),
    State("search-grid", "simpsons", "/?q=simpson&view=grid"),
    State("bundled", "simpsons", "/", played=False),
    State("bundled-detail", "simpsons", "/entries/moe-szyslak", played=False),
    State("bundled-grid", "simpsons", "/?view=grid", played=False),
    State("search", "simpsons", "/?q=school"),
    State("slip", "simpsons", "/?q=homr"),
    State("nothing-found", "simpsons", "/?q=qqqq"),
    State("select", "simpsons", "/?select=1", before=make_lists),
    State("favorites", "simpsons", "/favorites", before=mark_three),
    State("favorites-only", "simpsons", "/?favorites=1", before=mark_three),
    State("favorites-empty", "simpsons", "/favorites"),
    State("drawer", "simpsons", "/", before=mark_three, after=open_drawer),
    State("lists-menu", "simpsons", "/entries/moe-szyslak", before=make_lists, after=open_lists),
    State("lists-own", "simpsons", "/?list=to-visit", before=make_lists),
    State("lists-favorites", "simpsons", "/favorites", before=make_lists),
    State("not-found", "simpsons", "/nowhere"),
    State("wire", "wire", "/entries/omar-little"),
    State("films", "movies", "/"),
    State("films-grid", "movies", "/?view=grid"),
    State("film", "movies", "/entries/metropolis-4"),
    State("cities", "cities", "/", played=False),
    State("cities-grid", "cities", "/?view=grid", script=True, played=False),
    State("city", "cities", "/entries/aarhus-dk-900000001", played=False),
    State("start", "web", "/", played=False),
    State("arabic", "simpsons", "/", language="ar"),
    State("arabic-detail", "simpsons", "/entries/moe-szyslak", language="ar"),
    State("connect", "simpsons", "/connect"),
    State("labels", "simpsons", "/labels?q=simpson"),
    State("connections", "simpsons", "/connections/homer-simpson"),
    State("most-connected", "wire", "/connections"),
    State("offline", "simpsons", "/offline"),
    State("hand-over", "simpsons", "/favorites/open?ids=moe-szyslak.ned-flanders"),
    State("restart", "simpsons", "/restart?kiosk=1"),
]


def pictures(state, screens=SCREENS):
    """The state at each size, light and dark, as pairs of name and picture."""
    for screen in screens:
        context = new_visitor(
            screen=screen, java_script_enabled=state.script, base_url=state.served().address,
            locale=state.language, reduced_motion="reduce")
        page = context.new_page()
        if state.before:
            state.before(page)
        page.goto(state.path)
        if state.after:
            state.after(page)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.wait_for_load_state("load")
            if state.script:
                page.evaluate(SETTLED)
            # A QR code depends on the port, the entry of the day on the date.
            changing = [page.locator(one) for one in [".code", ".featured"]]
            shot = page.screenshot(animations="disabled", caret="hide", mask=changing, mask_color="#888888")
            yield (f"{state.name}-{screen.replace(' ', '-')}-{scheme}",
                   Image.open(io.BytesIO(shot)).convert("RGB"))
        context.close()


def file(name, folder=FOLDER):
    return folder / f"{name}.webp"


def main(folder, names):
    folder.mkdir(exist_ok=True)
    if not names:
        for old in folder.glob("*.webp"):
            old.unlink()
    for state in STATES:
        if names and state.name not in names:
            continue
        for name, picture in pictures(state):
            picture.save(file(name, folder), quality=70, method=6)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=pathlib.Path, default=FOLDER)
    parser.add_argument("states", nargs="*", metavar="STATE", choices=[[], *(state.name for state in STATES)])
    options = parser.parse_args()
    main(options.folder, options.states)
