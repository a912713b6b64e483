"""Shows of a CSV list in a file, for tests of lists that are read, change and vanish."""

import contextlib
import json
import pathlib
import subprocess
import tempfile

from documents import show_document
from program import PATIENCE, PROGRAM, ROOT, Server, wait_for
from visitor import Visitor


class ListFolder:
    """A folder with a show of a list, its state folders, and the servers of the show."""

    def __init__(self, path, file="list.csv"):
        self.path, self.list = path, path / file
        self.list.parent.mkdir(exist_ok=True)
        feed = {"kind": "records", "file": file, "entry": {"id": "code", "title": "name"}}
        (path / "list.json").write_text(json.dumps(show_document("List", feed)))
        self.servers, self.visitors = [], []

    @classmethod
    @contextlib.contextmanager
    def temporary(cls, *arguments):
        """A folder for a test; its servers end with the test."""
        with tempfile.TemporaryDirectory(prefix="dramatis-test-") as path:
            folder = cls(pathlib.Path(path), *arguments)
            try:
                yield folder
            finally:
                for one in [*folder.visitors, *folder.servers]:
                    one.close() if isinstance(one, Visitor) else one.stop()

    @staticmethod
    def text(count, word="Name"):
        return "code,name\n" + "".join(f"C{number:05},{word} {number}\n" for number in range(count))

    def write(self, count, word="Name"):
        """Replaces the list as a whole."""
        (self.path / "new.csv").write_text(self.text(count, word))
        (self.path / "new.csv").rename(self.list)

    def arguments(self, *options, state="state"):
        return ["--show", self.path / "list.json", "--state-dir", self.path / state, "--resources", ROOT, *options]

    def serve(self, *options, state="state", ready=True, environment=None):
        server = Server([
            PROGRAM, *self.arguments(*options, state=state), "--port", 0, "--listen", "127.0.0.1", "--log", "none"],
            ready=ready, environment=environment)
        self.servers.append(server)
        server.visitor = self.visitor(server)
        return server

    def visitor(self, server):
        # Pages contain the name of the host.
        self.visitors.append(Visitor(server.port, "localhost"))
        return self.visitors[-1]

    def run(self, *arguments):
        """Runs a command to its end."""
        return subprocess.run(
            [PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE)

    def build(self, state="state"):
        done = self.run("build", *self.arguments(state=state))
        assert done.returncode == 0, done.stderr
        return done

    def names(self, state="state"):
        return sorted(file.name for file in (self.path / state).iterdir())


def total(server):
    """The number of entries that are served."""
    return server.visitor.ask("/entries.json").json.get("total")


def serves(server, count):
    wait_for(lambda: total(server) == count, lambda: f"{count} entries; {server.health()[1]}{server.said()[-1_000:]}")


def is_degraded(server, words):
    wait_for(lambda: words in server.health()[1], lambda: f"{words}; the health is {server.health()[1]}")
    status, text = server.health()
    assert status == 200 and text.startswith("degraded: ")


def is_well(server, count):
    wait_for(lambda: server.health() == (200, f"ok: {count} entries\n"), lambda: f"health: {server.health()}")
