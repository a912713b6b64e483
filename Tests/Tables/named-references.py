#!/usr/bin/env python3
"""Writes Sources/Sanitizer/NamedReferences.swift from the tables in Python's html.entities.

One word a name that HTML 4 has not, or not for the same: the name, `;`, and the code points in hexadecimal, joined
by `+`. Sorted by the bytes of the names.
"""
from html.entities import html5, name2codepoint
from pathlib import Path

words = []
for name in sorted(key[:-1] for key in html5 if key.endswith(";")):
    characters = html5[name + ";"]
    if characters != chr(name2codepoint.get(name, 0)):
        words.append(name + ";" + "+".join(f"{ord(character):X}" for character in characters))

lines, line = [], ""
for word in words:
    if len(line) + 1 + len(word) > 106:
        lines.append(line)
        line = ""
    line += (" " if line else "") + word
lines.append(line)

target = Path(__file__).resolve().parents[2] / "Sources/Sanitizer/NamedReferences.swift"
target.write_text(
    "/// The names of character references that HTML 5 adds to those of HTML 4, written by\n"
    "/// `Tests/Tables/named-references.py`.\n"
    "///\n"
    "/// One word a name, sorted: the name, `;`, and its code points in hexadecimal, joined by `+`.\n"
    "enum NamedReferences {\n"
    '  static let words: StaticString = """\n'
    + "".join(f"    {line}\n" for line in lines)
    + '    """\n'
    "}\n"
)
