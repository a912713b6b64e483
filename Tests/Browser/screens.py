"""Every state of the pages at every size, light and dark: what Screens/ holds, and how it is taken.

Run as a program, it takes all of them anew. Look at what changed before committing it.
"""

import io
import pathlib
import shutil
import sys
import tempfile

from PIL import Image
from playwright.sync_api import sync_playwright

from show import SCREENS, Show

FOLDER = pathlib.Path(__file__).parent / "Screens"
SCHEMES = ["light", "dark"]
# One font wherever the tests run.
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>/usr/share/fonts/truetype/dejavu</dir>
<cachedir>{cache}</cachedir>
<match target="pattern"><edit name="family" mode="prepend" binding="strong"><string>DejaVu Sans</string></edit></match>
<match target="font"><edit name="hintstyle" mode="assign"><const>hintslight</const></edit>
<edit name="rgba" mode="assign"><const>none</const></edit></match>
</fontconfig>
"""


def mark_three(page):
    for name in ["moe-szyslak", "edna-krabappel", "ned-flanders"]:
        page.goto("/?q=" + name.replace("-", "+"))
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator(f"#e-{name} .star").click()


def open_drawer(page):
    page.get_by_role("button", name="Favorites", exact=True).click()
    page.locator("#drawer .names a").first.wait_for()


def type_three_letters(page):
    page.locator("[name=q]").press_sequentially("bar")
    page.locator("#suggestions [role=option]").first.wait_for()


class State:
    """One state of a page: `before` leads to it on another page, `after` on its own."""

    def __init__(self, name, show, path, before=None, after=None, script=False, language="en-US"):
        self.name, self.show, self.path = name, show, path
        self.before, self.after = before, after
        self.script = script or bool(before or after)
        self.language = language


STATES = [
    State("list", "simpsons", "/"),
    State("grid", "simpsons", "/?view=grid"),
    State("detail", "simpsons", "/entries/moe-szyslak"),
    State("search", "simpsons", "/?q=school"),
    State("suggestions", "simpsons", "/", after=type_three_letters),
    State("nothing-found", "simpsons", "/?q=zzzz"),
    State("favorites", "simpsons", "/favorites", before=mark_three),
    State("favorites-only", "simpsons", "/?favorites=1", before=mark_three),
    State("favorites-empty", "simpsons", "/favorites"),
    State("drawer", "simpsons", "/", before=mark_three, after=open_drawer),
    State("not-found", "simpsons", "/nowhere"),
    State("wire", "wire", "/entries/omar-little"),
    State("films", "movies", "/"),
    State("films-grid", "movies", "/?view=grid"),
    State("film", "movies", "/entries/metropolis-4"),
    State("cities", "cities", "/"),
    State("city", "cities", "/entries/aarhus-dk-900000001"),
    State("start", "web", "/"),
    State("arabic", "simpsons", "/", language="ar"),
    State("arabic-detail", "simpsons", "/entries/moe-szyslak", language="ar"),
    State("connect", "simpsons", "/connect"),
    State("offline", "simpsons", "/offline"),
]


class Camera:
    """A browser that sees the same wherever it runs."""

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="dramatis-fonts-")
        fonts = pathlib.Path(self.folder) / "fonts.conf"
        fonts.write_text(FONTS.format(cache=self.folder))
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(
            executable_path=shutil.which("chromium"), env={"FONTCONFIG_FILE": str(fonts)},
            args=["--no-sandbox", "--disable-lcd-text", "--force-color-profile=srgb"])
        self.shows = {}
        return self

    def __exit__(self, *_):
        self.browser.close()
        self.playwright.stop()
        for show in self.shows.values():
            show.stop()
        shutil.rmtree(self.folder)

    def pictures(self, state):
        """The state at each size, light and dark: pairs of a name and a picture."""
        if state.show not in self.shows:
            self.shows[state.show] = Show(state.show)
        for screen, (width, height, touch) in SCREENS.items():
            context = self.browser.new_context(
                viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch,
                java_script_enabled=state.script, base_url=self.shows[state.show].address,
                locale=state.language, reduced_motion="reduce", service_workers="block")
            page = context.new_page()
            if state.before:
                state.before(page)
            page.goto(state.path, wait_until="networkidle")
            if state.after:
                state.after(page)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                # A code is another one with every port.
                shot = page.screenshot(
                    animations="disabled", caret="hide", mask=[page.locator(".code")], mask_color="#888888")
                yield (f"{state.name}-{screen.replace(' ', '-')}-{scheme}",
                       Image.open(io.BytesIO(shot)).convert("RGB"))
            context.close()


def file(name, folder=FOLDER):
    return folder / f"{name}.webp"


def main(names):
    FOLDER.mkdir(exist_ok=True)
    if not names:
        for old in FOLDER.iterdir():
            old.unlink()
    with Camera() as camera:
        for state in STATES:
            if names and state.name not in names:
                continue
            for name, picture in camera.pictures(state):
                picture.save(file(name), quality=70, method=6)


if __name__ == "__main__":
    main(sys.argv[1:])
