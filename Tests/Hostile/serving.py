"""Attacks on what visitors share: handshakes, processor time, and the end of the program."""

import contextlib
import http.client
import json
import multiprocessing
import os
import pathlib
import signal
import socket
import ssl
import statistics
import subprocess
import tempfile
import threading
import time

from documents import show_document
from flood import Flood
from program import PROGRAM, ROOT, Show, wait_for
from visitors import Target
from watch import percentile

DEVICES = [f"127.0.66.{number}" for number in range(1, 4)]
OTHER, BROWSER, EARLIER = "127.0.99.1", "127.0.99.2", "127.0.99.3"
SECONDS = 6
# Limits of another visitor's waiting time in seconds: the slowest page, the 95th percentile of stars.
PAGE, STAR = 0.3, 0.1
# As service managers have it, before they kill; and how long the program takes with a log that is read.
END = 6.5


@contextlib.contextmanager
def certificate(kind):
    """The flags of a certificate with a key of a kind such as `rsa:4096`."""
    with tempfile.TemporaryDirectory(prefix="dramatis-test-") as folder:
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", *kind.split(), "-nodes", "-subj", "/CN=localhost", "-days", "90",
             "-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem"], check=True, capture_output=True)
        yield ["--tls-cert", f"{folder}/cert.pem", "--tls-key", f"{folder}/key.pem"]


def trusting():
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def hello():
    """One ClientHello, to be replayed."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    with contextlib.suppress(ssl.SSLWantReadError):
        trusting().wrap_bio(incoming, outgoing).do_handshake()
    return outgoing.read()


def replay(port, source, message, pause):
    """Replays a ClientHello over 100 connections; with a pause, on connections that were opened before it."""
    os.nice(10)
    while True:
        ones = []
        for _ in range(100):
            with contextlib.suppress(OSError):
                one = socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(source, 0))
                ones.append(one)
                if not pause:
                    one.sendall(message)
        time.sleep(pause)
        for one in ones:
            with contextlib.suppress(OSError):
                if pause:
                    one.sendall(message)
        for one in ones:
            with contextlib.suppress(OSError):
                one.settimeout(0.5)
                one.recv(4096)
            one.close()


@contextlib.contextmanager
def replaying(port, pause=0):
    context, message = multiprocessing.get_context("fork"), hello()
    processes = [context.Process(target=replay, args=[port, source, message, pause]) for source in DEVICES]
    for process in processes:
        process.start()
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


def page(port, source, context, target="/"):
    """Seconds for a page over a new connection."""
    start = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(source, 0)) as plain, \
            context.wrap_socket(plain, server_hostname="localhost") as one:
        one.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        while one.recv(65_536):
            pass
    return time.monotonic() - start


def shown(waits):
    return (f"median {1_000 * statistics.median(waits):.0f} ms, slowest {1_000 * max(waits):.0f} ms "
            f"of {len(waits)}") if waits else "none"


def handshakes(name, key, pause=0, seconds=SECONDS):
    faults = []
    with certificate(key) as flags:
        show = Show("simpsons", *flags)
        try:
            context = trusting()
            before = [page(show.port, EARLIER, context) for _ in range(20)]
            waits, browsers = [], []
            with replaying(show.port, pause):
                end = time.monotonic() + seconds
                while time.monotonic() < end:
                    waits.append(page(show.port, OTHER, context))
                    # A browser opens six connections at once.
                    ones = []
                    threads = [threading.Thread(target=lambda: ones.append(page(show.port, BROWSER, context)))
                               for _ in range(6)]
                    for thread in threads:
                        thread.start()
                    for thread in threads:
                        thread.join()
                    browsers.append(max(ones))
                    time.sleep(0.6)
            print(f"{name}: a page {shown(before)}; during it {shown(waits)}; six connections {shown(browsers)}; "
                  f"health: {show.health()[1].strip()}", flush=True)
            for what, slowest in [("a page", max(waits)), ("a browser's connection", max(browsers))]:
                if slowest > PAGE:
                    faults.append(f"{name}: {what} took {slowest:.2f} s")
        finally:
            show.stop()
    return faults


def replayed_handshakes(world):
    """Three devices replay a ClientHello over 100 connections each, with RSA 4096 and with the key of `make cert`."""
    return (handshakes("replayed, RSA 4096", "rsa:4096")
            + handshakes("replayed, EC", "ec -pkeyopt ec_paramgen_curve:P-256"))


def held_handshakes(world):
    """The same on connections that were opened quietly before, so that all begin at the same moment."""
    return handshakes("opened earlier, RSA 4096", "rsa:4096", pause=5, seconds=20)


def costly_pages(world):
    """Three devices ask for labels, codes and favorites; another visitor stars."""
    faults = []
    files = tempfile.TemporaryDirectory(prefix="dramatis-test-")
    pathlib.Path(files.name, "things.csv").write_text(
        "id,title\n" + "".join(f"{number},Thing number {number} of all\n" for number in range(2_000)))
    feed = {"kind": "records", "file": f"{files.name}/things.csv", "entry": {"id": "id", "title": "title"}}
    # Under this name others reach it, so that labels have codes.
    show = Show(show_document("Things", feed, language="en", server={"hosts": ["things.test"]}))
    try:
        target = Target(show)
        star = f"/favorites/{json.loads(target.ask('/entries.json?size=1')[2])['entries'][0]['id']}"

        def stars(count):
            waits = []
            for _ in range(count):
                start = time.monotonic()
                status = target.star(star, source=OTHER, cookie=cookie)[0]
                waits.append(time.monotonic() - start)
                if status not in (200, 303):
                    faults.append(f"a star got {status}")
            return waits

        cookie = target.visitor(star, source=OTHER)
        before = stars(50)
        paths = ["/labels?page={0}&z={0}", "/connect?z={0}", "/labels?sheet=letter-3x10&z={0}"]
        with Flood(show.port, DEVICES, 60, lambda number: paths[number % 3].format(number), "things.test"):
            time.sleep(1)
            during = stars(100)
        start = time.monotonic()
        size, took = len(target.ask("/labels", headers={"Host": "things.test"})[2]), time.monotonic() - start
        print(f"costly pages: stars {shown(before)}; during it {shown(during)}; a page of labels "
              f"{size} bytes, {1_000 * took:.0f} ms", flush=True)
        if percentile(during, 0.95) > STAR:
            faults.append(f"5 % of the stars took more than {percentile(during, 0.95):.2f} s")
    finally:
        show.stop()
        files.cleanup()
    return faults


def ended(name, arguments, prepare):
    """Ends a program with a full output pipe amid requests of three devices; `prepare(reader, writer)` fills it."""
    reader, writer = os.pipe()
    with tempfile.TemporaryDirectory(prefix="dramatis-test-") as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        prepare(reader, writer)
        program = subprocess.Popen(
            [PROGRAM, "--show", "simpsons", "--listen", "127.0.0.1", "--port", str(port), "--offline", "--resources",
             ROOT, "--config-dir", ROOT / "config", "--state-dir", f"{folder}/state", *arguments],
            stdout=writer, stderr=writer)
        os.close(writer)
        try:
            def answers():
                with contextlib.suppress(OSError, http.client.HTTPException):
                    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
                    with contextlib.closing(connection):
                        connection.request("GET", "/livez")
                        return connection.getresponse().status == 200
                return False

            wait_for(answers, "an answer", 60)
            with Flood(port, DEVICES, 30, lambda number: f"/?z={number}"):
                time.sleep(3)
                alive = answers()
                start = time.monotonic()
                program.send_signal(signal.SIGTERM)
                try:
                    status = program.wait(40)
                except subprocess.TimeoutExpired:
                    status = None
                lasted = time.monotonic() - start
            print(f"{name}: answers {alive}; ended {lasted:.1f} s after SIGTERM with {status}", flush=True)
            if status != 0 or lasted > END:
                return [f"{name}: ended after {lasted:.1f} s with {status}"]
            return [] if alive else [f"{name}: no answer while the log is full"]
        finally:
            program.kill()
            program.wait()
            os.close(reader)


def fill(_, writer):
    os.set_blocking(writer, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(writer, b"x" * 4096)
    os.set_blocking(writer, True)


def logs_that_nobody_reads(world):
    """A full pipe from the start, one that requests fill, and one that does not block."""
    faults = ended("a full log", [], fill) + ended("a log that fills up", ["--log", "combined"], lambda *_: None)
    return faults + ended("a full log that does not block", [],
                          lambda reader, writer: (fill(reader, writer), os.set_blocking(writer, False)))


KINDS = [replayed_handshakes, held_handshakes, costly_pages, logs_that_nobody_reads]
