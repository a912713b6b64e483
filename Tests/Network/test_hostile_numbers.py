"""The worst numbers in quick form; `Tests/Hostile/worst_numbers.py` tries each of them alone."""

import pytest
from worst_numbers import PARTS


@pytest.mark.parametrize("part", PARTS)
def test_the_worst_numbers_end_nothing(part):
    assert list(PARTS[part](quick=True)) == []
