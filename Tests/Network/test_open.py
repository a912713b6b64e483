"""A list or a folder of pictures that is opened as it is; ids and favorites that stay with their entries."""

import json
import os

import pytest
from casts import entries, reload, serves, star, titles
from program import wait_for

PNG = b"\x89PNG\r\n\x1a\n"
CHAIRS = ["Chair,Moor,1\n", "Chair,Fell,2\n", "Lamp,Moor,3\n", "Rug,Dune,4\n", "Box,Dune,5\n"]


def test_a_file_is_served_at_once_and_nothing_is_written_beside_it(cast):
    file = cast.folder / "lists/plants.csv"
    file.parent.mkdir()
    file.write_text("name;bed;note\nMaple;North;Red in autumn\nBeech;South;A hedge\nIvy;North;On the wall\n")
    server = cast.start("open", file, *cast.place)
    assert titles(server) == ["Beech", "Ivy", "Maple"] and os.listdir(file.parent) == ["plants.csv"]
    assert "guessed from 3 records of CSV:\n" in server.said()
    assert "  title       name: its name, most of them different, in all 3\n" in server.said()


def write(cast, rows):
    file = cast.folder / "chairs.csv"
    file.write_text("Title,Author,Room\n" + "".join(rows))
    return file


def rooms(server):
    return {entry["facts"]["Room"]: entry["id"] for entry in entries(server)}


def test_a_favorite_stays_with_its_entry_when_rows_with_one_title_change_places(cast):
    server = cast.start("open", write(cast, CHAIRS), *cast.place)
    ids = rooms(server)
    first, second = ids["1"], ids["2"]
    assert first != second and first.startswith("chair-") and second.startswith("chair-")
    star(server.visitor, first)
    write(cast, [CHAIRS[1], CHAIRS[0], *CHAIRS[2:]])
    reload(server)
    assert rooms(server) == ids and f'"{first}"' in server.visitor.ask("/favorites.json").text
    # The id of the removed chair is not given to the other.
    write(cast, CHAIRS[1:])
    server.process.send_signal(1)
    wait_for(lambda: server.visitor.ask(f"/entries/{first}").status == 404, "the chair to be gone")
    assert "Fell" in server.visitor.ask(f"/entries/{second}.json").text
    assert server.visitor.ask("/entries/chair").status == 404


def test_the_key_of_a_list_is_chosen_when_it_is_first_opened(cast):
    rows = "Vase,X-2\nJug,X-3\nBowl,X-4\nCup,X-5\n"
    file = cast.folder / "museum.csv"
    file.write_text(f"Object,Inv.-Nr.\nLamp,X-1\n{rows}")
    server = cast.start("open", file, *cast.place)
    assert 'id          "Inv.-Nr.": different in all: a number that people give\n' in server.said()
    server.halt()
    # A title is corrected, and a number is repeated.
    file.write_text(f"Object,Inv.-Nr.\nOil lamp,X-1\nPlate,X-5\n{rows}")
    server = cast.start("open", file, *cast.place)
    assert {entry["title"]: entry["id"] for entry in entries(server)}["Oil lamp"] == "lamp"
    server.wait_until_said('5 entries; skipped 1: the id of another (1, such as "X-5")')


def test_new_writes_a_show_file_with_the_reason_for_each_guess(cast):
    file = cast.folder / "plants.csv"
    file.write_text("name,bed\nMaple,North\nBeech,South\nOak,North\nAsh,South\n")
    done = cast.run("new", "garden", "--feed-address", file, "--config-dir", cast.folder)
    assert done.returncode == 0, done.stderr
    text = (cast.folder / "garden.json").read_text()
    assert '"//title": "Guessed: its name, most of them different, in all 4."' in text and '"section": "bed"' in text
    assert '"//id": "Guessed: no other field is found in all records and different in each' in text
    server = cast.start("--show", "garden", "--config-dir", cast.folder, *cast.place)
    assert titles(server) == ["Ash", "Beech", "Maple", "Oak"]


@pytest.mark.parametrize(("text", "words"), [
    ("<!DOCTYPE html><p>No", "it is not a list but a web page"), ("a,b\n", "the list holds no records"),
    ("hello\n", "lists are spreadsheets, CSV, "), ("", "it is empty"), (None, "cannot read ")])
def test_what_is_no_list_is_an_error_of_one_line(cast, text, words):
    if text is not None:
        (cast.folder / "list").write_text(text)
    done = cast.run("open", cast.folder / "list", *cast.place)
    assert done.returncode == 1 and words in done.stderr and done.stderr.count("\n") == 1


def test_each_picture_of_a_folder_is_shown_with_any_bytes_in_its_name(cast):
    names = [name.encode() for name in [
        "back\\slash", "100%", "a%2Fb", "a#b", "a?b=c", "a:b", "file:x", "a b", " a b", "a b ", " ", "\"'`",
        "line\nbreak", "tab\t", "a.", "-dash", "cafe\u0301", "caf\xe9", "\u212b", "\xc5", "x" * 251,
        "\U0001f600" * 62, "<b>&amp;", "deep er/a%b", "\u202egnp", "\1", "$(x)"]]
    names += [b"caf\xe9", b"\xe9", b"\xff\xfe", b"\xc0\xaf", b"\xed\xa0\x80", b"d\xe9/\xe9"]
    folder = os.fsencode(cast.folder / "odd")
    for number, name in enumerate(names):
        path = os.path.join(folder, name + b".png")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "xb") as file:
            file.write(PNG + bytes([number]))
    os.symlink("100%.png", cast.folder / "odd/link.png")
    server = cast.start("open", cast.folder / "odd", "--offline", *cast.place)
    account = 'entries; skipped 1: a link, which is not followed (1, such as "link.png")'
    server.wait_until_said(f"{len(names)} {account}")
    found = set()
    for entry in entries(server):
        ask = lambda entry=entry: server.visitor.ask(entry["picture"])
        wait_for(lambda ask=ask: ask().header("Content-Type") == "image/png", entry["picture"])
        found.add(ask().body)
    assert found == {PNG + bytes([number]) for number in range(len(names))}


def test_a_folder_of_pictures_is_reloaded(cast):
    photos = cast.folder / "photos/Rome"
    photos.mkdir(parents=True)
    (photos / "the_forum.png").write_bytes(PNG + b"1")
    (photos / "the_forum.md").write_text("Ruins")
    server = cast.start("open", photos.parent, "--offline", *cast.place)
    serves(server, "the forum")
    picture = lambda address="/pictures/rome-the-forum": server.visitor.ask(address)
    wait_for(lambda: picture().header("Content-Type") == "image/png", "the picture itself")
    address = entries(server)[0]["picture"]
    assert picture().body == PNG + b"1"
    assert picture(address).header("Cache-Control") == "public, max-age=31536000, immutable"
    (photos.parent / "Ulm").mkdir()
    (photos.parent / "Ulm/minster.png").write_bytes(PNG)
    (photos / "the_forum.png").write_bytes(PNG + b"22")
    server.process.send_signal(1)
    serves(server, "the forum", "minster")
    # The folder may have been read between the two.
    new = lambda: next(entry["picture"] for entry in entries(server) if entry["id"] == "rome-the-forum")
    wait_for(lambda: new() != address, "a new address")
    for one in [new(), address, "/pictures/rome-the-forum"]:
        wait_for(lambda one=one: picture(one).body == PNG + b"22", one)
    assert picture(address).header("Cache-Control") == "no-cache"


GOOD = PNG + b"\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\0\0\0\0\x3a\x7e\x9b\x55"


def test_a_fetched_picture_has_its_detected_type_and_others_stay_placeholders(cast):
    host = cast.source(lambda path: {
        "/good": (200, "text/html", GOOD), "/other": (200, "image/png", GOOD + b"2"),
        "/page": (200, "image/png", b"<script>alert(1)</script>")}.get(path, (404, None, b"")))
    records = [{"name": name.title(), "pictures": [f"{host.address}/{name}", f"{host.address}/other"]}
               for name in ["good", "page", "gone"]]
    (cast.folder / "list.json").write_text(json.dumps(records))
    cast.write(feed={"kind": "records", "file": "list.json", "entry": {"title": "name", "picture": "pictures"}},
               pictures={"hosts": ["127.0.0.1"], "privateAddresses": True})
    server = cast.serve()
    ask = server.visitor.ask
    for query, body in [("", GOOD), ("?picture=2", GOOD + b"2")]:
        wait_for(lambda query=query: ask(f"/pictures/good{query}").header("Content-Type") == "image/png", "the picture")
        assert ask(f"/pictures/good{query}").body == body
    answer = ask("/pictures/good")
    assert answer.header("X-Content-Type-Options") == "nosniff"
    assert "default-src 'none'" in answer.header("Content-Security-Policy")
    tag = answer.header("ETag")
    again = ask("/pictures/good", headers={"If-None-Match": tag})
    assert (again.status, again.body, again.header("Content-Length")) == (304, b"", str(len(GOOD)))
    for name in ["page", "gone"]:
        server.wait_until_said(f"pictures: cannot fetch 127.0.0.1/{name}: ")
        answer = ask(f"/pictures/{name}")
        assert answer.status == 200 and answer.header("Content-Type").startswith("image/svg+xml")
        assert answer.header("Cache-Control") == "no-cache"
    assert ask("/pictures/unknown").status == 404
    assert server.halt() == 0
    # The next start has it without a request.
    host.asked.clear()
    server = cast.serve("--offline")
    wait_for(lambda: server.visitor.ask("/pictures/good").body == GOOD, "the picture from the state folder")
    assert not host.asked
