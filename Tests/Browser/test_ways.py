"""Other ways to an entry: random, and copied links."""
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
