"""SIGHUP: what has changed is served, what is faulty changes nothing and is told."""

import shutil

import pytest
from casts import reload, titles
from program import ROOT, wait_for


def test_a_changed_show_file_is_served_and_an_invalid_one_changes_nothing(cast):
    cast.write("Apu", name="First Name", server={"basePath": "/a"})
    server = cast.serve("--offline")
    assert "First Name" in server.visitor.ask("/a/").text
    cast.write("Apu", name="Second Name", server={"basePath": "/b"})
    assert "First Name" in server.visitor.ask("/a/").text
    reload(server, f"reloaded {cast.file}\n")
    server.wait_until_said("cast.json: the new base path takes effect after a restart")
    assert "Second Name" in server.visitor.ask("/a/").text
    cast.write("Apu", name="Third Name", colour="red", shortName=7)
    reload(server, f"dramatis: not reloaded: {cast.file}:")
    server.wait_until_said(" colour: unknown key")
    server.wait_until_said(" shortName: expected visible text")
    assert "Second Name" in server.visitor.ask("/a/").text
    assert server.halt() == 0


@pytest.mark.parametrize(("file", "old", "new", "broken", "words"), [
    ("Templates/error.mustache", "</h1>", "</h1><!-- again -->", ("</h1>", "{{#open}}"), "error"),
    ("config/locales/en.json", "Page not found", "Nothing found", ('"skip"', '"skin"'), "de.json: words.skip: is"),
])
def test_changed_templates_and_words_are_served_and_invalid_ones_change_nothing(cast, file, old, new, broken, words):
    cast.write("Apu")
    for name in ["Templates", "Public", "config/locales"]:
        shutil.copytree(ROOT / name, cast.folder / name)
    server = cast.serve("--offline", "--resources", cast.folder)

    def page():
        return server.visitor.ask("/nothing", headers={"Accept": "text/html"}).text

    path = cast.folder / file
    assert new.removeprefix("</h1>") not in page()
    path.write_text(path.read_text().replace(old, new))
    reload(server)
    assert new.removeprefix("</h1>") in page()
    path = path.with_name(path.name.replace("en.json", "de.json"))
    path.write_text(path.read_text().replace(*broken))
    reload(server, "not reloaded: ")
    server.wait_until_said(words)
    assert new.removeprefix("</h1>") in page()


def show(cast, name, *bundled, title=None):
    cast.write(*bundled, file=f"shows/{name}.json", name=title or f"The {name}")


@pytest.fixture
def shelf(cast):
    show(cast, "alpha", "Apu", "Moe")
    show(cast, "beta", "Lisa")
    return cast


def place(cast):
    return ["--config-dir", cast.folder / "shows", "--state-dir", cast.state, *cast.place, "--offline"]


def test_each_show_is_below_its_name_and_a_broken_one_is_told(shelf):
    (shelf.folder / "shows/gamma.json").write_text("{")
    show(shelf, "metrics", "Otto")
    server = shelf.start("--shows", *place(shelf))
    ask = server.visitor.ask
    assert [ask(path).status for path in ["/alpha/entries/apu", "/beta/entries/lisa", "/beta/entries/apu"]] == [
        200, 200, 404]
    broken = ask("/gamma/")
    assert broken.status == 503 and "The server’s log has the reason." in broken.text
    page = ask("/").text
    assert "gamma" in page and "The alpha" in page and "The metrics" not in page
    server.wait_until_said(f"gamma is not served: {shelf.folder}/shows/gamma.json:")
    server.wait_until_said("metrics is not served: /metrics is an address of the page of all shows")
    assert server.health()[1] == "ok: 2 shows with 3 entries; not served: gamma, metrics\n"
    metrics = ask("/metrics").text
    assert 'dramatis_catalog_entries{show="alpha"} 2\n' in metrics
    assert 'dramatis_http_requests_total{show="alpha",route="entry",status="200"} 1\n' in metrics
    assert metrics.count("# TYPE dramatis_catalog_entries ") == 1
    assert "<mark>Lis</mark>a" in ask("/?q=lis").text
    assert server.halt() == 0


def test_a_reload_adds_changes_and_removes_shows_and_answers_every_request(shelf):
    server = shelf.start("--shows", *place(shelf))
    ask = server.visitor.ask
    show(shelf, "alpha", "Apu", "Moe", title="Another Name")
    show(shelf, "delta", "Otto")
    (shelf.folder / "shows/beta.json").unlink()
    server.process.send_signal(1)

    def is_there():
        assert ask("/alpha/entries/apu").status == ask("/").status == 200
        return ask("/delta/entries/otto").status == 200

    wait_for(is_there, "the new show")
    server.wait_until_said("beta is no longer served: its file is gone")
    wait_for(lambda: "Another Name" in ask("/alpha/").text, "the new name")
    assert ask("/beta/").status == 404
    # A show whose file is broken now is served as before, and the state folder of a removed one is free.
    (shelf.folder / "shows/alpha.json").write_text("{")
    show(shelf, "beta", "Lisa", "Maggie")
    reload(server, f"not reloaded: {shelf.folder}/shows/alpha.json")
    assert "Another Name" in ask("/alpha/").text
    wait_for(lambda: ask("/beta/entries/maggie").status == 200, "the show that came back")
    for _ in range(5):
        reload(server)
        assert titles(server, "/beta") == ["Lisa", "Maggie"]


def test_without_a_show_that_can_be_served_the_program_ends_with_the_reason(shelf):
    (shelf.folder / "shows/alpha.json").write_text("{")
    done = shelf.run("--show", "alpha", "--show", "unknown", *place(shelf))
    assert done.returncode == 1 and f"cannot read {shelf.folder}/shows/unknown.json: no such file" in done.stderr
    done = shelf.run("--show", "beta", "--show", shelf.folder / "shows/beta.json", *place(shelf))
    assert done.returncode == 1 and 'two shows are called "beta"; each needs a name of its own' in done.stderr
    for name in ["alpha", "beta"]:
        (shelf.folder / f"shows/{name}.json").unlink()
    done = shelf.run("--shows", *place(shelf))
    assert done.returncode == 1 and f"no shows found in {shelf.folder}/shows" in done.stderr
