"""A headless Chromium shared by all tests of a run, and its pages of a running show."""

import base64
import contextlib
import functools
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from playwright.sync_api import sync_playwright
from program import PATIENCE, RUN, Show, shared, wait_for

# Width and height in CSS pixels, and whether it has a touch screen.
SCREENS = {
    "phone": (390, 844, True),
    "tablet upright": (820, 1180, True),
    "tablet": (1180, 820, True),
    "desktop": (1440, 900, False),
    "large": (1920, 1080, False),
}
# A name that browsers do not treat as localhost. All names under .example resolve to this machine.
HOST = "home.example"

# The same font on every machine.
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>/usr/share/fonts/truetype/dejavu</dir>
<cachedir>{cache}</cachedir>
<match target="pattern"><edit name="family" mode="prepend" binding="strong"><string>DejaVu Sans</string></edit></match>
<match target="font"><edit name="hintstyle" mode="assign"><const>hintslight</const></edit>
<edit name="rgba" mode="assign"><const>none</const></edit></match>
</fontconfig>
"""

# Resolves once the page has loaded its script by itself (after the first frame) and the script has started.
BEGUN = """async () => {
  const app = document.querySelector("script[data-scripts]")?.dataset.scripts.split(" ").at(-1);
  if (!app || !matchMedia("(scripting: enabled)").matches) return;
  const { href } = new URL(app, location);
  const comes = (list) => list.getEntriesByName(href).length;
  if (!comes(performance)) {
    await new Promise((resolve) => {
      const observer = new PerformanceObserver((list) => { if (comes(list)) resolve(); });
      observer.observe({ type: "resource", buffered: true });
    });
  }
  await import(href);
}"""

# Resolves once everything that can move or paint has finished: transitions, scripts, pictures in view.
SETTLED = """async () => {
  await document.activeViewTransition?.finished.catch(() => {});
  if (document.readyState !== "complete") await new Promise((loaded) => addEventListener("load", loaded));
  await (%s)();
  const isInView = (image) => {
    const box = image.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  };
  await Promise.all([...document.images].filter(isInView).map((image) => image.decode().catch(() => {})));
  // Those that follow a scroll position never finish.
  const isRunning = (one) => one.timeline === document.timeline && one.playState === "running"
    && one.effect?.getComputedTiming().endTime < Infinity;
  await Promise.all(document.getAnimations().filter(isRunning).map((one) => one.finished.catch(() => {})));
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
}""" % BEGUN

# Records layout shifts from the start of a page, and every address it is about to navigate to.
WATCH = """(() => {
  const add = (list) => { for (const shift of list) if (!shift.hadRecentInput) window.shift += shift.value; };
  window.shift = 0;
  window.shifts = new PerformanceObserver((list) => add(list.getEntries()));
  shifts.observe({ type: "layout-shift", buffered: true });
  shifts.flush = () => add(shifts.takeRecords());
  window.left = [];
  window.navigation?.addEventListener("navigate", ({ destination }) => {
    // A same-document history entry is not a navigation away.
    if (!destination.sameDocument) left.push(destination.url);
  });
})()"""

# The layout shift without user input, once the page has settled.
SHIFT = "async () => { await (%s)(); shifts.flush(); return window.shift; }" % SETTLED

# Resolves once one of our scripts has loaded, started and handled all clicks so far.
LOADED = """async (name) => {
  const app = new URL(document.querySelector("script[data-scripts]").dataset.scripts.split(" ").at(-1), location);
  await import(app);
  await import(new URL(`scripts/${name}.js`, app));
}"""


@functools.cache
def certificate():
    """The path (without extension) of a certificate for HOST and its key, and its SPKI hash for Chromium."""
    folder = tempfile.mkdtemp(prefix="dramatis-certificate-")
    RUN.callback(shutil.rmtree, folder)
    path = os.path.join(folder, "home")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-days", "90", "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}",
         "-keyout", f"{path}.key", "-out", f"{path}.pem"], check=True, capture_output=True)
    key = subprocess.run(
        ["openssl", "pkey", "-in", f"{path}.key", "-pubout", "-outform", "DER"], check=True,
        capture_output=True).stdout
    return path, base64.b64encode(hashlib.sha256(key).digest()).decode()


@functools.cache
def playwright():
    started = sync_playwright().start()
    RUN.callback(started.stop)
    return started


@functools.cache
def chromium():
    """The run's browser."""
    folder = tempfile.mkdtemp(prefix="dramatis-fonts-")
    RUN.callback(shutil.rmtree, folder, ignore_errors=True)
    fonts = pathlib.Path(folder, "fonts.conf")
    fonts.write_text(FONTS.format(cache=folder))
    rules = "MAP *.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
    browser = playwright().chromium.launch(
        executable_path=shutil.which("chromium-headless-shell"), env={**os.environ, "FONTCONFIG_FILE": str(fonts)},
        # If certificate errors are merely ignored, Chromium disables service workers; this certificate is trusted.
        args=["--no-sandbox", "--disable-lcd-text", "--force-color-profile=srgb", f"--host-resolver-rules={rules}",
              f"--ignore-certificate-errors-spki-list={certificate()[1]}"])
    RUN.callback(browser.close)
    return browser


def new_visitor(browser=None, screen="phone", **options):
    """A browser context with a screen and the tests' timeout."""
    width, height, touch = SCREENS[screen]
    # A service worker would intercept the requests that tests observe.
    context = (browser or chromium()).new_context(**{
        "viewport": {"width": width, "height": height}, "has_touch": touch, "is_mobile": touch,
        "service_workers": "block",
        # Animations cost the most CPU time; they have tests of their own.
        "reduced_motion": "reduce", **options})
    context.set_default_timeout(PATIENCE * 1_000)
    context.add_init_script(WATCH)
    context.new_page = functools.partial(patient_page, context.new_page)
    return context


def patient_page(new_page):
    """A new page whose goto waits for the script, unless the test passes wait_until."""
    page = new_page()
    go_to = page.goto

    def go(address, **options):
        answer = go_to(address, **options)
        if "wait_until" not in options:
            page.evaluate(BEGUN)
        return answer

    page.goto = go
    return page


class BrowserTest(unittest.TestCase):
    """Tests of one show: `show` names it, `page()` opens a screen on it."""

    show = "simpsons"
    options = ()

    @classmethod
    def setUpClass(cls):
        cls.served = cls.serve()
        cls.browser = chromium()

    @classmethod
    def serve(cls):
        return shared(cls.show, *cls.options)

    @classmethod
    def own(cls, *arguments, kind=Show, **more):
        """A show that only these tests use."""
        served = kind(*arguments, **more)
        cls.addClassCleanup(served.stop)
        return served

    @classmethod
    def folder(cls):
        """A folder that is removed after these tests."""
        folder = tempfile.TemporaryDirectory(prefix="dramatis-test-")
        cls.addClassCleanup(folder.cleanup)
        return pathlib.Path(folder.name)

    def setUp(self):
        self.problems = []

    def page(self, path="/", screen="phone", script=False, **options):
        page = self.visitor(screen, java_script_enabled=script, **options).new_page()
        self.watch(page)
        page.goto(path)
        return page

    def watch(self, page):
        page.on("console", self.note_message)
        page.on("pageerror", self.note_error)
        page.on("requestfailed", self.note_failure)

    def visitor(self, screen, **options):
        """A new visitor with a screen, closed after the test."""
        context = new_visitor(self.browser, screen, **{"base_url": self.served.address, **options})
        self.addCleanup(context.close)
        return context

    def hold_timers(self, page):
        """Stops the clock of a page's scripts, so that what they show for seconds stays visible."""
        page.clock.install(time=0)
        # The clock runs until here. A suspended machine is not suspended for an hour.
        page.clock.pause_at(3_600)

    @contextlib.contextmanager
    def held(self, page, pattern):
        """Holds requests that match until the end of the block, which waits for the first of them."""
        waiting, is_over = [], False

        def wait(route):
            route.continue_() if is_over else waiting.append(route)

        page.route(re.compile(pattern), wait)
        yield
        self.wait_in(page, lambda: waiting, f"a request for {pattern}")
        is_over = True
        for route in waiting:
            route.continue_()

    def wait_for_summary(self, page, pattern):
        """Waits until the list's summary matches; the live region repeats the summary."""
        page.locator("#summary", has_text=re.compile(pattern)).wait_for()

    def wait_in(self, page, condition, what):
        """Waits for a condition while the page keeps running."""
        wait_for(lambda: condition() or (page.evaluate("() => new Promise(requestAnimationFrame)") and False), what)

    def stays(self, page):
        """Whether the page stays open after all clicks so far."""
        page.evaluate(SETTLED)
        return page.evaluate("() => window.left.length") == 0

    def note_message(self, message):
        # Expected: headers that browsers obey over https only or report as obeyed, and the blocked service worker.
        own = ("Service Worker registration blocked", "The Cross-Origin-Opener-Policy", "Clear-Site-Data header on")
        if message.text.startswith(own):
            return
        # Expected if a test measures a row before its first frame; a script of the page would have a URL here.
        if message.text.startswith("Rendering was performed in a subtree hidden") and not message.location["url"]:
            return
        self.problems.append(message.text)

    def note_error(self, error):
        # Chromium reports this if the old page's snapshot or the new page's style sheet comes too late for the
        # transition. Pages cannot catch it.
        if not any(words in str(error) for words in ("Page already revealed", "ViewTransition opt-in disabled")):
            self.problems.append(str(error))

    def note_failure(self, request):
        # Leaving a page aborts its pictures, which is not a fault.
        if request.failure != "net::ERR_ABORTED":
            self.problems.append(request.url)

    def tearDown(self):
        self.assertEqual(self.problems, [])
