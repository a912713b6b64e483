"""Makes the README's picture: a show on a tablet and a phone, on a large screen, and on a desktop.

    cover.py [FILE]
"""

import io
import pathlib
import sys

from browser import LOADED, SETTLED, new_visitor
from PIL import Image, ImageDraw
from world import PlayedShow, World

FILE = pathlib.Path(__file__).parent / "cover.webp"
DESK = "moe-szyslak"
# Pixels: the widths of the screens on the right, and the gap between all.
WIDTH, GAP = 600, 40


class WellWorld(World):
    """A world in which every picture exists and is large."""

    def kind(self, title):
        return "300x400"


def shot(served, screen, path, keys=(), **options):
    context = new_visitor(screen=screen, base_url=served.address, reduced_motion="reduce", **options)
    page = context.new_page()
    page.goto(path)
    page.wait_for_load_state("networkidle")
    if keys:
        page.evaluate(SETTLED)
        page.evaluate(LOADED, "kiosk")
    for key in keys:
        page.keyboard.press(key)
    picture = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    context.close()
    return picture


def framed(picture, width, radius, edge):
    """Adds round corners and a dark frame."""
    picture = picture.resize((width, round(picture.height * width / picture.width)), Image.LANCZOS)
    corners = Image.new("L", picture.size, 0)
    ImageDraw.Draw(corners).rounded_rectangle((0, 0, picture.width - 1, picture.height - 1), radius, fill=255)
    frame = Image.new("RGBA", (picture.width + 2 * edge, picture.height + 2 * edge))
    outline = (0, 0, frame.width - 1, frame.height - 1)
    ImageDraw.Draw(frame).rounded_rectangle(outline, radius + edge, fill="#1b1c1f")
    frame.paste(picture, (edge, edge), corners)
    return frame


def main(path):
    world = WellWorld()
    served = PlayedShow("simpsons", world=world)
    served.arrive(sizes=["tile=160", "tile=360", "tile=720", "whole=720", "whole=1440"])
    wall = framed(shot(served, "large", "/?kiosk=1", ["ArrowDown", *3 * ["ArrowRight"]]), WIDTH, 4, 9)
    desk = framed(shot(served, "desktop", f"/entries/{DESK}"), WIDTH, 8, 9)
    # As high as both together.
    tablet = framed(shot(served, "tablet", "/?view=grid", device_scale_factor=2), 1100, 16, 12)
    phone = framed(shot(served, "phone", "/", device_scale_factor=2), 290, 28, 9)
    served.stop()
    world.stop()
    home = tablet.width + phone.width // 3
    cover = Image.new("RGBA", (home + GAP + wall.width, wall.height + GAP + desk.height))
    for picture, left, top in [
        (tablet, 0, 0), (phone, home - phone.width, cover.height - phone.height), (wall, home + GAP, 0),
        (desk, home + GAP, cover.height - desk.height),
    ]:
        cover.paste(picture, (left, top), picture)
    cover.save(path, quality=82)


if __name__ == "__main__":
    main(*sys.argv[1:] or [FILE])
