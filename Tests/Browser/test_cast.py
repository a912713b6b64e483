"""List, grid, detail and split view of a cast, without JavaScript."""
import re
import unicodedata

from browser import SCREENS, SETTLED, BrowserTest

WIDE = [name for name, (width, _, _) in SCREENS.items() if width >= 720]


def blind(name):
    """The sort key of a name: without case and accents."""
    letters = unicodedata.normalize("NFD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def in_view(page, locator):
    """Whether the middle of an element is visible."""
    box = locator.bounding_box()
    size = page.viewport_size
    return (box is not None and box["y"] >= 0 and box["x"] >= 0
            and box["y"] + box["height"] <= size["height"] and box["x"] + box["width"] <= size["width"])


class CastTest(BrowserTest):
    def test_the_list_shows_names_under_the_shows_name(self):
        for screen in ["phone", "tablet"]:
            with self.subTest(screen):
                page = self.page("/", screen)
                self.assertEqual(page.locator("h1").inner_text(), "Simpsons Character Viewer")
                names = page.locator(".rows a span").all_text_contents()
                self.assertGreaterEqual(len(names), 40)
                self.assertEqual(names, sorted(names, key=blind))
                self.assertEqual(page.locator(".list img").count(), 0)

    def test_phone_from_list_to_detail_and_back(self):
        page = self.page("/")
        self.assertFalse(page.locator("article").is_visible())
        row = page.locator(".rows a", has_text="Moe Szyslak")
        row.click()
        page.wait_for_url(re.compile("/entries/moe-szyslak$"))
        self.assertFalse(page.locator(".list").is_visible())
        self.assertEqual(page.locator(".bar-name:visible").inner_text(), "Moe Szyslak")
        self.assertIn("tavern", page.locator(".description").inner_text())
        page.get_by_label("Back to the list").click()
        page.wait_for_url(re.compile(r"/#e-moe-szyslak$"))
        self.assertTrue(in_view(page, row))

    def test_a_phone_has_todays_pick_on_a_low_card_until_an_entry_was_viewed(self):
        page = self.page("/", script=True)
        card, first = page.locator(".hero"), page.locator(".rows a").first
        box = card.bounding_box()
        self.assertLessEqual(box["height"], 180)
        self.assertLess(box["y"] + box["height"], first.bounding_box()["y"])
        self.assertLessEqual(first.bounding_box()["y"], 340)
        page.locator("[name=q]").fill("moe")
        page.wait_for_function("() => !document.querySelector('.hero').getClientRects().length")
        self.assertEqual(self.page("/?view=grid").locator(".hero").count(), 0)
        page.goto("/")
        text = card.locator("strong").inner_text()
        card.click()
        page.wait_for_url(re.compile("/entries/"))
        self.assertEqual(page.locator("article h1").text_content(), text)
        page.goto("/")
        self.assertFalse(card.is_visible())

    def test_the_list_begins_high_on_every_screen(self):
        for width, height, rows in [(390, 844, 6), (844, 390, 2)]:
            page = self.page("/", viewport={"width": width, "height": height})
            boxes = [row.bounding_box() for row in page.locator("#results li").all()[:8]]
            self.assertLessEqual(boxes[0]["y"], 340)
            self.assertGreaterEqual(sum(box["y"] + box["height"] <= height for box in boxes), rows)

    def test_tablet_split_view_shows_the_selected_row(self):
        for screen in WIDE[:2]:
            name = "waylon-smithers"
            page = self.page(f"/entries/{name}", screen, script=True)
            row = page.locator("[aria-current=page]")
            self.assertEqual(row.count(), 1)
            page.evaluate(SETTLED)
            self.assertTrue(in_view(page, row))
            self.assertTrue(in_view(page, page.locator("article h1")))
            self.assertEqual(page.locator(".bar-name:visible").inner_text(), "Simpsons Character Viewer")

    def test_wide_screens_show_the_entry_of_the_day(self):
        for screen in WIDE[:2]:
            with self.subTest(screen):
                page = self.page("/", screen)
                hero = page.locator(".hero")
                self.assertTrue(in_view(page, hero.locator("strong")))
                self.assertTrue(in_view(page, page.locator(".rows a").first))
                name = hero.locator("strong").inner_text()
                # The same for all visitors, and none beside results.
                self.assertEqual(self.page("/", screen).locator(".hero strong").inner_text(), name)
                self.assertEqual(self.page("/?q=simpson", screen).locator(".hero").count(), 0)
                hero.click()
                page.wait_for_url(re.compile("/entries/"))
                self.assertEqual(page.locator("article h1").inner_text(), name)
                self.assertFalse(page.locator(".hero").is_visible())

    def test_the_grid_fills_a_wide_screen_until_an_entry_is_selected(self):
        for width, least in [(1440, 160), (820, 120)]:
            with self.subTest(width):
                page = self.page("/?view=grid", "desktop")
                page.set_viewport_size({"width": width, "height": 900})
                self.assertAlmostEqual(page.locator(".list").bounding_box()["width"], width, delta=1)
                self.assertFalse(page.locator(".detail").is_visible())
                self.assertGreaterEqual(page.locator(".tiles .face").first.bounding_box()["width"], least)
                page.locator("#e-moe-szyslak > a").click()
                page.wait_for_url(re.compile("/entries/moe-szyslak"))
                self.assertTrue(in_view(page, page.locator("article h1")))
                self.assertTrue(in_view(page, page.locator("#e-moe-szyslak")))
                self.assertLess(page.locator(".list").bounding_box()["width"], width / 2)
                page.go_back()
                self.assertAlmostEqual(page.locator(".list").bounding_box()["width"], width, delta=1)

    def test_the_grid_has_a_picture_or_placeholder_each_in_the_same_order(self):
        page = self.page("/")
        names = page.locator(".rows a span").all_text_contents()
        page.get_by_label("Grid").click()
        page.wait_for_url(re.compile("view=grid"))
        self.assertEqual(page.locator(".tiles a span").all_text_contents(), names)
        self.assertEqual(page.locator(".tiles .face").count(), len(names))
        # No entry has a picture here, and a placeholder costs no request.
        self.assertEqual(page.locator(".tiles img").count(), 0)
        box = page.locator(".tiles .face").first.bounding_box()
        self.assertAlmostEqual(box["height"] / box["width"], 4 / 3, delta=0.02)
        page.get_by_label("List", exact=True).click()
        page.wait_for_load_state()
        self.assertEqual(page.locator(".rows a").count(), len(names))

    def test_the_script_loads_after_first_paint(self):
        for path in ("/", "/entries/moe-szyslak"):
            page = self.visitor("phone").new_page()
            self.watch(page)
            # Only a frame triggers it, not the timeout for pages that are never painted.
            page.add_init_script("""(() => {
              const { setTimeout } = window;
              window.setTimeout = (body, wait, ...more) => wait === 500 ? 0 : setTimeout(body, wait, ...more);
            })()""")
            page.goto(path)
            page.wait_for_function("""() => performance.getEntriesByName("first-contentful-paint").length
              && performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/app.js"))""")
            first, script = page.evaluate("""() => [
              performance.getEntriesByName("first-contentful-paint")[0].startTime,
              performance.getEntriesByType("resource").find(({ name }) => name.endsWith("/app.js")).startTime,
            ]""")
            self.assertGreaterEqual(script, first)

    def test_the_script_loads_without_a_paint(self):
        page = self.visitor("phone").new_page()
        self.watch(page)
        page.add_init_script("""(() => {
          const { observe } = PerformanceObserver.prototype;
          PerformanceObserver.prototype.observe = function (options) {
            if (options.type !== "paint") observe.call(this, options);
          };
        })()""")
        page.goto("/")
        self.assertEqual(page.locator("html.opening").count(), 0)

    def test_the_whole_list_is_painted_before_its_script_loads(self):
        page = self.visitor("phone").new_page()
        self.watch(page)
        with self.held(page, r"/static/\w+/app\.js"):
            page.goto("/", wait_until="commit")
            page.wait_for_function("() => !document.documentElement.classList.contains('opening')")
            row = page.locator(".rows li").nth(60)
            row.scroll_into_view_if_needed()
            page.wait_for_function(
                "(one) => one.checkVisibility({ contentVisibilityAuto: true })",
                arg=row.locator("span").element_handle())

    def test_search_ignores_case_and_accents_highlights_and_clears(self):
        page = self.page("/?view=grid")
        page.locator("input[name=q]").fill("SÍMPSON")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("q="))
        self.assertIn("view=grid", page.url)
        self.assertRegex(page.locator(".summary").inner_text(), r"^\d+ of \d+ characters match “SÍMPSON”$")
        self.assertEqual(page.locator(".tiles mark").first.inner_text(), "Simpson")
        page.locator(".tiles a", has_text="Lisa Simpson").click()
        page.wait_for_url(re.compile("/entries/lisa-simpson"))
        page.get_by_label("Back to the list").click()
        page.get_by_label("Clear search").click()
        page.wait_for_url(re.compile(r"/\?view=grid$"))
        self.assertEqual(page.locator("input[name=q]").input_value(), "")

    def test_hits_in_descriptions_are_highlighted(self):
        page = self.page("/entries/moe-szyslak?q=tavern")
        self.assertEqual(page.locator(".description mark").first.inner_text().lower(), "tavern")

    def test_no_horizontal_overflow(self):
        page = self.page("/", script=True)
        for path in ["/", "/?view=grid", "/?q=simpson", "/entries/moe-szyslak", "/nope"]:
            page.goto(path)
            self.problems = [p for p in self.problems if "404" not in p]
            for width in [320, 720, 1180]:
                with self.subTest(f"{path} at {width}"):
                    page.set_viewport_size({"width": width, "height": 700})
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)

    def test_light_and_dark_mode_follow_the_system(self):
        luminances = []
        for scheme in ["light", "dark"]:
            page = self.page("/", script=True, color_scheme=scheme)
            color = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
            luminances.append(sum(int(part) for part in re.findall(r"\d+", color)[:3]))
        self.assertGreater(luminances[0], 600)
        self.assertLess(luminances[1], 120)

class WireTest(BrowserTest):
    show = "wire"

    def test_another_show_has_its_own_name_and_colours(self):
        page = self.page("/", script=True)
        self.assertEqual(page.title(), "The Wire Character Viewer")
        accent = page.evaluate("getComputedStyle(document.querySelector('.rows li[data-letter]'), '::before').color")
        self.assertEqual(accent, "rgb(163, 57, 43)")
        self.assertIn("Omar Little", page.locator(".rows a span").all_text_contents())
