"""Runs the attack suite against a program, one attack after the other, while another visitor keeps reading.

    DRAMATIS=PROGRAM hostile.py [--quick] [KIND ...]

Each attack runs against 20,000 cities and against 200,000 records with four facets. Meanwhile /livez and another
reader's cached page are timed; afterwards memory, disk and an acknowledged favorite are checked; then
the attack runs again while the program is ended. Attacks with their own servers follow. --quick runs each attack for
two seconds, against the records only.
"""

import contextlib
import ctypes
import http.client
import json
import multiprocessing
import os
import pathlib
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time

import serving
import store
import visitors
from documents import show_document
from flood import Flood
from program import Show, wait_for
from watch import MEGABYTE, Watch, end_during, percentile

IS_QUICK = "--quick" in sys.argv
# Seconds per attack, enough reads for a 99th percentile.
LEAST = 2 if IS_QUICK else 6
DISK = 300 * MEGABYTE
WORDS = ["alpha", "bridge", "castle", "delta", "ember", "forest", "garden", "harbour", "island", "jewel", "knight",
         "lantern", "meadow", "night", "ocean", "palace", "quarry", "river", "stone", "tower", "umbra", "valley",
         "winter", "xenon", "yellow", "zephyr"]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
ADDRESSES = [f"127.0.0.{2 + number}" for number in range(12)]


def cities(folder):
    """A long list of cities with a map, searched by prefix."""
    file = pathlib.Path(folder, "cities.json")
    file.write_text(json.dumps([
        {"_id": number, "name": f"{WORDS[number % 26].title()} {number:06}", "country": "GB",
         "coord": {"lon": number % 360 - 180, "lat": number % 170 - 85}} for number in range(20_000)]))
    return Show, ["cities", "--feed", file], 128 * MEGABYTE


def records(folder):
    """A list with an order and four facets, one with 2,000 values; searched anywhere in its texts."""
    choose = random.Random(3)
    with open(pathlib.Path(folder, "records.csv"), "w") as file:
        file.write("id,title,about,kind,status,place,year\n")
        for number in range(200_000):
            about = " ".join(choose.choices(WORDS, k=12))
            file.write(f"{number},{choose.choice(WORDS)} {choose.choice(WORDS)} {number},{about},"
                       f"{choose.choice(WORDS[:8])},{choose.choice(['here', 'lost', 'new'])},Room {number % 2000},"
                       f"{1500 + number % 500}\n")
    facts = {"Kind": "kind", "Status": "status", "Place": "place", "Year": "year"}
    feed = {"kind": "records", "file": f"{folder}/records.csv", "facts": facts, "facets": list(facts),
            "sort": ["Year"], "entry": {"id": "id", "title": "title", "description": "about"}}
    return Show, [show_document("Museum", feed, language="en")], 512 * MEGABYTE


class Attacker:
    def __init__(self, show):
        self.show = show
        answer = json.loads(self.ask("/entries.json?size=500")[2])
        self.ids = [entry["id"] for entry in answer["entries"]]
        self.titles = [entry["title"] for entry in answer["entries"]]
        self.facets = [facet["name"] for facet in answer.get("facets", [])]

    @property
    def port(self):
        return self.show.port

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.port}"

    def letters(self, number):
        """A search with many results: one-letter words, or a prefix."""
        choose = random.Random(number)
        if not self.facets:
            return choose.choice(WORDS)[:choose.randint(1, 4)]
        return "+".join(choose.sample(LETTERS, 26))

    def flood(self, addresses, target, seconds=LEAST):
        with Flood(self.port, addresses, 190, target):
            time.sleep(seconds)
        return []

    def connect(self, source="127.0.0.2"):
        return socket.create_connection(("127.0.0.1", self.port), timeout=30, source_address=(source, 0))

    def head(self, target, method="GET", headers=()):
        lines = [f"{method} {target} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *headers]
        return "\r\n".join([*lines, "", ""]).encode()

    def ask(self, target, method="GET", body=b"", headers=(), source="127.0.0.2"):
        """Status, headers and body of an answer; status zero without one."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=60, source_address=(source, 0))
        try:
            with contextlib.closing(connection):
                own = {"Origin": self.origin} if method == "POST" else {}
                connection.request(method, target, body or None, {**own, **dict(headers)})
                answer = connection.getresponse()
                # The first of repeated headers.
                return answer.status, dict(reversed(answer.getheaders())), answer.read()
        except (OSError, http.client.HTTPException):
            return 0, {}, b""

    def form(self, target, body, source="127.0.0.2", cookie=None):
        headers = {"Content-Type": "application/x-www-form-urlencoded", **({"Cookie": cookie} if cookie else {})}
        return self.ask(target, "POST", body.encode(), headers, source)

    def at_once(self, count, act):
        threads = [threading.Thread(target=act, args=[number]) for number in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    # The attacks

    def long_texts(self):
        """Query texts of the maximum length: no page may grow with them."""
        faults = []
        usual = len(self.ask("/")[2])
        names = ["q", "view", "section", "page", "size", "favorites", "list", "part", "sort", "to", "ids", *self.facets]
        for name in names:
            for filling in ["+", "a", "%C3%A9", "%3C", "%E0%A0"]:
                text = (filling * 15_000)[:15_000]
                for path in ["/", "/suggest", "/entries.json", "/favorites/open", f"/entries/{self.ids[1]}"]:
                    length = len(self.ask(f"{path}?{name}={text}")[2])
                    if length > 2 * usual + 100_000:
                        faults.append(f"{path} with a long {name} of {filling} weighs {length} bytes")
        # If the text has results, its hits are marked in each row.
        for text in ["+".join(LETTERS), "%C3%A9+" * 50, "+".join(WORDS)]:
            length = len(self.ask(f"/?q={text}")[2])
            if length > 2 * usual + 100_000:
                faults.append(f"the list of {text[:20]} weighs {length} bytes")
        return faults

    def slow_readers(self):
        """Slow readers: request pages and hardly read them."""
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


    def many_targets(self):
        """Cache flooding: more pages than the cache holds, long and short."""
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
        """New visitors: a favorite in every request, without a cookie."""
        end = time.monotonic() + 12
        refused = 0
        while time.monotonic() < end:
            refused += self.form(f"/favorites/{self.ids[1]}", "to=1")[0] == 507
        if not refused:
            return ["new visitors of one network never got 507"]
        status, _, _ = self.form(f"/favorites/{self.ids[2]}", "to=1", "127.0.0.77")
        return [] if status in (303, 200) else [f"an existing visitor of the same network got {status}"]

    def held_connections(self):
        """Slowloris: addresses that hold their connections and send little."""
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
        """Request the most expensive pages and disconnect."""
        def leave(number):
            for index in range(25):
                with contextlib.suppress(OSError), self.connect(f"127.0.0.{2 + number % 6}") as one:
                    place = number * 25 + index
                    one.sendall(self.head(f"/?q={self.letters(place)}&z={place}" if self.facets
                                          else f"/map/{self.ids[place % 500]}.svg"))

        self.at_once(40, leave)
        return []

    def odd_headers(self):
        """Long, repeated and cut-off headers."""
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

    def searches(self):
        """One address searches over 190 connections, with many results."""
        return self.flood(ADDRESSES[:1], lambda number: f"/?q={self.letters(number)}&z={number}")

    def searches_of_many(self):
        """Twelve addresses do the same."""
        return self.flood(ADDRESSES, lambda number: f"/?q={self.letters(number)}&z={number}")

    def filters(self):
        """Three addresses filter, sort and page through results."""
        def target(number):
            choose = random.Random(number)
            year = f"&year={1500 + choose.randrange(500)}" if number % 3 else "&sort=-year"
            return (f"/?kind={choose.choice(WORDS[:8])}{year}&status=here&page={choose.randrange(100)}&z={number}"
                    f"&q={choose.choice(LETTERS)}")
        return self.flood(ADDRESSES[:3], target)

    def slips(self):
        """Three addresses search without results (typo search)."""
        return self.flood(ADDRESSES[:3], lambda number: f"/?q=harbuor+cstle+vally+{number}x+knigth")

    def other_ways(self):
        """Three addresses search through suggestions, JSON, details, random entries and partial pages."""
        def target(number):
            search = self.letters(number)
            return [f"/suggest?q={search}&z={number}", f"/entries.json?size=500&q={search}&z={number}",
                    f"/entries/{self.ids[number % 500]}?q={search}&z={number}", f"/random?q={search}&z={number}",
                    f"/?part=results&q={search}&z={number}", f"/entries.json?size=500&page={number % 40}"][number % 6]
        return self.flood(ADDRESSES[:3], target)

    def maps(self):
        """Three addresses request maps of their results."""
        return self.flood(ADDRESSES[:3], lambda number: f"/map.svg?q={self.letters(number)}&z={number}"
                          if number % 2 else f"/map/{self.ids[number % 500]}.svg?z={number}")


def enclose(process, bytes):
    """Limits a process's memory with a control group; returns a sentence about the result."""
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
    return None, "no control group available to limit the program's memory; memory is still checked"


KINDS = [Attacker.long_texts, Attacker.slow_readers, Attacker.many_targets,
         Attacker.new_visitors, Attacker.held_connections, Attacker.abandoned, Attacker.odd_headers, Attacker.searches,
         Attacker.searches_of_many, Attacker.filters, Attacker.slips, Attacker.other_ways, Attacker.maps]
# Attacks with their own servers.
OTHERS = [*visitors.KINDS, *store.KINDS, *serving.KINDS]


def on_disk(folder):
    return sum(file.stat().st_blocks * 512 for file in pathlib.Path(folder).rglob("*") if file.is_file())


def is_whole(show):
    """Waits until the whole list is served, since the program listens before it has read a long one."""
    wait_for(lambda: total(show) >= 20_000, "the list to be served")


def total(show):
    connection = http.client.HTTPConnection("127.0.0.1", show.port, timeout=60)
    with contextlib.closing(connection):
        connection.request("GET", "/entries.json?size=1")
        answer = connection.getresponse().read()
    return json.loads(answer).get("total", 0)


def play(world, kinds):
    """Runs attacks against one show; returns the faults."""
    faults = []
    with tempfile.TemporaryDirectory(prefix="dramatis-test-") as folder, contextlib.ExitStack() as stack:
        kind_of_show, arguments, most = world(folder)
        # One network may begin 512 lists a day.
        show = kind_of_show(*arguments, "--favorites-space", "32")
        stack.callback(show.stop)
        for kind in kinds:
            is_whole(show)
            group, sentence = enclose(show.process, most)
            attacker = Attacker(show)
            title = attacker.titles[3]
            status, headers, _ = attacker.form(f"/favorites/{attacker.ids[3]}", "to=1", "127.0.0.99")
            cookie = headers.get("Set-Cookie", "").split(";")[0]
            if status != 303:
                return [*faults, f"setting a favorite got {status}"]
            name = f"{world.__name__}, {kind.__name__.replace('_', ' ')}"
            with Watch(show, "/", peak=most) as watch:
                before, waits = watch.rest()
                if kind is kinds[0]:
                    print(f"{world.__name__}: {before / MEGABYTE:.0f} MB; a cached page takes 99 % "
                          f"{1_000 * percentile(waits, 0.99):.1f} ms; {sentence}", flush=True)
                watch.begin()
                start, found = time.monotonic(), kind(attacker)
                while time.monotonic() - start < LEAST:
                    found += kind(attacker)
                lasted = time.monotonic() - start
                found += watch.faults()
                print(f"{name}: {lasted:.0f} s, {watch.figures}", flush=True)
            if show.process.poll() is not None:
                return [*faults, f"{name}: the program ended with {show.process.returncode}: {show.said()[-2_000:]}"]
            if (disk := on_disk(pathlib.Path(show.files.name, "state"))) > DISK:
                found.append(f"{disk / MEGABYTE:.0f} MB are on disk")
            page = attacker.ask("/favorites", headers={"Cookie": cookie}, source="127.0.0.99")[2]
            if title.encode() not in page:
                found.append("an acknowledged favorite was lost")
            found += end_during(show, lambda kind=kind, attacker=attacker: kind(attacker))
            if group:
                group.rmdir()
            faults += [f"{name}: {fault}" for fault in found]
            for fault in found:
                print(f"  fault: {fault}", flush=True)
            show.process = None
            show.start()
    return faults


def alone(kind):
    """Plays an attack in a network namespace of its own, where that is allowed; returns its faults."""
    def run(wire):
        if os.getuid() == 0 and ctypes.CDLL(None).unshare(0x40000000) == 0:
            subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        wire.send(kind(None))

    context = multiprocessing.get_context("fork")
    wire, far = context.Pipe()
    process = context.Process(target=run, args=[far])
    process.start()
    far.close()
    try:
        return wire.recv()
    except EOFError:
        return ["the attack itself failed"]
    finally:
        process.join()


def main(names):
    names = [name for name in names if name != "--quick"]
    kinds = [kind for kind in KINDS if not names or kind.__name__ in names]
    others = [kind for kind in OTHERS if not IS_QUICK and (not names or kind.__name__ in names)]
    worlds = [records] if IS_QUICK else [cities, records]
    faults = []
    for world in worlds if kinds else []:
        faults += play(world, kinds)
    for kind in others:
        name, start = kind.__name__.replace("_", " "), time.monotonic()
        found = alone(kind)
        print(f"{name}: {time.monotonic() - start:.0f} s, {len(found)} faults", flush=True)
        faults += [f"{name}: {fault}" for fault in found]
    for fault in faults:
        print(f"fault: {fault}")
    print(f"{len(worlds) * len(kinds) + len(others)} attacks, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
