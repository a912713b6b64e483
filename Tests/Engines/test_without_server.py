"""What was seen can be read after the server has ended, in three engines; on this machine, where plain http will do."""

import pathlib
import shutil
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Browser"))

from engines import ENGINES  # noqa: E402
from show import Show  # noqa: E402

SEEN = "/entries/moe-szyslak"
KEPT = """
  for (const address of ["/entries/moe-szyslak", "/pictures/moe-szyslak", "/offline"]) {
    if (!await caches.match(address, { ignoreVary: true })) return false;
  }
  return Boolean((await navigator.serviceWorker.getRegistration())?.active);
"""


class Offline:
    def setUp(self):
        missing = [program for program in self.engine.programs if not shutil.which(program)]
        if missing:
            self.skipTest(f"{self.engine.name} is not here: no {', '.join(missing)}")
        self.show = Show("simpsons")
        self.addCleanup(lambda: self.show.process.poll() is None and self.show.stop())
        self.browser = self.engine()
        self.addCleanup(self.browser.quit)

    def test_a_detail_that_was_seen_stays_with_its_picture(self):
        self.browser.open(self.show.address + SEEN)
        if not self.browser.run("return 'serviceWorker' in navigator"):
            self.skipTest(f"{self.engine.name} has no service workers here")
        for _ in range(100):
            if self.browser.run_later(KEPT):
                break
        else:
            self.fail(f"{self.engine.name} keeps nothing")
        self.show.stop()
        self.browser.open(self.show.address + SEEN)
        self.browser.wait("document.querySelector('.kept') && document.querySelector('#entry h1')")
        self.assertEqual(self.browser.run("return document.querySelector('#entry h1').innerText"), "Moe Szyslak")
        self.browser.wait("document.querySelector('.portrait').naturalWidth > 0")
        self.assertEqual(self.browser.run("return getComputedStyle(document.querySelector('.kept')).position"), "fixed")
        self.browser.open(self.show.address + "/entries/bart-simpson")
        self.browser.wait("document.querySelector('main li a')")
        self.assertEqual(self.browser.run("return document.querySelector('main li a').innerText"), "Moe Szyslak")


def load_tests(loader, _, __):
    suite = unittest.TestSuite()
    for engine in ENGINES:
        case = type(f"OfflineIn{engine.name}", (Offline, unittest.TestCase), {"engine": engine})
        suite.addTests(loader.loadTestsFromTestCase(case))
    return suite


if __name__ == "__main__":
    unittest.main()
