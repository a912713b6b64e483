"""Attacks on the store of favorites: whatever one device sends, another's star is saved and another's list stays."""

import http.client
import json
import os
import pathlib
import time
import urllib.error
import urllib.request

from program import Show
from visitors import Target

MEGABYTE = 1 << 20
# A small store: the attack is the same, and the limits are shares of it.
SPACE = int(os.environ.get("SPACE", "16"))
# Each file has 1.28 MB; 590 of them exceed the default space of 256 MB.
IMPORTS = max(60, 590 * SPACE // 256)
EDGE = "edge"
ATTACKER, OTHERS = "127.0.66.1", [f"127.0.{number}.7" for number in range(100, 130)]


def document(ids, number, size=20):
    """As many bytes as an import may have: 20 lists, titles of 300 quotes."""
    def entries(count):
        return [{"id": identity, "title": '"' * 300, "time": "2026-01-01T00:00:00Z"} for identity in ids[:count]]

    lists = [{"id": f"list-{index}", "name": f"List {number} {index}", "color": "red", "entries": entries(90)}
             for index in range(size)]
    starred = entries(90 if size else 1)
    return json.dumps({"version": 2, "show": "simpsons", "entries": starred, "lists": lists}).encode()


def upload(target, content, source, cookie=None):
    part = f'--{EDGE}\r\nContent-Disposition: form-data; name="file"; filename="f.json"\r\n\r\n'.encode()
    connection = http.client.HTTPConnection(
        "127.0.0.1", target.show.port, timeout=60, source_address=(source, 0))
    try:
        connection.request(
            "POST", "/favorites/import", part + content + f"\r\n--{EDGE}--\r\n".encode(),
            {"Content-Type": f"multipart/form-data; boundary={EDGE}", "Origin": target.origin,
             **({"Cookie": cookie} if cookie else {})})
        answer = connection.getresponse()
        answer.read()
        return answer.status, answer.headers.get("Set-Cookie", "").split(";")[0]
    except OSError:
        return 0, ""
    finally:
        connection.close()


def health(target):
    try:
        with urllib.request.urlopen(f"{target.origin}/healthz") as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        return f"{error.code}"


def held(target):
    folder = pathlib.Path(target.show.files.name, "state/favorites")
    return sum(file.stat().st_blocks * 512 // file.stat().st_nlink for file in folder.rglob("*") if file.is_file())


class Witness:
    """Visitors of other networks, before and during an attack."""

    def __init__(self, target):
        self.target = target
        self.cookies = {"127.0.99.1": target.visitor(source="127.0.99.1")}
        self.statuses, self.waits = [], []
        self.fresh = iter(OTHERS)

    def look(self):
        """Another visitor stars."""
        source = next(self.fresh, None)
        if source is None:
            return
        start = time.monotonic()
        status, headers, _ = self.target.star(source=source)
        self.waits.append(time.monotonic() - start)
        self.statuses.append(status)
        cookie = next((value.split(";")[0] for name, value in headers if name == "Set-Cookie"), None)
        if status == 303:
            self.cookies[source] = cookie

    def faults(self, name, sent):
        faults = []
        if refused := [status for status in self.statuses if status != 303]:
            faults.append(f"{len(refused)} of {len(self.statuses)} stars of others were refused: {set(refused)}")
        lost = [source for source, cookie in self.cookies.items()
                if b"moe-szyslak" not in self.target.ask("/favorites.json", cookie=cookie, source=source)[2]]
        if lost:
            faults.append(f"{len(lost)} of {len(self.cookies)} lists of others were lost")
        if self.target.show.process.poll() is not None:
            faults.append("the program ended")
        print(f"{name}: sent {sent}; {held(self.target) / MEGABYTE:.1f} of {SPACE} MB held; stars of others "
              f"{len(self.statuses) - len(refused)} of {len(self.statuses)}, slowest "
              f"{1_000 * max(self.waits, default=0):.0f} ms; health: {health(self.target)}", flush=True)
        return [f"{name}: {fault}" for fault in faults]


def attacked(name, send):
    """Plays an attack; `send(target, make, number, source)` imports what `make()` returns. Refused, it sends less."""
    show = Show("simpsons", "--favorites-space", str(SPACE))
    try:
        target = Target(show)
        ids = [entry["id"] for entry in json.loads(target.ask("/entries.json?size=500")[2])["entries"]]
        witness, statuses, size = Witness(target), {}, 20
        for number in range(IMPORTS):
            status = send(target, lambda: document(ids, number, size), number)
            size = size if status == 303 else size // 3
            statuses[status] = statuses.get(status, 0) + 1
            if number % (IMPORTS // 20) == 0:
                witness.look()
        return witness.faults(name, statuses)
    finally:
        show.stop()


def new_visitors_with_large_lists(world):
    """One device imports large lists, each as a new visitor."""
    return attacked("new visitors", lambda target, make, number: upload(target, make(), ATTACKER)[0])


def lists_of_many_addresses(world):
    """Twelve private addresses, which count as networks of their own, do the same."""
    return attacked(
        "twelve addresses", lambda target, make, number: upload(target, make(), f"127.0.66.{1 + number % 12}")[0])


def visitors_who_come_back(world):
    """One device whose visitors each come back with their cookies, and add lists of other names each time."""
    cookies = []

    def send(target, make, number):
        cookie = cookies[number % len(cookies)] if len(cookies) > 20 else None
        status, given = upload(target, make(), ATTACKER, cookie)
        if not cookie and given:
            cookies.append(given)
        target.ask("/", cookie=given or cookie, source=ATTACKER)
        return status

    return attacked("returning visitors", send)


def growing_and_shrinking(world):
    """One device that removes lists of what it has imported, so that its growth counts as less."""
    def send(target, make, number):
        status, cookie = upload(target, make(), ATTACKER)
        for index in range(number % 3):
            target.ask(f"/lists/list-{index}", "POST", b"remove=1", cookie=cookie, is_own=True, source=ATTACKER)
        return status

    return attacked("growing and shrinking", send)


KINDS = [new_visitors_with_large_lists, lists_of_many_addresses, visitors_who_come_back, growing_and_shrinking]
