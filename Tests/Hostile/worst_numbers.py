"""Puts the worst numbers in the place of every number that comes from outside; the program must stay alive and answer.

    DRAMATIS=PROGRAM worst_numbers.py [PART ...]

The parts: `addresses` (each word of a query on each route, each header of a request), `lists` (each number in an
example of each form), `answers` (each header of a source), `settings` (each leaf of a show's file, each flag). The
quick form is in `make test`.
"""

import concurrent.futures
import http.server
import itertools
import json
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import threading
import urllib.parse
import zipfile

from documents import show_document, workbook
from program import PROGRAM, ROOT, Server, Show

VALUES = ["-9223372036854775808", "9223372036854775807", "18446744073709551616", "-1", "0", "1e308", "NaN", ",", ""]
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
# The message of a crash, and its place.
CRASH = re.compile(r"status -\d|Signal \d|runtime failure|Fatal error")
PATIENCE = 60


def reason(error):
    return " ".join(re.findall(r"runtime failure: [^*\n]*|Fatal error: [^\n]*| at /\S+?Sources/\S+", str(error))[:3])


def source(pattern):
    """What a pattern finds in the Swift of the pages."""
    texts = [path.read_text() for path in sorted((ROOT / "Sources/Web/Website").rglob("*.swift"))]
    return sorted({found for text in texts for found in re.findall(pattern, text)})


class Target:
    """A served show, which is started again after its end."""

    def __init__(self, show, *options, **more):
        self.start = lambda: Show(show, *options, **more)
        self.show, self.faults = self.start(), []

    def send(self, name, request):
        # The server waits for a body that never comes.
        patience = 0.2 if "Content-Length: " in name else PATIENCE
        with socket.create_connection(("127.0.0.1", self.show.port), timeout=patience) as connection:
            try:
                connection.sendall(request)
                answered = connection.recv(12).startswith(b"HTTP/1.1 ")
            except OSError:
                answered = False
        try:
            status = self.show.process.wait(timeout=0 if answered or patience < 1 else 1)
        except subprocess.TimeoutExpired:
            if not answered and patience > 1:
                self.faults.append(f"{name}: no answer")
            return
        self.faults.append(f"{name}: it ended with status {status}")
        self.show.process = None
        self.show.stop()
        self.show = self.start()


def request(path, *headers, method="GET", host="localhost", body=b""):
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", *headers, "Connection: close"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


HEADERS = ["Range: bytes={}-", "Range: bytes=0-{}", "Range: bytes=-{}", "If-Range: {}", 'If-None-Match: "{}"',
           "If-Modified-Since: {}", "Content-Length: {}", "Accept-Language: de;q={}", "Accept-Encoding: gzip;q={}",
           "Cookie: visitor=0123456789abcdef0123456789abcdef.0123456789abcdef0123456789abcdef-{}",
           "X-Forwarded-For: 192.0.2.1:{}", "X-Forwarded-Port: {}", "Forwarded: for=192.0.2.1;host=a:{}", "Expect: {}"]


def addresses(quick):
    own = " ".join(source(r"(?s)enum AddressWord[^{]*\{(.*?)\n\}"))
    words = set(source(r'query\["(\w+)"') + re.findall(r"case (\w+)", own) + ["picture", "year"])
    routes = source(r'\.(?:get|post)\(\s*"(/[^"]*)"')
    for name, entry in [("simpsons", "bart-simpson"), ("cities", None)]:
        target = Target(name, "--trusted-proxy", "127.0.0.1")
        try:
            ids = re.search(rb'"id":\s*"([^"]+)"', fetch(target, "/entries.json?size=1"))
            entry = entry or ids.group(1).decode()
            paths = [route.replace("{id}", entry).replace("{name}", "style.css") for route in routes]
            paths += [f"/pictures/{entry}~12345678"]
            values = VALUES[:2] if quick and name == "cities" else VALUES
            for value, path in itertools.product(values, paths):
                query = [(word, value) for word in sorted(words)]
                pieces = [[one] for one in query]
                if quick and path not in (f"/pictures/{entry}", "/entries.json"):
                    pieces = [query]
                for piece in pieces:
                    text = urllib.parse.urlencode(piece)
                    target.send(f"{path}?{text[:80]}", request(f"{path}?{text}"))
                form = urllib.parse.urlencode(query).encode()
                kind = "Content-Type: application/x-www-form-urlencoded"
                target.send(f"POST {path} {value}", request(
                    path, kind, "Origin: http://localhost", f"Content-Length: {len(form)}", method="POST", body=form))
            for value, header, path in itertools.product(
                    values, HEADERS, ["/"] if quick else ["/", f"/pictures/{entry}", "/favorites"]):
                target.send(header.format(value), request(path, header.format(value)))
            for value in VALUES:
                target.send(f"Host :{value}", request("/", host=f"localhost:{value}"))
        finally:
            target.show.stop()
        yield from target.faults


def fetch(target, path):
    with socket.create_connection(("127.0.0.1", target.show.port), timeout=PATIENCE) as connection:
        connection.sendall(request(path))
        return b"".join(iter(lambda: connection.recv(1 << 16), b""))


EVENT = ("BEGIN:VEVENT\r\nUID:{0}\r\nSUMMARY:Event {0}\r\nDTSTART;TZID=Mine:20260105T100000\r\nDURATION:P1DT2H\r\n"
         "RRULE:FREQ=MONTHLY;INTERVAL=2;COUNT=3;BYMONTHDAY=5;BYDAY=1MO\r\nPRIORITY:5\r\nGEO:48.1;11.5\r\n"
         "EXDATE:20260305T100000Z\r\nEND:VEVENT\r\n")
# The head of a small list, one of its records and its end.
LISTS = {
    "list.csv": ("name,year,price,created at,lat,lon,length,share,born\n",
                 "Entry {0},1947,12.50,1580551200,48.1,11.5,1:02:03,4/10,1947-05-31\n", ""),
    "list.json": ("[", '{{"name":"Entry {0}","year":1947,"price":12.5,"created_at":1580551200,'
                  '"timestamp":1580551200000,"lat":48.1,"lon":11.5,"n":{{"v":[1,2]}}}},', '{"name":"End"}]'),
    "list.jsonl": ("", '{{"name":"Entry {0}","votes":7,"created_at":1580551200,"place":"48.1, 11.5"}}\n', ""),
    "list.xml": ("<list>", "<e id='{0}'><name>Entry {0}</name><year>1947</year><at>1580551200</at><x>&#65;</x></e>",
                 "</list>"),
    "list.geojson": ('{"type":"FeatureCollection","features":[', '{{"type":"Feature","geometry":{{"type":"Point",'
                     '"coordinates":[11.5,48.1]}},"properties":{{"name":"Entry {0}","height":7}}}},',
                     '{"type":"Feature","properties":{"name":"End"}}]}'),
    "list.rss": ("<rss version='2.0'><channel><title>A</title>", "<item><title>Entry {0}</title><guid>{0}</guid>"
                 "<pubDate>Fri, 31 May 2024 10:00:00 +0200</pubDate><enclosure length='5' url='http://a/b.jpg'/></item>",
                 "</channel></rss>"),
    "list.ics": ("BEGIN:VCALENDAR\r\nX-WR-TIMEZONE:Asia/Tokyo\r\nBEGIN:VTIMEZONE\r\nTZID:Mine\r\nBEGIN:STANDARD\r\n"
                 "DTSTART:19701025T030000\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\n"
                 "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n", EVENT,
                 "END:VCALENDAR\r\n"),
    "list.vcf": ("", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Entry {0}\r\nBDAY:1947-05-31\r\nGEO:48.1;11.5\r\n"
                 "TEL:+49 1 23\r\nREV:20200101T000000Z\r\nEND:VCARD\r\n", ""),
    "sheet.xml": ("<worksheet><sheetData><row r='1'><c r='A1' t='str'><v>name</v></c><c r='B1' t='str'><v>year</v></c>"
                  "<c r='C1' t='str'><v>on</v></c></row>",
                  "<row r='7'><c t='str'><v>Entry {0}</v></c><c s='1'><v>1947</v></c>"
                  "<c s='2' t='n'><v>45443.5</v></c><c t='s'><v>1</v></c></row>",
                  "</sheetData><mergeCells count='1'><mergeCell ref='A2:A3'/></mergeCells></worksheet>"),
    "content.xml": ("<office:document-content xmlns:office='o' xmlns:table='t' xmlns:text='x'><office:body>"
                    "<office:spreadsheet><table:table table:name='A'><table:table-row><table:table-cell "
                    "office:value-type='string'><text:p>name</text:p></table:table-cell><table:table-cell "
                    "office:value-type='string'><text:p>year</text:p></table:table-cell></table:table-row>",
                    "<table:table-row table:number-rows-repeated='2'><table:table-cell office:value-type='string'>"
                    "<text:p>Entry {0}</text:p></table:table-cell><table:table-cell office:value-type='float' "
                    "office:value='1947' table:number-columns-repeated='2' table:number-rows-spanned='2'><text:p>1947"
                    "</text:p></table:table-cell></table:table-row>",
                    "</table:table></office:spreadsheet></office:body></office:document-content>"),
}


def write(folder, name, text):
    """The file of a list: a spreadsheet with that part, or the text itself."""
    if name == "sheet.xml":
        path = folder / "list.xlsx"
        workbook(path, A=[["name"], ["x"]])
        parts = {"xl/A.xml": text, "xl/styles.xml": "<s><numFmts><numFmt numFmtId='200' formatCode='0.00'/></numFmts>"
                 "<cellXfs><xf numFmtId='0'/><xf numFmtId='200'/><xf numFmtId='22'/></cellXfs></s>"}
        with zipfile.ZipFile(path) as archive:
            parts = {one: archive.read(one) for one in archive.namelist()} | parts
    elif name == "content.xml":
        path = folder / "list.ods"
        parts = {"mimetype": "application/vnd.oasis.opendocument.spreadsheet", name: text}
    else:
        (folder / name).write_bytes(text.encode())
        return folder / name
    with zipfile.ZipFile(path, "w") as archive:
        for one, content in parts.items():
            archive.writestr(one, content)
    return path


def variants(text):
    """A text with one of its numbers replaced, for each of them and each value."""
    for found, value in itertools.product(NUMBER.finditer(text), VALUES):
        yield f"{found.group()} → {value!r} after {text[:found.start()][-12:]!r}", (
            text[:found.start()] + value + text[found.end():])


def opened(name, path, folder):
    """The fault of a file that is opened, and of the pages of its list; nothing if there is none."""
    command = [PROGRAM, "open", path, "--port", "0", "--listen", "127.0.0.1", "--resources", ROOT, "--state-dir",
               folder / "state"]
    try:
        server = Server(command, environment={"TZ": "Asia/Tokyo"})
    except RuntimeError as refused:
        return [f"{name}: {reason(refused)}"] if CRASH.search(str(refused)) else []
    target = Target.__new__(Target)
    target.show, target.faults = server, []
    target.start = lambda: server
    try:
        ids = re.findall(rb'"id":\s*"([^"]+)"', fetch(target, "/entries.json?size=500"))
        pages = ["/", "/?view=grid", "/entries.csv", "/new.atom", "/map.svg", "/healthz"]
        for page in pages + [f"/entries/{one.decode()}" for one in ids]:
            try:
                answered = fetch(target, page).startswith(b"HTTP/1.1 ")
            except OSError:
                answered = False
            if not answered:
                return [f"{name}: {page} has no answer; status {server.process.poll()}"]
    except OSError:
        return [f"{name}: the list has no answer; status {server.process.poll()}"]
    finally:
        if server.process.poll() is not None:
            server.process = None
        server.stop()
    return []


def read(folder, name, index, document):
    place = folder / f"{name}-{index}"
    place.mkdir()
    return opened(f"{name}: {document[0]}", write(place, name, document[1]), place)


def lists(quick):
    with tempfile.TemporaryDirectory(prefix="dramatis-test-") as folder:
        folder = pathlib.Path(folder)
        for name, (head, record, end) in LISTS.items():
            plain = [record.format(number) for number in range(900, 903)]
            changed = list(variants(record.format(1)))
            if quick:
                # All in one list, each by another title.
                records = [text.replace("Entry 1", f"Entry {index}") for index, (_, text) in enumerate(changed)]
                documents = [("all", head + "".join(plain + records) + end)]
            else:
                documents = [(what, head + "".join(plain) + text + end) for what, text in changed]
                documents += [(what, head + text + "".join(plain) + end) for what, text in changed]
                documents += [(what, text + "".join(plain) + end) for what, text in variants(head)]
                documents += [(what, head + "".join(plain) + text) for what, text in variants(end)]
            with concurrent.futures.ThreadPoolExecutor(4) as threads:
                for faults in threads.map(lambda one, name=name: read(folder, name, *one), enumerate(documents)):
                    yield from faults


ANSWERS = ["Cache-Control: max-age={}", "Cache-Control: max-age={}\r\nAge: -1", "Cache-Control: max-age=60\r\nAge: {}",
           "Cache-Control: max-age={}\r\nAge: 1", "Expires: {}", "Date: {}\r\nExpires: Thu, 01 Jan 2099 00:00:00 GMT",
           "Retry-After: {}", "Content-Length: {}", "Last-Modified: {}", 'ETag: "{}"', "Content-Encoding: {}",
           "Content-Range: bytes 0-{}/{}", 'Link: <?page={}>; rel="next"', "Content-Type: text/csv;charset={}"]


def answers(quick):
    body = b'[{"name":"One"},{"name":"Two"}]'

    class Source(http.server.BaseHTTPRequestHandler):
        head, status = "", 200

        def do_GET(self):
            self.wfile.write(f"HTTP/1.1 {self.status} OK\r\n{self.head}\r\nConnection: close\r\n\r\n".encode() + body)

        def log_message(self, *_):
            pass

    sent = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Source)
    threading.Thread(target=sent.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{sent.server_port}/list.json"
    feed = {"kind": "records", "address": address, "entry": {"title": "name"}}
    for header, value in itertools.product(ANSWERS[:4] if quick else ANSWERS, VALUES[:2] if quick else VALUES):
        for status in [200] if quick else [200, 503]:
            Source.head, Source.status = header.format(value, value), status
            name = f"{status} {Source.head!r}"
            try:
                show = Show(show_document("List", feed), offline=False, ready=False)
            except RuntimeError as refused:
                if CRASH.search(str(refused)):
                    yield f"{name}: {reason(refused)}"
                continue
            target = Target.__new__(Target)
            target.show, target.start, target.faults = show, lambda show=show: show, []
            target.send(name, request("/"))
            yield from target.faults
            show.stop()
    sent.shutdown()
    sent.server_close()


def leaves(value, path=()):
    """The paths of the leaves of a document."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    else:
        yield path, value


def settings(quick):
    with tempfile.TemporaryDirectory(prefix="dramatis-test-") as folder:
        (pathlib.Path(folder) / "list.json").write_text('{"list": [{"name": "One", "at": ["x"], "n": 5}]}')
        feed = {"kind": "records", "file": "list.json", "entries": "list", "pages": 2, "facets": ["N"], "sort": ["N"],
                "entry": {"id": "n", "title": "name", "description": "at[0] || name", "place": "place[-1]"},
                "facts": {"N": "n"}}
        document = show_document("List", feed, server={"port": 8080, "refresh": 3600}, timeZone="Europe/Berlin")
        path = pathlib.Path(folder) / "show.json"
        for place, old in list(leaves(document)):
            changed = [text for _, text in variants(old)] if isinstance(old, str) else []
            literals = [json.loads(value) if re.fullmatch(r"-?\d[\de]*", value) else value for value in VALUES]
            for new in changed[:2] if quick else changed + literals + VALUES:
                copy = json.loads(json.dumps(document))
                at = copy
                for key in place[:-1]:
                    at = at[key]
                at[place[-1]] = new
                path.write_text(json.dumps(copy))
                yield from ended(f"{'.'.join(map(str, place))} = {new!r}", "check", path)
        path.write_text(json.dumps(document))
        usage = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True, timeout=PATIENCE).stdout
        for flag in sorted(set(re.findall(r"(--[a-z-]+)[ =](?:N|SECONDS|MB|PORT)\b", usage))):
            for value in VALUES[:2] if quick else VALUES:
                # Flags are read in their order, and an unknown one ends the program.
                yield from ended(f"{flag} {value}", "--show", path, flag, value, "--end")


def ended(name, *arguments):
    status = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, timeout=PATIENCE).returncode
    return [f"{name}: it ended with status {status}"] if status < 0 else []


PARTS = {"addresses": addresses, "lists": lists, "answers": answers, "settings": settings}


def main(names):
    faults = []
    for name in names or PARTS:
        for fault in PARTS[name](quick=False):
            faults.append(fault)
            print(f"{name}: {fault}", flush=True)
    print(f"{len(faults)} numbers ended the program or had no answer")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
