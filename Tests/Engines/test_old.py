"""Engines of 2020 and 2016, as in old tablets and televisions: the entry first, and readable."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest

from PIL import Image, ImageChops
from program import PATIENCE, ROOT
from world import PlayedShow

SIZES = [(820, 1100), (390, 760), (1280, 720)]


class OldEngines:
    @classmethod
    def setUpClass(cls):
        cls.show = PlayedShow("simpsons")
        cls.addClassCleanup(cls.show.stop)
        # A wide, a tall and a large picture, and none.
        cls.entries = ["homer-simpson", "marge-simpson", "krusty-the-clown", "agnes-skinner"]
        cls.show.arrive(*cls.entries[:3], sizes=["whole=720", "whole=1440"])

    def test_the_heading_of_an_entry_is_within_the_first_screen(self):
        for width, height in SIZES:
            for entry in self.entries:
                with self.subTest(entry=entry, width=width):
                    top, bottom = self.heading(f"{self.show.address}/entries/{entry}", width, height)
                    self.assertGreater(top, 0)
                    self.assertLess(bottom, height)


class Chromium87Test(OldEngines, unittest.TestCase):
    def heading(self, *place):
        return self.value(*place, """(({ top, bottom }) => [top, bottom])(
          document.querySelector("article h1").getBoundingClientRect())""")

    def value(self, address, width, height, script):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                ["xvfb-run", "-a", "/usr/bin/python3", ROOT / "Tests/Engines/chromium87.py", address, str(width),
                 str(height), script], timeout=PATIENCE, check=True, capture_output=True, text=True,
                env={**os.environ, "XDG_RUNTIME_DIR": folder, "QT_QPA_PLATFORM": "xcb",
                     "QTWEBENGINE_CHROMIUM_FLAGS": "--no-sandbox --disable-gpu", "QTWEBENGINE_DISABLE_SANDBOX": "1"})
        return json.loads(done.stdout.splitlines()[-1])

    def test_the_bar_hides_what_is_scrolled_below_it(self):
        script = "getComputedStyle(document.querySelector('.bar')).backgroundColor"
        color = self.value(self.show.address + "/", 390, 760, script)
        self.assertRegex(color, r"^rgb\(")


@unittest.skipUnless(shutil.which("wkhtmltoimage"), "WebKit of 2016 (wkhtmltopdf) is in Debian 12 only")
class WebKit2016Test(OldEngines, unittest.TestCase):
    def heading(self, address, width, height):
        """The heading's first and last line in the picture; scripts measure another layout."""
        with tempfile.NamedTemporaryFile(suffix=".png") as picture:
            subprocess.run(
                ["wkhtmltoimage", "--quiet", "--width", str(width), "--height", str(height), "--run-script",
                 "document.querySelector('article h1').style.background = '#f0f'", address, picture.name],
                timeout=PATIENCE, check=True, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
            with Image.open(picture.name) as image:
                others = ImageChops.difference(image.convert("RGB"), Image.new("RGB", image.size, "#f0f"))
        _, top, _, bottom = others.convert("L").point(lambda light: 0 if light else 255).getbbox()
        return top, bottom
