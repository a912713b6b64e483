"""Sources whose pictures fail while a show is served."""

import json

import pytest
from documents import show_document
from drawings import encoded, portrait
from lists import ListFolder, is_degraded, is_well
from outside import Outside
from program import wait_for


class Gallery(Outside):
    """Pictures, of which those below /bad/ are refused until `is_well`."""

    def __init__(self):
        self.is_well, self.picture = False, encoded(portrait(1, 40, 60))
        super().__init__()

    def answer(self, path, query, headers):
        return (200, "image/jpeg", self.picture) if self.is_well or "/good/" in path else (403, "text/plain", b"No")

    def show(self, folder, good, bad):
        names = [f"good/{number}" for number in range(good)] + [f"bad/{number}" for number in range(bad)]
        folder.list.write_text(json.dumps([{"name": name, "face": f"{self.address}/{name}.png"} for name in names]))
        feed = {"kind": "records", "file": folder.list.name, "entry": {"title": "name", "picture": "face"}}
        pictures = {"hosts": ["127.0.0.1"], "privateAddresses": True}
        (folder.path / "list.json").write_text(json.dumps(show_document("List", feed, pictures=pictures)))


@pytest.fixture
def gallery():
    gallery = Gallery()
    with ListFolder.temporary("list.json") as folder:
        folder.list = folder.path / "faces.json"
        yield gallery, folder
    gallery.stop()


def test_a_source_that_fails_for_most_pictures_is_told_until_they_come(gallery):
    source, folder = gallery
    source.show(folder, good=3, bad=88)
    server = folder.serve()
    is_degraded(server, "88 of 91 pictures failed, 127.0.0.1 answers 403; 91 entries")
    assert 'dramatis_degraded{reason="pictures"} 1' in server.visitor.ask("/metrics").text
    source.is_well = True
    # Each is tried again after a minute, or at the next start.
    assert server.halt() == 0
    server = folder.serve()
    wait_for(lambda: 'outcome="stored"} 88' in server.visitor.ask("/metrics").text, "the others to come")
    is_well(server, 91)
    assert 'dramatis_degraded{reason="pictures"} 0' in server.visitor.ask("/metrics").text


def test_pictures_of_earlier_runs_count(gallery):
    source, folder = gallery
    source.show(folder, good=13, bad=12)

    def refused():
        return len({one.path for one in source.asked_for("/bad/")}) == 12

    server = folder.serve()
    wait_for(lambda: len(list((folder.path / "state/pictures").glob("*-*"))) >= 13, "copies of all pictures")
    wait_for(refused, "all to be asked for")
    assert server.halt() == 0
    # The first run may have ended before it made all copies.
    copied = sorted({file.name.split("-")[0] for file in (folder.path / "state/pictures").glob("*-*")})
    for file in [file for name in copied[:5] for file in (folder.path / "state/pictures").glob(f"{name}-*")]:
        file.unlink()
    source.asked.clear()
    server = folder.serve()
    wait_for(refused, "all to be asked for")
    assert not source.asked_for("/good/")
    wait_for(lambda: 'outcome="failed"} 12' in server.visitor.ask("/metrics").text, "all to be refused")
    # The copies are found one by one.
    is_well(server, 25)
