"""Visitors of bad will, the quick kinds of them, as `make hostile` plays them all."""

import pytest
from hostile import ALLOWED, Attacker, resident
from program import Show


@pytest.fixture(scope="module")
def attacker():
    show = Show("simpsons")
    yield Attacker(show)
    show.stop()


@pytest.mark.parametrize("kind", [Attacker.bombs, Attacker.odd_headers, Attacker.unknown_favorites])
def test_what_they_do_is_borne(attacker, kind):
    usual = resident(attacker.show.process)
    assert kind(attacker) == []
    status, _, page = attacker.ask("/", source="127.0.0.9")
    assert status == 200 and b"/entries/" in page
    assert attacker.ask("/healthz", source="127.0.0.9")[0] == 200
    assert resident(attacker.show.process) < usual + ALLOWED
