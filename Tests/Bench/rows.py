"""The requests of the benchmark, with a browser's headers, and the answers for the other servers."""
import http.client
import os
import re
import sys
import typing

# The headers of a current Chrome for a followed link; `Host` comes before them.
BROWSER = {
    "Connection": "keep-alive",
    "sec-ch-ua": '"Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"',
    "sec-ch-ua-mobile": "?0",
    "sec-ch-ua-platform": '"Windows"',
    "Upgrade-Insecure-Requests": "1",
    "User-Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
                  "Chrome/142.0.0.0 Safari/537.36",
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,"
              "application/signed-exchange;v=b3;q=0.7",
    "Sec-Fetch-Site": "same-origin",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-User": "?1",
    "Sec-Fetch-Dest": "document",
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Accept-Language": "en-GB,en;q=0.9,de;q=0.8",
}
# The library writes these itself.
OWN_HEADERS = {"date", "content-length", "connection"}
FAVORITES = 50


class Row(typing.NamedTuple):
    """One request and its answer."""
    name: str
    target: str
    # In addition to the browser's headers; None leaves one out.
    more: dict
    # Names of the headers that the answer depends on.
    needs: list
    status: int
    headers: list
    body: bytes

    @property
    def sent(self):
        return {name: value for name, value in {**BROWSER, **self.more}.items() if value is not None}


def ask(port, target, headers, method="GET", body=None):
    """Status, headers and body of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.putrequest(method, target, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders(body)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, answer.getheaders(), content


class Capture:
    """Requests a server's pages and keeps the answers."""

    def __init__(self, port):
        self.port = port
        self.rows = []

    def take(self, name, target, more, needs, status=200, body=None):
        """`body`: used instead of an answer's empty body."""
        row = Row(name, target, more, needs, status, [], b"")
        found, headers, content = ask(self.port, target, row.sent)
        if found != status:
            sys.exit(f"{target} answers {found}, not {status}")
        self.rows.append(row._replace(headers=headers, body=content if body is None else body))
        return self.rows[-1]

    def page(self, name, target):
        # The most specific rows first, since the other servers use the first row that matches.
        self.take(f"{name} gzip", target, {}, ["Accept-Encoding"])
        self.take(name, target, {"Accept-Encoding": None}, [])

    def not_modified(self, target, name="not modified"):
        _, headers, body = ask(self.port, target, BROWSER)
        tag = dict(headers)["ETag"]
        self.take(name, target, {"If-None-Match": tag}, ["If-None-Match"], 304, body)

    def favorites(self, target, entries):
        """The list of a visitor with favorites; empty for a show without favorites."""
        cookie = {}
        for entry in entries[:FAVORITES]:
            form = {"Origin": f"http://127.0.0.1:{self.port}", "Content-Length": "10",
                    "Content-Type": "application/x-www-form-urlencoded"}
            status, headers, _ = ask(
                self.port, f"/favorites/{entry}", {**BROWSER, **form, **cookie}, "POST", b"favorite=1")
            if status != 303:
                return
            given = next((value for name, value in headers if name == "Set-Cookie"), None)
            cookie = {"Cookie": given.split(";")[0]} if given else cookie
        if cookie:
            self.take(f"{min(FAVORITES, len(entries))} favorites", target, cookie, ["Cookie"])


def capture(port, targets, query):
    """The rows for the given targets; default: the list, its first entry, and a search."""
    found = Capture(port)
    _, _, page = ask(port, "/", {**BROWSER, "Accept-Encoding": "identity"})
    entries = [e.decode() for e in dict.fromkeys(re.findall(rb'href="[^"]*/entries/([^"?#]+)', page))]
    if not targets:
        targets = [("list", "/"), ("search", f"/?q={query}")]
        targets[1:1] = [("detail", f"/entries/{entries[0]}")] if entries else []
    for name, target in targets:
        found.page(name, target)
    # Separate targets, so that the bare program needs no further headers for the others.
    found.not_modified("/?view=list")
    found.favorites("/?view=grid", entries)
    return found.rows


def capture_details(port, targets):
    """The rows of entries' pages, also not modified."""
    found = Capture(port)
    for name, target in targets:
        found.not_modified(target, f"{name}, not modified")
        found.page(name, target)
    return found.rows


def write_for_bare(rows, folder):
    """Writes the answers of `bare`."""
    for number, row in enumerate(rows):
        sent = row.sent
        parts = {
            "target": row.target, "status": str(row.status),
            "needs": "".join(f"{name}: {sent[name]}\n" for name in row.needs),
            "headers": "".join(f"{n}: {v}\n" for n, v in row.headers if n.lower() not in OWN_HEADERS),
        }
        for kind, text in parts.items():
            with open(os.path.join(folder, f"{number}.{kind}"), "w") as file:
                file.write(text)
        with open(os.path.join(folder, f"{number}.body"), "wb") as file:
            file.write(row.body)


def write_for_nginx(rows, folder, port):
    """Writes the bodies as files, and nginx's configuration with the same headers."""
    written_by_nginx = OWN_HEADERS | {"content-type", "content-encoding", "etag"}
    locations = ""
    for number, row in enumerate(rows):
        headers = dict(row.headers)
        ending = ".gz" if headers.get("Content-Encoding") == "gzip" or row.status == 304 else ""
        with open(os.path.join(folder, f"{number}.page{ending}"), "wb") as file:
            file.write(row.body)
        added = "".join(
            f'add_header {name} "{value}";\n' for name, value in row.headers
            if name.lower() not in written_by_nginx)
        locations += f"location = /{number}.page {{\n{added}}}\n"
    path = os.path.join(folder, "nginx.conf")
    with open(path, "w") as file:
        file.write(f"""daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 4096; }}
http {{
  access_log off; server_tokens off; sendfile on; tcp_nopush on; etag on;
  keepalive_requests 1000000000; keepalive_timeout 60s;
  open_file_cache max=100 inactive=600s; open_file_cache_valid 600s;
  client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
  uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
  types {{ }} default_type "text/html; charset=utf-8"; gzip_static on;
  server {{ listen 127.0.0.1:{port} backlog=1024; root {folder};
{locations}}} }}
""")
    return path
