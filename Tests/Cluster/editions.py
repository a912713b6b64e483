"""The list of a cluster: catalogue files, built once with `dramatis build` and copied to each replica."""

import json
import os
import pathlib
import shutil
import subprocess

from documents import show_document
from load import ENTRIES, FIRST_READER, MARKERS, READERS, entry
from machines import HOST
from program import PROGRAM, ROOT

SHOW = show_document(
    "Films of Many", {"kind": "records", "file": "films.csv", "entry": {
        "id": "code", "title": "title", "description": "text"}},
    server={"hosts": [HOST]}, favorites={"store": "postgresql"})


class Editions:
    """The list, which has the entries of visitors and so many further records."""

    def __init__(self, parent, records):
        self.folder, self.records = pathlib.Path(parent, "editions"), records
        self.folder.mkdir()
        self.show = SHOW
        (self.folder / "show.json").write_text(json.dumps(SHOW))
        self.built, self.states = {}, {}
        self.write({})

    def write(self, titles):
        """Writes the list, in which some entries have other titles than their ids."""
        with open(self.folder / "films.csv", "w") as file:
            file.write("code,title,text\n")
            for owner in [*range(MARKERS), *range(FIRST_READER, FIRST_READER + READERS)]:
                names = [entry(owner, number) for number in range(ENTRIES)]
                file.writelines(f"{name},{titles.get(name, name)},one\n" for name in names)
            file.writelines(f"r{number},Record {number},The text of record {number}\n"
                            for number in range(self.records))

    def rename(self, name, title):
        """Another edition, built where the ids of the first are known."""
        self.write({name: title})
        self.built = {}

    def catalog(self, program=PROGRAM):
        """The catalogue file for a version of the program."""
        if program not in self.built:
            state = self.states.setdefault(program, self.folder / f"state-{len(self.states)}")
            subprocess.run(
                [program, "build", "--show", self.folder / "show.json", "--state-dir", state, "--resources", ROOT,
                 "--config-dir", ROOT / "config"], check=True, capture_output=True)
            self.built[program] = state / "catalog"
        return self.built[program]

    def bring(self, path, program=PROGRAM):
        """Copies it to a machine, and replaces the file there as a whole."""
        new = path.with_suffix(".new")
        shutil.copy(self.catalog(program), new)
        with open(new, "rb") as file:
            os.fsync(file.fileno())
        new.rename(path)
