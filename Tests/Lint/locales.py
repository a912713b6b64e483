"""Fails for sentences of config/locales that break a rule of their language, and for keys without a use or a text."""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# `{counted}` and, where nouns have cases, `{all}` are in the nominative.
PREPOSITIONS = {
    "en": r"\b(?:of|among|from|in|with) \{counted\}",
    "de": r"\b(?:von|aus|mit|unter|bei|in|zu) \{(?:counted|all)\}",
    "fr": r"\b(?:parmi|sur|de|dans|avec) \{counted\}",
    "es": r"\b(?:entre|de|en|con) \{counted\}",
    "ar": r"(?:من|بين|في|أصل) \{(?:counted|all)\}",
}
# Plural categories besides "other" (CLDR).
FORMS = {"en": {"one"}, "de": {"one"}, "fr": {"one", "many"}, "es": {"one", "many"},
         "ar": {"zero", "one", "two", "few", "many"}}
# Placeholders of which a language may leave out, or take, what its grammar needs.
LOOSE = {"count", "all", "total", "noun", "nouns"}
NAMES = {"host", "label", "list", "listName", "name", "show", "sourceHost", "starTitle", "text", "value"}
# Its `{list}` is made of neighbours, each of which is isolated.
WITHOUT_NAMES = {"sentences.nearest"}
# Literals of Swift that look like sentences but are for programs.
FOR_PROGRAMS = {
    "The list is not ready: \\(", "The list cannot be read.", "There is no such entry.",
    "Misdirected request: unknown host name.", "These are over ",
}


def texts(value, path=""):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from texts(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, str):
        yield path, value


def faults_of(tag, document):
    for key, text in texts({part: document[part] for part in ("words", "sentences", "errors")}):
        if re.search(PREPOSITIONS.get(tag, r"(?!)"), text):
            yield key, "a counted noun after a preposition: use {total}"
        if tag == "fr" and re.search(r" [:;!?%»]|« ", text):
            yield key, "a plain space beside punctuation: use U+00A0 or U+202F"
        if document["direction"] == "rtl" and key not in WITHOUT_NAMES:
            for name in re.findall(r"(?<!\u2068)\{(\w+)\}|\{(\w+)\}(?!\u2069)", text):
                if NAMES.intersection(name):
                    yield key, "a name without U+2068 and U+2069"


def placeholders(texts_of_key):
    return {name for text in texts_of_key for name in re.findall(r"\{(\w+)\}", text)} - LOOSE


def differences(tag, english, document):
    """What a file has that the English one doesn't, and the reverse."""
    for key in english.keys() ^ (document.keys() - {"firstOfMonth", "languages"}):
        yield key, "not in both this file and the English one"
    if document["direction"] not in ("ltr", "rtl"):
        yield "direction", "expected ltr or rtl"
    for part in ("words", "sentences", "errors", "sections"):
        for key in english[part].keys() ^ document[part].keys():
            yield f"{part}.{key}", "not in both this file and the English one"
        for key in english[part].keys() & document[part].keys():
            own, others = ([text for _, text in texts({"": value[part][key]})] for value in (document, english))
            if placeholders(own) != placeholders(others):
                yield f"{part}.{key}", f"expected {sorted(placeholders(others))} in braces, as in English"
            if any(re.search(r"[{}]", re.sub(r"\{[A-Za-z]+\}", "", text)) for text in own):
                yield f"{part}.{key}", "a brace without a name"
            if not all(text.strip() for text in own) and key != "comma":
                yield f"{part}.{key}", "has no text"
            forms = document[part][key]
            if part == "sentences" and isinstance(forms, dict) and (
                    "other" not in forms or not forms.keys() <= FORMS.get(tag, forms.keys()) | {"other"}):
                yield f"{part}.{key}", f"expected forms for other and {sorted(FORMS.get(tag, []))}"


def unused(english):
    sources = "".join(path.read_text() for path in (ROOT / "Sources/Web").rglob("*.swift"))
    templates = "".join(path.read_text() for path in (ROOT / "Templates").rglob("*.mustache"))
    for key in english["words"]:
        if f"{{{{words.{key}}}}}" not in templates:
            yield f"words.{key}", "in no template"
    for key in re.findall(r"\{\{words\.(\w+)\}\}", templates):
        if key not in english["words"]:
            yield f"words.{key}", "has no text"
    for key in english["sentences"]:
        # The declaration has no dot before it.
        if not re.search(rf"\.{key}\b", sources):
            yield f"sentences.{key}", "in no Swift file"


def sentences_of_swift():
    for path in sorted((ROOT / "Sources/Web/Website").rglob("*.swift")):
        code = re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.MULTILINE)
        for text in re.findall(r'"([A-Z][a-z]+(?: [a-z\\][^" ]*){2,}[^"\n]*)"', code):
            if not text.startswith(tuple(FOR_PROGRAMS)):
                yield f"{path.relative_to(ROOT)}: “{text}” is no sentence of config/locales"


def faults():
    documents = {path.stem: json.loads(path.read_text()) for path in (ROOT / "config/locales").glob("*.json")}
    english = documents["en"]
    yield from (("en", *fault) for fault in unused(english))
    for tag, document in documents.items():
        yield from ((tag, *fault) for fault in differences(tag, english, document))
        yield from ((tag, *fault) for fault in faults_of(tag, document))


if __name__ == "__main__":
    found = [f"config/locales/{tag}.json: {key}: {reason}" for tag, key, reason in faults()]
    sys.exit("\n".join(found + list(sentences_of_swift())) or 0)
