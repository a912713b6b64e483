"""The shelf of several shows, and its search."""

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

    def test_searching_all_shows_with_and_without_javascript(self):
        for script in (True, False):
            with self.subTest(script=script):
                page = self.page("/", script=script)
                self.assertEqual(page.locator(".show").count(), 2)
                field = page.locator("[name=q]")
                if script:
                    # Each letter is answered in place; Enter would open the best match.
                    field.press_sequentially("ma")
                    page.locator(".found mark").first.wait_for()
                    field.press_sequentially("r")
                    page.wait_for_url("**/?q=mar")
                    self.assertTrue(field.evaluate("field => field === document.activeElement"))
                else:
                    field.fill("mar")
                    field.press("Enter")
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

    def test_escape_clears_and_enter_opens_a_result(self):
        page = self.page("/", script=True)
        field = page.locator("[name=q]")
        field.press_sequentially("qqqqq")
        page.locator(".nothing").wait_for()
        field.press("Escape")
        page.locator(".show").first.wait_for()
        self.assertTrue(page.url.endswith("/"))
        self.assertTrue(page.locator(".clear").is_hidden())
        field.press_sequentially("homer simpson")
        page.get_by_role("status").filter(has_text="Simpsons Character Viewer").wait_for(state="attached")
        field.press("Enter")
        page.wait_for_url("**/simpsons/entries/homer-simpson*")
        page.go_back()
        self.assertEqual(page.locator("[name=q]").input_value(), "homer simpson")
        page.locator(".found").first.wait_for()
