"""Visitors who share a browser: none can see or change another's favorites."""

from browser import SETTLED
from kept import KeptTest
from playwright.sync_api import Error
from program import wait_for

EVERYTHING = """async () => ({
  caches: (await caches.keys()).length, workers: (await navigator.serviceWorker.getRegistrations()).length,
  local: Object.keys(localStorage),
})"""


NOTHING = {"caches": 0, "workers": 0, "local": []}


class VisitorsTest(KeptTest):
    def mark(self, page, name, is_kept=True):
        """Stars an entry, so that the browser caches a page with the favorite."""
        page.goto(f"{page.address}/entries/{name}")
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator(".mark-this .star").click()
        page.locator(".mark-this .star[aria-pressed=true]").wait_for()
        if is_kept:
            self.wait_for(page, """async (name) => {
              const kept = await caches.match("/favorites.json", { ignoreVary: true });
              return (await kept?.text())?.includes(name);
            }""", name)

    def visitor(self, show, path="/"):
        """A page with an active service worker that caches visited pages."""
        page = self.open(show, path)
        page.address = show.address
        self.wait_for_kept(page, f"{show.address}/", f"{show.address}/offline")
        return page

    def seen_of(self, page, *names):
        """The favorites shown by a page."""
        page.evaluate(SETTLED)
        shown = page.locator("#favorites-rows, #drawer-content").all_text_contents()
        return [name for name in names if name in self.pressed(page) or name in str(shown).lower().replace(" ", "-")]

    def favorites(self, show, page):
        """The visitor's favorites on the server."""
        page.goto(f"{show.address}/favorites")
        links = page.locator("#favorites-rows a").evaluate_all("(links) => links.map((link) => link.pathname)")
        return sorted(link.rsplit("/", 1)[1] for link in links)

    def cookies(self, page):
        return {cookie["name"] for cookie in page.context.cookies()}

    def test_cached_pages_do_not_show_the_next_visitor_favorites(self):
        show = self.serve()
        page = self.visitor(show)
        self.mark(page, "lisa-simpson")
        for path in ["/", "/?view=grid", "/entries/lisa-simpson", "/favorites"]:
            page.goto(show.address + path)
            self.wait_for_kept(page, page.url)
        page.goto(f"{show.address}/favorites")
        show.stop()
        page.reload()
        self.assertEqual(self.seen_of(page, "lisa-simpson"), ["lisa-simpson"])
        page.goto(f"{show.address}/entries/lisa-simpson")
        page.locator(".mark-this .star[aria-pressed=true]").wait_for()
        page.context.clear_cookies()
        for path in ["/favorites", "/", "/?view=grid", "/entries/lisa-simpson"]:
            page.goto(show.address + path)
            self.assertEqual(self.seen_of(page, "lisa-simpson"), [], path)
            if path != "/favorites":
                self.assertEqual(page.locator("#drawer-count").inner_text(), "")
        # The browser's storage contains nothing either.
        texts = page.evaluate("""async () => {
          const texts = [];
          for (const name of (await caches.keys()).filter((name) => !name.includes(" shell "))) {
            const store = await caches.open(name);
            for (const request of await store.keys()) {
              const answer = await store.match(request, { ignoreVary: true });
              if (!/image/.test(answer.headers.get("Content-Type"))) texts.push([request.url, await answer.text()]);
            }
          }
          return texts;
        }""")
        self.assertTrue(texts)
        for address, text in texts:
            if not address.endswith(("/favorites", "/favorites.json")):
                self.assertNotIn(' aria-pressed="true"', text, address)
        show.start()
        page.goto(f"{show.address}/")
        self.wait_for(page, """async () => !(await caches.match("/favorites.json", { ignoreVary: true }))
          && !(await caches.match("/favorites", { ignoreVary: true }))""")

    def test_a_kiosk_caches_nothing_and_shows_no_cached_page(self):
        base = ""
        show = self.serve(base=base)
        page = self.open(show)
        page.address = show.address
        self.wait_for_kept(page, f"{show.address}/", f"{show.address}/offline")
        page.goto(f"{show.address}/entries/lisa-simpson")
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator(".mark-this .star").click()
        page.goto(f"{show.address}/")
        self.wait_for_kept(page, page.url)
        page.evaluate("() => localStorage.setItem('stars', '{}')")
        show.stop()
        for path in ["/?kiosk=1", "/favorites?kiosk=1", "/entries/lisa-simpson?kiosk=1"]:
            with self.assertRaisesRegex(Error, "ERR_CONNECTION_REFUSED"):
                page.goto(show.address + path, wait_until="commit")
        show.start()
        page.goto(f"{show.address}/?kiosk=1")
        wait_for(lambda: page.evaluate(EVERYTHING) == NOTHING, lambda: str(page.evaluate(EVERYTHING)))
        self.assertEqual(self.pressed(page), [])

    def test_a_queued_star_is_sent_only_for_its_own_visitor(self):
        show = self.serve()
        page = self.visitor(show)
        self.mark(page, "lisa-simpson")
        other = self.visitor(show)
        self.mark(other, "bart-simpson")
        own = other.context.cookies()
        kept_mark = False
        page.goto(f"{show.address}/entries/moe-szyslak")
        show.stop()
        page.locator(".mark-this .star").click()
        page.locator(".told", has_text="It will be sent when the server is back").wait_for()
        self.assertIn("moe-szyslak", page.evaluate("() => localStorage.getItem('stars')"))
        former = page.context.cookies()
        # The next visitor has another cookie and normally another mark, unless only the one cookie was changed.
        if not kept_mark:
            page.context.clear_cookies()
        page.context.add_cookies([cookie for cookie in own if not kept_mark or cookie["name"] != "dramatis.mark"])
        if not kept_mark:
            page.goto(f"{show.address}/entries/moe-szyslak")
            page.evaluate(SETTLED)
            page.evaluate("() => navigator.locks.request('stars', () => {})")
            self.assertEqual((page.locator(".kept").count(), self.pressed(page)), (1, []))
        show.start()
        page.goto(f"{show.address}/")
        page.wait_for_function("() => !localStorage.getItem('stars')")
        self.assertEqual(self.favorites(show, page), ["bart-simpson"])
        page.context.clear_cookies()
        page.context.add_cookies(former)
        self.assertEqual(self.favorites(show, page), ["lisa-simpson"])
