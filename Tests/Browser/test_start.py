"""The start page of a web search show; the service and its results are simulated."""
import re
import urllib.parse

from browser import LOADED, SETTLED, BrowserTest
from world import World

FIELD = "[name=q]"
FAULT = "Suggestions are not available at the moment"


class ServiceTest(BrowserTest):
    framed = False
    service = "api.bing.com/osjson.aspx?query={query}"

    @classmethod
    def serve(cls):
        cls.world = World()
        cls.addClassCleanup(cls.world.stop)
        show = cls.world.show("web")
        show["feed"]["results"]["frame"] = cls.framed
        show["feed"]["address"] = f"{cls.world.address}/{cls.service}"
        return cls.own(show, offline=False)

    def asked(self):
        """The texts sent to the suggestion service."""
        return [one.query["query"] for one in self.world.asked_for("osjson")]

    def open(self, path="/", screen="phone"):
        self.world.asked.clear()
        return self.page(path, screen, script=True)

    def type(self, page, letters):
        """Types letters and waits for the suggestions for the last one."""
        field = page.locator(FIELD)
        text = field.input_value() + letters
        self.complete(page, letters, text)
        # The service's timeout of two seconds is too short if the machine is suspended meanwhile.
        for _ in range(20):
            if not page.locator("#fault").is_visible() or text.startswith("down"):
                break
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
    def test_the_start_page_has_a_field_and_sends_no_request(self):
        page = self.open()
        field = page.locator(FIELD)
        self.assertEqual(field.get_attribute("placeholder"), "Search")
        self.assertEqual(field.input_value(), "")
        self.assertTrue(field.evaluate("e => e === document.activeElement"))
        self.assertLess(field.bounding_box()["y"], page.viewport_size["height"] / 8)
        self.assertFalse(page.get_by_label("Clear search").is_visible())
        self.assertEqual(self.suggestions(page), [])
        self.assertFalse(page.get_by_text(FAULT).is_visible())
        self.assertEqual(page.locator("h1").inner_text(), "Search")
        self.assertEqual(self.asked(), [])

    def test_typing_shows_suggestions_as_text(self):
        page = self.open()
        self.type(page, "wolf")
        self.assertEqual(self.suggestions(page), ["wolf for iOS", "wolf <b>focus</b>"])
        field, box = (page.locator(name).bounding_box() for name in [FIELD, ".suggestions"])
        self.assertGreaterEqual(box["y"], field["y"] + field["height"])
        self.assertEqual(page.locator(FIELD).get_attribute("aria-expanded"), "true")
        # Letters typed quickly are requested concurrently.
        self.assertIn("wolf", self.asked())
        self.assertTrue(page.url.endswith("/"))

    def test_the_service_gets_no_visitor_data(self):
        page = self.open()
        self.type(page, "private")
        headers = {name.lower(): value for name, value in self.world.asked_for("osjson")[-1].headers.items()}
        self.assertTrue(headers["user-agent"].startswith("dramatis/"))
        for name in ["cookie", "referer", "x-forwarded-for", "forwarded"]:
            self.assertNotIn(name, headers)

    def test_the_clear_button_clears_field_and_suggestions(self):
        page = self.open()
        self.type(page, "fox")
        page.get_by_label("Clear search").click()
        self.assertEqual(page.locator(FIELD).input_value(), "")
        self.assertEqual(self.suggestions(page), [])
        self.assertFalse(page.get_by_label("Clear search").is_visible())
        self.assertTrue(page.locator(FIELD).evaluate("e => e === document.activeElement"))
        self.assertNotIn("", self.asked())
        self.type(page, "cat")
        self.assertEqual(self.suggestions(page)[0], "cat for iOS")

    def test_a_late_answer_is_dropped(self):
        page = self.open()
        # The answer to the first letter arrives after that to the last, and cannot be aborted.
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

    def test_choosing_a_suggestion_fills_the_field_and_loads_results(self):
        for screen, choose in [
            ("phone", lambda page: page.locator("[role=option]").first.tap()),
            ("desktop", lambda page: page.locator("[role=option]").first.click()),
            ("tablet", lambda page: (page.keyboard.press("ArrowDown"), page.keyboard.press("Enter"))),
        ]:
            with self.subTest(screen):
                page = self.open(screen=screen)
                self.type(page, "fox")
                choose(page)
                page.wait_for_url(f"{self.world.address}/www.bing.com/search?q=fox%20for%20iOS")
                self.assertEqual(page.locator("h1").inner_text(), "Results for fox for iOS")
                page.go_back()
                page.wait_for_function("() => document.querySelector('[name=q]').value === 'fox for iOS'")
                self.assertEqual(self.suggestions(page), [])
                self.assertTrue(page.get_by_label("Clear search").is_visible())

    def test_slow_results_do_not_disturb_the_field(self):
        page = self.open()
        self.type(page, "fox")
        text, expanded = page.evaluate("""() => {
          document.querySelector("[role=option]").click();
          const field = document.querySelector("[name=q]");
          return [field.value, field.ariaExpanded];
        }""")
        self.assertEqual((text, expanded), ("fox for iOS", "false"))
        page.wait_for_url(re.compile("/search"))

    def test_enter_loads_the_results(self):
        page = self.open()
        self.type(page, "fox & co")
        page.keyboard.press("Enter")
        page.wait_for_url(f"{self.world.address}/www.bing.com/search?q=fox%20%26%20co")
        page.go_back()
        page.wait_for_function("() => document.querySelector('[name=q]').value === 'fox & co'")
        page.keyboard.press("Escape")

    def test_text_typed_before_the_script_loads_is_completed(self):
        page = self.open("about:blank")
        with self.held(page, "scripts/suggestions"):
            page.goto("/", wait_until="commit")
            page.locator(FIELD).press_sequentially("fox")
        page.locator("[role=option]").first.wait_for()
        self.assertEqual(page.locator(FIELD).input_value(), "fox")
        page.keyboard.press("Escape")

    def test_enter_on_an_empty_field_does_nothing(self):
        page = self.open()
        page.evaluate("window.isSamePage = true")
        page.keyboard.press("Enter")
        self.assertTrue(self.stays(page))
        self.assertTrue(page.evaluate("window.isSamePage"))

    def test_an_unavailable_service_is_reported_in_one_line(self):
        page = self.open()
        before = page.locator(".emblem").bounding_box()
        self.type(page, "down1")
        self.assertTrue(page.get_by_text(FAULT).first.is_visible())
        self.assertEqual(self.suggestions(page), [])
        self.assertEqual(page.locator(".emblem").bounding_box(), before)
        page.wait_for_function("fault => document.querySelector('[role=status]')?.textContent === fault", arg=FAULT)
        page.get_by_label("Clear search").click()
        self.assertFalse(page.locator("#fault").is_visible())
        self.type(page, "up")
        self.assertEqual(self.suggestions(page)[0], "up for iOS")
        self.assertFalse(page.locator("#fault").is_visible())

    def test_an_unreachable_server_is_reported_in_the_same_line(self):
        page = self.open()
        page.route(re.compile("/suggest"), lambda route: route.abort())
        page.locator(FIELD).press_sequentially("x")
        page.locator("#fault").wait_for(state="visible")
        self.wait_in(page, lambda: self.problems, "the browser to log the failed request")
        self.assertTrue(all("/suggest" in line or "ERR_FAILED" in line for line in self.problems))
        self.problems.clear()


class AskedTest(ServiceTest):
    framed = "auto"

    def test_the_results_are_framed_once_their_page_allows_it(self):
        self.assertEqual(self.world.asked_for("www.bing.com"), [])
        page = self.open()
        self.assertIn("Results open at", page.locator(".elsewhere").inner_text())
        self.wait_in(page, lambda: self.world.asked_for("www.bing.com"), "the question to the results' page")
        self.assertEqual([one.query["q"] for one in self.world.asked_for("www.bing.com")], ["a"])
        self.wait_in(page, lambda: not page.reload() or not page.locator(".elsewhere").count(), "the answer")
        self.type(page, "fox")
        page.locator("[role=option]").first.click()
        page.wait_for_url(re.compile(r"/\?q=fox%20for%20iOS$"))
        self.assertEqual(page.frame_locator("iframe").locator("h1").inner_text(), "Results for fox for iOS")


class FramedTest(ServiceTest):
    framed = True

    def test_the_field_stays_above_framed_results(self):
        page = self.open()
        width, height = page.viewport_size["width"], page.viewport_size["height"]
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
        self.assertLess(box["y"], 120)

    def test_a_result_opens_in_the_frame(self):
        page = self.open("/?q=fox")
        page.frame_locator("iframe").get_by_text("A result").click()
        self.wait_in(page, lambda: page.frames[1].url.endswith("/www.bing.com/chosen"), "the result of another origin")
        self.assertTrue(page.frames[1].url.startswith("http://localhost:"))
        self.assertTrue(page.url.endswith("?q=fox"))

    def test_results_can_be_opened_on_their_own_with_their_text(self):
        page = self.page("/?q=fox")
        page.get_by_role("link", name="Open the results at").click()
        page.wait_for_url(f"{self.world.address}/www.bing.com/search?q=fox")
        page.go_back()
        self.assertEqual(page.locator(FIELD).input_value(), "fox")

    def test_a_frame_that_never_loads_is_reported_after_ten_seconds(self):
        for text, words in [("hang", "Nothing has loaded after 10 seconds."), ("fox", "")]:
            with self.subTest(text):
                page = self.page("about:blank", script=True)
                page.clock.install()
                page.goto(f"{self.served.address}/?q={text}", wait_until="commit")
                page.evaluate(LOADED, "suggestions")
                if text == "fox":
                    page.frame_locator("iframe").locator("h1").wait_for()
                note = page.locator(".elsewhere [role=status]")
                page.clock.fast_forward(4_000)
                self.assertEqual(note.inner_text(), "")
                page.clock.fast_forward(8_000)
                self.assertEqual(note.inner_text(), words)

    def test_framed_results_without_javascript(self):
        page = self.page("/")
        page.locator(FIELD).fill("fox")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile(r"/\?q=fox$"))
        self.assertEqual(page.frame_locator("iframe").locator("h1").inner_text(), "Results for fox")
        page.get_by_label("Clear search").click()
        page.wait_for_url(re.compile("/$"))
        self.assertFalse(page.locator("iframe").is_visible())
