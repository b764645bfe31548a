#!/bin/sh
# Run the examples that need PyTorch, shortened, in an environment of their own: .venv-learning. The lock has no PyTorch,
# whose wheels from PyPI bring gigabytes for graphics cards; pip takes a smaller one from wherever PIP_FIND_LINKS or
# PIP_INDEX_URL name one. Needs the environment (make setup).
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
