"""A show in each test's own folder."""

import pytest
from casts import Cast


@pytest.fixture
def cast(tmp_path):
    cast = Cast(tmp_path)
    yield cast
    cast.end()
