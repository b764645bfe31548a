#!/bin/sh
# Create the environment in .venv from the lock: `tools/setup.sh runtime` for playing, `tools/setup.sh dev` for everything.
# Silent and quick if it is up to date. A dev environment is never reduced to a runtime environment.
# PYTHON names the interpreter; without PYTHON the first supported interpreter is used.
set -eu
cd "$(dirname "$0")/.."

wanted=$1
venv=.venv
stamp=$venv/.courtly-setup
python=$venv/bin/python

fits='import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))'

say() { printf '%s\n' "$*" >&2; }

find_python() {
  for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
    if "$candidate" -c "$fits" >/dev/null 2>&1; then
      command -v "$candidate"
      return
    fi
  done
  say "Courtly needs Python 3.11 to 3.14 with the venv and pip modules, and found none (tried: ${PYTHON:-python3, python3.14, python3.13, python3.12, python3.11, python})."
  say "On Debian or Ubuntu: apt-get install python3-venv. Elsewhere install Python, or name one: make PYTHON=/path/to/python3.12 setup"
  return 1
}

# The inputs of the environment; it is recreated if any of them, or its folder, changes.
recipe() {
  echo "$1 $(pwd)"
  cat "locks/$1.txt" locks/uv.txt pyproject.toml tools/setup.sh
}

recipe_sum() { recipe "$1" | cksum; }

if [ -x "$python" ] && [ -f "$stamp" ]; then
  made=$(cat "$stamp")
  if [ "$made" = "$(recipe_sum dev)" ] || [ "$made" = "$(recipe_sum "$wanted")" ]; then
    exit 0
  fi
fi
if [ -f $venv/.courtly-dev ]; then
  wanted=dev
fi

if ! "$python" -c "$fits" >/dev/null 2>&1 || ! "$python" -m pip --version >/dev/null 2>&1; then
  found=$(find_python)
  say "Setting up with $("$found" --version) in $venv ..."
  "$found" -m venv --clear "$venv"
fi
rm -f "$stamp"
say "Installing from locks/$wanted.txt ..."
"$python" -m pip install --quiet --disable-pip-version-check --require-hashes --requirement locks/uv.txt
uv="$venv/bin/uv --quiet pip"
# Compile byte code now. Without it, every start compiles Numba's source again if Python cannot write its cache.
$uv sync --python "$python" --require-hashes --compile-bytecode "locks/$wanted.txt"
$uv install --python "$python" --no-build-isolation --no-deps --editable .
if [ "$wanted" = dev ]; then
  touch $venv/.courtly-dev
fi
recipe_sum "$wanted" > "$stamp"
