"""Visitors of bad will, the quick kinds of them; `make hostile` plays them all."""

import pytest
from hostile import Attacker
from program import Show
from watch import ALLOWED, resident


@pytest.fixture(scope="module")
def attacker():
    show = Show("simpsons")
    yield Attacker(show)
    show.stop()


@pytest.fixture(autouse=True)
def is_borne(attacker):
    usual = resident(attacker.show.process)
    yield
    for target in ["/", "/healthz"]:
        assert attacker.ask(target, source="127.0.0.9")[0] == 200
    assert resident(attacker.show.process) < usual + ALLOWED


def test_odd_headers_are_borne(attacker):
    assert attacker.odd_headers() == []


@pytest.mark.parametrize("bomb", [b'{"":' * 20_000, b"[" + b"0," * 60_000 + b"0]"], ids=["deep", "many"])
def test_a_document_that_would_grow_is_refused(attacker, bomb):
    assert attacker.upload(bomb)[0] == 400


def test_no_page_grows_with_a_text_of_its_query(attacker):
    usual = len(attacker.ask("/")[2])
    for name in ["q", "section", "page"]:
        assert len(attacker.ask(f"/?{name}={'+' * 15_000}")[2]) < 2 * usual
