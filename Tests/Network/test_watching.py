"""Lists in files and folders that change, vanish and come back while a show is served, or are missing at its start."""

import os
import socket
import stat
import subprocess

import pytest
from lists import ListFolder, is_degraded, is_well
from program import PATIENCE, PROGRAM, ROOT


@pytest.fixture
def drive():
    with ListFolder.temporary("drive/list.csv") as folder:
        yield folder


def gauge(server, reason):
    return f'dramatis_degraded{{reason="{reason}"}} 1' in server.visitor.ask("/metrics").text


def test_a_failed_reload_is_a_part_of_the_health_until_one_succeeds(drive):
    drive.write(40)
    server = drive.serve()
    show = drive.path / "list.json"
    good = show.read_text()
    show.write_text("{")
    server.process.send_signal(1)
    is_degraded(server, f"not reloaded: {show}:1:2: ")
    server.wait_until_said("not reloaded: ")
    assert gauge(server, "reload") and "reloaded" not in server.said().split("not reloaded: ")[1]
    show.write_text(good)
    server.process.send_signal(1)
    server.wait_until_said(f"info dramatis: reloaded {show}")
    is_well(server, 40)


def test_a_variable_that_is_no_setting_is_warned_of(drive):
    drive.write(3)
    server = drive.serve(environment={"DRAMATIS_PROT": "1"})
    server.wait_until_said("DRAMATIS_PROT is no setting and is ignored; did you mean DRAMATIS_PORT?")


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
        "--listen", f"unix:{path}", "--metrics-from", "192.0.2.0/24"]

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
        line = next(line for line in said.splitlines() if '"GET / HTTP/1.1" 200 ' in line)
        assert line.startswith("203.0.113.9 - - [")
    finally:
        process.kill()
        process.communicate()
