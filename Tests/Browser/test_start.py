"""The page of a show that searches elsewhere; the service and its results are played by the test."""
import json
import re
import urllib.parse

from browser import SCREENS, SETTLED, BrowserTest
from outside import Outside
from program import ROOT
from tiers import some, thorough

FIELD = "[name=q]"
FAULT = "Suggestions are not available at the moment"


class Service(Outside):
    """Completes every text, unless it begins with "down", and shows results."""

    def __init__(self):
        self.asked = []
        self.headers = []
        super().__init__()

    def configuration(self, framed):
        """A show that uses this service."""
        show = json.loads((ROOT / "config/web.json").read_text())
        show["feed"]["address"] = self.address + "/suggest?query={query}"
        show["feed"]["results"] = {"address": self.address + "/search?q={query}", "frame": framed}
        return show

    def answer(self, path, query, headers):
        if path == "/suggest":
            text = query["query"]
            self.asked.append(text)
            self.headers.append(headers)
            if text.startswith("down"):
                return 500, "text/plain", b"down"
            completions = [f"{text} for iOS", f"{text} <b>focus</b>"]
            return 200, "application/json", json.dumps([text, completions, ["", "A quiet one"], []]).encode()
        if path == "/search":
            found = "<!doctype html><title>Found</title><h1>Results for {}</h1>".format(query["q"].replace("<", "&lt;"))
            return 200, "text/html", found.encode()
        return 200, "text/plain", b""


class ServiceTest(BrowserTest):
    framed = False

    @classmethod
    def serve(cls):
        cls.service = Service()
        cls.addClassCleanup(cls.service.stop)
        return cls.own(cls.service.configuration(cls.framed), offline=False)

    def open(self, path="/", screen="phone"):
        self.service.asked.clear()
        return self.page(path, screen, script=True)

    def type(self, page, letters):
        """Types letters and waits until the answer to the last is shown."""
        field = page.locator(FIELD)
        text = field.input_value() + letters
        self.complete(page, letters, text)
        # A service gets two seconds, which is too little for ours on a machine that stands still meanwhile.
        while page.locator("#fault").is_visible() and not text.startswith("down"):
            field.press("Backspace")
            self.complete(page, letters[-1], text)

    def complete(self, page, letters, text):
        with page.expect_response(lambda answer: answer.url.endswith("q=" + urllib.parse.quote_plus(text))):
            page.locator(FIELD).press_sequentially(letters)
        page.wait_for_function("""text => {
            const option = document.querySelector("[role=option]");
            return option?.checkVisibility() && option.dataset.text.startsWith(text)
              || !document.getElementById("fault").hidden;
        }""", arg=text)

    def suggestions(self, page):
        return page.locator(".suggestions:visible [role=option] span").all_inner_texts()


class StartTest(ServiceTest):
    def test_at_the_start_there_is_a_field_at_the_top_and_nothing_is_asked(self):
        for screen, (_, height, _) in some(SCREENS.items()):
            with self.subTest(screen):
                page = self.open(screen=screen)
                field = page.locator(FIELD)
                self.assertEqual(field.get_attribute("placeholder"), "Search")
                self.assertEqual(field.input_value(), "")
                self.assertTrue(field.evaluate("e => e === document.activeElement"))
                self.assertLess(field.bounding_box()["y"], height / 8)
                self.assertFalse(page.get_by_label("Clear the search").is_visible())
                self.assertEqual(self.suggestions(page), [])
                self.assertFalse(page.get_by_text(FAULT).is_visible())
                self.assertEqual(page.locator("h1").inner_text(), "Search")
        self.assertEqual(self.service.asked, [])

    def test_typing_shows_suggestions_as_text_under_the_field(self):
        page = self.open()
        self.type(page, "wolf")
        self.assertEqual(self.suggestions(page), ["wolf for iOS", "wolf <b>focus</b>"])
        field, box = (page.locator(name).bounding_box() for name in [FIELD, ".suggestions"])
        self.assertGreaterEqual(box["y"], field["y"] + field["height"])
        self.assertEqual(page.locator(FIELD).get_attribute("aria-expanded"), "true")
        # Letters typed quickly are asked side by side.
        self.assertIn("wolf", self.service.asked)
        self.assertTrue(page.url.endswith("/"))

    def test_the_service_sees_the_server_and_not_the_visitor(self):
        page = self.open()
        self.type(page, "private")
        headers = {name.lower(): value for name, value in self.service.headers[-1].items()}
        self.assertTrue(headers["user-agent"].startswith("dramatis/"))
        for name in ["cookie", "referer", "x-forwarded-for", "forwarded"]:
            self.assertNotIn(name, headers)

    def test_the_cross_clears_field_and_suggestions(self):
        page = self.open()
        self.type(page, "fox")
        page.get_by_label("Clear the search").click()
        self.assertEqual(page.locator(FIELD).input_value(), "")
        self.assertEqual(self.suggestions(page), [])
        self.assertFalse(page.get_by_label("Clear the search").is_visible())
        self.assertTrue(page.locator(FIELD).evaluate("e => e === document.activeElement"))
        self.assertNotIn("", self.service.asked)
        self.type(page, "cat")
        self.assertEqual(self.suggestions(page)[0], "cat for iOS")

    def test_a_late_answer_is_dropped(self):
        page = self.open()
        # The answer to the first letter comes after that to the last, and nothing can call it off.
        page.evaluate("""() => {
            const fetchAtOnce = window.fetch;
            window.fetch = (address, options) => `${address}`.endsWith("q=l")
                ? new Promise((answer) => window.late = () => answer(fetchAtOnce(address)))
                : fetchAtOnce(address, options);
        }""")
        page.locator(FIELD).press_sequentially("l")
        page.wait_for_function("() => window.late")
        self.type(page, "ate")
        with page.expect_response(re.compile("q=l$")):
            page.evaluate("() => window.late()")
        page.evaluate(SETTLED)
        self.assertEqual(self.suggestions(page)[0], "late for iOS")
        self.assertFalse(page.locator("#fault").is_visible())

    def test_choosing_puts_the_text_in_the_field_and_loads_its_results(self):
        for screen, choose in [
            ("phone", lambda page: page.locator("[role=option]").first.tap()),
            ("desktop", lambda page: page.locator("[role=option]").first.click()),
            ("tablet", lambda page: (page.keyboard.press("ArrowDown"), page.keyboard.press("Enter"))),
        ]:
            with self.subTest(screen):
                page = self.open(screen=screen)
                self.type(page, "fox")
                choose(page)
                page.wait_for_url(f"{self.service.address}/search?q=fox%20for%20iOS")
                self.assertEqual(page.locator("h1").inner_text(), "Results for fox for iOS")
                page.go_back()
                page.wait_for_function("() => document.querySelector('[name=q]').value === 'fox for iOS'")
                self.assertEqual(self.suggestions(page), [])
                self.assertTrue(page.get_by_label("Clear the search").is_visible())

    def test_results_that_are_slow_to_come_find_the_field_in_order(self):
        page = self.open()
        self.type(page, "fox")
        text, expanded = page.evaluate("""() => {
          document.querySelector("[role=option]").click();
          const field = document.querySelector("[name=q]");
          return [field.value, field.ariaExpanded];
        }""")
        self.assertEqual((text, expanded), ("fox for iOS", "false"))
        page.wait_for_url(re.compile("/search"))

    def test_enter_loads_the_results_of_what_was_typed(self):
        page = self.open()
        self.type(page, "fox & co")
        page.keyboard.press("Enter")
        page.wait_for_url(f"{self.service.address}/search?q=fox%20%26%20co")
        page.go_back()
        page.wait_for_function("() => document.querySelector('[name=q]').value === 'fox & co'")
        page.keyboard.press("Escape")

    def test_what_was_typed_before_the_script_came_is_completed_too(self):
        page = self.open("about:blank")
        with self.held(page, "scripts-suggestions"):
            page.goto("/", wait_until="commit")
            page.locator(FIELD).press_sequentially("fox")
        page.locator("[role=option]").first.wait_for()
        self.assertEqual(page.locator(FIELD).input_value(), "fox")
        page.keyboard.press("Escape")

    def test_enter_on_an_empty_field_stays(self):
        page = self.open()
        page.evaluate("window.isSamePage = true")
        page.keyboard.press("Enter")
        self.assertTrue(self.stays(page))
        self.assertTrue(page.evaluate("window.isSamePage"))

    def test_a_service_that_is_down_is_one_quiet_line(self):
        page = self.open()
        before = page.locator(".emblem").bounding_box()
        self.type(page, "down1")
        self.assertTrue(page.get_by_text(FAULT).first.is_visible())
        self.assertEqual(self.suggestions(page), [])
        self.assertEqual(page.locator(".emblem").bounding_box(), before)
        page.wait_for_function("fault => document.querySelector('[role=status]')?.textContent === fault", arg=FAULT)
        page.get_by_label("Clear the search").click()
        self.assertFalse(page.locator("#fault").is_visible())
        self.type(page, "up")
        self.assertEqual(self.suggestions(page)[0], "up for iOS")
        self.assertFalse(page.locator("#fault").is_visible())

    def test_a_server_that_does_not_answer_is_the_same_line(self):
        page = self.open()
        page.route(re.compile("/suggest"), lambda route: route.abort())
        page.locator(FIELD).press_sequentially("x")
        page.locator("#fault").wait_for(state="visible")
        self.wait_in(page, lambda: self.problems, "the browser to note the request that failed")
        self.assertTrue(all("/suggest" in line or "ERR_FAILED" in line for line in self.problems))
        self.problems.clear()

    def test_without_a_script_the_form_leads_to_the_results(self):
        page = self.page("/")
        page.locator(FIELD).fill("fox for iOS")
        page.keyboard.press("Enter")
        page.wait_for_url(f"{self.service.address}/search?q=fox%20for%20iOS")
        page.go_back()
        self.assertTrue(page.locator(FIELD).is_visible())

    @thorough
    def test_no_page_is_wider_than_its_screen(self):
        page = self.open()
        self.type(page, "a-rather-long-text-" * 5)
        for width in [320, 390, 720, 1180, 1440]:
            page.set_viewport_size({"width": width, "height": 700})
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)


class FramedTest(ServiceTest):
    framed = True

    def test_the_field_stays_over_results_that_are_framed(self):
        for screen, (width, height, _) in some(SCREENS.items()):
            with self.subTest(screen):
                page = self.open(screen=screen)
                self.type(page, "fox")
                page.locator("[role=option]").first.click()
                page.wait_for_url(re.compile(r"/\?q=fox%20for%20iOS$"))
                self.assertTrue(page.url.startswith(self.served.address))
                self.assertEqual(page.locator(FIELD).input_value(), "fox for iOS")
                frame = page.locator("iframe")
                self.assertEqual(frame.get_attribute("title"), "Results for “fox for iOS”")
                self.assertEqual(page.frame_locator("iframe").locator("h1").inner_text(), "Results for fox for iOS")
                box = frame.bounding_box()
                self.assertEqual((box["x"], box["width"]), (0, width))
                self.assertAlmostEqual(box["y"] + box["height"], height, delta=1)
                self.assertLess(box["y"], 80)

    @thorough
    def test_it_goes_on_from_there(self):
        page = self.open("/?q=fox")
        self.assertEqual(self.suggestions(page), [])
        page.locator(FIELD).press("End")
        self.type(page, "es")
        self.assertEqual(self.suggestions(page)[0], "foxes for iOS")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile(r"\?q=foxes$"))
        page.go_back()
        page.wait_for_url(re.compile(r"\?q=fox$"))
        page.get_by_label("Clear the search").click()
        self.assertEqual(page.locator(FIELD).input_value(), "")

    def test_without_a_script_it_works_too(self):
        page = self.page("/")
        page.locator(FIELD).fill("fox")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile(r"/\?q=fox$"))
        self.assertEqual(page.frame_locator("iframe").locator("h1").inner_text(), "Results for fox")
        page.get_by_label("Clear the search").click()
        page.wait_for_url(re.compile("/$"))
        self.assertFalse(page.locator("iframe").is_visible())
