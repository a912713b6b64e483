"""Lists in files and folders that change, vanish and come back while a show is served, or are missing at its start."""

import json
import os
import socket
import stat
import subprocess

import pytest
from documents import show_document
from lists import ListFolder, is_degraded, is_well, serves, total
from program import PATIENCE, PROGRAM, ROOT, wait_for


@pytest.fixture
def drive():
    with ListFolder.temporary("drive/list.csv") as folder:
        yield folder


def gauge(server, reason):
    return f'dramatis_degraded{{reason="{reason}"}} 1' in server.visitor.ask("/metrics").text


def test_a_file_is_served_as_it_changes_and_kept_while_it_cannot_be_read(drive):
    drive.write(40)
    server = drive.serve()
    is_well(server, 40)
    # Replaced as a whole, then written in place.
    drive.write(41)
    serves(server, 41)
    drive.list.write_text(drive.text(42))
    serves(server, 42)
    # Cut within a record, and gone: the list stays.
    for text, words in [(drive.text(41) + "C41", "it ends within a record"), (None, "no such file")]:
        if text is None:
            drive.list.unlink()
        else:
            drive.list.write_text(text)
        is_degraded(server, words)
        assert gauge(server, "feed") and total(server) == 42
    said = server.said()
    assert said.count("it ends within a record") == 1 and said.count("no such file") == 1
    drive.write(42)
    is_well(server, 42)
    assert not gauge(server, "feed")


def test_a_show_starts_with_its_last_list_while_the_drive_is_missing(drive):
    drive.write(40)
    server = drive.serve()
    is_well(server, 40)
    assert server.halt() == 0
    drive.list.parent.rename(drive.path / "away")
    server = drive.serve()
    assert total(server) == 40
    is_degraded(server, "no such file")
    assert "; serving the last good list, 40 entries" in server.said()
    assert server.halt() == 0
    # Even if the show's file is another meanwhile, and its last list of no use.
    show = drive.path / "list.json"
    show.write_text(show.read_text().replace("List", "Other", 1))
    server = drive.serve()
    status, words = server.health()
    assert status == 503 and "no such file" in words
    assert server.visitor.ask("/").status == 503 and server.visitor.ask("/livez").status == 200
    (drive.path / "away").rename(drive.list.parent)
    serves(server, 40)
    is_well(server, 40)


def test_a_folder_of_pictures_is_watched_and_found_again(drive):
    picture = (ROOT / "Public/icons/wire/icon-192.png").read_bytes()
    for name in ["a", "b"]:
        (drive.list.parent / f"{name}.png").write_bytes(picture)
    feed = {"kind": "records", "file": "drive", "entry": {"id": "id", "title": "title", "picture": "picture"}}
    (drive.path / "list.json").write_text(json.dumps(show_document("List", feed)))
    server = drive.serve()
    is_well(server, 2)
    (drive.list.parent / "deep").mkdir()
    (drive.list.parent / "deep/c.png").write_bytes(picture)
    serves(server, 3)
    assert server.halt() == 0
    drive.list.parent.rename(drive.path / "away")
    server = drive.serve()
    is_degraded(server, "no such file")
    (drive.path / "away").rename(drive.list.parent)
    is_well(server, 3)
    address = next(entry["picture"] for entry in server.visitor.ask("/entries.json").json["entries"])
    wait_for(lambda: server.visitor.ask(address).header("Content-Type") in ("image/png", "image/webp"), "the picture")


def test_a_failed_reload_is_a_part_of_the_health_until_one_succeeds(drive):
    drive.write(40)
    server = drive.serve()
    show = drive.path / "list.json"
    good = show.read_text()
    show.write_text("{")
    server.process.send_signal(1)
    is_degraded(server, f"not reloaded: {show}:1:2: ")
    assert gauge(server, "reload") and "reloaded" not in server.said().split("not reloaded: ")[1]
    show.write_text(good)
    server.process.send_signal(1)
    server.wait_until_said(f"info dramatis: reloaded {show}")
    is_well(server, 40)


def test_a_variable_that_is_no_setting_is_warned_of(drive):
    drive.write(3)
    server = drive.serve(environment={"DRAMATIS_PROT": "1"})
    assert "DRAMATIS_PROT is no setting and is ignored; did you mean DRAMATIS_PORT?" in server.said()


def certificate(folder, days):
    subprocess.run([
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
        folder / "key.pem", "-out", folder / "certificate.pem", "-subj", "/CN=localhost", "-days", str(days)],
        check=True, capture_output=True)


def ask(path, target, *headers):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE)
        connection.connect(str(path))
        lines = [f"GET {target} HTTP/1.1", "Host: localhost", "Connection: close", *headers, "", ""]
        connection.sendall("\r\n".join(lines).encode())
        return connection.makefile("rb").read().decode()


def test_a_proxy_reaches_a_unix_socket_that_ends_with_the_program(drive):
    drive.write(3)
    path = drive.path / "http.sock"
    command = [
        PROGRAM, "--show", drive.path / "list.json", "--state-dir", drive.path / "state", "--resources", ROOT,
        "--listen", f"unix:{path}", "--log", "json", "--metrics-from", "192.0.2.0/24"]

    def start():
        process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdout.readline().decode() == f"listening on unix:{path}\n"
        return process

    process = start()
    try:
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o660
        assert ask(path, "/entries.json").startswith("HTTP/1.1 200 ")
        # The proxy's word counts.
        assert ask(path, "/", "X-Forwarded-For: 203.0.113.9").startswith("HTTP/1.1 200 ")
        other = subprocess.run(
            list(map(str, command[:3])) + [
                "--state-dir", str(drive.path / "other"), *map(str, command[5:])],
            capture_output=True, text=True, timeout=PATIENCE)
        assert other.returncode == 1
        assert f"cannot listen on unix:{path}: another process listens on it" in other.stderr
        check = subprocess.run(
            [PROGRAM, "healthcheck", "--listen", f"unix:{path}"], capture_output=True, text=True, timeout=PATIENCE)
        assert (check.returncode, check.stdout) == (0, "ok: 3 entries\n")
        process.kill()
        process.communicate()
        assert path.exists()
        # The socket of a dead process is replaced.
        process = start()
        assert ask(path, "/livez").startswith("HTTP/1.1 200 ")
        assert ask(path, "/", "X-Forwarded-For: 203.0.113.9").startswith("HTTP/1.1 200 ")
        process.terminate()
        said = process.communicate(timeout=PATIENCE)[1].decode()
        assert process.returncode == 0 and not path.exists()
        line = json.loads(next(line for line in said.splitlines() if '"target":"/"' in line))
        assert line["peer"] == "203.0.113.9" and line["milliseconds"] >= 0
    finally:
        process.kill()
        process.communicate()
