"""Certificates and helper programs for tests of the network."""

import os
import shutil
import ssl
import subprocess
import tempfile
import unittest

from program import ROOT, Show

HOST = "home.example"


class Authority:
    """Certificates made by this project's script."""

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


def need(program):
    """The path of a program installed by the tests' set-up."""
    path = shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    if not path:
        raise RuntimeError(f"{program} is not installed: run make set-up-tests")
    return path


class NetworkTest(unittest.TestCase):
    """Stops what a test has started."""

    def serve(self, name, *options, hosts=(HOST,), **more):
        show = Show(name, *options, **{"server": {"hosts": list(hosts)}, "log": "combined", **more})
        self.addCleanup(show.stop)
        return show

    def authority(self, *names):
        authority = Authority(*names)
        self.addCleanup(authority.remove)
        return authority
