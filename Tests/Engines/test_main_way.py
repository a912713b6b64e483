"""The main path in three engines: list, grid, search, filters, detail, picture, favorite, back."""

import tempfile
import unittest

from engines import Chromium, Firefox, WebKit
from people import show_of_people
from program import Show, shared

# Firefox's windows are at least 500 pixels wide, which still gives the phone layout.
PHONE = (500, 844)
TABLET = (1180, 820)

ROW = ".rows a[href^='/entries/moe-szyslak']"
TOP = f"document.querySelector({ROW!r}).getBoundingClientRect().top"


class MainWay:
    @classmethod
    def setUpClass(cls):
        cls.show, cls.people = shared("simpsons"), cls.serve_people()
        cls.browser = cls.engine()
        cls.addClassCleanup(cls.browser.quit)

    @classmethod
    def serve_people(cls):
        folder = tempfile.TemporaryDirectory(prefix="dramatis-test-")
        cls.addClassCleanup(folder.cleanup)
        people = Show(show_of_people(folder.name))
        cls.addClassCleanup(people.stop)
        return people

    def open(self, path, size=PHONE, show=None):
        self.browser.size(*size)
        self.browser.open((show or self.show).address + path)

    def value(self, expression, *arguments):
        return self.browser.run(f"return {expression}", *arguments)

    def texts(self, selector):
        return self.value("[...document.querySelectorAll(arguments[0])].map(one => one.textContent)", selector)

    def wait_until_seen(self, selector):
        """Waits until a tap in the middle of an element would hit it."""
        self.browser.wait("""((one) => {
          const box = one.getBoundingClientRect();
          const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return one === there || one.contains(there);
        })(document.querySelector(arguments[0]))""", selector)

    def test_search_as_you_type_highlights_and_enter_opens_the_only_one(self):
        self.open("/")
        self.browser.type("[name=q]", "fooled")
        self.browser.wait("document.querySelectorAll('.rows li').length < 20 && document.querySelector('.rows li')")
        self.assertIn("Moe Szyslak", self.texts(".rows a span"))
        first = self.value("document.querySelector('.rows a').pathname")
        self.browser.type("[name=q]", "Enter")
        self.browser.wait(f"location.pathname === '{first}' && document.readyState === 'complete'")
        self.assertIn("q=fooled", self.value("location.search"))
        self.assertIn("fooled", [hit.lower() for hit in self.texts(".detail mark")])
        self.browser.back()
        self.browser.wait("document.querySelector('[name=q]').value === 'fooled'")

    def test_a_starred_detail_stays_starred_and_is_in_the_drawer(self):
        self.open("/entries/moe-szyslak")
        self.assertEqual(self.texts("article h1"), ["Moe Szyslak"])
        self.wait_until_seen(".bar .star")
        self.browser.click(".bar .star")
        self.browser.wait("document.querySelector('.bar .star').ariaPressed === 'true'")
        self.browser.wait("document.querySelector('#drawer-count').textContent === '1'")
        self.browser.open(self.show.address + "/entries/moe-szyslak")
        self.assertEqual(self.value("document.querySelector('.bar .star').ariaPressed"), "true")
        self.browser.click(".drawer-button")
        self.browser.wait("document.querySelector('#drawer').matches(':popover-open')")
        self.browser.wait("document.querySelector('#drawer .names a')")
        self.assertEqual(self.texts("#drawer .names a > span"), ["Moe Szyslak"])
        self.wait_until_seen("#drawer .names a")
        self.browser.type("body", "Escape")
        self.browser.wait("!document.querySelector('#drawer').matches(':popover-open')")
        self.browser.click(".bar .star")
        self.browser.wait("document.querySelector('#drawer-count').textContent === ''")

    def test_filtering_and_sorting_a_list(self):
        names = ".rows a > span"
        for size in [PHONE, TABLET]:
            with self.subTest(size=size):
                # The last order is remembered; this one is the list's own.
                self.open("/?sort=a-z", size, self.people)
                self.open("/", size, self.people)
                self.browser.click(".more > summary")
                self.browser.click(".of-facet > summary")
                self.wait_until_seen(".of-facet a")
                left, right = self.value("""(({ left, right }) => [left, innerWidth - right])(
                  document.querySelector('.menu').getBoundingClientRect())""")
                self.assertGreaterEqual(min(left, right), 0)
                self.assertEqual(self.texts(".of-facet[open] a > span"), ["Baker", "Miller", "Singer"])
                self.browser.click(".of-facet[open] a")
                self.browser.wait("location.search === '?job=baker' && document.querySelectorAll('.rows li').length")
                self.assertEqual(self.texts(names), [f"Person {letter}" for letter in "ADGJ"])
                self.browser.click(".more > summary")
                self.browser.click(".fold:has([href$='sort=born']) > summary")
                self.wait_until_seen(".fold [href$='sort=born']")
                self.browser.click(".fold [href$='sort=born']")
                self.browser.wait("location.search.includes('sort=born') && document.querySelector('.rows li')")
                self.assertEqual(self.texts(names), [f"Person {letter}" for letter in "JGDA"])
                self.browser.click(".chips a")
                self.browser.wait("location.search === '?sort=born' && document.querySelectorAll('.rows li').length")
                self.assertEqual(self.texts(names), [f"Person {letter}" for letter in "LKJIHGFEDCBA"])

    def test_opening_and_closing_the_light_box(self):
        for size in [PHONE, TABLET]:
            with self.subTest(size=size):
                self.open("/entries/person-a", size, self.people)
                self.browser.wait("document.querySelector('.portrait img').naturalWidth")
                self.wait_until_seen(".portrait")
                self.browser.click(".portrait")
                self.wait_until_seen(".light-box img")
                # Copies are never larger than the original, which is shown at up to twice its size.
                self.browser.wait("document.querySelector('.light-box img').naturalWidth === 1800")
                shape = self.value("""((box) => [box.width / box.height, innerWidth - 32 - box.width])(
                  document.querySelector('.light-box img').getBoundingClientRect())""")
                self.assertAlmostEqual(shape[0], 3 / 2, delta=0.02)
                self.assertGreaterEqual(shape[1], -1)
                self.browser.click(".light-box")
                self.browser.wait("!document.querySelector('.light-box').getClientRects().length")
                self.wait_until_seen(".portrait")

    def test_back_restores_the_row(self):
        self.open("/")
        self.browser.run(f"document.querySelector({ROW!r}).scrollIntoView({{block: 'center'}})")
        self.browser.wait("scrollY > 200 || document.scrollingElement.scrollTop > 200")
        before = self.value(TOP)
        self.browser.click(ROW)
        self.browser.wait("location.pathname.includes('/entries/moe-szyslak')")
        self.browser.back()
        self.browser.wait("location.pathname === '/'")
        self.browser.wait(f"Math.abs({TOP} - arguments[0]) <= 2", before)

    def test_arabic_is_right_to_left_until_another_language_is_chosen(self):
        self.open("/entries/moe-szyslak", TABLET)
        for language, direction in [("ar", "rtl"), ("en", "ltr")]:
            button = f".languages [value={language}]"
            # The list may still scroll to its selected row; drivers scroll too little or refuse.
            self.browser.wait("""((one) => {
              for (const menu of document.querySelectorAll('.more, .fold')) menu.open = true;
              one.scrollIntoView({ block: 'center' });
              const box = one.getBoundingClientRect();
              return one === document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            })(document.querySelector(arguments[0]))""", button)
            self.browser.run("document.querySelector(arguments[0]).click()", button)
            self.browser.wait("document.dir === arguments[0] && document.readyState === 'complete'", direction)
            self.assertEqual(self.value("document.documentElement.lang"), language)
            self.assertEqual(self.value("location.pathname"), "/entries/moe-szyslak")
            # One box is to the right of the other.
            first, second = (".detail", ".list") if direction == "rtl" else (".list", ".detail")
            right, left, wide = self.value("""[
              document.querySelector(arguments[0]).getBoundingClientRect().right,
              document.querySelector(arguments[1]).getBoundingClientRect().left,
              document.scrollingElement.scrollWidth - innerWidth]""", first, second)
            self.assertLessEqual(right, left + 1)
            self.assertLessEqual(wide, 0)

    def test_the_engine_supports_every_css_property(self):
        self.open("/")
        unknown = self.browser.run_later("""
          const sheet = document.querySelector('style').textContent;
          const text = sheet.replace(/\\/\\*[^]*?\\*\\//g, '').replace(/"[^"]*"/g, '""');
          const properties = text.replace(/@(view-transition|property)[^{]*{[^}]*}/g, '');
          const found = [...properties.matchAll(/[{;]\\s*([a-z-]+)\\s*:[^{}]*?(?=[;}])/g)];
          const names = new Set(found.map((one) => one[1]));
          return [names.size, [...names].filter((name) => !name.startsWith('--') && !CSS.supports(name, 'inherit'))];
        """)
        self.assertGreater(unknown[0], 40)
        self.assertEqual(set(unknown[1]) - self.engine.lacks, set())

    def test_no_horizontal_overflow(self):
        # The last view is remembered; this one is the show's own.
        self.addCleanup(self.open, "/?view=list")
        for path in ["/", "/?view=grid", "/entries/moe-szyslak", "/favorites", "/?q=zzzz", "/nowhere"]:
            for size in [PHONE, TABLET]:
                with self.subTest(path=path, size=size):
                    self.open(path, size)
                    wide = self.value("document.scrollingElement.scrollWidth - innerWidth")
                    self.assertLessEqual(wide, 0)


class MainWayInChromiumTest(MainWay, unittest.TestCase):
    engine = Chromium


class MainWayInFirefoxTest(MainWay, unittest.TestCase):
    engine = Firefox

    def test_print_has_no_empty_sheets(self):
        for path, sheets in [("/", 1), ("/?view=grid", 3), ("/entries/moe-szyslak", 1)]:
            with self.subTest(path=path):
                self.open(path)
                self.assertEqual(self.browser.sheets(), sheets)
        self.open("/?view=list")


class MainWayInWebKitTest(MainWay, unittest.TestCase):
    engine = WebKit
