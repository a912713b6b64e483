"""Programs on free ports for the tests of what lies between a show and its visitors."""

import json
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("DRAMATIS", str(ROOT / ".build/debug/dramatis"))
HOST = "home.example"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for_port(port, process):
    for _ in range(400):
        if process.poll() is not None:
            return False
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return True
        time.sleep(0.05)
    return False


def end(process):
    process.terminate()
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Show:
    """One show, offline, with a state directory of its own; `hosts` are names that it goes by besides."""

    def __init__(self, name, *options, hosts=(HOST,), listen="127.0.0.1", output=None, environment=None):
        self.folder = tempfile.mkdtemp(prefix="dramatis-network-")
        self.errors = open(os.path.join(self.folder, "errors"), "w+")
        show = json.loads((ROOT / f"config/{name}.json").read_text())
        show.setdefault("server", {})["hosts"] = list(hosts)
        if "bundled" in show:
            show["bundled"] = str(ROOT / "config" / show["bundled"])
        path = os.path.join(self.folder, f"{name}.json")
        pathlib.Path(path).write_text(json.dumps(show))
        self.process = subprocess.Popen(
            [PROGRAM, "--show", path, "--port", "0", *(["--listen", listen] if listen else []), "--offline",
             "--resources", str(ROOT), "--state-dir", os.path.join(self.folder, "state"), *options],
            stdout=output or subprocess.PIPE, stderr=self.errors, text=True,
            env={**os.environ, **(environment or {})})
        if output:
            return
        line = self.process.stdout.readline()
        found = re.search(r"listening on (https?)://(\S+):(\d+)/", line)
        if not found:
            reason = self.said()
            self.stop()
            raise RuntimeError(f"{name} did not start: {line}{reason}")
        self.scheme, self.port = found.group(1), int(found.group(3))

    def said(self):
        """What it wrote to standard error so far."""
        with open(self.errors.name) as errors:
            return errors.read()

    def says(self, text, count=1):
        for _ in range(400):
            if self.said().count(text) >= count:
                return True
            time.sleep(0.025)
        return False

    def stop(self):
        end(self.process)
        if self.process.stdout:
            self.process.stdout.close()
        self.errors.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Authority:
    """Certificates by the tool of this project."""

    def __init__(self, *names):
        self.folder = tempfile.mkdtemp(prefix="dramatis-certificates-")
        self.names = names
        self.file = f"{self.folder}/authority.crt"
        self.certificate = f"{self.folder}/certificate.pem"
        self.key = f"{self.folder}/key.pem"
        self.made = self.renew()

    def renew(self):
        return subprocess.run(
            [ROOT / "config/package/certificate", self.folder, *self.names],
            check=True, text=True, capture_output=True).stdout

    def context(self):
        return ssl.create_default_context(cafile=self.file)

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


class NetworkTest(unittest.TestCase):
    """Ends what a test starts, and skips where another program is needed that is not there."""

    def serve(self, *arguments, **options):
        show = Show(*arguments, **options)
        self.addCleanup(show.stop)
        return show

    def authority(self, *names):
        self.need("openssl")
        authority = Authority(*names)
        self.addCleanup(authority.remove)
        return authority

    def need(self, program):
        path = shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
        if not path:
            self.skipTest(f"{program} is not installed")
        return path
