#!/usr/bin/env python3
"""Compares the answers of two builds: compare.py BEFORE[=TREE] AFTER[=TREE]

TREE holds the resources and shows of a build; default: this tree. Both are started offline, on free ports and with
their own state folders, for every show of config/. Then every kind of page is requested in all languages, with and
without gzip, with and without favorites, plus everything linked from there. Status, headers and body must be equal
byte for byte, apart from ports, cookies and times. The exit status is 1 if they differ."""
import gzip
import http.client
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHOWS = sorted(name[:-5] for name in os.listdir(f"{ROOT}/config") if re.fullmatch(r"[^.]+\.json", name))
LANGUAGES = sorted(name[:-5] for name in os.listdir(f"{ROOT}/config/locales"))
OURS = {"Origin": "http://localhost:PORT", "Content-Type": "application/x-www-form-urlencoded"}
LISTS = ["/", "/?view=grid", "/?q=ma", "/?q=zzzz", "/?q=%C3%A9%20%22%3Cb%3E", "/?q=ma&view=grid", "/?page=2",
    "/?page=99", "/?favorites=1", "/?favorites=1&q=a", "/?part=results", "/?q=b&part=results", "/suggest?q=ma",
    "/suggest?q=", "/?x=y&q=a+b&page=0"]
OTHERS = ["/entries.json", "/entries.json?size=7&page=2", "/entries.json?q=ma", "/entries/nobody.json",
    "/entries/nobody", "/nope", "//", "/%zz", "/entries", "/static/none.css", "/pictures/nobody", "/map/nobody.svg",
    "/opensearch.xml", "/manifest.webmanifest", "/service-worker.js", "/offline", "/connect", "/favorites",
    "/favorites.json", "/favorites/open?ids=x.y", "/language", "/healthz", "/favorites/import", "/favorites/add"]


class Server:
    """One build that serves one show, and its client."""

    def __init__(self, argument, show, folder, servers):
        program, tree, self.cookie = *[*argument.split("="), ROOT][:2], None
        self.child = subprocess.Popen(
            [os.path.abspath(program), "--show", show, "--offline", "--port", "0", "--listen", "127.0.0.1",
             "--state-dir", folder, "--resources", tree, "--config-dir", f"{tree}/config", "--log", "none"],
            stdout=subprocess.PIPE, text=True)
        servers.append(self)
        self.port = re.search(r"listening on \S*?:(\d+)/", self.child.stdout.readline()).group(1)

    def ask(self, method, target, headers, body):
        """Status, headers and body without the parts that must differ; and the entity tag."""
        headers = {"Host": f"localhost:{self.port}", **headers}
        headers = {name: value.replace("PORT", self.port) for name, value in headers.items()}
        headers.update({"Cookie": self.cookie} if headers.pop("With-Favorites", None) and self.cookie else {})
        connection = http.client.HTTPConnection("127.0.0.1", int(self.port), timeout=300)
        connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
        for name, value in [*headers.items(), *([("Content-Length", str(len(body)))] if body is not None else [])]:
            connection.putheader(name, value)
        connection.endheaders(body)
        answer, kept = connection.getresponse(), []
        content = answer.read()
        content = gzip.decompress(content) if answer.getheader("Content-Encoding") == "gzip" else content
        for name, value in answer.getheaders():
            if name == "Set-Cookie" and value.startswith("dramatis-"):
                self.cookie = value.split(";")[0]
                value = re.sub(r"=[0-9a-f]{64};", "=?;", value)
            if value.startswith("dramatis.mark=") or name == "Visitor-Mark":
                value = re.sub(r"[0-9a-f]{16}", "?", value)
            # These depend on the bytes, which may contain the port.
            if name not in ("Date", "ETag", "Content-Length"):
                kept.append((name, value.replace(f":{self.port}", ":PORT")))
        content = content.replace(f":{self.port}".encode(), b":PORT")
        content = re.sub(rb'"(markedAt|exported|exportedAt)": ?"[^"]*"', rb'"\1":"?"', content)
        return answer.status, kept, content, answer.getheader("ETag")


class Comparison:
    def __init__(self, show, servers):
        self.show, self.servers, self.count, self.faults = show, servers, 0, 0

    def ask(self, target, method="GET", body=None, headers=None):
        headers = headers or {}
        answers = [server.ask(method, target, headers, body) for server in self.servers]
        self.count += 1
        for what, old, new in zip(("status", "headers", "body"), *answers):
            self.report(f"{method} {target} {headers}", what, old, new)
        if method == "GET" and all(answer[3] for answer in answers):
            self.report(target, "asked again", *[
                server.ask("GET", target, {**headers, "If-None-Match": answer[3]}, None)[:3]
                for server, answer in zip(self.servers, answers)])
        return answers[1][2].decode(errors="replace")

    def report(self, target, what, old, new):
        if old != new:
            self.faults += 1
            same = [one == other for one, other in zip(old, new)] if isinstance(old, bytes) else [False]
            start = max(0, (same + [False]).index(False) - 60)
            old, new = [value[start:start + 160] if isinstance(value, bytes) else value for value in (old, new)]
            print(f"{self.show}: {target}: {what}\n  - {old}\n  + {new}")

    def run(self):
        ids = re.findall(r'"id":"([^"]+)"', self.ask("/entries.json?size=500"))
        chosen = ids[:3] + ids[len(ids) // 2:][:2] + ids[-1:]
        sections = sorted(set(re.findall(r"section=([\w-]+)", self.ask("/"))))
        lists = LISTS + [f"/?section={name}{more}" for name in sections for more in ("", "&q=a&view=grid")]
        lists += [f"/entries/{i}{query}" for i in chosen for query in ("", "?q=a", "?view=grid&page=2", "?favorites=1")]
        others = OTHERS + [path for i in chosen for path in (f"/entries/{i}.json", f"/pictures/{i}", f"/map/{i}.svg")]
        others += [f"/entries.json?{query}" for query in ("size=0", "page=x", "size=501") if chosen]
        own, links = ["/favorites", "/favorites/open?ids=" + ".".join(chosen[:3]), "/connect"], set()
        for favorites in ({}, {"With-Favorites": "yes"}):
            for language in LANGUAGES:
                for target in lists + own + ([] if favorites else others):
                    for encoding in ("gzip", "identity"):
                        headers = {"Accept-Encoding": encoding, "Accept-Language": language, **favorites}
                        links.update(re.findall(r"static/[\w.-]+", self.ask(target, headers=headers)))
            if not favorites:
                self.post(chosen)
        hosts = [(target, {"Host": host}) for host in ("evil.example", "box:80:80", "127.0.0.1", "localhost")
                 for target in ("/", "/entries.json", "/healthz", "/static/none")]
        for target, headers in hosts + [(f"/{name}", {"Accept-Encoding": "gzip"}) for name in sorted(links)]:
            self.ask(target, headers=headers)

    def post(self, chosen):
        self.ask("/healthz", "POST", b"", OURS)
        for body, headers in ((b"to=de", OURS), (b"to=xx", OURS), (b"to=fr", {})):
            for page in ("/", "/?q=a", "/entries/x?q=b", "/favorites", "/connect", "/nope", "/favorites/open?ids=a.b"):
                self.ask("/language", "POST", body, {**headers, "Referer": f"http://elsewhere.example{page}"})
        for language in LANGUAGES if chosen else ():
            more, ours = ({**first, "Accept-Language": language, "With-Favorites": "yes"} for first in ({}, OURS))
            for name in chosen[:3] + ["nobody"]:
                for accept in ({"Accept": "text/html"}, {"Accept": "application/json"}):
                    for query in ("", "?q=a&at=" + name, "?from=favorites", "?view=grid"):
                        for body in (b"to=1", b"to=0", b"", b"to=x"):
                            self.ask(f"/favorites/{name}{query}", "POST", body, {**ours, **accept})
                    self.ask(f"/favorites/{name}", "POST", b"to=1", {**more, **accept})
                    self.ask(f"/favorites/{name}", "POST", b"x", {**ours, **accept, "Content-Type": "text/x"})
            for path in [f"/favorites/add?ids={ids}" for ids in (".".join(chosen[:4]), "nobody", "")] + ["/"]:
                self.ask(path, "POST", b"", ours)
            for file in (b"{}", b'{"version":1}', b"nonsense"):
                head = b'--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
                form = head + file + b"\r\n--x--\r\n"
                self.ask("/favorites/import", "POST", form, {**ours, "Content-Type": "multipart/form-data; boundary=x"})
                self.ask("/favorites/import", "POST", file, ours)


def compare(show):
    with tempfile.TemporaryDirectory() as folder:
        servers = []
        try:
            for argument in sys.argv[1:3]:
                Server(argument, show, f"{folder}/{len(servers)}", servers)
            (comparison := Comparison(show, servers)).run()
        finally:
            for server in servers:
                server.child.terminate()
                server.child.wait()
    print(f"{show}: {comparison.count} answers, {comparison.faults} differences", flush=True)
    return comparison.faults


if __name__ == "__main__":
    sys.exit(1 if sum(map(compare, SHOWS)) else 0)
