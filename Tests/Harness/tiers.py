"""Which tests `make test` leaves to `make verify`: those that are slow and not the only ones to notice a fault."""

import os

import pytest

# Set by `make verify`, for the Swift tests too.
IS_THOROUGH = os.environ.get("THOROUGH") == "1"

thorough = pytest.mark.thorough


def some(values, count=1):
    """All values when tests are thorough, else only the first."""
    return list(values) if IS_THOROUGH else list(values)[:count]
