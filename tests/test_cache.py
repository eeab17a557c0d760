"""A cache that damage, two writers or a full disk cannot turn into a wrong answer."""

import sqlite3
import subprocess
import sys
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from venue_themes.cache import Cache, cached, digest, pack, unpack


def count_calls(cache, parts=("x",), value=None):
    """The values of a stage, and how often it had to be computed in three requests."""
    calls = []

    def compute():
        calls.append(1)
        return {"a": np.arange(3), "b": value or ["é", 1]}

    values = [cached(cache, "stage", parts, compute) for _ in range(3)]
    return values[-1], len(calls)


def test_a_stage_is_computed_once(tmp_path):
    values, calls = count_calls(Cache(tmp_path))
    assert calls == 1
    assert values["a"].tolist() == [0, 1, 2] and values["b"] == ["é", 1]


def test_other_parts_are_another_entry(tmp_path):
    cache = Cache(tmp_path)
    assert count_calls(cache, ("x",))[1] == count_calls(cache, ("y",))[1] == 1


def test_without_a_folder_nothing_is_kept():
    assert count_calls(Cache(None))[1] == 3


@pytest.mark.parametrize("damage", [b"", b"SQLite format 3\x00 cut off", b"\x00" * 300])
def test_a_damaged_file_is_begun_anew_with_one_warning(tmp_path, damage):
    count_calls(Cache(tmp_path))
    (tmp_path / "cache.sqlite").write_bytes(damage)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        values, calls = count_calls(Cache(tmp_path))
    assert values["a"].tolist() == [0, 1, 2] and 1 <= calls <= 2
    assert len(said) == (1 if damage else 0)  # an empty file is an empty cache
    assert count_calls(Cache(tmp_path))[1] == 0


def test_a_damaged_entry_is_a_miss_with_a_warning(tmp_path):
    count_calls(Cache(tmp_path))
    with sqlite3.connect(tmp_path / "cache.sqlite") as db:
        db.execute("UPDATE entries SET blob = substr(blob, 1, 40)")
    with pytest.warns(UserWarning, match="1 damaged entries"):
        values, calls = count_calls(Cache(tmp_path))
    assert calls == 1 and values["a"].tolist() == [0, 1, 2]


def test_a_folder_that_cannot_be_made_means_no_cache(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.warns(UserWarning, match="cannot be used"):
        assert count_calls(Cache(tmp_path / "file"))[1] == 3


def test_a_full_disk_leaves_no_part_of_an_entry(tmp_path):
    code = f"""
import resource, warnings, numpy as np
from venue_themes.cache import Cache, cached
resource.setrlimit(resource.RLIMIT_FSIZE, (8192 * 2, 8192 * 2))
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    got = cached(Cache({str(tmp_path)!r}), "big", (), lambda: {{"a": np.ones(100_000)}})
print(len(got["a"]), len(said))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["100000", "1"], done.stderr
    assert Cache(tmp_path).get_many([digest("big")]) == {}


def test_two_writers_at_once_keep_everything(tmp_path):
    code = (
        "import sys; from venue_themes.cache import Cache\n"
        "for i in range(60): Cache(sys.argv[1]).put_many({f'{sys.argv[2]}{i}': b'x' * 100})"
    )
    jobs = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path), name]) for name in "ab"]
    assert [job.wait(timeout=60) for job in jobs] == [0, 0]
    assert len(Cache(tmp_path).get_many([f"{n}{i}" for n in "ab" for i in range(60)])) == 120


@given(st.dictionaries(st.text("abc", min_size=1, max_size=3), st.one_of(st.text(), st.lists(st.integers(-9, 9)), st.none())))
def test_what_is_packed_comes_back(values):
    assert unpack(pack(values)) == values


def test_digests_tell_shapes_and_orders_apart():
    a = np.arange(6)
    assert digest(a) == digest(a.copy())
    assert (
        len({digest(a), digest(a.reshape(2, 3)), digest(a[::-1]), digest(a.astype(float)), digest("ab", "c"), digest("a", "bc")})
        == 6
    )
