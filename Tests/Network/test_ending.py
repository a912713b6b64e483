"""Shutdown while clients are connecting."""

import os
import pathlib
import subprocess
import sys

from network import NetworkTest, need
from program import ROOT


class EndingTest(NetworkTest):
    def test_a_client_in_the_tcp_handshake_at_shutdown_is_answered(self):
        unshare = need("unshare")
        need("ip")
        if os.getuid() != 0 or not os.path.exists("/dev/net/tun") or subprocess.run(
                [unshare, "--net", "true"], capture_output=True).returncode:
            self.skipTest("network namespaces are not available here")
        script = pathlib.Path(__file__).with_name("half_open.py")
        # How long the client's ACK is in flight.
        for way in [["0.005"], ["0.05"], ["0.05", "locked"]]:
            with self.subTest(way):
                for _ in range(50):
                    done = subprocess.run(
                        [unshare, "--net", sys.executable, script, *way], capture_output=True, text=True,
                        env={**os.environ, "PYTHONPATH": str(ROOT / "Tests/Harness")})
                    if done.stdout != "late\n":
                        break
                self.assertEqual((done.stdout, done.stderr), ("HTTP/1.1 200 OK\n", ""))
