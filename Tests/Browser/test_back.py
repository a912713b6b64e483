"""Back restores the list's scroll position within 2 px."""
import re

from browser import SETTLED, BrowserTest

ENTRY = re.compile("/entries/")
# The distance of a row from the top of the screen.
TOP = "id => document.getElementById(id).getBoundingClientRect().top"
# The middle or last of the rows whose middle is visible.
SEEN = """(which) => {
    const rows = [...document.querySelectorAll("#results li[id]")].filter((row) => {
        const box = row.firstElementChild.getBoundingClientRect();
        const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return box.bottom < innerHeight && row.contains(middle);
    });
    return rows.at(which === "last" ? -1 : rows.length / 2).id;
}"""
# Whether a row is on the screen and not covered by the bars.
WITHIN = """id => {
    const box = document.getElementById(id)?.getBoundingClientRect();
    return box && 56 + 64 <= box.top && box.bottom <= innerHeight;
}"""
SCROLL = """by => {
    const pane = document.querySelector("#results").closest(".scroll");
    const box = getComputedStyle(pane).overflowY === "visible" ? document.scrollingElement : pane;
    box.scrollTop += by;
}"""


class Back:
    def begin(self, path, screen, by=700):
        """Opens a list and scrolls."""
        page = self.page(path, screen, script=True)
        self.scroll(page, by)
        return page

    def scroll(self, page, by):
        page.evaluate(SCROLL, by)
        page.evaluate(SETTLED)

    def choose(self, page, which="middle"):
        """Opens a visible row; returns its id and position."""
        row = page.evaluate(SEEN, which)
        top = page.evaluate(TOP, row)
        page.locator(f"#{row} > a").click()
        page.wait_for_url(ENTRY)
        return row, top

    def go_on(self, page):
        before = page.url
        page.locator(".neighbours [rel=next]").click()
        page.wait_for_url(lambda address: address != before)

    def go_back(self, page):
        # A page from the back/forward cache does not load, which `page.go_back` would wait for.
        page.evaluate("() => { setTimeout(() => history.back()) }")

    def check_back(self, page, row, top, address=re.compile(r"/(\?[^/]*)?$")):
        page.wait_for_url(address, wait_until="commit")
        page.locator(f"#{row}").wait_for()
        self.assertLessEqual(abs(page.evaluate(TOP, row) - top), 2)
        # It also stays there.
        page.evaluate(SETTLED)
        self.assertLessEqual(abs(page.evaluate(TOP, row) - top), 2)


class CastTest(Back, BrowserTest):
    def test_phone_back_to_a_row_of_the_list(self):
        page = self.begin("/", "phone")
        row, top = self.choose(page)
        self.go_back(page)
        self.check_back(page, row, top)

    def test_phone_back_with_the_pages_own_link(self):
        page = self.begin("/", "phone")
        row, top = self.choose(page)
        length = page.evaluate("() => history.length")
        page.locator(".back").click()
        self.check_back(page, row, top)
        self.assertEqual(page.evaluate("() => history.length"), length)

    def test_back_with_the_keyboard_focuses_the_row(self):
        page = self.begin("/", "phone")
        row, top = self.choose(page)
        page.keyboard.press("Tab")
        self.go_back(page)
        self.check_back(page, row, top)
        focus = "() => document.activeElement.closest('li')?.id"
        self.assertEqual(page.evaluate(focus), row)
        self.assertTrue(page.locator(f"#{row} > a").evaluate("link => link.matches(':focus-visible')"))
        page.keyboard.press("ArrowDown")
        page.wait_for_function(
            "row => document.activeElement.closest('li')?.previousElementSibling?.id === row", arg=row)

    def test_back_after_next_and_previous_is_one_step(self):
        page = self.begin("/", "phone", by=0)
        self.choose(page)
        length = page.evaluate("() => history.length")
        for _ in range(6):
            self.go_on(page)
        before = page.url
        page.keyboard.press("ArrowLeft")
        page.wait_for_url(lambda address: address != before)
        name = page.url.split("/")[-1]
        self.assertEqual(page.evaluate("() => history.length"), length)
        self.go_back(page)
        page.wait_for_url(re.compile("/$"), wait_until="commit")
        page.wait_for_function(WITHIN, arg=f"e-{name}")

    def test_the_back_link_opens_the_list_if_none_was_visited(self):
        page = self.page("/entries/moe-szyslak", "phone", script=True)
        for _ in range(2):
            before = page.url
            page.locator(".shown a").first.click()
            page.wait_for_url(lambda address: address != before)
        self.go_on(page)
        page.locator(".back").click()
        page.wait_for_url(re.compile("/#e-"))

    def test_tablet_list_keeps_its_position_beside_three_details(self):
        page = self.begin("/", "tablet")
        places = []
        for number in range(3):
            self.scroll(page, number * 200)
            places = [*places[:-1], *((row, page.evaluate(TOP, row)) for row, _ in places[-1:])]
            row, top = self.choose(page)
            page.locator(f"#{row} > [aria-current=page]").wait_for()
            self.assertLessEqual(abs(page.evaluate(TOP, row) - top), 2)
            page.evaluate(SETTLED)
            self.assertLessEqual(abs(page.evaluate(TOP, row) - top), 2)
            places.append((row, top))
        for row, top in reversed(places[:-1]):
            self.go_back(page)
            page.locator(f"#{row} > [aria-current=page]").wait_for()
            page.evaluate(SETTLED)
            self.assertLessEqual(abs(page.evaluate(TOP, row) - top), 2)


class LongTest(Back, BrowserTest):
    show = "cities"

    def go_far(self, page):
        """Scrolls until some pages are loaded; the last visible row is near the end of one."""
        for count in [60, 120]:
            page.evaluate("() => document.querySelector('#results ol').lastElementChild.scrollIntoView()")
            page.wait_for_function("count => document.querySelectorAll('#results li').length > count", arg=count)
        page.evaluate("""() => document.querySelectorAll("#results li")[177].scrollIntoView({block: "start"})""")
        page.wait_for_function("() => document.querySelectorAll('#results li').length > 180")
        page.evaluate(SETTLED)

    def test_back_after_infinite_scrolling(self):
        page = self.begin("/", "phone", by=0)
        self.go_far(page)
        row, top = self.choose(page)
        self.go_back(page)
        self.check_back(page, row, top)

    def test_back_to_an_entry_on_another_page(self):
        page = self.begin("/", "phone", by=0)
        page.evaluate("() => document.querySelectorAll('#results li')[58].scrollIntoView({block: 'center'})")
        page.evaluate(SETTLED)
        page.locator("#results li > a").nth(58).click()
        page.wait_for_url(ENTRY)
        for _ in range(2):
            self.go_on(page)
        name = page.url.split("/")[-1].split("?")[0]
        self.go_back(page)
        page.wait_for_url(re.compile(r"/\?page=2"), wait_until="commit")
        page.wait_for_function(WITHIN, arg=f"e-{name}")

    def test_tablet_back_far_down_the_list(self):
        page = self.begin("/", "tablet", by=0)
        self.go_far(page)
        for _ in range(3):
            row, top = self.choose(page)
            self.assertLessEqual(abs(page.evaluate(TOP, row) - top), 2)
            self.scroll(page, 90)

    def test_scrolling_up_loads_the_earlier_pages(self):
        page = self.begin("/?page=3", "phone", by=400)
        row = page.evaluate(SEEN)
        top = page.evaluate(TOP, row)
        page.wait_for_function("() => document.querySelectorAll('#results li').length > 60")
        self.assertEqual(page.locator(".pager").get_attribute("data-first"), "2")
        self.assertLessEqual(abs(page.evaluate(TOP, row) - top), 2)
