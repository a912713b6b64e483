"""A show with features that ours lack: filters, an order, and pictures wider than a phone."""

import json
import pathlib

from documents import show_document
from PIL import Image

PEOPLE = [
    {"name": f"Person {letter}", "job": ["Baker", "Miller", "Singer"][place % 3], "alive": ["yes", "no"][place % 2],
     "born": 1950 - place, "picture": "portrait.png"}
    for place, letter in enumerate("ABCDEFGHIJKL")]
SHOW = show_document(
    "People",
    {"kind": "records", "file": "people.json", "entry": {"title": "name", "picture": "picture"},
     "facts": {"Job": "job", "Alive": "alive", "Born": "born"}, "facets": ["Job", "Alive"], "sort": ["Born"]},
    language="en", noun={"one": "person", "many": "people"})


def show_of_people(folder):
    """Writes the show to a folder and returns the path of its file."""
    folder = pathlib.Path(folder)
    Image.new("RGB", (900, 600), "#0b5d8a").save(folder / "portrait.png")
    (folder / "people.json").write_text(json.dumps(PEOPLE))
    (folder / "show.json").write_text(json.dumps(SHOW))
    return str(folder / "show.json")
