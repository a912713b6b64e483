"""Keyboard-only use, with a visible focus."""
import re

from browser import LOADED, BrowserTest
from program import wait_for

FOCUS = "() => document.activeElement.closest('li')?.id ?? document.activeElement.tagName.toLowerCase()"
# Whether the middle of the focused element is covered or out of view.
OBSCURED = """() => {
    const element = document.activeElement;
    if (element === document.body) return null;
    const box = element.getBoundingClientRect();
    const places = [[box.left + box.width / 2, box.top + 3], [box.left + box.width / 2, box.bottom - 3],
                    [box.left + box.width / 2, box.top + box.height / 2]];
    const isSeen = ([x, y]) => {
        const found = document.elementFromPoint(x, y);
        return found && (element.contains(found) || found.contains(element) && found.closest("label, form"));
    };
    return places.every(isSeen) ? "" : `${element.outerHTML.slice(0, 120)} at ${box.top} to ${box.bottom}`;
}"""


class KeysTest(BrowserTest):
    def open(self, path="/", screen="desktop"):
        page = self.page(path, screen, script=True)
        page.keyboard.press("Escape")
        return page

    def press(self, page, *keys):
        """Presses keys that must not leave the page."""
        for key in keys:
            page.keyboard.press(key)
        page.evaluate(LOADED, "keys")

    def test_on_a_keyboard_of_another_script_the_places_of_keys_count(self):
        page = self.open("/entries/moe-szyslak")
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.evaluate("""() => document.body.dispatchEvent(
                new KeyboardEvent("keydown", { key: "ب", code: "KeyF", bubbles: true, cancelable: true }))""")
        page.locator(".detail .star[aria-pressed=true]").wait_for()

    def test_starring_an_entry_with_the_keyboard_alone(self):
        page = self.open()
        self.press(page, "/")
        self.assertEqual(page.evaluate(FOCUS), "input")
        page.keyboard.type("moe")
        self.wait_for_summary(page, "match(es)? “moe”")
        self.assertEqual(page.locator("[name=q]").input_value(), "moe")
        for _ in range(40):
            if page.evaluate(FOCUS) == "e-moe-szyslak":
                break
            page.keyboard.press("Tab")
        self.assertEqual(page.evaluate(FOCUS), "e-moe-szyslak")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("/entries/moe-szyslak"))
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            self.press(page, "f")
        page.locator(".detail .star[aria-pressed=true]").wait_for()
        page.goto("/?favorites=1")
        self.assertEqual(page.locator(".rows a > span").all_text_contents(), ["Moe Szyslak"])

    def test_letters_of_shortcuts_are_text_while_typing(self):
        page = self.open("/entries/moe-szyslak")
        # The script is there from now on.
        self.press(page, "x")
        page.locator("[name=q]").focus()
        self.press(page, *"fg?/n", "ArrowRight")
        self.assertEqual(page.locator("[name=q]").input_value(), "fg?/n")
        self.assertEqual(page.locator(".detail .star").get_attribute("aria-pressed"), "false")

    def test_slash_focuses_the_search_before_other_scripts_have_loaded(self):
        context = self.visitor("desktop")
        page = context.new_page()
        with self.held(page, "scripts/(finder|keys)"):
            page.goto("/")
            page.keyboard.type("/moe")
            self.assertEqual(page.locator("[name=q]").input_value(), "moe")
        self.wait_for_summary(page, "match(es)? “moe”")

    def test_arrow_keys_move_through_the_list_and_enter_opens(self):
        page = self.open()
        rows = page.locator(".rows li").evaluate_all("rows => rows.map((row) => row.id)")
        self.press(page, "ArrowDown")
        self.assertEqual(page.evaluate(FOCUS), rows[0])
        self.press(page, *["ArrowDown"] * 4, "ArrowUp")
        self.assertEqual(page.evaluate(FOCUS), rows[3])
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            self.press(page, "f")
        page.locator(f"#{rows[3]} .star[aria-pressed=true]").wait_for()
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile(f"/entries/{rows[3][2:]}"))
        self.press(page, "ArrowDown", "ArrowDown")
        self.assertEqual(page.evaluate(FOCUS), rows[4])

    def test_arrow_keys_move_through_the_grid_by_rows_and_columns(self):
        along = "ArrowLeft"
        page = self.open()
        page.keyboard.press("g")
        page.wait_for_url(re.compile("view=grid"))
        page.evaluate("() => { document.documentElement.dir = 'rtl' }")
        tops = page.locator(".tiles li").evaluate_all("tiles => tiles.map((tile) => tile.offsetTop)")
        columns = tops.count(tops[0])
        tiles = page.locator(".tiles li").evaluate_all("tiles => tiles.map((tile) => tile.id)")
        self.press(page, "ArrowDown", "ArrowDown", along, along)
        self.assertEqual(page.evaluate(FOCUS), tiles[columns + 2])
        self.press(page, "ArrowUp")
        self.assertEqual(page.evaluate(FOCUS), tiles[2])
        page.keyboard.press("g")
        page.wait_for_url(lambda address: "view=grid" not in address)

    def test_shortcuts_are_listed_and_can_be_switched_off(self):
        page = self.open()
        self.press(page, "?")
        dialog = page.locator("#keys")
        self.assertTrue(dialog.is_visible())
        self.assertEqual(page.evaluate(FOCUS), "input")
        self.press(page, "Space")
        self.assertFalse(page.locator("#keys-switch").is_checked())
        self.press(page, "Escape")
        self.assertFalse(dialog.is_visible())
        for _ in range(2):
            self.press(page, "?", "g", "f", "/")
            self.assertFalse(dialog.is_visible())
            self.assertNotIn("grid", page.url)
            page.reload()
        page.locator(".more > summary").click()
        page.locator("#keys-button").click()
        dialog.wait_for()
        # Until the script has loaded, the switch is on, as in the HTML.
        wait_for(lambda: not page.locator("#keys-switch").is_checked(), "the stored choice")
        page.locator("#keys-switch").check()
        page.keyboard.press("Escape")
        # Chromium moves the focus from a closed dialog with the next frame.
        wait_for(lambda: page.evaluate(FOCUS) == "body", "the focus")
        page.keyboard.press("g")
        page.wait_for_url(re.compile("view=grid"))

    def test_browser_shortcuts_and_typing_still_work(self):
        page = self.open("/", "desktop")
        self.press(page, "Control+g", "Alt+f", "Meta+g", "Control+/")
        self.assertEqual(page.evaluate(FOCUS), "body")
        page.locator("[name=q]").focus()
        page.keyboard.type("/?gf")
        self.assertEqual(page.locator("[name=q]").input_value(), "/?gf")
        self.assertFalse(page.locator("#keys").is_visible())

    def test_the_favorites_shortcut_is_announced_once(self):
        said = "body > .unseen[role=status]"
        page = self.open()
        self.press(page, "ArrowDown")
        page.locator(".rows li:first-child a:focus").wait_for()
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            self.press(page, "f")
        page.wait_for_function("(said) => document.querySelector(said)?.textContent", arg=said)
        first = page.locator(".rows a > span").first.inner_text()
        self.assertEqual(page.locator(said).text_content(), f"{first} added to favorites.")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_function("(said) => !document.querySelector(said).textContent", arg=said)
        self.assertEqual(page.locator(".rows .star").first.get_attribute("aria-pressed"), "false")

    def test_shortcuts_do_not_act_behind_the_drawer_or_clear_a_selection(self):
        page = self.open("/entries/moe-szyslak")
        address = page.url
        page.locator(".drawer-button").click()
        self.press(page, "ArrowRight", "g", "f")
        page.keyboard.press("Escape")
        page.evaluate("""() => {
          document.activeElement.blur();
          getSelection().selectAllChildren(document.querySelector(".description"));
        }""")
        self.press(page, "ArrowRight", "ArrowLeft")
        self.assertTrue(self.stays(page))
        self.assertEqual(page.url, address)
        self.assertEqual(page.locator(".detail .star").get_attribute("aria-pressed"), "false")
        page.evaluate("() => getSelection().removeAllRanges()")
        page.keyboard.press("ArrowRight")
        page.wait_for_url(lambda found: found != address)

    def test_the_focused_element_is_never_hidden(self):
        page = self.open(screen="phone")
        page.goto("/entries/bart-simpson?q=bar")
        page.keyboard.press("Escape")
        self.assertGreater(self.check_focus(page, "Tab"), 5)

    def check_focus(self, page, key):
        """Goes through the page with one key; returns the number of stops."""
        for stops in range(140):
            page.keyboard.press(key)
            obscured = page.evaluate(OBSCURED)
            if obscured is None:
                return stops
            self.assertEqual(obscured, "")
        return 140
