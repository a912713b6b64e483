#!/usr/bin/env python3
"""Measures the memory and the disk of shows, and prints the table of README and manual page: memory.py PROGRAM

Generated lists, each in two lengths: a short show with descriptions of 300 letters; a list as museum.py writes it, with
8 facts, 4 facets and an order; the same with titles and descriptions alone and a search anywhere; photographs of 12
megapixels. After the list was built and pages were read: the anonymous memory, which the system cannot take back; the
proportional set size, which has the mapped catalogue file too; the state folder. What a thousand entries more take is
the difference of the two lengths. Megabytes.
"""
import http.client
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from documents import show_document
from drawings import encoded, portrait
from museum import PAGES, made_up, memory, show
from program import end, first_page


def short(folder, length):
    made_up(folder / "list.csv", length)
    about = "{Title}. {Medium}. {Credit}. {Artist}. {Dimensions}. {Link}. {Culture}. {Department}. {Picture}."
    entry = {"id": "Number", "title": "Title", "description": about}
    return written(folder, {"kind": "records", "file": "list.csv", "entry": entry})


def facts(folder, length):
    made_up(folder / "list.csv", length)
    document = json.loads(pathlib.Path(show(folder)).read_text())
    return written(folder, document["feed"], search={"match": "prefix"})


def anywhere(folder, length):
    made_up(folder / "list.csv", length)
    feed = json.loads(pathlib.Path(show(folder)).read_text())["feed"]
    return written(folder, {key: value for key, value in feed.items() if key not in ("facts", "facets", "sort")})


def photographs(folder, length):
    (folder / "photos").mkdir()
    picture = encoded(portrait(1, 4000, 3000))
    for number in range(length):
        # Each differs in its end, which decoders ignore.
        (folder / f"photos/Photo {number}.jpg").write_bytes(picture + str(number).encode())
    return written(folder, {"kind": "records", "file": "photos", "entry": {
        "id": "id", "title": "title", "picture": "picture"}})


KINDS = {
    "short show": (short, 1_000, 4_000),
    "list with facts": (facts, 20_000, 100_000),
    "list with search anywhere": (anywhere, 20_000, 100_000),
    "photographs": (photographs, 100, 300),
}


def written(folder, feed, **more):
    path = folder / "show.json"
    path.write_text(json.dumps(show_document("Show", feed, search={"match": "contains"}) | more))
    return path


def measured(program, path, state):
    """Anonymous memory, proportional set size, highest anonymous memory, state folder."""
    command = ["--show", path, "--offline", "--state-dir", state]
    subprocess.run([program, "pictures", *command], capture_output=True)
    process = subprocess.Popen([program, *command, "--port", "0", "--listen", "127.0.0.1", "--log", "none"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    port = int(re.search(r":(\d+)/?\s*$", process.stdout.readline()).group(1))
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    peak = 0
    while True:
        peak = max(peak, memory(process)["RssAnon"])
        connection.request("GET", "/")
        answer = connection.getresponse()
        answer.read()
        if answer.status != 503:
            break
        time.sleep(0.02)
    for page in ["/?view=grid", *PAGES]:
        first_page(connection, page)
    time.sleep(2)
    figures = pathlib.Path(f"/proc/{process.pid}/smaps_rollup").read_text()
    shared = int(re.search(r"^Pss:\s+(\d+)", figures, re.MULTILINE).group(1)) / 1024
    anonymous = memory(process)["RssAnon"]
    end(process)
    process.stdout.close()
    size = sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(state) for name in names)
    return anonymous, shared, peak, size / 1e6


def main(program):
    print("| Per thousand entries, MB | memory | with the mapped file | disk | at least: memory, with the file |")
    print("|---|---|---|---|---|")
    for kind, (make, few, many) in KINDS.items():
        found = []
        for length in (few, many):
            with tempfile.TemporaryDirectory() as folder:
                folder = pathlib.Path(folder)
                found.append(measured(program, make(folder, length), folder / "state"))
        # Noise may be negative where nothing grows.
        slopes = [max(0, (last - first) / (many - few) * 1_000) for first, last in zip(*found, strict=True)]
        start = [first - slope * few / 1_000 for first, slope in zip(found[0], slopes, strict=True)]
        print(f"| {kind} ({few:,} and {many:,}) | {slopes[0]:.2f} | {slopes[1]:.2f} | {slopes[3]:.2f} | "
              f"{start[0]:.0f}, {start[1]:.0f} |", flush=True)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
