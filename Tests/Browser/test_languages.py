"""The interface in other languages: by Accept-Language or a button, and right-to-left."""

from browser import SETTLED, BrowserTest

# Elements wider than the screen.
WIDER = """() => {
  const page = document.documentElement;
  return page.scrollWidth > page.clientWidth ? [...document.querySelectorAll("body *")]
    .filter((part) => part.getBoundingClientRect().left < -1 || part.getBoundingClientRect().right > innerWidth + 1)
    .map((part) => part.outerHTML.slice(0, 80)).slice(0, 5) : [];
}"""
WIDTHS = [320, 390, 820, 1180]


class RightToLeft:
    """Tests of the pages in `paths`, for one show, in Arabic."""

    def test_right_to_left_pages_without_horizontal_overflow(self):
        path = self.paths[0]
        page = self.page(path, locale="ar")
        self.assertEqual(page.locator("html").get_attribute("dir"), "rtl")
        self.assertEqual(page.locator("html").get_attribute("lang"), "ar")
        for width in WIDTHS:
            with self.subTest(f"{path}, {width}"):
                page.set_viewport_size({"width": width, "height": 844})
                self.assertEqual(page.evaluate(WIDER), [])
                self.assertLessEqual(page.evaluate(
                    "document.documentElement.scrollWidth - document.documentElement.clientWidth"), 0)


class ArabicCastTest(RightToLeft, BrowserTest):
    paths = ["/", "/?view=grid", "/?q=simpson", "/?q=nobody-at-all", "/entries/moe-szyslak", "/favorites",
             "/nothing"]

    def tearDown(self):
        # The browser logs the 404.
        problems = [problem for problem in getattr(self, "problems", []) if "404" not in problem]
        self.assertEqual(problems, [])

    def test_stars_letters_and_the_back_link_are_mirrored(self):
        page = self.page("/", "tablet", locale="ar")
        row = page.locator(".rows li[data-letter]").first
        side = row.bounding_box()
        star = row.locator(".star").bounding_box()
        self.assertLess(star["x"] - side["x"], 40)
        pane = page.locator(".list").bounding_box()
        self.assertGreater(pane["x"], 400)
        phone = self.page("/entries/moe-szyslak", "phone", locale="ar")
        back = phone.locator(".back")
        self.assertGreater(back.bounding_box()["x"], 300)
        self.assertEqual(back.locator("svg").evaluate("icon => getComputedStyle(icon).scale"), "-1 1")

    def test_latin_names_align_with_the_right_to_left_page(self):
        page = self.page("/", "phone", locale="ar")
        name = page.locator(".rows li a span").first
        self.assertEqual(
            name.evaluate("""name => {
              const range = document.createRange();
              range.selectNodeContents(name);
              return Math.abs(range.getBoundingClientRect().right - name.getBoundingClientRect().right) < 2;
            }"""), True)

    def test_the_drawer_opens_from_the_left_edge(self):
        page = self.page("/", "phone", script=True, locale="ar")
        page.locator(".drawer-button").click()
        page.evaluate(SETTLED)
        self.assertLess(abs(page.locator("#drawer").bounding_box()["x"]), 1)
        page.get_by_role("button", name="إغلاق المفضلة").click()
        page.evaluate(SETTLED)
        self.assertFalse(page.locator("#drawer").is_visible())


class ArabicCoordinatesTest(BrowserTest):
    show = "cities"

    def test_coordinates_are_in_reading_order(self):
        # Positions of glyphs from the right: the degree sign follows its left-to-right number.
        order = """(element) => {
          const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
          const place = (at) => {
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            return range.getBoundingClientRect().left;
          };
          const text = node.data;
          const [first, second] = [text.indexOf("°"), text.lastIndexOf("°")];
          const digits = (sign) => text.slice(0, sign).search(/[0-9.]+$/);
          return [first, second].flatMap((sign) => [place(digits(sign)), place(sign), place(sign + 3)]);
        }"""
        for path in ["/", "/entries/denver-us-900000176"]:
            with self.subTest(path):
                page = self.page(path, locale="ar")
                line = page.locator("#results small:visible, .detail .subtitle:visible").last
                line.scroll_into_view_if_needed()
                number, sign, word, *others = line.evaluate(order)
                for places in [(number, sign, word), others]:
                    self.assertLess(places[0], places[1])
                    self.assertGreater(places[0], places[2])
                self.assertGreater(word, others[1])


class ArabicStartPageTest(RightToLeft, BrowserTest):
    show = "web"
    paths = ["/"]


class ChoosingTest(BrowserTest):
    def test_a_chosen_language_is_kept_and_returns_to_the_same_page(self):
        page = self.page("/?q=simpson&view=grid", "phone")
        self.assertIn("match “simpson”", page.locator("#summary").inner_text())
        page.locator(".more > summary").click()
        page.locator(".fold:has(.languages) > summary").click()
        page.get_by_role("button", name="Deutsch").click()
        self.assertTrue(page.url.endswith("/?q=simpson&view=grid"), page.url)
        self.assertIn("passen zu „simpson“", page.locator("#summary").inner_text())
        page.locator(".tiles a").first.click()
        self.assertEqual(page.locator("html").get_attribute("lang"), "de")
        self.assertEqual(page.locator(".button.back").get_attribute("aria-label"), "Zurück zur Liste")

    def test_the_place_is_kept_while_the_language_changes(self):
        for screen, path in [("phone", "/"), ("tablet", "/entries/lisa-simpson")]:
            with self.subTest(screen):
                page = self.page(path, screen, script=True)
                page.evaluate(SETTLED)
                row = page.locator("#results li").nth(20)
                row.scroll_into_view_if_needed()
                page.evaluate(SETTLED)
                before, steps = row.bounding_box()["y"], page.evaluate("history.length")
                # Clicks of the driver would scroll, because of the page's scroll padding.
                for part in [".more > summary", ".fold:has(.languages) > summary", "button[value=de]"]:
                    page.locator(part).evaluate("(one) => one.click()")
                page.locator("html[lang=de]").wait_for()
                page.evaluate(SETTLED)
                self.assertLessEqual(abs(row.bounding_box()["y"] - before), 2)
                self.assertEqual(page.evaluate("history.length"), steps)
                self.assertTrue(page.url.endswith(path), page.url)
                self.assertEqual(page.evaluate("document.activeElement.localName"), "summary")

    def test_the_open_drawer_is_open_in_the_other_language(self):
        page = self.page("/", "desktop", script=True)
        page.locator(".drawer-button").click()
        # By keyboard: a click elsewhere closes it.
        page.evaluate("for (const menu of document.querySelectorAll('.more, .fold')) menu.open = true")
        page.locator(".languages [value=fr]").focus()
        page.keyboard.press("Enter")
        page.locator("html[lang=fr]").wait_for()
        page.locator("#drawer").wait_for(state="visible")

    def test_scripts_use_the_pages_language(self):
        page = self.page("/", "phone", script=True, locale="es")
        page.locator("[name=q]").press_sequentially("simp")
        status = page.locator(".finder [role=status]")
        page.wait_for_function("() => document.querySelector('.finder [role=status]')?.textContent.includes('«simp»')")
        self.assertRegex(status.inner_text(), r"^\d+ de \d+ personajes coinciden con «simp»$")
