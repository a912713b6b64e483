"""Spreadsheets, charsets and files that are no lists, as `open` and a show's file take them."""

import json
import pathlib
import subprocess
import tempfile
import urllib.request

import pytest
from documents import show_document, workbook
from program import PROGRAM, ROOT, Server, Show


def titles(show):
    with urllib.request.urlopen(f"http://127.0.0.1:{show.port}/entries.json") as answer:
        return [entry["title"] for entry in json.load(answer)["entries"]]


@pytest.fixture
def folder():
    with tempfile.TemporaryDirectory(prefix="dramatis-test-") as folder:
        yield pathlib.Path(folder)


def test_a_workbook_is_opened_and_its_show_can_name_another_sheet(folder):
    file = folder / "things.xlsx"
    workbook(file, Notes=[["Read the next sheet"]], Breads=[["name", "town"], ["Rye", "Ulm"], ["Oat", "Rome"]],
             Mills=[["name", "river"], ["Old Mill", "Danube"], ["New Mill", "Tiber"]])
    opened = Server([PROGRAM, "open", file, "--port", "0", "--listen", "127.0.0.1", "--resources", ROOT,
                     "--state-dir", folder / "state"])
    try:
        assert titles(opened) == ["Oat", "Rye"]
        assert 'the sheet "Breads" is read; "sheet" chooses another: "Notes", "Mills"' in opened.said()
    finally:
        opened.stop()
    show = Show(show_document("Mills", {
        "kind": "records", "file": str(file), "format": "xlsx", "sheet": "Mills", "entry": {"title": "name"}}))
    try:
        assert titles(show) == ["New Mill", "Old Mill"]
    finally:
        show.stop()


def test_a_table_in_another_charset_shows_its_letters(folder):
    file = folder / "list.csv"
    file.write_bytes("Название;Город\nЗамок;Казань\nМост;Псков\nМельница;Тула\n".encode("cp1251"))
    opened = Server([PROGRAM, "open", file, "--port", "0", "--listen", "127.0.0.1", "--resources", ROOT,
                     "--state-dir", folder / "state"])
    try:
        assert titles(opened) == ["Замок", "Мельница", "Мост"]
        assert "is read as windows-1251" in opened.said()
    finally:
        opened.stop()


@pytest.mark.parametrize(("content", "name"), [
    (b"%PDF-1.7\n", "a PDF document"), (b"---\nname: Ada\n", "a YAML document"), (b"\x7fELF\2\1\1\0", "a program"),
    (b"# List\n\nSome words.\n", "a Markdown document")])
def test_a_file_that_is_no_list_is_refused_before_the_server_listens(folder, content, name):
    file = folder / "file"
    file.write_bytes(content)
    done = subprocess.run([PROGRAM, "open", file, "--port", "0", "--state-dir", folder / "state"],
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert f"it is not a list but {name}" in done.stderr
    assert "listening" not in done.stdout
