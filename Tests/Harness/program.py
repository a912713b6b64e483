"""Starts, waits for and ends programs, for all tests."""

import atexit
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("DRAMATIS", str(ROOT / ".build/debug/dramatis"))
# A short list of cities, for tests that don't need all of them.
CITIES = ROOT / "Tests/Samples/cities.json"
# Seconds to wait for anything, long enough for a busy machine.
PATIENCE = int(os.environ.get("PATIENCE", "240"))

# Closes what lives as long as the run: shared shows, browsers, certificates.
RUN = contextlib.ExitStack()
atexit.register(RUN.close)


def wait_for(condition, what, seconds=PATIENCE):
    """Waits until `condition()` is true and returns its value; the timeout error names `what`."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds} s for {what() if callable(what) else what}")
        time.sleep(0.02)
    return value


def end(process):
    """Ends a process and returns its status; kills it and fails if it does not end."""
    if process.poll() is None:
        # A stopped process would not handle SIGTERM.
        process.send_signal(signal.SIGCONT)
        process.terminate()
    try:
        return process.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise AssertionError(f"{process.args[0]} did not end within {PATIENCE} s of SIGTERM") from None


class HeldPort:
    """A reserved port of the loopback: bound but never listening, so that connections are refused.

    A server that sets SO_REUSEADDR, as ours all do, can still listen on it.
    """

    def __init__(self, address="127.0.0.1"):
        self.address = address
        self.holder = socket.socket()
        self.holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.holder.bind((address, 0))
        self.number = self.holder.getsockname()[1]

    def is_answered(self):
        with socket.socket() as probe:
            return probe.connect_ex((self.address, self.number)) == 0

    def wait_for(self, process):
        """Waits until the process listens on it; raises an error if it ends instead."""
        wait_for(lambda: process.poll() is not None or self.is_answered(), f"{process.args[0]} to listen")
        if process.poll() is not None:
            raise RuntimeError(f"{process.args[0]} ended with status {process.returncode}")

    def release(self):
        self.holder.close()


class Server:
    """A command that prints where it listens, with a folder for its output."""

    def __init__(self, command, output=None, environment=None, ready=True):
        """`output`: a descriptor for standard output, read by the caller; `ready`: whether to wait for its list."""
        self.command, self.output, self.ready = [str(part) for part in command], output, ready
        self.environment = {**os.environ, **(environment or {})}
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="dramatis-test-"))
        self.process = None
        self.start()

    def start(self):
        """Starts it and returns once it listens and has read its list."""
        with open(self.folder / "errors", "ab") as errors, open(self.folder / "output", "wb") as printed:
            self.process = subprocess.Popen(
                self.command, stdout=self.output or printed, stderr=errors, env=self.environment)
        if self.output:
            return
        wait_for(lambda: self.process.poll() is not None or self.found(), f"{self.command[0]} to listen")
        if not self.found():
            said, status = self.said(), self.process.wait()
            self.stop()
            raise RuntimeError(said or f"{self.command[0]} ended with status {status} and no message")
        self.scheme, self.host, port = self.found().groups()
        self.port, self.address = int(port), self.found().group(0).removeprefix("listening on ")
        if self.ready:
            wait_for(lambda: self.process.poll() is not None or not self.is_reading(), "its list to be read")

    def health(self):
        """The status and the text of /healthz."""
        address = f"{self.scheme}://{self.host}:{self.port}/healthz"
        try:
            with urllib.request.urlopen(address, context=ssl._create_unverified_context()) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.status, refused.read().decode()

    def is_reading(self):
        """Whether it is reading its list, or a shelf one of its lists; not whether a replica waits for a feed."""
        with contextlib.suppress(OSError):
            words = self.health()[1]
            is_loading = words.startswith("loading: ") or "without a catalog yet" in words
            return is_loading and "waiting for the feed" not in words

    def found(self):
        """The first address that it prints, once the line is complete."""
        printed = (self.folder / "output").read_text()
        return re.search(r"listening on (https?)://(\[\S+?\]|\S+?):(\d+)(?=\S*\n)", printed)

    def said(self):
        """Its standard error so far."""
        return (self.folder / "errors").read_text()

    def wait_until_said(self, text, count=1):
        wait_for(lambda: self.said().count(text) >= count,
                 lambda: f"{text!r} on standard error, which has: {self.said()[-2_000:]}")

    def halt(self):
        """Ends it so that it can be started again."""
        status, self.process = end(self.process), None
        return status

    def stop(self):
        """Ends it for good and removes its files."""
        try:
            if self.process:
                self.halt()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)


def few_cities(folder):
    """The path of our show of cities with a short list."""
    path = pathlib.Path(folder, "cities.json")
    path.write_text(json.dumps(json.loads((ROOT / "config/cities.json").read_text()) | {"bundled": str(CITIES)}))
    return str(path)


class Show(Server):
    """One show, offline by default, on a free port of the loopback and with its own state folder."""

    def __init__(self, show, *options, server=None, offline=True, listen="127.0.0.1", port=0, log="none",
                 resources=ROOT, config=ROOT / "config", program=PROGRAM, **more):
        """`show`: a name in config/, a path, or a configuration; `server`: replaces that part of a named one."""
        self.files = tempfile.TemporaryDirectory(prefix="dramatis-show-")
        self.show, self.resources = few_cities(self.files.name) if show == "cities" else show, resources
        if server is not None:
            self.show = json.loads((ROOT / f"config/{show}.json").read_text()) | {"server": server}
        path = self.show if isinstance(self.show, str) else self.write()
        command = [
            program, "--show", path, "--port", port, *(["--listen", listen] if listen else []), "--log", log,
            *(["--offline"] if offline else []), "--resources", resources, "--config-dir", config,
            "--state-dir", pathlib.Path(self.files.name, "state"), *options]
        try:
            super().__init__(command, **more)
        except BaseException:
            # The caller has no show to stop yet.
            if getattr(self, "process", None) and self.process.poll() is None:
                self.process.kill()
                self.process.wait()
            self.files.cleanup()
            raise

    def write(self):
        """Writes the configuration to its file for the next start or reload."""
        path = pathlib.Path(self.files.name, "show.json")
        # Make paths relative to config/ absolute.
        bundled = {"bundled": str(ROOT / "config" / self.show["bundled"])} if "bundled" in self.show else {}
        path.write_text(json.dumps(self.show | bundled))
        return path

    def stop(self):
        super().stop()
        self.files.cleanup()


SHARED = {}


def shared(show, *options, kind=Show):
    """The show with these options, shared by all tests of a run that only read or use their own cookie."""
    key = (show, options, kind)
    if key not in SHARED:
        SHARED[key] = served = kind(show, *options)
        RUN.callback(served.stop)
    return SHARED[key]
