"""Takes the reference screenshots in Screens/: a few states of the pages, each at one size, light and dark.

    screens.py [--folder FOLDER] [STATE ...]      regenerates these states, or all

Look at the changes before committing them.
"""

import argparse
import functools
import io
import pathlib

from browser import SETTLED, new_visitor
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


class State:
    """A state of a page on a screen, with simulated sources; `before` acts on earlier pages."""

    def __init__(self, name, screen, show, path, before=None, language="en-US"):
        self.name, self.screen, self.show, self.path = name, screen, show, path
        self.before, self.language = before, language

    def served(self):
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
    State("list", "phone", "simpsons", "/"),
    State("grid", "desktop", "simpsons", "/?view=grid"),
    State("detail", "tablet", "simpsons", "/entries/moe-szyslak"),
    State("favorites", "phone", "simpsons", "/favorites", before=mark_three),
    State("film", "phone", "movies", "/entries/metropolis-4"),
    State("arabic", "tablet", "simpsons", "/entries/moe-szyslak", language="ar"),
]


def pictures(state):
    """The state, light and dark, as pairs of name and picture."""
    context = new_visitor(
        screen=state.screen, java_script_enabled=bool(state.before), base_url=state.served().address,
        locale=state.language, reduced_motion="reduce")
    page = context.new_page()
    if state.before:
        state.before(page)
    page.goto(state.path)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_load_state("load")
        if state.before:
            page.evaluate(SETTLED)
        # A QR code depends on the port, the entry of the day and the foot on the date.
        changing = [page.locator(one) for one in [".code", ".featured", ".foot"]]
        shot = page.screenshot(animations="disabled", caret="hide", mask=changing, mask_color="#888888")
        yield f"{state.name}-{scheme}", Image.open(io.BytesIO(shot)).convert("RGB")
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
