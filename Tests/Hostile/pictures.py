"""Shows whose pictures are slow, broken or late, beside pictures that are fine.

Each kind starts a program of its own with two shows and returns sentences about faults. The pictures of one source or
show must not hold up another's.
"""

import contextlib
import json
import pathlib
import socketserver
import tempfile
import threading
import time

from drawings import picture
from outside import Outside
from program import Show, end, wait_for
from visitor import Visitor

MEGABYTE = 1 << 20
# Seconds of the processor that one scaling takes at most, times what other work on the machine makes of it.
LATE = 5 * 4
# Scalings of a source that fail before it pauses.
FAILURES = 3
# Seconds that the program may take to end.
END = 5
# What is held afterwards: this much more than before, or this many bytes, whichever is more.
GROWTH, ALLOWED = 1.25, 96 * MEGABYTE
# Threads that ask for the slow pictures: more than the program has for what blocks.
ASKING = 16
# Pictures that are fine, in each of both shows.
FINE = 8


def slow_drawing(number):
    """A drawing that takes all the time that it gets: each of its groups draws the one before ten times."""
    groups = "".join(f"<g id='a{i}'>" + f"<use href='#a{i - 1}'/>" * 10 + "</g>" for i in range(1, 30))
    return (f"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><!-- {number} --><defs>"
            f"<rect id='a0' width='9' height='9'/>{groups}</defs><use href='#a29'/></svg>").encode()


class Source(Outside):
    """Lists such as `/list/slow:60`, and the pictures in them; fine ones lie at another name of this machine."""

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
    """Announces a picture and sends a byte of it each second."""

    def handle(self):
        with contextlib.suppress(OSError):
            self.request.recv(65_536)
            self.request.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 5000\r\n\r\n")
            while not self.server.stopped.wait(1):
                self.request.sendall(b"\x89")


class Shelf(Show):
    """A show with bad pictures and some that are fine, and another with such alone, in one program."""

    def __init__(self, bad):
        self.source = Source()
        self.shows = tempfile.TemporaryDirectory(prefix="dramatis-hostile-")
        paths = []
        for name, kinds in [("bad", f"{bad},fine:{FINE}"), ("good", f"fine:{FINE}")]:
            paths.append(str(pathlib.Path(self.shows.name, f"{name}.json")))
            pathlib.Path(paths[-1]).write_text(json.dumps({
                "name": name, "shortName": name, "packageID": f"org.example.{name}",
                "feed": {"kind": "records", "address": f"{self.source.address}/list/{kinds}",
                         "entry": {"title": "title", "picture": "picture"}},
                "looks": {"accent": "#1b62b5", "tile": "#ffd84d", "pictureAspect": "3:4", "icon": "icons/show.svg"},
                "pictures": {"hosts": ["127.0.0.1", "localhost"], "privateAddresses": True}}))
        try:
            super().__init__(paths[0], "--show", paths[1], offline=False)
            self.wait_until_said(" entries", 2)
        except BaseException:
            self.stop_source()
            raise

    def ask(self, show, entry, size):
        """The type of the picture of an entry as it is now; that of a placeholder is SVG."""
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
    """Visitors ask for all bad pictures, again and again, as tiles and as a whole."""
    over = threading.Event()

    def ask(place):
        number = place
        while not over.is_set():
            with contextlib.suppress(OSError):
                shelf.ask("bad", f"{kind}-{number % count}", ["tile=160", "whole=720"][number % 2])
            number += ASKING + 1
            # Also where the source pauses, and each answer comes at once.
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
    """Faults of the pictures that are fine while others of a kind are asked for, of memory, and of the end."""
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
            faults.append(f"{held / MEGABYTE:.0f} MB are held after {count} {kind} pictures, "
                          f"{before / MEGABYTE:.0f} before")
        lasted = shelf.end()
        if lasted > END:
            faults.append(f"the program took {lasted:.1f} s to end beside {count} {kind} pictures")
        print(f"  {before / MEGABYTE:.0f} MB before, {held / MEGABYTE:.0f} after; the end took {lasted:.1f} s",
              flush=True)
    finally:
        shelf.stop()
    return faults


def slow_drawings(world=None):
    """60 and 200 drawings that take all of their processor time, in one of two shows."""
    return [fault for count in [60, 200] for fault in beside("slow", count)]


def end_while_scaling(world=None):
    """The program is ended while such a drawing is open and many wait."""
    shelf = Shelf("slow:60")
    try:
        with asking(shelf, "slow", 60):
            wait_for(shelf.is_scaling, "a process that scales")
            lasted = shelf.end()
        print(f"  the end took {lasted:.1f} s", flush=True)
        return [f"the program took {lasted:.1f} s to end while it was scaling"] if lasted > END else []
    finally:
        shelf.stop()


def trickling_pictures(world=None):
    """A source that sends a byte a second."""
    return beside("trickling", 60)


def bad_answers(world=None):
    """A source that answers each request with an error, and one whose pictures are all cut off."""
    return [fault for kind in ["failing", "broken"] for fault in beside(kind, 200)]


KINDS = [slow_drawings, end_while_scaling, trickling_pictures, bad_answers]
