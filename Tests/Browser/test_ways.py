"""Other ways to an entry: random, copied links, and recently viewed."""
import re

from browser import BrowserTest


class WaysTest(BrowserTest):
    def test_a_random_entry_of_the_results(self):
        page = self.page("/?q=simpson")
        page.locator(".more > summary").click()
        page.get_by_role("link", name="Surprise me").click()
        page.wait_for_url(re.compile(r"/entries/[^?]+\?q=simpson$"))
        self.assertIn("simpson", page.locator("article").inner_text().lower())

    def test_copying_a_link(self):
        page = self.page("/entries/moe-szyslak?q=moe", script=True, permissions=["clipboard-read", "clipboard-write"])
        self.hold_timers(page)
        page.get_by_role("button", name="Copy link").click()
        page.get_by_text("Link copied").wait_for()
        self.assertEqual(
            page.evaluate("() => navigator.clipboard.readText()"), self.served.address + "/entries/moe-szyslak")

    def test_recently_viewed_entries_are_listed_until_cleared(self):
        page = self.page("/", script=True)
        for name in ["bart-simpson", "moe-szyslak", "bart-simpson"]:
            page.goto(f"/entries/{name}")
            page.wait_for_function("() => JSON.parse(localStorage.lately ?? '[]')[0]?.path === location.pathname")
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
        page.get_by_text("Clear history").click()
        page.locator("#lately").wait_for(state="hidden")
        self.assertEqual(page.evaluate("() => JSON.parse(localStorage.lately).length"), 24)
