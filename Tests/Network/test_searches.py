"""A hundred searches as people of five languages type them, and all titles that each finds, in order."""

import json
import os
import tempfile
import unittest
import urllib.parse

from documents import show_document
from program import PROGRAM, ROOT, Server
from visitor import Visitor

TITLES = {
    "de": [
        "Straße nach Süden", "Strasse der Jugend", "STRAẞE", "Müller", "Muller", "Mueller & Sohn", "Jäger", "Löwe",
        "Über den Fluß", "Der Prozess", "Prozeß", "Fuß", "Käse", "Räuber", "Maß", "Masse", "Äpfel", "Affe",
        "10-Kampf", "2-Takter", "„Die Möwe“", "Neue Zeit", "Bäuerin", "Quelle", "Saint-Germain"],
    "fr": [
        "Œuvre complète", "Oeuvre au noir", "Cœur", "Coeur simple", "L’Avare", "L'Étranger", "D’Artagnan",
        "École", "Ecole", "Saint-Exupéry", "Saint Exupéry", "« Les Misérables »", "Noël", "Ça ira", "Maïs",
        "Aujourd’hui", "Été", "Pêche", "Péché", "Ex æquo"],
    "es": [
        "Año nuevo", "Ano", "Ñandú", "Nandu", "Niño", "El niño", "El nino", "Nube", "Nuez", "Ñu", "¿Qué?",
        "¡Hola, mundo!", "Pingüino", "Camión", "Árbol", "España", "Corazón"],
    "ar": [
        "مكتبة", "مكتبه", "مدرسة", "غزة", "وردة", "مصطفى", "مصطفي", "موسى", "موسي", "ليلى", "هدى", "محـمد", "مُحَمَّد",
        "٣ أيام", "١٠ أيام", "2 أيام", "یاسمین", "ياسمين", "کتاب", "ٱلرحمن", "ﻻ شيء", "لا شئ", "أحمد", "إبراهيم",
        "آدم", "القاهرة", "مؤمن", "مسئول", "«الأيام»", "شمس، قمر"],
    "en": ["Café", "Cafe Royal", "O’Brien", "O'Neil", "Rock ‘n’ Roll", "Spider-Man", "Spider Man", "Zoë", "Ångström"],
}
SEARCHES = {
    "de": {
        "strasse": "STRAẞE | Strasse der Jugend | Straße nach Süden",
        "straße": "STRAẞE | Straße nach Süden | Strasse der Jugend",
        "STRASSE": "STRAẞE | Strasse der Jugend | Straße nach Süden",
        "fuss": "Fuß",
        "kase": "Käse",
        "käse": "Käse",
        "rauber": "Räuber",
        "prozess": "Prozeß | Der Prozess",
        "mueller": "Muller | Müller | Mueller & Sohn",
        "müller": "Müller | Muller",
        "muller": "Muller | Müller",
        "jaeger": "Jäger",
        "jager": "Jäger",
        "loewe": "Löwe",
        "ueber": "Über den Fluß | Räuber",
        "moewe": "„Die Möwe“",
        "baeuerin": "Bäuerin",
        "aepfel": "Äpfel",
        "neue": "Neue Zeit",
        "quelle": "Quelle",
        "masse": "Masse",
        "maß": "Maß | Masse",
        "saint germain": "Saint-Germain",
        "die möwe": "„Die Möwe“",
        "fluss": "Über den Fluß",
    },
    "fr": {
        "oeuvre": "Oeuvre au noir | Œuvre complète",
        "œuvre": "Œuvre complète | Oeuvre au noir",
        "coeur": "Cœur | Coeur simple",
        "cœur": "Cœur | Coeur simple",
        "avare": "L’Avare",
        "l'avare": "L’Avare",
        "l’avare": "L’Avare",
        "etranger": "L'Étranger",
        "artagnan": "D’Artagnan",
        "d'artagnan": "D’Artagnan",
        "ecole": "Ecole | École",
        "école": "École | Ecole",
        "saint-exupéry": "Saint-Exupéry | Saint Exupéry",
        "saint exupery": "Saint Exupéry | Saint-Exupéry",
        "miserables": "« Les Misérables »",
        "noel": "Noël",
        "ça": "Ça ira",
        "mais": "Maïs",
        "aujourdhui": "meant | Aujourd’hui",
        "peche": "Péché | Pêche",
        "péché": "Péché | Pêche",
        "pêche": "Pêche | Péché",
        "aequo": "Ex æquo",
        "ete": "Été | Œuvre complète",
    },
    "es": {
        "ano": "Ano | Año nuevo",
        "año": "Año nuevo | Ano",
        "nandu": "Nandu | Ñandú",
        "ñandú": "Ñandú | Nandu",
        "ñ": (
            "Ñandú | Ñu | Niño | Nandu | Nube | Nuez | Año nuevo | El niño | El nino | España | Ano | "
            "Camión | Corazón | ¡Hola, mundo! | Pingüino"),
        "nino": "Niño | El nino | El niño",
        "niño": "Niño | El niño | El nino",
        "el niño": "El niño | El nino",
        "el nino": "El nino | El niño",
        "ñu": "Ñu | Nube | Nuez | Año nuevo",
        "que": "¿Qué?",
        "hola mundo": "¡Hola, mundo!",
        "pinguino": "Pingüino",
        "pingüino": "Pingüino",
        "camion": "Camión",
        "arbol": "Árbol",
        "españa": "España",
        "corazon": "Corazón",
    },
    "ar": {
        "مكتبه": "مكتبه | مكتبة",
        "مكتبة": "مكتبة | مكتبه",
        "مدرسه": "مدرسة",
        "غزه": "غزة",
        "ورده": "وردة",
        "مصطفي": "مصطفي | مصطفى",
        "مصطفى": "مصطفى | مصطفي",
        "موسي": "موسي | موسى",
        "موسى": "موسى | موسي",
        "ليلي": "ليلى",
        "هدي": "هدى",
        "محمد": "محـمد | مُحَمَّد",
        "3 ايام": "٣ أيام",
        "10": "١٠ أيام",
        "١٠": "١٠ أيام",
        "ياسمين": "ياسمين | یاسمین",
        "یاسمین": "یاسمین | ياسمين",
        "كتاب": "کتاب",
        "الرحمن": "ٱلرحمن",
        "لا شيء": "لا شئ | ﻻ شيء",
        "شئ": "لا شئ | ﻻ شيء",
        "احمد": "أحمد",
        "ابراهيم": "إبراهيم",
        "ادم": "آدم",
        "قاهره": "القاهرة",
        "مومن": "مؤمن",
    },
    "en": {
        "cafe": "Café | Cafe Royal",
        "café": "Café | Cafe Royal",
        "o'brien": "O’Brien",
        "obrien": "meant | O’Brien",
        "rock n roll": "Rock ‘n’ Roll",
        "spider-man": "Spider-Man | Spider Man",
        "zoe": "Zoë",
    },
}


class SearchesTest(unittest.TestCase):
    """`PRINT=1` prints what is found, also by an earlier program: `DRAMATIS=…`."""

    def found(self, language, queries):
        """The titles that each search finds; "meant" in front for a corrected one."""
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/words.json", "w") as file:
                json.dump([{"name": title} for title in TITLES[language]], file)
            feed = {"kind": "records", "file": "words.json", "entry": {"title": "name"}}
            document = show_document("Words", feed, language=language, search={"match": "contains"})
            with open(f"{folder}/show.json", "w") as file:
                json.dump(document, file)
            server = Server([
                PROGRAM, "--show", f"{folder}/show.json", "--resources", os.environ.get("RESOURCES", ROOT),
                "--state-dir", f"{folder}/state", "--port", "0", "--listen", "127.0.0.1"])
            try:
                visitor = Visitor(server.port, "localhost")
                for query in queries:
                    answer = visitor.ask(f"/entries.json?q={urllib.parse.quote(query)}").json
                    titles = [entry["title"] for entry in answer["entries"]]
                    yield query, (["meant"] if "meant" in answer else []) + titles
                visitor.close()
            finally:
                server.stop()

    def test_each_search_finds_what_is_written_here(self):
        for language, searches in SEARCHES.items():
            for query, titles in self.found(language, searches):
                if os.environ.get("PRINT"):
                    print(f"{language} {query}: {' | '.join(titles)}")
                    continue
                with self.subTest(language=language, query=query):
                    self.assertEqual(titles, searches[query].split(" | ") if searches[query] else [])


if __name__ == "__main__":
    unittest.main()
