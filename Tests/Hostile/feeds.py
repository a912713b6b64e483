"""Attacks by feeds: redirects to private hosts (SSRF), endless redirects, forged log lines, expensive documents.

Each attack serves a show with such a feed, refreshes it repeatedly, and returns its findings as sentences.
"""

import contextlib
import gzip
import io
import json
import os
import pathlib
import re
import signal
import socketserver
import tempfile
import threading
import zipfile

from documents import show_document
from program import Show, wait_for
from watch import Watch, end_during

# The followed redirects plus the first request.
ASKED = 6
# Seconds allowed for one answer of a feed: several times the program's own limits, for slow machines.
LONGEST = 60
LINE = b"2026-01-01T00:00:00+00:00 error dramatis: forged"
FORGED = b"\n" + LINE + b"\r\x1b[2Jx\xc2\x9b31m\xe2\x80\xa8\xe2\x80\xae\x9b"
# Forged text in a header, which ends with its line.
HEADER = FORGED.replace(b"\n", b"").replace(b"\r", b"")


def http(body=b"", status=b"200 OK", *headers):
    lines = [b"HTTP/1.1 " + status, b"Content-Length: %d" % len(body), b"Connection: close", *headers]
    return b"\r\n".join([*lines, b"", body])


def redirect(target):
    return http(b"", b"302 Found", b"Location: " + target)


class Exchange(socketserver.BaseRequestHandler):
    def handle(self):
        with contextlib.suppress(OSError):
            head = b""
            while b"\r\n\r\n" not in head and (piece := self.request.recv(65_536)):
                head += piece
            if head:
                self.server.asked.append(head.split(b" ")[1].decode())
                self.request.sendall(self.server.answer(self.server.asked[-1]))


class Source(socketserver.ThreadingTCPServer):
    """Sends the bytes of `answer(path)` and records the requested paths."""

    allow_reuse_address = daemon_threads = True

    def __init__(self, answer=lambda path: http(b"[]"), host="127.0.0.1"):
        super().__init__((host, 0), Exchange)
        self.answer, self.asked, self.port = answer, [], self.server_address[1]
        self.address = f"http://{host}:{self.port}/"
        self.thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.thread.start()

    def stop(self):
        self.shutdown()
        self.thread.join()
        self.server_close()


@contextlib.contextmanager
def served(source):
    """A watched show with two entries that fetches from the source."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as kept:
        json.dump([{"n": "Ann"}, {"n": "Ben"}], kept)
        kept.flush()
        feed = {"kind": "records", "address": source.address, "entry": {"title": "n", "description": "d"}}
        show = Show(show_document("Sources", feed, bundled=kept.name), offline=False)
        try:
            with Watch(show) as watch:
                try:
                    watch.rest()
                    yield show, watch
                finally:
                    # The watchers run until the program is gone.
                    show.stop()
        finally:
            source.stop()


def ask_again(show, source, path, seconds=20):
    """Points the feed at another path, and waits until the log reports its answer."""
    show.show["feed"]["address"] = source.address + path
    show.write()
    said = show.said().count("dramatis: feed: ")
    show.process.send_signal(signal.SIGHUP)
    wait_for(lambda: f"/{path}" in source.asked, lambda: f"/{path} to be requested; the log:  {show.said()}", seconds)
    wait_for(lambda: show.said().count("dramatis: feed: ") > said, f"a log line about the answer of /{path}", seconds)


def is_forged(show):
    said = (show.folder / "errors").read_bytes()
    hidden = re.search(rb"[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8-\xae]", said)
    return any(line.startswith(LINE[:10]) for line in said.split(b"\n")) or hidden is not None


def redirects_inwards(world):
    """SSRF: a feed at a private address redirects to other hosts, ports, protocols and metadata services."""
    victims = [Source(), Source(host="127.0.0.9")]
    port, other = victims[0].port, victims[1].port
    targets = [
        f"http://127.0.0.1:{port}/", f"http://localhost:{port}/", f"http://127.1:{port}/", f"http://2130706433:{port}/",
        f"http://0x7f.1:{port}/", f"http://0.0.0.0:{port}/", f"http://[::ffff:127.0.0.1]:{port}/",
        f"http://127.0.0.9:{other}/", f"//127.0.0.9:{other}/", "http://169.254.169.254/latest/meta-data/",
        "http://[fd00:ec2::254]/", "http://metadata.google.internal/", "http://[fe80::1]/", "http://10.0.0.1/",
        f"http://me:secret@127.0.0.1:{port}/", "file:///etc/passwd", "gopher://127.0.0.1:70/", "dict://127.0.0.1:11211/",
        f"http://127.0.0.1:{port}%0a/", f"http://127.0.0.1:{port}@example.invalid/",
    ]
    source = Source(lambda path: redirect(targets[int(path[1:] or 0)].encode()))
    with served(source) as (show, watch):
        for number in range(len(targets)):
            ask_again(show, source, str(number))
        faults = watch.faults()
        faults += [f"a redirect to {victim.address} was followed" for victim in victims if victim.asked]
        if "secret" in show.said():
            faults.append("a password of a redirect is in the log")
    for victim in victims:
        victim.stop()
    return faults


def endless_redirects(world):
    """Endless redirects: to itself, to ever new addresses, and to ever longer ones."""
    faults = []
    steps = {"itself": lambda path: path, "onwards": lambda path: f"{path}1",
             "longer": lambda path: path + "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" * 200}
    for kind, step in steps.items():
        source = Source(lambda path, step=step: redirect(step(path).encode()))
        with served(source) as (show, watch):
            for number in range(5):
                count = len(source.asked)
                ask_again(show, source, f"{number}x")
                if len(source.asked) - count > ASKED:
                    faults.append(f"{kind}: {len(source.asked) - count} requests for one refresh")
            faults += [f"{kind}: {fault}" for fault in watch.faults()]
    return faults


def forged_lines(world):
    """Log injection: line breaks and terminal escapes in answers, headers and names."""
    answers = [
        http(FORGED), http(b'{"a": "' + FORGED), http(b"<html>" + FORGED), http(FORGED, b"503 " + HEADER),
        http(b"[]", b"200 OK", HEADER), http(b"[]", b"200 OK", b"Content-Encoding: " + HEADER), redirect(HEADER),
        http(b"[]", b"200 OK", b"Transfer-Encoding: " + HEADER), redirect(b"http://a" + HEADER + b".example/"),
        b"HTTP/9" + HEADER, HEADER, http(b"[]", b"200 OK", b"Content-Type: " + HEADER),
        redirect(b"http://a\xe2\x80\xae/"),
        http(b"<!DOCTYPE a [<!ATTLIST a b NMTOKEN 'x " + FORGED + b"'>]><a><r/><r/></a>"),
        http(json.dumps([{"name": FORGED.decode(errors="replace")}] * 3).encode()),
        http(b"SQLite format 3\0" + FORGED), http(b"\x1f\x8b\x08" + FORGED),
    ]
    source = Source(lambda path: answers[int(path[1:] or 0)])
    with served(source) as (show, watch):
        for number in range(len(answers)):
            ask_again(show, source, str(number))
        faults = watch.faults()
        if is_forged(show):
            faults.append("an answer of the feed has forged a line of the log")
    return faults


def expansions():
    """Lists that are small and hold much: texts that double, repeated cells, values of a million lines."""
    work = "@misc{k, title = s40}\n"
    texts = "".join(f"@string{{s{number + 1} = s{number} # s{number}}}\n" for number in range(40))
    cell = '<table:table-cell table:number-columns-repeated="2000"><text:p>x</text:p></table:table-cell>'
    spaces = '<table:table-cell><text:p>' + '<text:s text:c="1000"/>' * 1_000_000 + "</text:p></table:table-cell>"
    return {
        "doubled texts": ('@string{s0 = "ab"}\n' + texts + work * 200).encode(),
        "continued values": ("TY  - JOUR\nTI  - One\nAB  - x\n" + "  y\n" * 900_000 + "ER  - \n").encode(),
        "events": b"BEGIN:VCALENDAR\n"
                  + b"BEGIN:VEVENT\nSUMMARY:x\nDTSTART:20240531T120000Z\nEND:VEVENT\n" * 50_000,
        "bookmarks": b"<!DOCTYPE NETSCAPE-Bookmark-file-1>\n" + b'<a href="' * 500_000,
        "cells": sheet(f"<table:table-row>{cell}</table:table-row>" * 100_000),
        "spaces": sheet(f"<table:table-row>{spaces}</table:table-row>"),
        "sheet names": workbook("<row><c><v>1</v></c></row>" * 1_000_000, 900),
        "zeros": gzip.compress(b"n,x\n" + b",\n" * 60_000_000, 6),
    }


def archive(parts):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as parted:
        for name, text in parts.items():
            parted.writestr(name, text)
    return file.getvalue()


def sheet(rows):
    names = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("table", "text"))
    return archive({"mimetype": "application/vnd.oasis.opendocument.spreadsheet",
                    "content.xml": f'<document {names}><table:table table:name="A">{rows}</table:table></document>'})


def workbook(rows, count):
    """A workbook whose sheets are all the same part."""
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    sheets = "".join(f'<sheet name="S{number}" sheetId="{number + 1}" r:id="r"/>' for number in range(count))
    return archive({
        "xl/workbook.xml": f'<workbook xmlns:r="{kind}"><sheets>{sheets}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels":
            f'<Relationships><Relationship Id="r" Type="{kind}/worksheet" Target="s.xml"/></Relationships>',
        "xl/s.xml": f"<worksheet><sheetData>{rows}</sheetData></worksheet>"})


def products(world):
    """Quadratic XML: attributes, comments, namespaces, names, defaults."""
    end = "<r><n>One</n></r><r><n>Two</n></r></a>"
    wide = " ".join(f"a{number}='x'" for number in range(400_000))
    deep = "".join("<n " + " ".join(f"xmlns:p{row}q{column}='u'" for column in range(400)) + ">" for row in range(200))
    defaults = " ".join(f"a{number} CDATA 'x'" for number in range(20_000))
    lists = {
        "attributes": f"<a><x {wide}/>{end}",
        "comments": "<a><!--" + "y>" * 8_000_000 + f"-->{end}",
        "namespaces": f"<a>{deep}{'<p0q0:x/>' * 1_000_000}{'</n>' * 200}{end}",
        "names": "<a>" + "".join(f"<n{number}/>" for number in range(1_000_000)) + end,
        "defaults": f"<!DOCTYPE a [<!ATTLIST r {defaults}>]><a>{'<r><n>b</n></r>' * 200_000}{end}",
        "columns": ",".join(["n", *(f"c{number}" for number in range(1_999))]) + "\n" + "x\n" * 500_000,
        "titles": "n,x\n" + "".join(f"Same,{number}\n" for number in range(200_000)),
        "markup": json.dumps([{"n": "One", "d": "<b><i a=b>" * 100_000 + "</p></b>" * 100_000}, {"n": "Two"}]),
    }
    lists = {name: text.encode() for name, text in lists.items()}
    lists |= expansions()
    faults = []
    source = Source(lambda path: http(lists.get(path[1:].replace("-", " "), b"[]")))
    with served(source) as (show, watch):
        for name, text in lists.items():
            watch.begin()
            before = ticks(show)
            with contextlib.suppress(AssertionError):
                ask_again(show, source, name.replace(" ", "-"), LONGEST)
            took = ticks(show) - before
            print(f"  {name}: {len(text) >> 20} MB took {took:.1f} s of CPU time", flush=True)
            if took > LONGEST:
                faults.append(f"{name}: {took:.0f} s of CPU time")
            faults += [f"{name}: {fault}" for fault in watch.faults() if " MB are held" not in fault]
        # SIGTERM arrives while it reads the largest list.
        faults += end_during(show, lambda: ask_again_until_gone(show, source, "comments"))
    return faults


def ask_again_until_gone(show, source, path):
    with contextlib.suppress(AssertionError, OSError, ProcessLookupError):
        ask_again(show, source, f"{path}?2", 5)


def ticks(show):
    """The program's CPU time in seconds."""
    fields = pathlib.Path(f"/proc/{show.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


KINDS = [redirects_inwards, endless_redirects, forged_lines, products]
