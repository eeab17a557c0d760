"""environment.yml, pyproject.toml and requirements.lock agree."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement

CONDA_NAMES = {"pytorch": "torch", "python-kaleido": "kaleido"}
FIXED = {"jupyter", "scikit-learn", "bertopic", "umap-learn", "hdbscan", "pandas", "plotly"}


@pytest.fixture(scope="module")
def wanted(root):
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    found = [Requirement(r) for r in project["dependencies"] + project["optional-dependencies"]["test"]]
    return {r.name: str(r.specifier) for r in found}


def test_conda_environment_has_the_same_packages_and_ranges(root, wanted):
    lines = re.findall(r"^ +- ([A-Za-z0-9_.-]+)(.*)$", (root / "environment.yml").read_text(), re.M)
    found = {
        CONDA_NAMES.get(n, n): str(Requirement(n + r).specifier) for n, r in lines if n not in {"conda-forge", "pip", "python"}
    }
    assert found == wanted


def test_python_range_is_the_same(root):
    range_ = tomllib.loads((root / "pyproject.toml").read_text())["project"]["requires-python"]
    assert f"- python{range_}\n" in (root / "environment.yml").read_text()


def test_the_packages_that_users_count_on_are_there(wanted):
    assert set(wanted) >= FIXED


def test_the_lock_is_exact_and_within_the_ranges(root, wanted):
    lines = [line for line in (root / "requirements.lock").read_text().splitlines() if line and line[0] != "#"]
    locked = dict(line.split("==") for line in lines)
    assert locked["torch"] == "2.13.0"
    for name, specifier in wanted.items():
        exact = locked[name.lower().replace("_", "-")]
        assert Requirement(name + specifier).specifier.contains(exact, prereleases=True), (name, specifier, exact)


def test_no_file_names_a_registry(root):
    for name in ("requirements.lock", "environment.yml", "pyproject.toml", "Makefile", ".ci/run", "README.md"):
        assert not re.search(r"https?://(?:[a-z]+\.)*(?:pypi|pythonhosted|npmjs|debian)", (root / name).read_text()), name
