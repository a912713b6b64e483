"""nginx with this project's example, on free ports and without root."""

import os
import pathlib
import shutil
import subprocess
import tempfile

from network import need
from program import ROOT, HeldPort, end


class Nginx:
    """nginx in front of a show: its example with only ports and certificates replaced."""

    def __init__(self, show_port, authority):
        self.folder = tempfile.mkdtemp(prefix="dramatis-proxy-")
        self.ports = HeldPort(), HeldPort()
        self.http, self.https = (port.number for port in self.ports)
        text = (ROOT / "config/examples/nginx.conf").read_text()
        for old, new in [
            ("server 127.0.0.1:8080;", f"server 127.0.0.1:{show_port};"),
            ("listen 80;", f"listen 127.0.0.1:{self.http};"),
            ("listen 443 ssl;", f"listen 127.0.0.1:{self.https} ssl;"),
            ("/etc/ssl/certs/home.pem", authority.certificate),
            ("/etc/ssl/private/home.key", authority.key),
        ]:
            assert text.count(old) >= 1, f"nginx.conf does not contain {old}"
            text = text.replace(old, new)
        kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        places = "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in kinds)
        path = pathlib.Path(self.folder, "nginx.conf")
        path.write_text(f"daemon off;\nmaster_process off;\npid {self.folder}/pid;\nerror_log stderr warn;\n"
                        f"events {{}}\nhttp {{\naccess_log off;\n{places}{text}}}\n")
        self.errors = open(os.path.join(self.folder, "said"), "w+")
        self.process = subprocess.Popen(
            [need("nginx"), "-p", self.folder, "-e", f"{self.folder}/errors", "-c", path], stdout=subprocess.DEVNULL,
            stderr=self.errors)
        try:
            for port in self.ports:
                port.wait_for(self.process)
        except BaseException as error:
            error.add_note(pathlib.Path(self.errors.name).read_text())
            self.stop()
            raise

    def stop(self):
        end(self.process)
        for port in self.ports:
            port.release()
        self.errors.close()
        shutil.rmtree(self.folder, ignore_errors=True)
