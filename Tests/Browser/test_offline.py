"""Offline reading with a service worker, over TLS only."""

from browser import SCREENS
from kept import KeptTest


class OfflineTest(KeptTest):
    def test_offline_search_uses_cached_lists_or_reports_no_connection(self):
        show = self.serve()
        page = self.open(show)
        self.wait_for_kept(page, f"{show.address}/", f"{show.address}/offline")
        page.goto(f"{show.address}/?q=tavern")
        self.wait_for_kept(page, page.url)
        page.goto(f"{show.address}/")
        field = page.locator("[name=q]")
        field.fill("tavern")
        self.wait_for_summary(page, "match(es)? “tavern”")
        found = page.locator(".rows a").all_text_contents()
        field.fill("")
        page.wait_for_function("count => document.querySelectorAll('.rows li').length > count", arg=len(found))
        show.stop()
        field.fill("tavern")
        self.wait_for_summary(page, "match(es)? “tavern”")
        self.assertEqual(page.locator(".rows a").all_text_contents(), found)
        field.fill("saxophone")
        self.wait_for_summary(page, "The server cannot be reached")
        self.assertEqual(page.locator(".rows a").count(), 0)

    def test_visited_pages_are_readable_offline_and_others_reported(self):
        base = "/cast"
        show = self.serve(base=base)
        page = self.open(show)
        self.wait_for_kept(page, f"{show.address}/", f"{show.address}/offline")
        self.assertEqual(self.workers(page), [f"{show.address}/"])
        page.goto(f"{show.address}/entries/moe-szyslak?q=tavern")
        self.assertEqual(page.locator(".kept").count(), 0)
        self.wait_for_kept(page, page.url, self.picture(page))
        show.stop()
        for address in ["/entries/moe-szyslak?q=tavern", "/entries/moe-szyslak"]:
            page.goto(show.address + address)
            self.assertEqual(page.locator("#entry h1").inner_text(), "Moe Szyslak")
            self.assertRegex(
                page.locator(".kept").inner_text(), r"^Offline. Page as of \d+ \w+ 20\d\d, \d\d:\d\d$")
            self.assertGreater(self.width(page, ".portrait img"), 0)
            self.assertEqual(self.style(page, ".kept", "position"), "fixed")
        page.goto(f"{show.address}/")
        self.assertGreater(page.locator("#results li").count(), 20)
        self.assertEqual(page.locator(".kept").count(), 1)
        answer = page.goto(f"{show.address}/entries/bart-simpson")
        self.assertEqual(answer.status, 503)
        self.assertEqual(page.locator("h1").inner_text(), "The server cannot be reached")
        self.assertEqual(page.locator("main li").all_text_contents(), ["Moe Szyslak"])
        self.assertEqual(self.width(page, "main img") > 0, True)
        page.locator("main li a").click()
        self.assertEqual(page.locator("#entry h1").inner_text(), "Moe Szyslak")
        page.go_back()
        show.start()
        page.locator(".action").click()
        page.wait_for_selector("#entry h1:text('Bart Simpson')")
        self.assertEqual(page.locator(".kept").count(), 0)
        for address in self.kept(page):
            self.assertTrue(address.startswith(f"{show.address}/"), address)

    def test_a_small_show_is_cached_as_a_whole(self):
        show = self.serve(whole=500)
        page = self.open(show)
        kept = self.wait_for_whole(page)
        self.assertEqual(len([address for address in kept if "/entries/" in address]), 43)
        show.stop()
        for screen in ["phone", "tablet"]:
            width, height, _ = SCREENS[screen]
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{show.address}/?view=grid")
            self.assertEqual(page.locator("body.as-grid .tiles > li").count(), 43)
            page.goto(f"{show.address}/entries/moe-szyslak?view=grid")
            self.assertEqual(page.locator("#entry h1").inner_text(), "Moe Szyslak")
            self.assertGreater(self.width(page, ".portrait img"), 0)
            # A thin bar between header and content that covers no controls.
            header, bar, main = (page.locator(one).bounding_box() for one in [".bar", ".kept", "main"])
            self.assertAlmostEqual(bar["y"], header["y"] + header["height"], delta=1)
            self.assertLessEqual(bar["y"] + bar["height"], main["y"] + 1)
            self.assertLess(bar["height"], 32)
            for way in page.locator(".neighbours a").all():
                way.click(trial=True)
