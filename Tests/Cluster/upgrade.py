"""Upgrades three replicas on one database one after the other, and sets them back, while visitors star
entries; the same with a process that keeps them in files. No favorite may be hidden and no star refused.

    upgrade.py [--seconds N] VERSION…

VERSION is a commit of an earlier version, which is built below .build/versions unless it is there.
"""

import argparse
import collections
import contextlib
import http.client
import itertools
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time

from documents import show_document
from postgresql import Database
from program import PROGRAM, ROOT, HeldPort, Show, wait_for
from visitor import Visitor

VERSIONS = ROOT / ".build/versions"
ENTRIES = [f"e-{number:02}" for number in range(40)]
VISITORS = 8


def built(commit):
    """The program of a commit, and the folder of its templates."""
    folder = VERSIONS / commit
    program = folder / ".build/debug/dramatis"
    if not program.exists():
        folder.mkdir(parents=True, exist_ok=True)
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "x", "-C", folder], input=archive, check=True)
        subprocess.run(["swift", "build", "--product", "dramatis"], cwd=folder, check=True, stdout=sys.stderr)
    return str(program), str(folder)


class Replica(Show):
    """A replica on a fixed port, whose program is replaced."""

    def __init__(self, document, connection, program):
        self.held = HeldPort()
        super().__init__(document, port=self.held.number, program=program[0], resources=program[1],
                         config=f"{program[1]}/config", environment={"DRAMATIS_DATABASE": connection})
        self.is_new, self.is_away = program[0] == PROGRAM, False

    def replace(self, program):
        self.is_away = True
        time.sleep(0.2)
        self.halt()
        self.command[0] = program[0]
        for flag, folder in [("--resources", program[1]), ("--config-dir", f"{program[1]}/config")]:
            self.command[self.command.index(flag) + 1] = folder
        self.is_new = program[0] == PROGRAM
        self.start()
        self.is_away = False

    def stop(self):
        super().stop()
        self.held.release()


class Person(threading.Thread):
    """A visitor who changes favorites on any replica, and reads them on another."""

    def __init__(self, number, cluster):
        super().__init__(name=f"visitor {number}", daemon=True)
        self.random, self.cluster = random.Random(number), cluster
        self.cookies, self.stars = {}, set()
        self.counts, self.faults = collections.Counter(), []

    def run(self):
        while not self.cluster.ends.is_set():
            self.change()
            self.read(self.cluster.choose(self.random))
            self.cluster.ends.wait(0.05)

    def ask(self, replica, *request):
        visitor = Visitor(replica.port, f"127.0.0.1:{replica.port}")
        visitor.cookies = self.cookies
        try:
            return visitor.ask(*request)
        except (OSError, http.client.HTTPException) as error:
            if replica.process and not replica.is_away:
                self.faults.append(f"{request[0]}: {error!r}")
            return None
        finally:
            visitor.close()

    def change(self):
        replica, entry = self.cluster.choose(self.random), self.random.choice(ENTRIES)
        wish = entry not in self.stars
        request, body = f"/favorites/{entry}", f"to={int(wish)}"
        answer = self.ask(replica, request, "POST", body)
        if answer is None:
            return
        if answer.status != 303:
            self.faults.append(f"{request} got {answer.status} of the {'new' if replica.is_new else 'old'} version")
            return
        (self.stars.add if wish else self.stars.discard)(entry)
        self.counts["changes"] += 1

    def read(self, replica):
        page = self.ask(replica, "/")
        answer = self.ask(replica, "/favorites.json")
        if page is None or answer is None:
            return
        if page.status != 200 or answer.status != 200:
            self.faults.append(f"a page got {page.status}, favorites {answer.status}")
            return
        self.counts["pages"] += 1
        found = answer.json
        stars = {entry["id"] for entry in found["entries"]}
        if stars != self.stars:
            self.counts["lost"] += 1
            self.faults.append(f"favorites differ: {sorted(stars ^ self.stars)}")


class Cluster:
    """Replicas on one database, or a single process with favorites in files."""

    def __init__(self, stack, old, is_first_old, seconds, is_alone):
        self.ends, self.seconds = threading.Event(), seconds
        new = (PROGRAM, str(ROOT))
        self.programs = [old.program, new] if is_first_old else [new, old.program]
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="dramatis-upgrade-")))
        things = folder / "things.json"
        things.write_text(str([{"title": entry} for entry in ENTRIES]).replace("'", '"'))
        document = show_document("Things", {"kind": "records", "file": str(things), "entry": {"title": "title"}})
        connection = ""
        if not is_alone:
            database = Database()
            stack.callback(database.stop)
            document |= {"favorites": {"store": "postgresql"}}
            connection = f"host={database.folder.name} user=dramatis dbname=postgres"
        self.replicas = []
        for _ in range(1 if is_alone else 3):
            self.replicas.append(Replica(document, connection, self.programs[0]))
            stack.callback(self.replicas[-1].stop)
        self.people = [Person(number, self) for number in range(VISITORS)]

    def choose(self, source):
        """A replica that is not being replaced, as a proxy would."""
        return source.choice(wait_for(lambda: [one for one in self.replicas if not one.is_away], "a replica"))

    def run(self):
        for person in self.people:
            person.start()
        try:
            for program in [self.programs[1], self.programs[0], self.programs[1]]:
                time.sleep(self.seconds)
                for replica in self.replicas:
                    replica.replace(program)
                    time.sleep(self.seconds)
        finally:
            self.ends.set()
            for person in self.people:
                person.join()
        for replica in self.replicas:
            replica.replace((PROGRAM, str(ROOT)))
            for person in self.people:
                person.read(replica)


class Old:
    def __init__(self, commit):
        self.program = built(commit)
        version = subprocess.run([self.program[0], "--version"], check=True, capture_output=True, text=True).stdout
        self.name = version.split()[1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=2, help="between two replacements")
    parser.add_argument("versions", nargs="+")
    arguments = parser.parse_args()
    is_well = True
    for old in [Old(commit) for commit in arguments.versions]:
        for is_alone, is_first_old in itertools.product((False, True), (True, False)):
            with contextlib.ExitStack() as stack:
                cluster = Cluster(stack, old, is_first_old, arguments.seconds, is_alone)
                cluster.run()
                counts = sum((person.counts for person in cluster.people), collections.Counter())
                faults = [fault for person in cluster.people for fault in person.faults]
                order = "files" * is_alone + "replicas" * (not is_alone)
                order += ", up, back, up" if is_first_old else ", back, up, back"
                is_fine = not faults and counts["changes"] > 0
                is_well &= is_fine
                print(f"{'ok   ' if is_fine else 'FAULT'}  {old.name} and this version, {order}: "
                      f"{counts['changes']} changes, {counts['lost']} lost; {counts['pages']} pages answered, "
                      f"{len(faults)} errors", flush=True)
                for fault, count in collections.Counter(faults).most_common(5):
                    print(f"       {count} × {fault}")
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
