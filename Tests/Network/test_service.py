"""As a service: notifications, passed sockets, health checks, metrics, and an end that loses no request."""

import os
import re
import socket
import subprocess

import pytest
from casts import serves, topics
from program import PATIENCE, PROGRAM, HeldPort, wait_for
from visitor import Visitor


def test_notifications_come_in_order(cast):
    name = f"\0dramatis-test-{os.getpid()}"
    cast.write("Apu")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(name)
        manager.settimeout(PATIENCE)

        def told(start):
            """The lines of the next datagram with one that begins so."""
            while True:
                lines = manager.recv(4_096).decode().splitlines()
                if any(line.startswith(start) for line in lines):
                    return lines

        server = cast.serve("--offline", environment={"NOTIFY_SOCKET": name.replace("\0", "@")})
        assert told("")[0] == "READY=1"
        server.process.send_signal(1)
        assert any(line.startswith("MONOTONIC_USEC=") for line in told("RELOADING=1"))
        assert told("READY=1")[-1].startswith("STATUS=ok: 1 bundled entry")
        cast.file.write_text("{")
        server.process.send_signal(1)
        assert told("READY=1")[-1].startswith(f"STATUS=degraded: not reloaded: {cast.file}:1:")
        server.process.terminate()
        told("STOPPING=1")
        assert server.halt() == 0


def test_the_watchdog_of_a_former_unit_is_answered(cast):
    name = f"\0dramatis-watchdog-{os.getpid()}"
    cast.write("Apu")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(name)
        manager.settimeout(PATIENCE)
        cast.serve("--offline", environment={
            "NOTIFY_SOCKET": name.replace("\0", "@"), "WATCHDOG_USEC": "200000"})
        for _ in range(3):
            while manager.recv(4_096) != b"WATCHDOG=1":
                pass


def test_wrong_usage_has_a_level_for_the_journal():
    script = 'JOURNAL_STREAM=$(stat -L -c %d:%i /dev/fd/2) exec "$0" --show wire --port many'
    done = subprocess.run(["sh", "-c", script, PROGRAM], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == '<3>--port takes 0 to 65535, not "many"; see dramatis --help\n'


def passed(cast, descriptor):
    """Starts the program with a socket, as systemd does; its process id is known in the child only."""
    script = 'LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=web exec "$0" "$@" 3<&0 </dev/null'
    process = subprocess.Popen(
        ["sh", "-c", script, PROGRAM, *map(str, [*cast.serving, "--offline", "--log", "none"])], stdin=descriptor,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    cast.ended += [process.wait, process.kill]
    return process


def test_a_passed_socket_is_used_and_outlives_the_program(cast):
    cast.write("Apu")
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
        for _ in range(2):
            # A connection made before waits for the program.
            visitor = Visitor(port, f"127.0.0.1:{port}")
            visitor.connection = visitor.connect()
            visitor.connection.connect()
            process = passed(cast, held)
            wait_for(lambda: visitor.ask("/entries/apu").status == 200, "the entry")
            visitor.close()
            process.terminate()
            said, errors = process.communicate(timeout=PATIENCE)
            assert process.returncode == 0 and f":{port}/" in said and "--port and --listen are ignored" in errors
    with open(os.devnull) as file:
        process = passed(cast, file)
        assert process.communicate(timeout=PATIENCE)[1] == (
            "dramatis: the passed socket 3 (web) is not a listening TCP socket\n")
        assert process.returncode == 1


def healthcheck(cast, *arguments, environment=None):
    """A finished check, repeated if its three seconds were too short for a busy machine."""
    found = []

    def is_in_time():
        found.append(cast.run("healthcheck", *arguments, environment=environment))
        return "did not answer in full within" not in found[-1].stderr

    wait_for(is_in_time, "an answer within the time of a check")
    return found[-1]


def test_health_is_reported_without_lines_in_the_access_log(cast):
    cast.write("Apu")
    server = cast.serve("--offline", "--base-path", "/cast", log="combined")
    for target in ["/healthz", "/cast/healthz"]:
        answer = server.visitor.ask(target)
        assert (answer.status, answer.text) == (200, "ok: 1 bundled entry\n")
    for arguments, environment in [
            (["--port", server.port], {"DRAMATIS_BASE_PATH": "cast/"}), ([], {"DRAMATIS_PORT": str(server.port)}),
            (["--url", f"http://localhost:{server.port}/healthz"], {}),
            (["--show", cast.file, f"--port={server.port}"], {"DRAMATIS_LISTEN": "0.0.0.0"})]:
        done = healthcheck(cast, *arguments, environment=environment)
        assert (done.returncode, done.stdout) == (0, "ok: 1 bundled entry\n"), done.stderr
    server.visitor.ask("/cast/")
    server.wait_until_said('"GET /cast/ HTTP/1.1" 200 ')
    assert "healthz" not in server.said() and server.halt() == 0
    held = HeldPort()
    done = cast.run("healthcheck", "--port", held.number)
    held.release()
    assert done.returncode == 1
    assert done.stderr == "dramatis: not well: 127.0.0.1 cannot be reached: Connection refused\n"


@pytest.mark.parametrize(("answer", "words"), [
    (None, "ended"), ((500, None, b""), "status 500"), ((301, None, b""), "status 301")])
def test_a_healthcheck_fails_for_other_answers(cast, answer, words):
    done = cast.run("healthcheck", "--url", f"{cast.source(answer).address}/healthz")
    assert done.returncode == 1 and (answer is None or words in done.stderr)


def test_metrics_are_well_formed_and_count_requests_and_refreshes(cast):
    cast.write("Apu", "Moe", feed=cast.source(topics("Apu", "Moe", "Barney")).address)
    server = cast.serve()
    serves(server, "Apu", "Barney", "Moe")
    # The list is served before its refresh is counted.
    wait_for(lambda: 'outcome="changed"} 1' in server.visitor.ask("/metrics").text, "the refresh")
    for target in ["/", "/", "/entries/apu", "/entries/unreachable", "/nothing", "/pictures/apu"]:
        server.visitor.ask(target)
    answer = server.visitor.ask("/metrics")
    assert answer.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8"
    values, types = {}, {}
    for line in answer.text.splitlines():
        if kind := re.fullmatch(r"# TYPE (\w+) (counter|gauge|summary)", line):
            assert types.setdefault(kind[1], kind[2]) == kind[2]
        elif not re.fullmatch(r"# HELP \w+ .+", line):
            name, value = re.fullmatch(r'(\w+(?:\{(?:\w+="[^"]*",?)+\})?) (\S+)', line).groups()
            assert name not in values
            values[name] = float(value)
    assert values['dramatis_http_request_duration_seconds_sum{route="list"}'] > 0
    for name, value in [
            ('http_requests_total{route="list",status="200"}', 2),
            ('http_requests_total{route="entry",status="200"}', 1),
            ('http_requests_total{route="entry",status="404"}', 1),
            ('http_requests_total{route="other",status="404"}', 1),
            ('http_request_duration_seconds_count{route="list"}', 2), ("catalog_entries", 3),
            ('feed_refreshes_total{outcome="changed"}', 1), ('feed_refreshes_total{outcome="failed"}', 0)]:
        assert values[f"dramatis_{name}"] == value, name


@pytest.mark.parametrize("is_repeated", [False, True])
def test_an_answer_in_flight_is_finished_unless_a_second_signal_comes(cast, is_repeated):
    # Larger than the socket buffers of both sides.
    picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(5_000_000)
    host = cast.source(picture)
    (cast.folder / "answer.json").write_text(topics("Apu", icon=lambda name: f"{host.address}/apu"))
    cast.write(pictures={"hosts": ["127.0.0.1"], "privateAddresses": True})
    server = cast.serve("--feed", cast.folder / "answer.json")
    wait_for(lambda: len(server.visitor.ask("/pictures/apu").body) > 1_000_000, "the picture itself")
    server.visitor.close()
    with socket.socket() as reader:
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        reader.settimeout(PATIENCE)
        reader.connect(("127.0.0.1", server.port))
        reader.sendall(b"GET /pictures/apu HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        found = [reader.recv(1_000)]
        server.process.terminate()

        def is_closed():
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", server.port)) != 0

        if is_repeated:
            wait_for(is_closed, "the end of listening")
            server.process.terminate()
            assert server.process.wait(PATIENCE) == 0
        try:
            while part := reader.recv(65_536):
                found.append(part)
        except ConnectionResetError:
            assert is_repeated
    assert (b"".join(found).partition(b"\r\n\r\n")[2] == picture) != is_repeated
    assert server.halt() == 0
