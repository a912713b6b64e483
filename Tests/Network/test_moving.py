"""A show's file is renamed, or a second show comes beside it: favorites and printed labels stay."""

import json

from documents import show_document
from program import PROGRAM, ROOT, Server
from visitor import Visitor


def document(package="org.example.cast"):
    lamp = {"title": "Lamp", "id": "lamp"}
    return {**show_document("Things", {"kind": "records", "file": "things.json",
                                       "entry": {"id": "id", "title": "title"}}),
            "packageID": package}, [lamp]


def serve(folder, *names, state="state"):
    shows = [part for name in names for part in ("--show", folder / f"{name}.json")]
    return Server([PROGRAM, *shows, "--state-dir", folder / state, "--resources", ROOT, "--port", 0, "--listen",
                   "127.0.0.1", "--offline", "--log", "none"])


def write(folder, name, package="org.example.cast"):
    show, things = document(package)
    (folder / "things.json").write_text(json.dumps(things))
    (folder / f"{name}.json").write_text(json.dumps(show))


def favorites(server, cookies):
    """The exported favorites of a visitor, as text."""
    visitor = Visitor(server.port, f"127.0.0.1:{server.port}")
    visitor.cookies = dict(cookies)
    try:
        return visitor.ask("/favorites.json").text
    finally:
        visitor.close()


def test_favorites_follow_the_state_folder_of_a_renamed_show(tmp_path):
    write(tmp_path, "cast")
    server = serve(tmp_path, "cast")
    visitor = Visitor(server.port, f"127.0.0.1:{server.port}")
    try:
        assert visitor.ask("/favorites/lamp", "POST", "to=1").status == 303
    finally:
        visitor.close()
        server.stop()
    (tmp_path / "cast.json").rename(tmp_path / "things-of-ours.json")
    for name, package, is_known in [
            ("things-of-ours", "org.example.cast", True), ("other", "org.example.other", False)]:
        write(tmp_path, name, package)
        server = serve(tmp_path, name)
        try:
            assert ("lamp" in favorites(server, visitor.cookies)) == is_known, name
        finally:
            server.stop()


def test_labels_of_a_show_that_moved_below_its_name_still_lead_to_it(tmp_path):
    write(tmp_path, "cast")
    write(tmp_path, "other", "org.example.other")
    (tmp_path / "other.json").write_text((tmp_path / "other.json").read_text().replace("things.json", "none.json"))
    (tmp_path / "none.json").write_text(json.dumps([{"title": "Chair", "id": "chair"}]))
    server = serve(tmp_path, "cast", "other")
    visitor = Visitor(server.port, f"127.0.0.1:{server.port}")
    try:
        for target, place in [
                ("/entries/lamp?q=a", "/cast/entries/lamp?q=a"), ("/entries/chair", "/other/entries/chair"),
                ("/former/entries/lamp", "/cast/entries/lamp")]:
            for method in ["GET", "HEAD"]:
                answer = visitor.ask(target, method)
                assert (answer.status, answer.header("Location")) == (302, place)
        assert visitor.ask("/entries/nothing").status == 404
    finally:
        visitor.close()
        server.stop()
