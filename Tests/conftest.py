"""Hooks that pytest calls before and after the tests."""

from program import RUN


def pytest_unconfigure(config):
    RUN.close()
