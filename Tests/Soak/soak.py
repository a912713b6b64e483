"""Serves shows for minutes under a mixed load, with reloads, refreshes, a sometimes failing feed, visitors who choose
favorites, and shows that are added, changed and removed; then compares memory and descriptors with those after the
warm-up.

    DRAMATIS=PROGRAM soak.py SECONDS [--tls]
"""

import collections
import contextlib
import http.client
import json
import os
import pathlib
import random
import re
import signal
import ssl
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from documents import show_document
from program import PATIENCE, PROGRAM, ROOT, Server
from world import World

VISITORS = 6
CLIENTS = 6
# The warm-up's share of the time; nothing should grow after it.
WARM_UP = 0.3
# Shows that are added and removed.
GUESTS = ["ann", "bob", "eve"]


class FaultyWorld(World):
    """A world whose feed fails sometimes. Every other answer is new."""

    def __init__(self):
        self.modes = collections.Counter()
        self.names = [f"Person {number} Of The Cast" for number in range(90)]
        self.round = 0
        super().__init__(slow=4)

    def answer(self, path, query, headers):
        if path != "/feed":
            return super().answer(path, query, headers)
        mode = random.choices(["new", "same", "500", "garbage", "hangs", "breaks off"], [30, 25, 15, 15, 5, 10])[0]
        self.modes[mode] += 1
        if mode == "500":
            return 500, None, b"no"
        if mode == "garbage":
            return 200, None, random.randbytes(5_000)
        if mode == "hangs":
            time.sleep(15)
            return None
        self.round += mode == "new"
        topics = [
            {"FirstURL": f"https://example.org/{name.replace(' ', '_')}",
             "Text": f"{name} - told for the {self.round}th time, <b>boldly</b>",
             "Icon": {"URL": self.picture("duckduckgo.com/i", name) or ""}}
            for name in self.names]
        body = json.dumps({"RelatedTopics": topics}).encode()
        return 200, None, body[: len(body) // 2] if mode == "breaks off" else body, len(body)


class Soaked(Server):
    """The program with a permanent show, /cast/, and guests."""

    def __init__(self, sources, folder, tls):
        self.tls, self.files, options = tls, pathlib.Path(folder), []
        if tls:
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
                 "-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem"], check=True, capture_output=True)
            options = ["--tls-cert", f"{folder}/cert.pem", "--tls-key", f"{folder}/key.pem"]
        bundled = [{"FirstURL": f"https://example.org/{n.replace(' ', '_')}", "Text": f"{n} - somebody",
                    "Icon": {"URL": ""}} for n in sources.names]
        (self.files / "bundled.answer").write_text(json.dumps({"RelatedTopics": bundled}))
        self.show = show_document(
            "A Long Cast", {"kind": "duckduckgo", "address": f"{sources.address}/feed"}, aspect="3:4",
            pictures={"hosts": ["127.0.0.1"], "privateAddresses": True}, bundled="bundled.answer")
        self.write("cast")
        super().__init__([
            PROGRAM, "--shows", "--config-dir", folder, "--resources", ROOT, "--state-dir", self.files / "state",
            "--port", 0, "--listen", "127.0.0.1", "--refresh", "60", *options])

    def write(self, show, /, **more):
        (self.files / f"{show}.json").write_text(json.dumps(self.show | more))

    def change(self, count):
        """Changing the interval in the file triggers a refresh, although the flag overrides it.

        One guest is added, the next changed, and the last removed.
        """
        self.write("cast", name=f"A Long Cast {count}", server={"refresh": 3_600 + count % 2})
        come, change, go = (GUESTS[(count + place) % 3] for place in (0, 2, 1))
        self.write(come, name=f"{come} has come")
        if count > 1:
            self.write(change, name=f"{change} has changed")
        (self.files / f"{go}.json").unlink(missing_ok=True)
        self.process.send_signal(signal.SIGHUP)

    def connect(self):
        if self.tls:
            context = ssl._create_unverified_context()
            return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE, context=context)
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def figure(self, name):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{name}:\s+(\d+)", status).group(1)) / 1_024

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


class Load:
    """Counts requests and answers, and collects faults."""

    def __init__(self, show, names):
        self.show = show
        self.ends = threading.Event()
        self.counts = collections.Counter()
        self.faults = []
        self.ids = [name.lower().replace(" ", "-") for name in names]

    def target(self, client):
        """A request to the show, or to the shelf or a guest."""
        entry = client.choice(self.ids)
        if client.random() < 0.2:
            guest = client.choice(GUESTS)
            return client.choice([
                ("shelf", "/", [200]), ("shelf search", "/?q=person", [200]), ("metrics", "/metrics", [200]),
                ("guest", f"/{guest}/", [200, 404]), ("guest", f"/{guest}/?q=person", [200, 404]),
                ("guest", f"/{guest}/entries/{entry}", [200, 404])])
        kind, target, expected = client.choice([
            ("list", "/", 200), ("grid", "/?view=grid", 200), ("page", "/?view=grid&page=2", 200),
            ("search", f"/?q={client.choice(['person', 'cast', '1', '2', '3', 'zzz', '%22', '%C3%A9'])}", 200),
            ("search", f"/?q=person+{client.randrange(10_000)}", 200),
            ("suggest", f"/suggest?q=p{client.choice(['', 'e', 'er'])}", 200), ("detail", f"/entries/{entry}", 200),
            ("detail", f"/entries/{entry}?q=person", 200), ("json", "/entries.json?size=90", 200),
            ("json", f"/entries/{entry}.json", 200), ("picture", f"/pictures/{entry}", 200),
            ("picture", f"/pictures/{entry}", 200), ("missing", "/entries/nobody", 404),
            ("missing", f"/made-up/{client.randrange(10_000)}", 404), ("health", "/healthz", 200),
            ("opensearch", "/opensearch.xml", 200),
        ])
        return kind, f"/cast{target}", [expected]

    def ask(self, connection, kind, target, expected, method="GET", headers=None, body=None):
        try:
            connection.request(method, target, body, headers or {})
            answer = connection.getresponse()
            data = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.faults.append(f"{method} {target}: {error!r}")
            connection.close()
            return None, b""
        self.counts[kind] += 1
        if answer.status not in expected:
            self.faults.append(f"{method} {target}: {answer.status} instead of {expected}")
        if kind == "guest":
            self.counts[f"guest {answer.status}"] += 1
        return answer, data

    def browse(self, number):
        client = random.Random(number)
        connection = self.show.connect()
        while not self.ends.is_set():
            headers = {"Accept-Encoding": "gzip"} if client.random() < 0.7 else {}
            kind, target, expected = self.target(client)
            self.ask(connection, kind, target, expected, headers=headers)
            if client.random() < 0.05:
                connection.close()
            time.sleep(client.random() * 0.01)
        connection.close()

    def favor(self, number):
        """A visitor who knows the expected favorites."""
        client = random.Random(-number)
        connection = self.show.connect()
        scheme = "https" if self.show.tls else "http"
        headers = {"Origin": f"{scheme}://127.0.0.1:{self.show.port}",
                   "Content-Type": "application/x-www-form-urlencoded"}
        favorites = set()
        while not self.ends.is_set():
            entry = client.choice(self.ids)
            wish = client.choice("01")
            answer, _ = self.ask(
                connection, "favorites", f"/cast/favorites/{entry}", [303], "POST", headers, f"to={wish}")
            if answer is None:
                continue
            (favorites.add if wish == "1" else favorites.discard)(entry)
            cookie = answer.getheader("Set-Cookie")
            if cookie:
                headers["Cookie"] = cookie.split(";")[0]
            if client.random() < 0.3 and "Cookie" in headers:
                self.ask(connection, "favorites", "/cast/?favorites=1", [200], headers={"Cookie": headers["Cookie"]})
            time.sleep(client.random() * 0.1)
        _, data = self.ask(
            connection, "favorites", "/cast/favorites.json", [200], headers={"Cookie": headers.get("Cookie", "")})
        kept = {entry["id"] for entry in json.loads(data or b'{"entries": []}')["entries"]}
        if kept != favorites:
            self.faults.append(f"visitor {number}: {len(kept ^ favorites)} favorites differ from what the visitor set")
        connection.close()


def main(seconds, tls):
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="dramatis-soak-"))
        sources = FaultyWorld()
        stack.callback(sources.stop)
        show = Soaked(sources, folder, tls)
        stack.callback(show.stop)
        load = Load(show, sources.names)
        threads = [threading.Thread(target=load.browse, args=(number,)) for number in range(1, CLIENTS + 1)]
        threads += [threading.Thread(target=load.favor, args=(number,)) for number in range(1, VISITORS + 1)]
        for thread in threads:
            thread.start()
        try:
            samples, reloads = watch(show, load, seconds)
        finally:
            load.ends.set()
            for thread in threads:
                thread.join()
        peak = show.figure("VmHWM")
        if (status := show.halt()) != 0:
            load.faults.append(f"exit status {status}")
        return report(load, samples, peak, f"{reloads} reloads; the feed: {dict(sources.modes)}", show.said(), seconds)


def watch(show, load, seconds):
    """Reloads the show repeatedly; returns samples of its memory and descriptors, and the number of reloads."""
    start, samples, reloads = time.monotonic(), [], 0
    while (passed := time.monotonic() - start) < seconds:
        time.sleep(1)
        if show.process.poll() is not None:
            load.faults.append(f"the program ended with {show.process.returncode}")
            break
        samples.append((passed / seconds, show.figure("VmRSS"), show.descriptors()))
        if len(samples) % 4 == 0:
            reloads += 1
            show.change(reloads)
    return samples, reloads


def report(load, samples, peak, changes, log, seconds):
    faults = load.faults

    def median(position, first, last):
        return statistics.median(s[position] for s in samples if first <= s[0] < last)

    warm = [median(position, WARM_UP, WARM_UP + 0.2) for position in (1, 2)]
    end = [median(position, 0.8, 1.1) for position in (1, 2)]
    events, requests = collections.Counter(), 0
    for line in log.splitlines():
        if event := re.match(r"\S+ (info|warning|error) dramatis: (.*)", line):
            events[event[1]] += 1
            if event[1] == "error":
                faults.append(event[2])
        else:
            requests += 1
    print(f"{sum(load.counts.values())} requests in {seconds} s: {dict(load.counts)}")
    print(f"{changes}; log: {requests} requests, {dict(events)}")
    print(f"memory: {warm[0]:.1f} MB after the warm-up, {end[0]:.1f} MB at the end, peak {peak:.1f} MB")
    print(f"descriptors: {warm[1]:.0f} after the warm-up, {end[1]:.0f} at the end")
    if end[0] > warm[0] * 1.1 + 2:
        faults.append("memory grows")
    if end[1] > warm[1] + 8:
        faults.append("descriptors grow")
    if not load.counts["guest 200"] or not load.counts["guest 404"]:
        faults.append("guests were not added or removed")
    for fault, count in collections.Counter(faults).most_common(20):
        print(f"FAULT {count} × {fault}")
    print("flat and without faults" if not faults else f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), "--tls" in sys.argv))
