"""Watches a show under attack: health, another reader's page, memory, exit."""

import contextlib
import http.client
import math
import multiprocessing
import pathlib
import re
import signal
import subprocess
import threading
import time

MEGABYTE = 1 << 20
# Limits in seconds: /livez and /healthz, and the time from SIGTERM to exit.
LIVE, END = 0.5, 5
# Limit for the p99 of another reader's cached page: a multiple of the p99 before, or this many seconds.
SLOWER, FLOOR = 2, 0.1
# Limit for memory afterwards: a multiple of the memory before, or this many bytes.
GROWTH, ALLOWED = 1.25, 64 * MEGABYTE


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, math.floor(len(values) * share))] if values else 0


def resident(process):
    """Memory that the kernel cannot take back: not the pages of a mapped list."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"RssAnon:\s+(\d+)", status).group(1)) << 10


def settled(process):
    """Memory after the program has freed closed connections: the minimum of 15 readings in 3 s."""
    readings = []
    for _ in range(15):
        readings.append(resident(process))
        time.sleep(0.2)
    return min(readings)


class Asker:
    """Requests targets in turn from a separate process and address, so that it waits for the program only."""

    def __init__(self, show, targets, source, pause):
        self.show, self.targets, self.source, self.pause = show, targets, source, pause
        self.wire, there = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(target=self.run, args=[there], daemon=True)
        self.process.start()
        there.close()

    def run(self, wire):
        self.wire.close()
        waits, faults, peak = [], [], 0
        # Until it is stopped, or the program is gone.
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
                faults.append(f"{target} got {answer.status}")
        except (OSError, http.client.HTTPException) as error:
            faults.append(f"{target}: {error!r}")
        return time.monotonic() - start

    def take(self):
        """Waits, faults and peak memory since the last call; nothing if the program is gone."""
        with contextlib.suppress(EOFError, OSError):
            self.wire.send(True)
            return self.wire.recv()
        return [], [], 0

    def close(self):
        # Closing the pipe is not enough: processes started later hold a copy.
        with contextlib.suppress(OSError):
            self.wire.send(False)
        self.process.join()
        self.wire.close()


class Watch:
    """Watches one show. `page`: a target that is cached after the first request."""

    def __init__(self, show, page="/", peak=None):
        self.show, self.peak, self.figures = show, peak, ""
        # /healthz may return 503 if a feed fails, so only the time of /livez is checked.
        self.live = Asker(show, ["/livez"], "127.0.0.101", 0.05)
        self.reader = Asker(show, [page], "127.0.0.100", 0.02)
        self.usual, self.most = FLOOR, ALLOWED

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.live.close()
        self.reader.close()

    def rest(self, seconds=3):
        """Measures the baseline without an attack."""
        self.begin()
        time.sleep(seconds)
        waits, _, _ = self.reader.take()
        self.usual = max(SLOWER * percentile(waits, 0.99), FLOOR)
        before = settled(self.show.process)
        self.most = max(GROWTH * before, ALLOWED)
        return before, waits

    def begin(self):
        """Discards earlier measurements."""
        self.live.take()
        self.reader.take()

    def faults(self):
        """The faults since `begin`; sets `figures`. Waits 3 s for memory to be freed."""
        (lives, dead, peak), (waits, refused, _) = self.live.take(), self.reader.take()
        held = settled(self.show.process)
        late, live = percentile(waits, 0.99), max(lives, default=0)
        self.figures = (f"livez {1_000 * live:.0f} ms at most, reader 99 % {1_000 * late:.0f} ms of {len(waits)}, "
                        f"{peak / MEGABYTE:.0f} MB at most, then {held / MEGABYTE:.0f}")
        found = [f"livez: {fault}" for fault in sorted(set(dead))[:3]]
        found += [f"the reader: {fault}" for fault in sorted(set(refused))[:3]]
        if live > LIVE:
            found.append(f"/livez took {live:.1f} s, limit {LIVE} s")
        if late > self.usual:
            found.append(f"the reader waited {1_000 * late:.0f} ms, limit {1_000 * self.usual:.0f} ms")
        if held > self.most:
            found.append(f"{held / MEGABYTE:.0f} MB in use, limit {self.most / MEGABYTE:.0f} MB")
        if self.peak and peak > self.peak:
            found.append(f"peak of {peak / MEGABYTE:.0f} MB, limit {self.peak / MEGABYTE:.0f} MB")
        return found


def end_during(show, act):
    """Sends SIGTERM while `act` runs on another thread, and returns the faults. `act` must tolerate it."""
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
