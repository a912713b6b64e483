#!/usr/bin/env python3
"""Compares what two builds of the program answer: compare.py BEFORE[=TREE] AFTER[=TREE]

TREE holds the resources and shows of a build; by default it is this one. Both are started offline, on free ports and with state folders of their own, for every show of config/. Then
both are asked for every kind of page in all languages, with and without gzip, with and without favorites, and
for what is linked from there. Status, headers and body must be the same byte for byte, once ports, cookies,
times and what is counted are taken out. Prints the differences; 1 if there are any.
"""
import gzip
import http.client
import os
import re
import signal
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LANGUAGES = sorted(name[:-5] for name in os.listdir(os.path.join(ROOT, "config/locales")))
SHOWS = sorted(name[:-5] for name in os.listdir(os.path.join(ROOT, "config")) if name.endswith(".json")
               and not name.endswith(".schema.json"))
FORM = "application/x-www-form-urlencoded"
LISTS = ["/", "/?view=grid", "/?q=ma", "/?q=zzzz", "/?q=%C3%A9%20%22%3Cb%3E", "/?q=ma&view=grid", "/?page=2", "/?page=99",
         "/?favorites=1", "/?favorites=1&q=a", "/?part=results", "/?q=b&part=results", "/suggest?q=ma",
         "/suggest?q=ma&part=results", "/suggest?q=", "/?x=y&q=a+b&page=0"]
OTHERS = ["/entries.json", "/entries.json?size=7&page=2", "/entries.json?q=ma", "/entries/nobody.json", "/entries/nobody", "/nope", "//",
          "/%zz", "/entries", "/static/none.css", "/pictures/nobody", "/map/nobody.svg", "/opensearch.xml",
          "/manifest.webmanifest", "/service-worker.js", "/offline", "/connect", "/favorites", "/favorites.json",
          "/favorites/open?ids=x.y", "/language", "/healthz", "/favorites/import", "/favorites/add"]


class Server:
    """One build that serves one show, and a browser that visits it."""

    def __init__(self, argument, show, folder):
        program, _, tree = argument.partition("=")
        tree, self.cookie = tree or ROOT, None
        self.child = subprocess.Popen(
            [os.path.abspath(program), "--show", show, "--offline", "--port", "0", "--listen", "127.0.0.1",
             "--state-dir", folder, "--resources", tree, "--config-dir", f"{tree}/config", "--log", "none"],
            stdout=subprocess.PIPE, text=True)
        line = self.child.stdout.readline()
        found = re.search(r"listening on \S*?:(\d+)/", line)
        if not found:
            sys.exit(f"{program} --show {show} says {line!r}")
        self.port = found.group(1)
        self.connection = http.client.HTTPConnection("127.0.0.1", int(self.port), timeout=60)

    def ask(self, method, target, headers, body=None):
        """Status, headers and body, without what must differ."""
        headers = {"Host": f"localhost:{self.port}", **headers}
        headers = {name: value.replace("PORT", self.port) for name, value in headers.items()}
        if self.cookie and headers.pop("With-Favorites", None):
            headers["Cookie"] = "; ".join(filter(None, [self.cookie, headers.get("Cookie")]))
        self.connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
        for name, value in headers.items():
            self.connection.putheader(name, value)
        if body is not None:
            self.connection.putheader("Content-Length", str(len(body)))
        self.connection.endheaders(body)
        answer = self.connection.getresponse()
        content, kept = answer.read(), []
        is_packed = answer.getheader("Content-Encoding") == "gzip"
        content = gzip.decompress(content) if is_packed else content
        for name, value in answer.getheaders():
            if name == "Set-Cookie" and "Max-Age" in value and "language=" not in value:
                self.cookie = value.split(";")[0]
                value = re.sub(r"=[0-9a-f]{32};", "=?;", value)
            # What is made of the bytes differs where these hold a port.
            if name not in ("Date", "ETag", "Content-Length"):
                kept.append((name, value.replace(self.port, "PORT")))
        content = content.replace(self.port.encode(), b"PORT")
        content = re.sub(rb'"(markedAt|exported|exportedAt)": ?"[^"]*"', rb'"\1":"?"', content)
        return answer.status, kept, content, answer.getheader("ETag")

    def stop(self):
        self.connection.close()
        self.child.send_signal(signal.SIGTERM)
        self.child.wait(60)


class Comparison:
    def __init__(self, show, servers):
        self.show, self.servers, self.count, self.faults, self.seen = show, servers, 0, 0, set()

    def ask(self, target, method="GET", body=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if (target, method, body, str(headers)) in self.seen and method == "GET" and "With-Favorites" not in headers:
            return b""
        self.seen.add((target, method, body, str(headers)))
        before, after = [server.ask(method, target, headers, body) for server in self.servers]
        self.count += 1
        for what, old, new in zip(("status", "headers", "body"), before, after):
            if old != new:
                self.faults += 1
                print(f"{self.show}: {method} {target} {headers}: {what}\n  - {cut(old, new)}\n  + {cut(new, old)}")
        if method == "GET" and before[3] and "If-None-Match" not in headers:
            again = [server.ask("GET", target, {**headers, "If-None-Match": answer[3]}, None)[:3]
                     for server, answer in zip(self.servers, (before, after))]
            if again[0] != again[1]:
                self.faults += 1
                print(f"{self.show}: {target} {headers}: asked again\n  - {again[0]}\n  + {again[1]}")
        return after[2]

    def run(self):
        first = self.ask("/").decode()
        everything = self.ask("/entries.json?size=500").decode()
        ids = re.findall(r'"id":"([^"]+)"', everything)
        chosen = ids[:3] + ids[len(ids) // 2:][:2] + ids[-1:]
        sections = sorted(set(re.findall(r"section=([\w-]+)", first)))
        lists = LISTS + [f"/?section={name}" for name in sections] + [f"/?section={s}&q=a&view=grid" for s in sections]
        details = [f"/entries/{i}{query}" for i in chosen for query in ("", "?q=a", "?view=grid&page=2", "?favorites=1")]
        parts = [f"/entries.json?{query}" for query in ("size=0", "page=x", "size=501") if chosen]
        parts += [path for i in chosen for path in (f"/entries/{i}.json", f"/pictures/{i}", f"/map/{i}.svg")]
        if chosen:
            parts.append("/favorites/open?ids=" + ".".join(chosen[:3]))
        for favorites in ({}, {"With_Favorites": "yes"}):
            for language in LANGUAGES:
                for target in lists + details + (OTHERS + parts if not favorites else ["/favorites", *parts[-1:], "/connect",
                                                                                       "/favorites.json"]):
                    for encoding in ("gzip", "identity"):
                        page = self.ask(target, Accept_Encoding=encoding, Accept_Language=language, **favorites)
                    for link in re.findall(rb'(?:href|src)="(/static/[^"]+)"', page):
                        self.ask(link.decode(), Accept_Encoding="gzip")
            if not favorites:
                self.post(chosen, bool(ids))
        for name in set(re.findall(r"static/[\w.-]+", self.ask("/service-worker.js").decode())):
            self.ask("/" + name)
        for host in ("evil.example", "box:80:80", "127.0.0.1", "localhost"):
            for target in ("/", "/entries.json", "/healthz", "/static/none"):
                self.ask(target, Host=host)

    def post(self, chosen, has_favorites):
        ours = {"Origin": "http://localhost:PORT", "Content_Type": FORM}
        self.ask("/", "POST", b"q=x", **ours)
        self.ask("/healthz", "POST", b"", **ours)
        for body, headers in ((b"to=de", ours), (b"to=xx", ours), (b"to=fr", {"Content_Type": FORM})):
            for referer in ("/", "/?q=a", "/entries/x?q=b", "/favorites", "/connect", "/nope", "/favorites/open?ids=a.b"):
                self.ask("/language", "POST", body, Referer=f"http://elsewhere.example{referer}", **headers)
        for language in LANGUAGES if has_favorites else ():
            more = {"Accept_Language": language, "With_Favorites": "yes"}
            for name in chosen[:3] + ["nobody"]:
                for accept in ("text/html", "application/json"):
                    for query in ("", "?q=a&at=" + name, "?from=favorites", "?view=grid"):
                        for body in (b"to=1", b"to=0", b"", b"to=x"):
                            self.ask(f"/favorites/{name}{query}", "POST", body, Accept=accept, **ours, **more)
                    self.ask(f"/favorites/{name}", "POST", b"to=1", Accept=accept, **more)
                    self.ask(f"/favorites/{name}", "POST", b"x", Accept=accept, **{**ours, "Content_Type": "text/x"}, **more)
            for ids in (".".join(chosen[:4]), "nobody", ""):
                self.ask(f"/favorites/add?ids={ids}", "POST", b"", **ours, **more)
            for content in (b"{}", b'{"version":1}', b"nonsense"):
                form = b'--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n' + content + b"\r\n--x--\r\n"
                kind = {**ours, "Content_Type": "multipart/form-data; boundary=x"}
                self.ask("/favorites/import", "POST", form, **kind, **more)
                self.ask("/favorites/import", "POST", content, **ours, **more)


def cut(text, other):
    """Where two texts begin to differ."""
    if not isinstance(text, bytes):
        return text
    start = next((i for i, pair in enumerate(zip(text, other)) if pair[0] != pair[1]), min(len(text), len(other)))
    return text[max(0, start - 60):start + 100]


def main():
    faults = 0
    for show in SHOWS:
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            servers = [Server(*pair) for pair in ((sys.argv[1], show, one), (sys.argv[2], show, two))]
            try:
                comparison = Comparison(show, servers)
                comparison.run()
            finally:
                for server in servers:
                    server.stop()
        print(f"{show}: {comparison.count} answers, {comparison.faults} differences")
        faults += comparison.faults
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
