"""Lists that a visitor named: made, filled, filtered by, renamed and removed, with and without JavaScript."""
from browser import BrowserTest
from test_accessibility import Pages
from test_favorites import with_and_without_script


class ListsTest(BrowserTest):
    check = Pages.check

    def make(self, page, entry, name, color="green"):
        page.goto(f"/entries/{entry}")
        page.get_by_role("button", name="Lists", exact=True).click()
        page.get_by_role("textbox", name="New list").fill(name)
        page.get_by_role("radio", name=color).check()
        page.get_by_role("button", name="Create list").click()
        page.wait_for_load_state()

    def mark(self, page, name):
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator("#lists").get_by_role("button", name=name).click()
        page.wait_for_load_state()

    def dots(self, page):
        """The colors beside the name of the shown entry's menu."""
        return page.locator(".lists-button .dot:not([hidden])").evaluate_all("dots => dots.map(dot => dot.className)")

    def rows(self, page):
        return page.locator("#results li[id]").evaluate_all("rows => rows.map(row => row.id.slice(2))")

    @with_and_without_script
    def test_a_list_is_made_filled_and_filters_the_catalog(self, script):
        page = self.page("/", script=script)
        self.make(page, "moe-szyslak", "To visit")
        self.assertEqual(page.url.split("/", 3)[3], "entries/moe-szyslak")
        self.assertEqual(self.dots(page), ["dot is-green"])
        page.goto("/entries/bart-simpson")
        self.assertEqual(self.dots(page), [])
        page.get_by_role("button", name="Lists", exact=True).click()
        self.mark(page, "To visit")
        self.assertEqual(self.dots(page), ["dot is-green"])
        page.goto("/?list=to-visit")
        self.assertEqual(self.rows(page), ["bart-simpson", "moe-szyslak"])
        self.assertEqual(page.title(), "To visit – Simpsons Character Viewer")
        # The star is another list.
        self.assertEqual(page.locator("#drawer-count").inner_text(), "")

    @with_and_without_script
    def test_a_list_is_renamed_and_removed(self, script):
        page = self.page("/", script=script)
        self.make(page, "moe-szyslak", "To visit")
        page.goto("/favorites")
        page.locator(".own-lists summary").click()
        page.get_by_role("textbox", name="Name").fill("Seen")
        page.get_by_role("button", name="Save", exact=True).click()
        page.locator(".own-lists a", has_text="Seen").wait_for()
        page.locator(".own-lists summary").click()
        page.get_by_role("button", name="Delete this list").click()
        page.get_by_text("Create your own lists").wait_for()

    def test_a_change_shows_in_the_drawer_without_a_page_load(self):
        page = self.page("/", script=True)
        self.make(page, "moe-szyslak", "To visit")
        page.evaluate("document.isTheSame = true")
        page.get_by_role("button", name="Lists", exact=True).click()
        self.mark(page, "To visit")
        self.assertEqual(self.dots(page), [])
        page.keyboard.press("Escape")
        page.locator(".drawer-button").click()
        page.locator("#drawer .of-list small", has_text="0").wait_for()
        self.assertTrue(page.evaluate("document.isTheSame"))

    def test_another_tab_shows_a_change(self):
        page = self.page("/", script=True)
        self.make(page, "moe-szyslak", "To visit")
        other = page.context.new_page()
        other.goto("/entries/moe-szyslak")
        page.get_by_role("button", name="Lists", exact=True).click()
        self.mark(page, "To visit")
        other.locator(".lists-button:not(:has(.dot:not([hidden])))").wait_for()
        self.assertEqual(other.locator(".listed").get_attribute("aria-pressed"), "false")

    def test_a_change_waits_while_the_server_is_unreachable(self):
        page = self.page("/", script=True)
        self.hold_timers(page)
        self.make(page, "moe-szyslak", "To visit")
        page.get_by_role("button", name="Lists", exact=True).click()
        page.route("**/lists/**", lambda route: route.abort())
        page.locator("#lists").get_by_role("button", name="To visit").click()
        page.get_by_text("It will be sent when the server is back").wait_for()
        self.assertEqual(self.dots(page), [])
        page.unroute("**/lists/**")
        page.evaluate("() => dispatchEvent(new Event('online'))")
        page.get_by_text("Your favorites are saved").wait_for()
        # The browser's own console message.
        self.problems = []
        page.goto("/?list=to-visit")
        self.assertEqual(self.rows(page), [])
