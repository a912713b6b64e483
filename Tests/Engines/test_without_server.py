"""What was seen can be read after the server has ended, in three engines; on this machine, where plain http will do."""

import unittest

import pytest
from engines import Chromium, Firefox, WebKit
from program import wait_for
from world import PlayedShow

pytestmark = pytest.mark.thorough


SEEN = "/entries/moe-szyslak"
KEPT = """
  const seen = ["/entries/moe-szyslak", "/pictures/moe-szyslak?whole=720"];
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

    def test_a_detail_that_was_seen_stays_with_its_picture_and_others_too(self):
        self.browser.open(self.show.address + SEEN)
        if not self.browser.run("return 'serviceWorker' in navigator"):
            self.skipTest(f"{self.engine.name} has no service workers here")
        wait_for(lambda: self.browser.run_later(KEPT), f"{self.engine.name} to keep what was seen")
        self.show.halt()
        self.browser.open(self.show.address + SEEN)
        self.browser.wait("document.querySelector('.kept') && document.querySelector('#entry h1')")
        self.assertEqual(self.browser.run("return document.querySelector('#entry h1').innerText"), "Moe Szyslak")
        self.browser.wait("document.querySelector('.portrait img').naturalWidth > 0")
        self.assertEqual(self.browser.run("return getComputedStyle(document.querySelector('.kept')).position"), "fixed")
        self.browser.open(self.show.address + "/entries/bart-simpson")
        self.browser.wait("document.querySelector('.kept') && document.querySelector('#entry h1')")
        self.assertEqual(self.browser.run("return document.querySelector('#entry h1').innerText"), "Bart Simpson")

    def test_a_star_and_a_search_say_that_the_server_is_away(self):
        self.browser.open(self.show.address)
        self.browser.wait("document.readyState === 'complete'")
        self.show.halt()
        self.browser.click("#e-agnes-skinner .star")
        self.browser.wait("document.querySelector('.told')?.textContent")
        self.assertIn("not saved", self.browser.run("return document.querySelector('.told').textContent"))
        star = "document.querySelector('#e-agnes-skinner .star')"
        self.assertEqual(self.browser.run(f"return {star}.getAttribute('aria-pressed')"), "false")
        self.browser.type("[name=q]", "moe")
        self.browser.wait("document.getElementById('summary').textContent === 'The server is out of reach'")
        self.assertEqual(self.browser.run("return document.querySelectorAll('#results li').length"), 0)


class OfflineInChromiumTest(Offline, unittest.TestCase):
    engine = Chromium


class OfflineInFirefoxTest(Offline, unittest.TestCase):
    engine = Firefox


class OfflineInWebKitTest(Offline, unittest.TestCase):
    engine = WebKit
