"""An HTTP server on the loopback whose answers a test controls, delays and counts."""

import collections
import contextlib
import http.server
import re
import threading
import typing
import urllib.parse

from program import wait_for


class Asked(typing.NamedTuple):
    path: str
    query: dict
    headers: dict


class Outside(http.server.ThreadingHTTPServer):
    """A server that sends `answer(path, query, headers)`: (status, type, body), or None to close without an answer.

    A fourth member sets a Content-Length that differs from the body's, a fifth further headers.
    """

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Exchange)
        self.address = f"http://127.0.0.1:{self.server_port}"
        # The latest requests, and the paths that got a status other than 200.
        self.asked, self.refused = collections.deque(maxlen=10_000), set()
        self.pattern, self.gate, self.stopped = None, threading.Condition(), threading.Event()
        self.thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.thread.start()

    def answer(self, path, query, headers):
        raise NotImplementedError

    def asked_for(self, pattern):
        """The requests so far whose path matches a pattern."""
        return [one for one in list(self.asked) if re.search(pattern, one.path)]

    @contextlib.contextmanager
    def holding(self, pattern):
        """Delays the answers to matching paths until the end of the block."""
        self.hold(pattern)
        try:
            yield
        finally:
            self.hold(None)

    def hold(self, pattern):
        with self.gate:
            self.pattern = pattern
            self.gate.notify_all()

    def wait_until_asked(self, pattern):
        return wait_for(lambda: self.asked_for(pattern), f"a request for {pattern}")

    def stop(self):
        self.stopped.set()
        self.hold(None)
        self.shutdown()
        self.thread.join()
        self.server_close()


class Exchange(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def handle(self):
        # A program that ends closes its connections.
        with contextlib.suppress(ConnectionError):
            super().handle()

    def do_GET(self):
        parts, server = urllib.parse.urlsplit(self.path), self.server
        path, query = urllib.parse.unquote(parts.path), dict(urllib.parse.parse_qsl(parts.query))
        server.asked.append(Asked(path, query, dict(self.headers)))
        with server.gate:
            server.gate.wait_for(lambda: not (server.pattern and re.search(server.pattern, path)))
        answer = server.answer(path, query, dict(self.headers))
        # The client may have disconnected.
        with contextlib.suppress(OSError):
            self.send(path, *answer) if answer else self.refuse(path)

    def refuse(self, path):
        self.server.refused.add(path)
        self.close_connection = True

    def send(self, path, status, kind, body, length=None, more=()):
        if status != 200:
            self.server.refused.add(path)
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        length = len(body) if length is None else length
        self.send_header("Content-Length", str(length))
        for name, value in more:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        if length != len(body):
            self.close_connection = True

    def log_message(self, *_):
        pass
