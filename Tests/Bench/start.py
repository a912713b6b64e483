#!/usr/bin/env python3
"""Measures the time from launch to first answer of a long list, compared with only parsing its file.

    start.py PROGRAM [LIST]

LIST is a list of cities; by default 209,557 are generated. PROGRAM serves it from the file, from a snapshot, and from
its catalogue file, in turn with Python's `json.load` of the file. It has no pass or fail; run nothing heavy beside it.
Loopback only.
"""
import contextlib
import http.client
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from program import end, wait_for
from rows import BROWSER

ROUNDS = 5
CITIES = 209_557


def made_up(path):
    """Writes a list as long as the real one, with similar names."""
    random.seed(1)
    syllables = ["ba", "ber", "da", "den", "el", "gra", "in", "la", "mon", "na", "or", "ro", "san", "ta", "ton", "vil"]
    cities = []
    for number in range(CITIES):
        name = "".join(random.choices(syllables, k=random.randint(2, 4))).capitalize()
        if random.random() < 0.2:
            name = f"San {name}"
        place = {"lon": round(random.uniform(-180, 180), 6), "lat": round(random.uniform(-60, 75), 6)}
        country = random.choice(["US", "DE", "FR", "ES", "IT", "BR", "IN", "CN"])
        cities.append({"country": country, "name": name, "_id": number + 1, "coord": place})
    with open(path, "w") as file:
        json.dump(cities, file, separators=(",", ":"))


CATALOG = "catalog"


def first_answer(program, state, more=(), index=None):
    """Milliseconds from launch to the complete first answer, and the resident megabytes then.

    `index`: a file to wait for before the program is ended.
    """
    command = [program, "--show", "cities", "--offline", "--state-dir", state, "--port", "0",
               "--listen", "127.0.0.1", "--log", "none", *more]
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        port = int(re.search(r":(\d+)/?\s*$", process.stdout.readline()).group(1))
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        while True:
            connection.request("GET", "/", headers=BROWSER)
            answer = connection.getresponse()
            answer.read()
            # The list may not be ready yet.
            if answer.status != 503:
                break
            time.sleep(0.01)
        taken = time.perf_counter() - start
        with open(f"/proc/{process.pid}/status") as file:
            resident = int(re.search(r"VmRSS:\s*(\d+)", file.read()).group(1)) / 1_024
        connection.close()
        if index:
            wait_for(lambda: os.path.exists(index), index)
        end(process)
    return taken * 1_000, resident


def json_load(path):
    """Milliseconds of `json.load` in a separate process."""
    code = ("import json, sys, time\nfile = open(sys.argv[1], 'rb')\nstart = time.perf_counter()\n"
            "json.load(file)\nprint((time.perf_counter() - start) * 1000)")
    return float(subprocess.run([sys.executable, "-c", code, path], capture_output=True, check=True).stdout)


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cities.json")
        if len(sys.argv) > 2:
            shutil.copyfile(sys.argv[2], path)
        else:
            made_up(path)
        state, indexed = os.path.join(folder, "state"), os.path.join(folder, "indexed")
        for one in [state, indexed]:
            os.mkdir(one)
            # The first snapshot format is the answer alone.
            shutil.copyfile(path, os.path.join(one, "cities.snapshot"))
        first_answer(program, indexed, index=os.path.join(indexed, CATALOG))

        def built(*more):
            with contextlib.suppress(FileNotFoundError):
                os.remove(os.path.join(state, CATALOG))
            return first_answer(program, state, more)

        ways = {
            "from the file": lambda: built("--feed", path),
            "from a snapshot": built,
            "from its catalogue file": lambda: first_answer(program, indexed),
            "json.load": lambda: (json_load(path), None),
        }
        samples = {name: [] for name in ways}
        for _ in range(ROUNDS):
            for name, measure in ways.items():
                samples[name].append(measure())
        load = statistics.median(taken for taken, _ in samples["json.load"])
        print(f"{os.path.getsize(path)} bytes, medians of {ROUNDS}, "
              f"load average {os.getloadavg()[0]:.1f}\n\n| What | ms | of json.load | MB |\n|---|---:|---:|---:|")
        for name, taken in samples.items():
            middle = statistics.median(milliseconds for milliseconds, _ in taken)
            resident = f"{taken[-1][1]:.0f}" if taken[-1][1] else ""
            print(f"| {name} | {middle:.0f} | {middle / load:.2f} | {resident} |")


if __name__ == "__main__":
    main()
