"""Entries that are connected: on pages, as JSON, in the drawing, and after the list changed."""

import json
import re
import signal

from documents import show_document
from lists import ListFolder, serves

CAST = [
    {"name": "Ada", "spouse": "Ben", "killer": "Eve", "voice": "Kim"},
    {"name": "Ben", "voice": "Kim"},
    {"name": "Cid", "spouse": "a stranger", "killer": "eve"},
    {"name": "Dan", "killer": "Eve"},
    {"name": "Eve (Show)", "spouse": "Eve"},
    *({"name": f"Fan {number}"} for number in range(20)),
]


def feed(**more):
    return {
        "kind": "records", "file": "cast.json", "entry": {"title": "name"},
        "facts": {"Spouse": "spouse", "Voiced by": "voice"},
        "relations": [
            {"field": "killer", "label": "Killed by", "back": "Killed"}, {"field": "Spouse", "back": "Spouse"}],
    } | more


def relations(visitor, entry):
    """{label: titles} of an entry."""
    found = visitor.ask(f"/entries/{entry}.json").json.get("relations", [])
    return {one["label"]: [other["title"] for other in one["entries"]] for one in found}


def test_relations_lead_both_ways():
    with ListFolder.temporary("cast.json") as folder:
        (folder.path / "list.json").write_text(json.dumps(show_document("List", feed())))
        folder.list.write_text(json.dumps(CAST))
        server = folder.serve()
        visitor = server.visitor
        assert relations(visitor, "ada") == {"Killed by": ["Eve (Show)"], "Spouse": ["Ben"]}
        assert relations(visitor, "ben") == {"Spouse": ["Ada"]}
        assert relations(visitor, "eve-show") == {"Killed": ["Ada", "Cid", "Dan"]}
        assert relations(visitor, "fan-1") == {}
        page = visitor.ask("/entries/ada").text
        assert re.search(r'Killed by</dt><dd><ul class="portraits">\s*<li><a[^>]* href="/entries/eve-show"', page)
        assert "Also voiced by Kim" not in page
        assert "a stranger" in re.search(r'<dl class="facts">.*?</dl>', visitor.ask("/entries/cid").text, re.S)[0]
        for gone in ["/connections", "/connections/ada", "/lists/x", "/nearest?x=0&y=0"]:
            answer = visitor.ask(gone)
            assert (answer.status, answer.header("Location")) == (303, "/"), gone
        # A value no longer names an entry that is gone.
        folder.list.write_text(json.dumps([one for one in CAST if one["name"] != "Ben"]))
        server.process.send_signal(signal.SIGHUP)
        serves(server, len(CAST) - 1)
        assert relations(visitor, "ada") == {"Killed by": ["Eve (Show)"]}
        assert "<dd>Ben</dd>" in visitor.ask("/entries/ada").text


def test_others_who_share_the_rarest_value_follow():
    cast = [{"name": name, "voice": voice} for name, voice in zip("ABCDEFGH", "KKLLLLLM", strict=True)]
    with ListFolder.temporary("cast.json") as folder:
        (folder.path / "list.json").write_text(json.dumps(show_document("List", {
            "kind": "records", "file": "cast.json", "entry": {"title": "name"}, "facts": {"Voiced by": "voice"}})))
        folder.list.write_text(json.dumps(cast))
        page = folder.serve().visitor.ask("/entries/a").text
        row = re.search(r'<ul class="others">(.*?)</li>', page, re.S)[1]
        assert 'href="/entries/b"' in row and "Also voiced by K" in page


def test_thousands_who_name_one():
    cast = [{"name": f"Person {number}", "boss": "Person 0", "note": "x" * 1_000} for number in range(3_000)]
    with ListFolder.temporary("cast.json") as folder:
        (folder.path / "list.json").write_text(json.dumps(show_document("List", {
            "kind": "records", "file": "cast.json", "entry": {"title": "name"}, "facts": {"Boss": "boss"}})))
        folder.list.write_text(json.dumps(cast))
        visitor = folder.serve().visitor
        page = visitor.ask("/entries/person-0").text
        assert "2,975 more" in page


def test_covered_relations_are_nowhere():
    with ListFolder.temporary("cast.json") as folder:
        show = show_document("List", feed()) | {"spoilers": ["Killed by"]}
        show["looks"] = {**show["looks"], "spoilers": "covered"}
        (folder.path / "list.json").write_text(json.dumps(show))
        folder.list.write_text(json.dumps(CAST[:-1] + [{"name": "Kin", "about": "x"}]))
        visitor = folder.serve().visitor
        for target in ["/entries/eve-show.json", "/entries/eve-show", "/entries.json", "/?view=table"]:
            outside = re.sub(r'<details class="curtain">.*?</details>', "", visitor.ask(target).text, flags=re.S)
            assert "Killed" not in outside, target
        page = visitor.ask("/entries/ada").text
        behind = re.search(r'<details class="curtain.*?</details>', page, re.S)[0]
        assert "Killed by" in behind and "Killed by" not in page.replace(behind, "")
