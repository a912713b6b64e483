"""Visitors who share a browser: none can see or change another's favorites."""
import pathlib
import re
import shutil
import tempfile
import unittest

from browser import HOST, certificate, new_visitor
from program import ROOT, HeldPort, wait_for
from world import PlayedShow

STORED = "() => Object.keys(localStorage)"


class Served:
    """A show that can be stopped, changed and restarted at the same address."""

    def __init__(self, folder, base="", is_secure=True):
        self.resources, self.held = folder / "resources", HeldPort()
        for name in ["Templates", "Public", "config/locales"]:
            shutil.copytree(ROOT / name, self.resources / name)
        path, _ = certificate()
        self.show = PlayedShow(
            "simpsons", *(["--base-path", base] if base else []),
            *(["--tls-cert", f"{path}.pem", "--tls-key", f"{path}.key"] if is_secure else []),
            server={"hosts": [HOST]}, port=self.held.number, resources=self.resources)
        self.show.arrive("moe-szyslak")
        self.port, self.address = self.show.port, f"{self.show.scheme}://{HOST}:{self.show.port}{base}"

    def start(self):
        self.show.start()

    def stop(self):
        self.show.halt()

    def remove(self):
        self.show.stop()
        self.held.release()


class VisitorsTest(unittest.TestCase):
    def serve(self, **options):
        folder = tempfile.TemporaryDirectory(prefix="dramatis-test-")
        self.addCleanup(folder.cleanup)
        show = Served(pathlib.Path(folder.name), **options)
        self.addCleanup(show.remove)
        return show

    def open(self, show, path="/"):
        context = new_visitor(base_url=show.address, service_workers="allow")
        self.addCleanup(context.close)
        page = context.new_page()
        page.goto(show.address + path)
        return page

    def wait_for(self, page, condition):
        """Waits until a promise of the page yields a truthy value; the page's policy forbids eval."""
        wait_for(lambda: page.evaluate(condition), condition)

    def pressed(self, page):
        stars = page.locator(".star[aria-pressed=true]").evaluate_all("(stars) => stars.map((star) => star.formAction)")
        return sorted({re.search("favorites/([^?]*)", address)[1] for address in stars})

    def mark(self, page, name):
        page.goto(f"{page.address}/entries/{name}")
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator(".bar .star").click()
        page.locator(".bar .star[aria-pressed=true]").wait_for()

    def visitor(self, show, path="/"):
        page = self.open(show, path)
        page.address = show.address
        return page

    def test_a_kiosk_keeps_nothing_in_the_browser(self):
        show = self.serve()
        page = self.visitor(show)
        self.mark(page, "lisa-simpson")
        page.evaluate("() => localStorage.setItem('stars', '{}')")
        page.goto(f"{show.address}/?kiosk=1")
        wait_for(lambda: page.evaluate(STORED) == [], lambda: str(page.evaluate(STORED)))
        self.assertEqual(self.pressed(page), [])

    def test_the_service_worker_of_an_earlier_version_is_removed(self):
        show = self.serve()
        page = self.visitor(show)
        page.evaluate("""async () => {
          await (await caches.open(`${new URL("/", location.href)} pages`)).put("/", new Response("old"));
          await navigator.serviceWorker.register("/service-worker.js");
        }""")
        self.wait_for(page, """async () => !(await caches.keys()).length
          && !(await navigator.serviceWorker.getRegistrations()).length""")
