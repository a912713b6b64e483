#!/usr/bin/env python3
"""Writes Sources/Sanitizer/NamedReferences.swift from the table in Python's html.entities.

One word a name: the name, then `;` where the reference needs its semicolon and `,` where it does not, then the
code points in hexadecimal, joined by `+`. Sorted by the bytes of the names.
"""
from html.entities import html5
from pathlib import Path

words = []
for name in sorted(key[:-1] for key in html5 if key.endswith(";")):
    points = "+".join(f"{ord(character):X}" for character in html5[name + ";"])
    words.append(name + ("," if name in html5 else ";") + points)

lines, line = [], ""
for word in words:
    if len(line) + 1 + len(word) > 106:
        lines.append(line)
        line = ""
    line += (" " if line else "") + word
lines.append(line)

target = Path(__file__).resolve().parents[2] / "Sources/Sanitizer/NamedReferences.swift"
target.write_text(
    "/// The named character references of HTML, written by `Tests/Tables/named-references.py`.\n"
    "///\n"
    "/// One word a name, sorted: the name, `;` where its semicolon is needed and `,` where it is not, and its code\n"
    "/// points in hexadecimal, joined by `+`.\n"
    "enum NamedReferences {\n"
    '  static let words: StaticString = """\n'
    + "".join(f"    {line}\n" for line in lines)
    + '    """\n'
    "}\n"
)
