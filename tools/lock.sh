#!/bin/sh
# Write the lock: all packages needed to run, test or build the project, pinned and hashed for Python 3.11 to 3.14.
# docs/decisions/0001-the-lock.md explains why the lock is not a uv.lock. Run `make setup` first. Needs the package index.
set -eu
cd "$(dirname "$0")/.."

# Lock the newest versions that pyproject.toml allows. The runtime lock uses the versions of the dev lock.
lock() {
  output=$1
  shift
  .venv/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header \
    --no-annotate --output-file "$output" "$@"
  echo "$output: $(grep -c '^[a-z]' "$output") pinned"
}

lock locks/uv.txt --group uv
lock locks/release.txt --group release
lock locks/site.txt --group site
lock locks/dev.txt --group build --group dev --all-extras pyproject.toml
lock locks/runtime.txt --group build --constraint locks/dev.txt pyproject.toml
