"""The quick attacks of the suite; `make hostile` runs all of them."""

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


def test_long_repeated_and_cut_off_headers(attacker):
    assert attacker.odd_headers() == []


def test_long_query_texts_do_not_grow_pages(attacker):
    usual = len(attacker.ask("/")[2])
    for name in ["q", "section", "page"]:
        assert len(attacker.ask(f"/?{name}={'+' * 15_000}")[2]) < 2 * usual
