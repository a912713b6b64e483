"""The state folder: whose it is, its disk, its lock; what a purge keeps; want of memory and descriptors."""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import time

import pytest
from casts import titles
from program import PROGRAM, ROOT, wait_for


def modes(folder):
    return {path: (path.stat().st_mode, path.read_text() if path.is_file() else "")
            for path in [folder, *folder.rglob("*")]}


@pytest.mark.parametrize("command", [["build"], ["check", "--accept"], []])
def test_a_file_is_no_state_folder(cast, command):
    cast.write("Apu")
    cast.state.write_text("root:x:0:0:")
    cast.state.chmod(0o644)
    before = modes(cast.state)
    done = cast.run(*command, "--show", cast.file, "--state-dir", cast.state, *([] if command else cast.place))
    assert done.returncode == 1
    assert done.stderr == f"dramatis: the state folder {cast.state} is a file; choose another with --state-dir\n"
    assert modes(cast.state) == before


@pytest.mark.parametrize("command", [["open"], ["build"], ["check", "--accept"], []])
def test_a_folder_of_somebody_else_is_left_alone(cast, command):
    cast.write("Apu")
    for name in ["pictures", "favorites"]:
        (cast.state / name).mkdir(parents=True)
        (cast.state / name / "own.txt").write_text("own")
        (cast.state / name).chmod(0o777)
    cast.state.chmod(0o755)
    list = cast.folder / "list.csv"
    list.write_text("title\nApu\n")
    show = [list] if command == ["open"] else ["--show", cast.file]
    before = modes(cast.state)
    done = cast.run(*command, *show, "--state-dir", cast.state, *([] if command else cast.place))
    assert done.returncode == 1
    assert done.stderr == (f"dramatis: the folder {cast.state} is not a show's: it has \"favorites\"; choose an empty "
                           "or a new one with --state-dir\n")
    assert modes(cast.state) == before


def test_an_empty_disk_and_the_folder_of_an_older_version_are_used(cast):
    cast.write("Apu")
    (cast.state / "lost+found").mkdir(parents=True)
    (cast.state / ".trash").mkdir()
    server = cast.serve("--offline")
    assert titles(server) == ["Apu"]
    assert (cast.state / "lock").read_text() == f"{server.process.pid}\ndramatis\n"
    server.halt()
    # Version 0.14 knows no mark; an operator's own files lie beside.
    (cast.state / "lock").write_text("4321\n")
    (cast.state / "notes.txt").write_text("own")
    assert titles(cast.serve("--offline")) == ["Apu"]
    assert (cast.state / "notes.txt").read_text() == "own"


def test_a_volume_for_favorites_alone_is_used(cast):
    cast.write("Apu")
    (cast.state / "favorites/lost+found").mkdir(parents=True)
    (cast.state / "favorites/key").write_text("k" * 32)
    assert titles(cast.serve("--offline")) == ["Apu"]


def test_an_empty_lock_marks_no_folder(cast):
    cast.write("Apu")
    cast.state.mkdir()
    for name in ["lock", "list.snapshot", "photo.jpg"]:
        (cast.state / name).write_text("")
    done = cast.run(*cast.serving)
    assert done.returncode == 1 and 'is not a show\'s: it has "photo.jpg"' in done.stderr


@pytest.fixture(scope="module")
def preloaded(tmp_path_factory):
    """The library that lets writes fail and wait."""
    library = tmp_path_factory.mktemp("disk") / "disk.so"
    compiler = shutil.which("clang") or pathlib.Path(shutil.which("swiftc")).resolve().with_name("clang")
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", library, ROOT / "Tests/Harness/disk.c"], check=True)
    return library


@pytest.mark.parametrize(("trouble", "words", "least"), [
    ("read-only", "Read-only file system", 0), ("hangs", "its disk has not answered for 10 s", 10)])
def test_a_disk_that_fails_or_hangs_is_told_until_it_writes_again(cast, preloaded, trouble, words, least):
    cast.write("Apu")
    said = cast.folder / "trouble"
    said.write_text("")
    server = cast.serve("--offline", environment={"LD_PRELOAD": str(preloaded), "DISK_TROUBLE": str(said)})
    sentence = f"the state folder {cast.state} cannot be written: {words}"
    assert server.health()[1].startswith("ok")
    start = time.monotonic()
    said.write_text(trouble)
    wait_for(lambda: server.health()[1].startswith(f"degraded: {sentence}"), server.health)
    # Not at the first delay either.
    assert time.monotonic() - start >= least
    assert titles(server) == ["Apu"]
    said.write_text("")
    wait_for(lambda: server.health()[1].startswith("ok"), server.health)


def test_a_removed_state_folder_is_made_and_locked_again(cast):
    cast.write("Apu")
    server = cast.serve("--offline")
    shutil.rmtree(cast.state)
    wait_for((cast.state / "lock").exists, "the lock")
    wait_for(lambda: server.health()[1].startswith(
        f"degraded: the state folder {cast.state} was removed or replaced at "), server.health)
    done = cast.run(*cast.serving, "--offline")
    assert done.returncode == 1 and f"is in use by process {server.process.pid}; " in done.stderr


def test_a_second_process_in_a_removed_state_folder_is_told(cast):
    cast.write("Apu")
    server = cast.serve("--offline")
    # It would make the folder again before the second starts.
    server.process.send_signal(signal.SIGSTOP)
    shutil.rmtree(cast.state)
    second = cast.serve("--offline")
    server.process.send_signal(signal.SIGCONT)
    sentence = (f"degraded: the state folder {cast.state} cannot be written: it was removed or replaced, and now the "
                f"state folder {cast.state} is in use by process {second.process.pid}; ")
    wait_for(lambda: server.health()[1].startswith(sentence), server.health)
    assert second.health()[1].startswith("ok")


def test_healthcheck_finds_a_show_on_ipv6_alone(cast):
    cast.write("Apu")
    with socket.socket(socket.AF_INET6) as probe:
        try:
            probe.bind(("::1", 0))
        except OSError:
            pytest.skip("without IPv6")
    server = cast.start("--show", cast.file, "--state-dir", cast.state, "--offline", "--port", 0, "--listen", "::1")
    done = cast.run("healthcheck", "--show", cast.file, "--port", server.port)
    assert (done.returncode, done.stdout[:2]) == (0, "ok"), done.stderr


def test_connections_that_lack_descriptors_are_told_once_a_minute(cast):
    cast.write("Apu")
    # 192 are kept for other purposes, and each connection may send a file.
    script = 'ulimit -n 200; exec "$0" "$@"'
    server = cast.start("--offline", *cast.serving, program=["sh", "-c", script, PROGRAM])
    held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(60)]
    line = ("connections are refused: the limit of open files allows 4 at a time; raise ulimit -n (LimitNOFILE)")
    server.wait_until_said(line)
    held += [socket.create_connection(("127.0.0.1", server.port)) for _ in range(60)]
    for one in held:
        one.close()

    def is_served():
        # It is refused too until the server has seen the others close.
        with contextlib.suppress(ConnectionError):
            return titles(server) == ["Apu"]

    wait_for(is_served, "the entry")
    assert server.said().count("raise ulimit -n") == 1


def test_a_purge_keeps_shows_that_the_package_did_not_bring(tmp_path):
    etc, state = tmp_path / "etc/dramatis", tmp_path / "var/lib/private/dramatis"
    # The package's simpsons.json has gone before.
    for path in [etc / "simpsons.env", etc / "dramatis.env", state / "simpsons/show", etc / "plants.json",
                 etc / "plants.env", state / "plants/favorites/ab/x.json", etc / "tls/plants.pem"]:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    def purge():
        done = subprocess.run(["sh", ROOT / "config/package/debian/postrm", "purge"], capture_output=True, text=True,
                              env={**os.environ, "DPKG_ROOT": str(tmp_path)}, check=True)
        return done.stdout, [str(path.relative_to(tmp_path)) for path in sorted(tmp_path.rglob("*")) if path.is_file()]
    said, left = purge()
    assert re.fullmatch("dramatis: .*/etc/dramatis has shows of your own, which stay, with their favorites\n", said)
    assert left == ["etc/dramatis/dramatis.env", "etc/dramatis/plants.env", "etc/dramatis/plants.json",
                    "etc/dramatis/tls/plants.pem", "var/lib/private/dramatis/plants/favorites/ab/x.json"]
    (etc / "plants.json").unlink()
    assert purge() == ("", [])
