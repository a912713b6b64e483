#!/usr/bin/env python3
"""Compares the program with a bare libmicrohttpd program that answers the same bytes from memory, and with nginx, which
sends them from files.

    bench.py [options] -- PROGRAM ARGUMENT...
    bench.py --pictures there,missing -- PROGRAM ARGUMENT...
    bench.py --pictures pending -- PROGRAM ARGUMENT...

PROGRAM is started with those arguments and must print `listening on http://…:PORT/`; use port 0 and allow 1,100
connections in all and per address. Requests have a browser's headers: the targets with and without gzip, one not
modified, and one with favorites. The answers are given to `bare`, which is compiled here, and to nginx. Then the
servers take turns, A B C A B C. Measured are CPU time per request under keep-alive load by wrk, requests per second,
and time to first byte of sequential requests; the first target with other numbers of connections too.
Finally: the program's resident memory before and after, and the time from launch to first answer.
--pictures measures the page of an entry whose picture is there, missing or pending; the program then serves a show of
the simulated world, so pass no arguments about the show.
It has no pass or fail; run nothing heavy beside it. Loopback only.

    bench.py -- .build/release/dramatis --show simpsons --offline --port 0 --log none \\
        --connections 1100 --connections-per-address 1100
"""
import argparse
import http.client
import itertools
import os
import re
import shlex
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

from program import HeldPort, Server, end
from rows import BROWSER, ask, capture, capture_details, write_for_bare, write_for_nginx
from world import PlayedShow, World

HERE = os.path.dirname(os.path.abspath(__file__))


class Measured(Server):
    """A server under measurement."""

    def cpu_nanoseconds(self):
        """CPU time of all threads, from the scheduler's statistics."""
        total = 0
        for thread in os.listdir(f"/proc/{self.process.pid}/task"):
            with open(f"/proc/{self.process.pid}/task/{thread}/schedstat") as file:
                total += int(file.read().split()[0])
        return total

    def resident_megabytes(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmRSS:\s*(\d+) kB", file.read()).group(1)) / 1_024


class MeasuredShow(PlayedShow, Measured):
    """A show of the simulated world, under measurement."""

    def stop(self):
        super().stop()
        self.world.stop()

def detail_targets(show, states):
    """Entries' pages by the state of their picture."""
    pages = {"pending": show.entries()[-1]["id"], "there": "moe-szyslak", "missing": "barney-gumble"}
    # Other pictures on the same pages must have arrived too; with a pending one, all that are not held back.
    show.arrive(*(one["id"] for one in show.entries() if states != ["pending"] or one["title"] < "N"))
    targets = [(f"detail, picture {state}", f"/entries/{page}") for state, page in pages.items() if state in states]
    # Pictures of the first page are requested first, and given up after 10 s if held back.
    for _, target in targets:
        tags = [None, ""]
        while tags[-1] != tags[-2]:
            time.sleep(12 if states == ["pending"] else 0)
            tags.append(dict(ask(show.port, target, BROWSER)[1])["ETag"])
    return targets


class NginxServer(Measured):
    """nginx, which does not print where it listens."""

    def __init__(self, rows, folder):
        self.held = HeldPort()
        self.port = self.held.number
        self.process = subprocess.Popen(["nginx", "-c", write_for_nginx(rows, folder, self.port)])
        self.held.wait_for(self.process)

    def stop(self):
        end(self.process)
        self.held.release()


def load(server, target, headers, connections, seconds):
    """Requests per second, and the server's CPU time per request in microseconds."""
    if "If-None-Match" in headers:
        return load_without_bodies(server, target, headers, connections, seconds)
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s"]
    command += itertools.chain.from_iterable(("-H", f"{name}: {value}") for name, value in headers.items())
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


def load_without_bodies(server, target, headers, connections, seconds):
    """The same for answers without a body: wrk would wait for the length in a 304."""
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    request = f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n{lines}\r\n".encode()
    sockets = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(connections)]
    before, start, rounds = server.cpu_nanoseconds(), time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        for client in sockets:
            client.sendall(request)
        for client in sockets:
            head = b""
            while not head.endswith(b"\r\n\r\n"):
                received = client.recv(65536)
                if not received or b" 200 OK" in received:
                    raise RuntimeError(f"{target} has changed:  {(head + received)[:40]}")
                head += received
        rounds += 1
    taken, used = time.perf_counter() - start, server.cpu_nanoseconds() - before
    for client in sockets:
        client.close()
    return rounds * connections / taken, used / (rounds * connections) / 1_000


def first_byte(server, target, headers, count):
    """Median microseconds from a request to its first byte, on one keep-alive connection."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    times = []
    for _ in range(count):
        start = time.perf_counter_ns()
        connection.putrequest("GET", target, skip_accept_encoding=True)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        times.append(time.perf_counter_ns() - start)
        answer.read()
    return statistics.median(times) / 1_000


def start_milliseconds(command, target):
    """Seconds from launch to the complete first answer."""
    start = time.perf_counter_ns()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        port = re.search(r"listening on \S*?:(\d+)/?\s*$", process.stdout.readline()).group(1)
        connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=30)
        connection.request("GET", target, headers=BROWSER)
        connection.getresponse().read()
        taken = time.perf_counter_ns() - start
        end(process)
    return taken / 1_000_000


def medians(rounds, measure):
    """Alternates the servers; returns the medians of each."""
    samples = ([], [], [])
    for _ in range(rounds):
        for index, taken in enumerate(samples):
            taken.append(measure(index))
    return [statistics.median(s) if not isinstance(s[0], tuple) else
            tuple(statistics.median(part) for part in zip(*s)) for s in samples]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", action="append", default=[], metavar="NAME=PATH",
                        help="what to request, repeatable; default: list, first entry, search")
    parser.add_argument("--pictures", default="", metavar="STATE,…",
                        help="measure entries' pages with pictures in these states: there, missing, pending")
    parser.add_argument("--query", default="ma", help="the default search (ma)")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=int, default=1, help="of load a round")
    parser.add_argument("--connections", type=int, default=32)
    parser.add_argument("--threads", type=int, default=max(2, os.cpu_count() or 2), help="of bare's pool")
    parser.add_argument("--many", default="64,128,250,256,1000",
                        help="numbers of connections for the first target; empty: none")
    parser.add_argument("program", nargs="+", help="the program and its arguments, after --")
    options = parser.parse_args()
    for tool in "wrk", "nginx":
        if not shutil.which(tool):
            sys.exit(f"{tool} is missing (Debian: apt-get install {tool})")

    with tempfile.TemporaryDirectory() as folder:
        bare = os.path.join(folder, "bare")
        compiler = os.environ.get("CC", "cc")
        subprocess.run(
            [compiler, "-O2", "-o", bare, os.path.join(HERE, "bare.c"), "-lmicrohttpd"], check=True)
        servers = []
        try:
            if options.pictures:
                program, *arguments = options.program
                states = options.pictures.split(",")
                if "pending" in states and len(states) > 1:
                    parser.error("measure --pictures pending alone, because other pages change meanwhile")
                world = World(count=1_000 if "pending" in states else 43)
                if "pending" in states:
                    # The last picture queues for minutes behind these, each held back until the program gives it up.
                    world.hold(r"/i/\w+-[n-z]")
                servers.append(MeasuredShow("simpsons", *arguments, program=program, world=world))
                rows = capture_details(servers[0].port, detail_targets(servers[0], states))
            else:
                servers.append(Measured(options.program))
                targets = [tuple(t.split("=", 1)) for t in options.target]
                rows = capture(servers[0].port, targets, options.query)
            write_for_bare(rows, folder)
            servers.append(Measured([bare, "0", str(options.threads), folder]))
            servers.append(NginxServer(rows, folder))
            report(options, servers, rows)
        finally:
            for server in servers:
                server.stop()


def measure(options, servers, row, number, connections, has_first_byte):
    """Prints one line of the table."""
    asked = [(row.target, row.sent)] * 2 + [nginx_asked(servers[2], row, number)]
    ours, bares, nginxs = medians(options.rounds, lambda i: load(
        servers[i], *asked[i], connections, options.seconds))
    line = (f"| {row.name} | {len(row.body)} | {connections} | {ours[0]:.0f} | {bares[0]:.0f} | {nginxs[0]:.0f} "
            f"| {ours[1]:.1f} | {bares[1]:.1f} | {ours[1] / bares[1]:.2f} "
            f"| {nginxs[1]:.1f} | {ours[1] / nginxs[1]:.2f} |")
    if has_first_byte:
        soon, bare_soon, _ = medians(options.rounds, lambda i: first_byte(servers[i], *asked[i], 300))
        line += f" {soon:.0f} | {bare_soon:.0f} | {soon / bare_soon:.2f} |"
    else:
        line += " | | |"
    print(line, flush=True)


def nginx_asked(server, row, number):
    """The same request for nginx: its own target and entity tag."""
    target = f"/{number}.page"
    if row.status != 304:
        return target, row.sent
    _, headers, _ = ask(server.port, target, BROWSER)
    return target, {**row.sent, "If-None-Match": dict(headers)["ETag"]}


def report(options, servers, rows):
    print("$ " + shlex.join(sys.argv))
    print(f"medians of {options.rounds} rounds of {options.seconds} s, "
          f"bare C with {options.threads} threads, load average before {os.getloadavg()[0]:.1f}\n")
    at_rest = servers[0].resident_megabytes()
    print("| Answer | Bytes | Connections | Requests/s | bare C | nginx | CPU µs/request | bare C | ratio "
          "| nginx | ratio | First byte µs | bare C | ratio |")
    print("|---|" + "---:|" * 13)
    for number, row in enumerate(rows):
        measure(options, servers, row, number, options.connections, has_first_byte=True)
        if "pending" in row.name and servers[0].world.asked_for(f"-{row.target.split('/')[-1]}"):
            print("  the picture is arriving: use fewer rounds or seconds", file=sys.stderr)
    if options.pictures:
        return
    for count in [int(c) for c in options.many.split(",") if c]:
        measure(options, servers, rows[0], 0, count, has_first_byte=False)
    after = servers[0].resident_megabytes()
    # One state folder, one process.
    servers[0].stop()
    starts = [start_milliseconds(options.program, rows[0].target) for _ in range(options.rounds)]
    print(f"\nResident memory: {at_rest:.1f} MB, {after:.1f} MB after the load. "
          f"From launch to the first answer: {statistics.median(starts):.0f} ms "
          f"({min(starts):.0f} to {max(starts):.0f}).")


if __name__ == "__main__":
    main()
