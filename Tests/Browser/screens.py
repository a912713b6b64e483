"""Takes the screenshots in Screens/: what there is to see, in light and in dark."""

import pathlib

from show import SCREENS, BrowserTest

FOLDER = pathlib.Path(__file__).parent / "Screens"
VIEWS = [
    ("list", "phone", "/"),
    ("grid", "phone", "/?view=grid"),
    ("detail", "phone", "/entries/moe-szyslak"),
    ("split", "tablet", "/entries/moe-szyslak"),
    ("search", "tablet upright", "/?q=school"),
]


class Screens(BrowserTest):
    def runTest(self):
        FOLDER.mkdir(exist_ok=True)
        for name, screen, path in VIEWS:
            for scheme in ["light", "dark"]:
                page = self.page(path, screen, color_scheme=scheme)
                page.wait_for_timeout(500)
                page.screenshot(path=FOLDER / f"{name}-{scheme}.png")


if __name__ == "__main__":
    import unittest

    unittest.main(argv=["screens"])
