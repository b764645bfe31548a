#!/bin/sh
# Make sure that Chromium is there: the browser tests drive it, and a test that cannot run is never skipped.
# As root on Debian its headless shell is installed, which takes a third less of the processor; anybody else may have
# either, and is told the one command if there is none.
set -eu

shell=${1:-/usr/bin/chromium-headless-shell}
whole=${2:-/usr/bin/chromium}

# A launcher that is there but does not start counts as absent.
starts() { "$1" --version >/dev/null 2>&1; }
install() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1" >/dev/null; }

if starts "$shell"; then
  exit 0
fi
if [ "$(id -u)" = 0 ] && [ -f /etc/debian_version ]; then
  echo "Installing Chromium for the browser tests ..." >&2
  apt-get update -qq >/dev/null || true
  install chromium-headless-shell || starts "$whole" || install chromium || true
fi
if starts "$shell" || starts "$whole"; then
  exit 0
fi
echo "The browser tests need Chromium ($shell or $whole). Install it with: sudo apt-get update && sudo apt-get install -y chromium" >&2
exit 1
