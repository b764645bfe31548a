"""The source archive and the wheel, built from this checkout and from the archive."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EPOCH = "1700000000"
"""The time that every file in the artefacts has."""


@dataclass(frozen=True, slots=True)
class Built:
    """The artefacts: both from the checkout, and the wheel once more from the unpacked source archive."""

    archive: Path
    wheel: Path
    wheel_from_archive: Path


def build(folder: Path) -> Built:
    """Build both artefacts into a new folder."""
    _hatchling(ROOT, folder / "checkout", "sdist", "wheel")
    archive, wheel = _only(folder / "checkout", "*.tar.gz"), _only(folder / "checkout", "*.whl")
    with tarfile.open(archive) as opened:
        opened.extractall(folder / "unpacked", filter="data")
    _hatchling(_only(folder / "unpacked", "*"), folder / "again", "wheel")
    return Built(archive, wheel, _only(folder / "again", "*.whl"))


def build_for_image(folder: Path) -> Path:
    """Return the wheel that the files in the Dockerfile's COPY lines give."""
    source = folder / "image"
    for names, target in re.findall(
        r"^COPY (.+) (\S+)$", (ROOT / "deploy/Dockerfile").read_text("utf-8"), re.MULTILINE
    ):
        for name in names.split():
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, source / target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                (source / target).mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, source / target)
    _hatchling(source, folder / "from-image", "wheel")
    return _only(folder / "from-image", "*.whl")


def _hatchling(source: Path, folder: Path, *targets: str) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    for target in targets:
        command += ["--target", target]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH}
    subprocess.run(command, cwd=source, env=environment, check=True, capture_output=True)


def _only(folder: Path, pattern: str) -> Path:
    [found] = folder.glob(pattern)
    return found
