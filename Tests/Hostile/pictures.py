"""Slow, broken or late pictures beside good ones.

Each attack starts a program with two shows and returns its findings as sentences. Pictures of one source or show must
not delay another's.
"""

import contextlib
import json
import pathlib
import socketserver
import tempfile
import threading
import time

from documents import show_document
from drawings import picture
from outside import Outside
from program import Show, end, wait_for
from visitor import Visitor

MEGABYTE = 1 << 20
# The CPU limit of one scaling in seconds, times a factor for other work on the machine.
LATE = 5 * 4
# Failed scalings of a source before it pauses.
FAILURES = 3
# Seconds allowed for shutdown.
END = 5
# Memory allowed afterwards: this factor or this many bytes, whichever is more.
GROWTH, ALLOWED = 1.25, 96 * MEGABYTE
# Threads that request slow pictures: more than the program's blocking workers.
ASKING = 16
# Good pictures in each of the two shows.
FINE = 8


def slow_drawing(number):
    """An SVG bomb: each group draws the previous one ten times."""
    groups = "".join(f"<g id='a{i}'>" + f"<use href='#a{i - 1}'/>" * 10 + "</g>" for i in range(1, 30))
    return (f"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><!-- {number} --><defs>"
            f"<rect id='a0' width='9' height='9'/>{groups}</defs><use href='#a29'/></svg>").encode()


class Source(Outside):
    """Serves lists such as `/list/slow:60` and their pictures; good ones are at another host name of this machine."""

    def __init__(self):
        self.trickle = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Trickle)
        self.trickle.daemon_threads = True
        super().__init__()
        self.trickle.stopped = self.stopped
        self.drip = threading.Thread(target=self.trickle.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.drip.start()

    def answer(self, path, query, headers):
        if path.startswith("/list/"):
            kinds = [one.split(":") for one in path.removeprefix("/list/").split(",")]
            entries = [{"title": f"{kind} {number}", "picture": f"{self.host(kind)}/{kind}/{number}"}
                       for kind, count in kinds for number in range(int(count))]
            return 200, "application/json", json.dumps(entries).encode()
        kind, number = path[1:].split("/")
        if kind == "slow":
            return 200, "image/svg+xml", slow_drawing(number)
        if kind == "failing":
            return 503, "text/plain", b"out of order"
        status, media, body = picture("180x240", number)[:3]
        return status, media, body[: len(body) // 3] if kind == "broken" else body

    def host(self, kind):
        if kind == "trickling":
            return f"http://127.0.0.1:{self.trickle.server_address[1]}"
        return self.address.replace("127.0.0.1", "localhost") if kind == "fine" else self.address

    def stop(self):
        super().stop()
        self.trickle.shutdown()
        self.drip.join()
        self.trickle.server_close()


class Trickle(socketserver.BaseRequestHandler):
    """Announces a picture and sends one byte per second."""

    def handle(self):
        with contextlib.suppress(OSError):
            self.request.recv(65_536)
            self.request.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 5000\r\n\r\n")
            while not self.server.stopped.wait(1):
                self.request.sendall(b"\x89")


class Shelf(Show):
    """One program with two shows: one with bad and good pictures, one with good ones only."""

    def __init__(self, bad):
        self.source = Source()
        self.shows = tempfile.TemporaryDirectory(prefix="dramatis-hostile-")
        paths = []
        for name, kinds in [("bad", f"{bad},fine:{FINE}"), ("good", f"fine:{FINE}")]:
            paths.append(str(pathlib.Path(self.shows.name, f"{name}.json")))
            feed = {"kind": "records", "address": f"{self.source.address}/list/{kinds}",
                    "entry": {"title": "title", "picture": "picture"}}
            pathlib.Path(paths[-1]).write_text(json.dumps(show_document(
                name, feed, aspect="3:4", pictures={"hosts": ["127.0.0.1", "localhost"], "privateAddresses": True})))
        try:
            super().__init__(paths[0], "--show", paths[1], offline=False)
            self.wait_until_said(" entries", 2)
        except BaseException:
            self.stop_source()
            raise

    def ask(self, show, entry, size):
        """The media type of an entry's current picture; SVG for a placeholder."""
        with contextlib.closing(Visitor(self.port, f"127.0.0.1:{self.port}")) as visitor:
            answer = visitor.ask(f"/{show}/pictures/{entry}?{size}", headers=[("Accept", "image/webp")])
            return answer.header("Content-Type")

    def resident(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) << 10

    def is_scaling(self):
        tasks = pathlib.Path(f"/proc/{self.process.pid}/task")
        return any(children.read_text().strip() for children in tasks.glob("*/children"))

    def end(self):
        start = time.monotonic()
        end(self.process)
        return time.monotonic() - start

    def stop_source(self):
        self.source.stop()
        self.shows.cleanup()

    def stop(self):
        super().stop()
        self.stop_source()


@contextlib.contextmanager
def asking(shelf, kind, count):
    """Requests all bad pictures repeatedly, as tiles and whole."""
    over = threading.Event()

    def ask(place):
        number = place
        while not over.is_set():
            with contextlib.suppress(OSError):
                shelf.ask("bad", f"{kind}-{number % count}", ["tile=160", "whole=720"][number % 2])
            number += ASKING + 1
            # Even if the source is paused and each answer is immediate.
            over.wait(0.05)

    threads = [threading.Thread(target=ask, args=[place]) for place in range(ASKING)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def beside(kind, count):
    """Faults of good pictures during the attack, of memory, and of shutdown."""
    faults, shelf = [], Shelf(f"{kind}:{count}")
    try:
        time.sleep(2)
        before = shelf.resident()
        with asking(shelf, kind, count):
            time.sleep(2)
            for show in ["good", "bad"]:
                worst, start = 0, time.monotonic()
                for number in range(FINE):
                    begin = time.monotonic()
                    wait_for(lambda: shelf.ask(show, f"fine-{number}", "whole=720") != "image/svg+xml",
                             f"picture {number} of the show {show}")
                    worst = max(worst, time.monotonic() - begin)
                total = time.monotonic() - start
                print(f"  {count} {kind}, the show {show}: the slowest of {FINE} pictures took {worst:.1f} s, "
                      f"all of them {total:.1f} s", flush=True)
                if worst > LATE:
                    faults.append(f"a picture of the show {show} took {worst:.1f} s beside {count} {kind} ones")
                if total > FAILURES * LATE:
                    faults.append(f"{FINE} pictures of the show {show} took {total:.1f} s beside {count} {kind} ones")
        time.sleep(2)
        held = min(shelf.resident() for _ in range(10) if not time.sleep(0.2))
        if held > max(GROWTH * before, ALLOWED):
            faults.append(f"{held / MEGABYTE:.0f} MB in use after {count} {kind} pictures, "
                          f"{before / MEGABYTE:.0f} before")
        lasted = shelf.end()
        if lasted > END:
            faults.append(f"shutdown took {lasted:.1f} s beside {count} {kind} pictures")
        print(f"  {before / MEGABYTE:.0f} MB before, {held / MEGABYTE:.0f} after; shutdown took {lasted:.1f} s",
              flush=True)
    finally:
        shelf.stop()
    return faults


def slow_drawings(world=None):
    """60 and 200 drawings that use all of their CPU time, in one of two shows."""
    return [fault for count in [60, 200] for fault in beside("slow", count)]


def end_while_scaling(world=None):
    """Shutdown while such a drawing is being scaled and many are queued."""
    shelf = Shelf("slow:60")
    try:
        with asking(shelf, "slow", 60):
            wait_for(shelf.is_scaling, "a process that scales")
            lasted = shelf.end()
        print(f"  shutdown took {lasted:.1f} s", flush=True)
        return [f"shutdown took {lasted:.1f} s during scaling"] if lasted > END else []
    finally:
        shelf.stop()


def trickling_pictures(world=None):
    """A source that sends one byte per second."""
    return beside("trickling", 60)


def bad_answers(world=None):
    """A source that always returns an error, and one whose pictures are all truncated."""
    return [fault for kind in ["failing", "broken"] for fault in beside(kind, 200)]


KINDS = [slow_drawings, end_while_scaling, trickling_pictures, bad_answers]
