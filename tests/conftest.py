"""Fixtures that more than one test file uses."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the large data and the cases; the test is skipped where it is absent."""
    folder = Path(os.environ.get("VENUE_THEMES_SHARED") or ROOT.parent / "shared")
    if not folder.is_dir():
        pytest.skip(f"needs the data of {folder}")
    return folder
