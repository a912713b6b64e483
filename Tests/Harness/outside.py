"""What a show asks outside of its machine, played on the loopback: feeds, pictures, suggestions, results."""

import http.server
import threading
import urllib.parse


class Outside(http.server.ThreadingHTTPServer):
    """A server whose every answer `answer(path, query)` gives, as (status, type, body); None to say nothing at all."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Exchange)
        self.address = f"http://127.0.0.1:{self.server_port}"
        self.thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05})
        self.thread.start()

    def answer(self, path, query, headers):
        raise NotImplementedError

    def stop(self):
        self.shutdown()
        self.thread.join()
        self.server_close()


class Exchange(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        parts = urllib.parse.urlsplit(self.path)
        query = {name: values[0] for name, values in urllib.parse.parse_qs(parts.query).items()}
        answer = self.server.answer(parts.path, query, dict(self.headers))
        if answer is None:
            self.close_connection = True
            return
        status, kind, body = answer[:3]
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        # What breaks off is announced whole.
        length = answer[3] if len(answer) > 3 else len(body)
        self.send_header("Content-Length", str(length))
        self.end_headers()
        self.wfile.write(body)
        if length != len(body):
            self.close_connection = True

    def log_message(self, *_):
        pass
