"""The page of a show that searches elsewhere; the service and its results are played."""
import re
import urllib.parse

from browser import SCREENS, SETTLED, BrowserTest
from tiers import some, thorough
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
        """The texts that the service was asked to complete."""
        return [one.query["query"] for one in self.world.asked_for("osjson")]

    def open(self, path="/", screen="phone"):
        self.world.asked.clear()
        return self.page(path, screen, script=True)

    def type(self, page, letters):
        """Types letters and waits until the answer to the last is shown."""
        field = page.locator(FIELD)
        text = field.input_value() + letters
        self.complete(page, letters, text)
        # A service gets two seconds, which is too little for ours on a machine that stands still meanwhile.
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


class CharsetTest(ServiceTest):
    service = "suggestqueries.google.com/complete/search?client=firefox&q={query}"

    def test_letters_arrive_from_a_service_that_writes_latin_1(self):
        page = self.open()
        self.type(page, "fenêtre")
        self.assertEqual(self.suggestions(page)[0], "fenêtre for iOS")


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
        self.assertEqual(self.asked(), [])

    def test_typing_shows_suggestions_as_text_under_the_field(self):
        page = self.open()
        self.type(page, "wolf")
        self.assertEqual(self.suggestions(page), ["wolf for iOS", "wolf <b>focus</b>"])
        field, box = (page.locator(name).bounding_box() for name in [FIELD, ".suggestions"])
        self.assertGreaterEqual(box["y"], field["y"] + field["height"])
        self.assertEqual(page.locator(FIELD).get_attribute("aria-expanded"), "true")
        # Letters typed quickly are asked side by side.
        self.assertIn("wolf", self.asked())
        self.assertTrue(page.url.endswith("/"))

    def test_the_service_sees_the_server_and_not_the_visitor(self):
        page = self.open()
        self.type(page, "private")
        headers = {name.lower(): value for name, value in self.world.asked_for("osjson")[-1].headers.items()}
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
        self.assertNotIn("", self.asked())
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
                page.wait_for_url(f"{self.world.address}/www.bing.com/search?q=fox%20for%20iOS")
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
        page.wait_for_url(f"{self.world.address}/www.bing.com/search?q=fox%20%26%20co")
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
        page.wait_for_url(f"{self.world.address}/www.bing.com/search?q=fox%20for%20iOS")
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
