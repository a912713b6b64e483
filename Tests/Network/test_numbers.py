"""Numbers as they are written, in all forms of lists."""

import contextlib
import json
import sqlite3

import pytest
from documents import show_document, workbook
from lists import ListFolder

NUMBERS = [
    "1237649770260463687", "0.1", "1.7976931348623157e308", "1e-7", "0.30000000000000004", "12.50", "1e2", "-0.0",
    "6.02214076e23", "123456789012345678901234567890", "1000000.25", "42"]


def of_json(numbers):
    return json.dumps([{"name": f"Entry {index}", "id": f"@{number}@", "value": f"@{number}@"}
                       for index, number in enumerate(numbers)]).replace('"@', "").replace('@"', "")


FORMS = {
    "numbers.json": of_json,
    "numbers.jsonl": lambda numbers: "\n".join(of_json([number])[1:-1] for number in numbers),
    "numbers.csv": lambda numbers: "name,id,value\n" + "".join(
        f"Entry {index},{number},{number}\n" for index, number in enumerate(numbers)),
    "numbers.xml": lambda numbers: "<list>" + "".join(
        f"<e><name>Entry {index}</name><id>{number}</id><value>{number}</value></e>"
        for index, number in enumerate(numbers)) + "</list>",
}


@pytest.mark.parametrize("file", FORMS)
def test_no_digit_is_lost_or_invented(file):
    with ListFolder.temporary(file) as folder:
        feed = {"kind": "records", "file": file, "entry": {"id": "id", "title": "name"}, "facts": {"Value": "value"}}
        feed |= {"forms": {"Value": {"number": "."}}, "sort": ["Value"]}
        (folder.path / "list.json").write_text(json.dumps(show_document("List", feed)))
        folder.list.write_text(FORMS[file](NUMBERS))
        server = folder.serve()
        answer = server.visitor.ask("/entries.json?size=100&sort=value").json["entries"]
        assert {one["facts"]["Value"] for one in answer} == set(NUMBERS)
        assert [one["facts"]["Value"] for one in answer] == sorted(NUMBERS, key=float)
        ids = server.visitor.ask("/entries.json?q=1237649770260463687").json["entries"]
        assert len(ids) <= 1
        pages = {language: "".join(
            server.visitor.ask(f"/entries/{one['id']}", headers={"Accept-Language": language}).text for one in answer)
            for language in ["en", "de"]}
        for number in ["1,237,649,770,260,463,687", "0.30000000000000004", "12.50", "1e-7", "1,000,000.25"]:
            assert number in pages["en"], number
        for number in ["1.237.649.770.260.463.687", "0,30000000000000004", "12,50", "1e-7", "1.000.000,25"]:
            assert number in pages["de"], number


def database(path, kind):
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"CREATE TABLE numbers (name TEXT, value {kind})")
        connection.executemany(
            "INSERT INTO numbers VALUES (?, ?)", [(f"Entry {index}", number) for index, number in enumerate(NUMBERS)])


def sheet(path, kind):
    workbook(path, List=[["name", "value"], *([f"Entry {index}", number] for index, number in enumerate(NUMBERS))],
             number=1 if kind == "number" else None)


# Doubles have lost what a double does not hold, and spreadsheets show fifteen digits of a fraction.
DOUBLES = {"1.7976931348623157e308": "1.7976931348623157e308", "12.50": "12.5", "1e2": "100", "-0.0": "0",
           "123456789012345678901234567890": "1.2345678901234568e29"}
SHEETS = DOUBLES | {"1.7976931348623157e308": "1.79769313486232e308", "0.30000000000000004": "0.3", "-0.0": "-0",
                    "123456789012345678901234567890": "123456789012345678901234567890"}


@pytest.mark.parametrize(("file", "make", "kind", "changed"), [
    ("numbers.db", database, "TEXT", {}), ("numbers.db", database, "NUMERIC", DOUBLES),
    ("numbers.xlsx", sheet, "text", {}), ("numbers.xlsx", sheet, "number", SHEETS)])
def test_databases_and_spreadsheets_give_what_they_hold(file, make, kind, changed):
    with ListFolder.temporary(file) as folder:
        feed = {"kind": "records", "file": file, "entry": {"title": "name"}, "facts": {"Value": "value"}}
        feed |= {"forms": {"Value": {"number": "."}}, "sort": ["Value"]}
        if make is database:
            feed["query"] = "SELECT * FROM numbers"
        (folder.path / "list.json").write_text(json.dumps(show_document("List", feed)))
        make(folder.list, kind)
        server = folder.serve()
        answer = server.visitor.ask("/entries.json?size=100&sort=value").json["entries"]
        values = [one["facts"]["Value"] for one in answer]
        assert set(values) == {changed.get(number, number) for number in NUMBERS}
        assert values == sorted(values, key=float)
        for one in answer:
            found = server.visitor.ask(f"/entries.json?size=100&q={one['facts']['Value']}").json["entries"]
            assert one["id"] in [other["id"] for other in found]
        page = server.visitor.ask("/entries/entry-0").text
        assert "1,237,649,770,260,463,687" in page


def test_ids_of_64_bits_are_different():
    with ListFolder.temporary("ids.json") as folder:
        (folder.path / "list.json").write_text(json.dumps(show_document("List", {
            "kind": "records", "file": "ids.json", "entry": {"id": "id", "title": "name"}})))
        folder.list.write_text(of_json([f"123764977026046368{last}" for last in (7, 8, 9)]))
        server = folder.serve()
        entries = server.visitor.ask("/entries.json").json["entries"]
        assert {one["id"] for one in entries} == {f"entry-{n}-123764977026046368{last}" for n, last in enumerate("789")}


def ids_of(form, *numbers):
    with ListFolder.temporary(f"ids.{form}") as folder:
        (folder.path / "list.json").write_text(json.dumps(show_document("List", {
            "kind": "records", "file": f"ids.{form}", "entry": {"id": "id", "title": "name"}})))
        folder.list.write_text(FORMS[f"numbers.{form}"](numbers))
        return [one["id"] for one in folder.serve().visitor.ask("/entries.json").json["entries"]]


def test_ids_of_other_numbers_stay_as_they_were():
    assert ids_of("json", "17.0", "1e2") == ids_of("json", "17", "100")
    # Texts are kept as they are.
    assert ids_of("csv", "17.0", "1e2") != ids_of("csv", "17", "100")
