"""The example program `house_bot.py` plays on a real server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.web.api.helpers import GAMES, Program

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "house_bot.py"


@pytest.mark.parametrize("game", GAMES)
def test_the_house_bot_can_play_a_whole_match_of_any_game(client: httpx.Client, site: str, game: str) -> None:
    ann = Program(client)
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "steward"}]
    table = ann.open(game, seats)
    command = [sys.executable, "-W", "error", str(EXAMPLE), site, table["join"], "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as bot:
        ann.act(table["id"], "ready")
        while bot.poll() is None:
            shown = ann.table(table["id"])
            if shown["view"] and shown["view"]["legal"]:
                ann.move(table["id"], shown, shown["view"]["legal"][0])
        output, errors = bot.communicate()
    assert (bot.returncode, errors) == (0, "")
    shown = ann.table(table["id"])
    assert output == f"{game} is over after {shown['turn']} moves.\n"
    assert shown["seats"][1]["kind"] == "program"
