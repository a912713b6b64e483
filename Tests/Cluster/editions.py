"""The list of a cluster: catalogue files, built once with `dramatis build` and copied to each replica."""

import json
import os
import pathlib
import shutil
import subprocess
import time

from documents import show_document
from load import ENTRIES, FIRST_READER, MARKERS, READERS, entry
from machines import HOST
from program import PROGRAM, ROOT, wait_for
from visitor import Visitor

# Seconds until a replica serves a new edition: two without a change, the copy into its state folder, and a margin.
NEWS = 10
TARGETS = ["/", "/?view=grid", "/?q=record+77", "/?page=9", "/entries/record-77", "/suggest?q=record",
           "/entries.json?q=77&size=50"]
SHOW = show_document(
    "Films of Many", {"kind": "records", "file": "films.csv", "entry": {
        "id": "code", "title": "code", "description": "text"}},
    server={"hosts": [HOST]}, favorites={"store": "postgresql"})


class Editions:
    """Editions of the list, which has the entries of visitors and so many further records."""

    def __init__(self, parent, records):
        self.folder, self.records = pathlib.Path(parent, "editions"), records
        self.folder.mkdir()
        self.show = SHOW
        (self.folder / "show.json").write_text(json.dumps(SHOW))
        self.number, self.built = 0, {}
        self.write()

    def write(self):
        """Writes a new edition, with one more record than the one before."""
        self.number += 1
        self.built.clear()
        with open(self.folder / "films.csv", "w") as file:
            file.write("code,text\n")
            for owner in [*range(MARKERS), *range(FIRST_READER, FIRST_READER + READERS)]:
                file.writelines(f"{entry(owner, number)},one\n" for number in range(ENTRIES))
            file.writelines(f"Record {number},The text of record {number}\n"
                            for number in range(self.records + self.number))

    @property
    def total(self):
        return (MARKERS + READERS) * ENTRIES + self.records + self.number

    def catalog(self, program=PROGRAM):
        """The catalogue file of this edition for a version of the program."""
        if program not in self.built:
            state = self.folder / f"state-{self.number}-{len(self.built)}"
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


def total(replica):
    """The number of entries that a replica serves."""
    visitor = Visitor(replica.port, HOST, address=replica.address_of_machine)
    try:
        return visitor.ask("/entries.json?size=1").json["total"]
    finally:
        visitor.close()


def switch(cluster):
    """Brings a new edition to all replicas under load; compares their pages before and after it."""
    editions, took = cluster.editions, []
    compare(cluster)
    editions.write()
    editions.catalog()
    for replica in cluster.replicas:
        editions.bring(replica.catalog)
        begun = time.monotonic()
        wait_for(lambda one=replica: total(one) == editions.total, f"the new edition of replica {replica.name}")
        took.append(time.monotonic() - begun)
    compare(cluster)
    size = editions.catalog().stat().st_size / 1_000_000
    cluster.say(f"new edition of {editions.total} records, {size:.0f} MB: served after",
                ", ".join(f"{seconds:.1f}" for seconds in took) + " s", f"{NEWS} s", max(took) <= NEWS)
    memory = [anonymous(replica.process.pid) for replica in cluster.replicas]
    print("anonymous memory of the replicas:", ", ".join(f"{size} MB" for size in memory), flush=True)


def anonymous(process):
    """Megabytes of memory that no file backs."""
    text = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(text.split("RssAnon:")[1].split()[0]) // 1024


def compare(cluster):
    """Whether all replicas answer the same."""
    for target in TARGETS:
        answers = []
        for replica in cluster.replicas:
            visitor = Visitor(replica.port, HOST, address=replica.address_of_machine)
            answers.append(visitor.ask(target))
            visitor.close()
        if {answer.status for answer in answers} != {200} or len({answer.body for answer in answers}) > 1:
            cluster.faults.append(f"replicas answer {target} differently: {[answer.status for answer in answers]}")
