"""Lists that a separate process reads, such as SQLite files."""

import contextlib
import ctypes
import errno
import json
import os
import pathlib
import platform
import signal
import sqlite3
import subprocess
import tempfile
import urllib.request

import pytest
from documents import show_document
from program import PROGRAM, ROOT, Server, Show, wait_for

# A view that is computed for ever.
ENDLESS = """
    CREATE VIEW things AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
    SELECT 'Thing ' || i AS name FROM n WHERE i < 0
"""


def write(path, *statements):
    """Replaces a database atomically."""
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(new)) as connection:
        connection.executescript(";".join(statements))
    new.rename(path)


def rows(*names):
    values = ", ".join(f"('{name}')" for name in names)
    return f"CREATE TABLE things (name TEXT); INSERT INTO things VALUES {values}"


def children(process):
    """The child processes of a program."""
    lists = pathlib.Path(f"/proc/{process.pid}/task").glob("*/children")
    return [int(number) for path in lists for number in path.read_text().split()]


def titles(show):
    with urllib.request.urlopen(f"http://127.0.0.1:{show.port}/entries.json") as answer:
        return [entry["title"] for entry in json.load(answer)["entries"]]


def halted_reader(show):
    """The reader process of a reload, stopped with SIGSTOP so that it does not end by itself."""

    def sandboxed():
        for number in children(show.process):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                status = pathlib.Path(f"/proc/{number}/status").read_text()
                if "\nSeccomp:\t2" in status and "\nState:\tZ" not in status:
                    return number
        return None

    reader = wait_for(sandboxed, "a reader")
    os.kill(reader, signal.SIGSTOP)
    return reader


def is_gone(number):
    """Whether a process has ended, including zombies."""
    try:
        return "\nState:\tZ" in pathlib.Path(f"/proc/{number}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True


@pytest.fixture
def served():
    with tempfile.TemporaryDirectory(prefix="dramatis-test-") as folder:
        database = pathlib.Path(folder, "things.sqlite")
        write(database, rows("Bread", "Mill"))
        show = Show(show_document("Things", {
            "kind": "records", "file": str(database), "query": "SELECT * FROM things",
            "entry": {"id": "name", "title": "name"}}))
        yield show, database
        show.stop()


def test_a_reload_blocks_neither_pages_nor_later_reloads(served):
    show, database = served
    write(database, ENDLESS)
    show.process.send_signal(signal.SIGHUP)
    reader = halted_reader(show)
    assert titles(show) == ["Bread", "Mill"]
    write(database, rows("Oven"))
    show.process.send_signal(signal.SIGHUP)
    os.kill(reader, signal.SIGKILL)
    # Another one looks for lost fields, and would end at its limit of time.
    wait_for(lambda: is_gone(reader), "the reader to end")
    os.kill(halted_reader(show), signal.SIGKILL)
    show.wait_until_said("not reloaded: ")
    assert "it cannot be read: its process was killed" in show.said().split("not reloaded: ")[1]
    wait_for(lambda: titles(show) == ["Oven"], "the database's current rows")
    wait_for(lambda: not children(show.process), "the readers to end")


def test_shutdown_does_not_wait_for_the_reader(served):
    show, database = served
    write(database, ENDLESS)
    show.process.send_signal(signal.SIGHUP)
    reader = halted_reader(show)
    assert show.halt() == 0
    assert "not reloaded" not in show.said()
    wait_for(lambda: is_gone(reader), "the reader to end")


def test_the_reader_dies_with_a_killed_program(served):
    show, database = served
    write(database, ENDLESS)
    show.process.send_signal(signal.SIGHUP)
    reader = halted_reader(show)
    show.process.kill()
    show.process.wait()
    wait_for(lambda: is_gone(reader), "the reader to end")


def without_seccomp():
    """Simulates a kernel without seccomp for the next program."""
    number = {"x86_64": 317, "aarch64": 277}[platform.machine()]
    filters = (ctypes.c_uint64 * 4)()
    for index, (code, yes, no, value) in enumerate(
            [(0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, 0x50000 | errno.ENOSYS), (0x06, 0, 0, 0x7FFF0000)]):
        filters[index] = code | yes << 16 | no << 24 | value << 32
    program = (ctypes.c_uint64 * 2)(len(filters), ctypes.addressof(filters))
    library = ctypes.CDLL(None, use_errno=True)
    for arguments in [(38, 1, 0, 0, 0), (22, 2, ctypes.byref(program), 0, 0)]:
        if library.prctl(*arguments) != 0:
            raise OSError(ctypes.get_errno(), "prctl")


def test_without_seccomp_only_tables_and_json_are_read(served):
    _, database = served
    done = subprocess.run(
        [PROGRAM, "open", database, "--port", "0", "--listen", "127.0.0.1", "--resources", ROOT],
        preexec_fn=without_seccomp, capture_output=True, text=True,
        env={**os.environ, "XDG_STATE_HOME": str(database.parent / "state")})
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "it is SQLite, which only a sandboxed process reads, and this system cannot sandbox one" in done.stderr


def test_every_command_reads_in_a_separate_process(served):
    _, database = served
    environment = {"XDG_STATE_HOME": str(database.parent / "state")}

    def run(*arguments):
        done = subprocess.run([PROGRAM, *arguments, "--resources", ROOT][: -2 if arguments[0] == "check" else None],
                              capture_output=True, text=True, env={**os.environ, **environment})
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr

    folder = database.parent
    run("new", "bakery", "--feed-address", database, "--config-dir", folder)
    assert "SELECT * FROM" in (folder / "bakery.json").read_text()
    run("check", folder / "bakery.json")
    run("export", folder / "copy", "--show", folder / "bakery.json", "--offline")
    assert [path for path in (folder / "copy").rglob("*.html") if "Bread" in path.read_text()]
    opened = Server([PROGRAM, "open", database, "--port", "0", "--listen", "127.0.0.1", "--resources", ROOT],
                    environment=environment)
    try:
        assert titles(opened) == ["Bread", "Mill"]
    finally:
        opened.stop()
