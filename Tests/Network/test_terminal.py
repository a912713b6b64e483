"""What a show prints at its start: on a terminal a QR code of the best address, elsewhere none."""

import fcntl
import os
import pty
import struct
import termios
import time
import unittest

from crawler import code_rows
from serving import NetworkTest

BLOCKS = {"█": "11", "▀": "10", "▄": "01", " ": "00"}
START, END = "\x1b[38;5;16;48;5;231m", "\x1b[0m"


class TerminalTest(NetworkTest):
    def printed(self, terminal="xterm-256color", columns=80, listen=None):
        """The lines of a show's terminal, once it listens and has had the time to print more."""
        parent, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        before = os.environ.get("TERM")
        os.environ["TERM"] = terminal
        try:
            self.serve("simpsons", output=child, listen=listen)
        finally:
            os.environ.pop("TERM") if before is None else os.environ.update(TERM=before)
        os.close(child)
        self.addCleanup(os.close, parent)
        os.set_blocking(parent, False)
        text, deadline, quiet = b"", time.monotonic() + 20, 0
        while time.monotonic() < deadline and quiet < 8:
            try:
                text += os.read(parent, 65_536)
                quiet = 0
            except BlockingIOError:
                quiet += b"listening" in text
                time.sleep(0.05)
        return text.decode().replace("\r\n", "\n").splitlines()

    def best(self, lines):
        address = lines[0].removeprefix("listening on ")
        if "//127." in address or "//[::1]" in address:
            self.skipTest("this machine has no network")
        return address

    def test_the_best_address_as_a_code_with_its_quiet_zone(self):
        lines = self.printed()
        address = self.best(lines)
        rows = []
        for line in lines:
            if line.startswith(START):
                pairs = [BLOCKS[block] for block in line.removeprefix(START).removesuffix(END)]
                rows += ["".join(pair[0] for pair in pairs), "".join(pair[1] for pair in pairs)]
        code = code_rows(address)
        blank = "0" * (len(code) + 8)
        expected = [blank] * 4 + [f"0000{row}0000" for row in code] + [blank] * 4
        self.assertEqual(rows[:len(expected)], expected)
        self.assertLessEqual(set("".join(rows[len(expected):])), {"0"})

    def test_none_where_it_would_not_be_read(self):
        for options in [{"terminal": "dumb"}, {"columns": 30}, {"listen": "127.0.0.1"}]:
            with self.subTest(options):
                lines = self.printed(**options)
                self.assertTrue(lines[0].startswith("listening on http"))
                self.assertNotIn("\x1b", "".join(lines))


if __name__ == "__main__":
    unittest.main()
