"""Runs the built tests in parallel parts; lists the slowest and how to repeat failures.

    suite.py [--folder FOLDER]

Writes a log and a JUnit XML report of each part to FOLDER (.build/tests). The environment's ZONE and LOCALE are those
of all parts; DAY, such as 2028-02-29T12:00, is when the Swift tests and the programs that they start begin. Browsers,
and what they visit, keep the real day, because their certificates and files do.
"""

import argparse
import datetime
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree
import zoneinfo

from program import ROOT

# Run without SwiftPM, which fails while another build holds its database. One test at a time, so that each one's
# time is its own.
SWIFT = ".build/debug/dramatisPackageTests.xctest --testing-library swift-testing --no-parallel"
# In parallel: tests that wait for sockets and databases, and all others.
SWIFT_PARTS = {
    "sockets": "--filter ^(HTTPServer|PostgreSQL)",
    "units": "--skip ^(HTTPServer|PostgreSQL)",
}
PYTEST = ".build/venv/bin/python -m pytest -c Tests/pytest.ini --rootdir Tests"
# More than there are processors, since tests of pages and proxies mostly wait.
WORKERS = 4


def place(drawn=os.environ):
    """The variables of the zone and the locale."""
    names = {"ZONE": "TZ", "LOCALE": "LC_ALL"}
    return {name: drawn[key] for key, name in names.items() if drawn.get(key)}


def clock(drawn=os.environ):
    """The variables that set the clock of the Swift tests and the programs that they start to the given day."""
    if not drawn.get("DAY"):
        return {}
    library = ROOT / ".build/clock.so"
    compiler = pathlib.Path(shutil.which("swiftc")).resolve().with_name("clang")
    source = ROOT / "Tests/Harness/clock.c"
    if not library.exists() or library.stat().st_mtime < source.stat().st_mtime:
        subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", library, source], check=True)
    zone = zoneinfo.ZoneInfo(drawn["ZONE"]) if drawn.get("ZONE") else None
    ahead = datetime.datetime.fromisoformat(drawn["DAY"]).replace(tzinfo=zone).timestamp() - time.time()
    return {"LD_PRELOAD": str(library), "CLOCK_AHEAD": f"{ahead:.0f}"}


class Result:
    """The result of one test: its name, the command that repeats it, its time and its failure."""

    def __init__(self, case, name, repeat):
        self.name, self.repeat, self.seconds = name, repeat, float(case.get("time", 0))
        faults = case.findall("failure") + case.findall("error")
        self.fault = "\n".join((fault.get("message") or "") + (fault.text or "") for fault in faults)
        self.failed, self.skipped = bool(faults), case.find("skipped") is not None


def swift_results(file):
    for case in xml.etree.ElementTree.parse(file).iter("testcase"):
        # Module.Suite, and the function with its labels.
        name = f"{case.get('classname')}/{case.get('name').split('(')[0]}"
        yield Result(case, name, f"{SWIFT} --filter '{name}'")


def python_results(file):
    for case in xml.etree.ElementTree.parse(file).iter("testcase"):
        *folders, suite = case.get("classname").split(".")
        name = f"{'/'.join(folders)}.py::{suite}::{case.get('name')}"
        yield Result(case, name, f"{PYTEST} Tests/{name}")


def run(folder):
    """Runs all parts; returns all results, and a sentence for each part that ended early."""
    folder.mkdir(parents=True, exist_ok=True)
    temporary = pathlib.Path(tempfile.mkdtemp(prefix="dramatis-suite-"))
    # Databases run as another user.
    temporary.chmod(0o755)
    variables = {**os.environ, **place(), "TMPDIR": str(temporary)}
    at_day = {**variables, **clock()}
    parts = {
        name: (f"{SWIFT} {tests} --xunit-output", at_day, swift_results) for name, tests in SWIFT_PARTS.items()}
    parts["python"] = (
        f"{PYTEST} -q -n {WORKERS} --dist loadscope --basetemp {folder}/pytest Tests/Network Tests/Browser "
        "--junit-xml", variables, python_results)
    running = []
    for name, (command, environment, read) in parts.items():
        report = folder / f"{name}.xml"
        report.unlink(missing_ok=True)
        with open(folder / f"{name}.log", "wb") as log:
            running.append((name, report, read, subprocess.Popen(
                [*command.split(), report], cwd=ROOT, env=environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)))
    results, broken = [], []
    for name, report, read, process in running:
        status = process.wait()
        try:
            found = list(read(report))
        except (OSError, xml.etree.ElementTree.ParseError):
            found = []
        results += found
        if not found or (status and not any(result.failed for result in found)):
            end = (folder / f"{name}.log").read_text(errors="replace")[-4_000:]
            broken.append(f"The {name} tests ended with status {status} and {len(found)} results. Their output:\n{end}")
    # Chromium leaves its own where it is ended.
    if left := sorted(path.name for path in temporary.iterdir() if "org.chromium" not in path.name):
        broken.append(f"Left in the temporary folder by a test: {', '.join(left)}")
    shutil.rmtree(temporary, ignore_errors=True)
    return results, broken


def say(results, broken, seconds):
    """Prints the summary of a run and returns the exit status."""
    print("\nSlowest tests:")
    for result in sorted(results, key=lambda one: -one.seconds)[:10]:
        print(f"{result.seconds:7.1f} s  {result.name}")
    for result in results:
        if result.failed:
            print(f"\nFailed: {result.name}\n{result.fault[:4_000]}\nRepeat with: {result.repeat}")
    print("".join(f"\n{sentence}" for sentence in broken))
    failed = sum(result.failed for result in results)
    skipped = sum(result.skipped for result in results)
    for result in results:
        if result.skipped:
            print(f"Skipped: {result.name}")
    passed = len(results) - failed - skipped
    print(f"\nIn {seconds:.0f} s:\n{passed} passed, {failed + len(broken)} failed, {skipped} skipped")
    return 1 if failed or broken else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / ".build/tests")
    folder = parser.parse_args().folder
    start = time.monotonic()
    print(f"Running the tests; logs: {re.sub(f'^{ROOT}/', '', str(folder))}/*.log", flush=True)
    return say(*run(folder), time.monotonic() - start)


if __name__ == "__main__":
    sys.exit(main())
