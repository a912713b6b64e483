"""A running show and a headless Chromium to look at it with."""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("DRAMATIS", str(ROOT / ".build/debug/dramatis"))

# Width and height in CSS pixels, and whether it is touched.
SCREENS = {
    "phone": (390, 844, True),
    "tablet upright": (820, 1180, True),
    "tablet": (1180, 820, True),
    "desktop": (1440, 900, False),
}

# Adds up how far things moved without anybody having touched the page, from its beginning.
SHIFT = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) sum += shift.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 600);
})"""


class Show:
    """One show on a free port, with a state directory of its own, and offline unless told otherwise."""

    def __init__(self, name, *options, offline=True):
        self.state = tempfile.mkdtemp(prefix="dramatis-test-")
        self.errors = open(os.path.join(self.state, "errors"), "w+")
        self.process = subprocess.Popen(
            [PROGRAM, "--show", name, "--port", "0", "--listen", "127.0.0.1", "--log", "none",
             "--resources", str(ROOT), "--config-dir", str(ROOT / "config"), "--state-dir", self.state,
             *(["--offline"] if offline else []), *options],
            stdout=subprocess.PIPE, stderr=self.errors, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"listening on (http://\S+)/", line)
        if not found:
            self.errors.seek(0)
            reason = self.errors.read()
            self.stop()
            raise RuntimeError(f"{name} did not start: {line}{reason}")
        self.address = found.group(1)

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=20)
        self.process.stdout.close()
        self.errors.close()
        shutil.rmtree(self.state, ignore_errors=True)


class BrowserTest(unittest.TestCase):
    """Tests of one show: `show` names it, `page()` opens a screen on it."""

    show = "simpsons"
    options = ()
    # What the browser is started with besides, and the names of hosts that it finds here.
    launch = {}
    hosts = []

    @classmethod
    def setUpClass(cls):
        cls.served = cls.serve()
        cls.playwright = sync_playwright().start()
        rules = [*(f"MAP {name} 127.0.0.1" for name in cls.hosts), "MAP * ~NOTFOUND", "EXCLUDE 127.0.0.1"]
        cls.browser = cls.playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", f"--host-resolver-rules={', '.join(rules)}"], **cls.launch)

    @classmethod
    def serve(cls):
        return Show(cls.show, *cls.options)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()
        cls.served.stop()

    def page(self, path="/", screen="phone", script=False, **options):
        page = self.visitor(screen, script, **options).new_page()
        self.problems = []
        page.on("console", self.note_message)
        page.on("pageerror", self.note_error)
        page.on("requestfailed", self.note_failure)
        page.goto(path)
        return page

    def visitor(self, screen, script, **options):
        """A new visitor before a screen, who is gone after the test."""
        context = self.new_visitor(screen, java_script_enabled=script, **options)
        self.addCleanup(context.close)
        return context

    @classmethod
    def new_visitor(cls, screen, **options):
        width, height, touch = SCREENS[screen]
        # What a worker fetches beside the page would stand between the tests and their requests.
        return cls.browser.new_context(
            viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch,
            **{"base_url": cls.served.address, "service_workers": "block", **options})

    @contextlib.contextmanager
    def held(self, page, pattern):
        """Lets the requests like this one wait: they go on after the block, in which the first of them begins."""
        waiting = []
        page.route(re.compile(pattern), lambda route: waiting.append(route))
        yield
        while not waiting:
            page.wait_for_timeout(50)
        for route in waiting:
            route.continue_()

    def note_message(self, message):
        if message.text != "Service Worker registration blocked by Playwright":
            self.problems.append(message.text)

    def note_error(self, error):
        # Chromium says so of a transition whose picture of the old page came too late; no page is given it to
        # catch.
        if "Page already revealed" not in str(error):
            self.problems.append(str(error))

    def note_failure(self, request):
        # A page that is left while its pictures still come gives them up: no fault.
        if request.failure != "net::ERR_ABORTED":
            self.problems.append(request.url)

    def tearDown(self):
        self.assertEqual(getattr(self, "problems", []), [])
