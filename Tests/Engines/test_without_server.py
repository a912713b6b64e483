"""Pages whose server has gone, in three engines."""

import unittest

from engines import Chromium, Firefox, WebKit
from world import PlayedShow


class WithoutServer:
    def setUp(self):
        self.show = PlayedShow("simpsons")
        self.addCleanup(self.show.stop)
        self.show.arrive("moe-szyslak")
        self.browser = self.engine()
        self.addCleanup(self.browser.quit)

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
        self.browser.wait("document.querySelector('.is-away')?.textContent.startsWith('The server cannot be reached')")
        self.assertGreater(self.browser.run("return document.querySelectorAll('#results li').length"), 0)


class WithoutServerInChromiumTest(WithoutServer, unittest.TestCase):
    engine = Chromium


class WithoutServerInFirefoxTest(WithoutServer, unittest.TestCase):
    engine = Firefox


class WithoutServerInWebKitTest(WithoutServer, unittest.TestCase):
    engine = WebKit
