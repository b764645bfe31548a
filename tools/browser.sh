#!/bin/sh
# Make sure that Chromium is there: the browser tests drive it, and a test that cannot run is never skipped.
# As root on Debian it is installed; anybody else is told the one command.
set -eu

browser=${1:-/usr/bin/chromium}

# A launcher that is there but does not start counts as absent.
present() { "$browser" --version >/dev/null 2>&1; }

if present; then
  exit 0
fi
if [ "$(id -u)" = 0 ] && [ -f /etc/debian_version ]; then
  echo "Installing Chromium for the browser tests ..." >&2
  apt-get update -qq >/dev/null || true
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null || true
  if present; then
    exit 0
  fi
fi
echo "The browser tests need Chromium ($browser). Install it with: sudo apt-get update && sudo apt-get install -y chromium" >&2
exit 1
