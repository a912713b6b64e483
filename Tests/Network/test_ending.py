"""Shutdown while the reader of the log has stopped."""

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import threading

from program import PATIENCE, PROGRAM, ROOT, wait_for


def test_the_end_does_not_wait_for_a_log_that_nobody_reads(tmp_path):
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(writer, b"x" * 4096)
    os.set_blocking(writer, True)
    path = str(tmp_path / "socket")
    program = subprocess.Popen(
        [PROGRAM, "--show", "simpsons", "--listen", f"unix:{path}", "--offline", "--resources", ROOT,
         "--config-dir", ROOT / "config", "--state-dir", tmp_path / "state"], stdout=writer, stderr=writer)
    os.close(writer)

    def ask():
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as one:
            one.connect(path)
            one.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            answer = http.client.HTTPResponse(one)
            answer.begin()
            return answer.status == 200
        return False

    try:
        wait_for(ask, "an answer")
        asking = [threading.Thread(target=ask) for _ in range(20)]
        for thread in asking:
            thread.start()
        for thread in asking:
            thread.join()
        program.send_signal(signal.SIGTERM)
        assert program.wait(PATIENCE) == 0
    finally:
        program.kill()
        program.wait()
        os.close(reader)
