"""The agent on the page of the benchmark plays the benchmark."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from tests.cli.processes import courtly
from tests.examples.test_docs import ROOT, blocks


def test_the_agent_of_the_page_is_measured_by_the_command_of_the_page(tmp_path: Path) -> None:
    (code,) = [code for page, code in blocks("python") if page == "docs/benchmark.md"]
    (tmp_path / "my_agent.py").write_text(code, encoding="utf-8")
    (arguments,) = re.findall(r"^PYTHONPATH=\. courtly (.*)$", (ROOT / "docs/benchmark.md").read_text(), re.MULTILINE)
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    small = ["--games", "courtisans", "--seats", "2", "--deals", "1", "--workers", "1"]
    done = courtly(*arguments.split(), *small, folder=tmp_path, PYTHONPATH=path)
    assert (done.returncode, done.stderr) == (0, "")
    figures = json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))["figures"]
    assert (figures["matches"], figures["failures"], figures["illegal"]) == (10, 0, 0)
