"""What a show is served from: its feed, a file in its place, the last answer, bundled data, other feeds."""

import json
import signal

import pytest
from casts import NOWHERE, entries, reload, serves, titles, topics
from program import wait_for


def test_a_file_in_place_of_the_feed_is_read_without_a_request(cast):
    outside = cast.source(topics("Outside"))
    cast.write("Bundled", feed=outside.address)
    (cast.folder / "answer.json").write_text(topics("Moe", "apu", "Łukasz"))
    for more in [["--offline"], []]:
        server = cast.serve("--feed", cast.folder / "answer.json", *more)
        assert titles(server) == ["apu", "Łukasz", "Moe"]
        server.halt()
    assert not outside.asked and not list(cast.state.glob("*.snapshot"))


def test_the_answer_of_an_address_is_kept_for_the_next_start(cast):
    outside = cast.source(topics("Apu", "Moe"))
    cast.write("Bundled")
    server = cast.serve("--feed", f"{outside.address}/cast")
    serves(server, "Apu", "Moe")
    server.wait_until_said("feed: 2 entries")
    snapshot = (cast.state / "duckduckgo.snapshot").read_text()
    assert snapshot == f"dramatis-snapshot 2\n{topics('Apu', 'Moe')}"
    assert server.halt() == 0 and [one.path for one in outside.asked] == ["/cast"]
    outside.given = (503, None, b"")
    server = cast.serve("--feed", f"{outside.address}/cast")
    server.wait_until_said("asking again in")
    assert titles(server) == ["Apu", "Moe"] and (cast.state / "duckduckgo.snapshot").read_text() == snapshot


def test_without_data_a_failing_feed_ends_the_start_with_one_line(cast):
    outside = cast.source((404, None, b""))
    cast.write(feed=outside.address)
    done = cast.run(*cast.serving)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "dramatis: 127.0.0.1 answered with status 404\n")
    done = cast.run(*cast.serving, "--offline")
    assert done.returncode == 1 and done.stderr == (
        "dramatis: no snapshot and no bundled data to start from; --offline forbids asking the feed\n")
    assert len(outside.asked) == 1
    outside.given = topics("Apu")
    assert titles(cast.serve()) == ["Apu"]


@pytest.mark.parametrize("bundled", [[], ["Bundled"]])
def test_a_signal_ends_a_program_that_waits_for_a_silent_feed(cast, bundled):
    outside = cast.source(topics("Apu"))
    outside.hold(".")
    cast.write(*bundled, feed=outside.address)
    server = cast.serve(ready=False)
    outside.wait_until_asked(".")
    server.process.send_signal(signal.SIGINT)
    assert server.halt() == 0 and "did not answer" not in server.said()


@pytest.mark.parametrize("name", ["new", "open"])
def test_a_signal_ends_a_command_that_waits_for_a_feed_and_leaves_no_files(cast, name):
    outside = cast.source("[]")
    outside.hold(".")
    more = {"new": ["trek", "--feed-address", outside.address, "--config-dir", cast.folder / "config"],
            "open": [outside.address, *cast.place]}[name]
    process = cast.command(name, *more)
    outside.wait_until_asked(".")
    process.send_signal(signal.SIGINT)
    assert process.communicate() == ("", "") and process.returncode == 130
    assert not [path for path in cast.folder.rglob("*") if path.is_file()]


def test_ids_and_the_source_survive_a_change_of_feeds_and_restarts(cast):
    first = cast.source(topics("Apu", "Moe"))
    second = cast.source(json.dumps([{"code": "x-17", "name": "APU"}, {"code": "x-18", "name": "Zed"}]))
    other = {"kind": "records", "address": second.address, "contact": "somebody@example.org",
             "entry": {"id": "code", "title": "name"}}
    cast.write(feed={"kind": "duckduckgo", "address": first.address, "else": [other]})

    def ids(server):
        return {entry["title"]: entry["id"] for entry in entries(server)}

    server = cast.serve()
    assert ids(server) == {"Apu": "apu", "Moe": "moe"} and not second.asked
    assert "\ndramatis_feed_source 0\n" in server.visitor.ask("/metrics").text
    server.halt()
    first.given = (503, None, b"")
    server = cast.serve()
    serves(server, "APU", "Zed")
    assert ids(server) == {"APU": "apu", "Zed": "x-18"}
    server.wait_until_said("feed.else.0: 2 entries, from the alternative 127.0.0.1")
    server.wait_until_said("feed: 127.0.0.1 answered with status 503; asking again in")
    assert "\ndramatis_feed_source 1\n" in server.visitor.ask("/metrics").text
    assert all(" (somebody@example.org)" in one.headers["User-Agent"] for one in second.asked)
    server.halt()
    server = cast.serve("--offline")
    assert ids(server) == {"APU": "apu", "Zed": "x-18"}
    server.halt()
    first.given = topics("Apu", "Moe")
    server = cast.serve()
    serves(server, "Apu", "Moe")
    assert ids(server) == {"Apu": "apu", "Moe": "moe"}
    server.halt()
    # An address in --feed has no other feeds.
    second.asked.clear()
    cast.state = cast.folder / "other"
    assert cast.run(*cast.serving, "--feed", NOWHERE).returncode == 1
    assert not second.asked


def test_a_changed_feed_is_asked_at_once_and_a_fault_is_told(cast):
    first, second = cast.source(topics("First")), cast.source(topics("Second"))
    cast.write("Bundled", feed=first.address)
    server = cast.serve()
    serves(server, "First")
    cast.write("Bundled", feed=second.address, titles={"strip": "cond"})
    server.process.send_signal(1)
    # Later answers are read with the settings of the changed file.
    serves(server, "Se")
    cast.file.write_text("{")
    reload(server, "not reloaded: ")
    wait_for(lambda: server.health()[1].startswith("degraded: not reloaded: "), lambda: server.health()[1])
    server.halt()
    # Unless --feed replaces it.
    first.asked.clear()
    second.asked.clear()
    cast.write("Bundled", feed=f"{second.address}/unasked")
    server = cast.serve("--feed", f"{first.address}/given")
    serves(server, "First")
    cast.write("Bundled", feed=f"{second.address}/other")
    reload(server)
    wait_for(lambda: len(first.asked_for("/given")) == 2, "a second request to the feed of --feed")
    assert not second.asked


def test_the_key_is_a_credential_of_systemd_unless_the_environment_has_one(cast):
    outside = cast.source('{"results": [{"id": 1, "title": "A Film"}]}')
    cast.write(feed={"kind": "tmdb", "address": f"{outside.address}/3", "sections": ["popular"], "pages": 1})
    (cast.folder / "tmdb-api-key").write_text("a" * 32 + "\n")
    for more, key in [({}, "a"), ({"TMDB_API_KEY": "b" * 32}, "b")]:
        outside.asked.clear()
        server = cast.serve(environment={"CREDENTIALS_DIRECTORY": str(cast.folder), **more})
        assert titles(server) == ["A Film"]
        # The second start serves the kept answer before it asks.
        wait_for(lambda: outside.asked, "a request with the key")
        assert all(one.query["api_key"] == key * 32 for one in outside.asked)
        server.halt()
