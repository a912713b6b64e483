"""Runs the full release check step by step; resumes while the tree is unchanged.

    verify.py [--again]
"""

import hashlib
import json
import os
import subprocess
import sys
import time

from program import ROOT

DONE = ROOT / ".build/verify.json"
# The make target and the purpose of each step.
STEPS = [
    ("lint", "formatting and linters: Swift, Python, shell, scripts and styles"),
    ("test-all", "all tests with all screenshots, hostile corpora and proxies"),
    ("mutants", "ten small faults, each of which a test notices"),
    ("days", "tests of pages and lists on twelve days, in five zones and locales"),
    ("browsers", "the main path in Chromium, Firefox and WebKitGTK"),
    ("valid", "all kinds of pages in the Nu checker"),
    ("crash", "writers of favorites, killed 200 times"),
    ("cluster", "replicas while PostgreSQL's primary is killed 20 times, ten minutes"),
    ("hostile", "attack suite"),
    ("soak", "ten minutes of mixed load"),
    ("fuzz", "libFuzzer on the sanitizer, imports, feeds, shows' files and requests, a minute each"),
    ("asan", "Swift tests under ASan and UBSan"),
    ("race", "Swift tests under TSan"),
    ("deb-test", "the package in a booted Debian"),
    ("release-test", "reproducible package, tarball and container archive"),
]


def state():
    """A hash of the tree, so that changes invalidate finished steps."""
    def git(*words):
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True).stdout

    seen = hashlib.sha256(git("rev-parse", "HEAD") + git("diff", "HEAD"))
    for name in sorted(git("ls-files", "--others", "--exclude-standard").splitlines()):
        seen.update(name + (ROOT / os.fsdecode(name)).read_bytes())
    return seen.hexdigest()


def run(step):
    """Runs a step and shows its output; returns its status and the lines about skipped parts."""
    command = ["make", "--no-print-directory", step, "MUTANTS=--every 5"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, errors="replace") as process:
        skipped = []
        for line in process.stdout:
            print(line, end="", flush=True)
            if line.lower().startswith("skipped"):
                skipped.append(line.strip())
    return process.returncode, skipped


def main(again):
    tree = state()
    done = {} if again or not DONE.exists() else json.loads(DONE.read_text())
    done = done if done.get("tree") == tree else {"tree": tree, "steps": {}}
    for step, words in STEPS:
        if step in done["steps"]:
            print(f"already done: {step} ({words})", flush=True)
            continue
        print(f"\n== {step}: {words}", flush=True)
        start = time.monotonic()
        status, skipped = run(step)
        if status:
            left = [name for name, _ in STEPS if name not in done["steps"] and name != step]
            print(f"\n{step} failed; not run: {', '.join(left) or 'nothing'}. make verify resumes here.")
            return 1
        done["steps"][step] = {"seconds": time.monotonic() - start, "skipped": skipped}
        DONE.write_text(json.dumps(done))
    print("\nAll steps passed:")
    for step, words in STEPS:
        print(f"{done['steps'][step]['seconds']:7.0f} s  {step}: {words}")
        for line in done["steps"][step]["skipped"]:
            print(f"{'':11}{line}")
    return 0


if __name__ == "__main__":
    sys.exit(main("--again" in sys.argv))
