"""The JSON Schema of a show's file, checked with jsonschema."""
import json
import unittest

import jsonschema
from program import ROOT

CONFIG = ROOT / "config"


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
