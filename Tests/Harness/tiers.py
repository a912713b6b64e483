"""Marks tests for `make verify` only: slow ones whose faults other tests also detect."""

import os

import pytest

# Set by `make verify`, for the Swift tests too.
IS_THOROUGH = os.environ.get("THOROUGH") == "1"

thorough = pytest.mark.thorough


def some(values, count=1):
    """All values in thorough runs, else only the first."""
    return list(values) if IS_THOROUGH else list(values)[:count]
