"""Search as you type in the list, and OpenSearch."""
import json
import re
import urllib.request
import xml.etree.ElementTree as xml

from browser import SETTLED, BrowserTest

FIELD = "[name=q]"
# Whether the middle of a row is visible below the sticky parts.
IN_SIGHT = """row => {
  const { left, top, width, height } = row.getBoundingClientRect();
  return row.contains(document.elementFromPoint(left + width / 3, top + height / 2));
}"""


def rows(page):
    return page.locator(".rows a > span").all_text_contents()


class SearchTest(BrowserTest):
    def open(self, path="/", screen="phone"):
        page = self.page(path, screen, script=True)
        self.requests = []
        page.on("request", lambda request: "/static/" in request.url or self.requests.append(request.url))
        return page

    def type(self, page, letters):
        """Types letters and waits for the answer to the last one."""
        page.locator(FIELD).press_sequentially(letters)
        page.wait_for_function(
            "text => document.querySelector('#summary').textContent.includes(`“${text}”`)",
            arg=page.locator(FIELD).input_value())

    def test_each_letter_filters_the_list_with_one_request(self):
        page = self.open()
        everybody = rows(page)
        typed = ""
        for letter in "mar":
            typed += letter
            before = len(self.requests)
            self.type(page, letter)
            self.assertEqual(len(self.requests) - before, 1, self.requests)
            shown = rows(page)
            self.assertLess(len(shown), len(everybody))
            self.assertTrue(shown[0].lower().startswith(typed))
            first = page.locator(".rows a").first
            self.assertTrue(first.evaluate(IN_SIGHT))
            self.assertEqual(page.locator(f"{FIELD}").evaluate("e => e === document.activeElement"), True)
            self.assertTrue(page.url.endswith(f"/?q={typed}"))
        # The search is one history entry, not one per letter.
        page.go_back()
        self.wait_for_summary(page, "^91 characters$")
        self.assertEqual((rows(page), page.locator(FIELD).input_value()), (everybody, ""))
        page.go_back()
        self.assertEqual(page.url, "about:blank")

    def test_a_search_scrolls_to_its_best_match_and_back_restores_the_row(self):
        for screen, path in [("phone", "/"), ("tablet", "/entries/ned-flanders"), ("desktop", "/?view=grid")]:
            with self.subTest(f"{path} on a {screen}"):
                page = self.open(screen=screen, path=path)
                seen = page.locator("#e-waylon-smithers")
                seen.scroll_into_view_if_needed()
                # Focusing the field may scroll the page.
                page.locator(FIELD).focus()
                page.evaluate(SETTLED)
                before = seen.bounding_box()
                self.type(page, "bart")
                best = page.locator("#results li").first
                self.assertEqual(best.get_attribute("id"), "e-bart-simpson")
                self.assertEqual(best.evaluate(IN_SIGHT), True)
                page.go_back()
                self.wait_for_summary(page, "^91 characters$")
                page.evaluate(SETTLED)
                self.assertAlmostEqual(seen.bounding_box()["y"], before["y"], delta=2)
                page.go_forward()
                self.wait_for_summary(page, "match(es)? “bart”")
                self.assertEqual(best.evaluate(IN_SIGHT), True)
                page.locator(".clear").click()
                self.wait_for_summary(page, "^91 characters$")
                page.evaluate(SETTLED)
                self.assertAlmostEqual(seen.bounding_box()["y"], before["y"], delta=2)

    def test_text_typed_before_the_script_loads_filters(self):
        context = self.visitor("phone")
        page = context.new_page()
        with self.held(page, "scripts/finder"):
            page.goto("/", wait_until="commit")
            page.locator(FIELD).press_sequentially("moe")
        self.wait_for_summary(page, "match(es)? “moe”")
        self.assertLess(len(rows(page)), 20)

    def test_a_late_answer_is_dropped(self):
        page = self.open()
        # The answer to the first letter arrives after that to the third, and cannot be aborted.
        page.evaluate("""() => {
            const fetchAtOnce = window.fetch;
            window.fetch = (address, options) => `${address}`.includes("q=m&")
                ? new Promise((answer) => window.late = () => answer(fetchAtOnce(address)))
                : fetchAtOnce(address, options);
        }""")
        field = page.locator(FIELD)
        field.press_sequentially("m")
        page.wait_for_function("() => window.late")
        self.type(page, "oe")
        with page.expect_response(lambda answer: "q=m&" in answer.url):
            page.evaluate("() => window.late()")
        page.evaluate(SETTLED)
        self.assertIn("“moe”", page.locator("#summary").inner_text())
        self.assertEqual(rows(page)[0], "Moe Szyslak")

    def test_arrow_keys_move_from_the_field_into_the_list_and_back(self):
        page = self.open(screen="tablet")
        self.type(page, "simpson")
        field = page.locator(FIELD)
        field.press("ArrowDown")
        page.locator(".rows li:first-child a:focus").wait_for()
        page.keyboard.press("ArrowDown")
        page.locator(".rows li:nth-child(2) a:focus").wait_for()
        page.keyboard.press("ArrowUp")
        page.locator(".rows li:first-child a:focus").wait_for()
        page.keyboard.press("ArrowUp")
        page.wait_for_function("() => document.activeElement.name === 'q'")
        self.assertEqual(field.input_value(), "simpson")

    def test_enter_opens_the_only_result_or_the_one_with_this_name(self):
        for text, entry in [("homer simpson", "homer-simpson"), ("lou", "lou"), ("homer-simpson", "homer-simpson")]:
            page = self.open(screen="phone")
            page.locator(FIELD).press_sequentially(text)
            page.keyboard.press("Enter")
            page.wait_for_url(re.compile(f"/entries/{entry}"))
            self.assertEqual(page.locator(FIELD).input_value(), text)

    def test_enter_keeps_several_results_and_closes_the_keyboard_of_a_phone(self):
        page = self.open()
        self.type(page, "school")
        shown = rows(page)
        self.assertGreater(len(shown), 1)
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.activeElement === document.body")
        self.assertEqual(rows(page), shown)
        self.assertTrue(self.stays(page))

    def test_enter_before_the_script_loads_opens_the_only_result(self):
        page = self.open()
        held = []
        script = re.compile(r"/static/\w+/scripts/finder\.js")

        def hold(route):
            held.append(route)

        page.route(script, hold)
        with page.expect_request(script):
            page.locator(FIELD).press_sequentially("homer simpson")
        page.keyboard.press("Enter")
        held[0].continue_()
        page.wait_for_url(re.compile("/entries/homer-simpson"))

    def test_a_typo_is_corrected_with_did_you_mean(self):
        page = self.open()
        self.type(page, "homr")
        self.assertEqual(
            page.locator("#summary").inner_text(), "Nothing matches “homr”. Did you mean Homer Simpson?")
        self.assertEqual(rows(page)[0], "Homer Simpson")
        self.assertEqual(page.locator(".rows li:first-child mark").all_inner_texts(), ["Homer"])
        page.locator(".rows li:first-child a").click()
        page.wait_for_url(re.compile("/entries/homer-simpson"))
        self.assertEqual(page.locator("article h1 mark").all_inner_texts(), ["Homer"])

    def test_a_failed_search_keeps_the_results_below_a_line_that_says_so(self):
        page = self.open()
        self.type(page, "mar")
        page.context.set_offline(True)
        before = rows(page)
        page.locator(FIELD).press_sequentially("g")
        page.locator(".is-away", has_text="The server cannot be reached").wait_for()
        self.assertEqual(rows(page), before)
        self.assertTrue(page.locator(".is-away").get_by_role("button", name="Try again").is_visible())
        page.context.set_offline(False)
        self.wait_for_summary(page, "match(es)? “marg”")
        self.assertEqual(rows(page)[0], "Marge Simpson")
        self.problems = [
            line for line in self.problems if "part=results" not in line and "INTERNET_DISCONNECTED" not in line]

    def test_a_first_search_while_the_server_is_unreachable_is_reported(self):
        page = self.open()
        everybody = rows(page)
        page.context.set_offline(True)
        page.locator(FIELD).press_sequentially("moe")
        page.locator(".is-away", has_text="The server cannot be reached").wait_for()
        self.assertEqual(rows(page), everybody)
        # Nothing can be fetched.
        self.problems = []

    def test_clearing_shows_everything_without_suggestions(self):
        page = self.open("/?view=grid")
        everybody = page.locator(".tiles a").count()
        self.type(page, "bart")
        self.assertLess(page.locator(".tiles a").count(), everybody)
        page.get_by_label("Clear search").click()
        page.wait_for_function("count => document.querySelectorAll('.tiles a').length === count", arg=everybody)
        self.assertFalse(page.get_by_label("Clear search").is_visible())
        self.assertTrue(page.url.endswith("/?view=grid"))
        self.assertEqual(page.locator(FIELD).evaluate("e => e === document.activeElement"), True)

    def test_the_count_is_announced_after_a_pause(self):
        page = self.open()
        self.hold_timers(page)
        status = page.locator(".finder [role=status]")
        for letters in ["si", "mp"]:
            self.type(page, letters)
            page.clock.run_for(600)
            self.assertEqual(status.inner_text(), "")
        page.clock.run_for(200)
        self.assertRegex(status.inner_text(), r"^\d+ of \d+ characters match “simp”$")

    def test_searching_beside_a_detail_keeps_the_selected_row(self):
        page = self.open("/entries/lisa-simpson", "tablet")
        self.type(page, "lisa")
        self.assertIn("/entries/lisa-simpson?q=lisa", page.url)
        self.assertEqual(page.locator(".rows [aria-current=page] > span").inner_text(), "Lisa Simpson")
        self.assertEqual(page.locator("article h1").inner_text(), "Lisa Simpson")

    def test_opensearch_description(self):
        page = self.page("/")
        link = page.locator("link[rel=search]")
        with urllib.request.urlopen(self.served.address + link.get_attribute("href")) as answer:
            self.assertEqual(answer.headers["Content-Type"], "application/opensearchdescription+xml")
            engine = xml.parse(answer).getroot()
        name = "{http://a9.com/-/spec/opensearch/1.1/}"
        templates = {url.get("type"): url.get("template") for url in engine.iter(f"{name}Url")}
        self.assertEqual(engine.find(f"{name}ShortName").text, "Simpsons")
        found = page.goto(templates["text/html"].replace("{searchTerms}", "moe"))
        self.assertEqual(found.status, 200)
        address = templates["application/x-suggestions+json"].replace("{searchTerms}", "mo")
        with urllib.request.urlopen(address) as answer:
            self.assertEqual(answer.headers["Content-Type"], "application/x-suggestions+json")
            query, texts, descriptions, addresses = json.load(answer)
        self.assertEqual(query, "mo")
        self.assertIn("Moe Szyslak", texts)
        self.assertEqual((len(descriptions), len(addresses)), (len(texts), len(texts)))
        self.assertEqual(page.goto(addresses[0]).status, 200)
