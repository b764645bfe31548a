"""The agent on the page of the benchmark plays the benchmark."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from tests.cli.processes import courtly

PAGE = Path(__file__).resolve().parents[2] / "docs" / "benchmark.md"


def test_the_agent_of_the_page_is_measured_by_the_command_of_the_page(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "my_agent.py").write_text(code, encoding="utf-8")
    (arguments,) = re.findall(r"^PYTHONPATH=\. courtly (.*)$", text, re.MULTILINE)
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    small = ["--games", "courtisans", "--seats", "2", "--deals", "1", "--workers", "1"]
    done = courtly(*arguments.split(), *small, folder=tmp_path, PYTHONPATH=path)
    assert (done.returncode, done.stderr) == (0, "")
    figures = json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))["figures"]
    assert (figures["matches"], figures["failures"], figures["illegal"]) == (10, 0, 0)
