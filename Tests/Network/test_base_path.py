"""All addresses of a show lie under its base path, with and without proxies."""

import json
import pathlib
import shutil
import tempfile
import unittest

from crawler import Crawler
from network import HOST, NetworkTest, need
from program import PROGRAM, ROOT, Server, wait_for
from proxies import KINDS
from tiers import some, thorough
from visitor import Visitor

# Media types that a crawl must have seen, so that an empty crawl fails.
COMMON = {"text/html", "text/css", "text/javascript", "image/svg+xml", "application/opensearchdescription+xml"}
CATALOG = COMMON | {"application/x-suggestions+json", "application/json"}


class BasePathTest(NetworkTest):
    def shelf(self):
        """All shows of the repository in one process."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="dramatis-shelf-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        for file in (ROOT / "config").glob("*.json"):
            if not file.name.endswith(".schema.json"):
                (folder / file.name).write_text(json.dumps(
                    {**json.loads(file.read_text()), "server": {"hosts": [HOST]}}))
        shelf = Server([PROGRAM, "--shows", "--config-dir", folder, "--resources", ROOT, "--state-dir",
                        folder / "state", "--port", 0, "--listen", "127.0.0.1", "--offline", "--log", "none"])
        self.addCleanup(shelf.stop)
        return shelf

    def crawl(self, show, base, visitor, kinds, entry=None, shelf=None):
        """Crawls without a cookie, then with favorites, then everything that is not a page."""
        crawler = Crawler(visitor, base, shelf=shelf)
        crawler.waiting += [
            f"{base}/suggest?q=a", f"{base}/service-worker.js", f"{base}/offline", f"{base}/connect"]
        if entry:
            crawler.waiting += [
                f"{base}/entries.json?size=20", f"{base}/entries/{entry}.json", f"{base}/?part=results",
                f"{base}/?view=grid", f"{base}/?q=a", f"{base}/?page=2"]
        crawler.run()
        if entry:
            for headers in [{}, {"Accept": "application/json"}]:
                answer = crawler.visit(f"{base}/favorites/{entry}", "POST", 200 if headers else 303, body="to=1",
                                       headers=headers)
                self.assertIsNotNone(answer.header("Set-Cookie"))
            again = Crawler(visitor, base, limit=60, shelf=shelf)
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
            # Pages that a proxy refuses are not ours, and those that the server refuses are the shelf's.
            is_of_server = method == "DELETE" or len(target) > 1_000
            if answer.header("Content-Security-Policy") and not (shelf and is_of_server):
                crawler.body(f"{method} {target[:80]}", answer)
        self.assertEqual(crawler.faults, [])
        if kinds:
            self.assertLessEqual(kinds, crawler.kinds | {None})
        self.assertGreater(len(crawler.seen), 8 if entry is None else 60)
        self.assertGreaterEqual(crawler.codes, 1)

    def first_entry(self, visitor, base):
        """The id of a show's first entry; None for a search page."""
        answer = visitor.ask(f"{base}/entries.json")
        return answer.json["entries"][0]["id"] if answer.status == 200 else None

    def test_each_show_stays_under_its_base_path(self):
        for name, kinds, entry in some([
            ("movies", CATALOG, None), ("web", COMMON, None), ("simpsons", CATALOG, "bart-simpson"),
            ("wire", CATALOG, None), ("cities", CATALOG, None),
        ]):
            with self.subTest(name):
                show = self.serve(name, "--base-path", f"/shows/{name}")
                visitor = Visitor(show.port, f"{HOST}:{show.port}")
                entry = entry or self.first_entry(visitor, f"/shows/{name}")
                self.crawl(name, f"/shows/{name}", visitor, kinds, entry)
                visitor.close()

    @thorough
    def test_each_show_on_a_shelf_stays_under_its_base_path(self):
        shelf = self.shelf()
        visitor = Visitor(shelf.port, f"{HOST}:{shelf.port}")
        for name, kinds, entry in some([("simpsons", CATALOG, "bart-simpson"), ("wire", CATALOG, None),
                                        ("movies", CATALOG, None), ("web", COMMON, None), ("cities", CATALOG, None)]):
            with self.subTest(name):
                # The shelf listens before all its shows have read their lists.
                wait_for(lambda name=name: visitor.ask(f"/{name}/").status != 503, f"the list of {name}")
                entry = entry or self.first_entry(visitor, f"/{name}")
                self.crawl(name, f"/{name}", visitor, kinds, entry, shelf="/")
        crawler = Crawler(visitor, "", limit=30).run()
        self.assertEqual(crawler.faults, [])
        visitor.close()

    @thorough
    def test_no_base_path(self):
        show = self.serve("simpsons")
        visitor = Visitor(show.port, f"{HOST}:{show.port}")
        self.crawl("simpsons", "", visitor, CATALOG, "bart-simpson")
        visitor.close()

    @thorough
    def test_base_path_over_tls_without_a_proxy(self):
        authority = self.authority(HOST)
        show = self.serve(
            "simpsons", "--base-path", "cast/", "--tls-cert", authority.certificate, "--tls-key", authority.key)
        self.assertEqual(show.scheme, "https")
        visitor = Visitor(show.port, f"{HOST}:{show.port}", authority)
        self.crawl("simpsons", "/cast", visitor, CATALOG, "bart-simpson")
        visitor.close()

    def test_base_path_behind_nginx_haproxy_and_caddy(self):
        for name, (kind, example) in some(KINDS.items()):
            for secure in some((True, False)):
                with self.subTest(name, secure=secure):
                    program, authority = need(name), self.authority(HOST)
                    show = self.serve("simpsons", "--base-path", "/simpsons", "--trusted-proxy", "127.0.0.1")
                    proxy = kind(program, example, show.port, authority)
                    self.addCleanup(proxy.stop)
                    port = proxy.https if secure else proxy.http
                    visitor = Visitor(port, f"{HOST}:{port}", authority if secure else None)
                    self.crawl("simpsons", "/simpsons", visitor, CATALOG, "bart-simpson")
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
