"""Spoilers behind curtains, in the browser: the curtains, reading aloud, printing."""

import json
import re

from browser import BrowserTest
from program import ROOT
from test_reader import VOICES

ENTRY = "/entries/agnes-skinner"
COVERED = "gives her a rasp"
# Another one is over the connections.
CURTAIN = ".curtain:has(.description)"


class SpoilersTest(BrowserTest):
    @classmethod
    def serve(cls):
        show = json.loads((ROOT / "config/simpsons.json").read_text())
        show["looks"]["spoilers"], show["bundled"] = "covered", str(ROOT / "config" / show["bundled"])
        return cls.own(show)

    def test_a_curtain_opens_and_closes(self):
        for script in [True, False]:
            with self.subTest(script=script):
                page = self.page(ENTRY, script=script)
                curtain, text = page.locator(CURTAIN), page.get_by_text(re.compile(COVERED))
                self.assertFalse(text.is_visible())
                curtain.get_by_text("Show", exact=True).click()
                self.assertTrue(text.is_visible())
                curtain.get_by_text("Hide", exact=True).click()
                self.assertFalse(text.is_visible())

    def test_what_is_covered_is_neither_read_aloud_nor_printed(self):
        page = self.page("/", script=True)
        page.add_init_script(VOICES)
        page.goto(ENTRY)
        for is_open in [False, True]:
            if is_open:
                page.locator(f"{CURTAIN} summary").click()
            page.evaluate("() => { said.length = 0 }")
            page.locator("#reader").get_by_role("button", name="Read aloud").click()
            while page.locator("#reader").get_by_role("button", name="Stop").is_visible():
                page.evaluate("() => speechSynthesis.finish()")
            said = " ".join(text for text, *_ in page.evaluate("() => said"))
            self.assertEqual((COVERED in said, "May contain" in said), (is_open, False))
            page.emulate_media(media="print")
            self.assertEqual(page.locator(CURTAIN).is_visible(), is_open)
            self.assertFalse(page.locator(f"{CURTAIN} summary").is_visible())
            page.emulate_media(media="screen")
