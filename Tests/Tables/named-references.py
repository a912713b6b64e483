#!/usr/bin/env python3
"""Generates Sources/Adapters/Sanitizer/NamedReferences.swift from Python's html.entities.

A word for each character without a name in HTML 4, or with another one: its names, joined by `,`, then `;` and the
code points in hexadecimal, joined by `+`. A word without code points means the code point after the previous word's.
"""
from html.entities import html5, name2codepoint
from pathlib import Path

names = {}
for name in sorted(key[:-1] for key in html5 if key.endswith(";")):
    if html5[name + ";"] != chr(name2codepoint.get(name, 0)):
        names.setdefault(html5[name + ";"], []).append(name)

words, before = [], None
for characters in sorted(names):
    points = [ord(character) for character in characters]
    follows = before is not None and points == [before + 1]
    words.append(",".join(names[characters]) + ("" if follows else ";" + "+".join(f"{point:X}" for point in points)))
    before = points[0] if len(points) == 1 else None

lines, line = [], ""
for word in words:
    if len(line) + 1 + len(word) > 106:
        lines.append(line)
        line = ""
    line += (" " if line else "") + word
lines.append(line)

target = Path(__file__).resolve().parents[2] / "Sources/Adapters/Sanitizer/NamedReferences.swift"
target.write_text(
    "/// The names of character references that HTML 5 adds to those of HTML 4, written by\n"
    "/// `Tests/Tables/named-references.py`.\n"
    "///\n"
    "/// One word for the characters: their names, joined by `,`, then `;` and the code points in hexadecimal, joined\n"
    "/// by `+`. A word without code points stands for the one after the word before it.\n"
    "enum NamedReferences {\n"
    '  static let words: StaticString = """\n'
    + "".join(f"    {line}\n" for line in lines)
    + '    """\n'
    "}\n"
)
