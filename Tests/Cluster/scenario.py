"""A whole cluster, and the failures it undergoes under load."""

import collections
import contextlib
import pathlib
import shutil
import signal
import subprocess
import tempfile
import threading
import time

import machines
from databases import Databases, Etcd
from editions import Editions
from load import FIRST_READER, MARKERS, Marker, entry
from machines import HOST, Proxy, Replica, example
from program import ROOT, wait_for
from visitor import Visitor

START = time.monotonic()
LOGS = ROOT / ".build/cluster"
# Size of each database's disk in megabytes; one is filled up.
SMALL = 700
# Seconds until changes must work again after a kill.
RECOVERY = 25
# The same if it was stopped, since clients and Patroni wait two seconds before they try another; and if the third
# machine has more log than the new primary and must rewind first.
LONG_RECOVERY = 30
# Length of a measurement of pages in seconds.
WINDOW = 5
# Seconds without etcd, and with a full disk.
AWAY, FULL = 10, 15
# Seconds until a change is refused while the database hangs: two, plus a margin for a busy machine.
PATIENCE_OF_VISITOR = 6


class Cluster:
    """The running cluster and the observations."""

    def __init__(self, stack, program, records):
        self.ends, self.pause = threading.Event(), threading.Event()
        self.pause.set()
        self.lost, self.leaks, self.faults = set(), set(), []
        self.replicas = []
        # By the killed part, and whether another machine had to rewind.
        self.rows, self.recoveries = [], collections.defaultdict(list)
        folder = self.folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="dramatis-cluster-"))
        pathlib.Path(folder).chmod(0o755)
        self.etcd = Etcd(folder, "127.0.0.10")
        stack.callback(self.etcd.stop)
        self.etcd.start()
        stack.callback(self.keep_logs)
        self.databases = Databases(folder, self.etcd)
        stack.callback(self.databases.stop)
        self.databases.start(SMALL)
        # From the comment of the drop-in.
        said = example("database.conf").split("#   host=")[1].splitlines()[0]
        self.connection = f"{self.databases.addresses} {said.split(' ', 1)[1]}"
        self.editions = Editions(folder, records)
        for number in range(3):
            self.replicas.append(Replica(folder, number, self.editions, self.connection, program))
            stack.callback(self.replicas[-1].stop)
        self.proxy = Proxy(folder, self.replicas)
        stack.callback(self.proxy.stop)
        self.proxy.start()
        self.somebody, self.is_starred = Visitor(self.proxy.http, HOST), False
        wait_for(lambda: self.somebody.ask(f"/favorites/{entry(FIRST_READER, 0)}", "POST", "to=1").status == 303,
                 "a first favorite")
        self.markers = [Marker(owner, self, folder) for owner in range(MARKERS)]

    def keep_logs(self):
        """Saves all logs."""
        LOGS.mkdir(parents=True, exist_ok=True)
        for said in pathlib.Path(self.folder).glob("*/said"):
            shutil.copy(said, LOGS / f"{said.parent.name}.log")
        for replica in self.replicas:
            (LOGS / f"replica-{replica.name}.log").write_text(replica.kept)

    # MARK: Observations

    def say(self, what, figure, bar, is_met):
        self.rows.append((what, figure, bar, is_met))
        print(f"{time.monotonic() - START:5.0f} s  {what}: {figure}", flush=True)

    def acknowledged(self):
        return sum(len(marker.times) for marker in self.markers)

    def recovered(self, since):
        """Seconds from then to the first later change that was acknowledged."""
        def first():
            return min((t for marker in self.markers for t in marker.times[-50:] if t > since), default=None)

        return wait_for(first, "an acknowledged change") - since

    # MARK: Failures

    def hang(self):
        """Measures pages with the database hung and without, in turns."""
        self.pause.clear()
        self.databases.set_paused(True)
        windows = {False: [], True: []}
        for is_hung in (False, True, False, True, False, True, False):
            self.wait_for_change()
            if is_hung:
                for database in self.databases.all:
                    database.send(signal.SIGSTOP, "disk")
                self.change_while_hung()
            begun = time.monotonic()
            time.sleep(WINDOW)
            windows[is_hung].append((begun, time.monotonic()))
            for database in self.databases.all:
                database.send(signal.SIGCONT, "disk")
        self.databases.set_paused(False)
        self.databases.wait_until_whole()
        self.pause.set()
        return windows

    def star(self):
        """A change by a known visitor; each call changes something."""
        self.is_starred = not self.is_starred
        return self.somebody.ask(f"/favorites/{entry(FIRST_READER, 1)}", "POST", f"to={int(self.is_starred)}")

    def wait_for_change(self):
        """Waits until every replica saves favorites again."""
        found = set()

        def is_well():
            if (answer := self.star()).status == 303:
                found.add(answer.header("X-Replica"))
            return len(found) == len(self.replicas)

        wait_for(is_well, lambda: f"all replicas to save favorites; {found} did")

    def change_while_hung(self):
        begun = time.monotonic()
        answer = self.star()
        took = time.monotonic() - begun
        if answer.status != 503 or not answer.header("Retry-After"):
            self.faults.append(f"a change with the database hung got {answer.status}")
        if took > PATIENCE_OF_VISITOR:
            self.faults.append(f"a change with the database hung was answered after {took:.1f} s")

    def kill_primary(self, what):
        primary = self.databases.primary()
        others = [database for database in self.databases.all if database is not primary]
        before = [database.rewinds() for database in others]
        primary.kill("" if what == "the machine" else "disk")
        took = self.recovered(time.monotonic())
        goes_back = [database.rewinds() for database in others] != before
        self.recoveries[what, goes_back].append(took)
        print(f"{time.monotonic() - START:5.0f} s  killed {what} of {primary.name}: {took:.1f} s"
              f"{', another one rewinding' * goes_back}", flush=True)
        if what == "the machine":
            primary.start()
        self.databases.wait_until_whole()

    def stop_primary(self):
        primary = self.databases.primary()
        primary.send(signal.SIGSTOP)
        took = self.recovered(time.monotonic())
        # It continues as if it were still the primary, beside the new one.
        primary.send(signal.SIGCONT)
        self.databases.wait_until_whole()
        self.say("primary stopped: changes work again after", f"{took:.1f} s", f"{LONG_RECOVERY} s",
                 took <= LONG_RECOVERY)

    def upgrade(self):
        """Kills and replaces each replica, then stops and replaces each, under load."""
        for is_kind in (False, True):
            for replica in self.replicas:
                replica.halt() if is_kind else replica.kill()
                time.sleep(1)
                replica.replace()
                if self.ends.wait(1.5):
                    return
        self.say("replicas killed, and replaced in turn", "3, and 3", "", True)

    def rename_entry(self):
        """A starred entry gets another title: built once, the list brings it to each replica with its id."""
        name, title = entry(FIRST_READER, 0), "Renamed since"
        self.editions.rename(name, title)
        for replica in self.replicas:
            self.editions.bring(replica.catalog)
        for replica in self.replicas:
            visitor = Visitor(replica.port, HOST, address=replica.address_of_machine)
            visitor.cookies = self.somebody.cookies
            wait_for(lambda: title in visitor.ask(f"/entries/{name}").text, f"the new edition on {replica.name}")
            if 'aria-pressed="true"' not in visitor.ask(f"/entries/{name}").text:
                self.faults.append(f"a renamed entry is no favorite any more on {replica.name}")
            visitor.close()
        self.say("a starred entry renamed", "a favorite on all replicas", "", True)

    def lose_etcd(self):
        """Changes while etcd is down: the primary continues (failsafe mode), since all three see one another."""
        self.etcd.kill()
        # Longer than Patroni's retry timeout.
        time.sleep(AWAY)
        took = self.recovered(time.monotonic())
        self.etcd.start()
        self.databases.wait_until_whole()
        self.say(f"etcd gone for {AWAY} s: a change took", f"{took:.1f} s", f"{RECOVERY} s", took <= RECOVERY)

    def fill_disk(self):
        small = self.databases.primary()
        if not small.is_small:
            print("Skipped: full disk; mounting a small one is not permitted here")
            return
        filling = small.data / "filling"
        with open(filling, "wb") as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(1 << 20))
                file.flush()
        # Until it needs another WAL file. Small records, like its own: a standby that has half of a large
        # one waits until the next primary has written as much.
        many = "SELECT pg_logical_emit_message(false, 'filling', repeat('x', 1000)) FROM generate_series(1, 4000)"
        while self.databases.primary() is small and small.ask(f"SELECT count(*) FROM ({many}) AS all_of_them"):
            pass
        full = time.monotonic()
        # Patroni may keep trying to start the lock holder until there is space.
        time.sleep(FULL)
        filling.unlink()
        took = self.recovered(full)
        self.databases.wait_until_whole()
        self.say(f"disk of the primary full for {FULL} s: changes work again after", f"{took:.1f} s",
                 f"{FULL + RECOVERY} s", took <= FULL + RECOVERY)

    # MARK: Final checks

    def check_lists(self):
        """Compares acknowledged changes with fresh replicas."""
        for replica in self.replicas:
            replica.halt()
            replica.replace()
        total = 0
        for marker in self.markers:
            kept = {}
            for line in pathlib.Path(self.folder, f"acknowledged-{marker.owner}").read_text().splitlines():
                name, wish = line.split()
                # A change with unknown outcome is not checked, nor an acknowledged one before it.
                kept[name] = None if wish == "unknown" else wish == "1"
                total += wish != "unknown"
            for visitor in marker.others:
                visitor.close()
                found = wait_for(lambda: marker.read(visitor), "a list") if any(kept.values()) else set()
                self.lost.update(name for name, wish in kept.items() if wish not in (None, name in found))
        return total

    def back_up(self):
        """Whether restoring a backup yields the same favorites."""
        primary = self.databases.primary()
        count = "SELECT count(*), md5(string_agg(t::text, ';' ORDER BY visitor)) FROM dramatis.dramatis_favorites t"
        before = primary.ask(count)
        file = pathlib.Path(self.folder, "backup")
        for name, more in (("backup", ""), ("restore", " target_session_attrs=read-write")):
            subprocess.run([machines.EXAMPLES / name, file, self.connection + more], check=True)
            if name == "backup":
                primary.ask("DELETE FROM dramatis.dramatis_favorites")
        return before == primary.ask(count)
