"""Pictures like those of real sources, drawn from a seed: faces on a gradient, identical on every machine."""

import colorsys
import functools
import io
import random

from PIL import Image, ImageDraw, ImageOps

# Usual sizes of pictures of characters, the most frequent first.
SIZES = ["180x240", "96x128", "240x320", "200x200", "160x160", "300x400", "185x278", "400x400", "240x180", "150x300"]
# Sizes of unusual pictures by the name of their kind.
ODD_SIZES = {"wide": (1200, 150), "tall": (120, 900), "huge": (3000, 4000), "transparent": (240, 320),
             "slow": (180, 240), "cut": (300, 400), "poster": (185, 278)}
# Kinds that are not a complete picture.
FAULTS = ["missing", "page", "cut"]
# The longer side of the largest drawing in pixels, before it is scaled.
CANVAS = 1_600


def tint(hue, saturation, value):
    return tuple(round(255 * part) for part in colorsys.hsv_to_rgb(hue % 1, saturation, value))


def face(draw, chance, x, y, unit):
    """Draws head and shoulders around a point; `unit` is the height of the head."""
    skin = tint(0.04 + 0.06 * chance.random(), 0.25 + 0.4 * chance.random(), 0.55 + 0.42 * chance.random())
    hair, coat = tint(chance.random(), 0.45, 0.15 + 0.5 * chance.random()), tint(chance.random(), 0.5, 0.7)

    def oval(dx, dy, width, height, fill):
        left, top = x + (dx - width / 2) * unit, y + (dy - height / 2) * unit
        draw.ellipse((left, top, left + width * unit, top + height * unit), fill)

    def block(dx, dy, width, height, fill):
        left, top = x + (dx - width / 2) * unit, y + (dy - height / 2) * unit
        draw.rounded_rectangle((left, top, left + width * unit, top + height * unit), 0.12 * unit, fill)

    if chance.random() < 0.4:
        block(0, 0.12, 0.98, 1.1, hair)
    oval(0, 1.15, 1.7, 1.3, coat)
    block(0, 0.5, 0.3, 0.5, skin)
    oval(0, -0.12, 0.94, 0.94, hair)
    oval(0, 0.06, 0.8, 0.94, skin)
    for side in (-1, 1):
        oval(0.17 * side, 0, 0.15, 0.11, "white")
        oval(0.17 * side, 0, 0.08, 0.08, "#222222")
        block(0.17 * side, -0.13, 0.2, 0.03, hair)
    oval(0, 0.14, 0.1, 0.16, tuple(part * 9 // 10 for part in skin))
    oval(0, 0.33, 0.18 + 0.16 * chance.random(), 0.04 + 0.07 * chance.random(), "#8c3a3a")


def portrait(seed, width, height, transparent=False):
    """One face, or as many as fit side by side or above one another."""
    chance = random.Random(seed)
    scale = min(2, CANVAS / max(width, height))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    hue = chance.random()
    image = Image.new("RGBA", size)
    if not transparent:
        light, dark = tint(hue, 0.2, 0.96), tint(hue + 0.08, 0.5, 0.62)
        image = ImageOps.colorize(Image.linear_gradient("L").resize(size), light, dark)
    columns, rows = max(1, round(width / height)), max(1, round(height / width))
    cell = (size[0] / columns, size[1] / rows)
    for number in range(columns * rows):
        face(ImageDraw.Draw(image), chance, cell[0] * (number % columns + 0.5),
             cell[1] * (number // columns + 0.46), 0.52 * min(cell))
    return image.resize((width, height), Image.Resampling.LANCZOS)


def encoded(image, form="JPEG"):
    file = io.BytesIO()
    image.save(file, form, quality=85)
    return file.getvalue()


@functools.lru_cache(maxsize=1_000)
def picture(kind, seed, size=None):
    """The status, media type and bytes of a picture of a kind: one of ODD_SIZES or FAULTS, or a size such as 96x128.

    `size`: the size to which the host scales all pictures.
    """
    if kind == "missing":
        return 404, "text/html", b"<!doctype html><title>404</title><h1>Not Found</h1>"
    if kind == "page":
        return 200, "text/html; charset=utf-8", b"<!doctype html><title>Sign in</title><p>Please sign in first.</p>"
    width, height = size or ODD_SIZES.get(kind) or map(int, kind.split("x"))
    transparent = kind == "transparent"
    form = "PNG" if transparent else "JPEG"
    body = encoded(portrait(f"{kind}-{seed}", width, height, transparent), form)
    return 200, f"image/{form.lower()}", body[:len(body) // 2] if kind == "cut" else body


def kind_of(seed):
    """The kind of picture for a name: three of four are usual; `none` means no picture."""
    chance = random.Random(f"kind of {seed}")
    if chance.random() < 0.75:
        return chance.choices(SIZES, range(len(SIZES), 0, -1))[0]
    return chance.choice(["none", *FAULTS, "slow", "wide", "tall", "huge", "transparent"])
