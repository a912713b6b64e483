"""Repeats the tests beside busy loops and lists how often each failed: flake.py RUNS LOAD

Meanwhile some or all of their processes are stopped for seconds, as on a machine that is suspended or out of memory.
Tests must tolerate that.
"""

import collections
import contextlib
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
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


def descendants(process):
    """The ids of a process's children and their descendants."""
    found = []
    for file in pathlib.Path(f"/proc/{process}/task").glob("*/children"):
        # The process may have ended meanwhile.
        with contextlib.suppress(OSError):
            for child in map(int, file.read_text().split()):
                found += [child, *descendants(child)]
    return found


def send(processes, number):
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)


def stand_still(is_over):
    """Every second or two, stops some or all descendants of this process for a few seconds."""
    while not is_over.wait(random.uniform(0.3, 2)):
        everybody = descendants(os.getpid())
        stopped = random.sample(everybody, min(len(everybody), random.choice([1, 1, 2, 4, len(everybody)])))
        try:
            send(stopped, signal.SIGSTOP)
            is_over.wait(random.uniform(1.5, 4))
        finally:
            send(stopped, signal.SIGCONT)


@contextlib.contextmanager
def standstills():
    is_over = threading.Event()
    thread = threading.Thread(target=stand_still, args=[is_over])
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def main(runs, load):
    faults, green = collections.Counter(), 0
    with standstills(), busy_loops(load):
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
    print(f"{green} of {runs} runs passed beside {load} busy loops and stopped processes; logs: .build/flake")
    return 0 if green == runs else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
