"""Light and dark mode, switched in place and without JavaScript."""
import re

from browser import LOADED, SETTLED, BrowserTest

# The signs of light or dark mode: the page's class, the button, the theme colour and the drawn colours.
SHOWN = """() => ({
    page: document.documentElement.className.match(/is-(light|dark)/)?.[1] ?? "system",
    button: [...document.querySelectorAll(".appearance [aria-current]")].map((button) => button.value),
    scheme: document.querySelector("meta[name=color-scheme]").content,
    bars: [...document.querySelectorAll("meta[name=theme-color]")].map(({ content }) => {
        const probe = document.body.appendChild(document.createElement("i"));
        probe.style.color = content;
        const color = getComputedStyle(probe).color;
        probe.remove();
        return color;
    }),
})"""


class AppearanceTest(BrowserTest):
    def open_menu(self, page):
        if not page.locator(".appearance").is_visible():
            # A click of the driver would scroll, because of the page's scroll padding.
            page.locator(".more > summary").evaluate("(one) => one.click()")

    def choose(self, page, appearance):
        self.open_menu(page)
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator(f".appearance [value={appearance}]").click()
        page.wait_for_function(
            "value => document.querySelector('.appearance [aria-current]').value === value", arg=appearance)

    def go_back(self, page, address):
        page.evaluate("() => { setTimeout(() => history.back()) }")
        page.wait_for_url(address, wait_until="commit")
        page.evaluate(SETTLED)

    def test_switching_in_place_matches_the_servers_page(self):
        page = self.page("/", script=True)
        page.mouse.wheel(0, 600)
        page.wait_for_function("() => scrollY > 200")
        page.evaluate(SETTLED)
        place = page.evaluate("() => scrollY")
        self.assertGreater(place, 200)
        page.evaluate("() => { window.isSamePage = true }")
        for appearance in ["dark", "light", "system"]:
            with self.subTest(appearance):
                self.choose(page, appearance)
                self.assertEqual(page.evaluate("() => [scrollY, window.isSamePage]"), [place, True])
                shown = page.evaluate(SHOWN)
                self.assertEqual((shown["page"], shown["button"]), (appearance, [appearance]))
                other = page.context.new_page()
                other.goto("/")
                self.assertEqual(shown, other.evaluate(SHOWN))
                other.close()

    def test_going_back_applies_the_later_choice(self):
        page = self.page("/", script=True)
        self.choose(page, "light")
        page.keyboard.press("Escape")
        page.locator("#results li > a").first.click()
        page.wait_for_url(re.compile("/entries/"))
        page.goto("/favorites")
        self.choose(page, "dark")
        for address in ["/entries/", "/$"]:
            self.go_back(page, re.compile(address))
            self.assertEqual(page.evaluate(SHOWN)["page"], "dark")

    def test_a_page_from_the_bfcache_applies_the_later_choice(self):
        page = self.page("/", script=True)
        self.choose(page, "light")
        for appearance in ["dark", "system"]:
            other = page.context.new_page()
            other.goto("/favorites")
            self.choose(other, appearance)
            expected = other.evaluate(SHOWN)
            other.close()
            page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
            self.assertEqual(page.evaluate(SHOWN)["page"], appearance)
            page.evaluate(LOADED, "appearance")
            self.assertEqual(page.evaluate(SHOWN), expected)

    def test_switching_works_while_the_server_is_unreachable(self):
        page = self.page("/", script=True)
        page.evaluate(LOADED, "appearance")
        page.route(re.compile("."), lambda route: route.abort())
        self.open_menu(page)
        page.locator(".appearance [value=dark]").click()
        page.locator("html.is-dark").wait_for()
        self.assertTrue(self.stays(page))
        # The browser's own console message.
        self.problems.clear()

    def test_the_form_is_sent_if_the_script_fails_to_load(self):
        page = self.page("/?q=simpson", script=True)
        page.route("**/scripts/appearance*", lambda route: route.abort())
        self.open_menu(page)
        page.locator(".appearance [value=dark]").click()
        page.wait_for_url(re.compile(r"/\?q=simpson#settings$"))
        self.assertEqual(page.evaluate(SHOWN)["page"], "dark")
        self.problems.clear()

    def test_without_javascript_the_form_returns_to_the_same_page(self):
        page = self.page("/?view=grid")
        self.open_menu(page)
        page.locator(".appearance [value=dark]").click()
        page.wait_for_url(re.compile("view=grid#settings"))
        self.assertEqual(page.evaluate(SHOWN)["button"], ["dark"])
        self.open_menu(page)
        box = page.locator(".appearance").bounding_box()
        self.assertTrue(0 <= box["y"] <= 844 - box["height"], box)
