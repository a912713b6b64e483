"""Starts that fail say why in one line; flags, variables and files in their order; the lock of a state folder."""

import pathlib
import re

import pytest
from casts import stars, titles


def test_faults_in_the_show_file_end_the_start(cast):
    cast.write(colour="red")
    done = cast.run(*cast.serving)
    assert (done.returncode, done.stdout) == (1, "") and ": colour: unknown key" in done.stderr
    done = cast.run("--show", "unknown")
    assert done.returncode == 1 and "/config/unknown.json: no such file" in done.stderr


@pytest.mark.parametrize(("options", "words", "status"), [
    (["--resources", "{}"], "{}/Templates", 1), (["--base-path", "/a b"], 'the base path "/a b" is not valid', 1),
    (["--offline", "--feed", "{}/none.json"], "cannot read {}/none.json: no such file", 1),
    (["--feed", "http://"], 'password, not "http://"', 2),
    (["--feed", "{}/wrong.json"], "cannot read {}/wrong.json: ", 1)])
def test_an_unusable_path_or_file_ends_the_start_with_its_name(cast, options, words, status):
    cast.write("Apu")
    (cast.folder / "wrong.json").write_text('{"RelatedTopics": 7}')
    done = cast.run(*cast.serving, *[option.format(cast.folder) for option in options])
    last = done.stderr.splitlines()[-1]
    assert (done.returncode, done.stdout) == (status, "")
    assert last.startswith("dramatis: ") and words.format(cast.folder) in last


def test_a_flag_overrides_the_environment_which_overrides_the_file(cast):
    cast.write("Apu", server={"basePath": "/file"})
    variable = {"DRAMATIS_BASE_PATH": "/variable"}
    for options, environment, base in [
            ([], {}, "/file/"), ([], variable, "/variable/"), (["--base-path", "/flag"], variable, "/flag/")]:
        server = cast.serve("--offline", *options, environment=environment)
        assert (server.folder / "output").read_text().splitlines()[0].endswith(f":{server.port}{base}")
        server.halt()


def test_a_show_is_served_with_its_name_alone(cast):
    server = cast.start("--show", "wire", log="combined", environment={
        "DRAMATIS_PORT": "0", "DRAMATIS_OFFLINE": "1", "XDG_STATE_HOME": ""})
    assert "<h1" in server.visitor.ask("/").text
    assert [path.name for path in (cast.folder / ".local/state/dramatis").iterdir()] == ["wire"]
    server.wait_until_said('"GET / HTTP/1.1" 200 ')


def test_a_form_of_the_access_log_that_has_gone_is_told_and_logs_the_combined_form(cast):
    cast.write("Apu")
    server = cast.serve("--offline", log="json")
    server.visitor.ask("/")
    server.wait_until_said('"GET / HTTP/1.1" 200 ')
    assert server.said().count("--log json has no effect since 1.0: the access log has the combined form") == 1


def test_a_state_folder_is_of_one_process_until_that_ends(cast):
    cast.write("Apu")
    first = cast.serve("--offline")
    done = cast.run(*cast.serving, "--offline")
    assert done.returncode == 1 and done.stderr == (
        f"dramatis: the state folder {cast.state} is in use by process {first.process.pid}; "
        "choose another with --state-dir\n")
    # Also without the file that says so.
    (cast.state / "lock").unlink()
    done = cast.run(*cast.serving, "--offline")
    assert done.returncode == 1 and f"the state folder {cast.state} is in use by another process; " in done.stderr
    first.process.kill()
    first.process.wait()
    assert titles(cast.serve("--offline")) == ["Apu"]


def test_a_show_without_a_state_folder_is_served_with_a_warning(cast):
    cast.write("Apu")
    cast.state.write_text("a file in its place")
    cast.state = cast.state / "below"
    server = cast.serve("--offline")
    assert titles(server) == ["Apu"]
    server.wait_until_said(f"warning dramatis: cannot write to the state folder {cast.state} (")


VERSIONS = pathlib.Path(__file__).resolve().parents[1] / "Versions"
LIST = "favorites/ab/ab0123456789abcdef0123456789abcd.json"
COOKIE = {"dramatis-cast": "ab0123456789abcdef0123456789abcd"}


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("base", ["", "/cast"])
def test_the_state_of_an_earlier_version_is_used_unchanged(cast, base):
    cast.write("Otto", pictures={"hosts": ["example.org"]})
    cast.write("Lisa", file="other.json")
    others = ["--show", cast.folder / "other.json"] if base else []
    state = cast.state / base[1:]
    old = contents(VERSIONS / "state-1")
    for name, data in old.items():
        (state / name).parent.mkdir(parents=True, exist_ok=True)
        (state / name).write_bytes(data)
    del old["lock"]
    assert len(old) == 4
    server = cast.serve(*others, "--offline")
    ask = server.visitor.ask
    assert ask(f"{base}/").status == 200 and '"id":"moe"' in ask(f"{base}/entries.json").text
    assert '"moe"' in stars(server, COOKIE, base)
    assert old.items() <= contents(state).items()
    # A change signs the visitor and keeps the list; a former entry can still be a favorite.
    assert ask(f"{base}/favorites/apu", "POST", "to=1").status == 303
    assert any(re.fullmatch("ab0123456789abcdef0123456789abcd.+", one) for one in server.visitor.cookies.values())
    kept = ask(f"{base}/favorites.json").text
    assert all(f'"{name}"' in kept for name in ["moe", "nobody", "apu"])


def test_the_state_of_a_newer_version_is_refused_and_not_changed(cast):
    cast.write("Otto")
    for name, version in [("duckduckgo.snapshot", "snapshot-3"), (LIST, "favorites-3.json")]:
        (cast.state / name).parent.mkdir(parents=True, exist_ok=True)
        (cast.state / name).write_bytes((VERSIONS / version).read_bytes())
    before = contents(cast.state)
    server = cast.serve("--offline")
    assert server.visitor.ask("/entries/otto").status == 200
    server.wait_until_said("the snapshot cannot be used: written by a newer program: it has version 3, and this ")
    server.visitor.cookies = dict(COOKIE)
    assert server.visitor.ask("/favorites/otto", "POST", "to=1").status == 500
    server.wait_until_said("favorites/ab/ab012345….json is not used: it has version 3, and this program reads up to 2")
    assert server.halt() == 0 and before.items() <= contents(cast.state).items()
