"""Output at start: a QR code of the best address on a terminal only."""

import contextlib
import fcntl
import os
import pathlib
import pty
import re
import shutil
import struct
import subprocess
import tempfile
import termios
import textwrap

from crawler import code_rows
from network import NetworkTest
from program import PROGRAM, ROOT

BLOCKS = {"█": "11", "▀": "10", "▄": "01", " ": "00"}
START, END = "\x1b[38;5;16;48;5;231m", "\x1b[0m"


class TerminalTest(NetworkTest):
    def printed(self, terminal="xterm-256color", columns=80, listen=None):
        """All lines that a show prints on its terminal."""
        parent, child = pty.openpty()
        self.addCleanup(os.close, parent)
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        show = self.serve("simpsons", output=child, listen=listen, environment={"TERM": terminal})
        os.close(child)
        text = b""
        # Reading fails once the other end of the terminal is closed.
        with contextlib.suppress(OSError):
            while part := os.read(parent, 65_536):
                if b"listening" not in text and b"listening" in text + part:
                    show.process.terminate()
                text += part
        show.halt()
        return text.decode().replace("\r\n", "\n").splitlines()

    def rows(self, *command):
        """The rows of a terminal of 24 lines that a start fills."""
        parent, child = pty.openpty()
        self.addCleanup(os.close, parent)
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        state = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, state)
        process = subprocess.Popen(
            [PROGRAM, *map(str, command), "--state-dir", state, "--resources", ROOT, "--config-dir", ROOT / "config",
             "--port", "0", "--offline"],
            stdin=subprocess.DEVNULL, stdout=child, stderr=child, env={**os.environ, "TERM": "xterm"})
        os.close(child)
        text = b""
        with contextlib.suppress(OSError):
            while part := os.read(parent, 65_536):
                if b"listening" not in text and b"listening" in text + part:
                    process.terminate()
                text += part
        process.wait()
        lines = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text.decode()).replace("\r\n", "\n").split("\n")
        # A progress line is overwritten.
        return [row for line in lines for row in textwrap.wrap(line.split("\r")[-1], 80) or [""]]

    def test_a_first_start_fits_on_a_small_terminal_with_the_address_first(self):
        with tempfile.TemporaryDirectory() as folder:
            wide = pathlib.Path(folder, "wide.csv")
            wide.write_text("\n".join(
                ",".join(f"{name}{number}" for name in "abcdefghijklmnop") for number in range(50)) + "\n")
            for command in [("--show", "simpsons"), ("--show", "wire", "--show", "movies"), ("open", wide)]:
                with self.subTest(command):
                    rows = self.rows(*command)
                    self.assertTrue(rows[0].startswith("listening on "), rows)
                    self.assertLessEqual(len(rows), 24, rows)
            self.assertTrue(any("dramatis new NAME" in row for row in rows), rows)

    def test_a_qr_code_of_the_best_address_with_its_quiet_zone(self):
        lines, rows = self.printed(), []
        address = lines[0].removeprefix("listening on ")
        if "//127." in address or "//[::1]" in address:
            # A machine without a network has no address for a telephone.
            self.assertNotIn("\x1b", "".join(lines))
            return
        for line in lines:
            if line.startswith(START):
                pairs = [BLOCKS[block] for block in line.removeprefix(START).removesuffix(END)]
                rows += ["".join(pair[0] for pair in pairs), "".join(pair[1] for pair in pairs)]
        code = code_rows(address)
        blank = "0" * (len(code) + 8)
        expected = [blank] * 4 + [f"0000{row}0000" for row in code] + [blank] * 4
        self.assertEqual(rows[:len(expected)], expected)
        self.assertLessEqual(set("".join(rows[len(expected):])), {"0"})

    def test_no_qr_code_on_dumb_or_narrow_terminals_or_for_loopback(self):
        for options in [{"terminal": "dumb"}, {"columns": 30}, {"listen": "127.0.0.1"}]:
            with self.subTest(options):
                lines = self.printed(**options)
                self.assertTrue(lines[0].startswith("listening on http"))
                self.assertNotIn("\x1b", "".join(lines))
