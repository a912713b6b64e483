"""A folder of photographs, with the details that cameras and other programs write."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import socket
import tempfile
import urllib.request

from PIL import Image
from program import PATIENCE, PROGRAM, ROOT, Server, wait_for

# 96 by 64 pixels with details, made with heif-enc.
HEIC = pathlib.Path(__file__).with_name("orchard.heic")


@contextlib.contextmanager
def opened(folder):
    """A server of a folder of pictures, and a function that fetches from it."""
    with tempfile.TemporaryDirectory(prefix="dramatis-test-") as state:
        server = Server([PROGRAM, "open", folder, "--port", "0", "--listen", "127.0.0.1", "--resources", ROOT,
                         "--state-dir", state])

        def fetch(target):
            with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{target}") as answer:
                return answer.headers["Content-Type"], answer.read()

        try:
            yield server, fetch, pathlib.Path(state)
        finally:
            server.stop()


def test_forms_that_browsers_do_not_show_are_converted(tmp_path):
    shutil.copy(HEIC, tmp_path / "orchard.heic")
    lying = Image.new("RGB", (60, 90), "blue")
    lying.paste("red", (0, 0, 60, 45))
    lying.save(tmp_path / "turned.tif", tiffinfo={274: 6, 306: "2019:01:02 03:04:05"})
    (tmp_path / "cut.heic").write_bytes(HEIC.read_bytes()[:300])
    with opened(tmp_path) as (server, fetch, state):
        entries = {entry["title"]: entry for entry in json.loads(fetch("/entries.json")[1])["entries"]}
        assert entries["orchard"]["description"] == "An orchard"
        assert entries["orchard"]["facts"] == {"Taken": "2020-05-06T07:08:09", "Camera": "Box camera"}
        assert entries["orchard"]["coordinate"] == {"lat": 48.4, "lon": 9.98}
        assert entries["turned"]["facts"]["Taken"] == "2019-01-02T03:04:05"
        for name in ("orchard", "turned"):
            address = entries[name]["picture"]
            for target in (address, f"{address}?whole=1440", f"{address}?tile=160"):
                wait_for(lambda target=target: fetch(target)[0] == "image/jpeg", f"{target} as JPEG")
        (tmp_path / "upright.jpg").write_bytes(fetch(entries["turned"]["picture"])[1])
        with Image.open(tmp_path / "upright.jpg") as upright:
            assert upright.size == (90, 60)
            assert upright.getpixel((80, 30))[0] > 2 * upright.getpixel((10, 30))[0]
        assert fetch(entries["cut"]["picture"])[0].startswith("image/svg+xml")
        server.wait_until_said("cut.heic: it is damaged or incomplete")
        assert server.said().count("cut.heic: it is damaged or incomplete") == 1
        # The copies of each picture, and no originals.
        assert all("-" in file.name for file in (state / "pictures").iterdir())


def test_large_pictures_are_sent_from_their_files_and_take_no_memory(tmp_path):
    size = 4 << 20
    for number in range(30):
        # Not decoded, but sent.
        (tmp_path / f"p{number}.jpg").write_bytes(b"\xFF\xD8\xFF\xE0" + os.urandom(size - 4))
    with opened(tmp_path) as (server, fetch, _), contextlib.ExitStack() as stack:
        pictures = [entry["picture"] for entry in json.loads(fetch("/entries.json")[1])["entries"]]

        def memory():
            status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
            return int(re.search(r"RssAnon:\s+(\d+)", status)[1])

        before, readers = memory(), []
        for picture in pictures:
            reader = stack.enter_context(socket.socket())
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            reader.settimeout(PATIENCE)
            reader.connect(("127.0.0.1", server.port))
            reader.sendall(f"GET {picture} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            readers.append(reader)
        # All of them at once: more than is kept in memory for one network.
        assert all(reader.recv(15) == b"HTTP/1.1 200 OK" for reader in readers)
        assert memory() - before < 20_000
        assert len(fetch(pictures[0])[1]) == size
