"""The command line, called in the test's own process: its output, and its errors, which are a single line each."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import courtly
from courtly.cli.language import chosen_language
from courtly.engine.play import warmup
from courtly.engine.play.match import Match
from courtly.terminal import commands
from courtly.terminal.play import TerminalSession
from tests.cli.commands import both, finished, refused, run

COMPONENTS = Path(courtly.__file__).parent / "games" / "cursed_court" / "components.toml"


def test_the_version_is_printed() -> None:
    assert run("--version").stdout == f"courtly {courtly.__version__}\n"


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_help_lists_every_command(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 0
    assert all(f"  {name} " in result.stdout for name in ("play", "replay", "games", "warmup", "serve", "bench", "fit"))


def test_games_are_listed_with_their_options() -> None:
    text = run("games").stdout
    assert all(word in text for word in ("courtisans", "players", "2 to 5", "2024: one", "nobles-double –"))


@pytest.mark.parametrize(
    ("arguments", "given", "allowed"),
    [
        (["chess"], "'chess'", "courtisans"),
        (["courtisans", "--players", "9"], "'9'", "2 to 5"),
        (["courtisans", "--edition", "1999"], "'1999'", "2024, 2023"),
        (["courtisans", "--option", "colour=red"], "'colour'", "players, edition, mission_count"),
        (["courtisans", "--option", "mission_count=twice"], "'twice'", "nobles-double, cards"),
        (["courtisans", "--option", "colour"], "'colour'", "KEY=VALUE"),
        (["courtisans", "--edition", "2024", "--option", "edition=2023"], "edition", "twice"),
        (["courtisans", "--bots", "queen"], "'queen'", "random, regent, steward"),
        (["courtisans", "--bots", "ismcts:sims=0"], "0 simulations", "1 to"),
        (["courtisans", "--bots", "ismcts:sims=9,depth=2"], "'depth=2'", "rollout, scale, sims"),
        (["courtisans", "--players", "3", "--bots", "random,random,random"], "3 bots", "2 seats"),
        (["courtisans", "--lang", "xx"], "'xx'", "en, fr"),
        (["courtisans", "--seed", "-1"], "-1", "0 to"),
        (["courtisans", "--seed", "x"], "--seed", "play --help"),
        (["courtisans", "--record", "no/such/folder/x.json"], "x.json", "cannot write"),
        (["courtisans", "--loud"], "--loud", "play --help"),
        ([], "'game'", "play --help"),
    ],
)
def test_a_wrong_argument_is_named_with_the_allowed_values(arguments: list[str], given: str, allowed: str) -> None:
    line = refused(run("play", *arguments), 2)
    assert given in line
    assert allowed in line


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "chess"], "courtly: il n’y a pas de jeu 'chess'\u202f; choix possibles\u202f: "),
        (["play", "courtisans", "--players", "9"], "l’option players ne peut pas valoir '9'"),
        (["play", "courtisans", "--option", "colour=red"], "il n’y a pas d’option 'colour'"),
        (["play", "courtisans", "--bots", "queen"], "il n’y a pas de bot 'queen'"),
        (["play", "cursed_court", "--option", "coinless=true", "--option", "great_exchange=cash"], "l’une supprime"),
        (["play", "courtisans", "--seed", "x"], "'--seed' n’accepte pas cette valeur"),
        (["play", "courtisans", "--loud"], "il n’y a pas d’option --loud\u202f; voir courtly play --help"),
        (["play", "courtisans", "--bots"], "il manque une valeur à l’option --bots"),
        (["play"], "il manque 'game'"),
        (["dance"], "il n’y a pas de commande 'dance'"),
        (["replay", "no-such-file"], "no-such-file\u202f: ce fichier ou ce dossier n’existe pas"),
    ],
)
def test_errors_are_french_in_a_french_environment(arguments: list[str], said: str) -> None:
    assert said in run(*arguments, environment={"LANGUAGE": "fr_FR:en"}).stderr


def test_an_illegal_move_is_explained_in_the_chosen_language() -> None:
    document = changed(lambda record: record["moves"].__setitem__(0, "spare"))
    assert "aucun de vos assassins" in run("--lang", "fr", "replay", "-", typed=document).stderr
    assert "no assassin of yours" in run("replay", "--lang=en", "-", typed=document).stderr


def test_an_unknown_language_is_refused() -> None:
    assert "'xx'" in refused(run("--lang", "xx", "games"), 2)


@pytest.mark.parametrize("command", [[], ["play"], ["replay"], ["arena"], ["balance"], ["fit"], ["cards", "show"]])
def test_help_is_french_in_a_french_environment(command: list[str]) -> None:
    page = run(*command, "--help", environment={"LC_ALL": "fr_CA.UTF-8", "LANGUAGE": ""}).stdout
    english = ("Usage:", "Options:", "Arguments:", "Commands:", "[default", "[required]", "Show this message")
    assert page.startswith("Utilisation\u202f: courtly")
    assert "Afficher cette aide et quitter." in page
    assert [word for word in english if re.search(rf"^\s*{re.escape(word)}", page, re.MULTILINE)] == []


@pytest.mark.parametrize(
    ("arguments", "environment", "lang"),
    [
        ([], {}, "en"),
        ([], {"LANG": "fr_FR.UTF-8"}, "fr"),
        ([], {"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ([], {"LANG": "de_DE.UTF-8"}, "de"),
        ([], {"LANG": "xx_XX.UTF-8"}, "en"),
        ([], {"LANGUAGE": "", "LC_MESSAGES": "fr"}, "fr"),
        (["--lang", "en"], {"LANG": "fr"}, "en"),
        (["play", "courtisans", "--lang=fr"], {"LANGUAGE": "en"}, "fr"),
        (["play", "--lang"], {"LANGUAGE": "fr"}, "fr"),
    ],
)
def test_the_flag_overrides_the_language_of_the_environment(
    arguments: list[str], environment: dict[str, str], lang: str
) -> None:
    assert chosen_language(arguments, environment) == lang


def test_games_are_listed_in_the_chosen_language() -> None:
    text = run("games", "--lang", "fr").stdout
    assert all(word in text for word in ("de 2 à 5", "true – Oui", "Les nobles dans les", "(obligatoire)"))


def test_an_unknown_command_is_refused_with_the_known_ones() -> None:
    line = refused(run("dance"), 2)
    assert "'dance'" in line
    assert "play, replay, verify, games, warmup, review, show, serve, simulate, bench" in line


@both
def test_a_whole_match_is_played_and_its_record_is_valid(lang: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    arguments = ["play", "courtisans", "--players", "2", "--seed", "7", "--name", "Zoé", "--lang", lang]
    result = run(*arguments, "--record", str(file), typed="1\n" * 200)
    assert result.exit_code == 0
    assert {"en": "Winner", "fr": "Victoire", "de": "Gewonnen"}[lang] in result.stdout
    assert "Zoé" in result.stdout
    record = json.loads(file.read_text(encoding="utf-8"))
    assert record["seats"] == [{"name": "Zoé"}, {"name": "steward"}]
    assert "result" in record
    assert run("replay", str(file)).exit_code == 0


def test_the_same_seed_and_choices_give_the_same_match() -> None:
    arguments = ["play", "courtisans", "--players", "4", "--bots", "random,steward,random", "--seed", "11"]
    assert run(*arguments, typed="2\n" * 200).stdout == run(*arguments, typed="2\n" * 200).stdout


def test_commas_within_bot_parameters_do_not_separate_bots() -> None:
    bots = "ismcts:sims=2,rollout=random,novice"
    text = run("play", "courtisans", "--watch", "--bots", bots, "--seed", "1").stdout
    assert "ismcts:sims=2,rollout=random" in text
    assert "novice" in text


@pytest.mark.parametrize(("banners", "lacks"), [("--banners", False), ("--no-banners", True)])
def test_levels_without_a_net_are_announced_and_recorded(banners: str, lacks: bool, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    arguments = ["play", "monarch", "--players", "2", banners, "--bots", "novice", "--record", str(file)]
    assert ("The bots have not been trained with these cards and options" in run(*arguments, typed="").stdout) is lacks
    novice = {"name": "novice", **({"lacks_net": True} if lacks else {})}
    assert json.loads(file.read_text(encoding="utf-8"))["seats"] == [{"name": "Guest"}, novice]


def test_equal_bots_have_numbered_names() -> None:
    text = run("play", "courtisans", "--players", "4", "--bots", "random,steward,random", "--seed", "1").stdout
    assert all(name in text for name in ("Guest", "random 1", "random 2", "steward"))


def test_the_number_of_bots_sets_the_number_of_seats() -> None:
    assert "random 4" in run("play", "courtisans", "--bots", "random,random,random,random").stdout


@pytest.mark.parametrize("typed", ["q\n", "1\nq\n", ""])
def test_leaving_saves_the_requested_record(typed: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    result = run("play", "courtisans", "--seed", "3", "--record", str(file), typed=typed)
    assert result.exit_code == 0
    assert "You have left the match." in result.stdout
    match = courtly.read_record(file.read_bytes())
    assert not match.is_over
    assert "not finished" in run("replay", str(file)).stdout


def test_an_interrupt_saves_the_record_and_prints_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(session: Any) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(TerminalSession, "run", interrupt)
    file = tmp_path / "match.json"
    result = run("play", "courtisans", "--record", str(file))
    assert (result.exit_code, result.stderr) == (130, "")
    assert courtly.read_record(file.read_bytes()).version == 0


def test_a_record_replaces_an_existing_file(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text("old", encoding="utf-8")
    run("play", "courtisans", "--record", str(file), typed="q\n")
    assert courtly.read_record(file.read_bytes()).game == "courtisans"
    assert list(tmp_path.iterdir()) == [file]


def test_a_record_cannot_replace_a_folder(tmp_path: Path) -> None:
    assert "cannot write" in refused(run("play", "courtisans", "--record", str(tmp_path)), 2)


@both
def test_watching_shows_the_view_of_a_spectator(lang: str) -> None:
    result = run("play", "courtisans", "--watch", "--players", "3", "--bots", "random", "--seed", "2", "--lang", lang)
    assert result.exit_code == 0
    assert "random 3" in result.stdout
    hidden = {"en": "Your hand", "fr": "Votre main", "de": "Deine Hand"}
    assert hidden[lang] not in result.stdout


def test_a_match_can_use_custom_set_regions(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(COMPONENTS.read_text(encoding="utf-8").replace('"Affair"', '"Tryst"'), encoding="utf-8")
    result = run("play", "cursed_court", "--regions", str(file), "--no-chances", "--seed", "0", typed="tryst\n0\nq\n")
    assert result.exit_code == 0
    assert "You bet on the Tryst without coins." in result.stdout
    assert "%" not in result.stdout


def test_every_problem_of_custom_set_regions_has_its_line(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    text = COMPONENTS.read_text(encoding="utf-8").replace('id = "feast"', 'id = "Feast"').replace('"queen", ', "")
    file.write_text(text, encoding="utf-8")
    result = run("play", "cursed_court", "--regions", str(file))
    first, *problems = result.stderr.splitlines()
    assert (result.exit_code, result.stdout) == (2, "")
    assert first == "courtly: option regions: this list of set regions cannot be used:"
    assert problems
    assert all(re.match(r"line \d+: [\w-]+ region", problem) for problem in problems)


def test_a_name_cannot_contain_terminal_escapes() -> None:
    result = run("play", "courtisans", "--name", "\x1b[2JAnn", typed="q\n")
    assert "\x1b" not in result.stdout
    assert "Ann" in result.stdout


def test_a_valid_record_is_summarized(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(finished()), encoding="utf-8")
    result = run("replay", str(file))
    assert result.exit_code == 0
    assert result.stdout.startswith("Valid record: courtisans, 2 seats, 6")
    assert "Seat 0" in result.stdout


def test_a_record_is_read_from_standard_input() -> None:
    result = run("replay", "-", typed=json.dumps(finished()))
    assert (result.exit_code, result.stderr) == (0, "")


@both
def test_verbose_replay_prints_every_move(lang: str) -> None:
    record = finished() | {"seats": [{"name": "Ann"}, {"name": "Bo"}]}
    lines = run("replay", "-", "--verbose", "--lang", lang, typed=json.dumps(record)).stdout.splitlines()
    told = [line for line in lines if re.match(r" +\d+ ", line)]
    assert len(told) == len(record["moves"])
    assert told[0].startswith("   1 Ann ")
    assert {"en": "Valid record", "fr": "Enregistrement valable", "de": "Gültige Aufzeichnung"}[lang] in lines[-1]


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    record = copy.deepcopy(finished())
    change(record)
    return json.dumps(record)


BAD_RECORDS = {
    "nothing": "",
    "bytes that are no text": b"\xff\xfe\x00\x80",
    "no table": "[]",
    "an empty table": "{}",
    "a number": "1e999",
    "no JSON number": '{"format": NaN}',
    "a key twice": '{"format": "a", "format": "b"}',
    "a deep nest": "[" * 100_000,
    "a huge number": "9" * 10_000,
    "another format": changed(lambda record: record.update(format="courtly-match/99")),
    "another game": changed(lambda record: record.update(game="chess")),
    "a game of another kind": changed(lambda record: record.update(game=["courtisans"])),
    "an unknown key": changed(lambda record: record.update(comment="hello")),
    "an unknown option": changed(lambda record: record["options"].update(colour="red")),
    "a bad option": changed(lambda record: record["options"].update(players=99)),
    "a deal with the wrong cards": changed(lambda record: record["deal"]["deck"].__setitem__(0, "stag.king")),
    "a deal that is too short": changed(lambda record: record["deal"]["deck"].pop()),
    "a deal of another kind": changed(lambda record: record.update(deal=[1])),
    "no moves": changed(lambda record: record.pop("moves")),
    "a move of another kind": changed(lambda record: record["moves"].__setitem__(3, {"play": 1})),
    "an illegal move": changed(lambda record: record["moves"].__setitem__(0, "play carp.guard above")),
    "a move that steers": changed(lambda record: record["moves"].__setitem__(0, "\x1b[2J\n\x07")),
    "a move after the end": changed(lambda record: record["moves"].append("spare")),
    "a wrong result": changed(lambda record: record["result"].update(scores=[99, 99])),
    "seats of another kind": changed(lambda record: record.update(seats="Ann")),
}


@pytest.mark.parametrize("document", BAD_RECORDS.values(), ids=BAD_RECORDS.keys())
@pytest.mark.parametrize("flags", [[], ["--verbose"]])
def test_a_bad_record_is_refused_in_one_line(document: str | bytes, flags: list[str]) -> None:
    result = run("replay", "-", *flags, typed=document)
    refused(result, 1)
    assert result.stdout == ""


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_truncated_record_is_refused(share: float) -> None:
    text = json.dumps(finished())
    assert "not JSON" in refused(run("replay", "-", typed=text[: int(len(text) * share)]), 1)


def test_an_illegal_move_is_reported_with_its_number() -> None:
    document = changed(lambda record: record["moves"].__setitem__(4, "play carp.guard above"))
    line = refused(run("replay", "-", typed=document), 1)
    assert "move 5" in line
    assert "play carp.guard above" in line


def test_an_endless_file_is_not_read_to_the_end() -> None:
    assert "too long" in refused(run("replay", "/dev/zero"), 1)


@pytest.mark.parametrize("name", ["no-such-file", "."])
def test_an_unreadable_file_is_named(name: str) -> None:
    assert name in refused(run("replay", name), 1)


def test_names_in_a_record_cannot_contain_terminal_escapes() -> None:
    record = finished() | {"seats": [{"name": "\x1b]0;x\x07"}, {"name": "[red]Bo[/red]"}]}
    result = run("replay", "-", "-v", typed=json.dumps(record))
    assert "\x1b" not in result.stdout
    assert "[red]Bo[/red]" in result.stdout


def test_warmup_reports_when_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def warm(
        names: list[str],
        on_progress: warmup.WarmUpProgress,
        *,
        warm_up_parts: warmup.WarmUpParts,
        processes: int | None,
    ) -> None:
        assert [part.module for part in warm_up_parts] == ["courtly.bots.search.warm", "courtly.arena.warm"]
        on_progress(1, 2, "half")
        done.extend(names)

    monkeypatch.setattr(warmup, "is_warm", lambda _name, _parts: False)
    monkeypatch.setattr(warmup, "warm", warm)
    result = run("warmup")
    assert result.exit_code == 0
    assert done == courtly.game_names()
    assert "Everything is compiled." in result.stderr


def test_compiled_code_is_not_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "is_warm", lambda _name, _rooms: True)
    monkeypatch.setattr(warmup, "warm", lambda *_, **__: pytest.fail("compiled again"))
    assert "Everything is compiled." in run("warmup").stderr


def test_a_match_compiles_missing_code_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(warmup, "is_warm", lambda _name, _rooms: False)
    monkeypatch.setattr(warmup, "warm", lambda names, *_, **__: done.extend(names))
    run("play", "courtisans", typed="q\n")
    assert done[0] == "courtisans"


@pytest.mark.parametrize("flags", [[], ["--only", "copy*", "--json"]])
def test_bench_passes_on_its_options_and_exit_status(flags: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str | None, bool]] = []

    def measure(only: str | None, *, as_json: bool) -> int:
        asked.append((only, as_json))
        return 1

    monkeypatch.setattr("benchmarks.main", measure)
    assert run("bench", *flags).exit_code == 1
    assert asked == [("copy*", True) if flags else (None, False)]


def test_bench_outside_the_repository_names_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("courtly.cli.studies.__file__", str(tmp_path / "lib" / "courtly" / "cli" / "studies.py"))
    assert "clone" in refused(run("bench"), 2)


def test_a_defect_is_one_line_unless_debugging_is_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> list[str]:
        raise ZeroDivisionError("by\nnought")

    monkeypatch.setattr(courtly, "game_names", broken, raising=False)
    assert "ZeroDivisionError: by nought" in refused(run("games"), 1)
    monkeypatch.setenv("COURTLY_DEBUG", "1")
    assert isinstance(run("games").exception, ZeroDivisionError)


def test_a_full_disk_is_reported_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(match: Match) -> str:
        raise OSError(28, "No space left on device", "match.json")

    monkeypatch.setattr(commands, "write_record", full)
    line = refused(run("play", "courtisans", "--record", str(tmp_path / "match.json"), typed="q\n"), 1)
    assert "match.json: the disk is full" in line
