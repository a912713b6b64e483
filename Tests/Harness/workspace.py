"""A workspace in which commands of documents run as they are written."""

import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import threading

from commands import script
from documents import workbook
from program import PATIENCE, PROGRAM, ROOT, Server

# Replaced in a command before it runs: ports, addresses and folders of this machine, and placeholders.
SUBSTITUTIONS = [
    (r"^(dramatis --show .*)--port \d+", r"\1--port 0"), (r"--listen [\d.]+", "--listen 127.0.0.1"),
    (r"^\.build/release/dramatis", "dramatis"), (r"http://api\.duckduckgo\.com/", "{source}"),
    (r"/(etc|srv)/", r"{root}/\1/"), (r"\btar -C / ", "tar -C {root} "),
    (r"--show NAME\b", "--show simpsons"), (r"explain FIELD", "explain feed.order"),
    (r"export DIR", "export {root}/copy"), (r"--trusted-proxy 10\.0\.0\.0/24", "--trusted-proxy 127.0.0.0/8"),
]
# Commands that are only parsed, each with the reason.
PARSED = {
    r"sudo apt install|apt install": "installs packages; `make deb-test` installs the package",
    r"(sudo )?systemctl ": "needs systemd; `make deb-test` runs these in a booted Debian",
    r"patronictl ": "needs a cluster; `make cluster` runs Patroni with these files",
    r"curl -s -H .Host: films|etcdctl |journalctl ": "needs a cluster; Tests/Cluster/follow.py asks the three replicas",
    r"modprobe ": "changes the kernel",
    r"qemu-system-aarch64 ": "boots another machine",
    r"oauth2-proxy ": "not in Debian, and needs an account at a provider",
    r"dramatis check --a": "needs a server and its state folder; test_shape.py runs both commands",
    r"dramatis favorites .* --store postgresql": "needs PostgreSQL; MovedFavoritesTests move lists both ways",
    r"--network host$": "a flag of podman and docker",
    r"chmod 600$": "no file is named",
}


def few_characters():
    """The first five bundled Simpsons."""
    answer = json.loads((ROOT / "config/bundled/simpsons.json").read_bytes())
    return json.dumps(answer | {"RelatedTopics": answer["RelatedTopics"][:5]}).encode()


class Source(http.server.BaseHTTPRequestHandler):
    """Answers like DuckDuckGo."""

    def do_GET(self):
        body = few_characters()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Workspace:
    """A folder like a checkout, with a home, a folder instead of /, and the files that the documents speak of."""

    def __init__(self, path):
        self.path, self.root = path, path / "root"
        for name in ["bin", "home", "root/etc/avahi/services", "root/etc/credstore", "root/etc/dramatis",
                     "root/var/lib/private/dramatis", ".build/release", "share/man/man1"]:
            (path / name).mkdir(parents=True)
        (path / "bin/dramatis").symlink_to(PROGRAM)
        shutil.copy(ROOT / "config/package/dramatis.1", path / "share/man/man1")
        shutil.copytree(ROOT / "config", path / "config")
        shutil.copy(ROOT / "config/simpsons.json", path / "config/films.json")
        (path / "config/bundled/simpsons.json").write_bytes(few_characters())
        rows = [["Name", "Bought", "Picture"], ["Maple", "2020-05-01", "img/maple.jpg"], ["Oak", "2021-06-02", ""]]
        (path / "plants.csv").write_text("".join(",".join(row) + "\n" for row in rows))
        workbook(path / "plants.xlsx", plants=rows)
        for name in ["certificate.pem", "key.pem"]:
            (path / name).write_text("")
        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Source)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("DRAMATIS")},
            "PATH": f"{path}/bin:{os.environ['PATH']}", "HOME": str(path / "home"), "MANPATH": str(path / "share/man"),
            "DRAMATIS_RESOURCES": str(ROOT), "DRAMATIS_CONFIG_DIR": str(path / "config"), "MANPAGER": "cat"}

    def close(self):
        self.http.shutdown()
        self.http.server_close()

    def fill(self, text):
        for pattern, replacement in SUBSTITUTIONS:
            replacement = replacement.format(source=f"http://127.0.0.1:{self.http.server_port}/", root=self.root)
            text = re.sub(pattern, replacement, text)
        return text

    def bash(self, text, *options, **environment):
        return subprocess.run(["bash", *options, "-e", "-o", "pipefail", "-c", text], cwd=self.path, text=True,
                              capture_output=True, timeout=PATIENCE, stdin=subprocess.DEVNULL,
                              env={**self.environment, **environment})

    def serve(self, text, **environment):
        return Server(["bash", "-c", f"cd {self.path} && exec {text}"], environment={
            **self.environment, "DRAMATIS_LISTEN": "127.0.0.1", "DRAMATIS_PORT": "0", **environment})

    def check_server(self, text, **environment):
        server = self.serve(text, **self.manners(text) | environment)
        try:
            status, health = server.health()
            assert status == 200 and health.startswith("ok") and " is no setting" not in server.said(), (
                health, server.said())
            assert server.halt() == 0
        finally:
            server.stop()

    def manners(self, text):
        return {} if re.search("trek|new ", text) else {"DRAMATIS_OFFLINE": "true"}

    def check(self, one):
        """Runs a command, or does what can be done instead."""
        text = self.fill(one.text)
        word = text.split()[0]
        if any(re.match(pattern, one.text) for pattern in PARSED):
            succeeded(self.bash(f": {text}" if word.startswith("--") else text, "-n"))
        elif word == "make":
            # Targets build, install and test; a test cannot do that.
            targets = "" if text == "make" else "--dry-run "
            succeeded(self.bash(f"cd {ROOT} && make {targets}{text[5:]}"))
        elif script(word):
            check_script(text)
        elif word.startswith("--"):
            check_flags(re.findall(r"--[a-z-]+", text))
        else:
            self.run(one, text)

    def run(self, one, text):
        assert text.split()[0] in ("dramatis", "install", "man", "mv", "tar"), "neither run nor listed"
        if re.match(r"dramatis (open|-)", text) and not re.search(r"--(help|version)\b", text):
            self.check_server(text)
            return
        if (made := re.match(r"dramatis new (\w+)", text)):
            (self.path / f"config/{made[1]}.json").unlink(missing_ok=True)
        if "healthcheck" in text:
            server = self.serve("dramatis --show simpsons", DRAMATIS_OFFLINE="true")
            try:
                succeeded(self.bash(text, DRAMATIS_PORT=str(server.port), DRAMATIS_LISTEN="127.0.0.1"))
            finally:
                server.stop()
            return
        if text == "dramatis check":
            # It is named, not run.
            text += " config/simpsons.json"
        succeeded(self.bash(text, **self.manners(text)))


def succeeded(done):
    assert done.returncode == 0, f"status {done.returncode}: {(done.stderr or done.stdout)[-500:]}"


@functools.cache
def flags():
    commands = ["", "new", "open", "export", "build", "pictures", "check", "explain", "favorites", "sanitize",
                "avahi-service", "healthcheck"]
    return "".join(subprocess.run([PROGRAM, *command.split(), "--help"], capture_output=True, text=True).stdout
                   for command in commands)


def check_flags(names):
    missing = [name for name in names if not re.search(rf"{name}\b", flags())]
    assert not missing, f"unknown flags: {missing}"


def check_script(text):
    path, *arguments = text.split()
    path = script(path)
    if path.suffix != ".py":
        succeeded(subprocess.run(["bash", "-n", path], capture_output=True, text=True))
        return
    compile(path.read_text(), str(path), "exec")
    missing = [flag for flag in arguments if flag.startswith("--") and f'"{flag}"' not in path.read_text()]
    assert not missing, f"{path} has no {missing}"
