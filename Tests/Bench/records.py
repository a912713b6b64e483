#!/usr/bin/env python3
"""Measures a table of a million rows: time to first answer, memory, and search compared with SQLite.

    records.py PROGRAM [ROWS]

The table is generated: ten columns, about 100 bytes a row, of which the show uses five. Searches are measured as CPU
time: of the whole program answering `/entries.json` over loopback, and of SQLite in this process (an index for
prefixes, FTS5's trigrams for substrings), each for the first 60 rows and the total. It has no pass or fail.
"""
import http.client
import json
import os
import random
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

from documents import show_document
from program import end, first_page

ROWS = 1_000_000
QUERIES = 300
SYLLABLES = ["ba", "ber", "da", "den", "el", "gra", "in", "la", "mon", "na", "or", "ro", "san", "ta", "ton", "vil"]
TICK = os.sysconf("SC_CLK_TCK")


def made_up(path, rows):
    """Writes the table and returns its titles."""
    random.seed(1)
    titles = []
    with open(path, "w", encoding="utf-8") as file:
        file.write("id,name,bed,price,added,lat,lon,code,owner,note\n")
        for number in range(rows):
            words = ["".join(random.choices(SYLLABLES, k=random.randint(2, 4))) for _ in range(2)]
            title = " ".join(words).capitalize()
            titles.append(title)
            file.write(f"{number},{title},{number % 40},{number % 997}.50,2024-{number % 12 + 1:02d}-15,"
                       f"{number % 170 - 85}.125,{number % 350 - 175}.5,c{number * 7919 % 1000003:08d},"
                       f"{words[0]},\"{words[1]}, {words[0]}, {number}\"\n")
    return titles


def show(folder, match):
    """The path of the show's file."""
    path = os.path.join(folder, f"{match}.json")
    with open(path, "w", encoding="utf-8") as file:
        entry = {"id": "id", "title": "name", "description": "note", "section": "bed",
                 "place": {"latitude": "lat", "longitude": "lon"}}
        feed = {"kind": "records", "file": "rows.csv", "entry": entry}
        json.dump(show_document("Rows", feed, search={"match": match}), file)
    return path


class Served:
    """The program with one show, timed from its launch."""

    def __init__(self, program, folder, match):
        command = [program, "--show", show(folder, match), "--offline", "--state-dir", os.path.join(folder, match),
                   "--port", "0", "--listen", "127.0.0.1", "--log", "none"]
        start = time.perf_counter()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        port = int(re.search(r":(\d+)/?\s*$", self.process.stdout.readline()).group(1))
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        first_page(self.connection)
        self.taken = time.perf_counter() - start
        self.cpu_at_start = self.cpu()

    def get(self, target):
        self.connection.request("GET", target)
        return self.connection.getresponse().read()

    def cpu(self):
        """The process's CPU time in seconds."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self, name):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(rf"{name}:\s*(\d+)", file.read()).group(1)) / 1_024

    def searched(self, queries):
        """CPU time of a query in microseconds."""
        before = self.cpu()
        for query in queries:
            self.get(f"/entries.json?size=60&q={urllib.parse.quote(query)}")
        return (self.cpu() - before) / len(queries) * 1e6

    def stop(self):
        self.connection.close()
        end(self.process)


def database(titles):
    """The same titles in SQLite, and the CPU time of filling it in seconds."""
    start = time.process_time()
    base = sqlite3.connect(":memory:")
    base.execute("CREATE TABLE rows(id INTEGER PRIMARY KEY, title TEXT COLLATE NOCASE)")
    base.execute("CREATE VIRTUAL TABLE part USING fts5(title, tokenize='trigram')")
    base.executemany("INSERT INTO rows(title) VALUES(?)", ((title,) for title in titles))
    base.executemany("INSERT INTO part(title) VALUES(?)", ((title,) for title in titles))
    base.execute("CREATE INDEX row_title ON rows(title COLLATE NOCASE)")
    base.execute("INSERT INTO part(part) VALUES('optimize')")
    return base, time.process_time() - start


def asked(base, queries, condition, value):
    """CPU time of a query in SQLite in microseconds."""
    start = time.process_time()
    for query in queries:
        base.execute(f"SELECT count(*) FROM {condition}", (value(query),)).fetchone()
        base.execute(f"SELECT title FROM {condition} LIMIT 60", (value(query),)).fetchall()
    return (time.process_time() - start) / len(queries) * 1e6


def main():
    program, rows = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else ROWS
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "rows.csv")
        titles = made_up(path, rows)
        base, made = database(titles)
        random.seed(2)
        prefixes = [random.choice(titles)[:random.randint(3, 8)] for _ in range(QUERIES)]
        parts = [title[start:start + random.randint(3, 6)].strip() for title in random.choices(titles, k=QUERIES)
                 for start in [random.randint(0, 4)]]
        parts = [part for part in parts if len(part) >= 3]
        print(f"{rows} rows, {os.path.getsize(path) / 1e6:.0f} MB; load average {os.getloadavg()[0]:.1f}; "
              f"filling SQLite takes {made:.1f} s of CPU time\n")
        print("| Search | first answer | CPU until then | most memory | memory | µs a query | SQLite |\n"
              "|---|---:|---:|---:|---:|---:|---:|")
        for match, queries, condition, value in [
            ("prefix", prefixes, "rows WHERE title LIKE ?", lambda query: f"{query}%"),
            ("contains", parts, "part WHERE part MATCH ?", lambda query: f'"{query}"'),
        ]:
            served = Served(program, folder, match)
            ours = statistics.median(served.searched(queries[part::3]) for part in range(3))
            theirs = statistics.median(asked(base, queries[part::3], condition, value) for part in range(3))
            print(f"| {match} | {served.taken:.1f} s | {served.cpu_at_start:.1f} s | {served.memory('VmHWM'):.0f} MB "
                  f"| {served.memory('VmRSS'):.0f} MB | {ours:.0f} | {theirs:.0f} |")
            served.stop()


if __name__ == "__main__":
    main()
