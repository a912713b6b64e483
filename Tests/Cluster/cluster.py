"""Runs a whole cluster on this machine and kills its primaries under load. No acknowledged change may be lost, and
every page must be answered.

    cluster.py [--kills N] [--changes N] [--records N]

The list is a catalogue file of N further records.

Takes less than ten minutes, or fails.
"""

import argparse
import contextlib
import os
import signal
import statistics
import sys
import threading
import time

from load import Pages
from program import PROGRAM
from scenario import LONG_RECOVERY, RECOVERY, START, Cluster

# Total time limit in seconds.
LIMIT = 600
# Seconds of that time for the checks after the load.
REST = 60
# One in so many kills takes the whole machine, so the others must detect that it is gone.
MACHINE_EVERY = 5
# Limit for the ratio of page times with a hung database.
SLOWER = 1.2


class Late(Exception):
    """The time limit is exceeded."""


def judge_pages(cluster, pages, windows):
    wrong = [page for page in pages if page[2] != 200]
    cluster.leaks.update(page[3] for page in pages if page[3].startswith("leak"))
    for leak in sorted(cluster.leaks)[:5]:
        print(f"FAULT  {leak}")
    for page in wrong[:5]:
        print(f"FAULT  a page: {page[3]} at {page[0] - START:.0f} s")
    cluster.say("pages answered through the proxy", f"{len(pages) - len(wrong)} of {len(pages)}", "all", not wrong)

    def slowest(spans):
        """The 99th percentile of each window."""
        return [statistics.quantiles([p[1] for p in pages if first <= p[0] < last], n=100)[98] for first, last in spans]

    hung, well = slowest(windows[True]), slowest(windows[False])
    ratio = statistics.median(hung) / statistics.median(well)
    # Differences between undisturbed windows are noise of the machine.
    noise = max(well) / statistics.median(well)
    cluster.say("p99 of pages with the database hung ÷ without",
                f"{ratio:.2f} ({', '.join(f'{1000 * s:.1f}' for s in hung)} ÷ "
                f"{', '.join(f'{1000 * s:.1f}' for s in well)} ms)",
                f"{SLOWER}× noise {noise:.2f}", ratio <= SLOWER * noise)


def run(cluster, kills, changes):
    print(f"{time.monotonic() - START:5.0f} s  the cluster is up", flush=True)
    pages = Pages(cluster, cluster.folder)
    # A visitor thread that ends with an exception is a fault.
    threading.excepthook = lambda broken: cluster.faults.append(f"{broken.thread.name}: {broken.exc_value!r}")
    upgrade = threading.Thread(target=cluster.upgrade, name="upgrade")
    try:
        for marker in cluster.markers:
            marker.start()
        cluster.recovered(time.monotonic())
        windows = cluster.hang()
        upgrade.start()
        for number in range(kills):
            is_machine = number % MACHINE_EVERY == 1
            cluster.kill_primary("the machine" if is_machine else "the server")
        cluster.stop_primary()
        upgrade.join()
        cluster.rename_entry()
        cluster.lose_etcd()
        cluster.fill_disk()
        while cluster.acknowledged() < changes and time.monotonic() - START < LIMIT - REST:
            time.sleep(1)
    finally:
        cluster.ends.set()
        cluster.pause.set()
        for thread in [upgrade, *cluster.markers]:
            if thread.is_alive():
                thread.join()
        read = pages.stop()
    judge_pages(cluster, read, windows)
    total = cluster.check_lists()
    for name in sorted(cluster.lost)[:5]:
        print(f"FAULT  {name} differs from its acknowledged state")
    cluster.say("acknowledged changes lost", f"{len(cluster.lost)} of {total}", f"0 of {changes}",
                not cluster.lost and total >= changes)
    cluster.say("favorites of others shown to a visitor", len(cluster.leaks), "0", not cluster.leaks)
    cluster.say("favorites after restoring a backup", "the same" if (same := cluster.back_up()) else "others",
                "the same", same)
    outcomes = sum((marker.outcomes for marker in cluster.markers), start=type(cluster.markers[0].outcomes)())
    took = statistics.median(took for marker in cluster.markers for took in marker.took)
    print(f"answers to changes: {dict(outcomes)}; an acknowledged one took {1000 * took:.0f} ms; "
          f"load average:  {os.getloadavg()[1]:.0f}")


def report(cluster):
    faults = cluster.faults + [fault for marker in cluster.markers for fault in marker.faults]
    for (what, goes_back), took in sorted(cluster.recoveries.items()):
        bar = LONG_RECOVERY if goes_back else RECOVERY
        what += ", another going back" * goes_back
        cluster.say(f"primary killed, {what}, {len(took)} times: changes work again after",
                    ", ".join(f"{t:.1f}" for t in took) + " s", f"{bar} s", max(took) <= bar)
    for fault in sorted(set(faults)):
        print(f"FAULT {faults.count(fault)} × {fault}")
    print()
    for what, figure, bar, is_met in cluster.rows:
        print(f"{'ok   ' if is_met else 'FAULT'}  {what}: {figure}{f' (bar: {bar})' if bar else ''}")
    return 0 if not faults and all(row[3] for row in cluster.rows) else 1


def late(*_):
    raise Late(f"not done within {LIMIT} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--changes", type=int, default=20_000)
    parser.add_argument("--records", type=int, default=10_000)
    parser.add_argument("--before", default=PROGRAM, help="the program of the replicas before they are replaced")
    chosen = parser.parse_args()
    signal.signal(signal.SIGALRM, late)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    signal.alarm(LIMIT)
    with contextlib.ExitStack() as stack:
        cluster = Cluster(stack, chosen.before, chosen.records)
        try:
            run(cluster, chosen.kills, chosen.changes)
        except Late as late_one:
            cluster.faults.append(f"{late_one}; the remaining checks were skipped")
        return report(cluster)


if __name__ == "__main__":
    sys.exit(main())
