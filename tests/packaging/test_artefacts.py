"""The wheel has all files of the package and nothing else, and it can be built again from the source archive."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tomllib
from collections import Counter
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest
from packaging.metadata import Metadata
from packaging.specifiers import SpecifierSet

import courtly
from tests.cli.processes import line_of, started
from tests.examples.installed import install_wheel, output
from tests.packaging.built import ROOT, Built, build, build_for_image

MAX_WHEEL_BYTES = 3_000_000
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
INFO = f"courtly-{courtly.__version__}.dist-info"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def held(built: Built) -> dict[str, bytes]:
    """Return the files of the wheel."""
    with ZipFile(built.wheel) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


@pytest.fixture(scope="module")
def metadata(held: dict[str, bytes]) -> Metadata:
    return Metadata.from_email(held[f"{INFO}/METADATA"])


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return an environment that finds the installed wheel before any other Courtly."""
    return {**install_wheel(built.wheel, tmp_path_factory.mktemp("installed")), "NUMBA_DISABLE_JIT": "1"}


def committed() -> list[str]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src/courtly"]
    listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [name.removeprefix("src/") for name in listing.splitlines() if (ROOT / name).is_file()]


def test_the_source_archive_builds_the_same_wheel_byte_for_byte(built: Built) -> None:
    assert built.wheel.name == built.wheel_from_archive.name
    assert built.wheel.read_bytes() == built.wheel_from_archive.read_bytes()


def test_the_image_installs_the_same_wheel(built: Built, tmp_path: Path) -> None:
    assert build_for_image(tmp_path).read_bytes() == built.wheel.read_bytes()


def test_the_wheel_is_small(built: Built) -> None:
    assert built.wheel.stat().st_size < MAX_WHEEL_BYTES


def test_the_wheel_has_exactly_the_files_of_the_package(held: dict[str, bytes]) -> None:
    described = {
        "METADATA",
        "RECORD",
        "WHEEL",
        "entry_points.txt",
        *(f"licenses/{name}" for name in PROJECT["license-files"]),
    }
    assert set(held) == {*committed(), *(f"{INFO}/{name}" for name in described)}


@pytest.mark.parametrize(
    "name",
    [
        "py.typed",
        "text/locale/fr/LC_MESSAGES/courtly.po",
        "web/templates/frame.html",
        "web/static/fonts/LICENSE-inter.txt",
        "tables/store/migrations/env.py",
        "games/monarch/cards.toml",
        "cli/skeleton/pyproject.toml.txt",
    ],
)
def test_the_wheel_has_each_kind_of_data(name: str, held: dict[str, bytes]) -> None:
    assert f"courtly/{name}" in held


def test_the_wheel_has_the_nets_of_the_levels(held: dict[str, bytes]) -> None:
    nets = Counter(name.split("/")[2] for name in held if name.endswith(".npz"))
    assert nets == {"cursed_court": 1, "monarch": 3}


def test_the_wheel_has_no_file_twice(held: dict[str, bytes]) -> None:
    times = Counter(sha256(content).digest() for content in held.values() if content)
    assert [name for name, content in held.items() if content and times[sha256(content).digest()] > 1] == []


def test_the_source_archive_has_what_its_tests_need(built: Built) -> None:
    with tarfile.open(built.archive) as opened:
        folders = {Path(name).parts[1] for name in opened.getnames()}
    assert {"src", "tests", "tools", "benchmarks", "examples", "docs", "locks", "Makefile", "LICENSE"} <= folders


def test_the_classifiers_name_the_supported_versions_of_python(metadata: Metadata) -> None:
    begin = "Programming Language :: Python :: 3."
    named = {f"3.{each.removeprefix(begin)}" for each in metadata.classifiers or [] if each.startswith(begin)}
    supported = metadata.requires_python or SpecifierSet()
    assert named == {version for minor in range(30) if (version := f"3.{minor}") in supported}


def test_the_metadata_name_the_licences_and_every_extra(metadata: Metadata) -> None:
    assert metadata.license_expression == "MIT AND CC-BY-3.0 AND OFL-1.1"
    assert set(metadata.provides_extra or []) == set(PROJECT["optional-dependencies"])


def test_the_installed_command_runs_from_the_wheel(installed: dict[str, str], tmp_path: Path) -> None:
    site = Path(installed["SITE"])
    where = output([sys.executable, "-c", "import courtly; print(courtly.__file__)"], installed, folder=tmp_path)
    assert Path(where.strip()).is_relative_to(site)
    assert output([site / "bin/courtly", "--version"], installed, folder=tmp_path).split()[1] == courtly.__version__
    assert "monarch" in output([site / "bin/courtly", "games"], installed, folder=tmp_path)


@pytest.mark.parametrize("game", ["courtisans", "cursed_court", "monarch"])
def test_a_match_is_played_from_the_wheel(game: str, installed: dict[str, str], tmp_path: Path) -> None:
    command = f"{installed['SITE']}/bin/courtly play {game} --players 2 --seed 7 --watch".split()
    assert "steward" in output(command, installed, folder=tmp_path)


def test_pages_are_served_from_the_wheel(installed: dict[str, str], tmp_path: Path) -> None:
    arguments = ["serve", "--port", "0", "--no-warm-up", "--database", str(tmp_path / "tables.sqlite3")]
    with started(arguments, **installed) as process:
        address = line_of(process).split()[-1]
        with httpx.Client(base_url=address, follow_redirects=True, headers={"Accept-Language": "fr"}) as client:
            assert '<html lang="fr"' in client.get("/").text
            for path in ("/rules/monarch", "/learn/courtisans", "/static/courtly.css"):
                assert client.get(path).status_code == 200
