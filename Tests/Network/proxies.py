"""nginx and HAProxy with the examples of this project, on free ports and without being root."""

import os
import pathlib
import subprocess
import tempfile

from serving import HOST, ROOT, end, free_port, wait_for_port


class Proxy:
    """A proxy in front of a show: its example with nothing but ports and certificates replaced."""

    def __init__(self, program, example, show_port, authority):
        self.folder = tempfile.mkdtemp(prefix="dramatis-proxy-")
        self.http, self.https = free_port(), free_port()
        both = os.path.join(self.folder, "home.pem")
        pathlib.Path(both).write_text(
            pathlib.Path(authority.certificate).read_text() + pathlib.Path(authority.key).read_text())
        text = (ROOT / "config/examples" / example).read_text()
        for old, new in self.replacements(show_port, authority, both):
            assert text.count(old) >= 1, f"{example} holds no {old}"
            text = text.replace(old, new)
        self.process = subprocess.Popen(self.command(program, text), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if not (wait_for_port(self.http, self.process) and wait_for_port(self.https, self.process)):
            end(self.process)
            raise RuntimeError(self.process.stderr.read().decode())

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        pathlib.Path(path).write_text(text)
        return path

    def stop(self):
        end(self.process)
        self.process.stderr.close()


class Nginx(Proxy):
    def replacements(self, show_port, authority, both):
        return [
            ("server 127.0.0.1:8080;", f"server 127.0.0.1:{show_port};"),
            ("listen 80;", f"listen 127.0.0.1:{self.http};"),
            ("listen 443 ssl;", f"listen 127.0.0.1:{self.https} ssl;"),
            ("/etc/ssl/certs/home.pem", authority.certificate),
            ("/etc/ssl/private/home.key", authority.key),
        ]

    def command(self, program, text):
        places = "".join(
            f"{kind}_temp_path {self.folder}/{kind};\n" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
        path = self.write("nginx.conf", f"daemon off;\nmaster_process off;\npid {self.folder}/pid;\n"
                          f"error_log stderr warn;\nevents {{}}\nhttp {{\naccess_log off;\n{places}{text}}}\n")
        return [program, "-p", self.folder, "-e", f"{self.folder}/errors", "-c", path]


class HAProxy(Proxy):
    def replacements(self, show_port, authority, both):
        return [
            ("127.0.0.1:8080", f"127.0.0.1:{show_port}"),
            ("bind :80\n", f"bind 127.0.0.1:{self.http}\n"),
            ("bind :443 ", f"bind 127.0.0.1:{self.https} "),
            ("/etc/haproxy/home.pem", both),
        ]

    def command(self, program, text):
        times = "defaults\n  timeout connect 5s\n  timeout client 60s\n  timeout server 60s\n\n"
        return [program, "-db", "-f", self.write("haproxy.cfg", times + text)]


KINDS = {"nginx": (Nginx, "nginx.conf"), "haproxy": (HAProxy, "haproxy.cfg")}
