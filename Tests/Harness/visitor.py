"""An http or https client that keeps cookies and does not follow redirects."""

import http.client
import json
import socket

from program import PATIENCE


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.getheaders()
        self.body = response.read()

    def header(self, name):
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)

    @property
    def text(self):
        return self.body.decode()

    @property
    def json(self):
        return json.loads(self.body)


class Visitor:
    """A client of one port of this machine, with a Host header."""

    def __init__(self, port, host, authority=None, address="127.0.0.1", patience=PATIENCE):
        self.port, self.host, self.address, self.patience = port, host, address, patience
        self.context = authority.context() if authority else None
        self.origin = f"{'https' if authority else 'http'}://{host}"
        self.cookies = {}
        self.connection = None

    def ask(self, target, method="GET", body=None, headers=()):
        headers = {"Host": self.host, **dict(headers)}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if method == "POST":
            headers.setdefault("Origin", self.origin)
            headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
        for attempt in (0, 1):
            try:
                if not self.connection:
                    self.connection = self.connect()
                self.connection.request(method, target, body, headers)
                answer = Answer(self.connection.getresponse())
                break
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                # An idle connection may be closed at any time.
                self.close()
                if attempt:
                    raise
        for key, value in answer.headers:
            if key.lower() == "set-cookie":
                name, _, rest = value.partition("=")
                self.cookies[name] = rest.split(";")[0]
        return answer

    def connect(self):
        connection = http.client.HTTPConnection(self.address, self.port, timeout=self.patience)
        if self.context:
            plain = socket.create_connection((self.address, self.port), timeout=self.patience)
            name = self.host.rpartition(":")[0] or self.host
            connection.sock = self.context.wrap_socket(plain, server_hostname=name)
        return connection

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None
