#!/bin/sh
# Make sure that Chromium is installed: the browser tests need it and are never skipped.
# For root on Debian, install Chromium's headless shell, which uses a third less processor time. For other users, either
# program is enough; if both are missing, print the command that installs one.
set -eu

shell=${1:-/usr/bin/chromium-headless-shell}
whole=${2:-/usr/bin/chromium}

# A launcher that does not start counts as missing.
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
