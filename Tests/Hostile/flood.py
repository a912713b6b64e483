"""Floods from many addresses and connections, with one process per address."""

import asyncio
import contextlib
import multiprocessing
import os
import re


class Flood:
    """Keeps `connections` from each of `addresses` busy with the targets that `target(number)` names."""

    def __init__(self, port, addresses, connections, target, host="127.0.0.1"):
        context = multiprocessing.get_context("fork")
        self.processes = [
            context.Process(target=run, args=[port, address, connections, target, place * 1_000_003, host])
            for place, address in enumerate(addresses)]
        for process in self.processes:
            process.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.join()


def run(port, address, connections, target, start, host):
    # Lowest priority, since real visitors do not use this machine's CPU.
    os.nice(10)
    asyncio.run(flood(port, address, connections, target, start, host))


async def flood(port, address, connections, target, start, host):
    count = iter(range(start, start + 1_000_000))
    await asyncio.gather(*(ask(port, address, target, count, host) for _ in range(connections)))


async def ask(port, address, target, count, host):
    """Opens one connection after the other, each for as long as the program keeps it."""
    while True:
        with contextlib.suppress(OSError, EOFError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
            try:
                while True:
                    head = f"GET {target(next(count))} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n"
                    writer.write(head.encode())
                    answer = await reader.readuntil(b"\r\n\r\n")
                    length = re.search(rb"(?i)content-length: (\d+)", answer)
                    await reader.readexactly(int(length.group(1)) if length else 0)
            finally:
                writer.close()
        await asyncio.sleep(0.05)
