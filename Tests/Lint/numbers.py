#!/usr/bin/env python3
"""Refuses text that becomes a number without a range: arithmetic traps on overflow, and ends the program for everybody.

Outside of the files below, `text.number(in: 1...100)` and `text.decimal(in: 0...1)` read a number from outside."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Files that may, and why.
ALLOWED = {
    "Sources/Base/System/BoundedNumber.swift": "the one place",
    "Sources/Domain/Catalogs/Facts/Forms/LabelWords.swift": "our own table, compiled into the program",
}
TYPE = r"\b(?:U?Int(?:8|16|32|64)?|Double|Float|CGFloat|pid_t)"
START = re.compile(rf"{TYPE}\((?!exactly|clamping|truncatingIfNeeded|bitPattern|littleEndian|bigEndian|ascii)")
INIT = re.compile(rf"(?:flatMap|compactMap)\({TYPE}\.init\)")
# The text around a conversion that may fail.
BEFORE = re.compile(r"(?:flatMap|compactMap) ?\(?\{ (?:\w+ in )?$")
BOUND = re.compile(r"(?:\b(?:let|var) \w+|\bnumber) = $")
AFTER = re.compile(r"\s*(?:\?\?|\?\.|\.(?:flatM|m)ap\b|[=!]= nil)")
TEXT = re.compile(r"\bradix:|^(?:text|digits|string|line)$|^String\(|\.(?:text|digits|string|prefix|suffix)\b[^.]*$")


def conversions(code):
    for match in INIT.finditer(code):
        yield match.start()
    for match in START.finditer(code):
        depth, end = 1, match.end()
        while depth and end < len(code):
            depth += {"(": 1, ")": -1}.get(code[end], 0)
            end += 1
        before, argument, after = code[: match.start()], code[match.end() : end - 1], code[end:]
        condition = BOUND.search(before) and re.match(r"\s*(?:,|else\b|\{)", after)
        if TEXT.search(argument) or AFTER.match(after) or BEFORE.search(before[-40:]) or condition:
            yield match.start()


def main():
    faults = []
    for path in sorted(ROOT.glob("Sources/**/*.swift")):
        name = str(path.relative_to(ROOT))
        code = re.sub(r"//[^\n]*", "", path.read_text())
        for start in [] if name in ALLOWED else conversions(code):
            line = code.count("\n", 0, start) + 1
            faults.append(f"{name}:{line}: a number without a range; read it by number(in:) or decimal(in:)")
    gone = [name for name in ALLOWED if not (ROOT / name).exists()]
    faults += [f"{name} is gone; remove it from Tests/Lint/numbers.py" for name in gone]
    for fault in faults:
        print(fault)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
