"""The folder of a finished run: read when whole, refused in a sentence when not."""

import json
import shutil

import numpy as np
import pytest

from test_assigning import forged, record_of
from venue_themes.errors import VenueThemesError
from venue_themes.finished import FILES, read_run


def test_a_whole_run_is_what_was_found(finished):
    run = read_run(finished.out)
    assert (run.vectors == finished.vectors).all() and len(run.papers) == len(finished.papers)
    mine = finished.assignments.query("model == 'bertopic'").set_index("paper_id").loc[run.papers["paper_id"]]
    assert (run.placed()["topic"].to_numpy() == mine["topic"].to_numpy()).all()
    assert run.settings.themes == finished.settings.themes and run.settings.embedding.vectors is None


def lose(name):
    return lambda folder: (folder / name).unlink()


def write(name, text):
    return lambda folder: (folder / name).write_text(text)


def manifest(**changes):
    def change(folder):
        values = json.loads((folder / "manifest.json").read_text())
        (folder / "manifest.json").write_text(json.dumps(values | changes))
    return change


@pytest.mark.parametrize("change, said", [
    *[(lose(name), f"has no {name}") for name in (*FILES, "manifest.json")],
    (write("manifest.json", "{"), "manifest.json of .* cannot be read"),
    (write("manifest.json", "[]"), "manifest.json of .* is no object"),
    (manifest(outputs=None), "without outputs"),
    (manifest(settings={"themes": {"colour": 3}}), "settings that this version does not know .*colour"),
    (write("topics.parquet", "nothing"), "topics.parquet of .* has sha256 [0-9a-f]{64}; expected [0-9a-f]{64}"),
    (lambda f: np.save(f / "vectors.npy", np.ones((3, 2))), "vectors.npy of .* has sha256"),
])
def test_a_folder_that_is_not_that_of_a_run_is_refused(finished, tmp_path, change, said):
    folder = tmp_path / "run"
    shutil.copytree(finished.out, folder)
    change(folder)
    with pytest.raises(VenueThemesError, match=said) as refused:
        read_run(folder)
    assert "; expected " in str(refused.value) and "\n" not in str(refused.value)


def older(folder):
    metrics = json.loads((folder / "metrics.json").read_text())
    del metrics["representation"]
    (folder / "metrics.json").write_text(json.dumps(metrics))


@pytest.mark.parametrize("change, said", [
    (older, "does not say what its vectors are made of; expected representation in metrics.json"),
    (lambda f: record_of(f, format=2), "in format 2; expected format 1"),
    (write("papers.parquet", "nothing"), "papers.parquet of .* cannot be read"),
    (write("vectors.npy", "nothing"), "vectors.npy of .* cannot be read"),
])
def test_a_run_of_another_version_is_refused(finished, tmp_path, change, said):
    with pytest.raises(VenueThemesError, match=said):
        read_run(forged(finished, tmp_path / "run", change))
    assert len(read_run(forged(finished, tmp_path / "same", lambda _: None)).papers) == len(finished.papers)
