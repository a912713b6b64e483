"""Hooks that pytest calls before and after the tests."""

from program import RUN
from tiers import IS_THOROUGH


def pytest_collection_modifyitems(config, items):
    if IS_THOROUGH:
        return
    left = [item for item in items if item.get_closest_marker("thorough")]
    items[:] = [item for item in items if not item.get_closest_marker("thorough")]
    config.hook.pytest_deselected(items=left)


def pytest_unconfigure(config):
    RUN.close()
