"""Lists whose columns are renamed, whose ids change, and that become something else while a show is served."""

import contextlib
import json
import re
import sqlite3

import pytest
from documents import show_document, workbook
from drawings import encoded, portrait
from lists import ListFolder, is_degraded, serves, total
from outside import Outside
from program import PROGRAM, ROOT, Server, wait_for

ENTRY = {"id": "Nr", "title": "Plant"}


def rows(names=("Nr", "Plant", "Colour"), start=0, count=60):
    return [list(names)] + [
        [f"N{number}", f"Flower {number}", ["red", "blue", "white"][number % 3]]
        for number in range(start, start + count)]


def table(rows, separator=","):
    return "".join(separator.join(row) + "\n" for row in rows).encode()


def as_json(rows):
    return json.dumps([dict(zip(rows[0], row, strict=True)) for row in rows[1:]]).encode()


def database(rows, path):
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as connection:
        names = ", ".join(f'"{name}"' for name in rows[0])
        connection.execute(f"CREATE TABLE plants ({names})")
        connection.executemany("INSERT INTO plants VALUES (?, ?, ?)", rows[1:])
    connection.close()


WRITERS = {
    "plants.csv": lambda rows, path: path.write_bytes(table(rows)),
    "plants.json": lambda rows, path: path.write_bytes(as_json(rows)),
    "plants.xlsx": lambda rows, path: workbook(path, List=rows),
    "plants.db": database,
}


class Plants(ListFolder):
    """A show of plants in a file of any form."""

    def __init__(self, path, file="plants.csv", address=None, alternatives=()):
        super().__init__(path, file)
        self.feed = {"kind": "records", "entry": ENTRY, "facts": {"Colour": "Colour"}, "facets": ["Colour"]}
        self.feed |= {"address": address} if address else {"file": file}
        if file.endswith(".db"):
            self.feed["query"] = "SELECT * FROM plants"
        if alternatives:
            self.feed["else"] = alternatives
        self.describe()

    def describe(self, name="Plants"):
        (self.path / "list.json").write_text(json.dumps(show_document(name, self.feed)))

    def put(self, rows):
        new = self.path / f"new{self.list.suffix}"
        WRITERS[self.list.name](rows, new)
        new.rename(self.list)


def health(server, words):
    is_degraded(server, words)
    return server.health()[1]


def well(server, count=60):
    wait_for(lambda: server.health()[1].startswith(f"ok: {count} entries"), lambda: server.health()[1])


def colours(server):
    entries = server.visitor.ask("/entries.json?size=100").json["entries"]
    return {entry.get("facts", {}).get("Colour") for entry in entries}


@pytest.mark.parametrize("file", ["plants.csv", "plants.db"])
def test_a_list_without_its_titles_keeps_the_last_good_one_until_they_are_back(file):
    with Plants.temporary(file) as plants:
        plants.put(rows())
        server = plants.serve()
        well(server)
        favorites = server.visitor.ask("/entries.json").json["entries"][0]["id"]
        plants.put(rows(("Nr", "Pflanze", "Colour")))
        sentence = f'{file} has no "Plant" any more (did you mean "Pflanze"?); still serving 60 entries of '
        words = health(server, sentence)
        assert re.search(r"; still serving 60 entries of \d+ [A-Z][a-z]+;", words), words
        server.wait_until_said(sentence)
        assert server.said().count(sentence) == 1
        assert server.visitor.ask(f"/entries/{favorites}").status == 200
        # A restart and SIGHUP alone are not consent.
        assert server.halt() == 0
        server = plants.serve()
        health(server, sentence)
        server.process.send_signal(1)
        server.wait_until_said("not reloaded: ")
        assert total(server) == 60 and colours(server) == {"red", "blue", "white"}
        plants.put(rows())
        server.process.send_signal(1)
        well(server)
        assert server.visitor.ask(f"/entries/{favorites}").status == 200


@pytest.mark.parametrize("file", ["plants.csv", "plants.db"])
def test_a_list_without_a_fact_keeps_the_last_good_one_but_a_column_may_be_empty(file):
    with Plants.temporary(file) as plants:
        plants.put(rows())
        server = plants.serve()
        well(server)
        plants.put(rows(("Nr", "Plant", "Farbe"), count=61))
        sentence = f'{file} has no "Colour" any more (did you mean "Farbe"?); still serving 60 entries of '
        health(server, sentence)
        assert total(server) == 60 and colours(server) == {"red", "blue", "white"}
        assert server.halt() == 0
        server = plants.serve()
        health(server, sentence)
        plants.put([row if number == 0 else [*row[:2], ""] for number, row in enumerate(rows(count=62))])
        well(server, 62)
        assert colours(server) == {None}


class Web(Outside):
    """A list at an address."""

    media, body = "application/json", b""

    def answer(self, path, query, headers):
        return 200, self.media, self.body


@contextlib.contextmanager
def plants_from(kind):
    """A show of plants, the name of its list, and functions that replace its rows and, but for a table, its bytes."""
    with contextlib.ExitStack() as stack:
        if kind == "address":
            web = Web()
            stack.callback(web.stop)
            plants = stack.enter_context(Plants.temporary("plants.json", f"{web.address}/plants"))

            def write(body, media="text/html"):
                web.body, web.media = body, media

            yield plants, "127.0.0.1", lambda rows: write(as_json(rows), "application/json"), write
        else:
            plants = stack.enter_context(Plants.temporary(kind))
            yield plants, kind, plants.put, plants.list.write_bytes


PHOTO = encoded(portrait(1, 40, 60))
HTML = b"<!DOCTYPE html><html><head><title>Sign in</title></head><body><form><input name='user'></form></body></html>"
UNTITLED = [["Nr", "Plant", "Colour"]] + [[row[0], row[1] if row[0][-1] > "2" else "", row[2]] for row in rows()[1:]]


@pytest.mark.parametrize("kind", [*WRITERS, "address"])
def test_each_kind_of_source_keeps_or_tells(kind):
    with plants_from(kind) as (plants, name, put, write):
        put(rows())
        server = plants.serve()
        favorite = server.visitor.ask("/entries.json").json["entries"][0]["id"]

        def reload(words):
            server.process.send_signal(1)
            wait_for(lambda: words in server.health()[1], lambda: f"{words}; {server.health()[1]}")
            assert server.visitor.ask("/entries.json").json["total"] == 60

        def keeps(words):
            """The last good list stays, and health and log tell the same."""
            reload(words)
            assert server.health()[1].startswith("degraded: ")
            server.wait_until_said(words)
            assert server.visitor.ask(f"/entries/{favorite}").status == 200

        def well():
            put(rows())
            reload("ok: 60 entries")
            assert server.visitor.ask(f"/entries/{favorite}").status == 200

        reload("ok: 60 entries")
        put(rows(("Nr", "Pflanze", "Colour")))
        keeps(f'{name} has no "Plant" any more (did you mean "Pflanze"?); still serving 60 entries of ')
        put(rows(("Number", "Plant", "Colour")))
        keeps(f'{name} has no "Nr" any more (did you mean "Number"?); still serving 60 entries of ')
        well()
        put(UNTITLED)
        keeps(f"18 of 60 records of {name} cannot be shown; skipped 18: no title (18, such as record 1); still serving")
        put(rows()[:1])
        keeps(f"{name} has no records any more; still serving 60 entries of ")
        put([["First", "Last", "Age"], *([f"A{number}", "B", "3"] for number in range(60))])
        keeps(f'{name} has no "Nr" any more; still serving 60 entries of ')
        if write:
            write(HTML)
            keeps("it is not a list but a web page")
            write(b'{"error": "unauthorized", "status": 401}', *(["application/json"] if kind == "address" else []))
            keeps("only SQLite files take a query" if kind.endswith("db") else "it is an object, not a list")
        well()
        put(rows(("Nr", "Plant", "Farbe")))
        keeps(f'{name} has no "Colour" any more (did you mean "Farbe"?); still serving 60 entries of ')
        well()


def test_the_edition_of_each_show_of_a_shelf_is_in_its_health():
    with Plants.temporary() as plants, Plants.temporary("plants.json") as others:
        plants.put(rows())
        others.put(rows(count=61))
        (others.path / "list.json").rename(others.path / "other.json")
        server = Server([
            PROGRAM, "--show", plants.path / "list.json", "--show", others.path / "other.json", "--resources", ROOT,
            "--state-dir", plants.path / "state", "--port", 0, "--listen", "127.0.0.1", "--log", "none"])
        plants.servers.append(server)
        lines = plants.visitor(server).ask("/healthz?verbose=1").text.splitlines()
        assert lines[0] == server.health()[1].strip() and lines[0].startswith("ok")
        found = dict(re.fullmatch(r"(\S+: )[0-9a-f]{16} records (\S+)", line).groups() for line in lines[1:])
        assert found == {"list: ": "plants.csv", "other: ": "plants.json"}
        assert plants.visitor(server).ask("/healthz").text.splitlines() == lines[:1]


def test_a_folder_without_photographs_keeps_the_list():
    with Plants.temporary("photos") as plants:
        plants.list.mkdir()
        for number in range(12):
            (plants.list / f"Rose {number}.jpg").write_bytes(PHOTO)
        entry = {"id": "id", "title": "title", "picture": "picture"}
        plants.feed = {"kind": "records", "file": "photos", "entry": entry}
        plants.describe()
        server = plants.serve()
        well(server, 12)
        for number in range(12):
            (plants.list / f"Rose {number}.jpg").unlink()
        (plants.list / "login.html").write_bytes(HTML)
        health(server, "it is not a list but a web page")
        assert total(server) == 12


def test_opening_a_list_again_is_consent():
    with Plants.temporary() as plants:
        environment = {"XDG_STATE_HOME": str(plants.path / "state")}

        def opened():
            server = Server([PROGRAM, "open", plants.list, "--resources", ROOT, "--port", 0, "--listen", "127.0.0.1"],
                            environment=environment)
            plants.servers.append(server)
            server.visitor = plants.visitor(server)
            return server

        plants.put(rows(("Nr", "Name", "Colour")))
        server = opened()
        well(server)
        plants.put(rows(("Nr", "Bezeichnung", "Colour")))
        health(server, 'plants.csv has no "Name" any more (did you mean "Bezeichnung"?); still serving 60 entries')
        assert server.halt() == 0
        well(opened())


def test_consent_is_another_show_file_or_the_command():
    with Plants.temporary() as plants:
        plants.put(rows())
        server = plants.serve()
        well(server)
        plants.put(rows(("Nr", "Plant", "Farbe")))
        health(server, 'has no "Colour" any more')
        done = plants.run(
            "check", "--accept", "--show", plants.path / "list.json", "--state-dir", plants.path / "state")
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("list: the next list is accepted as it is"), done.stdout
        well(server)
        assert "accepted" not in plants.names()
        # The list that was accepted is the good one from now on.
        plants.put(rows(("Nr", "Plant", "Other"), count=61))
        serves(server, 61)
        well(server, 61)
        plants.put(rows(("Number", "Plant", "Other")))
        health(server, 'plants.csv has no "Nr" any more (did you mean "Number"?); still serving 61 entries')
        plants.feed["entry"] = {"id": "Number", "title": "Plant"}
        plants.describe()
        server.process.send_signal(1)
        well(server)


@pytest.mark.parametrize("text", [
    table(rows(count=61), ";"), table(rows(count=61), "\t"), table(rows(count=61)).decode().encode("utf-16"),
    b"Our plants,,\n" + table(rows(count=61))])
def test_a_list_that_was_saved_in_another_way_is_read_as_before(text):
    with Plants.temporary() as plants:
        plants.put(rows())
        server = plants.serve()
        well(server)
        plants.list.write_bytes(text)
        well(server, 61)
        assert colours(server) == {"red", "blue", "white"}


class Source(Outside):
    """Two lists at addresses, which a test changes."""

    def __init__(self):
        self.lists = {"/plants": rows(), "/others": rows(("Nr", "Plant", "Other"))}
        super().__init__()

    def answer(self, path, query, headers):
        return (200, "application/json", as_json(self.lists[path])) if self.lists[path] else (503, "text/plain", b"")


def test_lists_at_addresses_are_guarded_each_for_itself():
    source = Source()
    others = {"kind": "records", "address": f"{source.address}/others", "entry": ENTRY, "facts": {"Other": "Other"}}
    try:
        with Plants.temporary("plants.json", f"{source.address}/plants", [others]) as plants:
            server = plants.serve()
            well(server)

            def ask(rows, words):
                source.lists["/plants"] = rows
                server.process.send_signal(1)
                wait_for(lambda: words in server.health()[1], lambda: server.health()[1])

            # Its other fields are no change of shape.
            ask(None, "503")
            assert total(server) == 60 and "any more" not in server.health()[1]
            ask(rows(count=61), "ok: 61 entries")
            new = server.visitor.ask("/new.atom").text.split("<entry>")[1:]
            assert len(new) == 1 and "<id>tag:" in new[0] and f"<title>{rows(count=61)[-1][1]}</title>" in new[0]
            renamed = rows(("Nr", "Pflanze", "Colour"))
            sentence = '127.0.0.1 has no "Plant" any more (did you mean "Pflanze"?); still serving 61 entries'
            ask(renamed, f"feed: {sentence}")
            assert server.halt() == 0
            server = plants.serve()
            ask(renamed, sentence)
            ask(rows(count=62), "ok: 62 entries")
    finally:
        source.stop()


def test_the_edition_that_is_served_is_in_health_and_log():
    with Plants.temporary() as plants:
        plants.put(rows())
        server, other = plants.serve(), plants.serve(state="other")
        well(server)

        def edition(server):
            lines = server.visitor.ask("/healthz?verbose=1").text.splitlines()
            assert len(lines) == 2 and lines[0] == server.health()[1].strip(), lines
            return re.fullmatch(r"\S+: ([0-9a-f]{16}) .+", lines[1])[1]

        first = edition(server)
        assert first == edition(other)
        server.wait_until_said(f"serving the edition {first} of records plants.csv")
        plants.put(rows(count=61))
        serves(server, 61)
        second = edition(server)
        assert second != first
        server.wait_until_said(f"serving the edition {second} of records plants.csv")
        # Another process and a restart give the same.
        assert server.halt() == 0
        assert edition(plants.serve()) == second
