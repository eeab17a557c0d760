"""Every choice a user can make, with its default and its meaning; unknown names are refused."""

import difflib
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from .errors import SettingsError


class Section(BaseModel):
    """A table of settings.toml: frozen, and closed to names it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Reading(Section):
    """How sources become records."""

    venue: str | None = Field(None, description="venue of records that name none")
    year: int | None = Field(None, description="year of records that name none", ge=1500, le=2200)
    columns: dict[str, str] = Field(default_factory=dict, description="our column = the source's column")
    only: tuple[str, ...] = Field((), description="venues, areas and years to keep while reading; none: all")

    @field_validator("only", mode="before")
    @classmethod
    def _as_words(cls, value: object) -> object:
        """Words parted by commas, or a single year, are a list too."""
        if isinstance(value, str | int):
            return tuple(word.strip() for word in str(value).split(",") if word.strip())
        return tuple(map(str, value)) if isinstance(value, list | tuple) else value


class Cleaning(Section):
    """How an abstract becomes the text that is counted and embedded."""

    off: tuple[str, ...] = Field((), description="names of cleaning rules to switch off")
    min_words: int = Field(2, description="abstracts with fewer words are rejected", ge=1)
    near_duplicate: float = Field(0.9, description="Jaccard similarity of word shingles that makes copies", gt=0, le=1)
    merge_spellings: bool = Field(True, description="count spelling variants of a term as one")


class Embedding(Section):
    """How a text becomes a vector."""

    model: str = Field("bundled", description="'bundled' (all-MiniLM-L6-v2), 'tfidf', or a sentence-transformers model")
    vectors: str | None = Field(None, description=".npy file of precomputed vectors, a row per kept paper, and .json beside it")
    precision: Literal["auto", "float32", "bfloat16"] = "auto"
    word_dims: int = Field(50, description="dimensions of the word half (TF-IDF, truncated SVD)", ge=2, le=1000)
    word_weight: float | None = Field(None, description="share of the word half; none: follows the size", ge=0, le=1)


class Themes(Section):
    """How papers become themes."""

    method: Literal["auto", "leiden", "hdbscan", "ward"] = "auto"
    n_neighbors: int = Field(35, description="neighbours per paper in the graph", ge=2, le=200)
    resolution: float | None = Field(None, description="larger: more and smaller themes; none: follows the size", gt=0)
    n_topics: int | None = Field(None, description="number of themes; none: found from the data", ge=1)
    partitions: int = Field(50, description="Leiden partitions behind the consensus", ge=1)
    min_strength: float = Field(0.3, description="papers held less firmly than this are in no theme (-1)", ge=0, lt=1)
    curve: bool | None = Field(None, description="what other numbers of themes would give; none: up to 10,000 papers")


class Topics(Section):
    """The topic models beside the themes, and how topics are described."""

    models: tuple[Literal["nmf", "lda"], ...] = Field(("nmf", "lda"), description="models beside the themes (BERTopic)")
    n_terms: int = Field(10, description="terms listed per topic", ge=3, le=50)
    n_representative: int = Field(3, description="representative papers listed per topic", ge=1, le=20)
    extra_stop_words: tuple[str, ...] = ()


class Naming(Section):
    """Names of themes and areas by a language model; off while there is no endpoint."""

    endpoint: str = Field("", description="base address of an OpenAI-compatible endpoint; empty: keyphrases are the names")
    model: str = Field("", description="name of the model there")
    key_variable: str = Field("", description="environment variable that holds the key; empty: none is sent")
    timeout: float = Field(30.0, description="seconds to wait for an answer", gt=0, le=600)

    @field_validator("endpoint")
    @classmethod
    def _address(cls, value: str) -> str:
        if value and not re.fullmatch(r"https?://[^\s@?#]+", value):
            raise ValueError("an address such as http://localhost:11434/v1, without a name or key in it")
        return value

    @model_validator(mode="after")
    def _complete(self):
        if self.endpoint and not self.model:
            raise ValueError("naming.model beside naming.endpoint")
        return self


class Comparison(Section):
    """How venues are compared."""

    venues: tuple[str, ...] = Field((), description="the venues to compare; none: all, largest first")
    level: float = Field(0.05, description="error level of tests and intervals", gt=0, lt=0.5)
    power: float = Field(0.8, description="power behind the minimum detectable difference", gt=0.5, lt=1)
    min_effect: float = Field(0.0, description="differences below this share (0.01 = one point) are not named", ge=0, lt=1)
    refits: int | None = Field(None, description="refits behind stability; none: follows the size", ge=0)
    min_stability: float = Field(0.6, description="stability a robust topic needs", ge=0, le=1)


class Settings(Section):
    """All settings. ``seed`` is behind every random step."""

    seed: int = Field(0, ge=0, le=2**31 - 1)
    reading: Reading = Reading()
    cleaning: Cleaning = Cleaning()
    embedding: Embedding = Embedding()
    themes: Themes = Themes()
    topics: Topics = Topics()
    naming: Naming = Naming()
    comparison: Comparison = Comparison()


def load_settings(source: "Settings | dict | str | Path | None" = None) -> Settings:
    """Settings from a TOML file, a nested dict, or the defaults.

    Raises
    ------
    SettingsError
        The file is missing or is not TOML, a name is unknown, or a value does not fit.
    """
    if source is None:
        return Settings()
    if isinstance(source, Settings):
        return source
    name = "settings"
    if not isinstance(source, dict):
        name, source = str(source), _read_toml(Path(source))
    try:
        return Settings(**source)
    except ValidationError as problem:
        raise _as_sentence(name, problem.errors()[0]) from None


def changed(settings: Settings, source: "Settings | dict | str | Path | None") -> Settings:
    """The settings with what another source sets, which is read as by `load_settings`; what it leaves out stays.

    >>> changed(Settings(seed=3), {"themes": {"resolution": 2}}).seed
    3
    """
    if source is None:
        return settings
    return load_settings(_laid_over(settings.model_dump(), load_settings(source).model_dump(exclude_unset=True)))


def _laid_over(below: dict, above: dict) -> dict:
    both = {name: _laid_over(below[name], value) for name, value in above.items()
            if isinstance(value, dict) and isinstance(below.get(name), dict)}
    return below | above | both


def with_overrides(settings: Settings, overrides: Iterable[str]) -> Settings:
    """The settings with single values changed, each given as ``section.name=value`` (the value as TOML, or a plain word).

    >>> with_overrides(Settings(), ["themes.resolution=3"]).themes.resolution
    3.0

    Raises
    ------
    SettingsError
        A name is unknown or a value does not fit.
    """
    values = settings.model_dump()
    for override in overrides:
        name, equals, value = override.partition("=")
        if not equals:
            raise SettingsError("Override", override, "NAME=VALUE", "For example: --set themes.resolution=3")
        table = values
        *sections, last = name.strip().split(".")
        for section in sections:
            table = table.setdefault(section, {})
            if not isinstance(table, dict):
                raise SettingsError("Setting", name, "a setting that exists", _LISTED)
        table[last] = _toml_value(value)
    return load_settings(values)


def _toml_value(text: str):
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _read_toml(path: Path) -> dict:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SettingsError("Settings file", f"{path} does not exist", "a TOML file",
                            "Check the path, or leave --settings out.") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise SettingsError("Settings file", f"{path} cannot be read ({problem})", "a TOML file in UTF-8",
                            _LISTED) from None


_LISTED = "settings.toml of the project lists every setting."


def _as_sentence(name: str, error: dict) -> SettingsError:
    where = ".".join(str(part) for part in error["loc"])
    if error["type"] != "extra_forbidden":
        said = error["msg"].removeprefix("Value error, ")
        wanted = said[0].lower() + said[1:]
        return SettingsError(f"Setting {where} in {name} is", repr(error["input"]), wanted, _LISTED)
    known = _names(Settings)
    near = difflib.get_close_matches(where, known, 1) or [k for k in known if k.endswith(f".{error['loc'][-1]}")][:1]
    table = "".join(f"{part}." for part in error["loc"][:-1])
    allowed = [k.removeprefix(table) for k in known if k.startswith(table)]
    hint = f"Did you mean {near[0]}?" if near else _LISTED
    return SettingsError(f"Setting in {name}:", where, "one of " + ", ".join(allowed), hint)


def _names(model: type[BaseModel]) -> list[str]:
    names = []
    for key, field in model.model_fields.items():
        inner = field.annotation
        is_table = isinstance(inner, type) and issubclass(inner, Section)
        names += [f"{key}.{sub}" for sub in _names(inner)] if is_table else [key]
    return names
