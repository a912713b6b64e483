"""A long list: pages, letters, infinite scrolling, and maps."""
import re

from browser import SETTLED, SHIFT, BrowserTest

ROWS = ".rows a"


def top(page, text):
    """The distance of a row from the top of the screen."""
    return page.locator(ROWS, has_text=text).first.evaluate("row => row.getBoundingClientRect().top")


class CitiesTest(BrowserTest):
    show = "cities"

    def names(self, page):
        return page.locator(f"{ROWS} > span").all_text_contents()

    def test_pages_are_linked_and_letters_jump_to_their_first_city(self):
        page = self.page("/")
        self.assertEqual(len(self.names(page)), 60)
        first = self.names(page)
        page.get_by_role("link", name="Next").click()
        page.wait_for_url(re.compile("page=2"))
        self.assertEqual(len(set(self.names(page)) - set(first)), 60)
        page.get_by_role("navigation", name="Letters").get_by_text("S", exact=True).click()
        page.wait_for_url(re.compile(r"page=\d+#e-"))
        shown = self.names(page)
        first_with_s = next(name for name in shown if name.startswith("S"))
        box = page.locator(ROWS, has_text=first_with_s).first.bounding_box()
        self.assertTrue(0 <= box["y"] <= 844)

    def test_a_finger_along_the_letters_shows_each_and_opens_the_last(self):
        for locale in ["en", "ar"]:
            with self.subTest(locale):
                page = self.page("/", "phone", script=True, locale=locale)
                page.wait_for_selector(".has-rail")
                box = page.locator(".letters").bounding_box()
                touch = page.context.new_cdp_session(page)

                def move(kind, *places, y=box["y"] + box["height"] / 2, touch=touch):
                    touch.send("Input.dispatchTouchEvent", {
                        "type": kind, "touchPoints": [{"x": x, "y": y} for x in places]})

                start, *way = [60, 120, 200, 260] if locale == "en" else [330, 270, 190, 130]
                move("touchStart", start)
                seen = []
                for x in way:
                    move("touchMove", x)
                    page.wait_for_function("""x => {
                      const box = document.querySelector(".letters .is-sought")?.getBoundingClientRect();
                      return box && box.left - 4 <= x && x <= box.right + 4;
                    }""", arg=x)
                    seen.append(page.locator(".bubble").inner_text())
                self.assertEqual(seen, sorted(set(seen)))
                move("touchEnd")
                page.wait_for_url(re.compile(r"page=\d+"))
                page.evaluate(SETTLED)
                first = page.locator(f"{ROWS} > span", has_text=re.compile(f"^{seen[-1]}")).first
                self.assertTrue(0 <= first.bounding_box()["y"] <= 844)
                self.assertEqual(page.locator(".bubble").count(), 0)

    def test_infinite_scrolling_and_back_to_the_row(self):
        page = self.page("/", script=True)
        scroll = """count => {
            const rows = document.querySelectorAll(".rows li");
            rows[Math.min(count, rows.length) - 1].scrollIntoView({block: "center"});
        }"""
        for count in [60, 120, 180]:
            page.evaluate(scroll, count)
            page.wait_for_function(
                "count => document.querySelectorAll('.rows li').length > count", arg=count)
        names = self.names(page)
        self.assertEqual(len(names), len(set(names)))
        page.evaluate(scroll, 150)
        page.wait_for_url(re.compile("page=3"))
        page.evaluate(SETTLED)
        row = names[149]
        before = top(page, row)
        page.locator(ROWS, has_text=row).first.click()
        page.wait_for_url(re.compile("/entries/"))
        page.go_back()
        page.wait_for_url(re.compile(r"/\?page=3"))
        page.evaluate(SETTLED)
        self.assertLessEqual(abs(top(page, row) - before), 2)

    def test_no_layout_shift_when_the_next_page_loads_late(self):
        page = self.page("/", script=True)
        with self.held(page, "part=results"):
            page.evaluate("document.querySelector('.pager').scrollIntoView()")
            # Rows that were never painted cannot shift.
            page.evaluate(SETTLED)
        page.wait_for_function("() => document.querySelectorAll('.rows li').length > 60")
        self.assertEqual(page.evaluate(SHIFT), 0)

    def test_the_link_to_the_next_page_stays_if_loading_fails(self):
        page = self.page("/", script=True)
        page.route("**/*part=results*", lambda route: route.fulfill(status=503))
        page.evaluate("document.querySelector('.pager').scrollIntoView()")
        page.wait_for_function("() => !document.querySelector('.pager').style.marginBottom")
        page.locator(".foot").scroll_into_view_if_needed()
        self.assertTrue(page.get_by_role("link", name="Next").is_visible())
        self.problems.clear()

    def test_distant_pages_are_unloaded_and_loaded_again(self):
        page = self.page("/", script=True)
        rows = page.locator(".rows li")
        for _ in range(2):
            page.evaluate("() => document.querySelector('.rows li:last-child').scrollIntoView()")
            page.wait_for_function("() => document.querySelectorAll('.rows li').length > 60")
            page.evaluate("() => document.querySelector('.rows li:last-child').scrollIntoView()")
            page.wait_for_function("() => document.querySelectorAll('.rows li').length > 120")
            page.evaluate("() => scrollTo(0, 0)")
            page.wait_for_function("() => document.querySelectorAll('.rows li').length === 60")
            self.assertEqual(page.locator(".pager").inner_text().split("\n")[0], "Page 1 of 12")
        self.assertEqual(rows.count(), 60)

    def test_the_coordinates_are_whole_at_any_width(self):
        whole = """rows => rows.every((row) => {
          const range = document.createRange();
          range.selectNodeContents(row.querySelector("small").firstChild);
          const box = row.getBoundingClientRect();
          return [...range.getClientRects()].every(({ left, right, top, bottom }) =>
            left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom)
            && row.querySelector("small").getBoundingClientRect().height >= range.getBoundingClientRect().height - 4;
        })"""
        # A country is whole, or on a line that is not seen.
        countries = """rows => rows.map((row) => {
          const [line, country] = ["small", "i"].map((one) => row.querySelector(one).getBoundingClientRect());
          return country.bottom <= line.bottom + 4 ? country.right <= line.right + 1 && country.left >= line.left - 1
            : country.top >= line.bottom - 4 && null;
        })"""
        for locale in ["en", "ar"]:
            page = self.page("/?q=d", locale=locale)
            for width in [320, 390, 720, 768, 1024, 1440]:
                with self.subTest(f"{width}, {locale}"):
                    page.set_viewport_size({"width": width, "height": 1024})
                    rows = page.locator(ROWS)
                    self.assertRegex(rows.first.locator("small").inner_text(), r"^\W*\d")
                    self.assertTrue(rows.evaluate_all(whole))
                    shown = rows.evaluate_all(countries)
                    self.assertNotIn(False, shown)
                    self.assertEqual(True in shown, True)

    def test_the_map_follows_the_search_with_every_letter(self):
        page = self.page("/", "desktop", script=True)
        picture = page.locator(".overview")
        self.assertEqual(picture.get_attribute("src"), "/map.svg")
        page.evaluate(SETTLED)
        self.assertGreater(picture.evaluate("(map) => map.naturalWidth"), 0)
        page.locator("[name=q]").press_sequentially("reyk")
        page.wait_for_function("() => document.querySelector('.overview').src.endsWith('/map.svg?q=reyk')")

    def test_a_page_of_the_grid_fills_whole_rows_at_any_width(self):
        page = self.page("/?view=grid", "desktop")
        for width in [390, 700, 820, 1440, 1920, 2560]:
            page.set_viewport_size({"width": width, "height": 900})
            tops = page.locator(".tiles li").evaluate_all("(tiles) => tiles.map((tile) => tile.offsetTop)")
            self.assertEqual(60 % tops.count(tops[0]), 0, width)

    def test_prefix_search_with_a_space_filters_with_every_letter(self):
        page = self.page("/", script=True)
        field = page.locator("[name=q]")
        for letter, expected in [("s", r"^S"), ("a", r"^S[aãá]"), ("n", r"^San"), (" ", r"^San ")]:
            with page.expect_response(lambda answer: "part=results" in answer.url):
                field.press_sequentially(letter)
            page.wait_for_function(
                "text => document.querySelector('#summary').textContent.includes(`“${text}”`)",
                arg=field.input_value())
            for name in self.names(page):
                self.assertRegex(name, re.compile(expected, re.IGNORECASE))

    def test_a_citys_map_loads_nothing_from_outside(self):
        asked = []
        page = self.page("/?q=denver", "tablet")
        page.on("request", lambda request: asked.append(request.url))
        page.locator(ROWS).first.click()
        page.wait_for_url(re.compile("/entries/denver"))
        drawing = page.locator(".map")
        self.assertIn("Denver, US", drawing.get_attribute("aria-label"))
        self.assertIn("km", drawing.get_attribute("aria-label"))
        self.assertTrue(all(url.startswith(self.served.address) for url in asked), asked)
        self.assertRegex(
            page.get_by_text("Open in OpenStreetMap").get_attribute("href"),
            r"^https://www\.openstreetmap\.org/\?mlat=39\.739&mlon=-104\.985#map=11/39\.739/-104\.985$")
        self.assertRegex(
            page.get_by_text("Open in a map app").get_attribute("href"), r"^geo:39\.739,-104\.985\?q=")

    def test_neighbours_on_a_citys_map_are_links_for_fingers(self):
        spots = """() => [...document.querySelectorAll(".map a")].map((link) => {
          const { x, y, width, height } = link.getBoundingClientRect();
          return { x, y, width, height, name: link.textContent };
        })"""
        for width, locale in [(320, "en"), (390, "ar"), (1180, "en")]:
            with self.subTest(f"{width} {locale}"):
                page = self.page("/?q=denver", "phone", locale=locale)
                page.set_viewport_size({"width": width, "height": 820})
                page.goto(page.locator(ROWS).first.get_attribute("href"))
                boxes = page.evaluate(spots)
                self.assertGreater(len(boxes), 3)
                for index, one in enumerate(boxes):
                    self.assertGreaterEqual(min(one["width"], one["height"]), 24, one)
                    for other in boxes[:index]:
                        self.assertTrue(
                            one["x"] >= other["x"] + other["width"] or other["x"] >= one["x"] + one["width"]
                            or one["y"] >= other["y"] + other["height"] or other["y"] >= one["y"] + one["height"],
                            (one, other))
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
                page.locator(".map a").first.click()
                page.wait_for_url(re.compile(r"/entries/(?!denver)"))
                self.assertTrue(page.locator("article h1").inner_text().startswith(boxes[0]["name"].rstrip("…")))

    def test_the_map_goes_closer_and_farther_without_a_script(self):
        page = self.page("/?q=denver", "phone")
        page.locator(ROWS).first.click()

        def bar():
            return page.locator(".map .c").first.text_content(), page.locator(".map .bar").get_attribute("d")

        bars = [bar()]
        for word in ["Closer", "Closer", "Farther", "Farther"]:
            page.get_by_role("link", name=word).click()
            page.wait_for_url(re.compile("#map$"))
            bars.append(bar())
            self.assertTrue(page.locator(".map").is_visible())
        self.assertEqual(bars, [*bars[:3], *bars[1::-1]])
        self.assertEqual(len(set(bars)), 3)
        self.assertNotIn("zoom=", page.url)
