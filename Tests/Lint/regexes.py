#!/usr/bin/env python3
"""Refuses regular expressions in Swift beyond those listed: each takes 100 to 240 µs, too long for a loop."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Files, how many each has, and why that is no loop over a source.
ALLOWED = {
    "Sources/Adapters/Fetching/Fetched.swift": (1, "the beginning of an answer, once"),
    "Sources/Adapters/Records/Forms/TextEncoding.swift": (1, "the beginning of a file, once"),
    "Sources/Adapters/Records/SQLite/WriteAheadLog.swift": (1, "two pages of a file, once"),
    "Sources/Domain/Configuration/Settings/SettingField.swift": (2, "settings of a show, each once"),
    "Sources/Shows/NewShow/NewShowRequest.swift": (1, "the argument of a command"),
    "Sources/Shows/Operations/Health/HealthAddress.swift": (1, "the argument of a command"),
    "Sources/Shows/ShowFiles/Flags/Flag.swift": (1, "a flag, once"),
}
LITERAL = re.compile(r"(?:\b(?:of|separator): |[(,] ?)/(?![/*])[^\n]*?/|#/|\bRegex[(<]|(?:=|\{) /\S.*/")


def count(text):
    code = re.sub(r'"(?:\\.|[^"\\\n])*"|(?:^|\s)//[^\n]*', '""', re.sub(r"#/.*?/#", "#/", text, flags=re.DOTALL))
    return len(LITERAL.findall(code))


def main():
    faults = []
    for path in sorted(ROOT.glob("Sources/**/*.swift")):
        name = str(path.relative_to(ROOT))
        found, (allowed, _) = count(path.read_text()), ALLOWED.get(name, (0, ""))
        if found != allowed:
            faults.append(f"{name}: {found} regular expressions, Tests/Lint/regexes.py allows {allowed}; read bytes")
    for fault in faults:
        print(fault)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
