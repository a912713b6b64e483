"""A show in a test's folder: its file, its sources, and the programs that serve it."""

import json
import os
import subprocess

from documents import show_document
from outside import Outside
from program import PATIENCE, PROGRAM, ROOT, Server, wait_for
from visitor import Visitor

# No program listens there.
NOWHERE = "http://127.0.0.1:9/"


def topics(*names, about="somebody", icon=lambda name: ""):
    """A DuckDuckGo answer with entries of these names."""
    return json.dumps({"RelatedTopics": [
        {"FirstURL": f"https://duckduckgo.com/{name}", "Text": f"{name} - {about}", "Icon": {"URL": icon(name)}}
        for name in names]})


class Source(Outside):
    """A server whose answers a test sets: a text or bytes, a tuple, or a function of the path."""

    def __init__(self, given):
        self.given = given
        super().__init__()

    def answer(self, path, query, headers):
        given = self.given(path) if callable(self.given) else self.given
        if isinstance(given, str | bytes):
            return 200, "application/json", given.encode() if isinstance(given, str) else given
        return given


class Cast:
    """Ends what it has started with the test."""

    # Templates and styles are found beside the program.
    place = ["--port", 0, "--listen", "127.0.0.1"]

    def __init__(self, folder):
        self.folder, self.file, self.state, self.ended = folder, folder / "cast.json", folder / "state", []

    def write(self, *bundled, feed=NOWHERE, file="cast.json", name="A Small Cast", **more):
        """Writes a show's file; `feed` is an address or the feed's settings."""
        feed = {"kind": "duckduckgo", "address": feed} if isinstance(feed, str) else feed
        path = self.folder / file
        path.parent.mkdir(exist_ok=True)
        if bundled:
            path.with_suffix(".bundled").write_text(topics(*bundled))
            more["bundled"] = f"{path.stem}.bundled"
        path.write_text(json.dumps(show_document(name, feed, **more)))

    def source(self, given):
        source = Source(given)
        self.ended.append(source.stop)
        return source

    @property
    def serving(self):
        return ["--show", self.file, "--state-dir", self.state, *self.place]

    def environment(self, more):
        return {"HOME": str(self.folder), "XDG_STATE_HOME": str(self.folder / "states"), **(more or {})}

    def start(self, *arguments, log="none", environment=None, ready=True, program=(PROGRAM,)):
        """A server of these arguments, with its visitor."""
        server = Server([*program, *arguments, "--log", log], environment=self.environment(environment), ready=ready)
        self.ended.append(server.stop)
        server.visitor = self.visitor(server)
        return server

    def visitor(self, server):
        visitor = Visitor(server.port, f"127.0.0.1:{server.port}")
        self.ended.append(visitor.close)
        return visitor

    def serve(self, *options, **more):
        return self.start(*self.serving, *options, **more)

    def command(self, *arguments):
        """A running program."""
        process = subprocess.Popen(
            [PROGRAM, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env={**os.environ, **self.environment({})})
        self.ended += [process.wait, process.kill]
        return process

    def run(self, *arguments, environment=None, given=""):
        """A program that has ended."""
        return subprocess.run(
            [PROGRAM, *map(str, arguments)], input=given, capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT,
            env={**os.environ, **self.environment(environment)})

    def end(self):
        for end in reversed(self.ended):
            end()


def entries(server, base=""):
    return server.visitor.ask(f"{base}/entries.json?size=500").json.get("entries", [])


def titles(server, base=""):
    return [entry["title"] for entry in entries(server, base)]


def serves(server, *names):
    wait_for(lambda: titles(server) == list(names), lambda: f"{names}; {titles(server)}{server.said()[-1_000:]}")


def reload(server, words="reloaded "):
    """Sends SIGHUP and waits for words that are new on standard error."""
    before = server.said().count(words)
    server.process.send_signal(1)
    server.wait_until_said(words, before + 1)


def star(visitor, name, base=""):
    assert visitor.ask(f"{base}/favorites/{name}", "POST", "to=1").status == 303


def stars(server, cookies, base=""):
    """The exported favorites of a visitor, as text."""
    server.visitor.cookies = dict(cookies)
    return server.visitor.ask(f"{base}/favorites.json").text
