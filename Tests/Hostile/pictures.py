"""Shows whose pictures are slow, broken or late, beside pictures that are fine.

    DRAMATIS=PROGRAM pictures.py [KIND ...]

Each kind starts a program of its own with two shows and returns sentences about faults: what must not happen is that
the pictures of one source or show keep another one's waiting.
"""

import concurrent.futures
import contextlib
import json
import pathlib
import re
import signal
import sys
import tempfile
import threading
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Harness"))

from drawings import picture
from outside import Outside
from program import Show, wait_for
from visitor import Visitor

MEGABYTE = 1 << 20
# Seconds of the processor that a scaling may take, and what a busy machine makes of them.
SCALING, BUSY = 5, 3
# Seconds that each of the other pictures may be late, and that an end may take.
LATE, END = BUSY * SCALING, 5
GROWTH = 1.25
# Threads that ask for the pictures of the other side: more than the program has for what blocks.
ASKING = 16


def slow_drawing(number):
    """A drawing that takes all the time that it gets: each of its groups draws the one before ten times."""
    groups = "".join(f"<g id='a{i}'>" + f"<use href='#a{i - 1}'/>" * 10 + "</g>" for i in range(1, 30))
    return (f"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><!-- {number} --><defs>"
            f"<rect id='a0' width='9' height='9'/>{groups}</defs><use href='#a29'/></svg>").encode()


class Source(Outside):
    """Lists, and pictures of the kind that their path names; the same under two names of this machine."""

    def answer(self, path, query, headers):
        if path.startswith("/list/"):
            kinds = path.removeprefix("/list/").split(",")
            entries = [{"title": f"{kind} {number}", "picture": self.at(kind, f"/{kind}/{number}")}
                       for kind, count in (one.split(":") for one in kinds) for number in range(int(count))]
            return 200, "application/json", json.dumps(entries).encode()
        kind, number = path[1:].split("/")
        if kind == "slow":
            return 200, "image/svg+xml", slow_drawing(number)
        if kind == "failing":
            return 503, "text/plain", b"out of order"
        if kind == "late":
            # A byte a second is what the other end sees of it.
            self.stopped.wait(60)
            return None
        status, media, body = picture("180x240", number)[:3]
        return status, media, body[: len(body) // 3] if kind == "broken" else body

    def at(self, kind, path):
        return (self.address.replace("127.0.0.1", "localhost") if kind == "fine" else self.address) + path


class Trickle(Outside):
    """Sends a byte a second of each picture."""

    def answer(self, path, query, headers):
        return 200, "image/png", Drops(self.stopped)


class Drops(bytes):
    """A body that is written a byte a second; an instance of it replaces the connection's writing."""

    def __new__(cls, stopped):
        self = super().__new__(cls, b"\x89PNG\r\n\x1a\n" + b"x" * 1_000)
        self.stopped = stopped
        return self
