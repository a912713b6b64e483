"""Runs the tests again and again beside busy loops, and lists which failed how often: flake.py RUNS LOAD"""

import collections
import contextlib
import os
import subprocess
import sys
import time

import suite
from program import ROOT, end

FOLDER = ROOT / ".build/flake"


@contextlib.contextmanager
def busy_loops(count):
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            end(loop)


def main(runs, load):
    faults, green = collections.Counter(), 0
    with busy_loops(load):
        for number in range(1, runs + 1):
            start = time.monotonic()
            results, broken = suite.run(FOLDER / str(number))
            failed = [result.name for result in results if result.failed]
            failed += [sentence.splitlines()[0] for sentence in broken]
            faults.update(failed)
            green += not failed
            print(f"run {number}: {len(results)} tests, {len(failed)} failed, {time.monotonic() - start:.0f} s, "
                  f"load average {os.getloadavg()[0]:.1f}", flush=True)
    for name, count in faults.most_common():
        print(f"{count} of {runs} times: {name}")
    print(f"{green} of {runs} runs were green beside {load} busy loops; logs: .build/flake")
    return 0 if green == runs else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
