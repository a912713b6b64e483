"""The picture at the top of the README: a show whose pictures are drawn here, at home on a tablet and a phone, in a
museum on the wall, and in an office at a desk."""

# Drawings are longer than lines.
# ruff: noqa: E501

import io
import json
import pathlib
import tempfile

from browser import LOADED, SETTLED, new_visitor
from outside import Outside
from PIL import Image, ImageDraw
from program import Show, wait_for
from visitor import Visitor

FILE = pathlib.Path(__file__).parent / "cover.webp"
PALETTES = [
    ("#16324f", "#2a628f", "#f2c14e", "#f7f3e3"), ("#43291f", "#a24936", "#f4d58d", "#fbf5e6"),
    ("#1d3b2f", "#3e7c59", "#e8c547", "#f4f1de"), ("#3c1642", "#8d5a97", "#f7b2ad", "#fff4e9"),
    ("#0b3c49", "#1b7a8c", "#f28f3b", "#fdf0d5"), ("#5b2333", "#b5485d", "#f6bd60", "#f7ede2"),
]
SKY = '<rect width="300" height="400" fill="{1}"/><circle cx="222" cy="86" r="38" fill="{2}"/>'
MOTIFS = {
    "Owl": '<ellipse cx="150" cy="262" rx="88" ry="122" fill="{0}"/><path d="M70 180 84 108 130 158ZM230 180 216 108 170 158Z"'
    ' fill="{0}"/><circle cx="114" cy="198" r="38" fill="{3}"/><circle cx="186" cy="198" r="38" fill="{3}"/>'
    '<circle cx="116" cy="200" r="17" fill="{0}"/><circle cx="184" cy="200" r="17" fill="{0}"/>'
    '<path d="M138 222h24l-12 28Z" fill="{2}"/><path d="M96 288q54 58 108 0-8 84-54 92-46-8-54-92Z" fill="{1}"/>',
    "Fox": '<path d="M60 130 100 206 200 206 240 130 232 258 150 348 68 258Z" fill="{2}"/>'
    '<path d="M68 258 122 262 150 348ZM232 258 178 262 150 348Z" fill="{3}"/><circle cx="114" cy="236" r="11" fill="{0}"/>'
    '<circle cx="186" cy="236" r="11" fill="{0}"/><path d="M134 318h32l-16 30Z" fill="{0}"/>',
    "Whale": '<path d="M0 270q75-32 150 0t150 0v130H0Z" fill="{0}"/><path d="M46 250q10-92 112-92 84 0 100 78l34-34-4 62q-40 52-130 '
    '52-98 0-112-66Z" fill="{3}"/><circle cx="98" cy="226" r="9" fill="{0}"/><path d="M0 306q75-30 150 0t150 0v94H0Z" '
    'fill="{0}" opacity=".85"/>',
    "Moth": '<path d="M150 190Q40 96 30 206q4 62 112 50Q60 292 92 344q34 30 58-62 24 92 58 62 32-52-50-88 108 12 112-50'
    'Q260 96 150 190Z" fill="{3}"/><rect x="140" y="172" width="20" height="138" rx="10" fill="{0}"/>'
    '<circle cx="86" cy="206" r="18" fill="{2}"/><circle cx="214" cy="206" r="18" fill="{2}"/>',
    "Lighthouse": '<path d="M0 330q80-40 160-8t140-10v88H0Z" fill="{0}"/><path d="M122 152h56l20 190h-96Z" fill="{3}"/>'
    '<path d="M118 190h64l5 46h-74ZM109 280h82l4 44h-90Z" fill="{0}"/><rect x="120" y="116" width="60" height="36" fill="{2}"/>'
    '<path d="M112 116 150 84 188 116Z" fill="{0}"/>',
    "Peak": '<path d="M-20 400 112 150 214 340 250 280 330 400Z" fill="{0}"/><path d="M112 150 76 218 104 206 122 228 146 213Z" '
    'fill="{3}"/><path d="M0 372q150-52 300 0v28H0Z" fill="{2}" opacity=".9"/>',
    "Boat": '<path d="M150 96v190h92Q216 152 150 96Z" fill="{3}"/><path d="M138 132v154H66Q84 188 138 132Z" fill="{2}"/>'
    '<path d="M46 300h208l-34 52H84Z" fill="{0}"/><path d="M0 352q75-24 150 0t150 0v48H0Z" fill="{0}" opacity=".7"/>',
    "Oak": '<rect x="136" y="230" width="28" height="140" fill="{0}"/><circle cx="150" cy="170" r="70" fill="{0}"/>'
    '<circle cx="98" cy="216" r="54" fill="{0}"/><circle cx="204" cy="214" r="56" fill="{0}"/>'
    '<path d="M0 366q150-30 300 0v34H0Z" fill="{2}"/>',
}
PHONE, DESK = "ember-owl", "brass-fox"
# Pixels: the widths of the screens on the right, and what lies between all.
WIDTH, GAP = 600, 40
NAMES = ["Ashen", "Brass", "Cinder", "Dusk", "Ember"]
STORY = ("The {name} stands at the {place} of the old harbour road. Whoever passes it at night is said to find the way home, "
         "and whoever passes it in the morning is said to be late.")


def drawing(number):
    motif = list(MOTIFS)[number % len(MOTIFS)]
    palette = PALETTES[(number * 5 + number // 8) % len(PALETTES)]
    shapes = (SKY + MOTIFS[motif]).format(*palette)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400">{shapes}</svg>'


class Drawings(Outside):
    def answer(self, path, query, headers):
        return 200, "image/svg+xml", drawing(int(path[1:])).encode()


def entry(number, address):
    name = f"{NAMES[number // len(MOTIFS)]} {list(MOTIFS)[number % len(MOTIFS)]}"
    place = ["beginning", "first bend", "bridge", "well", "end"][number % 5]
    return {"title": name, "subtitle": f"At the {place}", "text": STORY.format(name=name, place=place),
            "picture": f"{address}/{number}"}


def show(entries):
    return {
        "name": "Lantern Road", "shortName": "Lanterns", "packageID": "org.example.lanterns",
        "noun": {"one": "sign", "many": "signs"}, "language": "en",
        "feed": {"kind": "records", "file": str(entries), "entry": {
            "title": "title", "subtitle": "subtitle", "description": "text", "picture": "picture"}},
        "pictures": {"hosts": ["127.0.0.1"], "privateAddresses": True},
        "looks": {"accent": "#2a628f", "tile": "#d5e3ee", "pictureAspect": "3:4", "icon": "icons/show.svg"},
    }


def kind(visitor, target):
    return visitor.ask(target, headers=[("Accept", "image/webp")]).header("Content-Type")


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
    """With round corners, in a dark frame."""
    picture = picture.resize((width, round(picture.height * width / picture.width)), Image.LANCZOS)
    corners = Image.new("L", picture.size, 0)
    ImageDraw.Draw(corners).rounded_rectangle((0, 0, picture.width - 1, picture.height - 1), radius, fill=255)
    frame = Image.new("RGBA", (picture.width + 2 * edge, picture.height + 2 * edge))
    outline = (0, 0, frame.width - 1, frame.height - 1)
    ImageDraw.Draw(frame).rounded_rectangle(outline, radius + edge, fill="#1b1c1f")
    frame.paste(picture, (edge, edge), corners)
    return frame


def main():
    outside = Drawings()
    with tempfile.TemporaryDirectory() as folder:
        entries = pathlib.Path(folder, "signs.json")
        count = len(NAMES) * len(MOTIFS)
        entries.write_text(json.dumps([entry(number, outside.address) for number in range(count)]))
        served = Show(show(entries), offline=False)
        visitor = Visitor(served.port, f"127.0.0.1:{served.port}")
        listed = json.loads(visitor.ask("/entries.json?size=100").body)["entries"]
        for target in [f"/pictures/{one['id']}?tile=360" for one in listed] + [f"/pictures/{one}?whole=720" for one in (PHONE, DESK)]:
            wait_for(lambda target=target: kind(visitor, target) == "image/webp", "the drawings")
        wall = framed(shot(served, "desktop", "/?kiosk=1", ["ArrowDown", *3 * ["ArrowRight"]],
                           viewport={"width": 1920, "height": 1080}), WIDTH, 4, 9)
        desk = framed(shot(served, "desktop", f"/entries/{DESK}"), WIDTH, 8, 9)
        # As high as the two together.
        tablet = framed(shot(served, "tablet", "/?view=grid", device_scale_factor=2), 1100, 16, 12)
        phone = framed(shot(served, "phone", f"/entries/{PHONE}", device_scale_factor=2), 290, 28, 9)
        served.stop()
    outside.stop()
    home = tablet.width + phone.width // 3
    cover = Image.new("RGBA", (home + GAP + wall.width, wall.height + GAP + desk.height))
    for picture, left, top in [
        (tablet, 0, 0), (phone, home - phone.width, cover.height - phone.height), (wall, home + GAP, 0),
        (desk, home + GAP, cover.height - desk.height),
    ]:
        cover.paste(picture, (left, top), picture)
    cover.save(FILE, quality=82)


if __name__ == "__main__":
    main()
