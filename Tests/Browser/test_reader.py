"""Reading aloud, with a simulated voice."""

from browser import BrowserTest

VOICES = """(() => {
    const said = window.said = [];
    let current;
    const synthesis = new EventTarget();
    Object.assign(synthesis, {
        voices: [{lang: "de-DE", name: "Anna"}, {lang: "en_GB", name: "Daniel"}, {lang: "en-US", name: "Alex"}],
        getVoices() { return this.voices },
        speak(utterance) { current = utterance; said.push([utterance.text, utterance.lang, utterance.voice?.name]) },
        cancel() { const ended = current; current = undefined; ended?.onerror?.({error: "canceled"}) },
        finish() { const ended = current; current = undefined; ended?.onend?.({}) },
    });
    Object.defineProperty(window, "speechSynthesis", {value: synthesis});
    window.SpeechSynthesisUtterance = function (text) { this.text = text };
})()"""
MARKED = """() => [...(CSS.highlights.get("spoken") ?? [])].map((range) => range.toString().trim())"""


class ReaderTest(BrowserTest):
    def open(self, before="", screen="phone"):
        page = self.page("/", screen, script=True)
        page.add_init_script(VOICES + ";" + before)
        page.goto("/entries/moe-szyslak")
        return page, page.locator("#reader")

    def button(self, reader, name):
        return reader.get_by_role("button", name=name)

    def read(self, description):
        """The spoken parts of a description, and the marked text."""
        page, reader = self.open()
        page.evaluate("(markup) => { document.querySelector('.description').innerHTML = markup }", description)
        self.button(reader, "Read aloud").click()
        marked = []
        while self.button(reader, "Stop").is_visible():
            marked += page.evaluate(MARKED)
            page.evaluate("() => speechSynthesis.finish()")
        return [text for text, *_ in page.evaluate("() => said")[1:]], marked[1:]

    def test_abbreviations_do_not_end_a_sentence_but_newlines_do(self):
        for description, sentences in [
            ("Dr. Hibbert met Mr. Burns. He left.", ["Dr. Hibbert met Mr. Burns.", "He left."]),
            ("J. R. Tolkien lived in the U.S. He wrote.", ["J. R. Tolkien lived in the U.S.", "He wrote."]),
            ("One line<br>another <b>line</b>", ["One line", "another line"]),
            ("Before<p>within</p>after", ["Before", "within", "after"]),
        ]:
            with self.subTest(description):
                self.assertEqual(self.read(description), (sentences, sentences))

    def test_reading_with_highlights_pause_resume_and_stop(self):
        page, reader = self.open()
        page.evaluate("() => { document.querySelector('.description').lang = 'en-US' }")
        self.button(reader, "Read aloud").click()
        self.assertEqual(page.evaluate("() => said[0][0]"), "Moe Szyslak")
        self.assertEqual(page.evaluate(MARKED), ["Moe Szyslak"])
        page.evaluate("() => speechSynthesis.finish()")
        first = page.evaluate("() => said[1]")
        self.assertTrue(first[0].startswith("Barman of the tavern"), first)
        self.assertTrue(first[0].endswith("."), first)
        self.assertEqual(first[1:], ["en-US", "Alex"])
        self.assertEqual(page.evaluate(MARKED), [first[0]])
        self.button(reader, "Pause").click()
        page.evaluate("() => speechSynthesis.finish()")
        self.assertEqual(page.evaluate("() => said.length"), 2)
        self.button(reader, "Resume").click()
        self.assertEqual(page.evaluate("() => said[2][0]"), first[0])
        page.evaluate("() => speechSynthesis.finish()")
        self.assertTrue(page.evaluate("() => said[3][0]").startswith("Hank Azaria"))
        page.evaluate("() => speechSynthesis.finish()")
        # The end of the text.
        self.assertTrue(self.button(reader, "Read aloud").is_visible())
        self.assertEqual(page.evaluate(MARKED), [])
        self.button(reader, "Read aloud").click()
        self.button(reader, "Stop").click()
        self.assertTrue(self.button(reader, "Read aloud").is_visible())
        self.assertEqual(page.evaluate(MARKED), [])
        self.assertTrue(self.button(reader, "Read aloud").evaluate("button => button === document.activeElement"))

    def test_the_button_needs_a_voice_and_causes_no_layout_shift(self):
        page, reader = self.open("speechSynthesis.voices = []")
        self.assertFalse(self.button(reader, "Read aloud").is_visible())
        others = page.locator(".bar .star, .share button, .description")
        self.assertEqual(others.count(), 3)
        places = [other.bounding_box() for other in others.all()]
        page.evaluate("""() => {
            speechSynthesis.voices = [{lang: "en-US", name: "Alex"}];
            speechSynthesis.dispatchEvent(new Event("voiceschanged"));
        }""")
        self.assertTrue(self.button(reader, "Read aloud").is_visible())
        self.assertEqual([other.bounding_box() for other in others.all()], places)
        plain = self.page("/entries/moe-szyslak")
        self.assertFalse(plain.locator("#reader").is_visible())
