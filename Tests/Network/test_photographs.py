"""A folder of photographs, with the details that cameras and other programs write."""

import json
import pathlib
import tempfile
import urllib.request

from PIL import Image
from program import PROGRAM, ROOT, Server


def photograph(path, taken, keywords=""):
    exif = Image.Exif()
    exif[0x010F], exif[0x0110] = "Canon", "Canon EOS 5D"
    exif[0x9C9E] = keywords.encode("utf-16-le") + b"\0\0"
    exif.get_ifd(0x8769)[0x9003] = taken
    exif.get_ifd(0x8825).update({1: "N", 2: (48.0, 24.0, 0.0), 3: "E", 4: (9.0, 58.0, 48.0)})
    Image.new("RGB", (40, 30), "red").save(path, exif=exif)


def test_photographs_have_dates_keywords_and_places():
    with tempfile.TemporaryDirectory(prefix="dramatis-test-") as name:
        folder = pathlib.Path(name, "photos")
        folder.mkdir()
        photograph(folder / "mill.jpg", "2021:07:03 10:11:12", "mill; river")
        photograph(folder / "oven.jpg", "2019:01:02 03:04:05", "bakery")
        (folder / "clip.mov").write_bytes(b"")
        opened = Server([PROGRAM, "open", folder, "--port", "0", "--listen", "127.0.0.1", "--resources", ROOT,
                         "--state-dir", pathlib.Path(name, "state")])
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{opened.port}/entries.json?sort=taken") as answer:
                entries = json.load(answer)["entries"]
            assert [entry["title"] for entry in entries] == ["oven", "mill"]
            assert entries[1]["facts"]["Keywords"] == ["mill", "river"]
            assert entries[1]["facts"]["Camera"] == "Canon EOS 5D"
            assert entries[1]["coordinate"] == {"lat": 48.4, "lon": 9.98}
            assert 'a picture or film of a form that is not shown (1, such as "clip.mov")' in opened.said()
        finally:
            opened.stop()
