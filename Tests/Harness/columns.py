"""Checks for the tables and JSON lists of a folder that each column is used or left out with a reason:

    Tests/Harness/columns.py FOLDER
"""

import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from program import PROGRAM

# Rows that are read for the columns.
ROWS = 50


def columns(path):
    """The paths of a file's columns that have values; None if it is neither a table nor JSON."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        if path.suffix in {".json", ".geojson"}:
            return set(paths(json.loads(text), []))
        if path.suffix in {".csv", ".tsv"}:
            rows = list(csv.reader(text.splitlines(), csv.Sniffer().sniff(text[:4096], ",;\t|")))[:ROWS]
            return {name.strip() for index, name in enumerate(rows[0]) if name.strip() and any(
                len(row) > index and row[index].strip() for row in rows[1:])}
    except (ValueError, csv.Error, IndexError):
        return None


def paths(value, names):
    """The paths of all texts, numbers and truths in a value."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield from paths(member, [*names, name])
    elif isinstance(value, list):
        for element in value[:ROWS]:
            yield from paths(element, names)
    elif value not in (None, "") and names:
        yield ".".join(names)


def texts(value):
    if isinstance(value, dict):
        return [text for member in value.values() for text in texts(member)]
    if isinstance(value, list):
        return [text for element in value for text in texts(element)]
    return [value]


def account(feed):
    """The paths that the feed of a show uses, and those that it leaves out."""
    used = texts(feed["entry"]) + texts(feed.get("facts", {}))
    used = [part for text in used for part in re.findall(r"\{(.*?)\}", text) or text.split(" || ")]
    return {plain(text) for text in used}, {plain(text) for text in feed.get("//not shown", {})}


def plain(path):
    """A path without the quotation marks of odd names."""
    return re.sub(r'"((?:[^"\\]|\\.)*)"', lambda name: re.sub(r"\\(.)", r"\1", name[1]), path)


def main(folder):
    missing = 0
    for path in sorted(path for path in pathlib.Path(folder).rglob("*") if path.is_file()):
        with tempfile.TemporaryDirectory() as place:
            new = [PROGRAM, "new", "x", "--feed-address", path, "--config-dir", place]
            answer = subprocess.run(new, capture_output=True, text=True, errors="replace", check=False)
            if answer.returncode:
                print(f"{path}: refused: {answer.stderr.strip().splitlines()[-1]}")
                continue
            feed = json.loads(pathlib.Path(place, "x.json").read_text())["feed"]
        used, left = account(feed)
        found = {"//" if name.startswith("//") else name for name in columns(path) or []}
        entries = f"{plain(feed['entries'])}." if "entries" in feed else ""
        found = {name.removeprefix(entries) for name in found if name.startswith(entries)}
        known = used | left
        lost = {name for name in found if not any(name == other or name.startswith(f"{other}.") for other in known)}
        if any(re.fullmatch(r"column \d+", name) for name in known):
            # A table without a row of names.
            lost = set()
        missing += len(lost)
        print(f"{path}: {len(used)} used, {len(left)} left out" + (f", LOST: {sorted(lost)}" if lost else ""))
    print(f"{missing} columns are neither used nor left out")
    return missing > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
