"""Servers that listen while a long list is read; catalogue files that are built, copied and interrupted."""

import json
import pathlib
import re
import shutil
import signal

import pytest
from documents import show_document
from lists import ListFolder, is_degraded, is_well, serves, total
from outside import Outside
from program import PROGRAM, ROOT, Server, wait_for

LONG = 3_000
# Takes much longer to read than a server waits before it listens.
LATE = 100_000 if "/debug/" in PROGRAM else 1_000_000
PAGES = ["/", "/?q=name+7", "/entries/c00007", "/entries.json?q=7&size=50", "/suggest?q=name"]


@pytest.fixture
def folder():
    with ListFolder.temporary() as folder:
        yield folder


@pytest.fixture
def long(folder):
    folder.write(LONG)
    return folder


class Held(Outside):
    """The list at an address, which arrives when the test lets it."""

    def __init__(self, folder, name="list"):
        super().__init__()
        self.hold(".")
        feed = {"kind": "records", "address": f"{self.address}/list.csv", "entry": {"id": "code", "title": "name"}}
        (folder.path / f"{name}.json").write_text(json.dumps(show_document(name.title(), feed)))

    def answer(self, path, query, headers):
        return 200, "text/csv", ListFolder.text(LONG).encode()


@pytest.fixture
def held(folder):
    held = Held(folder)
    yield held
    held.stop()


def is_served(server):
    return wait_for(lambda: server.visitor.ask("/").status == 200, "the list")


def test_a_server_listens_while_its_list_is_read_and_then_serves_it(folder, held):
    server = folder.serve(ready=False)
    page = server.visitor.ask("/")
    assert page.status == 503
    assert page.header("Retry-After") and page.header("Refresh")
    assert page.header("Cache-Control") == "no-store"
    assert ">Loading</h1>" in page.text and "list" in page.text
    status, words = server.health()
    assert status == 503 and words.startswith("loading: ")
    assert server.visitor.ask("/livez").status == 200
    assert server.visitor.ask("/metrics").status == 200
    assert server.visitor.ask("/manifest.webmanifest").status == 200
    problem = server.visitor.ask("/entries.json")
    assert problem.status == 503 and problem.header("Content-Type") == "application/problem+json"
    held.hold(None)
    is_served(server)
    wait_for(lambda: server.health()[0] == 200, "its health")
    assert total(server) == LONG
    assert server.visitor.ask("/entries/c00077").status == 200


def test_a_fault_found_late_leaves_the_server_up_until_a_reload_succeeds(long):
    # It ends within the list.
    good = (long.path / "list.csv").read_bytes()
    (long.path / "list.csv").write_bytes(b"[" + b'{"code":"x","name":"y"},' * LATE)
    server = long.serve(ready=False)
    wait_for(lambda: not server.health()[1].startswith("loading"), "the fault")
    status, words = server.health()
    assert status == 503 and str(long.path / "list.csv") in words
    page = server.visitor.ask("/")
    assert page.status == 503 and "list.csv" not in page.text and not page.header("Refresh")
    assert server.visitor.ask("/entries.json").status == 503
    server.wait_until_said("is not served")
    assert server.said().count("is not served") == 1
    (long.path / "list.csv").write_bytes(good)
    server.process.send_signal(signal.SIGHUP)
    is_served(server)
    server.wait_until_said("reloaded ")
    assert server.health() == (200, f"ok: {LONG} entries\n")


def test_sigterm_ends_a_program_that_builds_at_once(folder):
    folder.write(LATE)
    server = folder.serve(ready=False)
    assert server.visitor.ask("/").status == 503
    assert server.halt() == 0
    assert "catalog" not in folder.names()


def test_a_reload_while_the_list_is_read_follows_it(folder, held):
    server = folder.serve(ready=False)
    for _ in range(3):
        server.process.send_signal(signal.SIGHUP)
        assert server.visitor.ask("/livez").status == 200
    held.hold(None)
    is_served(server)
    server.wait_until_said("reloaded ")
    assert total(server) == LONG


def test_the_old_list_is_served_while_a_reload_builds_a_new_one(long):
    server = long.serve(ready=False)
    is_served(server)
    long.write(LONG + 7)
    server.process.send_signal(signal.SIGHUP)
    totals = []
    while not totals or totals[-1] != LONG + 7:
        assert server.visitor.ask("/").status == 200
        totals.append(total(server))
    assert set(totals) <= {LONG, LONG + 7}
    server.wait_until_said("reloaded ")
    (long.path / "list.csv").write_text("[{")
    server.process.send_signal(signal.SIGHUP)
    server.wait_until_said("not reloaded: ")
    assert total(server) == LONG + 7


def test_no_show_on_a_shelf_waits_for_another(folder, held):
    feed = {"kind": "records", "file": "short.csv", "entry": {"id": "code", "title": "name"}}
    (folder.path / "short.json").write_text(json.dumps(show_document("Short", feed)))
    (folder.path / "short.csv").write_text("code,name\nA,One\nB,Two\n")
    server = Server([
        PROGRAM, "--show", folder.path / "list.json", "--show", folder.path / "short.json", "--state-dir",
        folder.path / "state", "--resources", ROOT, "--port", 0, "--listen", "127.0.0.1", "--log", "none"], ready=False)
    folder.servers.append(server)
    visitor = folder.visitor(server)
    wait_for(lambda: visitor.ask("/short/").status == 200, "the short list")
    assert visitor.ask("/list/").status == 503
    page = visitor.ask("/")
    assert page.status == 200 and "Loading" in page.text and 'href="/list/"' not in page.text
    held.hold(None)
    wait_for(lambda: visitor.ask("/list/").status == 200, "the long list")
    assert 'href="/list/"' in visitor.ask("/").text


def test_build_writes_the_file_that_a_start_then_opens(long):
    done = long.build()
    assert done.stdout == f"{long.path}/state/catalog: {LONG} entries\n"
    assert long.build().stdout == f"{long.path}/state/catalog: {LONG} entries, unchanged\n"
    server = long.serve(ready=False)
    assert server.visitor.ask("/").status == 200
    server.wait_until_said("from the catalogue file")


def test_build_says_what_it_skipped_and_fails_like_a_start(folder):
    (folder.path / "list.csv").write_text("code,name\nA,One\nA,Two\nB,Three\n")
    done = folder.build()
    assert done.stdout.startswith(f"{folder.path}/state/catalog: 2 entries; skipped 1: ")
    (folder.path / "list.csv").unlink()
    done = folder.run("build", *folder.arguments())
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(r"dramatis: cannot read \S+/list.csv: no such file\n", done.stderr)
    assert folder.run("build").returncode == 2


def copied(folder, count=50):
    """A catalogue file from "another machine", and the server there."""
    folder.write(count)
    folder.build(state="other")
    return shutil.copy(folder.path / "other/catalog", folder.path / "copied")


def test_a_copied_catalogue_file_gives_the_same_pages_without_its_source(folder):
    file = copied(folder)
    origin = folder.serve(state="other")
    (folder.path / "list.csv").rename(folder.path / "gone.csv")
    copy = folder.serve("--catalog", file)
    for target in PAGES:
        one, other = (server.visitor.ask(target) for server in (origin, copy))
        assert (one.status, one.body) == (other.status, other.body), target
        assert one.status == 200
    assert (folder.path / "state/ids").read_bytes() == (folder.path / "other/ids").read_bytes()
    # Whatever happens to the file.
    pathlib.Path(file).write_bytes(b"")
    assert total(copy) == 50


def damaged(file, folder):
    data = bytearray(file.read_bytes())
    for place in range(len(data) // 2, len(data) // 2 + 64):
        data[place] ^= 0x55
    file.write_bytes(data)


def foreign(file, folder):
    show = folder.path / "list.json"
    show.write_text(show.read_text().replace("List", "Other", 1))


def of_another_version(file, folder):
    data = bytearray(file.read_bytes())
    data[8] += 1
    file.write_bytes(data)


@pytest.mark.parametrize(("harm", "reason"), [
    (damaged, "its part \""), (foreign, "it is of another show file or version of the program"),
    (of_another_version, "it is of another version of the program"),
    (lambda file, folder: file.write_text("name\nOne\n"), "it is not a catalogue file"),
    (lambda file, folder: file.unlink(), "No such file or directory"),
])
def test_a_bad_catalogue_file_is_refused_at_the_start(folder, harm, reason):
    file = pathlib.Path(copied(folder))
    harm(file, folder)
    done = folder.run(*folder.arguments("--port", 0, "--catalog", file))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"dramatis: cannot read {file}: {reason}")
    assert done.stderr.count("\n") == 1
    assert [name for name in folder.names() if name != "pictures"] == ["ids", "lock", "show"]


def test_a_new_edition_of_a_catalogue_file_is_served_and_a_bad_one_keeps_the_last(folder):
    file = pathlib.Path(copied(folder))

    def bring(count):
        folder.write(count)
        folder.build(state="other")
        shutil.copy(folder.path / "other/catalog", folder.path / "copied.new")
        (folder.path / "copied.new").rename(file)

    server = folder.serve("--catalog", file)
    is_well(server, 50)
    bring(60)
    serves(server, 60)
    is_well(server, 60)
    damaged(file, folder)
    is_degraded(server, f"cannot read {file}: its part ")
    server.wait_until_said("copy it again")
    assert total(server) == 60
    assert server.halt() == 0
    # Also at a start.
    file.unlink()
    server = folder.serve("--catalog", file)
    assert total(server) == 60
    is_degraded(server, "No such file or directory")
    bring(70)
    serves(server, 70)
    is_well(server, 70)


def test_a_catalogue_file_is_for_one_show_without_a_feed(folder):
    for more in [["--feed", "x.csv"], ["--shows"], ["--show", "simpsons"]]:
        show = [] if more == ["--shows"] else ["--show", folder.path / "list.json"]
        done = folder.run(*show, *more, "--catalog", "x")
        assert done.returncode == 2 and "--catalog" in done.stderr
