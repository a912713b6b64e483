"""Passwords, keys and tokens are repeated nowhere; nothing from outside forges a line of the log."""

import json
import re
import unicodedata

import pytest
from program import wait_for

SECRET = "CaNaRy7Q"
# Characters that end a line, move a terminal's cursor, hide or reverse text.
HIDDEN = "\r\x1b[2Jx\x9b31m\x85\u2028\u202e\u061cy"
FORGED = f"\n2026-01-01T00:00:00+00:00 error dramatis: forged{HIDDEN}"


@pytest.mark.parametrize("address", [
    f"http://me:{SECRET}@example.org/", f"https://{SECRET}@example.org/a?b", f"http://me:a/{SECRET}@example.org/",
    f"http:/\\me:{SECRET}@example.org", f"HTTPS://me:a?{SECRET}@example.org/{{query}}"])
def test_an_address_with_a_password_is_wrong_usage_and_is_not_repeated(cast, address):
    cast.write("Apu")
    for arguments, environment in [
            ([*cast.serving, "--feed", address], {}), (cast.serving, {"DRAMATIS_FEED": address}),
            (["open", address], {}), (["new", "trek", "--feed-address", address], {}),
            (["healthcheck", "--url", address], {}), ([*cast.serving, address], {}),
            (["export", "x", "--show", cast.file, "--feed", address], {})]:
        done = cast.run(*arguments, environment=environment)
        assert done.returncode == 2 and done.stderr.count("\n") == 1, (arguments, done.stderr)
        assert SECRET not in done.stdout + done.stderr


def test_faults_of_such_addresses_in_a_show_file_do_not_repeat_them(cast):
    address = f"http://me:{SECRET}@example.org/"
    elsewhere = {"kind": "duckduckgo", "address": address}
    for feed in [
            elsewhere, {"kind": "cities", "address": address}, {"kind": "tmdb", "address": address},
            {"kind": "tmdb", "posters": address, "sections": ["popular"]},
            {"kind": "records", "address": address, "entry": {"title": "name"}},
            {"kind": "records", "file": address, "entry": {"title": "name"}},
            {"kind": "suggestions", "address": f"{address}{{query}}", "results": {"address": f"{address}{{query}}"}},
            {"kind": "duckduckgo", "address": "http://example.org/", "else": [elsewhere]}]:
        cast.write(feed=feed)
        done = cast.run("check", cast.file)
        assert done.returncode == 1 and SECRET not in done.stdout + done.stderr, feed


def test_a_secret_in_place_of_a_file_or_another_value_is_not_repeated(cast):
    cast.write("Apu", favorites={"store": "postgresql"})
    string = f"postgresql://me:{SECRET}@db/cast"
    for arguments, environment in [
            ([*cast.serving, "--database-file", string], {}),
            ([*cast.serving, "--database-file", f"host=db password={SECRET}"], {}),
            (cast.serving, {"DRAMATIS_DATABASE": f"postgresql://me:a/{SECRET}@127.0.0.1/cast"}),
            (cast.serving, {"DRAMATIS_DATABASE": f"postgresql://me:a@{SECRET}@127.0.0.1/cast"}),
            (cast.serving, {"DRAMATIS_DATABASE": f"host=127.0.0.1 password=a {SECRET}"}),
            ([*cast.serving, "--database", string], {}), (["--show", cast.file, "--log", string], {}),
            (["--show", string], {}), (["check", string], {}), (["explain", string], {}),
            (["new", f"password={SECRET}"], {}), (["check", f"--x={SECRET}"], {}),
            (["--show", "movies", "--feed-key-file", SECRET, "--port", 0], {}),
            ([*cast.serving, "--feed", f"me:{SECRET}@example.org/list.json"], {})]:
        done = cast.run(*arguments, environment=environment)
        assert done.returncode in (1, 2) and SECRET not in done.stdout + done.stderr, (arguments, done.stderr)


@pytest.mark.parametrize("path", ["/list", "/status", "/redirect", "/next", "/nonsense"])
def test_a_key_in_the_address_of_a_feed_is_on_no_page_in_no_line_and_in_no_file(cast, path):
    about = '<a href="">a</a> <a href="#x">b</a> <a href="?p=1">c</a> <a href="d">d</a>'
    record = {"name": "Apu", "about": about, "link": "#y", "picture": "", "more": "?q"}
    password = f"http://me:{SECRET}@127.0.0.1/"
    source = cast.source({
        "/list": json.dumps([record]), "/status": (500, None, b""),
        "/redirect": (302, None, b"", 0, [("Location", password)]),
        "/next": json.dumps({"next": password, "r": [{"name": "a"}]}), "/nonsense": "this is no list"}[path])
    feed = {"kind": "records", "address": f"{source.address}{path}?api_key={SECRET}", "entry": {
        "title": "name", "description": "about", "link": "link", "picture": "picture || more"}}
    kept = [{"name": "Apu"}]
    if path == "/next":
        feed, kept = feed | {"entries": "r", "next": "next"}, {"r": kept}
    (cast.folder / "kept.json").write_text(json.dumps(kept))
    cast.write(feed=feed, **({} if path == "/list" else {"bundled": "kept.json"}))
    server = cast.serve(log="combined")
    if path != "/list":
        server.wait_until_said("asking again in")
    for target in ["/", "/entries/apu", "/entries.json", "/entries/apu.json", "/healthz", "/metrics", "/connect",
                   "/favorites", "/opensearch.xml", "/manifest.webmanifest", "/pictures/apu", "/nothing"]:
        assert SECRET not in server.visitor.ask(target).text, target
    assert server.visitor.ask("/entries/apu").status == 200
    assert server.halt() == 0 and SECRET not in server.said()
    files = [file for file in cast.state.rglob("*") if file.is_file()]
    assert files and not [file for file in files if SECRET in file.name or SECRET.encode() in file.read_bytes()]


def check(text, *starts):
    for line in text.split("\n"):
        is_ours = re.match(r"20\S+ (\w+ )?dramatis: ", line) or line.startswith(("dramatis: ", *starts))
        assert not line or is_ours, line
        assert not line.startswith("2026-01-01"), line
        hidden = [one for one in line if unicodedata.category(one) in ("Cc", "Zl", "Zp") or one in "\u202e\u061c"]
        assert not hidden, line


@pytest.mark.parametrize("name", ["markup", "status", "host", "next", "title", "type"])
def test_an_answer_of_a_feed_adds_no_line_to_the_log(cast, name):
    kept = [{"name": "Apu"}]
    header = "2026-01-01 dramatis: x\x1b[2J\x9b"
    source = cast.source({
        "markup": f"<html>{FORGED}</html>", "status": (503, None, FORGED.encode(), None, [("Retry-After", header)]),
        "host": (302, None, b"", 0, [("Location", f"http://a{header}.example/")]),
        "next": json.dumps({"next": f"http://a{FORGED}.example", "r": kept}),
        "title": json.dumps([{"name": FORGED}, {"name": FORGED}]),
        "type": (200, f"text/{header}; charset={header}", json.dumps(kept * 2).encode())}[name])
    feed = {"kind": "records", "address": source.address, "entry": {"title": "name"}}
    if name == "next":
        feed, kept = feed | {"entries": "r", "next": "next"}, {"r": kept}
    (cast.folder / "kept.json").write_text(json.dumps(kept))
    cast.write(feed=feed, bundled="kept.json")
    server = cast.serve()
    source.wait_until_asked(".")
    wait_for(lambda: server.said().count("\n") > 1, "a line about the answer")
    check(server.said())


def test_names_of_files_fields_and_arguments_add_no_line(cast):
    file = cast.folder / f"a{FORGED}.csv"
    file.write_text(f'name,"b{FORGED}"\nAnna Bell,1\nAnna Bell,1\nCarl Dent,2\nEve Fox,"{FORGED}"\n')
    (cast.folder / "cast.json").write_text('{"na\\u000ame\\u001b[2J": 1}')
    for arguments in [
            ["open", f"{file}none"], ["open", file, *cast.place], ["check", file], ["check", cast.file],
            ["--show", FORGED], ["explain", FORGED], [FORGED], ["new", FORGED], ["--show", "wire", "--log", FORGED]]:
        done = cast.run(*arguments)
        assert done.returncode in (1, 2), arguments
        check(done.stderr + done.stdout, "/")


def test_requests_add_no_line_to_the_access_log(cast):
    cast.write("Apu")
    server = cast.serve("--offline", log="combined")
    header = b"a\x1b[2Jx\x9b31m\x85y"
    for target in ["/a", "/%0A%1B[2J%9B", "/?q=%0A", "/last"]:
        server.visitor.ask(target, headers={"User-Agent": header, "Referer": header})
    server.wait_until_said("/last")
    check(server.said(), "127.0.0.1 - - [")
