"""A show that can be stopped, a proxy in front of it, and the browser's caches."""
import contextlib
import pathlib
import re
import shutil
import socket
import tempfile
import threading
import unittest

from browser import HOST, SETTLED, BrowserTest, certificate, new_visitor
from program import PATIENCE, ROOT, HeldPort, wait_for
from world import PlayedShow


class Served:
    """A show that can be stopped, changed and restarted at the same address."""

    def __init__(self, folder, base="", is_secure=True, is_patient=True, whole=0, feed=None):
        """`is_patient`: raises the timeout after which a server counts as hung, for busy machines.

        `whole`: the largest show to be cached as a whole, in entries; `feed`: a file used as the feed's answer.
        """
        self.resources, self.held = folder / "resources", HeldPort()
        for name in ["Templates", "Public", "config/locales"]:
            shutil.copytree(ROOT / name, self.resources / name)
        if is_patient:
            self.deploy("Public/service-worker.js", "patience = 4000", f"patience = {PATIENCE * 1_000}")
        self.deploy("Public/scripts/whole.js", "entries: 500", f"entries: {whole}")
        self.deploy("Public/scripts/whole.js", "pause: 200", "pause: 0")
        self.deploy("Public/scripts/whole.js", "interval: 600_000", "interval: 0")
        path, _ = certificate()
        self.show = PlayedShow(
            "simpsons", *(["--base-path", base] if base else []), *(["--feed", feed] if feed else []),
            *(["--tls-cert", f"{path}.pem", "--tls-key", f"{path}.key"] if is_secure else []),
            server={"hosts": [HOST]}, port=self.held.number, resources=self.resources)
        if not feed:
            self.show.arrive("moe-szyslak")
        self.port, self.address = self.show.port, f"{self.show.scheme}://{HOST}:{self.show.port}{base}"

    def start(self, offline_pages=True):
        self.show.show["server"]["offlinePages"] = offline_pages
        self.show.write()
        self.show.start()

    def stop(self):
        self.show.halt()

    def remove(self):
        self.show.stop()
        self.held.release()

    def deploy(self, path, old, new):
        """Changes a resource for the next start."""
        file = self.resources / path
        text = file.read_text()
        assert old in text, f"{path} does not contain {old!r}"
        file.write_text(text.replace(old, new))


class Proxy:
    """A proxy between browser and show that forwards requests, leaves them unanswered, or answers with an error."""

    def __init__(self, port):
        self.port, self.answer, self.heads, self.open = port, None, [], []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://localhost:{self.door.getsockname()[1]}"
        threading.Thread(target=self.welcome, daemon=True).start()

    def become(self, answer):
        """The answer from now on: a status, `hold` for none, or None to forward."""
        self.answer = answer
        for one in self.open:
            # Wakes up the threads that read from it.
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


class KeptTest(unittest.TestCase):
    wait_for_summary = BrowserTest.wait_for_summary
    folder = classmethod(BrowserTest.folder.__func__)

    def serve(self, **options):
        folder = tempfile.TemporaryDirectory(prefix="dramatis-test-")
        self.addCleanup(folder.cleanup)
        show = Served(pathlib.Path(folder.name), **options)
        self.addCleanup(show.remove)
        return show

    def proxy(self, **options):
        """A proxy on this machine in front of a show."""
        proxy = Proxy(self.serve(is_secure=False, **options).port)
        self.addCleanup(proxy.close)
        return proxy

    def open(self, show, path="/", locale="en-GB", **options):
        context = new_visitor(base_url=show.address, service_workers="allow", locale=locale, **options)
        self.addCleanup(context.close)
        page = context.new_page()
        page.goto(show.address + path)
        # A list alone is not cached before its visitor does something.
        page.keyboard.press("Shift")
        return page

    def wait_for(self, page, condition, argument=None):
        """Waits until a promise of the page yields a truthy value; the page's policy forbids eval."""
        wait_for(lambda: page.evaluate(condition, argument), lambda: f"{condition} {argument}: {self.kept(page)}")

    def reach_when_idle(self, page, address):
        """Goes to a page and advances its clock, so that delayed work is done."""
        page.clock.install()
        page.goto(address)
        page.clock.run_for(10_000)
        page.evaluate(SETTLED)

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

    def picture(self, page):
        """The address of the picture of an entry's page, as it is cached."""
        return page.evaluate("""async () => {
          const { picture } = await (await fetch(`${location.pathname}.json`)).json();
          return new URL(`${picture}?whole=720`, location.href).href;
        }""")

    def wait_for_whole(self, page):
        """Waits until everything of a show that is to be cached has been requested; returns the addresses."""
        self.wait_for(page, """async () => {
          const names = (await caches.keys()).filter((name) => name.includes(" whole "));
          const progress = await caches.match("/progress", { cacheName: names[0] });
          return names.length === 1 && progress && (await progress.json()).passes > 0;
        }""")
        return page.evaluate("""async () => {
          const name = (await caches.keys()).find((name) => name.includes(" whole "));
          return (await (await caches.open(name)).keys()).map(({ url }) => url);
        }""")

    def pressed(self, page):
        stars = page.locator(".star[aria-pressed=true]").evaluate_all("(stars) => stars.map((star) => star.formAction)")
        return sorted({re.search("favorites/([^?]*)", address)[1] for address in stars})

    def width(self, page, image):
        return page.locator(image).evaluate("async (image) => (await image.decode(), image.naturalWidth)")

    def style(self, page, element, name):
        return page.locator(element).evaluate("(element, name) => getComputedStyle(element)[name]", name)

    def workers(self, page):
        return page.evaluate(
            "async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope)")
