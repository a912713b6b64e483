"""What stays to be read when the server is out of reach: over TLS, and nowhere else."""

import base64
import contextlib
import hashlib
import json
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import unittest

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright
from show import PROGRAM, ROOT

# A name that no browser takes for the machine itself.
HOST = "home.example"


class Served:
    """One show that can be stopped, changed and started again at the same address."""

    def __init__(self, folder, base="", certificate=None):
        self.folder, self.base, self.certificate = folder, base, certificate
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.scheme = "https" if certificate else "http"
        self.address = f"{self.scheme}://{HOST}:{self.port}{base}"
        self.resources = folder / "resources"
        for name in ["Templates", "Public", "config/locales"]:
            shutil.copytree(ROOT / name, self.resources / name)
        self.process = None
        self.start()

    def start(self, offline_pages=True):
        show = json.loads((ROOT / "config/simpsons.json").read_text())
        show["bundled"] = str(ROOT / "config" / show["bundled"])
        show["server"] = {"hosts": [HOST], "offlinePages": offline_pages}
        path = self.folder / "simpsons.json"
        path.write_text(json.dumps(show))
        secure = ["--tls-cert", f"{self.certificate}.pem", "--tls-key", f"{self.certificate}.key"]
        self.process = subprocess.Popen(
            [PROGRAM, "--show", path, "--listen", "127.0.0.1", "--port", str(self.port), "--log", "none",
             "--offline", "--resources", self.resources, "--state-dir", self.folder / "state",
             *(["--base-path", self.base] if self.base else []), *(secure if self.certificate else [])],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.output = self.process.stdout
        assert "listening on" in self.output.readline()

    def stop(self):
        if not self.process:
            return
        self.process.terminate()
        self.process.wait(timeout=20)
        self.output.close()
        self.process = None

    def deploy(self, path, old, new):
        """Changes a resource of the next start."""
        file = self.resources / path
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new))


class Proxy:
    """Stands between the browser and a show: passes all on, leaves it unanswered, or says that no server is there."""

    def __init__(self, port):
        self.port, self.answer, self.heads, self.open = port, None, [], []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://localhost:{self.door.getsockname()[1]}"
        threading.Thread(target=self.welcome, daemon=True).start()

    def become(self, answer):
        """What is said from now on: a status, `hold` for nothing at all, or None for what the show says."""
        self.answer = answer
        for one in self.open:
            # The threads that read from it are to wake up.
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self.open.clear()

    def close(self):
        self.become(503)
        self.door.close()

    def welcome(self):
        while True:
            try:
                visitor, _ = self.door.accept()
            except OSError:
                return
            self.open.append(visitor)
            threading.Thread(target=self.serve, args=[visitor, self.answer], daemon=True).start()

    def serve(self, visitor, answer):
        with visitor, contextlib.suppress(OSError):
            if answer is None:
                with socket.create_connection(("127.0.0.1", self.port)) as server:
                    self.open.append(server)
                    back = threading.Thread(target=self.pass_on, args=[server, visitor], daemon=True)
                    back.start()
                    self.pass_on(visitor, server, self.heads)
                    back.join()
            else:
                while visitor.recv(65536):
                    if answer != "hold":
                        visitor.sendall(f"HTTP/1.1 {answer} No\r\nContent-Length: 7\r\n\r\nNothing".encode())

    def pass_on(self, source, sink, seen=None):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if seen is not None:
                    seen.append(data.decode("latin-1"))
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)


class OfflineTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.keys = tempfile.TemporaryDirectory(prefix="dramatis-certificate-")
        cls.certificate = pathlib.Path(cls.keys.name) / "home"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-days", "90", "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}",
             "-keyout", f"{cls.certificate}.key", "-out", f"{cls.certificate}.pem"],
            check=True, capture_output=True)
        key = subprocess.run(
            ["openssl", "pkey", "-in", f"{cls.certificate}.key", "-pubout", "-outform", "DER"],
            check=True, capture_output=True).stdout
        # Where certificates are merely let pass, Chromium has no workers; this one it takes for good.
        known = base64.b64encode(hashlib.sha256(key).digest()).decode()
        cls.playwright = sync_playwright().start()
        cls.browser = cls.playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
                  f"--ignore-certificate-errors-spki-list={known}"])

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()
        cls.keys.cleanup()

    def serve(self, secure=True, base=""):
        folder = tempfile.TemporaryDirectory(prefix="dramatis-offline-")
        self.addCleanup(folder.cleanup)
        show = Served(pathlib.Path(folder.name), base, self.certificate if secure else None)
        self.addCleanup(show.stop)
        return show

    def proxy(self):
        """A proxy on this machine with a show behind it."""
        proxy = Proxy(self.serve(secure=False).port)
        self.addCleanup(proxy.close)
        return proxy

    def open(self, show, path="/", locale="en-GB", **options):
        context = self.browser.new_context(
            viewport={"width": 390, "height": 844}, base_url=show.address, service_workers="allow", locale=locale,
            **options)
        self.addCleanup(context.close)
        page = context.new_page()
        page.goto(show.address + path)
        # A list alone is nothing to be kept before its visitor does something.
        page.keyboard.press("Shift")
        return page

    def wait_for(self, page, condition, argument=None):
        """Waits for a promise of the page to be of true value; scripts that are made of text are forbidden there."""
        for _ in range(200):
            if page.evaluate(condition, argument):
                return
            page.wait_for_timeout(50)
        self.fail(f"{condition} {argument}: {self.kept(page)}")

    def kept(self, page):
        return page.evaluate("""async () => {
          const addresses = [];
          for (const name of await caches.keys()) {
            for (const { url } of await (await caches.open(name)).keys()) addresses.push(url);
          }
          return addresses;
        }""")

    def wait_for_kept(self, page, *addresses):
        self.wait_for(page, """async (addresses) => {
          for (const address of addresses) {
            if (!await caches.match(address, { ignoreVary: true })) return false;
          }
          return Boolean((await navigator.serviceWorker.getRegistration())?.active);
        }""", list(addresses))

    def width(self, page, image):
        return page.locator(image).evaluate("async (image) => (await image.decode(), image.naturalWidth)")

    def style(self, page, element, name):
        return page.locator(element).evaluate("(element, name) => getComputedStyle(element)[name]", name)

    def workers(self, page):
        return page.evaluate(
            "async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope)")

    def test_what_was_seen_stays_and_the_rest_is_said_to_be_out_of_reach(self):
        for base in ["", "/cast"]:
            with self.subTest(base=base):
                show = self.serve(base=base)
                page = self.open(show)
                self.wait_for_kept(page, f"{show.address}/", f"{show.address}/offline")
                self.assertEqual(self.workers(page), [f"{show.address}/"])
                page.goto(f"{show.address}/entries/moe-szyslak?q=tavern")
                self.assertEqual(page.locator(".kept").count(), 0)
                self.wait_for_kept(page, page.url, f"{show.address}/pictures/moe-szyslak")
                show.stop()
                for address in ["/entries/moe-szyslak?q=tavern", "/entries/moe-szyslak"]:
                    page.goto(show.address + address)
                    self.assertEqual(page.locator("#entry h1").inner_text(), "Moe Szyslak")
                    self.assertRegex(
                        page.locator(".kept").inner_text(), r"^Offline. Page as of \d+ \w+ 20\d\d at \d\d:\d\d$")
                    self.assertGreater(self.width(page, ".portrait"), 0)
                    self.assertEqual(self.style(page, ".kept", "position"), "fixed")
                page.goto(f"{show.address}/")
                self.assertGreater(page.locator("#results li").count(), 20)
                self.assertEqual(page.locator(".kept").count(), 1)
                answer = page.goto(f"{show.address}/entries/bart-simpson")
                self.assertEqual(answer.status, 503)
                self.assertEqual(page.locator("h1").inner_text(), "The server is out of reach")
                self.assertEqual(page.locator("main li").all_inner_texts(), ["Moe Szyslak"])
                self.assertEqual(self.width(page, "main img") > 0, True)
                page.locator("main li a").click()
                self.assertEqual(page.locator("#entry h1").inner_text(), "Moe Szyslak")
                page.go_back()
                show.start()
                page.locator(".action").click()
                page.wait_for_selector("#entry h1:text('Bart Simpson')")
                self.assertEqual(page.locator(".kept").count(), 0)
                for address in self.kept(page):
                    self.assertTrue(address.startswith(f"{show.address}/"), address)

    def test_the_first_page_ever_seen_is_kept_with_its_picture(self):
        show = self.serve()
        page = self.open(show, "/entries/moe-szyslak")
        self.wait_for_kept(page, page.url, f"{show.address}/pictures/moe-szyslak")
        show.stop()
        page.reload()
        self.assertEqual(page.locator("#entry h1").inner_text(), "Moe Szyslak")
        self.assertGreater(self.width(page, ".portrait"), 0)

    def test_nothing_is_stale_once_the_server_answers(self):
        show = self.serve()
        page = self.open(show, "/entries/moe-szyslak")
        self.wait_for_kept(page, page.url)
        before = {address for address in self.kept(page) if "/static/" in address}
        show.stop()
        show.deploy("Templates/detail.mustache", "<article>", '<article class="renewed">')
        show.deploy("Templates/offline.mustache", "<h1>", '<h1 class="renewed">')
        show.deploy("Public/styles/tokens.css", ":root {", ".renewed { outline: 1px solid } :root {")
        show.deploy("Public/scripts/offline.js", "// What", "// Renewed. What")
        show.start()
        # A machine too busy to answer in time gets the kept page once or twice, and not for ever.
        for _ in range(4):
            page.goto(f"{show.address}/entries/moe-szyslak")
            if page.locator("article.renewed").count():
                break
        self.assertEqual(self.style(page, "article.renewed", "outlineStyle"), "solid")
        self.wait_for(page, """async (before) => {
          const names = (await caches.keys()).filter((name) => name.includes(" shell "));
          const files = (await (await caches.open(names[0])).keys()).map(({ url }) => url);
          return names.length === 1 && before.some((address) => !files.includes(address));
        }""", sorted(before))
        # A page of the earlier day is dressed as today's are.
        page.evaluate("""async (address) => {
          const pages = await caches.open((await caches.keys()).find((name) => name.endsWith(" pages")));
          const page = await (await pages.match(address, { ignoreVary: true })).text();
          const old = page.replace(/app-[0-9a-f]+.css/, "app-000000000000.css");
          await pages.put(address, new Response(old, { headers: { "Content-Type": "text/html" } }));
        }""", page.url)
        show.stop()
        page.reload()
        self.assertEqual(self.style(page, "article.renewed", "outlineStyle"), "solid")
        page.goto(f"{show.address}/entries/bart-simpson")
        self.assertEqual(page.locator("h1.renewed").count(), 1)

    def test_what_is_gone_from_the_catalog_is_gone_here(self):
        show = self.serve()
        page = self.open(show, "/entries/moe-szyslak")
        self.wait_for_kept(page, page.url)
        page.evaluate("""async () => {
          const pages = await caches.open((await caches.keys()).find((name) => name.endsWith(" pages")));
          await pages.put(new URL("/entries/nobody?q=a", location), new Response("<body>"));
        }""")
        self.assertEqual(page.goto(f"{show.address}/entries/nobody").status, 404)
        self.wait_for(page, """async (address) => !await caches.match(address, { ignoreSearch: true })""",
                      f"{show.address}/entries/nobody")

    def test_no_more_is_kept_than_is_of_use(self):
        show = self.serve()
        page = self.open(show)
        self.wait_for_kept(page, f"{show.address}/")
        page.evaluate("""async () => {
          const pages = await caches.open((await caches.keys()).find((name) => name.endsWith(" pages")));
          for (let index = 0; index < 120; index += 1) await pages.put(`/entries/old-${index}`, new Response(""));
        }""")
        page.goto(f"{show.address}/entries/moe-szyslak")
        self.wait_for(page, """async () => {
          const pages = await caches.open((await caches.keys()).find((name) => name.endsWith(" pages")));
          return (await pages.keys()).length === 100;
        }""")
        kept = self.kept(page)
        self.assertIn(page.url, kept)
        self.assertIn(f"{show.address}/entries/old-119", kept)
        self.assertNotIn(f"{show.address}/entries/old-0", kept)

    def test_the_language_of_the_visitor_is_kept_too(self):
        show = self.serve()
        page = self.open(show, "/entries/moe-szyslak", locale="de-DE")
        self.wait_for_kept(page, page.url, f"{show.address}/offline")
        page.goto(f"{show.address}/")
        page.locator(".languages button[value=ar]").click()
        page.wait_for_selector("html[lang=ar]")
        self.wait_for(page, """async () =>
          (await (await caches.match("/offline", { ignoreVary: true })).text()).includes('lang="ar"')""")
        show.stop()
        page.goto(f"{show.address}/entries/bart-simpson")
        self.assertEqual(page.locator("html").get_attribute("dir"), "rtl")
        page.goto(f"{show.address}/")
        self.assertEqual(page.locator("html").get_attribute("lang"), "ar")
        self.assertRegex(page.locator(".kept").inner_text(), "دون اتصال")

    def test_switched_off_it_is_removed(self):
        show = self.serve()
        page = self.open(show, "/entries/moe-szyslak")
        self.wait_for_kept(page, page.url)
        show.stop()
        show.start(offline_pages=False)
        page.goto(f"{show.address}/")
        self.wait_for(page, """async () =>
          !(await navigator.serviceWorker.getRegistrations()).length && !(await caches.keys()).length""")
        page.goto(f"{show.address}/entries/moe-szyslak")
        page.wait_for_timeout(1000)
        self.assertEqual((self.workers(page), self.kept(page)), ([], []))
        self.assertEqual(page.goto(f"{show.address}/offline").status, 404)

    def test_the_worker_removes_itself_where_no_script_of_a_page_does(self):
        show = self.serve()
        page = self.open(show, "/entries/moe-szyslak")
        self.wait_for_kept(page, page.url)
        show.stop()
        show.deploy("Public/app.js", 'import("./scripts/offline.js")', "{}")
        show.start(offline_pages=False)
        page.goto(f"{show.address}/")
        self.wait_for(page, "async () => !(await caches.keys()).length")
        page.goto(f"{show.address}/connect")
        self.assertEqual((self.workers(page), self.kept(page)), ([], []))

    def test_what_changes_something_passes_untouched(self):
        show = self.serve()
        page = self.open(show)
        self.wait_for_kept(page, f"{show.address}/")
        page.goto(f"{show.address}/entries/moe-szyslak")
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator(".mark-this .star").click()
        self.assertTrue(page.evaluate("async () => Boolean(navigator.serviceWorker.controller)"))
        page.goto(f"{show.address}/favorites")
        self.assertIn("Moe Szyslak", page.locator("main").inner_text())
        show.stop()
        page.reload()
        self.assertIn("Moe Szyslak", page.locator("main").inner_text())
        self.assertEqual(page.locator(".kept").count(), 1)

    def test_a_server_that_hangs_is_not_waited_for_long(self):
        proxy = self.proxy()
        page = self.open(proxy, "/entries/moe-szyslak")
        self.wait_for_kept(page, page.url, f"{proxy.address}/pictures/moe-szyslak")
        page.goto(f"{proxy.address}/")
        proxy.become("hold")
        page.goto(f"{proxy.address}/entries/moe-szyslak", wait_until="commit", timeout=10_000)
        page.locator(".kept").wait_for(timeout=5_000)
        self.assertEqual(page.locator("#entry h1").inner_text(), "Moe Szyslak")
        self.wait_for(page, "() => document.querySelector('.portrait').naturalWidth > 0")
        proxy.become(None)
        page.goto(f"{proxy.address}/entries/moe-szyslak")
        self.assertEqual(page.locator(".kept").count(), 0)

    def test_a_proxy_without_a_server_is_no_server(self):
        proxy = self.proxy()
        page = self.open(proxy, "/entries/moe-szyslak")
        self.wait_for_kept(page, page.url, f"{proxy.address}/pictures/moe-szyslak", f"{proxy.address}/offline")
        for status in [502, 503, 504]:
            with self.subTest(status=status):
                proxy.become(status)
                page.goto(f"{proxy.address}/entries/moe-szyslak")
                self.assertEqual(page.locator(".kept").count(), 1)
                self.assertGreater(self.width(page, ".portrait"), 0)
                answer = page.goto(f"{proxy.address}/entries/bart-simpson")
                # What says 503 may be the server itself, which has its own words.
                expected = (503, "Nothing") if status == 503 else (503, "The server is out of reach")
                shown = page.locator("h1" if status != 503 else "body").inner_text()
                self.assertEqual((answer.status, shown), expected)
                proxy.become(None)
                page.goto(f"{proxy.address}/entries/moe-szyslak")
                self.assertEqual(page.locator(".kept").count(), 0)

    def test_a_page_is_asked_for_once_while_the_worker_still_wakes_up(self):
        proxy = self.proxy()
        page = self.open(proxy, "/entries/moe-szyslak")
        self.wait_for_kept(page, page.url)
        self.wait_for(page, """async () =>
          (await (await navigator.serviceWorker.ready).navigationPreload.getState()).enabled""")
        proxy.heads.clear()
        page.goto(f"{proxy.address}/entries/lisa-simpson")
        self.wait_for_kept(page, page.url)
        asked = [head for head in proxy.heads if head.startswith("GET /entries/lisa-simpson ")]
        self.assertEqual(len(asked), 1)
        self.assertIn("service-worker-navigation-preload: true", asked[0].lower())

    def test_axe_finds_no_fault_in_what_is_shown_instead(self):
        for scheme in ["light", "dark"]:
            show = self.serve()
            page = self.open(show, "/entries/moe-szyslak", bypass_csp=True, color_scheme=scheme)
            self.wait_for_kept(page, page.url, f"{show.address}/offline")
            show.stop()
            for path, what in [("/entries/moe-szyslak", ".kept"), ("/entries/bart-simpson", "main li")]:
                with self.subTest(path=path, scheme=scheme):
                    page.goto(show.address + path)
                    page.locator(what).wait_for()
                    page.wait_for_timeout(200)
                    found = Axe().run(page).response["violations"]
                    self.assertEqual([(fault["id"], [node["html"] for node in fault["nodes"]]) for fault in found], [])

    def test_back_lands_where_it_was(self):
        show = self.serve()
        page = self.open(show)
        self.wait_for_kept(page, f"{show.address}/")
        page.goto(f"{show.address}/")
        self.assertTrue(page.evaluate("() => Boolean(navigator.serviceWorker.controller)"))
        row = page.locator("#results li > a").nth(30)
        row.scroll_into_view_if_needed()
        page.wait_for_timeout(500)
        before = row.bounding_box()["y"]
        row.click()
        page.wait_for_selector("#entry h1")
        page.go_back()
        page.wait_for_timeout(300)
        self.assertAlmostEqual(page.locator("#results li > a").nth(30).bounding_box()["y"], before, delta=2)

    def test_plain_http_has_nothing_of_it(self):
        show = self.serve(secure=False)
        page = self.open(show)
        asked = []
        page.context.on("request", lambda request: asked.append(request.url))
        page.goto(f"{show.address}/entries/moe-szyslak")
        page.wait_for_timeout(1000)
        self.assertEqual(page.evaluate("() => [isSecureContext, 'serviceWorker' in navigator]"), [False, False])
        self.assertFalse([address for address in asked if re.search("service-worker|offline", address)])
        self.assertEqual(page.locator(".kept").count(), 0)

    def test_the_first_view_pays_for_nothing_of_it_before_it_stands(self):
        show = self.serve()
        context = self.browser.new_context(base_url=show.address, service_workers="allow")
        self.addCleanup(context.close)
        page = context.new_page()
        asked = []
        page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
        page.goto(f"{show.address}/", wait_until="load")
        own = [name for name in asked if re.search("offline|service-worker", name)]
        self.assertEqual(own, [])
        page.keyboard.press("Shift")
        self.wait_for_kept(page, f"{show.address}/")
        own = [name for name in asked if re.search("offline|service-worker", name)]
        self.assertEqual([re.sub("-[0-9a-f]{12}", "", name) for name in own], ["scripts-offline.js"])


if __name__ == "__main__":
    unittest.main()
