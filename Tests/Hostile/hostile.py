"""Plays visitors of bad will against a program, one kind after the other, while another visitor goes on reading.

    DRAMATIS=PROGRAM hostile.py [KIND ...]

Each kind is followed by the same questions: what the program holds, how long the reader waited, how long health took,
what lies on the disk, and whether all that was acknowledged is there.
"""

import contextlib
import http.client
import json
import math
import multiprocessing
import pathlib
import re
import socket
import statistics
import sys
import tempfile
import threading
import time

from program import Show

MEGABYTE = 1 << 20
# What is held after an attack: this much more than before, or this many bytes, whichever is more.
GROWTH, ALLOWED = 1.25, 64 * MEGABYTE
# What is held at a time, on a small board.
PEAK = 128 * MEGABYTE
# What the reader waits for at the worst, as a multiple of what was waited before; the floor is what a busy
# machine does to a wait of a millisecond.
SLOWER, FLOOR = 2, 0.1
HEALTH = 5
# Seconds for which each kind is repeated: one in a hundred of what is read meanwhile is to be some.
LEAST = 6
DISK = 300 * MEGABYTE


def cities():
    """So many cities that pages, indexes and maps weigh something."""
    return json.dumps([
        {"_id": number, "name": f"Town {number:06}", "country": "GB",
         "coord": {"lon": number % 360 - 180, "lat": number % 170 - 85}} for number in range(20_000)])


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, math.floor(len(values) * share))] if values else 0


class Reader:
    """Reads the list again and again from an address of its own, and asks how the program is.

    It is a process of its own: what it waits for is the program, and not its turn among the attackers' threads.
    """

    def __init__(self, show):
        self.program, self.port = show.process, show.port
        self.waits, self.healths, self.faults, self.peak = [], [], [], 0
        self.wire, there = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(target=self.run, args=[there])
        self.process.start()
        there.close()

    def run(self, wire):
        self.wire.close()
        # Until the other end is closed, or the program is gone.
        with contextlib.suppress(EOFError, FileNotFoundError):
            while True:
                self.waits.append(self.ask("/"))
                self.peak = max(self.peak, resident(self.program))
                if len(self.waits) % 10 == 0:
                    self.healths.append(self.ask("/healthz"))
                if wire.poll(0.02):
                    wire.recv()
                    wire.send((self.waits, self.healths, self.faults, self.peak))
                    self.waits, self.healths, self.faults, self.peak = [], [], [], 0

    def take(self):
        """What was seen since the last time; nothing where the program is gone."""
        with contextlib.suppress(EOFError, OSError):
            self.wire.send(None)
            return self.wire.recv()
        return [], [], [], 0

    def end(self):
        self.wire.close()
        self.process.join()

    def ask(self, target):
        start = time.monotonic()
        try:
            connection = http.client.HTTPConnection(
                "127.0.0.1", self.port, timeout=60, source_address=("127.0.0.100", 0))
            with contextlib.closing(connection):
                connection.request("GET", target, headers={"Accept-Encoding": "gzip"})
                status = connection.getresponse().status
            if status != 200:
                self.faults.append(f"{target} was answered with {status}")
        except OSError as error:
            self.faults.append(f"{target}: {error!r}")
        return time.monotonic() - start


class Attacker:
    def __init__(self, show):
        self.show, self.port = show, show.port
        self.origin = f"http://127.0.0.1:{self.port}"
        self.ids = [entry["id"] for entry in json.loads(self.ask("/entries.json?size=500")[2])["entries"]]

    def connect(self, source="127.0.0.2"):
        return socket.create_connection(("127.0.0.1", self.port), timeout=30, source_address=(source, 0))

    def head(self, target, method="GET", headers=()):
        lines = [f"{method} {target} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *headers]
        return "\r\n".join([*lines, "", ""]).encode()

    def ask(self, target, method="GET", body=b"", headers=(), source="127.0.0.2"):
        """The status, headers and body of an answer; a status of zero if there is none."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=60, source_address=(source, 0))
        try:
            with contextlib.closing(connection):
                own = {"Origin": self.origin} if method == "POST" else {}
                connection.request(method, target, body or None, {**own, **dict(headers)})
                answer = connection.getresponse()
                return answer.status, dict(answer.getheaders()), answer.read()
        except (OSError, http.client.HTTPException):
            return 0, {}, b""

    def form(self, target, body, source="127.0.0.2", cookie=None):
        headers = {"Content-Type": "application/x-www-form-urlencoded", **({"Cookie": cookie} if cookie else {})}
        return self.ask(target, "POST", body.encode(), headers, source)

    def upload(self, document, source="127.0.0.2"):
        edge = "edge"
        part = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="f.json"\r\n\r\n'.encode()
        return self.ask(
            "/favorites/import", "POST", part + document + f"\r\n--{edge}--\r\n".encode(),
            {"Content-Type": f"multipart/form-data; boundary={edge}"}, source)

    def at_once(self, count, act):
        threads = [threading.Thread(target=act, args=[number]) for number in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    # The kinds

    def long_texts(self):
        """Every text of a query as long as a request may be: no page may grow with it."""
        faults = []
        usual = len(self.ask("/")[2])
        for name in ["q", "view", "section", "page", "size", "favorites", "part", "sort", "to", "ids"]:
            for filling in ["+", "a", "%C3%A9", "%3C", "%E0%A0"]:
                text = (filling * 15_000)[:15_000]
                for path in ["/", "/suggest", "/entries.json", "/favorites/open", f"/entries/{self.ids[1]}"]:
                    length = len(self.ask(f"{path}?{name}={text}")[2])
                    if length > 2 * usual + 100_000:
                        faults.append(f"{path} with a long {name} of {filling} weighs {length} bytes")
        return faults

    def slow_readers(self):
        """Ask for pages and hardly read them."""
        open_ones = []
        for number in range(120):
            with contextlib.suppress(OSError):
                one = self.connect(f"127.0.0.{2 + number % 6}")
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                one.sendall(self.head("/?q=" + "+" * 15_000) + self.head("/?page=2&size=500") * 20)
                open_ones.append(one)
        for _ in range(4):
            for one in open_ones:
                with contextlib.suppress(OSError):
                    one.settimeout(0.05)
                    one.recv(512)
            time.sleep(3)
        for one in open_ones:
            one.close()
        return []

    def bombs(self):
        """Documents that are deep, or of many values, or of long ones."""
        deep = b'{"":' * 500_000
        many = b"[" + b"0," * 1_000_000 + b"0]"
        keys = b"{" + b",".join(b'"%d":0' % number for number in range(200_000)) + b"}"
        text = b'{"a":"' + b"\\u0041" * 340_000 + b'"}'
        found = []
        self.at_once(8, lambda number: found.append(self.upload([deep, many, keys, text][number % 4])[0]))
        return [f"an import was answered with {status}" for status in found if status not in (400, 413, 429, 503)]

    def unknown_favorites(self):
        """A list of ids that the show never had, then its pages a hundred at a time."""
        document = json.loads(self.ask("/favorites.json")[2])
        document["entries"] = [
            {"id": f"nobody-{number}", "title": "N" * 100, "time": "2026-01-01T00:00:00Z"} for number in range(10_000)]
        status, headers, _ = self.upload(json.dumps(document).encode())
        cookie = headers.get("Set-Cookie", "").split(";")[0]
        faults = [] if status == 303 else [f"the list was answered with {status}"]
        for path in ["/favorites", "/?favorites=1", f"/entries/{self.ids[1]}?favorites=1"]:
            length = len(self.ask(path, headers={"Cookie": cookie})[2])
            if length > MEGABYTE:
                faults.append(f"{path} of 10,000 unknown favorites weighs {length} bytes")

        def leave(number):
            with contextlib.suppress(OSError), self.connect() as one:
                one.sendall(self.head("/favorites", headers=[f"Cookie: {cookie}"]))

        for _ in range(5):
            self.at_once(100, leave)
        return faults

    def many_targets(self):
        """More pages than the cache holds, long and short."""
        def visit(number):
            with contextlib.suppress(OSError), self.connect(f"127.0.0.{2 + number}") as one:
                one.settimeout(30)
                for index in range(400):
                    text = f"{number}x{index}" + "y" * (6_000 if index % 2 else 0)
                    one.sendall(self.head(f"/?q=t&z={text}"))
                    one.recv(65_536)

        self.at_once(6, visit)
        return []

    def new_visitors(self):
        """A favorite for every request, never with a cookie."""
        end = time.monotonic() + 12
        refused = 0
        while time.monotonic() < end:
            refused += self.form(f"/favorites/{self.ids[1]}", "to=1")[0] not in (303, 200)
        if not refused:
            return ["new visitors of one network were never refused"]
        status, _, _ = self.form(f"/favorites/{self.ids[2]}", "to=1", "127.0.0.77")
        return [] if status in (303, 200) else [f"a visitor of the same house was answered with {status}"]

    def held_connections(self):
        """Addresses that hold what connections they get and say little."""
        held = []
        for number in range(1_200):
            with contextlib.suppress(OSError):
                one = self.connect(f"127.0.0.{2 + number % 6}")
                one.settimeout(0.2)
                if number % 3 == 0:
                    one.sendall(b"GET / HT")
                elif number % 3 == 1:
                    one.sendall(self.head("/"))
                held.append(one)
        time.sleep(5)
        for one in held:
            one.close()
        return []

    def abandoned(self):
        """Ask for what costs most and go away."""
        def leave(number):
            for index in range(25):
                with contextlib.suppress(OSError), self.connect(f"127.0.0.{2 + number % 6}") as one:
                    one.sendall(self.head(f"/map/{self.ids[(number * 25 + index) % 500]}.svg"))

        self.at_once(40, leave)
        return []

    def odd_headers(self):
        """Every header long, many times, or cut off."""
        names = ["Accept-Encoding", "Accept-Language", "Cookie", "If-None-Match", "If-Match", "Range", "Referer",
                 "Origin", "X-Forwarded-For", "Forwarded", "User-Agent", "Host", "Content-Type", "Expect", "TE"]
        for name in names:
            for lines in [[f"{name}: " + "a," * 6_000], [f"{name}: a"] * 300, [f"{name}: \"" + "\\" * 8_000]]:
                with contextlib.suppress(OSError), self.connect() as one:
                    one.settimeout(10)
                    one.sendall(self.head("/", headers=[*lines, "Connection: close"]))
                    while one.recv(65_536):
                        pass
        return []


def enclose(process, bytes):
    """Lets a process have no more memory than that, by a control group; a sentence where that is not to be had."""
    for root, limit in [("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")]:
        group = pathlib.Path(root, f"dramatis-hostile-{process.pid}")
        with contextlib.suppress(OSError):
            group.mkdir()
            try:
                (group / limit).write_text(str(bytes))
                (group / "cgroup.procs").write_text(str(process.pid))
                return group, f"the program may have {bytes / MEGABYTE:.0f} MB, or it is killed"
            except OSError:
                group.rmdir()
    return None, "no control group here may bound the program's memory; what it holds is looked at all the same"


KINDS = [Attacker.long_texts, Attacker.slow_readers, Attacker.bombs, Attacker.unknown_favorites, Attacker.many_targets,
         Attacker.new_visitors, Attacker.held_connections, Attacker.abandoned, Attacker.odd_headers]


def resident(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) << 10


def on_disk(folder):
    return sum(file.stat().st_blocks * 512 for file in pathlib.Path(folder).rglob("*") if file.is_file())


def settled(process):
    """What is held once what was closed is let go of: the least of some looks."""
    looks = []
    for _ in range(15):
        looks.append(resident(process))
        time.sleep(0.2)
    return min(looks)


def main(names):
    kinds = [kind for kind in KINDS if not names or kind.__name__ in names]
    with tempfile.TemporaryDirectory(prefix="dramatis-test-") as folder, contextlib.ExitStack() as stack:
        file = pathlib.Path(folder, "cities.json")
        file.write_text(cities())
        show = Show("cities", "--feed", file)
        group, sentence = enclose(show.process, PEAK)
        if group:
            stack.callback(group.rmdir)
        # Before the group goes, the program has ended.
        stack.callback(show.stop)
        print(sentence, flush=True)
        reader = Reader(show)
        stack.callback(reader.end)
        attacker = Attacker(show)
        favorite = attacker.form(f"/favorites/{attacker.ids[3]}", "to=1", "127.0.0.99")
        cookie = favorite[1].get("Set-Cookie", "").split(";")[0]
        if favorite[0] != 303:
            print(f"a favorite was answered with {favorite[0]}")
            return 1
        time.sleep(4)
        before, (quiet, _, faults, _) = settled(show.process), reader.take()
        most, usual = max(GROWTH * before, ALLOWED), max(SLOWER * percentile(quiet, 0.99), FLOOR)
        print(f"before: {before / MEGABYTE:.0f} MB; a page takes {1_000 * statistics.median(quiet):.1f} ms, "
              f"99 % {1_000 * percentile(quiet, 0.99):.1f} ms", flush=True)
        for kind in kinds:
            # Only what is waited for meanwhile counts.
            reader.take()
            start, name = time.monotonic(), kind.__name__.replace("_", " ")
            found = kind(attacker)
            while time.monotonic() - start < LEAST:
                found += kind(attacker)
            lasted = time.monotonic() - start
            waits, healths, refused, peak = reader.take()
            held, disk = settled(show.process), on_disk(pathlib.Path(show.files.name, "state"))
            late, sick = percentile(waits, 0.99), max(healths, default=0)
            found += [f"the reader: {fault}" for fault in sorted(set(refused))[:3]]
            if held > most:
                found.append(f"{held / MEGABYTE:.0f} MB are held, {most / MEGABYTE:.0f} are allowed")
            if peak > PEAK:
                found.append(f"{peak / MEGABYTE:.0f} MB were held at a time")
            if late > usual:
                found.append(f"the reader waited {1_000 * late:.0f} ms, {1_000 * usual:.0f} are allowed")
            if sick > HEALTH:
                found.append(f"health took {sick:.1f} s")
            if disk > DISK:
                found.append(f"{disk / MEGABYTE:.0f} MB lie on the disk")
            if b"Town 000003" not in attacker.ask("/favorites", headers={"Cookie": cookie}, source="127.0.0.99")[2]:
                found.append("an acknowledged favorite is gone")
            if show.process.poll() is not None:
                print(f"{name}: the program ended with {show.process.returncode}: {show.said()[-2_000:]}")
                return 1
            print(f"{name}: {lasted:.0f} s, {peak / MEGABYTE:.0f} MB at most, then {held / MEGABYTE:.0f}; "
                  f"reader 99 % {1_000 * late:.0f} ms of {len(waits)}, health {1_000 * sick:.0f} ms, "
                  f"disk {disk / MEGABYTE:.1f} MB", flush=True)
            faults += [f"{name}: {fault}" for fault in found]
        for fault in faults:
            print(f"fault: {fault}")
        print(f"{len(kinds)} kinds of attack, {len(faults)} faults")
        return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
