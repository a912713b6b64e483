#!/usr/bin/env python3
"""Measures a museum's list beside SQLite's own import: museum.py PROGRAM [RECORDS] [repeated]

The list is generated: 15 columns, about 350 bytes a record, of which the show uses 9 facts, 4 facets, an order and a
search anywhere. As in museums, nearly every record has other dimensions and another credit line; with "repeated" these
are among some thousands. In turn, five times each: `sqlite3` imports it with a full-text index of titles and artists
and one of trigrams of titles; the program builds its catalogue file up to the first answer; the program starts again;
the list changes while it is served. CPU time, the highest and the last memory, and the CPU time of pages. It has no
pass or fail; run nothing heavy beside it.
"""
import http.client
import json
import os
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from documents import show_document
from program import end

ROUNDS = 5
PAGES = ["/?q=silver", "/?q=a", "/?q=silver+mask", "/?department=department-photographs", "/?sort=starting",
         "/?q=silver&department=department-photographs&sort=-starting", "/?page=8000", "/entries.json?q=gold&size=60"]
IMPORT = """.mode csv
.import {list} t
CREATE VIRTUAL TABLE f USING fts5(Title, Artist, content='t');
INSERT INTO f(rowid, Title, Artist) SELECT rowid, Title, Artist FROM t;
CREATE VIRTUAL TABLE g USING fts5(Title, content='t', tokenize='trigram');
INSERT INTO g(rowid, Title) SELECT rowid, Title FROM t;
SELECT count(*) FROM f WHERE f MATCH 'silver';
"""


def made_up(path, records, is_repeated=False):
    """Writes the list."""
    random.seed(1)
    syllables = ["an", "ber", "cal", "dor", "el", "fin", "gar", "hol", "is", "jor", "kel", "lan", "mor", "nor", "per"]
    words = ["".join(random.choices(syllables, k=random.randint(1, 3))) for _ in range(3_000)]
    stuffs = ["wood", "oil", "stone", "silver", "bronze", "paper", "ivory", "glass", "silk", "cotton", "clay",
              "marble", "gold", "iron", "leather", "bone"]
    kinds = ["Print", "Photograph", "Painting", "Vase", "Coin", "Textile", "Drawing", "Sculpture", "Book", "Chair",
             "Bowl", "Sword", "Mask", "Ring"]
    looks = ["small", "large", "old", "royal", "sacred", "red", "blue", "broken", "gilded", "carved", "painted",
             "woven", "early", "late", "rare"]
    first = ["Anna", "Bruno", "Carla", "David", "Elena", "Franz", "Greta", "Hugo", "Irene", "Jacob", "Klara", "Louis",
             "Maria", "Niels", "Olga", "Pablo"]
    last = [a + b for a in ["Ander", "Berg", "Carls", "Dahl", "Eck", "Fisch", "Grün", "Hoff"]
            for b in ["son", "mann", "er", "stein", "feld"]]
    places = ["French", "Greek", "Roman", "Dutch", "Japanese", "Chinese", "Egyptian", "American", "Italian", "German",
              "Spanish", "Indian"]
    departments = ["Drawings", "Photographs", "Sculpture", "Asian Art", "Arms", "Costume", "Music", "Modern Art"]
    pick = random.choice
    gifts = [f"Gift of {pick(first)} {pick(last)}, {random.randint(1880, 2015)}" for _ in range(3_000)]
    with open(path, "w", encoding="utf-8") as file:
        file.write("Number,Title,Artist,Medium,Dimensions,Credit,Department,Kind,Culture,Period,Country,Begin,End,"
                   "Link,Picture\n")
        for number in range(records):
            begin = random.randint(-500, 1990)
            size, gift = f"{number % 50} x {number % 37} in. ({number % 50 * 2.5} cm)", pick(gifts)
            title = f"{pick(kinds)} of a {pick(looks)} {pick(kinds).lower()} with {pick(stuffs)}"
            if not is_repeated:
                sides = [random.randint(10, 3_000) / 10 for _ in range(3)]
                inches = " x ".join(f"{side / 2.54:.1f}" for side in sides)
                size = f"{inches} in. ({' x '.join(map(str, sides))} cm)"
                giver = f"{pick(first)} {pick(words).capitalize()} and {pick(first)} {pick(words).capitalize()}"
                gift = f"Gift of {giver}, {random.randint(1880, 2015)}"
                title = " ".join([pick(kinds), pick(looks)] + random.choices(words, k=random.randint(1, 4)))
            if number % 10 == 0:
                title = f'"{title}, called ""{pick(last)}"""'
            file.write(
                f'{number % 100:02}.{number // 100}.{number % 37},{title},{pick(first)} {pick(last)},{pick(stuffs)} on '
                f'{pick(stuffs)},"{size}","{gift}",'
                f'Department {pick(departments)},{pick(kinds)},{pick(places)},{abs(begin) // 100 + 1}th century,'
                f'{pick(places)}land,{begin},{begin + number % 30},https://www.example.org/art/{number},'
                f'https://images.example.org/web-large/DP{number:06}_{number % 20:02}.jpg\n')


def show(folder):
    """The path of the show's file."""
    path = os.path.join(folder, "museum.json")
    columns = ["Medium", "Dimensions", "Credit", "Department", "Kind", "Culture", "Period", "Country"]
    facts = {column: column for column in columns} | {"Starting": "Begin"}
    entry = {"id": "Number", "title": "Title", "subtitle": "Artist", "link": "Link", "picture": "Picture",
             "description": "{Title}. {Medium}. {Dimensions}. {Credit}"}
    feed = {"kind": "records", "file": "list.csv", "entry": entry, "facts": facts, "sort": ["Starting"],
            "facets": ["Department", "Kind", "Culture", "Country"]}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(show_document("Museum", feed, search={"match": "contains"}), file)
    return path


def imported(folder):
    """CPU seconds of SQLite's import."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    database = os.path.join(folder, "list.db")
    subprocess.run(["sqlite3", database], input=IMPORT.format(list=os.path.join(folder, "list.csv")), text=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    os.remove(database)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {"cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}


def cpu(process):
    """CPU seconds of a running process, by its own clock."""
    return time.clock_gettime((~process.pid << 3) | 2)


def memory(process):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        found = dict(re.findall(r"(\w+):\s+(\d+) kB", file.read()))
    return {name: int(found[name]) / 1024 for name in ["VmRSS", "RssAnon"]}


def changed(path):
    """Replaces the list by one without every fiftieth record and with other credit lines; returns its length."""
    with open(path, encoding="utf-8") as file:
        lines = [line.replace("Gift of", "Donation by") for number, line in enumerate(file) if number % 50 != 49]
    with open(f"{path}.new", "w", encoding="utf-8") as file:
        file.writelines(lines)
    os.rename(f"{path}.new", path)
    return len(lines) - 1


def served(program, folder, pages=None, change=False):
    """CPU seconds and seconds to the first whole answer, and megabytes; asks for pages, if there are any.

    With `change`, of the time from the change of the list to its first answer.
    """
    start, peak = time.perf_counter(), [0.0]
    process = subprocess.Popen(
        [program, "--show", show(folder), "--offline", "--state-dir", os.path.join(folder, "state"), "--port", "0",
         "--listen", "127.0.0.1", "--log", "none"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def watch():
        while process.poll() is None:
            try:
                peak[0] = max(peak[0], memory(process)["RssAnon"])
            except (OSError, KeyError):
                return
            time.sleep(0.02)

    watcher = threading.Thread(target=watch)
    watcher.start()
    port = int(re.search(r":(\d+)/?\s*$", process.stdout.readline()).group(1))
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)

    def get(target):
        connection.request("GET", target)
        answer = connection.getresponse()
        return answer.status, answer.read()

    while get("/")[0] == 503:
        time.sleep(0.02)
    spent = 0
    if change:
        time.sleep(3)
        start, peak[0], spent = time.perf_counter(), 0, cpu(process)
        count = changed(os.path.join(folder, "list.csv"))
        while json.loads(get("/entries.json?size=1")[1])["total"] != count:
            time.sleep(0.2)
    figures = {"seconds": time.perf_counter() - start, "cpu": cpu(process) - spent, "peak": peak[0]}
    time.sleep(1.5)
    figures |= memory(process)
    for page in pages or []:
        get(page)
        before = cpu(process)
        for number in range(60):
            # The page cache must not answer.
            get(f"{page}{'&' if '?' in page else '?'}x={number}")
        figures[page] = (cpu(process) - before) / 60 * 1000
    end(process)
    watcher.join()
    return figures


def main(program, records=480_000, kind=None):
    with tempfile.TemporaryDirectory() as folder:
        found = {"sqlite3": [], "built": [], "again": [], "changed": []}
        for number in range(ROUNDS):
            made_up(os.path.join(folder, "list.csv"), int(records), kind == "repeated")
            size = os.path.getsize(os.path.join(folder, "list.csv"))
            found["sqlite3"].append(imported(folder))
            shutil.rmtree(os.path.join(folder, "state"), ignore_errors=True)
            found["built"].append(served(program, folder))
            found["again"].append(served(program, folder, PAGES if number == 0 else None))
            catalog = os.path.getsize(os.path.join(folder, "state", "catalog"))
            found["changed"].append(served(program, folder, change=True))
        whole = statistics.median(one["cpu"] for one in found["sqlite3"])
        for name, rounds in found.items():
            middle = {key: statistics.median(one[key] for one in rounds if key in one) for key in rounds[0]}
            print(f"{name}: CPU ÷ sqlite3's {middle['cpu'] / whole:.3f};",
                  ", ".join(f"{key} {value:.2f}" for key, value in middle.items()))
        print(f"{records} records, {size / 1e6:.0f} MB; catalogue file {catalog / 1e6:.0f} MB, {catalog / size:.2f}")


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), *sys.argv[2:])
