#!/bin/sh
# Make the environment in .venv from the lock: `tools/setup.sh runtime` for playing, `tools/setup.sh dev` for everything.
# Says nothing and takes no time when it is up to date. An environment for everything is never cut down to one for playing.
# PYTHON names the interpreter to use; without it the first that fits is found.
set -eu
cd "$(dirname "$0")/.."

wanted=$1
venv=.venv
stamp=$venv/.courtly-setup
python=$venv/bin/python

fits='import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))'

say() { printf '%s\n' "$*" >&2; }

find_python() {
  for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11 python}; do
    if "$candidate" -c "$fits" >/dev/null 2>&1; then
      command -v "$candidate"
      return
    fi
  done
  say "Courtly needs Python 3.11, 3.12 or 3.13 with the venv and pip modules, and found none (tried: ${PYTHON:-python3, python3.13, python3.12, python3.11, python})."
  say "On Debian or Ubuntu: apt-get install python3-venv. Elsewhere install Python, or name one: make PYTHON=/path/to/python3.12 setup"
  return 1
}

# Everything that the environment is made from; it is remade when a word of it, or the place it stands in, changes.
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
# Byte code now, or every start compiles Numba's own source again where Python may not write it.
$uv sync --python "$python" --require-hashes --compile-bytecode "locks/$wanted.txt"
$uv install --python "$python" --no-build-isolation --no-deps --editable .
if [ "$wanted" = dev ]; then
  touch $venv/.courtly-dev
fi
recipe_sum "$wanted" > "$stamp"
