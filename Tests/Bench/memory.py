#!/usr/bin/env python3
"""Measures the memory of a show by the length of its list: memory.py PROGRAM [RECORDS...]

Generated lists as museum.py writes them: titles and descriptions alone; with search anywhere; with 8 facts, 4 facets
and an order too. Of each the catalogue file, and after the list was built and pages were read the anonymous memory,
which the system cannot take back, the proportional set size, and the highest anonymous memory. Megabytes.
"""
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import time

from museum import PAGES, made_up, memory, show
from program import end, first_page

KINDS = {
    "prefix search": lambda show: show | {"search": {"match": "prefix"}},
    "search anywhere": lambda show: show,
    "facts and facets": None,
}


def without_facts(document):
    feed = {key: value for key, value in document["feed"].items() if key not in ("facts", "facets", "sort")}
    return document | {"feed": feed}


def measured(program, folder, kind):
    path = show(folder)
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    if KINDS[kind]:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(KINDS[kind](without_facts(document)), file)
    with tempfile.TemporaryDirectory() as state:
        process = subprocess.Popen(
            [program, "--show", path, "--offline", "--state-dir", state, "--port", "0", "--listen", "127.0.0.1",
             "--log", "none"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
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
        for page in PAGES:
            first_page(connection, page)
        time.sleep(2)
        with open(f"/proc/{process.pid}/smaps_rollup", encoding="ascii") as file:
            pss = int(re.search(r"^Pss:\s+(\d+)", file.read(), re.MULTILINE).group(1)) / 1024
        size = os.path.getsize(os.path.join(state, "catalog")) / 1e6
        anonymous = memory(process)["RssAnon"]
        end(process)
        process.stdout.close()
    return size, anonymous, pss, peak


def main(program, *lengths):
    print(f"{'records':>8}  {'kind':16}  {'file':>6}  {'anon':>5}  {'PSS':>5}  {'peak':>5}")
    for length in map(int, lengths or (10_000, 100_000, 480_000)):
        with tempfile.TemporaryDirectory() as folder:
            made_up(os.path.join(folder, "list.csv"), length)
            for kind in KINDS:
                figures = measured(program, folder, kind)
                print(f"{length:8}  {kind:16}  " + "  ".join(f"{figure:5.0f}" for figure in figures), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
