"""Visitors who change favorites, and visitors who read, all through the proxy."""

import collections
import http.client
import os
import pathlib
import random
import re
import subprocess
import sys
import threading
import time

from machines import HOST, NAMES
from visitor import Visitor

# Timeout of a client in seconds: longer than a change may take.
WAIT = 30
ENTRIES = 40
MARKERS = 16


def entry(owner, number):
    """An entry's id, which names the visitor who may star it."""
    return f"v{owner:03}-e{number:03}"


def strangers(owner, text):
    """Favorites of others in this visitor's list; the pane beside it is the same for everyone."""
    text = text.partition('<section class="detail"')[0]
    return {found for found in re.findall(r"\bv\d{3}-e\d{3}\b", text) if not found.startswith(f"v{owner:03}-")}


class Marker(threading.Thread):
    """A visitor who records acknowledged changes and reads each back through another replica.

    A change with unknown outcome is not checked until a later one of the same visitor is acknowledged.
    """

    def __init__(self, owner, cluster, folder):
        super().__init__(name=f"marker {owner}")
        self.owner, self.cluster = owner, cluster
        self.random = random.Random(owner)
        self.proxy = Visitor(cluster.proxy.http, HOST, patience=WAIT)
        self.others = [Visitor(replica.port, HOST, address=replica.address_of_machine, patience=WAIT)
                       for replica in cluster.replicas]
        self.log = open(pathlib.Path(folder, f"acknowledged-{owner}"), "w")
        self.sure, self.unsure = set(), set()
        self.times, self.took, self.faults = [], [], []
        self.outcomes = collections.Counter()

    def run(self):
        while not self.cluster.ends.is_set():
            self.cluster.pause.wait()
            replica = self.change()
            if replica:
                self.read_back(replica)
            else:
                # Like a visitor who presses the star again.
                self.cluster.ends.wait(0.2)
        self.log.close()

    def change(self):
        """Makes a change; returns the replica that acknowledged it, or None."""
        name = entry(self.owner, self.random.randrange(ENTRIES))
        wish = name not in self.sure
        begun = time.monotonic()
        try:
            answer = self.proxy.ask(f"/favorites/{name}", "POST", f"to={int(wish)}")
        except (OSError, http.client.HTTPException):
            self.proxy.close()
            answer = None
        status = answer.status if answer else 0
        self.outcomes[status] += 1
        if status == 503 and "cannot be saved right now" in answer.text:
            # The answer says that nothing was changed.
            if not answer.header("Retry-After"):
                self.faults.append("a change was refused without Retry-After")
            return None
        self.log.write(f"{name} {int(wish) if status == 303 else 'unknown'}\n")
        self.log.flush()
        os.fsync(self.log.fileno())
        if status == 303:
            (self.sure.add if wish else self.sure.discard)(name)
            self.times.append(begun)
            self.took.append(time.monotonic() - begun)
            return answer.header("X-Replica")
        self.unsure.add(name)
        if status not in (0, 502, 503, 504):
            self.faults.append(f"a change got {status}")
        return None

    def read_back(self, replica):
        """Asks the other replicas until one of them answers."""
        choices = [number for number, name in enumerate(NAMES) if name != replica]
        deadline = None
        while not (self.cluster.ends.is_set() and deadline):
            number = self.random.choice(choices)
            found = self.read(self.others[number])
            if found is None:
                if self.cluster.ends.wait(0.1):
                    return
                continue
            if found - self.unsure == self.sure - self.unsure:
                # Earlier changes in flight are finished or will never be.
                self.sure, self.unsure = found, set()
                return
            if not deadline:
                deadline = time.monotonic() + WAIT
                self.faults.append(f"a change of replica {replica} was not visible at once through {NAMES[number]}")
            elif time.monotonic() > deadline:
                self.cluster.lost.update((found ^ self.sure) - self.unsure)
                self.sure, self.unsure = found, set()
                return
            time.sleep(0.1)

    def read(self, replica):
        """The visitor's list from a replica; None if unavailable."""
        replica.cookies = self.proxy.cookies
        try:
            answer = replica.ask("/favorites.json")
        except (OSError, http.client.HTTPException):
            replica.close()
            return None
        if answer.status != 200:
            if answer.status != 503:
                self.faults.append(f"a list got {answer.status}")
            return None
        if foreign := strangers(self.owner, answer.text):
            self.cluster.leaks.update(foreign)
        return {one["id"] for one in answer.json["entries"]}


class Pages:
    """Readers in a separate process, at a constant rate."""

    def __init__(self, cluster, folder):
        self.file = pathlib.Path(folder, "pages")
        self.process = subprocess.Popen(
            [sys.executable, __file__, str(cluster.proxy.http), str(self.file)], start_new_session=True)

    def stop(self):
        """Ends them; returns each page as (time of the request, seconds, status, fault)."""
        self.process.terminate()
        self.process.wait()
        rows = [line.rstrip("\n").split("\t") for line in self.file.read_text().splitlines()]
        return [(float(begun), float(took), int(status), fault) for begun, took, status, fault in rows]


READERS = 4
# Pages per second and reader.
PACE = 20
FIRST_READER = 900


def browse(owner, port, file, lock):
    """A visitor with some favorites, who reads until the process ends."""
    client = random.Random(owner)
    visitor = Visitor(port, HOST, patience=WAIT)
    for number in range(5):
        visitor.ask(f"/favorites/{entry(owner, number)}", "POST", "to=1")
    following = time.monotonic()
    while True:
        target = client.choice(["/", "/?view=grid", f"/entries/{entry(owner, client.randrange(ENTRIES))}", "/?q=e00",
                                "/?favorites=1"])
        # The schedule does not depend on earlier answers, so delays are visible.
        following = max(following + 1 / PACE, time.monotonic() - 1)
        time.sleep(max(0, following - time.monotonic()))
        begun, status, fault = time.monotonic(), 0, ""
        try:
            answer = visitor.ask(target)
            status = answer.status
            if target == "/?favorites=1" and (foreign := strangers(owner, answer.text)):
                fault = f"leak {sorted(foreign)}"
        except (OSError, http.client.HTTPException) as error:
            visitor.close()
            fault = repr(error)
        if status != 200:
            fault = f"{target} got {status} {fault}"
        with lock:
            file.write(f"{begun}\t{time.monotonic() - begun}\t{status}\t{fault}\n")


def main(port, path):
    lock = threading.Lock()
    with open(path, "w", buffering=1) as file:
        for number in range(READERS):
            threading.Thread(target=browse, args=(FIRST_READER + number, port, file, lock), daemon=True).start()
        threading.Event().wait()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
