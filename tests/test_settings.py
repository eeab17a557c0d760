"""Settings: every one is listed, none is unknown."""

import tomllib

import pytest

from venue_themes.errors import SettingsError
from venue_themes.settings import Settings, _names, changed, load_settings, with_overrides


def test_the_file_of_the_project_holds_the_defaults(root):
    assert load_settings(root / "settings.toml") == Settings()


def test_the_file_of_the_project_lists_every_setting(root):
    text = (root / "settings.toml").read_text()
    assert [n for n in _names(Settings) if f"{n.split('.')[-1]} = " not in text] == []


@pytest.mark.parametrize("given, said", [
    ({"themes": {"resolutoin": 3}}, "Did you mean themes.resolution?"),
    ({"colour": "red"}, "Setting in settings: colour; expected one of seed"),
    ({"comparison": {"level": 7}}, "Setting comparison.level in settings is 7; expected input should be less than 0.5."),
    ({"themes": {"method": "magic"}}, "'magic'"),
])
def test_a_setting_that_does_not_exist_or_fit_is_refused_in_one_sentence(given, said):
    with pytest.raises(SettingsError) as problem:
        load_settings(given)
    assert said in str(problem.value) and "\n" not in str(problem.value)


@pytest.mark.parametrize("content", [b"seed = ", b"\xff\xfe\x00"])
def test_a_file_that_is_no_toml_is_refused(tmp_path, content):
    (tmp_path / "s.toml").write_bytes(content)
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings(tmp_path / "s.toml")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(SettingsError, match="does not exist"):
        load_settings(tmp_path / "none.toml")


def test_overrides_change_one_setting_each():
    changed = with_overrides(Settings(), ["themes.resolution=3", "reading.venue=ICML", "reading.columns.title=Paper"])
    assert (changed.themes.resolution, changed.reading.venue, changed.reading.columns) == (3.0, "ICML", {"title": "Paper"})
    assert changed.model_dump(exclude={"themes", "reading"}) == Settings().model_dump(exclude={"themes", "reading"})


@pytest.mark.parametrize("override", ["themes.resolution", "seed.x=1", "nothing=1"])
def test_an_override_that_cannot_be_meant_is_refused(override):
    with pytest.raises(SettingsError):
        with_overrides(Settings(), [override])


def test_defaults_survive_toml(root):
    assert Settings(**tomllib.loads((root / "settings.toml").read_text())).model_dump() == Settings().model_dump()


def test_what_another_source_leaves_out_stays(tmp_path):
    base = Settings(seed=3, themes={"resolution": 2.0, "n_neighbors": 9})
    (tmp_path / "s.toml").write_text("[themes]\nn_neighbors = 11\n")
    for source in ({"themes": {"n_neighbors": 11}}, Settings(themes={"n_neighbors": 11}), tmp_path / "s.toml"):
        found = changed(base, source)
        assert (found.seed, found.themes.resolution, found.themes.n_neighbors) == (3, 2.0, 11)
    assert changed(base, None) is base and changed(base, {}) == base
    with pytest.raises(SettingsError, match=r"themes\.colour"):
        changed(base, {"themes": {"colour": 3}})
