#!/bin/sh
# Type-check the pages' scripts: JavaScript with types in comments. TypeScript is installed into tools/types from its lock,
# only for this check.
set -eu
cd "$(dirname "$0")/types"

stamp=node_modules/.courtly-lock
if ! cmp -s package-lock.json "$stamp"; then
  if ! command -v npm >/dev/null; then
    echo "The types of the scripts are checked by TypeScript, which npm installs. Install it with: sudo apt-get update && sudo apt-get install -y npm" >&2
    exit 1
  fi
  npm ci --silent --no-audit --no-fund --ignore-scripts
  cp package-lock.json "$stamp"
fi
node node_modules/typescript/bin/tsc --project .
