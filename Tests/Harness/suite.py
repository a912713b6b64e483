"""Runs the tests that are built, all parts side by side; names the slowest, and says how to repeat what failed.

    suite.py [--folder FOLDER]

Results are kept in FOLDER (.build/tests): a log of each part, and what each test took, as JUnit's XML.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import time
import xml.etree.ElementTree

from program import ROOT

# The tests as they were built: by way of the package manager they would fail while another build holds its database.
# One after the other: what a test awaits comes at once, and the time that is named for it is its own.
SWIFT = ".build/debug/dramatisPackageTests.xctest --testing-library swift-testing --no-parallel"
# Side by side: those that start the program, those that wait for sockets and databases, and all others.
SWIFT_PARTS = {
    "program": "--filter ^Dramatis",
    "sockets": "--filter ^(HTTPServer|PostgreSQL)",
    "units": "--skip ^(Dramatis|HTTPServer|PostgreSQL)",
}
PYTEST = ".build/venv/bin/python -m pytest -c Tests/pytest.ini --rootdir Tests"
# Pages and proxies wait more than they compute.
WORKERS = 4


class Result:
    """One test: how to name it, how to repeat it, what it took, and what it said if it failed."""

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
    """Runs all parts; returns the results of all tests, and a sentence for each part that did not come to its end."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = {name: (f"{SWIFT} {tests} --xunit-output", swift_results) for name, tests in SWIFT_PARTS.items()}
    parts["python"] = (
        f"{PYTEST} -q -n {WORKERS} --dist loadscope Tests/Browser Tests/Network --junit-xml", python_results)
    running = []
    for name, (command, read) in parts.items():
        report = folder / f"{name}.xml"
        report.unlink(missing_ok=True)
        with open(folder / f"{name}.log", "wb") as log:
            running.append((name, report, read, subprocess.Popen(
                [*command.split(), report], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)))
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
            broken.append(f"The {name} tests ended with status {status} and {len(found)} results. They said:\n{end}")
    return results, broken


def say(results, broken, seconds):
    """Prints what matters about a run and returns the status to end with."""
    print("\nThe slowest:")
    for result in sorted(results, key=lambda one: -one.seconds)[:10]:
        print(f"{result.seconds:7.1f} s  {result.name}")
    for result in results:
        if result.failed:
            print(f"\nFailed: {result.name}\n{result.fault[:4_000]}\nTo repeat it: {result.repeat}")
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
    print(f"Running the tests; their logs: {re.sub(f'^{ROOT}/', '', str(folder))}/*.log", flush=True)
    return say(*run(folder), time.monotonic() - start)


if __name__ == "__main__":
    sys.exit(main())
