"""Runs the commands of README, NOTES, CONTRIBUTING, the manual page and the examples as they are written."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import pytest
from commands import found
from program import PROGRAM, ROOT
from workspace import PARSED, Workspace, succeeded

UNITS = sorted((ROOT / "config/package").glob("dramatis*.service")) + [ROOT / "config/package/dramatis@.socket"]
EXAMPLES = sorted(path for path in (ROOT / "config/examples").rglob("*") if path.is_file())
DOCUMENTS = [name for name in [
    "README.md", "NOTES.md", "CONTRIBUTING.md", "config/package/dramatis.1",
    *(str(path.relative_to(ROOT)) for path in EXAMPLES + UNITS)] if found(name)]


@pytest.fixture(scope="module")
def workspace():
    with tempfile.TemporaryDirectory(prefix="dramatis-test-") as path:
        workspace = Workspace(pathlib.Path(path))
        yield workspace
        workspace.close()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_command_of_a_document_runs_or_is_listed(workspace, document):
    faults = []
    for one in found(document):
        if one.is_settings:
            continue
        try:
            workspace.check(one)
        except (AssertionError, RuntimeError) as fault:
            faults.append(f"{document}:{one.line}: {one.text}: {fault}")
    assert not faults, "\n".join(faults)


def test_the_list_of_commands_that_do_not_run_is_not_stale():
    texts = [one.text for name in DOCUMENTS for one in found(name)]
    assert [pattern for pattern in PARSED if not any(re.match(pattern, text) for text in texts)] == []


# MARK: Settings


def verify(folder, name, *pieces):
    """Checks a unit with drop-ins as systemd reads it."""
    unit = folder / name
    text = (ROOT / "config/package" / name).read_text()
    # An instance, of the program that was built.
    unit = folder / name.replace("@.", "@films.")
    unit.write_text(text.replace("/usr/bin/dramatis", PROGRAM))
    for number, piece in enumerate(pieces):
        (folder / f"{unit.name}.d").mkdir(exist_ok=True)
        (folder / f"{unit.name}.d/{number}.conf").write_text(piece)
    others = [path for path in UNITS if path.name != name]
    for other in others:
        (folder / other.name).write_text(other.read_text().replace("/usr/bin/dramatis", PROGRAM))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", unit],
                          capture_output=True, text=True, env={**os.environ, "SYSTEMD_UNIT_PATH": f"{folder}:"})
    faults = [line for line in done.stderr.splitlines() if "dramatis" in line or ".conf" in line]
    assert not faults and done.returncode == 0, done.stderr


def need(program):
    return shutil.which(program) or pytest.skip(f"{program} is not installed")


@pytest.mark.parametrize("unit", [path.name for path in UNITS])
def test_systemd_accepts_the_units(unit, tmp_path):
    need("systemd-analyze")
    verify(tmp_path, unit)


def test_every_configuration_in_the_manual_page_is_accepted_by_its_reader(workspace, tmp_path):
    for one in found("config/package/dramatis.1"):
        if not one.is_settings:
            continue
        if one.text.startswith("[Service]\n"):
            need("systemd-analyze")
            verify(tmp_path, "dramatis@.service", one.text)
        elif one.text.startswith("DRAMATIS_"):
            settings = dict(line.split("=", 1) for line in one.text.splitlines())
            workspace.check_server("dramatis --show simpsons", **settings | {"DRAMATIS_PORT": "0"})
        elif one.text.startswith("location "):
            (tmp_path / "nginx.conf").write_text(
                f"pid {tmp_path}/pid; events {{}} http {{ server {{ listen 127.0.0.1:1;\n{one.text}}} }}")
            succeeded(workspace.bash(f"{need('nginx')} -t -q -e stderr -c {tmp_path}/nginx.conf"))
        elif one.text.startswith("films.example.org {"):
            # The name in Caddy 2.6, as the page says, and a hash as `caddy hash-password` writes it.
            text = one.text.replace("basic_auth", "basicauth").replace(
                "$2a$14$...", "JDJhJDE0JE4uLmZkMDRxYTRpRFFVTGpzMEpuUk8yOEpGNlJJbzNWVTJuLmxmZ0pWZlZ2TGZ3ZFl5ZXlt")
            (tmp_path / "Caddyfile").write_text(text)
            succeeded(workspace.bash(f"{need('caddy')} validate --adapter caddyfile --config {tmp_path}/Caddyfile"))
        else:
            pytest.fail(f"line {one.line}: no reader is known for: {one.text}")


def test_haproxy_accepts_the_example_of_a_cluster(tmp_path):
    text = (ROOT / "config/examples/cluster/haproxy.cfg").read_text()
    (tmp_path / "haproxy.cfg").write_text(text.replace(" ssl crt /etc/haproxy/films.pem", ""))
    done = subprocess.run([need("haproxy"), "-c", "-f", tmp_path / "haproxy.cfg"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
