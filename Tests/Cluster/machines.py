"""The machines of a cluster as processes with addresses of the loopback of their own: etcd, PostgreSQL under Patroni,
HAProxy and replicas of Dramatis, set up by the files of config/examples/cluster with nothing but places put in."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request

from program import PROGRAM, ROOT, HeldPort, Show, end, wait_for

EXAMPLES = ROOT / "config/examples/cluster"
NAMES = ["one", "two", "three"]
HOST = "films.example"
BINARIES = "/usr/lib/postgresql/15/bin"
# PostgreSQL refuses to run as root.
USER = "postgres" if os.geteuid() == 0 else None


def need(program):
    """The path of a program, which the set-up has installed."""
    path = shutil.which(program, path=f"{BINARIES}:{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if not path:
        raise RuntimeError(f"{program} is not installed; make set-up-cluster installs it")
    return path


def as_user(*command):
    prefix = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"] if USER else []
    return [*prefix, *map(str, command)]


def own(path):
    """Gives a file or folder to the user that PostgreSQL runs as."""
    if USER:
        shutil.chown(path, USER, USER)


def example(name, *places):
    """The text of a file for operators with each of the places, (theirs, ours), put in."""
    text = (EXAMPLES / name).read_text()
    for old, new in places:
        assert old in text, f"{name} holds no {old}"
        text = text.replace(old, str(new))
    return text


class Machine:
    """Processes that all work in a folder of their own, by which they are known."""

    def __init__(self, parent, name):
        self.name, self.folder = name, pathlib.Path(parent, name)
        self.folder.mkdir()
        own(self.folder)
        self.process, self.ports = None, []

    def hold(self, address):
        port = HeldPort(address)
        self.ports.append(port)
        return port

    def run(self, *command, environment=None):
        with open(self.folder / "said", "ab") as said:
            # A Ctrl-C is for the harness alone, which then ends all others.
            self.process = subprocess.Popen(
                as_user(*command), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said,
                env={**os.environ, **(environment or {})}, start_new_session=True)

    def write(self, name, text, mode=0o600):
        path = self.folder / name
        path.write_text(text)
        path.chmod(mode)
        own(path)
        return path

    def said(self):
        return (self.folder / "said").read_text(errors="replace")

    def ids(self, below=""):
        """Its processes, those of a folder within its own only if one is named."""
        place = os.path.join(self.folder, below).rstrip("/")
        found = []
        for entry in os.scandir("/proc"):
            if not entry.name.isdecimal():
                continue
            try:
                where = os.readlink(f"/proc/{entry.name}/cwd")
            except OSError:
                continue
            if where == place or where.startswith(place + "/"):
                found.append(int(entry.name))
        return found

    def send(self, sent, below=""):
        for number in self.ids(below):
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, sent)

    def kill(self, below=""):
        """Kills all its processes at once, as if the power had failed, and waits until they are gone."""
        while self.ids(below):
            self.send(signal.SIGKILL, below)
            time.sleep(0.01)
        if not below and self.process:
            self.process.wait()

    def stop(self):
        self.kill()
        for port in self.ports:
            port.release()


class Etcd(Machine):
    def __init__(self, parent, address):
        super().__init__(parent, "etcd")
        clients, peers = self.hold(address), self.hold(address)
        self.place = f"{address}:{clients.number}"
        ours, theirs = f"http://{self.place}", f"http://{address}:{peers.number}"
        self.run(
            need("etcd"), "--enable-v2", "--name", "one", "--data-dir", self.folder / "data",
            "--listen-client-urls", ours, "--advertise-client-urls", ours, "--listen-peer-urls", theirs,
            "--initial-advertise-peer-urls", theirs, "--initial-cluster", f"one={theirs}",
            "--logger", "zap", "--log-level", "warn")
        clients.wait_for(self.process)


class Database(Machine):
    """One PostgreSQL with its Patroni."""

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
        """Puts its data on a disk of this size; false if this machine does not allow that."""
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
        """What its Patroni knows of the cluster; none if it does not answer."""
        try:
            with urllib.request.urlopen(f"http://{self.address}:{self.rest.number}/cluster", timeout=2) as answer:
                return json.loads(answer.read())["members"]
        except (OSError, ValueError, urllib.error.URLError):
            return []

    def ask(self, statement, database="dramatis"):
        """Runs a statement as the superuser; its rows, or None if it fails."""
        done = subprocess.run(
            as_user(need("psql"), "-XAtq", "-h", self.folder, "-p", self.port.number, "-U", "postgres", "-d", database,
                    "-c", statement),
            cwd="/", capture_output=True, text=True, env={**os.environ, "PGCONNECT_TIMEOUT": "2"})
        return done.stdout.strip() if done.returncode == 0 else None


class Databases:
    """The three of them."""

    def __init__(self, parent, etcd):
        self.all = [Database(parent, number, etcd) for number in range(3)]

    def start(self, small):
        """Starts the first, then the others as copies of it; on disks of `small` megabytes each, if possible."""
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
        # Often enough for whoever waits for it, and no load.
        time.sleep(0.3)
        members = self.members()
        roles = sorted(member["role"] for member in members)
        if roles != ["leader", "replica", "sync_standby"] or len({m.get("timeline") for m in members}) > 1:
            return False
        # What Patroni says of one that has just died is old.
        primary = self.primary()
        count = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND application_name IN ({})"
        names = ", ".join(f"'{name}'" for name in NAMES)
        return primary is not None and primary.ask(count.format(names), "postgres") == "2"

    def wait_until_whole(self):
        wait_for(self.is_whole, lambda: f"a primary and two standbys; there are {self.members()}")

    def leave_alone(self, is_paused):
        """Has Patroni look on, whatever happens, or act again."""
        database = next(database for database in self.all if database.members())
        body = json.dumps({"pause": is_paused or None}).encode()
        address = f"http://{database.address}:{database.rest.number}/config"
        with urllib.request.urlopen(urllib.request.Request(address, body, method="PATCH"), timeout=10):
            pass
        # Each looks at it once a second.
        time.sleep(2)

    def stop(self):
        for database in self.all:
            database.stop()


class Replica(Show):
    """A Dramatis whose connection string is a credential of systemd, on a port that stays the same."""

    def __init__(self, parent, number, show, connection, program):
        self.name, self.address_of_machine = NAMES[number], f"127.0.0.{21 + number}"
        self.held = HeldPort(self.address_of_machine)
        credentials = pathlib.Path(parent, f"credentials-{self.name}")
        credentials.mkdir(mode=0o700)
        # The name that the drop-in gives it is the one that the program asks for.
        name = example("database.conf").split("LoadCredential=")[1].split(":")[0]
        (credentials / name).write_text(connection + "\n")
        super().__init__(
            show, "--trusted-proxy", "127.0.0.0/8", listen=self.address_of_machine, port=self.held.number,
            program=program, environment={"CREDENTIALS_DIRECTORY": str(credentials)})

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process = None

    def replace(self, program=PROGRAM):
        """Starts another program in its place."""
        self.command[0] = str(program)
        self.start()

    def stop(self):
        super().stop()
        self.held.release()


class Proxy(Machine):
    def __init__(self, parent, replicas):
        super().__init__(parent, "haproxy")
        http, https = self.hold("127.0.0.1"), self.hold("127.0.0.1")
        self.http = http.number
        pem = self.folder / "films.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={HOST}",
             "-keyout", f"{pem}.key", "-out", pem], check=True, capture_output=True)
        self.write("films.pem", pem.read_text() + pathlib.Path(f"{pem}.key").read_text())
        servers = [(f"10.0.0.{11 + number}:8080", f"{replica.address_of_machine}:{replica.port}")
                   for number, replica in enumerate(replicas)]
        times = "defaults\n  timeout connect 5s\n  timeout client 60s\n  timeout server 60s\n\n"
        text = times + example(
            "haproxy.cfg", *servers, ("bind :80\n", f"bind 127.0.0.1:{self.http}\n"),
            ("bind :443 ", f"bind 127.0.0.1:{https.number} "), ("/etc/haproxy/films.pem", pem),
            # Who has answered, so that a change can be read back through another.
            ("  balance leastconn\n", "  balance leastconn\n  http-response set-header X-Replica %s\n"))
        self.run(need("haproxy"), "-db", "-f", self.write("haproxy.cfg", text))
        for port in (http, https):
            port.wait_for(self.process)


def end_replicas(replicas):
    for replica in replicas:
        if replica.process:
            end(replica.process)
