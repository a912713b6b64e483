"""Lists with odd column names: the guessed show is valid and can be served."""

import json
import os
import pathlib
import subprocess
import tempfile
import urllib.request

import pytest
from program import PROGRAM, ROOT, Server, Show

ODD = [
    "na\u0007me", "na\nme", "na\r\nme", "\tname", "\u007f", "\u001b[31m", "", " ", '"', "''", "\\", "\\u0007", "a\\",
    "{", "}", "{name}", "a {b} c", "|", "a || b", "[0]", "a[*]", "]", ".", "a.b", "..", "//name", "//", "@", "#text",
    "@key", "name.", "-", "_", "$schema", "query", "q", "page", "été", "ete", "Ete", "€", "x" * 10_000, "y" * 480,
    "z" * 300 + "\u0001", "\u200fname", "\u202eeman", "\u2028", "\ufeff", "名前", "👩‍👩‍👧", "e\u0301t\u00e9",
    "null", "*", "`", "<b>", "&amp;", "a\u0085b", "column 2", "\ufffd",
]
TITLES = ["Bread", "Mill", "Oven", "Rye"]


def as_json(path, columns, rows):
    path.write_text(json.dumps([dict(zip(columns, row, strict=True)) for row in rows]))


@pytest.fixture
def folder():
    with tempfile.TemporaryDirectory(prefix="dramatis-test-") as folder:
        yield pathlib.Path(folder)


def run(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, (done.stdout + done.stderr)[:500]


def titles(show):
    with urllib.request.urlopen(f"http://127.0.0.1:{show.port}/entries.json?size=500") as answer:
        return [entry["title"] for entry in json.load(answer)["entries"]]


def served(folder, file, expected, facts=0):
    """Writes a show for a file, checks it, and serves it both from its file and with open."""
    run("new", "odd", "--feed-address", file, "--config-dir", folder, "--resources", ROOT)
    run("check", folder / "odd.json")
    assert len(json.loads((folder / "odd.json").read_text())["feed"].get("facts", {})) >= facts
    show = Show(str(folder / "odd.json"))
    try:
        assert titles(show) == expected
    finally:
        show.stop()
    opened = Server([PROGRAM, "open", file, "--port", "0", "--listen", "127.0.0.1", "--resources", ROOT],
                    environment={**os.environ, "XDG_STATE_HOME": str(folder / "state")})
    try:
        assert titles(opened) == expected
    finally:
        opened.stop()


def test_a_list_with_many_odd_column_names_is_served(folder):
    columns = ["title", *dict.fromkeys(ODD)]
    rows = [[title, *(f"{'AB'[row % 2]} {index}" for index in range(len(columns) - 1))]
            for row, title in enumerate(TITLES)]
    as_json(folder / "list.json", columns, rows)
    served(folder, folder / "list.json", TITLES, facts=30)


@pytest.mark.parametrize("odd", ["na\u0007m\ne", "a {b} || \"c"])
def test_a_title_with_an_odd_column_name_is_served(folder, odd):
    file = folder / "list.json"
    as_json(file, [odd], [[title] for title in TITLES])
    served(folder, file, TITLES)


@pytest.mark.parametrize("path", [["x" * 600], ["a.b", ""], ["//", "a\u0007{}"]])
def test_the_path_of_a_list_with_an_odd_name_is_guessed_or_refused(folder, path):
    document = [{"name": title} for title in TITLES]
    for name in reversed(path):
        document = {name: document, "n": 1}
    file = folder / "list.json"
    file.write_text(json.dumps(document))
    if any(len(name) > 500 or not name for name in path):
        done = subprocess.run([PROGRAM, "new", "odd", "--feed-address", file, "--config-dir", folder],
                              capture_output=True, text=True)
        assert done.returncode == 1
        assert done.stderr.count("\n") == 1
        assert not (folder / "odd.json").exists()
    else:
        served(folder, file, TITLES)


def test_lone_surrogates_in_column_names_are_served(folder):
    file = folder / "list.json"
    file.write_text("[" + ", ".join(f'{{"na\\ud800me": "{title}", "\\udc00": "x"}}' for title in TITLES) + "]")
    served(folder, file, TITLES)
