#!/usr/bin/env python3
"""Compares figures with their limits, each a ratio of CPU time measured in one run: ratios.py PROGRAM

Pages ÷ a bare libmicrohttpd program with the same bytes; the start of 209,557 cities ÷ `json.load` of their file; a
museum's 200,000 and 480,000 records ÷ `sqlite3`'s import of them. Prints a line for each, and fails if one is above its
limit. Takes four minutes; run nothing heavy beside it.
"""
import contextlib
import gzip
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

import museum
from bench import Measured, load, medians
from program import ROOT, Server
from rows import capture, write_for_bare

# The most that a figure may be, so that a rise is noticed.
LIMITS = {
    "list gzip": 1.4, "list": 1.2, "detail gzip": 1.4, "detail": 1.2, "search gzip": 1.3, "search": 1.2,
    "not modified": 1.6, "50 favorites": 1.45, "cities, from the list": 1.9, "cities, again": 0.13,
    "museum, build": 1.7, "museum, changed list": 1.7, "museum, again": 0.06, "museum, page": 9, "museum, filter": 11.5,
    "museum, file ÷ list": 1.31, "museum, MB": 100}
# The values that we want, where they are lower than the limits. A page at 6.5 and a filter at 10 are those of 0.9.0.
GOALS = {
    "list gzip": 1.3, "detail gzip": 1.3, "50 favorites": 1.3, "cities, from the list": 0.8, "cities, again": 0.08,
    "museum, build": 1.6, "museum, changed list": 1.6, "museum, again": 0.03, "museum, page": 6.5, "museum, filter": 10,
    "museum, file ÷ list": 1.3}
# Pages of a museum's list that the cache lacks.
PAGES = {"page": "/", "filter": "/?department=department-photographs"}
ROUNDS = 5
RECORDS = 200_000


def pages(program, folder):
    """CPU time of pages ÷ that of the bare program."""
    bare = os.path.join(folder, "bare")
    subprocess.run(["cc", "-O2", "-o", bare, ROOT / "Tests/Bench/bare.c", "-lmicrohttpd"], check=True)
    with contextlib.ExitStack() as stack:
        ours = Measured([program, "--show", "simpsons", "--offline", "--state-dir", f"{folder}/state", "--port", "0",
                         "--listen", "127.0.0.1", "--log", "none"])
        stack.callback(ours.stop)
        rows = capture(ours.port, [], "ma")
        write_for_bare(rows, folder)
        theirs = Measured([bare, "0", "2", folder])
        stack.callback(theirs.stop)
        for row in rows:
            found = medians(ROUNDS, lambda index, row=row: load(
                [ours, theirs, theirs][index], row.target, row.sent, 32, 1))
            yield row.name, found[0][1] / found[1][1]


def spent(work):
    """CPU seconds of the processes that `work` starts and waits for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def middle(work):
    return sorted(spent(work) for _ in range(ROUNDS))[ROUNDS // 2]


def cities(program, folder):
    """CPU time to the first page ÷ that of `json.load`, from the list and from the catalogue file."""
    file, state = pathlib.Path(folder, "cities.json"), pathlib.Path(folder, "cities")
    rows = json.loads(gzip.decompress((ROOT / "config/bundled/cities.json.gz").read_bytes()))
    file.write_text(json.dumps(rows[:209_557] if isinstance(rows, list) else rows))

    def start():
        Server([program, "--show", "cities", "--feed", file, "--offline", "--state-dir", state, "--port", "0",
                "--listen", "127.0.0.1", "--log", "none"]).stop()

    def build():
        shutil.rmtree(state, ignore_errors=True)
        start()

    def parse():
        subprocess.run([sys.executable, "-c", "import json, sys; json.load(open(sys.argv[1], 'rb'))", file], check=True)

    idle = middle(lambda: subprocess.run([sys.executable, "-c", "import json"], check=True))
    whole = middle(parse) - idle
    yield "cities, from the list", middle(build) / whole
    yield "cities, again", middle(start) / whole


def records(program, folder, museum_name="museum", count=RECORDS, times=3):
    """CPU time of a museum's list ÷ that of SQLite's import; of a page, in ten thousandths of it."""
    museum.made_up(os.path.join(folder, "list.csv"), count)
    size = os.path.getsize(os.path.join(folder, "list.csv"))
    rounds = {"sqlite3": [], "build": [], "again": [], "changed list": []}
    for _ in range(times):
        rounds["sqlite3"].append(museum.imported(folder))
        shutil.rmtree(os.path.join(folder, "state"), ignore_errors=True)
        rounds["build"].append(museum.served(program, folder))
        rounds["again"].append(museum.served(program, folder, PAGES.values()))
        catalog = os.path.getsize(os.path.join(folder, "state", "catalog"))
        rounds["changed list"].append(museum.served(program, folder, change=True))
        museum.made_up(os.path.join(folder, "list.csv"), count)
    whole = statistics.median(one["cpu"] for one in rounds["sqlite3"])
    for name in ["build", "changed list", "again"]:
        yield f"{museum_name}, {name}", statistics.median(one["cpu"] for one in rounds[name]) / whole
    for name, page in PAGES.items():
        yield f"{museum_name}, {name}", statistics.median(one[page] for one in rounds["again"]) / whole * 10
    yield f"{museum_name}, file ÷ list", catalog / size
    yield f"{museum_name}, MB", max(one["peak"] for one in rounds["build"] + rounds["changed list"])


def more_records(program, folder):
    return records(program, folder, "larger museum", 480_000, 1)


def main(program):
    over = short = count = 0
    for measure in [pages, cities, records, more_records]:
        with tempfile.TemporaryDirectory(prefix="dramatis-bench-") as folder:
            for name, figure in measure(program, folder):
                count += 1
                limit = LIMITS[name.removeprefix("larger ")]
                goal = GOALS.get(name.removeprefix("larger "), limit)
                over += figure > limit
                short += figure > goal
                word = "over" if figure > limit else "short" if figure > goal else "ok"
                print(f"{word:5}  {name}: {figure:.2f}, limit {limit}, goal {goal}", flush=True)
    print(f"{count - over} of {count} figures within their limits, {count - short} reach their goals")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
