"""The size of the detail's picture for originals of all sizes."""

from browser import SETTLED, SHIFT, BrowserTest
from documents import show_document
from world import PlayedShow, World

# Originals by the names of their kinds; `none` has no picture.
ORIGINALS = {
    "96x128": (96, 128), "180x240": (180, 240), "poster": (185, 278), "400x400": (400, 400), "640x360": (640, 360),
    "wide": (1200, 150), "huge": (3000, 4000), "none": None,
}
# Boxes of the detail, the picture's frame and the picture in it, in CSS pixels.
SIZES = """() => {
  const size = (element) => {
    const { width, height } = element?.getBoundingClientRect() ?? { width: 0, height: 0 };
    return [width, height];
  };
  const box = document.querySelector("#entry .portrait");
  const image = box?.matches("img") ? box : box?.querySelector("img");
  return { pane: size(document.querySelector("#entry")), box: size(box), picture: size(image) };
}"""
# Picture, title and star of an entry's page.
WORDS = """() => ["#entry .portrait", "#entry .prose", ".star.of-entry, .mark-this .star"].map((name) => {
  const shown = [...document.querySelectorAll(name)].find((one) => one.checkVisibility());
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  return { left, right, top, bottom };
})"""
PAINTED = """() => performance.getEntriesByName("first-contentful-paint").length"""
# Positions of the box and the texts, since browsers attribute early shifts to user input.
PLACES = """() => [...document.querySelectorAll("#entry :is(.portrait, h1, .description)")].map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""
CANDIDATES = """() => document.querySelector("#entry .portrait img, #entry img.portrait")?.srcset"""


def show(world, *kinds):
    """A list with an entry per original, named after it; of all kinds by default."""
    feed = {"kind": "records", "address": f"{world.address}/originals/{','.join(kinds or ORIGINALS)}",
            "entry": {"title": "title", "description": "text", "picture": "picture"}}
    return show_document("Originals", feed, aspect="3:4", pictures={"hosts": ["127.0.0.1"], "privateAddresses": True})


def sizes(page, kind):
    """The boxes on the page of an original, once it has arrived."""
    page.goto(f"/entries/{kind}")
    page.evaluate(SETTLED)
    return page.evaluate(SIZES)


def faults(screen, original, found):
    """The violated size rules as sentences."""
    (pane, _), (box, box_height), (width, height) = found["pane"], found["box"], found["picture"]
    if not original:
        if (box, box_height) != (64, 64):
            yield f"the tile of a missing picture is {box:.0f} × {box_height:.0f}, not 64 × 64"
        return
    shape = original[0] / original[1]
    if not height or abs(width / height / shape - 1) > max(0.01, 1 / height):
        yield f"the picture is drawn {width:.0f} × {height:.0f}, not in its own shape"
    if abs(width - box) > 1 or abs(height - box_height) > 1:
        yield f"the picture of {width:.0f} × {height:.0f} has a frame of {box:.0f} × {box_height:.0f}"
    # Text is larger on large screens, and pictures with it.
    if width > 1.5 * 1.2 * original[0] + 1:
        yield f"the picture is enlarged {width / original[0]:.2f} times"
    if width > pane:
        yield f"the picture of {width:.0f} px is wider than its pane of {pane:.0f}"


class PictureTest(BrowserTest):
    @classmethod
    def serve(cls):
        cls.world = World()
        cls.addClassCleanup(cls.world.stop)
        return cls.own(show(cls.world), kind=PlayedShow, world=cls.world)

    def test_size_and_aspect_ratio_of_the_detail_picture(self):
        self.served.arrive()
        page = self.page("/", script=True)
        for kind, original in ORIGINALS.items():
            with self.subTest(kind):
                self.assertEqual(list(faults("phone", original, sizes(page, kind))), [])

    def test_title_and_star_are_in_view_beside_or_below_the_picture(self):
        self.served.arrive()
        # Phones held sideways, small tablets held upright, and text of twice the size.
        for width, height, text in [(844, 390, 1), (568, 320, 1), (744, 1133, 1), (834, 1112, 1), (1280, 800, 2)]:
            page = self.page("about:blank", script=True, viewport={"width": width, "height": height})
            page.goto("/entries/640x360")
            page.evaluate("(size) => { document.documentElement.style.fontSize = `${size}00%`; }", text)
            page.evaluate(SETTLED)
            picture, words, star = page.evaluate(WORDS)
            with self.subTest(width=width, text=text):
                self.assertLessEqual(picture["bottom"] - picture["top"], max(128, 0.7 * height))
                self.assertLessEqual(star["bottom"], height)
                if height < 500:
                    self.assertGreaterEqual(words["left"], picture["right"])
                elif width < 1000 or text > 1:
                    self.assertGreaterEqual(words["top"], picture["bottom"] - 1)

    def test_srcset_widths_match_the_copies(self):
        self.served.arrive()
        page = self.page("/", script=True)
        for kind, original in ORIGINALS.items():
            page.goto(f"/entries/{kind}")
            for candidate in (page.evaluate(CANDIDATES) or "").split(", ") if original else []:
                address, _, width = candidate.partition(" ")
                with self.subTest(candidate):
                    real = page.evaluate("""async (address) => {
                      const image = Object.assign(new Image(), { src: address });
                      await image.decode();
                      return image.naturalWidth;
                    }""", address or page.locator("#entry .portrait img").get_attribute("src"))
                    self.assertEqual(width or f"{real}w", f"{real}w")
                    self.assertLessEqual(real, original[0])

    def test_no_layout_shift_when_the_picture_loads(self):
        self.served.arrive()
        for kind, original in list(ORIGINALS.items())[:2]:
            if original:
                with self.subTest(kind):
                    page = self.page("about:blank", script=True)
                    with self.held(page, f"/pictures/{kind}"):
                        page.goto(f"/entries/{kind}", wait_until="domcontentloaded")
                        page.wait_for_function(PAINTED)
                        before = page.evaluate(PLACES)
                    self.assertEqual(page.evaluate(SHIFT), 0)
                    self.assertEqual(page.evaluate(PLACES), before)


class PickTest(BrowserTest):
    @classmethod
    def serve(cls):
        cls.world = World()
        cls.addClassCleanup(cls.world.stop)
        return cls.own(show(cls.world, "huge"), kind=PlayedShow, world=cls.world)

    def test_the_entry_of_the_day_is_across_the_pane_only_where_it_is_sharp(self):
        self.served.arrive()
        for width, height, is_stage in [(390, 844, False), (820, 1180, True), (1280, 800, True), (2560, 1440, False)]:
            with self.subTest(width=width):
                page = self.page("/", script=True, viewport={"width": width, "height": height})
                page.evaluate(SETTLED)
                picture, pane = (page.locator(one).bounding_box() for one in [".hero .portrait", "#entry"])
                self.assertEqual(picture["width"] > 0.8 * pane["width"], is_stage, (picture, pane))
