"""Starring, storing and sharing favorites, with and without JavaScript."""
import functools
import json
import re

from browser import BrowserTest

BART = "Favorite: Bart Simpson"
LISA = "Favorite: Lisa Simpson"


def pressed(page):
    return page.locator(".list .star[aria-pressed=true]").evaluate_all(
        "stars => stars.map(star => new URL(star.formAction).pathname.split('/').pop())")


def with_and_without_script(test):
    """Runs a test twice, with and without JavaScript."""
    @functools.wraps(test)
    def both(self):
        for script in [False, True]:
            with self.subTest(script=script):
                test(self, script)
    return both


class Marking:
    def wait_until_still(self, page, element):
        """Waits until an element has stopped moving: its position is the same in two frames."""
        box = element.bounding_box()
        while box != (box := element.bounding_box()):
            pass

    def press(self, page, label, within=".list"):
        """Presses a star and waits for the server's answer."""
        star = page.locator(within).get_by_label(label)
        with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
            star.click()
        page.wait_for_load_state()
        return answer.value


class FavoritesTest(Marking, BrowserTest):
    @with_and_without_script
    def test_a_star_in_the_list_keeps_the_row_in_view(self, script):
        page = self.page("/", script=script)
        page.get_by_label("Favorite: Moe Szyslak").scroll_into_view_if_needed()
        answer = self.press(page, "Favorite: Moe Szyslak")
        self.assertEqual(answer.status, 200 if script else 303)
        self.assertEqual(pressed(page), ["moe-szyslak"])
        self.assertEqual(page.locator(".count").inner_text(), "1")
        box = page.locator("#e-moe-szyslak").bounding_box()
        self.assertTrue(0 <= box["y"] <= 844 - box["height"])
        page.reload()
        self.assertEqual(pressed(page), ["moe-szyslak"])
        self.press(page, "Favorite: Moe Szyslak")
        self.assertEqual(pressed(page), [])
        self.assertEqual(page.locator(".count").inner_text(), "")

    def test_a_star_in_the_grid_and_on_the_detail(self):
        page = self.page("/?view=grid", script=True)
        self.press(page, BART)
        self.assertIn("view=grid", page.url)
        self.assertEqual(pressed(page), ["bart-simpson"])
        page.locator("#e-bart-simpson > a").click()
        page.wait_for_url(re.compile("/entries/bart-simpson"))
        star = page.locator(".bar .star")
        self.assertEqual(star.get_attribute("aria-pressed"), "true")
        self.press(page, BART, ".bar")
        self.assertEqual(star.get_attribute("aria-pressed"), "false")
        self.assertIn("/entries/bart-simpson?view=grid", page.url)

    def test_tablet_row_and_detail_show_the_same_star(self):
        page = self.page("/entries/bart-simpson", "tablet", script=True)
        self.press(page, BART, ".detail")
        self.assertEqual(pressed(page), ["bart-simpson"])
        self.press(page, LISA)
        self.assertIn("/entries/bart-simpson", page.url)
        self.assertEqual(sorted(pressed(page)), ["bart-simpson", "lisa-simpson"])

    def test_the_drawer_lists_favorites_and_closes_in_three_ways(self):
        page = self.page("/", script=True)
        drawer = page.locator("#drawer")
        page.get_by_label("Favorites", exact=True).locator("visible=true").click()
        self.assertIn("Press the star", drawer.inner_text())
        page.keyboard.press("Escape")
        drawer.wait_for(state="hidden")
        self.press(page, BART)
        page.locator(".drawer-button").click()
        drawer.locator(".names a > span").first.wait_for()
        self.assertEqual(drawer.locator(".names a > span").all_inner_texts(), ["Bart Simpson"])
        self.wait_until_still(page, drawer)
        page.get_by_label("Close favorites").click()
        drawer.wait_for(state="hidden")
        page.locator(".drawer-button").click()
        self.wait_until_still(page, drawer)
        page.touchscreen.tap(10, 500)
        drawer.wait_for(state="hidden")
        self.assertTrue(page.url.rstrip("/").startswith(self.served.address))
        page.locator(".drawer-button").click()
        drawer.locator(".names a").click()
        page.wait_for_url(re.compile("/entries/bart-simpson$"))

    def test_favorites_only_combines_with_a_search(self):
        page = self.page("/", script=True)
        for label in (BART, LISA, "Favorite: Moe Szyslak"):
            self.press(page, label)
        page.locator(".drawer-button").click()
        page.get_by_text("Show only favorites in the list").click()
        page.wait_for_url(re.compile(r"favorites=1"))
        self.assertEqual(page.locator("#summary").inner_text(), "3 favorites")
        self.assertEqual(page.locator(".rows li").count(), 3)
        page.locator("[name=q]").press_sequentially("simpson")
        self.wait_for_summary(page, "of 3 favorites match “simpson”")
        page.wait_for_url(re.compile(r"favorites=1.*q=simpson|q=simpson.*favorites=1"))
        self.assertEqual(sorted(pressed(page)), ["bart-simpson", "lisa-simpson"])
        page.locator(".drawer-button").click()
        page.locator("[data-list][href*='q=simpson']", has_text="Show all in the list").click()
        page.wait_for_url(lambda address: "favorites" not in address)
        self.assertIn("q=simpson", page.url)

    def test_removing_a_favorite_in_the_drawer(self):
        page = self.page("/", script=True)
        for label in (BART, LISA):
            self.press(page, label)
        drawer = page.locator("#drawer")
        page.locator(".drawer-button").click()
        self.wait_until_still(page, drawer)
        def wait_for_count(count):
            page.wait_for_function(
                "count => document.getElementById('drawer-count').textContent === count", arg=count)

        self.press(page, LISA, "#drawer")
        wait_for_count("1")
        self.assertEqual(pressed(page), ["bart-simpson"])
        # The removal can be undone: the row stays until the drawer is closed.
        star = drawer.get_by_label(LISA)
        self.assertEqual(star.get_attribute("aria-pressed"), "false")
        self.press(page, LISA, "#drawer")
        wait_for_count("2")
        self.assertEqual(star.get_attribute("aria-pressed"), "true")
        self.press(page, LISA, "#drawer")
        wait_for_count("1")
        page.keyboard.press("Escape")
        drawer.wait_for(state="hidden")
        page.locator(".drawer-button").click()
        page.wait_for_function("() => document.querySelectorAll('#drawer-content .names a').length === 1")
        self.assertEqual(drawer.locator(".names a > span").all_inner_texts(), ["Bart Simpson"])
        self.wait_until_still(page, drawer)
        self.press(page, BART, "#drawer")
        wait_for_count("")
        drawer.get_by_text("No favorites yet").wait_for()
        self.assertEqual(page.evaluate("() => document.activeElement.ariaLabel"), "Close favorites")

    def test_all_counts_follow_a_star(self):
        page = self.page("/", script=True)
        for label in (BART, LISA, "Favorite: Moe Szyslak"):
            self.press(page, label)
        page.goto("/?favorites=1")
        self.press(page, LISA)
        page.locator("#summary", has_text=re.compile("^2 favorites$")).wait_for()
        page.goto("/favorites")
        summary = page.locator("#favorites-summary")
        link = page.get_by_text("Link to these favorites")
        self.press(page, BART, "#favorites-rows")
        summary.get_by_text("1 favorite ·").wait_for()
        self.assertRegex(link.get_attribute("href"), r"\?ids=moe-szyslak$")
        self.press(page, "Favorite: Moe Szyslak", "#favorites-rows")
        summary.get_by_text("No favorites yet").wait_for()
        self.assertEqual(link.count() + page.get_by_text("Save a copy").count(), 0)
        self.press(page, "Favorite: Moe Szyslak", "#favorites-rows")
        summary.get_by_text("Show as a list").wait_for()

    def test_the_favorites_page_shows_changes_from_another_page(self):
        page = self.page("/", script=True)
        self.press(page, BART)
        page.goto("/favorites")
        other = page.context.new_page()
        other.goto("/")
        self.press(other, LISA)
        page.locator("#favorites-summary").get_by_text("2 favorites").wait_for()
        self.assertEqual(page.locator("#favorites-rows a > span").all_inner_texts(), ["Lisa Simpson", "Bart Simpson"])
        self.press(other, BART)
        page.locator("#favorites-summary").get_by_text("1 favorite ·").wait_for()
        self.assertEqual(page.locator("#favorites-rows a > span").all_inner_texts(), ["Lisa Simpson"])

    def test_going_back_shows_later_stars(self):
        page = self.page("/", script=True)
        self.press(page, LISA)
        page.locator("#e-bart-simpson > a").click()
        page.wait_for_url(re.compile("/entries/"))
        self.press(page, BART, ".bar")
        page.go_back()
        page.wait_for_function("() => document.getElementById('drawer-count').textContent === '2'")
        self.assertEqual(sorted(pressed(page)), ["bart-simpson", "lisa-simpson"])

    def test_a_refused_star_is_undone_and_reported(self):
        page = self.page("/", script=True)
        self.hold_timers(page)
        page.route("**/favorites/**", lambda route: route.fulfill(
            status=507, content_type="application/problem+json",
            body=json.dumps({"detail": "The disk is full."})))
        page.locator(".list").get_by_label(BART).click()
        page.get_by_role("status").get_by_text("The disk is full.").wait_for()
        self.assertEqual(pressed(page), [])
        page.unroute("**/favorites/**")
        self.press(page, BART)
        self.assertEqual(pressed(page), ["bart-simpson"])
        # The browser's own console message.
        self.problems = [problem for problem in self.problems if "507" not in problem]

    def test_a_new_visitors_two_concurrent_stars_are_both_saved(self):
        page = self.page("/", script=True)
        with self.held(page, "/favorites/moe-szyslak"):
            for name in ["moe-szyslak", "edna-krabappel"]:
                page.locator(f"#e-{name} .star").click()
        page.locator("#drawer-count", has_text="2").wait_for()
        page.goto("/favorites")
        self.assertEqual(page.locator("main .names a > span").count(), 2)

    def test_a_first_star_while_the_server_is_unreachable_is_reported_and_undone(self):
        page = self.page("/", script=True)
        address = page.url
        self.hold_timers(page)
        page.route(re.compile("."), lambda route: route.abort())
        page.locator(".list").get_by_label(BART).click()
        page.get_by_role("alert").get_by_text("the server is not responding").wait_for()
        self.assertEqual((page.url, pressed(page)), (address, []))
        # The browser's own console messages.
        self.problems = []
        page.unroute(re.compile("."))
        self.press(page, BART)
        # The page may be loaded anew meanwhile.
        page.locator("#e-bart-simpson .star[aria-pressed=true]").wait_for()

    def test_another_tab_shows_a_star_immediately(self):
        page = self.page("/", script=True)
        other = page.context.new_page()
        other.goto("/entries/bart-simpson")
        self.press(page, BART)
        other.locator(".bar .star[aria-pressed=true]").wait_for()
        self.press(other, BART, ".bar")
        page.wait_for_function("() => document.getElementById('drawer-count').textContent === ''")
        self.assertEqual(pressed(page), [])

    def test_stars_are_large_touch_targets_and_cover_no_name(self):
        for path in ("/", "/?view=grid"):
            page = self.page(path)
            box = page.locator(".list .star").nth(3).bounding_box()
            self.assertGreaterEqual(min(box["width"], box["height"]), 44)
            row = page.locator("#results li").nth(3)
            name = row.locator("a > span").bounding_box()
            overlaps = (name["x"] + name["width"] > box["x"] and name["y"] + name["height"] > box["y"]
                        and name["y"] < box["y"] + box["height"])
            self.assertFalse(overlaps)

