"""A game from another distribution works with all features of Courtly, and Courtly does not change for it.

Bots that search, the balance study and the contract tests use compiled rules; the other commands use plain Python.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.examples.installed import COURTLY, ROOT, TIMEOUT_SECONDS, install, output
from tests.web.browser import PHONE, press

OWN_GAME = ROOT / "examples" / "your-own-game"

Run = Callable[..., str]


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return an environment in which Whispers is installed."""
    return install(OWN_GAME, tmp_path_factory.mktemp("own"))


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path) -> Run:
    """Return a function that runs `courtly` in an empty folder, with Whispers installed, and returns its output."""
    plain = {**environment, "NUMBA_DISABLE_JIT": "1"}

    def courtly(*arguments: str | Path, typed: str = "") -> str:
        return output([*COURTLY, *map(str, arguments)], plain, typed, folder=tmp_path)

    return courtly


SEVERAL = """
import json, sys
from typer.testing import CliRunner
from courtly.cli import app
found = [CliRunner().invoke(app, arguments) for arguments in json.load(sys.stdin)]
assert not any(each.exit_code for each in found), [each.output for each in found]
print(json.dumps([each.stdout for each in found]))
"""
"""A program that runs several commands of `courtly` in one process, which compiles the game or loads it only once."""


def test_the_own_game_is_listed_with_its_options(run: Run) -> None:
    listed = run("games")
    assert "whispers" in listed
    assert "vows" in listed


@pytest.mark.parametrize(
    ("lang", "end"), [("en", "The Queen's favourite was"), ("fr", "La favorite de la Reine était")]
)
def test_bots_play_a_match_in_both_languages(run: Run, lang: str, end: str) -> None:
    assert end in run("play", "whispers", "--watch", "--bots", "random", "--seed", "1", "--lang", lang)


def test_a_persons_match_is_recorded_and_replayed(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    bots = ["--bots", "steward,random", "--seed", "2", "--record", record]
    shown = run("play", "whispers", *bots, typed="1\n" * 8)
    assert "Your turn." in shown
    assert "Winner" in shown or "share" in shown or "wins" in shown
    assert len(json.loads(record.read_text(encoding="utf-8"))["moves"]) == 21
    assert "Valid record: whispers, 3 seats, 21 moves" in run("replay", record)
    assert "La favorite de la Reine était" in run("replay", record, "--verbose", "--lang", "fr")


@pytest.mark.long
def test_every_bot_level_and_the_balance_study_use_the_compiled_own_game(
    environment: dict[str, str], tmp_path: Path
) -> None:
    levels = ("novice", "courtier", "minister", "regent", "ismcts:sims=5")
    few = ["--deals", "2", "--ladder-deals", "1", "--told", "2", "--ladder", "random,steward"]
    commands = [
        *(["arena", "whispers", "--players", f"{level},random", "--deals", "1", "--json"] for level in levels),
        ["balance", "whispers", *few, "--json"],
    ]
    found = json.loads(output([sys.executable, "-c", SEVERAL], environment, json.dumps(commands), folder=tmp_path))
    assert [json.loads(each)["game"] for each in found] == ["whispers"] * len(commands)


@pytest.mark.long
def test_the_own_game_passes_the_contract_tests(environment: dict[str, str], tmp_path: Path) -> None:
    here = [str(path) for path in (OWN_GAME / "tests", ROOT / "pyproject.toml", ROOT)]
    suite = [here[0], "-q", "-c", here[1], "--rootdir", here[2], "-p", "no:cacheprovider"]
    output([sys.executable, "-m", "pytest", *suite], environment, folder=tmp_path)


@pytest.fixture(scope="session")
def phone(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Page]:
    """Yield a page in a phone-sized browser without scripts, connected to a server that has the game."""
    # Compiling all games would take long. Plain Python serves the same pages.
    plain = {
        **environment,
        "NUMBA_DISABLE_JIT": "1",
        "COURTLY_PACE": "0",
        "COURTLY_DATABASE": str(tmp_path_factory.mktemp("db") / "courtly.db"),
    }
    with subprocess.Popen(
        [*COURTLY, "serve", "--port", "0"], env=plain, stdout=subprocess.PIPE, encoding="utf-8"
    ) as server:
        impatient = threading.Timer(TIMEOUT_SECONDS, server.kill)
        impatient.start()
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        context = chromium.new_context(base_url=address, viewport=PHONE, locale="fr", java_script_enabled=False)
        page = context.new_page()
        page.set_default_timeout(90_000)
        yield page
        context.close()
        impatient.cancel()
        server.terminate()


@pytest.mark.browser
def test_a_whole_match_is_played_in_a_browser_on_a_phone(phone: Page) -> None:
    phone.goto("/new?game=whispers")
    for select in phone.locator(".bot select").all():
        if select.is_visible():
            select.select_option("random")
    press(phone, phone.locator(".new-match .primary"))
    choices = 0
    while phone.locator(".plain-acts button").count():
        assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        press(phone, phone.locator(".plain-acts button").last)
        choices += 1
    assert choices == 7
    assert phone.locator("#totals-title").inner_text() == "Totaux"
    assert phone.locator(".totals tbody tr").count() == 3
