"""Shutdown while clients are connecting."""

import contextlib
import http.client
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading

from network import NetworkTest, need
from program import PROGRAM, ROOT, wait_for


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

    def test_the_end_does_not_wait_for_a_log_that_nobody_reads(self):
        reader, writer = os.pipe()
        self.addCleanup(os.close, reader)
        os.set_blocking(writer, False)
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(writer, b"x" * 4096)
        os.set_blocking(writer, True)
        folder = self.enterContext(tempfile.TemporaryDirectory(prefix="dramatis-test-"))
        path = f"{folder}/socket"
        program = subprocess.Popen(
            [PROGRAM, "--show", "simpsons", "--listen", f"unix:{path}", "--offline", "--resources", ROOT,
             "--config-dir", ROOT / "config", "--state-dir", f"{folder}/state"], stdout=writer, stderr=writer)
        self.addCleanup(program.kill)
        os.close(writer)

        def ask():
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as one:
                one.connect(path)
                one.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                answer = http.client.HTTPResponse(one)
                answer.begin()
                return answer.status == 200
            return False

        wait_for(ask, "an answer")
        asking = [threading.Thread(target=ask) for _ in range(20)]
        for thread in asking:
            thread.start()
        for thread in asking:
            thread.join()
        program.send_signal(signal.SIGTERM)
        self.assertEqual(program.wait(60), 0)
