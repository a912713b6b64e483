"""The machines of a cluster as processes with their own loopback addresses: HAProxy and replicas of Dramatis, set up
with the files of config/examples/cluster, in which only paths and addresses are replaced."""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import time

from program import PROGRAM, ROOT, HeldPort, Show

EXAMPLES = ROOT / "config/examples/cluster"
NAMES = ["one", "two", "three"]
HOST = "films.example"
BINARIES = "/usr/lib/postgresql/15/bin"
# PostgreSQL refuses to run as root.
USER = "postgres" if os.geteuid() == 0 else None


def need(program):
    """The path of a program installed by the set-up."""
    path = shutil.which(program, path=f"{BINARIES}:{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if not path:
        raise RuntimeError(f"{program} is not installed: run make set-up-cluster")
    return path


def as_user(*command):
    prefix = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"] if USER else []
    return [*prefix, *map(str, command)]


def own(path):
    """Changes the owner of a file or folder to PostgreSQL's user."""
    if USER:
        shutil.chown(path, USER, USER)


def example(name, *places):
    """The text of an example file with replacements, (theirs, ours)."""
    text = (EXAMPLES / name).read_text()
    for old, new in places:
        assert old in text, f"{name} does not contain {old}"
        text = text.replace(old, str(new))
    return text


class Machine:
    """Processes identified by their working folder."""

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
            # Ctrl-C reaches only the harness, which then ends the others.
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
        """Its processes, or only those of a subfolder."""
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
        """Kills all its processes at once, like a power failure, and waits until they are gone."""
        while self.ids(below):
            self.send(signal.SIGKILL, below)
            time.sleep(0.01)
        if not below and self.process:
            self.process.wait()

    def stop(self):
        self.kill()
        for port in self.ports:
            port.release()


class Replica(Show):
    """A replica of Dramatis with its connection string as a systemd credential, on a fixed port."""

    def __init__(self, parent, number, editions, connection, program):
        self.name, self.address_of_machine = NAMES[number], f"127.0.0.{21 + number}"
        self.editions, self.catalog = editions, pathlib.Path(parent, f"catalog-{self.name}")
        editions.bring(self.catalog, program)
        self.held, self.kept = HeldPort(self.address_of_machine), ""
        credentials = pathlib.Path(parent, f"credentials-{self.name}")
        credentials.mkdir(mode=0o700)
        # The drop-in's name for the credential is the one that the program reads.
        name = example("database.conf").split("LoadCredential=")[1].split(":")[0]
        (credentials / name).write_text(connection + "\n")
        super().__init__(
            editions.show, "--catalog", self.catalog, "--trusted-proxy", "127.0.0.0/8",
            listen=self.address_of_machine, port=self.held.number,
            program=program, environment={"CREDENTIALS_DIRECTORY": str(credentials)})

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process = None

    def replace(self, program=PROGRAM):
        """Replaces it by another program."""
        if self.command[0] != str(program):
            self.editions.bring(self.catalog, program)
        self.command[0] = str(program)
        self.start()

    def stop(self):
        self.kept = self.said()
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
            # Names the replica that answered, so that a change can be read back through another.
            ("  balance leastconn\n", "  balance leastconn\n  http-response set-header X-Replica %s\n"))
        self.configuration = self.write("haproxy.cfg", text)

    def start(self):
        self.run(need("haproxy"), "-db", "-f", self.configuration)
        for port in self.ports:
            port.wait_for(self.process)

