"""Ends a show during a client's TCP handshake: the SYN-ACK was sent, but the client's ACK is still in flight. Prints
the answer to its request, or that this machine was too slow. `locked`: the kernel refuses filters, as some do for
ordinary users.

    unshare --net half_open.py SECONDS [locked]
"""

import ctypes
import fcntl
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import time

from program import PATIENCE, Show

SERVER, VISITOR, PORT = "10.9.9.1", "10.9.9.2", 8080
SYN, RST, PSH, ACK = 2, 4, 8, 16
# Seconds; the show exits after 0.1 s without traffic.
PROMPT = 0.08
# Seconds after which Linux repeats a segment for the first time.
REPEAT = 0.2
# From linux/if_tun.h: TUNSETIFF, and IFF_TUN | IFF_NO_PI.
SET_INTERFACE, PLAIN_PACKETS = 0x400454CA, 0x1001
# pidfd_getfd(2), and SO_LOCK_FILTER of socket(7).
PIDFD_GETFD, LOCK_FILTER = 438, 44


def checksum(data):
    data += b"\0" * (len(data) % 2)
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total >> 16:
        total = (total >> 16) + (total & 0xFFFF)
    return struct.pack("!H", ~total & 0xFFFF)


def refuse_filters(process):
    """Locks the filters of a process's listening sockets, so that attaching one fails."""
    call = ctypes.CDLL(None, use_errno=True).syscall
    watch = os.pidfd_open(process)
    for name in os.listdir(f"/proc/{process}/fd"):
        if os.readlink(f"/proc/{process}/fd/{name}").startswith("socket:"):
            with socket.socket(fileno=call(PIDFD_GETFD, watch, int(name), 0)) as copy:
                if copy.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    copy.setsockopt(socket.SOL_SOCKET, LOCK_FILTER, 1)


class Visitor:
    """A TCP client whose segments are crafted by hand, on its own network interface."""

    def __init__(self):
        self.wire = os.open("/dev/net/tun", os.O_RDWR)
        fcntl.ioctl(self.wire, SET_INTERFACE, struct.pack("16sH", b"visitor", PLAIN_PACKETS))
        for command in [f"ip addr add {SERVER}/24 dev visitor", "ip link set visitor up", "ip link set lo up"]:
            subprocess.run(command.split(), check=True)

    def send(self, flags, sequence, acknowledged, data=b""):
        ends = socket.inet_aton(VISITOR) + socket.inet_aton(SERVER)
        head = struct.pack("!HHIIBBHHH", 40_000, PORT, sequence, acknowledged, 5 << 4, flags, 64_000, 0, 0)
        proof = checksum(ends + struct.pack("!HH", socket.IPPROTO_TCP, len(head + data)) + head + data)
        segment = head[:16] + proof + head[18:] + data
        packet = struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(segment), 1, 0, 64, socket.IPPROTO_TCP, 0) + ends
        os.write(self.wire, packet[:10] + checksum(packet) + packet[12:] + segment)

    def receive(self, seconds):
        """Flags, sequence number and data of the next segment; None after a timeout."""
        end = time.monotonic() + seconds
        while select.select([self.wire], [], [], max(0, end - time.monotonic()))[0]:
            packet = os.read(self.wire, 65_536)
            if packet[0] >> 4 == 4 and packet[9] == socket.IPPROTO_TCP:
                segment = packet[(packet[0] & 15) * 4:]
                return segment[13], struct.unpack("!I", segment[4:8])[0], segment[(segment[12] >> 4) * 4:]
        return None


def main(pause, locked):
    visitor = Visitor()
    show = Show("simpsons", listen=SERVER, port=PORT)
    try:
        visitor.send(SYN, 1_000, 0)
        flags, sequence, _ = visitor.receive(PATIENCE)
        assert flags == SYN | ACK, flags
        if locked:
            refuse_filters(show.process.pid)
        start = time.monotonic()
        show.process.send_signal(signal.SIGTERM)
        time.sleep(pause)
        visitor.send(ACK, 1_001, sequence + 1)
        request = f"GET / HTTP/1.1\r\nHost: {SERVER}\r\n\r\n".encode()
        visitor.send(ACK | PSH, 1_001, sequence + 1, request)
        if time.monotonic() - start > PROMPT:
            print("late")
            return
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            # Without the filter a request may be dropped until the connection is accepted; clients repeat it.
            segment = visitor.receive(REPEAT if locked else PATIENCE)
            if not segment:
                visitor.send(ACK | PSH, 1_001, sequence + 1, request)
            elif segment[0] & RST or segment[2]:
                print("reset" if segment[0] & RST else segment[2].split(b"\r\n")[0].decode())
                return
        print("nothing")
    finally:
        show.stop()


if __name__ == "__main__":
    main(float(sys.argv[1]), "locked" in sys.argv[2:])
