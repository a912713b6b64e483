#!/usr/bin/env python3
"""Measures the program beside a bare libmicrohttpd program that answers the same bytes from memory.

    bench.py [options] -- PROGRAM ARGUMENT...

PROGRAM is started with those arguments and must print `listening on http://…:PORT/`; let it take port 0,
allow 1,100 connections in all and from one address, and log as it shall be measured. Its answers to the
targets are captured, with and without gzip, and given to `bare`, which is compiled here. Then both serve in
turn, A B A B: CPU time per request of the server's process under keep-alive load by wrk, requests a second,
and the time to the first byte of sequential requests; the first target at other numbers of connections too.
Last come the program's resident memory before and after that, and the time from launch to first answer.
It measures and never judges; run nothing heavy beside it. Loopback only.

    bench.py -- .build/release/dramatis --show simpsons --offline --port 0 --log none \\
        --connections 1100 --connections-per-address 1100
"""
import argparse
import http.client
import os
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from program import Server, end

HERE = os.path.dirname(os.path.abspath(__file__))
# The library writes these itself.
OWN_HEADERS = {"date", "content-length", "connection"}


class Measured(Server):
    """A server under measurement."""

    def cpu_nanoseconds(self):
        """CPU time of all threads, from the scheduler's own count."""
        total = 0
        for thread in os.listdir(f"/proc/{self.process.pid}/task"):
            with open(f"/proc/{self.process.pid}/task/{thread}/schedstat") as file:
                total += int(file.read().split()[0])
        return total

    def resident_megabytes(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmRSS:\s*(\d+) kB", file.read()).group(1)) / 1_024


def fetch(connection, target, encoding):
    connection.request("GET", target, headers={"Accept-Encoding": encoding} if encoding else {})
    answer = connection.getresponse()
    return answer, answer.read()


def connect(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    # http.client would add `Accept-Encoding: identity`.
    put = connection.putrequest
    connection.putrequest = lambda *a, **k: put(*a, **{**k, "skip_accept_encoding": True})
    return connection


def default_targets(server, query):
    """The list, the first entry it links to, and a search."""
    targets = [("list", "/")]
    _, page = fetch(connect(server), "/", "")
    found = re.search(rb'href="([^"]*/entries/[^"?#]+)', page)
    if found:
        targets.append(("detail", found.group(1).decode()))
    return targets + [("search", f"/?q={query}")]


def capture(server, targets, folder):
    """Writes what `bare` will answer; returns one row (name, target, encoding, bytes) each."""
    rows = []
    for label, target in targets:
        for encoding in ("", "gzip"):
            answer, body = fetch(connect(server), target, encoding)
            if answer.status != 200:
                sys.exit(f"{target} answers {answer.status}")
            kept = [h for h in answer.getheaders() if h[0].lower() not in OWN_HEADERS]
            headers = "".join(f"{name}: {value}\n" for name, value in kept)
            parts = {"target": target, "encoding": encoding, "headers": headers}
            for kind, text in parts.items():
                with open(os.path.join(folder, f"{len(rows)}.{kind}"), "w") as file:
                    file.write(text)
            with open(os.path.join(folder, f"{len(rows)}.body"), "wb") as file:
                file.write(body)
            rows.append((f"{label} {encoding}".strip(), target, encoding, len(body)))
    return rows


def load(server, target, encoding, connections, seconds):
    """Requests per second, and CPU microseconds of the server per request."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s"]
    command += ["-H", f"Accept-Encoding: {encoding}"] if encoding else []
    before = server.cpu_nanoseconds()
    output = subprocess.run(
        command + [f"http://127.0.0.1:{server.port}{target}"],
        capture_output=True, text=True, check=True).stdout
    used = server.cpu_nanoseconds() - before
    requests = int(re.search(r"(\d+) requests in", output).group(1))
    errors = re.search(r"Socket errors.*|Non-2xx.*", output)
    if errors:
        print(f"  {connections} connections, {target}: {errors.group(0)}", file=sys.stderr)
    rate = float(re.search(r"Requests/sec:\s*([\d.]+)", output).group(1))
    return rate, used / max(1, requests) / 1_000


def first_byte(server, target, encoding, count):
    """Median microseconds from sending a request to its first byte, on one kept connection."""
    connection = connect(server)
    times = []
    for _ in range(count):
        start = time.perf_counter_ns()
        connection.request("GET", target, headers={"Accept-Encoding": encoding} if encoding else {})
        answer = connection.getresponse()
        times.append(time.perf_counter_ns() - start)
        answer.read()
    return statistics.median(times) / 1_000


def start_milliseconds(command, target):
    """From launching the program to having its whole first answer."""
    start = time.perf_counter_ns()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        port = re.search(r"listening on \S*?:(\d+)/?\s*$", process.stdout.readline()).group(1)
        connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=30)
        connection.request("GET", target, headers={"Accept-Encoding": "gzip"})
        connection.getresponse().read()
        taken = time.perf_counter_ns() - start
        end(process)
    return taken / 1_000_000


def medians(rounds, measure):
    """Alternates the two servers; returns the medians for the first and the second."""
    samples = ([], [])
    for _ in range(rounds):
        for index in (0, 1):
            samples[index].append(measure(index))
    return [statistics.median(s) if not isinstance(s[0], tuple) else
            tuple(statistics.median(part) for part in zip(*s)) for s in samples]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", action="append", default=[], metavar="NAME=PATH",
                        help="what to ask for, repeatable; default: list, first entry, search")
    parser.add_argument("--query", default="ma", help="the default search (ma)")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=int, default=1, help="of load a round")
    parser.add_argument("--connections", type=int, default=32)
    parser.add_argument("--threads", type=int, default=max(2, os.cpu_count() or 2), help="of bare's pool")
    parser.add_argument("--many", default="64,128,250,256,1000",
                        help="numbers of connections for the first target; empty: none")
    parser.add_argument("program", nargs="+", help="the program and its arguments, after --")
    options = parser.parse_args()
    if not shutil.which("wrk"):
        sys.exit("wrk is missing (Debian: apt-get install wrk)")

    with tempfile.TemporaryDirectory() as folder:
        bare = os.path.join(folder, "bare")
        compiler = os.environ.get("CC", "cc")
        subprocess.run(
            [compiler, "-O2", "-o", bare, os.path.join(HERE, "bare.c"), "-lmicrohttpd"], check=True)
        servers = []
        try:
            servers.append(Measured(options.program))
            targets = [tuple(t.split("=", 1)) for t in options.target]
            targets = targets or default_targets(servers[0], options.query)
            rows = capture(servers[0], targets, folder)
            servers.append(Measured([bare, "0", str(options.threads), folder]))
            report(options, servers, rows)
        finally:
            for server in servers:
                server.stop()


def measure(options, servers, name, row, connections, has_first_byte):
    """Prints one line of the table."""
    target, encoding, size = row
    ours, bares = medians(options.rounds, lambda i: load(
        servers[i], target, encoding, connections, options.seconds))
    line = (f"| {name} | {size} | {connections} | {ours[0]:.0f} | {bares[0]:.0f} "
            f"| {ours[1]:.1f} | {bares[1]:.1f} | {ours[1] / bares[1]:.2f} |")
    if has_first_byte:
        soon, bare_soon = medians(options.rounds, lambda i: first_byte(servers[i], target, encoding, 300))
        line += f" {soon:.0f} | {bare_soon:.0f} | {soon / bare_soon:.2f} |"
    else:
        line += " | | |"
    print(line, flush=True)


def report(options, servers, rows):
    print("$ " + shlex.join(sys.argv))
    print(f"medians of {options.rounds} rounds of {options.seconds} s, "
          f"bare C with {options.threads} threads, load average before {os.getloadavg()[0]:.1f}\n")
    at_rest = servers[0].resident_megabytes()
    print("| Answer | Bytes | Connections | Requests/s | bare C | CPU µs/request | bare C | ratio "
          "| First byte µs | bare C | ratio |")
    print("|---|" + "---:|" * 10)
    for name, *row in rows:
        measure(options, servers, name, row, options.connections, has_first_byte=True)
    name, *row = rows[0]
    for count in [int(c) for c in options.many.split(",") if c]:
        measure(options, servers, name, row, count, has_first_byte=False)
    after = servers[0].resident_megabytes()
    # One state folder, one process.
    servers[0].stop()
    starts = [start_milliseconds(options.program, row[0]) for _ in range(options.rounds)]
    print(f"\nResident memory: {at_rest:.1f} MB, after that load {after:.1f} MB. "
          f"From launch to the first answer: {statistics.median(starts):.0f} ms "
          f"({min(starts):.0f} to {max(starts):.0f}).")


if __name__ == "__main__":
    main()
