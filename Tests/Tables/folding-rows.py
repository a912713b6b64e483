#!/usr/bin/env python3
"""Generates Sources/Domain/Search/Folding/FoldingRows.swift from this Python's Unicode data.

Usage: Tests/Tables/folding-rows.py > Sources/Domain/Search/Folding/FoldingRows.swift

A row has a first scalar in hexadecimal and the foldings of it and the scalars that follow: `.` for
itself, `_` for white space, anything else literally. At run time Swift's own properties identify what
folds to nothing (marks, controls, format characters), and arithmetic folds Hangul syllables.
"""

import sys
import unicodedata

# Letters that do not decompose, and apostrophes. Lower case only, since case is folded first.
LETTERS = {
    "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i", "ħ": "h",
    "ŧ": "t", "ŋ": "n", "ƀ": "b", "ɖ": "d", "ɗ": "d", "ɓ": "b", "ƙ": "k", "ɨ": "i", "ɵ": "o", "ƴ": "y",
    "ʉ": "u", "ǥ": "g", "ƶ": "z", "ɲ": "n", "ĸ": "k", "ə": "e", "ǝ": "e", "ɛ": "e", "ɔ": "o",
    "ĳ": "ij", "ǆ": "dz", "ǳ": "dz", "ǉ": "lj", "ǌ": "nj",
    "\u2018": "'", "\u2019": "'", "\u201B": "'", "\u02BB": "'", "\u02BC": "'", "\u02BD": "'",
    "\u02B9": "'", "\u2032": "'", "\u00B4": "'", "`": "'", "\uFF07": "'",
}

# Combining classes of signs that spell a vowel or join letters, which are not diacritics.
SPELLING = {0, 9, 84, 91, 103, 118, 129, 130, 132}

WHITE_SPACE = {0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000}
WIDTH = 104
GAP = 6


def dropped(character):
    category = unicodedata.category(character)
    return category == "Me" or (category[0] == "M" and unicodedata.combining(character) not in SPELLING)


def base(text):
    return "".join(c for c in unicodedata.normalize("NFD", text) if not dropped(c))


def folded(code):
    if code in WHITE_SPACE:
        return " "
    text = base(base(chr(code)).casefold())
    text = "".join(LETTERS.get(c, c) for c in text)
    # An apostrophe before a word folds to nothing.
    return text[1:] if len(text) > 1 and text[0] == "'" else text


def shown(code, text):
    if text == chr(code):
        return "."
    if text == " ":
        return "_"
    assert text not in (".", "_") and " " not in text
    return "".join(escaped(c) for c in text)


def escaped(character):
    visible = unicodedata.category(character)[0] in "LNPS" and character != "\\"
    if visible and unicodedata.bidirectional(character) not in ("R", "AL"):
        return character
    return "\\u{%X}" % ord(character)


def main():
    skipped = set(range(0x80)) | set(range(0xAC00, 0xD7A4)) | set(range(0xD800, 0xE000))
    table = {}
    for code in range(0x110000):
        if code in skipped or dropped(chr(code)):
            continue
        text = folded(code)
        if text != chr(code) and text:
            table[code] = text

    rows, row, last = [], "", None
    for code in sorted(table):
        items = [shown(c, table.get(c, chr(c))) for c in range((last or code) + 1, code + 1)]
        items = items or [shown(code, table[code])]
        addition = " " + " ".join(items)
        if last is None or code - last > GAP or len(row) + len(addition) > WIDTH:
            rows.append(row)
            row = "%X %s" % (code, shown(code, table[code]))
        else:
            row += addition
        last = code
    rows.append(row)

    print(f"// Made by Tests/Tables/folding-rows.py from Unicode {unicodedata.unidata_version}.")
    print("// swift-format-ignore-file")
    print()
    print("extension FoldingTable {")
    print("  /// Folded forms of scalars above ASCII: each row is a first scalar and the results from there on.")
    print('  static let rows: StaticString = """')
    for row in rows[1:]:
        print("    " + row)
    print('    """')
    print("}")
    print(f"{len(table)} scalars, {len(rows) - 1} rows", file=sys.stderr)


main()
