#!/bin/sh
# Make sure that PostgreSQL is installed: tests start their own server with it and are never skipped.
# For root on Debian, install it. For other users, print the command that installs it.
set -eu

programs=${1:-/usr/lib/postgresql}

present() {
  for postgres in "$programs"/*/bin/postgres; do
    "$postgres" --version >/dev/null 2>&1 && return 0
  done
  return 1
}

if present; then
  exit 0
fi
if [ "$(id -u)" = 0 ] && [ -f /etc/debian_version ]; then
  echo "Installing PostgreSQL for the tests of the store ..." >&2
  apt-get update -qq >/dev/null || true
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >/dev/null || true
  if present; then
    exit 0
  fi
fi
echo "Tests need PostgreSQL ($programs). Install it with: sudo apt-get update && sudo apt-get install -y postgresql" >&2
exit 1
