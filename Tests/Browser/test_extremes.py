"""Very long names, and names in right-to-left scripts."""
import json

from browser import SCREENS, BrowserTest

LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
NAMES = {"aa": "A" * 150, "ab": "Bo", "ac": "Cy", "long": LONG, "hebrew": "שלום עולם"}


class ExtremesTest(BrowserTest):
    @classmethod
    def serve(cls):
        answer = cls.folder() / "answer.json"
        topics = [
            {"Text": f"{name} - Short.", "Result": f'<a href="https://duckduckgo.com/{id}">{name}</a><br>Short.',
             "FirstURL": f"https://duckduckgo.com/{id}", "Icon": {}}
            for id, name in NAMES.items()]
        answer.write_text(json.dumps({"RelatedTopics": topics}))
        return cls.own("simpsons", "--feed", answer)

    def test_long_names_do_not_overflow_the_page(self):
        page = self.page("/entries/long", "desktop")
        for width, height in [(320, 640), *[size[:2] for size in SCREENS.values()]]:
            page.set_viewport_size({"width": width, "height": height})
            wide, right = page.locator("article h1").evaluate(
                "(name) => [name.scrollWidth - name.clientWidth, name.getBoundingClientRect().right - innerWidth]")
            self.assertLessEqual(wide, 0, width)
            self.assertLessEqual(right, 0, width)

    def test_the_selection_is_visible_with_forced_colours(self):
        color = "(element) => getComputedStyle(element).backgroundColor"
        page = self.page("/entries/ab", "tablet", forced_colors="active")
        chosen, other = (page.locator(f".rows a{kind}").first for kind in ["[aria-current]", ":not([aria-current])"])
        self.assertNotEqual(chosen.evaluate(color), other.evaluate(color))
        # A button keeps its shape.
        for button in page.locator(".action:visible").all():
            self.assertEqual(button.evaluate("(one) => getComputedStyle(one).borderTopStyle"), "solid")
        views = page.locator(".views a").all()
        self.assertNotEqual(*(view.evaluate(color) for view in views))

    def test_at_400_percent_zoom_nothing_covers_the_content(self):
        # A desktop at 400 % zoom.
        for path in ["/", "/?view=grid", "/entries/long"]:
            page = self.page(path, "desktop")
            page.set_viewport_size({"width": 320, "height": 256})
            for one in page.locator(".bar, .finder, .neighbours").all():
                self.assertEqual(one.evaluate("(one) => getComputedStyle(one).position"), "static", path)

    def test_names_and_tools_are_not_cut_off_at_200_percent_text_size(self):
        cut = "(names) => names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"
        for size, width in [(200, 390), (200, 320), (150, 390)]:
            for path in ["/", "/?view=grid"]:
                page = self.page(path, locale="de-DE")
                page.set_viewport_size({"width": width, "height": 844})
                page.evaluate("(size) => { document.documentElement.style.fontSize = size }", f"{size}%")
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width, (path, size))
                self.assertEqual(page.locator(":is(.rows, .tiles) a > span").evaluate_all(cut), [], (path, size))
                for tool in page.locator(".tools .button:visible").all():
                    box = tool.bounding_box()
                    self.assertLessEqual(box["x"] + box["width"], width, (path, size))

    def test_the_language_menu_is_fully_visible_on_every_page(self):
        for screen in ["phone", "tablet"]:
            for path in ["/?q=bo", "/nowhere"]:
                page = self.page(path, screen)
                page.locator(".more > summary").click()
                page.locator(".fold:has(.languages) > summary").click()
                names = page.locator(".languages button")
                for name in [names.first, names.last]:
                    box = name.bounding_box()
                    there = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
                    self.assertTrue(name.evaluate(
                        "(one, [x, y]) => document.elementFromPoint(x, y) === one", there), (screen, path))
        # The browser logs the 404.
        self.problems = [problem for problem in self.problems if "404" not in problem]
