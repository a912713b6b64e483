"""Compares each state of the pages with its reference screenshot."""
import unittest

from PIL import Image, ImageChops
from program import ROOT
from screens import STATES, file, pictures

SEEN = ROOT / ".build/screens"
# Squares of this size are compared by mean colour, to tolerate differences in glyph rendering.
SQUARE = 4
# The difference of a channel (of 255) that counts, and the tolerated share of such squares.
DIFFERENCE = 28
SHARE = 0.004


def share_of_difference(one, other):
    """The share of differing squares in two pictures of the same size, from 0 to 1."""
    one, other = one.reduce(SQUARE), other.reduce(SQUARE)
    red, green, blue = ImageChops.difference(one, other).split()
    largest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(largest.histogram()[DIFFERENCE:]) / (largest.width * largest.height)


class ScreensTest(unittest.TestCase):
    def test_each_state_matches_its_reference_screenshot(self):
        for state in STATES:
            for name, picture in pictures(state):
                with self.subTest(name):
                    self.compare(name, picture)

    def compare(self, name, picture):
        hint = f"Look at {SEEN}; `make screens` regenerates the references."
        self.assertTrue(file(name).exists(), f"no reference. {hint}")
        reference = Image.open(file(name)).convert("RGB")
        same = reference.size == picture.size
        share = share_of_difference(reference, picture) if same else 1
        if share > SHARE:
            SEEN.mkdir(parents=True, exist_ok=True)
            picture.save(file(name, SEEN))
        self.assertLessEqual(share, SHARE, hint)

    def test_the_comparison_detects_visible_differences(self):
        reference = Image.open(file("list-light")).convert("RGB")
        self.assertEqual(share_of_difference(reference, reference), 0)
        moved = ImageChops.offset(reference, 0, 3)
        self.assertGreater(share_of_difference(reference, moved), SHARE)
        without_two_rows = reference.copy()
        without_two_rows.paste(reference.getpixel((2, 300)), (40, 300, 390, 396))
        self.assertGreater(share_of_difference(reference, without_two_rows), SHARE)
