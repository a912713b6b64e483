#!/usr/bin/env python3
"""Generates config/locales/countries/*.json: country names in each language of the interface.

Usage: Tests/Tables/countries.py

Source: ICU's display names (Unicode CLDR); Debian's libxml2 depends on ICU. The program itself does not need that
library, whose data takes 30 MB.
"""

import ctypes
import ctypes.util
import json
import pathlib
import re

LOCALES = pathlib.Path(__file__).parents[2] / "config" / "locales"
# Not an ISO code, but widely used in lists of places.
MORE = ["XK"]
# Codes whose short names are used: the long ones name the form of government.
SHORT = ["HK", "MO", "PS"]

library = ctypes.util.find_library("icuuc")
version = re.search(r"\d+$", library or "")
if not version:
    raise SystemExit("ICU is not installed: apt install libicu-dev")
icu = ctypes.CDLL(library)
display_country = getattr(icu, f"uloc_getDisplayCountry_{version[0]}")
iso_countries = getattr(icu, f"uloc_getISOCountries_{version[0]}")
open_short = getattr(icu, f"uldn_openForContext_{version[0]}")
open_short.restype = ctypes.c_void_p
short_country = getattr(icu, f"uldn_regionDisplayName_{version[0]}")
short_country.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
iso_countries.restype = ctypes.POINTER(ctypes.c_char_p)


def codes():
    found = []
    countries = iso_countries()
    while countries[len(found)]:
        found.append(countries[len(found)])
    return sorted([code.decode() for code in found] + MORE)


def name(code, language):
    buffer = (ctypes.c_uint16 * 200)()
    status = ctypes.c_int(0)
    if code in SHORT:
        # UDISPCTX_LENGTH_SHORT.
        names = open_short(language.encode(), (ctypes.c_int * 1)(0x201), 1, ctypes.byref(status))
        count = short_country(names, code.encode(), buffer, 200, ctypes.byref(status))
    else:
        count = display_country(f"und_{code}".encode(), language.encode(), buffer, 200, ctypes.byref(status))
    return bytes(buffer)[: 2 * count].decode("utf-16-le")


for locale in sorted(LOCALES.glob("*.json")):
    names = {code: name(code, locale.stem) for code in codes()}
    known = {code: text for code, text in names.items() if text != code}
    text = json.dumps(known, ensure_ascii=False, indent=0, sort_keys=True)
    (LOCALES / "countries").mkdir(exist_ok=True)
    (LOCALES / "countries" / locale.name).write_text(text + "\n", encoding="utf-8")
