"""nginx, HAProxy and Caddy with this project's examples, on free ports and without root."""

import os
import pathlib
import shutil
import subprocess
import tempfile

from network import HOST
from program import ROOT, HeldPort, end


class Proxy:
    """A proxy in front of a show: its example with only ports and certificates replaced."""

    # The visitor's address in the show's view if a client of a trusted network claims to forward for 6.6.6.6.
    believed = "6.6.6.6"
    # The answer to a host that the proxy's configuration does not list.
    stranger = 421

    def __init__(self, program, example, show_port, authority):
        self.folder = tempfile.mkdtemp(prefix="dramatis-proxy-")
        self.ports = HeldPort(), HeldPort()
        self.http, self.https = (port.number for port in self.ports)
        both = os.path.join(self.folder, "home.pem")
        pathlib.Path(both).write_text(
            pathlib.Path(authority.certificate).read_text() + pathlib.Path(authority.key).read_text())
        text = (ROOT / "config/examples" / example).read_text()
        for old, new in self.replacements(show_port, authority, both):
            assert text.count(old) >= 1, f"{example} does not contain {old}"
            text = text.replace(old, new)
        # The proxy's temporary files.
        homes = {"XDG_CONFIG_HOME": self.folder, "XDG_DATA_HOME": self.folder}
        self.errors = open(os.path.join(self.folder, "said"), "w+")
        self.process = subprocess.Popen(
            self.command(program, text), stdout=subprocess.DEVNULL, stderr=self.errors, env={**os.environ, **homes})
        try:
            for port in self.ports:
                port.wait_for(self.process)
        except BaseException as error:
            error.add_note(pathlib.Path(self.errors.name).read_text())
            self.stop()
            raise

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        pathlib.Path(path).write_text(text)
        return path

    def stop(self):
        end(self.process)
        for port in self.ports:
            port.release()
        self.errors.close()
        shutil.rmtree(self.folder, ignore_errors=True)


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
        kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        places = "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in kinds)
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


class Caddy(Proxy):
    # It trusts no forwarded headers by default.
    believed = "127.0.0.1"
    # Its own empty answer.
    stranger = 200

    def replacements(self, show_port, authority, both):
        self.pair = f"tls {authority.certificate} {authority.key}"
        return [("127.0.0.1:8080", f"127.0.0.1:{show_port}"), (f"{HOST} {{\n", "{site}")]

    def command(self, program, text):
        # Neither requests nor creates certificates, so it does not redirect http to https either.
        options = "{\n\tadmin off\n\tauto_https off\n}\n"
        plain, secure = (
            text.replace("{site}", f"{scheme}://{HOST}:{port} {{\n\tbind 127.0.0.1\n\t{more}\n")
            for scheme, port, more in [("http", self.http, ""), ("https", self.https, self.pair)])
        path = self.write("Caddyfile", f"{options}{plain}\n{secure}")
        return [program, "run", "--adapter", "caddyfile", "--config", path]


KINDS = {"nginx": (Nginx, "nginx.conf"), "haproxy": (HAProxy, "haproxy.cfg"), "caddy": (Caddy, "Caddyfile")}
