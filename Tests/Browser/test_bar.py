"""The bar and the lines below it: the star of the entry, the list that closes, the note about a missing network."""

import itertools
import re

from browser import BrowserTest
from program import HeldPort
from test_favorites import Marking, with_and_without_script
from world import World

BOXES = """() => [...document.querySelectorAll(".bar > *")].filter((part) => part.checkVisibility()).map((part) => {
  const { left, right, width, height } = part.getBoundingClientRect();
  return { left, right, width, height, isButton: part.matches(".button") };
})"""


class StarTest(Marking, BrowserTest):
    @with_and_without_script
    def test_the_star_in_a_phones_bar_marks_the_entry(self, script):
        page = self.page("/entries/bart-simpson", script=script)
        star = page.locator(".bar").get_by_label("Favorite: Bart Simpson")
        for pressed, count in [("true", "1"), ("false", "")]:
            self.press(page, "Favorite: Bart Simpson", ".bar")
            self.assertEqual(star.get_attribute("aria-pressed"), pressed)
            self.assertFalse(page.locator(".mark-this .star").is_visible())
            self.assertEqual(page.locator("#drawer-count").inner_text(), count)
            self.assertTrue(page.url.endswith("/entries/bart-simpson"))

    def test_a_narrow_bar_cuts_the_name_and_no_button(self):
        page = self.page("/entries/apu-nahasapeemapetilon", viewport={"width": 320, "height": 640})
        boxes = page.evaluate(BOXES)
        self.assertEqual(sum(box["isButton"] for box in boxes), 3)
        for before, after in itertools.pairwise(boxes):
            self.assertLessEqual(before["right"], after["left"])
        self.assertGreaterEqual(boxes[0]["left"], 0)
        self.assertLessEqual(boxes[-1]["right"], 320)
        self.assertTrue(all(min(box["width"], box["height"]) >= 44 for box in boxes if box["isButton"]))

    def test_a_tablets_bar_has_the_drawer_alone(self):
        page = self.page("/entries/bart-simpson", "tablet")
        self.assertEqual(page.locator(".bar .star:visible").count(), 0)
        self.assertEqual(page.locator(".bar .drawer-button:visible").count(), 1)


class PaneTest(BrowserTest):
    def widths(self, page):
        return [page.locator(pane).bounding_box()["width"] if page.locator(pane).is_visible() else 0
                for pane in ["#list", "#entry"]]

    @with_and_without_script
    def test_the_list_closes_and_opens_and_the_choice_is_remembered(self, script):
        page = self.page("/entries/moe-szyslak", viewport={"width": 720, "height": 1024}, script=script)
        listed = self.widths(page)
        self.assertGreater(min(listed), 200)
        page.get_by_role("link", name="Hide list").click()
        page.wait_for_url("**/entries/moe-szyslak?pane=closed")
        self.assertEqual(self.widths(page), [0, 720])
        self.assertFalse(page.locator("#border").is_visible())
        page.locator(".neighbours [rel=next]").click()
        page.wait_for_url(re.compile("/entries/(?!moe)[^?]*$"))
        self.assertEqual(self.widths(page), [0, 720])
        # A search opens it for its page.
        page.goto("/?q=simpson")
        self.assertEqual(self.widths(page), listed)
        page.goto("/")
        self.assertEqual(self.widths(page), [0, 720])
        page.get_by_role("link", name="Show list").click()
        page.wait_for_url("**/?pane=open")
        page.goto("/entries/moe-szyslak")
        self.assertEqual(self.widths(page), listed)

    def test_phones_show_list_or_entry_as_before(self):
        page = self.page("/?pane=closed", viewport={"width": 719, "height": 1024})
        # Today's pick, beside the list on wide screens, is above it here.
        self.assertEqual(self.widths(page), [719, 719])
        self.assertFalse(page.locator(".featured .others").is_visible())
        self.assertFalse(page.locator(".to-pane").is_visible())
        page.locator("#e-moe-szyslak > a").click()
        self.assertEqual(self.widths(page), [0, 719])
        self.assertFalse(page.locator(".to-pane").is_visible())


class NoteTest(BrowserTest):
    @classmethod
    def serve(cls):
        world, closed = World(), HeldPort()
        cls.addClassCleanup(world.stop)
        cls.addClassCleanup(closed.release)
        show = world.show("simpsons", feed={"kind": "duckduckgo", "address": f"http://127.0.0.1:{closed.number}/"})
        return cls.own(show, offline=False)

    def test_a_source_without_an_answer_is_announced_at_the_top(self):
        page = self.page("/")
        self.wait_in(page, lambda: page.reload() and page.locator(".note").count(), "the note")
        for screen in ["phone", "tablet", "desktop"]:
            page = self.page("/", screen)
            note = page.locator(".note")
            self.assertRegex(note.inner_text(), r"^Bundled data\. The source has not responded since .*, \d\d:\d\d\.$")
            box, list_box = note.bounding_box(), page.locator("#list").bounding_box()
            self.assertLessEqual(box["y"] + box["height"], list_box["y"])
            self.assertLess(box["y"] + box["height"], 120)
            # Nothing is pushed out of the screen.
            width, height = page.viewport_size["width"], page.viewport_size["height"]
            self.assertLessEqual(page.evaluate("() => document.documentElement.scrollWidth"), width)
            if screen != "phone":
                self.assertEqual(list_box["y"] + list_box["height"], height)


class OfflineNoteTest(BrowserTest):
    def test_a_show_that_asks_nobody_has_no_note(self):
        self.assertEqual(self.page("/").locator(".note").count(), 0)
