"""What programs look for at a site: tables for spreadsheets, a feed of new entries, rules for crawlers, an icon."""

import contextlib
import csv
import http.client
import io
import json
import socket
import subprocess
import urllib.robotparser
import xml.etree.ElementTree as xml

import pytest
from documents import show_document
from program import PROGRAM, ROOT, Server, wait_for
from visitor import Visitor

FORMULAS = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "＝1+1"]
FIXED = ["id", "title", "subtitle", "description", "link", "section", "latitude", "longitude"]
ATOM = "{http://www.w3.org/2005/Atom}"


def write(folder, name, **more):
    entries = [{"id": f"e{number}", "name": text, "about": f'{text}, "so"\r\nthey say', "kind": [text, "b"],
                "title": text} for number, text in enumerate([*FORMULAS, "Plain"])]
    entries.append({"id": "cold", "name": "Cold", "about": "-12.5", "kind": ["Ice"], "title": "-7"})
    (folder / "list.txt").write_text(json.dumps(entries))
    feed = {"kind": "records", "file": "list.txt", "format": "json",
            "entry": {"id": "id", "title": "name", "description": "about"},
            "facts": {"Kind": "kind", "Title": "title"}, "facets": ["Kind"]}
    (folder / f"{name}.json").write_text(json.dumps(show_document(name.title(), feed, language="en", **more)))


@pytest.fixture
def serve(tmp_path):
    """Starts servers and returns their visitors; all end with the test."""
    ended = []

    def start(*names):
        shows = [part for name in names for part in ("--show", tmp_path / f"{name}.json")]
        server = Server([PROGRAM, *shows, "--state-dir", tmp_path / "-".join(names) / "state", "--resources", ROOT,
                         "--port", 0, "--listen", "127.0.0.1", "--offline", "--log", "none"])
        visitor = Visitor(server.port, f"127.0.0.1:{server.port}")
        ended.extend([visitor.close, server.stop])
        return visitor

    yield start
    for end in ended:
        end()


def rows(answer):
    assert answer.status == 200
    assert answer.body.startswith(b"\xef\xbb\xbf") and answer.body.endswith(b"\r\n")
    return list(csv.reader(io.StringIO(answer.body.decode("utf-8-sig"), newline=""), strict=True))


def test_table(serve, tmp_path):
    write(tmp_path, "plants")
    visitor = serve("plants")
    answer = visitor.ask("/entries.csv", headers={"Accept-Language": "de"})
    assert answer.header("Content-Type").startswith("text/csv; charset=utf-8")
    head, *body = rows(answer)
    assert head == [*FIXED, "Kind", "Title (fact)"]
    listed = [entry["id"] for entry in visitor.ask("/entries.json?size=500").json["entries"]]
    assert [row[0] for row in body] == listed
    by_id = {row[0]: row for row in body}
    for row in body:
        assert not any(part.strip("\ufeff \u200b")[:1] in [*"=+@＝"] for cell in row for part in cell.split(";"))
    for number, formula in enumerate(FORMULAS):
        row = by_id[f"e{number}"]
        assert row[1] == row[9] == "'" + formula and row[8] == f"'{formula}; b"
    # Plain numbers stay numbers.
    assert by_id["cold"][3] == "-12.5" and by_id["cold"][9] == "-7"


def test_parts_of_the_table(serve, tmp_path):
    write(tmp_path, "plants")
    visitor = serve("plants")
    ids = [row[0] for row in rows(visitor.ask("/entries.csv"))[1:]]
    assert [row[0] for row in rows(visitor.ask("/entries.csv?size=2&page=2"))[1:]] == ids[2:4]
    assert [row[0] for row in rows(visitor.ask("/entries.csv?kind=ice"))[1:]] == ["cold"]
    for nothing in ("kind=none-such", "q=qqqqqq", "page=999", "size=2&page=9999999"):
        assert len(rows(visitor.ask(f"/entries.csv?{nothing}"))) == 1, nothing
    for bad in ("size=-1", "size=0", "size=x", "page=-1", "page=1e3", "size=99999999999999999999",
                "page=9223372036854775807"):
        assert visitor.ask(f"/entries.csv?{bad}").status == 400, bad


def test_table_is_covered(serve, tmp_path):
    looks = {**show_document("Plants", {})["looks"], "spoilers": "covered"}
    write(tmp_path, "plants", spoilers=["Kind"], looks=looks)
    covered = serve("plants").ask("/entries.csv")
    assert "Kind" not in rows(covered)[0] and "Ice" not in covered.text


def test_table_opens_again(serve, tmp_path):
    write(tmp_path, "plants")
    (tmp_path / "again.csv").write_bytes(serve("plants").ask("/entries.csv").body)
    feed = {"kind": "records", "file": "again.csv", "entry": {"id": "id", "title": "title"}}
    (tmp_path / "again.json").write_text(json.dumps(show_document("Again", feed)))
    ids = {row[0] for row in rows(serve("again").ask("/entries.csv"))[1:]}
    assert ids == {"e0", "e1", "e2", "e3", "e4", "e5", "cold"}


def test_feed_without_new_entries(serve, tmp_path):
    write(tmp_path, "plants")
    visitor = serve("plants")
    answer = visitor.ask("/new.atom")
    assert (answer.status, answer.header("Content-Type")) == (200, "application/atom+xml; charset=utf-8")
    feed = xml.fromstring(answer.body)
    assert feed.find(f"{ATOM}id").text == "tag:plants.example.org,2026:new"
    assert feed.find(f"{ATOM}updated").text.endswith("Z") and not feed.findall(f"{ATOM}entry")
    page = visitor.ask("/").text
    assert 'href="/new.atom" type="application/atom+xml"' in page and 'href="/entries.csv" type="text/csv"' in page


def allowed(answer, path):
    rules = urllib.robotparser.RobotFileParser()
    rules.parse(answer.text.splitlines())
    return rules.can_fetch("Examplebot", path)


def test_crawlers_are_kept_out(serve, tmp_path):
    write(tmp_path, "plants")
    visitor = serve("plants")
    assert not allowed(visitor.ask("/robots.txt"), "/")
    for target in ("/", "/entries/cold", "/entries.csv", "/nowhere"):
        assert visitor.ask(target).header("X-Robots-Tag") == "noindex", target


def test_crawlers_are_let_in(serve, tmp_path):
    write(tmp_path, "open", server={"robots": "allow"})
    write(tmp_path, "closed")
    one = serve("open")
    assert allowed(one.ask("/robots.txt"), "/entries/cold")
    assert one.ask("/").header("X-Robots-Tag") == "all"
    two = serve("open", "closed")
    rules = two.ask("/robots.txt")
    assert [allowed(rules, path) for path in ("/open/", "/closed/", "/")] == [True, False, False]
    assert two.ask("/closed/").header("X-Robots-Tag") == "noindex"


def test_icon(serve, tmp_path):
    write(tmp_path, "plants")
    visitor = serve("plants")
    icon = visitor.ask("/favicon.ico")
    assert icon.status == 302 and visitor.ask(icon.header("Location")).header("Content-Type").startswith("image/")


def test_what_is_not_found(serve, tmp_path):
    write(tmp_path, "plants")
    visitor = serve("plants")
    plain = visitor.ask("/nowhere", headers={"Accept": "*/*"})
    assert (plain.status, plain.text) == (404, "404 Not Found\n")
    page = visitor.ask("/nowhere", headers={"Accept": "text/html,*/*"})
    assert page.status == 404 and page.header("Content-Type").startswith("text/html")


def test_type_of_entries(serve, tmp_path):
    write(tmp_path, "plants", type="Person")
    assert '"@type":"Person"' in serve("plants").ask("/entries/cold").text.replace(": ", ":")


def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False)


def test_misspelt(tmp_path):
    write(tmp_path, "plants")
    done = run("--show", "plnats", "--config-dir", tmp_path, "--resources", ROOT, "--port", 0, "--offline")
    assert done.returncode == 1 and "did you mean plants?" in done.stderr


def test_languages_of_an_export(tmp_path):
    write(tmp_path, "plants")
    place = ["--show", tmp_path / "plants.json", "--state-dir", tmp_path / "state", "--resources", ROOT, "--offline"]
    assert run("export", tmp_path / "some", *place, "--language", "de,fr").returncode == 0
    assert (tmp_path / "some/de/index.html").exists() and (tmp_path / "some/fr/index.html").exists()
    assert not (tmp_path / "some/en").exists()
    pages = [(tmp_path / "some" / name).read_text() for name in ("index.html", "de/index.html")]
    assert all('hreflang="fr"' in page and 'hreflang="en"' not in page for page in pages)
    done = run("export", tmp_path / "none", *place, "--language", "xx")
    assert done.returncode == 1 and "choose from" in done.stderr and not (tmp_path / "none").exists()


def test_port_in_use(tmp_path):
    write(tmp_path, "plants")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("--show", tmp_path / "plants.json", "--state-dir", tmp_path / "state", "--resources", ROOT,
                   "--listen", "127.0.0.1", "--port", port, "--offline")
    assert done.returncode == 1 and f"port {port}: " in done.stderr and "is free" in done.stderr


def grow(folder, length):
    """Replaces the list by one of 5,000 entries; returns their titles in order."""
    names = [f"Tree {number:05}" for number in range(5_000)]
    (folder / "list.txt").write_text(json.dumps([
        {"id": f"t{number}", "name": name, "about": "x" * length, "kind": ["Tree"], "title": "-"}
        for number, name in enumerate(names)]))
    return names


def test_long_table(serve, tmp_path):
    write(tmp_path, "plants")
    trees = grow(tmp_path, 50)
    visitor = serve("plants")
    answer = visitor.ask("/entries.csv")
    assert answer.header("Transfer-Encoding") == "chunked"
    assert [row[1] for row in rows(answer)[1:]] == trees
    part = visitor.ask("/entries.csv?size=2000&page=3")
    assert [row[1] for row in rows(part)[1:]] == trees[4_000:]
    assert visitor.ask("/entries.csv", "HEAD").body == b""


def test_slow_readers_of_the_table(serve, tmp_path):
    write(tmp_path, "plants")
    grow(tmp_path, 300)
    visitor = serve("plants")
    readers = []
    try:
        for _ in range(12):
            readers.append(socket.create_connection(("127.0.0.1", visitor.port)))
            readers[-1].sendall(f"GET /entries.csv HTTP/1.1\r\nHost: {visitor.host}\r\n\r\n".encode())
        # Another device's pages are answered meanwhile, and a network has eight of these answers at once.
        other = http.client.HTTPConnection("127.0.0.1", visitor.port, source_address=("127.0.0.2", 0))
        with contextlib.closing(other):
            other.request("GET", "/")
            assert other.getresponse().status == 200
        codes = []
        for reader in readers:
            # One that is refused is closed, or reset.
            with contextlib.suppress(ConnectionError):
                codes.append(reader.recv(12)[9:])
        assert codes.count(b"200") >= 8 and set(codes) <= {b"200", b"503", b""}, codes
    finally:
        for reader in readers:
            reader.close()
    def ninth():
        # The server sees that they closed at its next write to each, and refuses until then.
        with contextlib.suppress(ConnectionError):
            answer = visitor.ask("/entries.csv")
            return answer if answer.status == 200 else None

    assert len(rows(wait_for(ninth, "a ninth answer"))) == 5_001
