"""What a tap hits: every visible control of every page, scrolled, at several sizes."""

from browser import SETTLED, BrowserTest
from people import show_of_people
from program import PROGRAM, ROOT, Server, few_cities

SIZES = [(390, 844), (1180, 820)]

# Controls whose middle is in view and belongs to another element. What is scrolled below a sticky element may be
# covered by it; two of them may not cover each other, and nothing may cover them.
STOLEN = r"""() => {
  const CONTROLS = "a[href], button, input:not([type=hidden]), summary, select, label[for], [role=separator]";
  const name = (one) => one && [one.localName, one.id && `#${one.id}`, ...[...one.classList].map((word) => `.${word}`),
    ` "${(one.ariaLabel ?? one.textContent).trim().slice(0, 30)}"`].filter(Boolean).join("");
  const styles = new Map();
  const style = (one) => styles.get(one) ?? styles.set(one, getComputedStyle(one)).get(one);
  const isHeld = (one) => /sticky|fixed/.test(style(one).position);
  const holder = (one) => { while (one && !isHeld(one)) one = one.parentElement; return one; };
  /** The part of a box that its ancestors do not cut. */
  const inView = (one) => {
    let { left, top, right, bottom } = one.getClientRects()[0];
    const middle = [(left + right) / 2, (top + bottom) / 2];
    [left, top] = [Math.max(left, 0), Math.max(top, 0)];
    [right, bottom] = [Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
    for (let at = one; at && style(at).position !== "fixed"; at = at.parentElement) {
      const { parentElement } = at;
      if (!parentElement || parentElement === document.body || style(parentElement).overflowX === "visible") continue;
      const box = parentElement.getBoundingClientRect();
      [left, top, right, bottom] = [
        Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    const [x, y] = middle;
    return left + 1 < x && x < right - 1 && top + 1 < y && y < bottom - 1 && middle;
  };
  const isSeen = (one) => one.getClientRects().length
    && one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
    && !/inset/.test(style(one).clipPath) && !one.closest(".unseen");
  const found = { tried: 0, stolen: [] };
  for (const one of document.querySelectorAll(CONTROLS)) {
    const middle = isSeen(one) && inView(one);
    if (!middle) continue;
    found.tried += 1;
    const hit = document.elementFromPoint(...middle);
    if (!hit || one.contains(hit) || (hit.contains(one) && !hit.matches("body, html"))) continue;
    if (one.htmlFor && hit === one.control) continue;
    const over = holder(hit);
    if (over && !holder(one)) continue;
    if (over && holder(one) && over !== holder(one) && over.matches("dialog, [popover]")) continue;
    found.stolen.push(`${name(one)} by ${name(hit)} at ${middle.map(Math.round)}`);
  }
  return found;
}"""

# Scrolls everything that can. Letters cover the first rows soon; later rows are painted one at a time.
SCROLL = """async (way) => {
  for (const one of [document.scrollingElement, ...document.querySelectorAll(".scroll, .detail")]) one.scrollTop = way;
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
}"""
WAYS = [0, 180, 700, 1_000_000]

PATHS = [
    "/cities/", "/show/", "/movies/", "/movies/?view=grid", "/simpsons/entries/homer-simpson", "/simpsons/favorites",
    "/", "/simpsons/?kiosk=1"]


class TapsTest(BrowserTest):
    @classmethod
    def serve(cls):
        folder = cls.folder()
        people = show_of_people(folder)
        shows = ["simpsons", "movies", few_cities(folder), "web", people]
        server = Server([
            PROGRAM, *[word for show in shows for word in ("--show", show)], "--resources", ROOT, "--state-dir",
            folder / "state", "--port", 0, "--listen", "127.0.0.1", "--offline", "--log", "none"])
        cls.addClassCleanup(server.stop)
        return server

    def note_message(self, message):
        # Pages that are not found are among them.
        if "404" not in message.text:
            super().note_message(message)

    def check(self, page, path):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for way in WAYS:
                page.evaluate(SCROLL, way)
                found = page.evaluate(STOLEN)
                self.assertEqual(found["stolen"], [], f"{path} at {width} x {height}, scrolled by {way}")
                self.tried += found["tried"]

    def test_a_tap_on_a_control_hits_it(self):
        self.tried = 0
        page = self.page("/", script=True)
        for path in PATHS:
            with self.subTest(path):
                page.goto(path)
                page.evaluate(SETTLED)
                self.check(page, path)
        self.assertGreater(self.tried, 500)

    def test_a_mouse_reaches_the_end_of_each_strip(self):
        page = self.page("/cities/", "desktop", script=True)
        self.assertEqual(page.locator(".letters").evaluate("strip => getComputedStyle(strip).scrollbarWidth"), "thin")
        page.set_viewport_size({"width": 720, "height": 600})
        page.goto("/simpsons/entries/homer-simpson")
        strips = page.locator(".others").evaluate_all(
            "all => all.map((one) => getComputedStyle(one).scrollbarWidth)")
        self.assertEqual(set(strips), {"thin"})
