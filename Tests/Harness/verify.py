"""Runs what comes before a release, step by step; goes on where it was stopped while the tree is the same.

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
# The target of each step, and what it is for.
STEPS = [
    ("lint", "format, and what linters find in Swift, Python, shell, scripts and styles"),
    ("test-all", "every test, with every screenshot, the hostile corpora and all proxies"),
    ("browsers", "the main way in Chromium, Firefox and WebKitGTK"),
    ("valid", "every kind of page as the Nu checker sees it"),
    ("crash", "writers of favorites, killed 200 times"),
    ("cluster", "replicas before a PostgreSQL whose primary is killed 20 times, in ten minutes"),
    ("hostile", "visitors of bad will, each kind of them"),
    ("soak", "ten minutes of mixed load"),
    ("fuzz", "what libFuzzer finds in the sanitizer, imports, feeds, shows' files and requests, a minute each"),
    ("asan", "the Swift tests under the address sanitizer"),
    ("race", "the Swift tests under the thread sanitizer"),
    ("deb-test", "the package in a Debian that is booted"),
    ("release-test", "package, tarball and container archive, made twice"),
]


def state():
    """What the tree is, so that a step that was done for another one is done again."""
    def git(*words):
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True).stdout

    seen = hashlib.sha256(git("rev-parse", "HEAD") + git("diff", "HEAD"))
    for name in sorted(git("ls-files", "--others", "--exclude-standard").splitlines()):
        seen.update(name + (ROOT / os.fsdecode(name)).read_bytes())
    return seen.hexdigest()


def run(step):
    """Runs a step and shows what it says; its status, and the lines that say that something was skipped."""
    command = ["make", "--no-print-directory", step]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, errors="replace") as process:
        skipped = []
        for line in process.stdout:
            print(line, end="", flush=True)
            if line.lower().startswith("skipped:"):
                skipped.append(line.strip())
    return process.returncode, skipped


def main(again):
    tree = state()
    done = {} if again or not DONE.exists() else json.loads(DONE.read_text())
    done = done if done.get("tree") == tree else {"tree": tree, "steps": {}}
    for step, words in STEPS:
        if step in done["steps"]:
            print(f"done before: {step} ({words})", flush=True)
            continue
        print(f"\n== {step}: {words}", flush=True)
        start = time.monotonic()
        status, skipped = run(step)
        if status:
            left = [name for name, _ in STEPS if name not in done["steps"] and name != step]
            print(f"\n{step} failed; not run: {', '.join(left) or 'nothing'}. make verify goes on from here.")
            return 1
        done["steps"][step] = {"seconds": time.monotonic() - start, "skipped": skipped}
        DONE.write_text(json.dumps(done))
    print("\nAll of it is green:")
    for step, words in STEPS:
        print(f"{done['steps'][step]['seconds']:7.0f} s  {step}: {words}")
        for line in done["steps"][step]["skipped"]:
            print(f"{'':11}{line}")
    return 0


if __name__ == "__main__":
    sys.exit(main("--again" in sys.argv))
