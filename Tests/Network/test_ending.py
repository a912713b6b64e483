"""The end of a show, for those who are just coming."""

import os
import pathlib
import subprocess
import sys

from network import NetworkTest, need
from program import ROOT


class EndingTest(NetworkTest):
    def test_who_was_told_that_the_connection_is_there_is_answered(self):
        unshare = need("unshare")
        need("ip")
        if os.getuid() != 0 or not os.path.exists("/dev/net/tun") or subprocess.run(
                [unshare, "--net", "true"], capture_output=True).returncode:
            self.skipTest("a network of its own cannot be made here")
        script = pathlib.Path(__file__).with_name("half_open.py")
        # How long the visitor's word is on its way.
        for seconds in ["0.005", "0.05"]:
            with self.subTest(seconds):
                for _ in range(50):
                    done = subprocess.run(
                        [unshare, "--net", sys.executable, script, seconds], capture_output=True, text=True,
                        env={**os.environ, "PYTHONPATH": str(ROOT / "Tests/Harness")})
                    if done.stdout != "late\n":
                        break
                self.assertEqual((done.stdout, done.stderr), ("HTTP/1.1 200 OK\n", ""))
