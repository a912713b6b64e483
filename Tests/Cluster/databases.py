"""Three PostgreSQL servers under Patroni, and etcd."""

import json
import os
import subprocess
import time
import urllib.error
import urllib.request

from machines import BINARIES, NAMES, USER, Machine, as_user, example, need, own
from program import wait_for


class Etcd(Machine):
    def __init__(self, parent, address):
        super().__init__(parent, "etcd")
        clients, peers = self.hold(address), self.hold(address)
        self.place = f"{address}:{clients.number}"
        ours, theirs = f"http://{self.place}", f"http://{address}:{peers.number}"
        self.clients = clients
        self.command = [
            need("etcd"), "--enable-v2", "--name", "one", "--data-dir", self.folder / "data",
            "--listen-client-urls", ours, "--advertise-client-urls", ours, "--listen-peer-urls", theirs,
            "--initial-advertise-peer-urls", theirs, "--initial-cluster", f"one={theirs}",
            "--logger", "zap", "--log-level", "warn"]

    def start(self):
        self.run(*self.command)
        self.clients.wait_for(self.process)


class Database(Machine):
    """A PostgreSQL server with its Patroni."""

    def __init__(self, parent, number, etcd):
        super().__init__(parent, NAMES[number])
        self.address = f"127.0.0.{11 + number}"
        self.rest, self.port = self.hold(self.address), self.hold(self.address)
        self.data = self.folder / "disk"
        self.data.mkdir(mode=0o700)
        own(self.data)
        self.is_small = False
        self.etcd = etcd

    def configure(self):
        roles = self.write("roles.sql", example("roles.sql"))
        self.configuration = self.write("patroni.yml", example(
            "patroni.yml",
            ("10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379", self.etcd.place),
            ("name: one\n", f"name: {self.name}\n"),
            ("10.0.0.11:8008", f"{self.address}:{self.rest.number}"),
            ("10.0.0.11:5432", f"{self.address}:{self.port.number}"),
            ("/usr/lib/postgresql/15/bin", BINARIES),
            ("/var/lib/postgresql/15/dramatis", self.data / "data"),
            ("/var/lib/postgresql/.pgpass.dramatis", self.folder / "pgpass"),
            ("/var/run/postgresql", self.folder),
            ("/etc/patroni/roles.sql", roles),
            ("10.0.0.0/24", "127.0.0.0/8"),
            *([] if USER else [("local all postgres peer", "local all postgres trust")])))

    def shrink(self, megabytes):
        """Mounts a disk of this size for its data; false if mounting is not permitted."""
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0700", "tmpfs", self.data], capture_output=True)
        self.is_small = mounted.returncode == 0
        if self.is_small:
            own(self.data)
        return self.is_small

    def start(self):
        self.run(need("patroni"), self.configuration)

    def stop(self):
        super().stop()
        if self.is_small:
            subprocess.run(["umount", self.data])

    def members(self):
        """Its Patroni's view of the cluster; empty if it does not answer."""
        try:
            with urllib.request.urlopen(f"http://{self.address}:{self.rest.number}/cluster", timeout=2) as answer:
                return json.loads(answer.read())["members"]
        except (OSError, ValueError, urllib.error.URLError):
            return []

    def rewinds(self):
        """The number of pg_rewind runs."""
        return self.said().count("INFO: running pg_rewind from dbname=")

    def ask(self, statement, database="dramatis"):
        """Runs a statement as the superuser; returns its rows, or None on failure."""
        done = subprocess.run(
            as_user(need("psql"), "-XAtq", "-h", self.folder, "-p", self.port.number, "-U", "postgres", "-d", database,
                    "-c", statement),
            cwd="/", capture_output=True, text=True, env={**os.environ, "PGCONNECT_TIMEOUT": "2"})
        return done.stdout.strip() if done.returncode == 0 else None


class Databases:
    """All three servers."""

    def __init__(self, parent, etcd):
        self.all = [Database(parent, number, etcd) for number in range(3)]

    def start(self, small):
        """Starts the first, then the others as its copies; on disks of `small` megabytes each, if possible."""
        for database in self.all:
            database.shrink(small)
            database.configure()
        self.all[0].start()
        wait_for(self.primary, "the first PostgreSQL")
        for database in self.all[1:]:
            database.start()
        self.wait_until_whole()

    @property
    def addresses(self):
        hosts = ",".join(database.address for database in self.all)
        return f"host={hosts} port={','.join(str(database.port.number) for database in self.all)}"

    def members(self):
        return max((database.members() for database in self.all if database.ids()), key=len, default=[])

    def named(self, role):
        name = next((m["name"] for m in self.members() if m["role"] == role and m["state"] == "running"), None)
        return next((database for database in self.all if database.name == name), None)

    def primary(self):
        return self.named("leader")

    def is_whole(self):
        # Frequent enough for waiting, without load.
        time.sleep(0.3)
        members = self.members()
        roles = sorted(member["role"] for member in members)
        if roles != ["leader", "replica", "sync_standby"] or len({m.get("timeline") for m in members}) > 1:
            return False
        # Patroni's view of a server that has just died is outdated.
        primary = self.primary()
        count = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND application_name IN ({})"
        names = ", ".join(f"'{name}'" for name in NAMES)
        return primary is not None and primary.ask(count.format(names), "postgres") == "2"

    def wait_until_whole(self):
        wait_for(self.is_whole, lambda: f"a primary and two standbys; found {self.members()}")

    def set_paused(self, is_paused):
        """Pauses or resumes Patroni."""
        database = next(database for database in self.all if database.members())
        body = json.dumps({"pause": is_paused or None}).encode()
        address = f"http://{database.address}:{database.rest.number}/config"
        with urllib.request.urlopen(urllib.request.Request(address, body, method="PATCH"), timeout=10):
            pass
        # Each Patroni checks it once a second.
        time.sleep(2)

    def stop(self):
        for database in self.all:
            database.stop()
