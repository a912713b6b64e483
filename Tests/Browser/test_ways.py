"""Ways to an entry besides the list: at random, by a link that was copied, and back to what was seen lately."""
import re

from browser import BrowserTest


class WaysTest(BrowserTest):
    def test_one_opens_any_entry_of_what_is_searched_for(self):
        page = self.page("/?q=simpson")
        page.get_by_label("Surprise me").click()
        page.wait_for_url(re.compile(r"/entries/[^?]+\?q=simpson$"))
        self.assertIn("simpson", page.locator("article").inner_text().lower())

    def test_a_link_is_copied_where_the_browser_can(self):
        page = self.page("/entries/moe-szyslak", script=True, permissions=["clipboard-read", "clipboard-write"])
        self.hold_timers(page)
        page.get_by_role("button", name="Copy link").click()
        page.get_by_text("Link copied").wait_for()
        self.assertEqual(
            page.evaluate("() => navigator.clipboard.readText()"), self.served.address + "/entries/moe-szyslak")

    def test_what_was_seen_lately_is_listed_until_it_is_forgotten(self):
        page = self.page("/", script=True)
        for name in ["moe-szyslak", "bart-simpson"]:
            page.goto(f"/entries/{name}")
            page.wait_for_function("() => localStorage.lately?.includes(location.pathname)")
        page.goto("/")
        page.get_by_role("button", name="Favorites", exact=True).click()
        lately = page.locator("#lately a")
        lately.first.wait_for()
        self.assertEqual(lately.all_inner_texts(), ["Bart Simpson", "Moe Szyslak"])
        page.evaluate("""() => { localStorage.lately = JSON.stringify(Array.from({ length: 99 }, (_, number) => (
            { path: `${number % 2 ? "/other" : ""}/entries/e${number}`, title: String(number) }))) }""")
        page.goto("/entries/moe-szyslak")
        page.wait_for_function("() => JSON.parse(localStorage.lately).length === 8 + 24")
        page.get_by_role("button", name="Favorites", exact=True).click()
        page.get_by_text("Clear this list").click()
        page.locator("#lately").wait_for(state="hidden")
        self.assertEqual(page.evaluate("() => JSON.parse(localStorage.lately).length"), 24)
