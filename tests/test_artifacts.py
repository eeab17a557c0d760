"""Files: whole or not there, plain, and the same each time."""

import json

import numpy as np
import pandas as pd
import pytest

from venue_themes import artifacts
from venue_themes.paths import atomic_path


def test_values_are_made_plain():
    values = {"a": np.float32(0.5), "b": np.array([1, 2]), "c": float("nan"), "d": pd.NA, "e": (np.int64(3), None), 4: True}
    assert artifacts.plain(values) == {"a": 0.5, "b": [1, 2], "c": None, "d": None, "e": [3, None], "4": True}


def test_a_frame_is_plain_parquet(tmp_path):
    frame = pd.DataFrame({"s": pd.array(["x", None], dtype="string"), "n": pd.array([1, None], dtype="Int64"), "l": [["a"], []]})
    back = pd.read_parquet(artifacts.write_frame(frame, tmp_path / "f.parquet"))
    assert back["s"].isna().tolist() == back["n"].isna().tolist() == [False, True] and list(back["l"][0]) == ["a"]
    assert not any(value is pd.NA for value in back.to_numpy().ravel())
    again = artifacts.write_frame(frame, tmp_path / "g.parquet")
    assert again.read_bytes() == (tmp_path / "f.parquet").read_bytes()


def test_a_file_is_whole_or_not_there(tmp_path):
    (tmp_path / "f.txt").write_text("old")
    with pytest.raises(RuntimeError), atomic_path(tmp_path / "f.txt") as path:
        path.write_text("half")
        raise RuntimeError
    assert [p.name for p in tmp_path.iterdir()] == ["f.txt"] and (tmp_path / "f.txt").read_text() == "old"


def test_the_manifest_vouches_for_every_file(tmp_path):
    files = [artifacts.write_json({"a": 1}, tmp_path / "a.json"), artifacts.write_array(np.arange(3), tmp_path / "b.npy")]
    made = [
        artifacts.write_manifest(tmp_path, files, inputs={"in.txt": "00"}, settings={"seed": 0}, run={"t": t}) for t in (1, 2)
    ]
    manifest = json.loads(made[-1].read_text())
    assert manifest["outputs"] == {p.name: artifacts.digest_file(p) for p in files}
    assert manifest.pop("run") == {"t": 2} and "python" in manifest["versions"]
