"""The JSON Schema of a show's file, checked with jsonschema."""
import copy
import json
import pathlib
import subprocess
import tempfile
import unittest

import jsonschema
from program import PROGRAM, ROOT

CONFIG = ROOT / "config"

# Almost valid values of fields, and whether each is right.
NEARLY = {
    "packageID": {"a.b": True, "a": False, "a.1b": False, "a.b_1": True, "a..b": False, "_a.b": False},
    "looks.accent": {"#00000": False, "#00000g": False, "#00006A": True, "000000": False},
    "looks.pictureAspect": {"100:100": True, "03:4": False, "+3:4": False, "3:4:": False, "0:1": False},
    "looks.icon": {"/a.svg": False, "../a.svg": False, "a/../b.svg": False, "a.png": False},
    "credit.link": {"https://x": True, "ftp://x": False, "//x": False},
    "feed.address": {"ftp://x.example": False, "HTTP://x.example": True, "http://me:key@x.example/": False},
    "server.basePath": {"/": True, "a/b/": True, "/~x/..y": True, "/a b": False, "/a/..": False, "/ä": False},
    "name": {" ": False, "\u00a0": False, " x ": True, "日本": True, "": False},
    "language": {"pt-BR": True, "e": False, "en_GB": False, "en-": False},
    "search.match": {"prefix": True, "fuzzy": False},
}


class SchemaTest(unittest.TestCase):
    schema = json.loads((CONFIG / "show.schema.json").read_text())

    def faults(self, document):
        return [fault.message for fault in jsonschema.Draft202012Validator(self.schema).iter_errors(document)]

    def test_the_schema_is_valid(self):
        jsonschema.Draft202012Validator.check_schema(self.schema)

    def test_every_shipped_show_is_valid(self):
        shows = [path for path in CONFIG.glob("*.json") if not path.name.endswith(".schema.json")]
        self.assertGreater(len(shows), 4)
        for path in shows:
            self.assertEqual(self.faults(json.loads(path.read_text())), [], path.name)

    def test_faulty_shows_are_rejected(self):
        show = json.loads((CONFIG / "simpsons.json").read_text())
        for change in ({"colour": "red"}, {"name": 7}, {"looks": {}}, {"feed": {"kind": "rss"}},
                       {"feed": {"kind": "duckduckgo", "address": "http://x.example/", "pages": 2}}):
            self.assertNotEqual(self.faults(show | change), [], change)
        self.assertEqual(self.faults(show | {"//": "a comment", "//server": {"port": 1}}), [])

    def test_schema_and_program_agree_on_almost_valid_values(self):
        good = json.loads((CONFIG / "simpsons.json").read_text())
        # The first file has the first value of each path, and so on.
        shows, verdicts = [], []
        for path, values in NEARLY.items():
            parent, _, key = path.rpartition(".")
            for number, (value, is_right) in enumerate(values.items()):
                part = {key: value}
                self.assertEqual(
                    not self.faults(good | ({parent: good.get(parent, {}) | part} if parent else part)), is_right,
                    (path, value))
                if number == len(shows):
                    shows.append(copy.deepcopy(good))
                (shows[number].setdefault(parent, {}) if parent else shows[number]).update(part)
                verdicts.append((number, path, value, is_right))
        with tempfile.TemporaryDirectory(prefix="dramatis-test-") as folder:
            files = [pathlib.Path(folder, f"{number}.json") for number in range(len(shows))]
            for file, show in zip(files, shows, strict=True):
                file.write_text(json.dumps(show))
            done = subprocess.run([PROGRAM, "check", *files], capture_output=True, text=True)
        for number, path, value, is_right in verdicts:
            said = [line for line in done.stdout.splitlines()
                    if line.startswith(f"{files[number]}:") and f" {path}: " in line]
            self.assertEqual(not said, is_right, (path, value, done.stderr[-300:]))
