"""The draggable border between list and detail."""

from browser import LOADED, SETTLED, SHIFT, BrowserTest

WIDTH = "() => document.querySelector('#list').getBoundingClientRect().width"


class BorderTest(BrowserTest):
    def open(self, path="/"):
        page = self.page(path, "desktop", script=True)
        return page, page.locator("#border")

    def test_no_draggable_border_without_javascript(self):
        page = self.page("/", "desktop")
        self.assertFalse(page.locator("#border").is_visible())

    def test_dragging_is_remembered_without_a_layout_shift(self):
        page, border = self.open()
        before = page.evaluate(WIDTH)
        border.wait_for()
        box = border.bounding_box()
        self.assertGreaterEqual(box["width"], 24)
        page.mouse.move(box["x"] + 3, 400)
        page.evaluate(LOADED, "border")
        page.mouse.down()
        page.mouse.move(700, 420, steps=4)
        page.mouse.up()
        page.mouse.move(900, 420)
        self.assertAlmostEqual(page.evaluate(WIDTH), 700, delta=3)
        page.goto("/entries/moe-szyslak")
        self.assertAlmostEqual(page.evaluate(WIDTH), 700, delta=3)
        self.assertLessEqual(page.evaluate(SHIFT), 0.01)
        # The grid has its own border.
        page.goto("/?view=grid")
        self.assertNotAlmostEqual(page.evaluate(WIDTH), 700, delta=20)
        page.goto("/?view=list")
        border.hover()
        page.evaluate(LOADED, "border")
        border.dblclick()
        page.evaluate(SETTLED)
        self.assertAlmostEqual(page.evaluate(WIDTH), before, delta=1)
        page.reload()
        self.assertAlmostEqual(page.evaluate(WIDTH), before, delta=1)

    def test_arrow_keys_move_it_and_aria_reports_its_value(self):
        page, border = self.open("/entries/moe-szyslak")
        self.assertEqual(border.get_attribute("role"), "separator")
        self.assertTrue(border.get_attribute("aria-label"))
        page.evaluate(LOADED, "border")
        value = int(border.get_attribute("aria-valuenow"))
        self.assertAlmostEqual(value, 100 * page.evaluate(WIDTH) / 1440, delta=1)
        border.focus()
        page.keyboard.press("ArrowRight")
        self.assertEqual(int(border.get_attribute("aria-valuenow")), value + 2)
        page.keyboard.press("ArrowLeft")
        self.assertEqual(int(border.get_attribute("aria-valuenow")), value)
        page.keyboard.press("Home")
        self.assertEqual(border.get_attribute("aria-valuenow"), border.get_attribute("aria-valuemin"))
        page.keyboard.press("End")
        self.assertEqual(border.get_attribute("aria-valuenow"), border.get_attribute("aria-valuemax"))
        self.assertAlmostEqual(page.evaluate(WIDTH), 1440 * 0.6, delta=2)
        self.assertIn("/entries/moe-szyslak", page.url)
