"""Looks at a show from outside while something keeps it busy: health, another page, pings, memory, exit."""

import contextlib
import http.client
import math
import multiprocessing
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import threading
import time

MEGABYTE = 1 << 20
# Seconds that /livez and /healthz may take, the gap between two pings, and the time from SIGTERM to the end.
LIVE, PING, END = 0.5, 10, 5
# Another reader's cached page: its 99th percentile, as a multiple of the one before, or this many seconds.
SLOWER, FLOOR = 2, 0.1
# Memory afterwards: as a multiple of the memory before, or this many bytes.
GROWTH, ALLOWED = 1.25, 64 * MEGABYTE


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, math.floor(len(values) * share))] if values else 0


def resident(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) << 10


def settled(process):
    """Memory once the program has freed what closed connections held: the least of 15 readings in 3 s."""
    readings = []
    for _ in range(15):
        readings.append(resident(process))
        time.sleep(0.2)
    return min(readings)


class Pings:
    """A service manager's socket: notes when the program reports that it is alive."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="dramatis-test-")
        path = f"{self.folder.name}/notify"
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(path)
        # The program sends a ping in half of this time: every 3 s.
        self.environment = {"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "6000000"}
        self.last, self.gap = time.monotonic(), 0
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while message := self.socket.recv(4_096):
            if b"WATCHDOG=1" in message:
                now = time.monotonic()
                self.gap, self.last = max(self.gap, now - self.last), now

    def restart(self):
        self.last, self.gap = time.monotonic(), 0

    def longest(self):
        """Seconds of the longest gap since the restart, the current one included."""
        return max(self.gap, time.monotonic() - self.last)

    def close(self):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
            end.sendto(b"", self.environment["NOTIFY_SOCKET"])
        self.thread.join()
        self.socket.close()
        self.folder.cleanup()


class Asker:
    """Asks for some targets in turn from a process and an address of its own, so that it waits for the program only."""

    def __init__(self, show, targets, source, pause):
        self.show, self.targets, self.source, self.pause = show, targets, source, pause
        self.wire, there = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(target=self.run, args=[there], daemon=True)
        self.process.start()
        there.close()

    def run(self, wire):
        self.wire.close()
        waits, faults, peak = [], [], 0
        # Until it is told to end, or the program is gone.
        with contextlib.suppress(EOFError, FileNotFoundError, ProcessLookupError, AttributeError):
            while True:
                for target in self.targets:
                    waits.append(self.ask(target, faults))
                peak = max(peak, resident(self.show.process))
                if wire.poll(self.pause):
                    if not wire.recv():
                        return
                    wire.send((waits, faults, peak))
                    waits, faults, peak = [], [], 0

    def ask(self, target, faults):
        start = time.monotonic()
        try:
            connection = http.client.HTTPConnection(
                "127.0.0.1", self.show.port, timeout=60, source_address=(self.source, 0))
            with contextlib.closing(connection):
                connection.request("GET", target, headers={"Accept-Encoding": "gzip"})
                answer = connection.getresponse()
                answer.read()
            if answer.status != 200:
                faults.append(f"{target} was answered with {answer.status}")
        except (OSError, http.client.HTTPException) as error:
            faults.append(f"{target}: {error!r}")
        return time.monotonic() - start

    def take(self):
        """The waits, faults and the most memory since the last time; nothing where the program is gone."""
        with contextlib.suppress(EOFError, OSError):
            self.wire.send(True)
            return self.wire.recv()
        return [], [], 0

    def close(self):
        # Closing the wire would not do: processes that were started later have a copy of it.
        with contextlib.suppress(OSError):
            self.wire.send(False)
        self.process.join()
        self.wire.close()


class Watch:
    """Watches one show. `page`: a target that is cached once it has been asked for."""

    def __init__(self, show, page="/", pings=None, peak=None):
        self.show, self.pings, self.peak, self.figures = show, pings, peak, ""
        # /healthz may say 503 where a feed fails: only the time of /livez is judged.
        self.live = Asker(show, ["/livez"], "127.0.0.101", 0.05)
        self.reader = Asker(show, [page], "127.0.0.100", 0.02)
        self.usual, self.most = FLOOR, ALLOWED

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.live.close()
        self.reader.close()

    def rest(self, seconds=3):
        """Measures what is usual, with nothing else going on."""
        self.begin()
        time.sleep(seconds)
        waits, _, _ = self.reader.take()
        self.usual = max(SLOWER * percentile(waits, 0.99), FLOOR)
        before = settled(self.show.process)
        self.most = max(GROWTH * before, ALLOWED)
        return before, waits

    def begin(self):
        """Forgets what was seen before."""
        self.live.take()
        self.reader.take()
        if self.pings:
            self.pings.restart()

    def faults(self):
        """What was wrong since `begin`; `figures` has the numbers afterwards. Waits 3 s for memory to be freed."""
        gap = self.pings.longest() if self.pings else 0
        (lives, dead, peak), (waits, refused, _) = self.live.take(), self.reader.take()
        held = settled(self.show.process)
        late, live = percentile(waits, 0.99), max(lives, default=0)
        self.figures = (f"livez {1_000 * live:.0f} ms at most, reader 99 % {1_000 * late:.0f} ms of {len(waits)}, "
                        f"pings {gap:.1f} s, {peak / MEGABYTE:.0f} MB at most, then {held / MEGABYTE:.0f}")
        found = [f"livez: {fault}" for fault in sorted(set(dead))[:3]]
        found += [f"the reader: {fault}" for fault in sorted(set(refused))[:3]]
        if live > LIVE:
            found.append(f"livez took {live:.1f} s, {LIVE} s are allowed")
        if late > self.usual:
            found.append(f"the reader waited {1_000 * late:.0f} ms, {1_000 * self.usual:.0f} ms are allowed")
        if gap > PING:
            found.append(f"there was no ping for {gap:.0f} s")
        if held > self.most:
            found.append(f"{held / MEGABYTE:.0f} MB are held, {self.most / MEGABYTE:.0f} MB are allowed")
        if self.peak and peak > self.peak:
            found.append(f"{peak / MEGABYTE:.0f} MB were held at a time, {self.peak / MEGABYTE:.0f} MB are allowed")
        return found


def end_during(show, act):
    """Sends SIGTERM while `act` runs on a thread of its own, and returns the faults. `act` must bear the end."""
    thread = threading.Thread(target=act, daemon=True)
    thread.start()
    time.sleep(1.5)
    start = time.monotonic()
    show.process.send_signal(signal.SIGTERM)
    found = []
    try:
        show.process.wait(END)
    except subprocess.TimeoutExpired:
        found.append(f"SIGTERM did not end the program within {END} s")
        show.process.kill()
        show.process.wait()
    else:
        if show.process.returncode:
            found.append(f"after SIGTERM the program ended with {show.process.returncode}")
    print(f"  ended {time.monotonic() - start:.1f} s after SIGTERM", flush=True)
    thread.join(60)
    return found
