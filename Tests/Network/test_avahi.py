"""The Avahi service file of a show."""

import subprocess

from network import NetworkTest, need
from program import PROGRAM, ROOT
from tiers import thorough

KIND = "/usr/share/avahi/avahi-service.dtd"


@thorough
class AvahiTest(NetworkTest):
    def test_service_files_match_avahis_dtd(self):
        checker = need("xmllint")
        for options in [[], ["--base-path", "/a"], ["--tls-cert", "c", "--tls-key", "k", "--redirect-port", "80"]]:
            made = subprocess.run([PROGRAM, "avahi-service", "--show", "simpsons", *options], cwd=ROOT, check=True,
                                  capture_output=True).stdout
            checked = subprocess.run([checker, "--noout", "--nonet", "--dtdvalid", KIND, "-"], input=made,
                                     capture_output=True)
            self.assertEqual(checked.returncode, 0, checked.stderr)
