"""Finds commands and settings in documents: Markdown, the manual page, and comments of examples."""

import dataclasses
import re
import shutil

from program import ROOT

# Programs that documents name, whether or not they are installed here.
PROGRAMS = {
    "apt", "chmod", "curl", "docker", "dramatis", "install", "make", "man", "modprobe", "oauth2-proxy", "patronictl",
    "podman", "sudo", "systemctl", "tar"}


@dataclasses.dataclass(frozen=True)
class Found:
    """A command, or with `is_settings` a piece of a configuration file."""
    text: str
    line: int
    is_settings: bool = False


def is_command(text, may_be_short=True):
    """Whether a text begins with a program; with a single word only if that is one of ours."""
    word, *rest = text.split() or [""]
    if word in ("dramatis", "make"):
        return may_be_short or bool(rest)
    if word.startswith("--"):
        return len(word) > 2
    if "/" in word or word.endswith(".py"):
        return script(word) is not None or word == ".build/release/dramatis"
    return bool(rest) and (word in PROGRAMS or shutil.which(word) is not None)


def script(word):
    """The script of the repository that a word names, perhaps without its folder."""
    found = [ROOT / word] if "/" in word else sorted((ROOT / "Tests").rglob(word))
    return next((path for path in found
                 if path.is_file() and (path.suffix == ".py" or path.stat().st_mode & 0o100)), None)


def lines_of(block, first):
    """The commands of a block, with continued lines joined and comments removed, and their lines."""
    number = first
    for text in re.split(r"(?<!\\)\n", block):
        command = re.sub(r"\s*\\\n\s*", " ", text).split(" # ")[0].strip()
        if command and not command.startswith("#"):
            yield Found(command, number)
        number += text.count("\n") + 1


def in_markdown(text):
    for match in re.finditer(r"```(\w*)\n(.*?)```|`([^`\n]+)`", text, re.DOTALL):
        language, block, span = match.groups()
        line = text.count("\n", 0, match.start()) + 1
        if language in ("sh", "bash", "console"):
            yield from lines_of(block, line + 1)
        elif span and is_command(span):
            yield Found(span, line)


def in_manual(text):
    """Displayed lines (`.Dl`) and literal blocks; a block that begins with no program is a configuration."""
    for match in re.finditer(r"^\.Dl ([^\n]*)$|^\.Bd -literal[^\n]*\n(.*?)^\.Ed$", text, re.DOTALL | re.MULTILINE):
        line = text.count("\n", 0, match.start()) + 1
        plain = match.group(1) or match.group(2)
        for roff, character in [("\\(aq", "'"), ("\\-", "-"), ("\\e", "\\")]:
            plain = plain.replace(roff, character)
        if is_command(plain.split("\n")[0]):
            yield from lines_of(plain, line + (match.group(1) is None))
        else:
            yield Found(plain, line + 1, is_settings=True)


def in_comments(text):
    """Indented commands in comments."""
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r"#\s{2,}(\S.*)", line)
        if match and is_command(match.group(1), may_be_short=False):
            yield Found(match.group(1), number)


def found(document):
    """All commands and settings of a document."""
    text = (ROOT / document).read_text()
    read = in_markdown if document.endswith(".md") else in_manual if document.endswith(".1") else in_comments
    return list(read(text))
