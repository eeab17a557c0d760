"""Fixtures that more than one test file uses."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# a busy machine is slow, which is no fault of a test
settings.register_profile("calm", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("calm")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def finished(tmp_path_factory):
    """A run of 150 planted papers and one that shares no word with them, from word vectors."""
    import pandas as pd

    import venue_themes as vt
    from test_assigning import QUICK, papers, strange

    out = tmp_path_factory.mktemp("finished") / "run"
    return vt.run(pd.concat([papers(), strange()]), settings=QUICK, out=out, cache=False, progress=False)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the large data and the cases; the test is skipped where it is absent."""
    folder = Path(os.environ.get("VENUE_THEMES_SHARED") or ROOT.parent / "shared")
    if not folder.is_dir():
        pytest.skip(f"needs the data of {folder}")
    return folder
