"""What tests need of what lies between a show and its visitors: certificates, and other programs."""

import os
import shutil
import ssl
import subprocess
import tempfile
import unittest

from program import ROOT, Show

HOST = "home.example"


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


def need(program):
    """The path of another program, which the set-up of the tests has installed."""
    path = shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    if not path:
        raise RuntimeError(f"{program} is not installed; make set-up-tests installs it")
    return path


class NetworkTest(unittest.TestCase):
    """Ends what a test starts."""

    def serve(self, name, *options, hosts=(HOST,), **more):
        show = Show(name, *options, **{"server": {"hosts": list(hosts)}, "log": "common", **more})
        self.addCleanup(show.stop)
        return show

    def authority(self, *names):
        authority = Authority(*names)
        self.addCleanup(authority.remove)
        return authority
