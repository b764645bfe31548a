"""Set up a checkout and serve its pages, on every system: `python -m tools.dev play` or `python -m tools.dev setup`.

`setup runtime` creates the environment for playing in `.venv` from the lock, `setup dev` the one for everything. Both
are silent and quick if the environment is up to date. The variable PYTHON names the interpreter of the environment;
without it the first supported one is used. This module runs with every Python from 3.8 on and needs no library.
"""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from shutil import which

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / ".courtly-setup"
IS_DEV = VENV / ".courtly-dev"
WINDOWS = os.name == "nt"
PROGRAMS = VENV / ("Scripts" if WINDOWS else "bin")

FITS = "import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))"
CANDIDATES = [sys.executable, "python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"]
USAGE = "usage: python -m tools.dev setup dev|runtime, or python -m tools.dev play [ARGUMENTS OF courtly serve]"


def main(arguments: list[str]) -> int:
    """Run a command and return its exit status."""
    if arguments in (["setup", "dev"], ["setup", "runtime"]):
        set_up(arguments[1])
        return 0
    if arguments[:1] != ["play"]:
        raise SystemExit(USAGE)
    set_up("runtime")
    command = [program("courtly"), "serve", *arguments[1:]]
    if WINDOWS:
        return subprocess.call(command)
    # The server replaces this process, so that it receives the signals.
    return os.execv(command[0], command)  # noqa: S606 - our own program


def set_up(wanted: str) -> None:
    """Create the environment, or update it if its lock, or another of its inputs, has changed."""
    made = STAMP.read_text(encoding="utf-8") if STAMP.exists() else ""
    python = program("python")
    if Path(python).exists() and made in (_recipe("dev"), _recipe(wanted)):
        return
    if IS_DEV.exists():
        # An environment for everything is never reduced.
        wanted = "dev"
    if not (_fits(python) and _works(python, "-m", "pip", "--version")):
        found = _find_python()
        _say(f"Setting up with {found} in {VENV.name} ...")
        _run(found, "-m", "venv", "--clear", str(VENV))
    STAMP.unlink(missing_ok=True)
    _say(f"Installing from locks/{wanted}.txt ...")
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    _run(*pip, "--require-hashes", "--requirement", "locks/uv.txt")
    uv = (program("uv"), "--quiet", "pip")
    # Compile byte code now. Without it, every start compiles Numba's source again if Python cannot write its cache.
    options = ("--python", python, "--require-hashes", "--compile-bytecode")
    _run(*uv, "sync", *options, f"locks/{wanted}.txt")
    _run(*uv, "install", "--python", python, "--no-build-isolation", "--no-deps", "--editable", ".")
    if wanted == "dev":
        IS_DEV.touch()
    STAMP.write_text(_recipe(wanted), encoding="utf-8")


def program(name: str) -> str:
    """Return the path of a program of the environment."""
    return str(PROGRAMS / (f"{name}.exe" if WINDOWS else name))


def _recipe(wanted: str) -> str:
    """Return a hash of the inputs of an environment: it is created again if any of them, or its folder, changes."""
    read = [ROOT / "locks" / f"{wanted}.txt", ROOT / "locks" / "uv.txt", ROOT / "pyproject.toml", Path(__file__)]
    return sha256(f"{wanted} {ROOT}".encode() + b"".join(each.read_bytes() for each in read)).hexdigest()


def _find_python() -> str:
    tried = os.environ["PYTHON"].split() if os.environ.get("PYTHON") else CANDIDATES
    for candidate in tried:
        found = which(candidate)
        if found and _fits(found):
            return found
    names = ", ".join(tried)
    raise SystemExit(
        f"Courtly needs Python 3.11 to 3.14 with the venv and pip modules, and found none (tried: {names}).\n"
        "On Debian or Ubuntu: apt-get install python3-venv. "
        "Elsewhere install Python, or name one: make PYTHON=/path/to/python3.12 setup"
    )


def _fits(python: str) -> bool:
    return _works(python, "-c", FITS)


def _works(*command: str) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _run(*command: str) -> None:
    status = subprocess.run(command, cwd=ROOT, check=False).returncode
    if status:
        raise SystemExit(status)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
