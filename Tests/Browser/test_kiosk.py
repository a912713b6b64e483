"""Kiosk mode: keyboard only, and no trace of earlier visitors."""
import pathlib
import re

from browser import LOADED, SETTLED, BrowserTest
from world import PlayedShow

FOCUS = "() => document.activeElement.closest('li')?.id ?? document.activeElement.className"
# The middle of the focused element is in view, and it has a focus ring.
SEEN = """() => {
    const element = document.activeElement;
    const { left, top, width, height } = element.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return element.contains(found) && parseFloat(getComputedStyle(element).outlineWidth) >= 4;
}"""
PAUSE = 120_000


class KioskTest(BrowserTest):
    @classmethod
    def serve(cls):
        # A small screen, since it is painted three times for each of many visitors.
        played = cls.own("simpsons", kind=PlayedShow, count=25)
        played.arrive()
        return played

    def kiosk(self, **options):
        page = self.visitor("large", **options).new_page()
        self.watch(page)
        page.clock.install()
        page.goto("/?kiosk=1")
        self.settle(page)
        return page

    def settle(self, page):
        """Waits until the page handles keys."""
        page.evaluate(SETTLED)
        page.evaluate(LOADED, "kiosk")

    def press(self, page, *keys):
        for key in keys:
            page.keyboard.press(key)

    def favorites(self):
        """Files of visitors' favorites on disk."""
        return [file for file in pathlib.Path(self.served.files.name, "state/favorites").rglob("*.json*")]

    def visit(self, page):
        """A visitor opens an entry, stars it, goes back and leaves."""
        self.press(page, "ArrowDown", "ArrowRight", "ArrowDown", "Enter")
        page.wait_for_url(re.compile("/entries/.*kiosk=1"))
        self.settle(page)
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator(".detail .star").focus()
            self.press(page, "Enter")
        page.wait_for_function("document.querySelector('.detail .star').ariaPressed === 'true'")
        self.press(page, "Escape")
        page.wait_for_url(re.compile(r"/\?.*kiosk=1"))
        self.settle(page)
        page.clock.fast_forward(PAUSE + 1_000)
        page.locator(".slides").wait_for(state="attached")

    def test_neither_pointer_nor_keys_leave_the_kiosk(self):
        page = self.kiosk()
        page.evaluate("""() => {
          window.passed = [];
          const note = (event) => event.defaultPrevented || passed.push(event.type);
          const types = ["contextmenu", "dragstart", "auxclick", "drop", "dragover"];
          for (const type of types) addEventListener(type, note);
          window.ask = (options) => !document.body.dispatchEvent(
            new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...options }));
        }""")
        tile, heading = page.locator(".tiles a").first, page.locator("h1").first
        for options in [{"button": "right"}, {"button": "middle"}, {"modifiers": ["Control"]}, {"modifiers": ["Shift"]},
                        {"modifiers": ["Alt"]}, {"modifiers": ["Control", "Shift"]}]:
            tile.click(**options)
        page.locator(".tiles img").first.drag_to(heading)
        page.evaluate("""() => {
          for (const type of ["dragstart", "dragover", "drop"]) {
            document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true }));
          }
        }""")
        page.locator("body").press("ContextMenu")
        self.assertEqual(page.evaluate("() => window.passed"), [])
        self.assertEqual((len(page.context.pages), self.stays(page)), (1, True))
        ways = [{"key": "p", "ctrlKey": True}, {"key": "S", "ctrlKey": True, "shiftKey": True},
                {"key": "ArrowLeft", "altKey": True}, {"key": "F12"}, {"key": "n", "metaKey": True}]
        self.assertEqual([page.evaluate("(way) => ask(way)", way) for way in ways], [True] * len(ways))
        # Ordinary input and scrolling still work.
        others = [{"key": "Control", "ctrlKey": True}, {"key": "a"}, {"key": "Tab"}, {"key": "+", "ctrlKey": True},
                  {"key": "ArrowLeft", "ctrlKey": True}, {"key": "Home"}]
        self.assertEqual([page.evaluate("(way) => ask(way)", way) for way in others], [False] * len(others))
        select = "(element) => getComputedStyle(element).userSelect"
        self.assertEqual([one.evaluate(select) for one in [heading, tile]], ["none", "none"])
        self.assertEqual(page.locator("[name=q]").evaluate(select), "text")
        page.emulate_media(media="print")
        self.assertFalse(page.locator("body").is_visible())

    def test_without_javascript_a_button_restarts(self):
        page = self.page("/?kiosk=1", "large")
        page.locator(".tiles .star").first.click()
        page.locator(".tiles .star[aria-pressed=true]").wait_for()
        name = page.locator(".tiles a > span").first.inner_text()
        # The target of the page's refresh.
        page.goto(re.search("url=(/[^\"]*)", page.content()).group(1).replace("&amp;", "&"))
        self.assertNotIn(name, page.locator("body").inner_text())
        self.assertTrue(self.favorites())
        page.get_by_role("button", name="Start", exact=True).click()
        page.wait_for_url(re.compile(r"/\?kiosk=1$"))
        self.assertEqual((self.favorites(), page.context.cookies()), ([], []))

    def test_no_trace_of_earlier_visitors(self):
        # Animations keep a machine without a GPU busy.
        page = self.kiosk(reduced_motion="reduce")
        for _ in range(3):
            self.visit(page)
            self.assertEqual(self.favorites(), [])
            self.assertEqual(page.context.cookies(), [])
            self.assertEqual(page.evaluate("() => [sessionStorage.length, navigation.currentEntry.index]"), [0, 0])
            self.assertIsNone(page.evaluate("() => localStorage.getItem('lately')"))
            # The first key only wakes the screen.
            self.press(page, "Enter")
            page.locator(".slides").wait_for(state="detached")
            self.assertTrue(page.url.endswith("/?kiosk=1"))
