"""Puts small faults into a copy of the program, one at a time, and names those that no test notices.

    mutants.py [--every N] [WORD…]

Each fault of mutants.json replaces a text that occurs once in a file, and lists the tests that should notice: names of
Swift tests as `--filter` takes them, and files of Python tests. The copy is in .build/mutants/tree; finished faults are
skipped while the tree is unchanged. `--every 5` takes every fifth fault, and words those whose behaviour or file has
one of them. Fails if a fault does not apply or build, or if a tenth of the faults go unnoticed.
"""

import argparse
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

from program import ROOT
from suite import PYTEST, SWIFT

HOME = ROOT / ".build/mutants"
TREE = HOME / "tree"
RESULTS = HOME / "results.json"
# A fault may make a test wait for ever.
PATIENCE = 900
BROKEN = "(broken)"


def state():
    """A hash of the tree, so that changes invalidate finished faults."""
    def git(*words):
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True).stdout

    seen = hashlib.sha256(git("rev-parse", "HEAD") + git("diff", "HEAD"))
    for name in sorted(git("ls-files", "--others", "--exclude-standard").splitlines()):
        seen.update(name + (ROOT / os.fsdecode(name)).read_bytes())
    return seen.hexdigest()


def copy():
    """Makes the copy equal to this tree; unchanged files keep their times, so that little is built again."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True,
        text=True, check=True)
    names = {name for name in listed.stdout.split("\0") if (ROOT / name).is_file()}
    TREE.mkdir(parents=True, exist_ok=True)
    for name in names:
        source, target = ROOT / name, TREE / name
        same = target.exists() and target.stat().st_mtime == source.stat().st_mtime
        if not same or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    for folder, _, files in os.walk(TREE):
        if ".build" not in pathlib.Path(folder).parts[len(TREE.parts):]:
            for file in files:
                path = pathlib.Path(folder, file)
                if str(path.relative_to(TREE)) not in names:
                    path.unlink()
    (TREE / ".build").mkdir(exist_ok=True)
    venv = TREE / ".build/venv"
    if not venv.is_symlink():
        venv.symlink_to(ROOT / ".build/venv")


def run(command):
    """The status and the output of a command in the copy; a status of None if it took too long."""
    # In a zone whose days differ from those of UTC.
    environment = {**os.environ, "PYTHONPATH": str(TREE / "Tests/Harness"), "TZ": "Pacific/Auckland"}
    try:
        done = subprocess.run(
            command, cwd=TREE, env=environment, capture_output=True, text=True, errors="replace", timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stdout + done.stderr


def build():
    flags = ["--explicit-target-dependency-import-check", "error"]
    return run(["swift", "build", "--build-tests", *flags])


def tests(names):
    """The first of some tests that fails; None if all pass."""
    for name in names:
        command = [*PYTEST.split(), "-q", "-x", name] if name.endswith(".py") else [*SWIFT.split(), "--filter", name]
        if run(command)[0] != 0:
            return name
    return None


def attempt(fault):
    """The test that notices a fault; None if none does, and `BROKEN` if the fault does not apply or build."""
    path = TREE / fault["file"]
    text = path.read_text()
    times = os.stat(path).st_atime_ns, os.stat(path).st_mtime_ns
    if text.count(fault["before"]) != 1:
        print(f"{fault['file']} has {text.count(fault['before'])} times, not once: {fault['before']}")
        return BROKEN
    try:
        path.write_text(text.replace(fault["before"], fault["after"]))
        if path.suffix == ".swift":
            status, output = build()
            if status != 0:
                print(f"{output[-2_000:]}\nThe fault in {fault['file']} does not build: {fault['after']}")
                return BROKEN
        return tests(fault["tests"])
    finally:
        path.write_text(text)
        os.utime(path, ns=times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    faults = json.loads((ROOT / "Tests/Mutants/mutants.json").read_text())[::options.every]
    if options.words:
        faults = [one for one in faults if any(word in one["behaviour"] + one["file"] for word in options.words)]
    copy()
    tree = state()
    done = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    done = done if done.get("tree") == tree else {"tree": tree, "noticed": {}}
    status, output = build()
    if status != 0:
        sys.exit(f"{output[-4_000:]}\nThe tree does not build.")
    for name in sorted({name for fault in faults for name in fault["tests"]}):
        if name not in done.setdefault("sound", []):
            if tests([name]):
                sys.exit(f"{name} fails without a fault.")
            done["sound"].append(name)
            RESULTS.write_text(json.dumps(done))
    for fault in faults:
        behaviour = fault["behaviour"]
        if behaviour not in done["noticed"]:
            start = time.monotonic()
            done["noticed"][behaviour] = attempt(fault)
            found = done["noticed"][behaviour] or "NOT NOTICED"
            print(f"{time.monotonic() - start:6.0f} s  {behaviour}: {found}", flush=True)
            RESULTS.write_text(json.dumps(done))
    missed = [fault["behaviour"] for fault in faults if not done["noticed"][fault["behaviour"]]]
    print("".join(f"not noticed: {behaviour}\n" for behaviour in missed), end="")
    broken = [fault["behaviour"] for fault in faults if done["noticed"][fault["behaviour"]] == BROKEN]
    print("".join(f"broken: {behaviour}\n" for behaviour in broken), end="")
    print(f"{len(faults) - len(missed) - len(broken)} of {len(faults)} faults were noticed")
    return 1 if broken or len(missed) * 10 > len(faults) else 0


if __name__ == "__main__":
    sys.exit(main())
