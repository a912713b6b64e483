"""Reads the documents: each command names a program, flags, settings, targets and files that exist."""

import functools
import json
import re
import subprocess

import pytest
from program import PROGRAM, ROOT

DOCUMENTS = ["README.md", "NOTES.md", "CONTRIBUTING.md", "config/package/dramatis.1", *(
    str(path.relative_to(ROOT)) for pattern in ["config/examples/**/*", "config/package/dramatis*.service"]
    for path in sorted(ROOT.glob(pattern)) if path.is_file())]
# Programs of other people that documents name.
PROGRAMS = {
    "apt", "bib2xml", "chmod", "curl", "etcdctl", "exiftool", "install", "journalctl", "man", "modprobe", "mv",
    "oauth2-proxy", "patronictl", "psql", "qemu-system-aarch64", "sqlite3", "systemctl", "tar", "yaz-marcdump"}
# Flags of theirs that stand alone in a sentence.
FLAGS = {"--network", "--privileged"}
MANUAL = [("\\(aq", "'"), ("\\-", "-"), ("\\e", "\\")]


def spans(document):
    """The commands and settings of a document, each with its line."""
    text = (ROOT / document).read_text()
    if document.endswith(".md"):
        pattern = r"```(?:sh|bash|console)\n(?P<block>.*?)```|```.*?```|`(?P<span>[^`\n]+)`"
    elif document.endswith(".1"):
        pattern = r"^\.Dl (?P<span>[^\n]*)$|^\.Bd -literal[^\n]*\n(?P<block>.*?)^\.Ed$"
    else:
        pattern = r"^# {2,}(?P<span>(?:dramatis|make) [^\n]*)$"
    for match in re.finditer(pattern, text, re.DOTALL | re.MULTILINE):
        found = {name: value for name, value in match.groupdict().items() if value}
        block = "".join(found.values())
        for roff, character in MANUAL if document.endswith(".1") else []:
            block = block.replace(roff, character)
        # A literal block of the manual that begins with no program is a configuration.
        if document.endswith(".1") and not {"dramatis", *PROGRAMS} & set(block.split()[:1]):
            continue
        for command in re.split(r"\n| \| ", re.sub(r"\s*\\\n\s*", " ", block)):
            if command.strip() and not command.strip().startswith("#"):
                yield text.count("\n", 0, match.start()) + 1, command.split(" # ")[0].strip(), "block" in found


@functools.cache
def known():
    """The words of the program's help, the keys of a show's file, and the Makefile's targets."""
    def says(*words):
        return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=True).stdout

    overview = says("--help")
    commands = set(re.findall(r"^dramatis ([a-z]+)|\| ([a-z]+)\b", overview, re.MULTILINE))
    commands = {name for names in commands for name in names if name}
    pages = overview + "".join(says(name, "--help") for name in commands if f"dramatis {name}" in overview)
    rules = (ROOT / "Makefile").read_text() + (ROOT / "config/package/package.mk").read_text()
    targets = {name for line in re.findall(r"^([a-z0-9 -]+):(?!=)", rules, re.MULTILINE) for name in line.split()}
    keys = set(re.findall(r'"([A-Za-z]+)"', (ROOT / "config/show.schema.json").read_text()))
    return commands, set(re.findall(r"--[a-z-]+", pages)), targets, keys


def fault(command, is_block):
    """What is wrong with a command, or nothing if it is none."""
    commands, flags, targets, keys = known()
    words = re.sub(r"^sudo ", "", command).split()
    program = words[0].rsplit("/", 1)[-1] if words[0].endswith("/release/dramatis") else words[0]
    if program == "make":
        return [f"no target {word}" for word in words[1:] if re.match(r"[a-z-]+$", word) and word not in targets]
    if program == "dramatis" or program.startswith("--"):
        names = [word for word in words[1:2] if program == "dramatis" and re.match(r"[a-z]+$", word)]
        other = [word for word in names if word not in commands]
        used = set(re.findall(r"(?<!\S)--[a-z-]+", command)) - flags - FLAGS
        return [f"no command {word}" for word in other] + [f"no flag {flag}" for flag in used]
    if command.startswith('"'):
        return [f'no setting "{key}"' for key in re.findall(r'"([A-Za-z]+)":', command) if key not in keys]
    if (program.startswith(("Tests/", "Sources/", "config/", ".ci/", "Templates/", "Public/"))
            and not re.search(r"[<*…{]|^config/[a-z]+\.json$", program)):
        return [] if (ROOT / program).exists() else [f"no file {program}"]
    is_strange = is_block and program not in PROGRAMS and not re.search(r"[{}=;\[]", command)
    return [f"{program} is in no list"] if is_strange else []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_commands_of_a_document_exist(document):
    faults = [f"{document}:{line}: {command}: {', '.join(wrong)}" for line, command, is_block in spans(document)
              if (wrong := fault(command, is_block))]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("command", "wrong"), [
    ("dramatis serve --show simpsons", ["no command serve"]), ("dramatis --show a --prot 80", ["no flag --prot"]),
    ("make tset", ["no target tset"]), ("Tests/Bench/gone.py", ["no file Tests/Bench/gone.py"]),
    ('"looks": {"colour": 1}', ['no setting "colour"']), ("sudo frobnicate x", ["frobnicate is in no list"]),
    ("make run SHOW=wire PORT=8081", []), ("dramatis check --accept --show NAME", [])])
def test_a_misspelt_command_is_named(command, wrong):
    assert fault(command, True) == wrong


def test_variables_of_the_manual_are_flags():
    flags = known()[1]
    names = set(re.findall(r"DRAMATIS_([A-Z_]+[A-Z])=", (ROOT / "config/package/dramatis.1").read_text()))
    assert names and [name for name in names if "--" + name.lower().replace("_", "-") not in flags] == []


def test_examples_in_json_can_be_read():
    for path in ROOT.glob("config/examples/**/*.json"):
        json.loads(path.read_text())
