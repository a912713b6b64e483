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
SPACE = int(os.environ.get("SPACE", "2"))
# Each file has some 8 KB; as many as these exceed the space.
VISITORS = 200 * SPACE
ATTACKER, OTHERS = "127.0.66.1", [f"127.0.{number}.7" for number in range(100, 130)]


def add(target, ids, source, cookie=None):
    """Adds favorites as a link from another device does; returns the status and the visitor's cookie."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", target.show.port, timeout=60, source_address=(source, 0))
    try:
        connection.request("POST", f"/favorites/add?ids={'.'.join(ids)}", headers={
            "Origin": target.origin, **({"Cookie": cookie} if cookie else {})})
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
    """Plays an attack; `send(target, ids, number)` adds favorites. Refused, it adds fewer."""
    show = Show("simpsons", "--favorites-space", str(SPACE))
    try:
        target = Target(show)
        ids = [entry["id"] for entry in json.loads(target.ask("/entries.json?size=500")[2])["entries"]]
        witness, statuses, size = Witness(target), {}, len(ids)
        for number in range(VISITORS):
            status = send(target, ids[:max(1, size)], number)
            size = size if status == 303 else size // 3
            statuses[status] = statuses.get(status, 0) + 1
            if number % (VISITORS // 20) == 0:
                witness.look()
        return witness.faults(name, statuses)
    finally:
        show.stop()


def new_visitors_with_large_lists(world):
    """One device adds many favorites, each time as a new visitor."""
    return attacked("new visitors", lambda target, ids, number: add(target, ids, ATTACKER)[0])


def lists_of_many_addresses(world):
    """Twelve private addresses, which count as networks of their own, do the same."""
    return attacked(
        "twelve addresses", lambda target, ids, number: add(target, ids, f"127.0.66.{1 + number % 12}")[0])


def visitors_who_come_back(world):
    """One device whose visitors each come back with their cookies."""
    cookies = []

    def send(target, ids, number):
        cookie = cookies[number % len(cookies)] if len(cookies) > 20 else None
        status, given = add(target, ids, ATTACKER, cookie)
        if not cookie and given:
            cookies.append(given)
        target.ask("/", cookie=given or cookie, source=ATTACKER)
        return status

    return attacked("returning visitors", send)


KINDS = [new_visitors_with_large_lists, lists_of_many_addresses, visitors_who_come_back]
