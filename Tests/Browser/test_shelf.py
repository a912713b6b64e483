"""Several shows in one program: the page of all of them, and its search."""

import shutil
import tempfile

from browser import SETTLED, BrowserTest
from program import PROGRAM, ROOT, Server


class ShelfTest(BrowserTest):
    @classmethod
    def serve(cls):
        folder = tempfile.mkdtemp(prefix="dramatis-shelf-")
        cls.addClassCleanup(shutil.rmtree, folder, ignore_errors=True)
        shelf = Server([
            PROGRAM, "--show", "simpsons", "--show", "wire", "--resources", ROOT, "--state-dir", folder, "--port", 0,
            "--listen", "127.0.0.1", "--offline", "--log", "none"])
        cls.addClassCleanup(shelf.stop)
        return shelf

    def test_one_field_searches_all_shows_with_and_without_the_script(self):
        for script in (True, False):
            with self.subTest(script=script):
                page = self.page("/", script=script)
                self.assertEqual(page.locator(".show").count(), 2)
                page.locator("[name=q]").fill("mar")
                page.locator("[name=q]").press("Enter")
                page.locator(".found").first.wait_for()
                self.assertEqual(page.locator(".found").count(), 2)
                self.assertGreater(page.locator(".found mark").count(), 1)
                width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                self.assertLessEqual(width, 0, "nothing is wider than the screen")
                first = page.locator(".found li a").first
                title = first.locator("span").inner_text()
                first.click()
                page.locator("#entry h1").wait_for()
                if script:
                    page.evaluate(SETTLED)
                self.assertEqual(page.locator("#entry h1").inner_text(), title)
                page.go_back()
                self.assertEqual(page.locator("[name=q]").input_value(), "mar")
