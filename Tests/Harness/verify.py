"""Runs all checks in half an hour and prints a line for each: its time, its figure and its limit.

    verify.py [PART...]

A part that fails doesn't end the run; its output is in .build/verify/PART.log. TOOLS=FOLDER names a folder of further
checks from outside, audit.py and blackbox.py.
"""

import http.client
import os
import pathlib
import re
import subprocess
import sys
import time

from program import ROOT, Show

LOGS = ROOT / ".build/verify"
PYTHON = f"{ROOT}/.build/venv/bin/python"
RELEASE = f"DRAMATIS={ROOT}/.build/release/dramatis"
# The command of each part, and the last line of its output that is its figure.
PARTS = {
    "lint": ("make lint", None),
    "test": ("make test", r"\d+ passed, .*"),
    "bench": (f"{PYTHON} Tests/Bench/ratios.py .build/release/dramatis", r"\d+ of \d+ figures .*"),
    "hostile": (f"{RELEASE} {PYTHON} Tests/Hostile/hostile.py --quick", r"\d+ attacks, .*"),
    "numbers": (f"{RELEASE} {PYTHON} Tests/Hostile/worst_numbers.py", r"\d+ numbers ended .*"),
    "crash": (".build/debug/crash 3", r".* kills, .*"),
    "mutants": (f"{PYTHON} Tests/Mutants/mutants.py --every 5", r"\d+ of \d+ faults were noticed"),
    "days": (f"{PYTHON} Tests/Harness/days.py run", r"\d+ of \d+ days .*"),
    "fuzz": ("Tests/Fuzz/fuzz.sh 20", r"== .*"),
    "package": ("make deb && config/package/install-packages lintian && "
                "lintian --allow-root --fail-on error --tag-display-limit 0 .build/deb/*.deb", None),
    "audit": (f"cd .build/verify && {PYTHON} $TOOLS/audit.py --base {{address}} / '/?view=grid' "
              "/entries/bart-simpson --max-axe 0 --max-fail24 0 --max-cls 0.05 --need-nojs --need-dark "
              "--chromium /usr/bin/chromium-headless-shell", None),
    "blackbox": (f"{PYTHON} $TOOLS/blackbox.py --base {{address}} --list / --detail /entries/bart-simpson "
                 "--toggle /favorites/bart-simpson --static {asset} --pid {process}", None),
}
OUTSIDE = ("audit", "blackbox")


def run(name, command, **variables):
    """The status of a command, whose output goes to the part's log."""
    with open(LOGS / f"{name}.log", "w") as log:
        return subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log,
                              stderr=subprocess.STDOUT, env={**os.environ, **variables}).returncode


def against_a_show(name, command):
    show = Show("simpsons", program=str(ROOT / ".build/release/dramatis"))
    try:
        connection = http.client.HTTPConnection(show.address.split("/")[2])
        connection.request("GET", "/")
        asset = re.search(r"/static/[^\"' ]+", connection.getresponse().read().decode())[0]
        # The cookie of a visitor with a favorite, with which blackbox.py takes another.
        connection.request("POST", "/favorites/homer-simpson", "", {"Sec-Fetch-Site": "same-origin"})
        cookie = connection.getresponse().headers["Set-Cookie"].split(";")[0]
        return run(name, command.format(address=show.address.rstrip("/"), process=show.process.pid, asset=asset),
                   COOKIE=cookie)
    finally:
        show.stop()


def figure(name, pattern):
    lines = (LOGS / f"{name}.log").read_text(errors="replace").splitlines()
    found = [line for line in lines if pattern and re.fullmatch(pattern, line)]
    return found[-1] if found else ""


def main(names):
    LOGS.mkdir(parents=True, exist_ok=True)
    failed, begin = 0, time.monotonic()
    for name, (command, pattern) in PARTS.items():
        if names and name not in names:
            continue
        if name in OUTSIDE and not pathlib.Path(os.environ.get("TOOLS", ""), f"{name}.py").is_file():
            print(f"skipped         {name}: TOOLS names no folder with {name}.py", flush=True)
            continue
        start = time.monotonic()
        status = (against_a_show if name in OUTSIDE else run)(name, command)
        failed += bool(status)
        print(f"{'FAILED' if status else 'ok':6} {time.monotonic() - start:6.0f} s  {name:9} {figure(name, pattern)}"
              + (f"; see .build/verify/{name}.log" if status else ""), flush=True)
    print(f"{failed} parts failed, in {(time.monotonic() - begin) / 60:.0f} minutes")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
