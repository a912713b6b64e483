"""The releases, zones, locales and days that tests run in.

    days.py draw    prints one of each as RELEASE=… ZONE=… LOCALE=… DAY=…; those in the environment are kept
    days.py run     runs the tests of pages and lists on all days, each in one of the zones and locales
"""

import concurrent.futures
import os
import random
import subprocess
import sys

from program import ROOT
from suite import SWIFT, clock, place

RELEASES = ["bookworm", "trixie"]
ZONES = ["UTC", "Pacific/Auckland", "America/St_Johns", "America/Los_Angeles", "Europe/Berlin"]
LOCALES = ["C", "C.UTF-8", "tr_TR.UTF-8", "ar_EG.UTF-8", "de_DE.UTF-8"]
# New Year, changes of summer time in these zones, a leap day, the end of 32 bits, and days whose entry of the day was
# unlike that of the day before.
DAYS = [
    "2026-12-31T23:58", "2027-01-01T00:01", "2026-12-10T09:00", "2027-07-27T09:00", "2028-02-29T12:00",
    "2027-03-14T01:58", "2027-03-28T01:58", "2027-04-04T02:58", "2027-09-26T01:58", "2027-10-31T02:58",
    "2027-11-07T01:58", "2038-01-19T03:12",
]
TESTS = "^(Website|Catalogs|Feeds)Tests"
# Days at once; these tests wait for nothing.
WORKERS = os.cpu_count()


def draw():
    choices = {"RELEASE": RELEASES, "ZONE": ZONES, "LOCALE": LOCALES, "DAY": DAYS}
    return {name: os.environ.get(name) or random.choice(values) for name, values in choices.items()}


def pass_on(number):
    """Runs the tests on a day; returns the day's variables, and the lines about failures."""
    drawn = {"ZONE": ZONES[number % len(ZONES)], "LOCALE": LOCALES[number // 2 % len(LOCALES)], "DAY": DAYS[number]}
    done = subprocess.run(
        [*SWIFT.split(), "--filter", TESTS], cwd=ROOT, env={**os.environ, **place(drawn), **clock(drawn)},
        capture_output=True, text=True, errors="replace")
    lines = (done.stdout + done.stderr).splitlines()
    faults = [line for line in lines if "✘" in line or "recorded an issue" in line] or lines[-20:]
    return drawn, faults if done.returncode else []


def run():
    # Compiled once.
    clock({"DAY": DAYS[0]})
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        results = list(pool.map(pass_on, range(len(DAYS))))
    for drawn, faults in results:
        print("\n".join([" ".join(f"{name}={value}" for name, value in drawn.items()), *faults]))
    failed = sum(bool(faults) for _, faults in results)
    print(f"{len(DAYS) - failed} of {len(DAYS)} days passed")
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["draw"]:
        print(" ".join(f"{name}={value}" for name, value in draw().items()))
    else:
        sys.exit(run())
