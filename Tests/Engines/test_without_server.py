"""Offline reading of visited pages in three engines, on localhost, where plain http suffices."""

import unittest

from engines import Chromium, Firefox, WebKit
from program import wait_for
from world import PlayedShow

SEEN = "/entries/moe-szyslak"
KEPT = """
  const { picture } = await (await fetch("/entries/moe-szyslak.json")).json();
  const seen = ["/entries/moe-szyslak", `${picture}?whole=720`];
  for (const address of [...seen, "/entries/bart-simpson", "/offline"]) {
    if (!await caches.match(address, { ignoreVary: true })) return false;
  }
  return Boolean((await navigator.serviceWorker.getRegistration())?.active);
"""


class Offline:
    def setUp(self):
        self.show = PlayedShow("simpsons")
        self.addCleanup(self.show.stop)
        self.show.arrive("moe-szyslak")
        self.browser = self.engine()
        self.addCleanup(self.browser.quit)

    def test_visited_details_are_readable_offline_with_pictures(self):
        self.browser.open(self.show.address + SEEN)
        if not self.browser.run("return 'serviceWorker' in navigator"):
            self.skipTest(f"{self.engine.name} has no service workers here")
        wait_for(lambda: self.browser.run_later(KEPT), f"{self.engine.name} to cache the visited pages")
        self.show.halt()
        self.browser.open(self.show.address + SEEN)
        self.browser.wait("document.querySelector('.kept') && document.querySelector('#entry h1')")
        self.assertEqual(self.browser.run("return document.querySelector('#entry h1').innerText"), "Moe Szyslak")
        self.browser.wait("document.querySelector('.portrait img').naturalWidth > 0")
        self.assertEqual(self.browser.run("return getComputedStyle(document.querySelector('.kept')).position"), "fixed")
        self.browser.open(self.show.address + "/entries/bart-simpson")
        self.browser.wait("document.querySelector('.kept') && document.querySelector('#entry h1')")
        self.assertEqual(self.browser.run("return document.querySelector('#entry h1').innerText"), "Bart Simpson")

    def test_stars_and_search_report_that_the_server_is_unreachable(self):
        self.browser.open(self.show.address)
        self.browser.wait("document.readyState === 'complete'")
        self.show.halt()
        self.browser.click("#e-agnes-skinner .star")
        self.browser.wait("document.querySelector('.told')?.textContent")
        self.assertIn("Not saved", self.browser.run("return document.querySelector('.told').textContent"))
        star = "document.querySelector('#e-agnes-skinner .star')"
        self.assertEqual(self.browser.run(f"return {star}.getAttribute('aria-pressed')"), "false")
        self.browser.type("[name=q]", "moe")
        self.browser.wait("document.getElementById('summary').textContent === 'The server cannot be reached'")
        self.assertEqual(self.browser.run("return document.querySelectorAll('#results li').length"), 0)


class OfflineInChromiumTest(Offline, unittest.TestCase):
    engine = Chromium


class OfflineInFirefoxTest(Offline, unittest.TestCase):
    engine = Firefox


class OfflineInWebKitTest(Offline, unittest.TestCase):
    engine = WebKit
