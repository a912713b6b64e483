"""All addresses of a show lie under its base path, with and without proxies."""

import pathlib
import unittest

from crawler import Crawler
from network import HOST, NetworkTest
from proxies import Nginx
from visitor import Visitor

# Media types that a crawl must have seen, so that an empty crawl fails.
KINDS = {"text/html", "text/css", "text/javascript", "image/svg+xml", "application/opensearchdescription+xml",
         "application/x-suggestions+json", "application/json"}


class BasePathTest(NetworkTest):
    def crawl(self, base, visitor, entry):
        """Crawls without a cookie, then with favorites, then everything that is not a page."""
        crawler = Crawler(visitor, base)
        crawler.waiting += [
            f"{base}/suggest?q=a", f"{base}/service-worker.js", f"{base}/connect"]
        crawler.waiting += [
            f"{base}/entries.json?size=20", f"{base}/entries/{entry}.json", f"{base}/?part=results",
            f"{base}/?view=grid", f"{base}/?q=a", f"{base}/?page=2"]
        crawler.run()
        for headers in [{}, {"Accept": "application/json"}]:
            answer = crawler.visit(f"{base}/favorites/{entry}", "POST", 200 if headers else 303, body="to=1",
                                   headers=headers)
            self.assertIsNotNone(answer.header("Set-Cookie"))
        again = Crawler(visitor, base, limit=60)
        again.waiting = [f"{base}/favorites", f"{base}/favorites.json", f"{base}/?favorites=1"]
        again.run()
        crawler.faults += again.faults
        self.assertGreaterEqual(again.codes, 2, "the pages for favorites and for other devices have QR codes")
        chosen = crawler.visit(f"{base}/language", "POST", 303, body="to=en",
                               headers={"Referer": f"{visitor.origin}{base}/connect"})
        self.assertEqual(chosen.header("Location"), f"{base}/connect")
        for target, method, status in [
            (f"{base}/nothing", "GET", 404), (f"{base}/entries/nobody", "GET", 404), (f"{base}/", "DELETE", 405),
            (f"{base}/?q=" + "a" * 17_000, "GET", None), (f"{base}/entries.json?page=x", "GET", None),
        ]:
            answer = visitor.ask(target, method)
            self.assertEqual(answer.status, status or answer.status, target)
            self.assertGreaterEqual(answer.status, 400)
            for name, value in answer.headers:
                crawler.header(target[:80], name.lower(), value)
            # Pages that a proxy refuses are not ours.
            if answer.header("Content-Security-Policy"):
                crawler.body(f"{method} {target[:80]}", answer)
        self.assertEqual(crawler.faults, [])
        self.assertLessEqual(KINDS, crawler.kinds | {None})
        self.assertGreater(len(crawler.seen), 60)
        self.assertGreaterEqual(crawler.codes, 1)

    def test_all_addresses_lie_under_the_base_path(self):
        show = self.serve("movies", "--base-path", "/shows/movies")
        visitor = Visitor(show.port, f"{HOST}:{show.port}")
        entry = visitor.ask("/shows/movies/entries.json").json["entries"][0]["id"]
        self.crawl("/shows/movies", visitor, entry)
        visitor.close()

    def test_base_path_behind_nginx(self):
        authority = self.authority(HOST)
        show = self.serve("simpsons", "--base-path", "/simpsons", "--trusted-proxy", "127.0.0.1")
        proxy = Nginx(show.port, authority)
        self.addCleanup(proxy.stop)
        visitor = Visitor(proxy.https, f"{HOST}:{proxy.https}", authority)
        self.crawl("/simpsons", visitor, "bart-simpson")
        visitor.close()

    def test_the_crawler_reports_addresses_outside_the_base_path(self):
        class Page:
            status, headers = 200, [("Content-Type", "text/html"), ("Set-Cookie", "a=b; Path=/; HttpOnly")]
            body = (b"<a href=/elsewhere><img srcset='/cast/a 1x, /b 2x'><form action=/c></form>"
                    b"<link href='http://h/d'><a href='http://localhost/cast/'>")
            text = body.decode()

            def header(self, name):
                return dict(self.headers).get(name)

        class Site:
            origin = "http://h"

            def ask(self, target, method):
                return Page()

        faults = Crawler(Site(), "/cast", limit=1).run().faults
        self.assertEqual([fault.split(": ")[1].split(" ")[0] for fault in faults],
                         ["cookie", "/elsewhere", "/b", "/c", "http://h/d", "http://localhost/cast/"])


class ExampleTest(unittest.TestCase):
    def test_all_examples_start_the_show_with_the_same_flags(self):
        examples = pathlib.Path(__file__).resolve().parents[2] / "config/examples"
        lines = [
            line.lstrip("# ") for name in ["nginx.conf", "haproxy.cfg", "Caddyfile"]
            for line in (examples / name).read_text().splitlines() if "dramatis --show" in line]
        self.assertEqual(len(lines), 3)
        self.assertEqual(len(set(lines)), 1)
