#!/bin/sh
# Run shortened versions of the examples that need PyTorch, in their own environment: .venv-learning. PyTorch is not in
# the lock because its PyPI wheels include gigabytes of libraries for graphics cards. pip uses a smaller wheel if
# PIP_FIND_LINKS or PIP_INDEX_URL provides such a wheel. Run `make setup` first.
set -eu
cd "$(dirname "$0")/.."

python=.venv-learning/bin/python
if ! "$python" -c 'import sb3_contrib, courtly' 2>/dev/null; then
  .venv/bin/python -m venv .venv-learning
  "$python" -m pip install --quiet --disable-pip-version-check 'torch>=2.9,<2.14' 'sb3-contrib>=2.8' --editable '.[envs]'
fi
folder=$(mktemp -d)
root=$(pwd)
trap 'rm -r "$folder"' EXIT
cd "$folder"
"$root/$python" -W error "$root/examples/learning/torch_rollout.py"
"$root/$python" "$root/examples/learning/self_play.py" --rounds 1 --steps 16384 --levels novice --level-matches 2
