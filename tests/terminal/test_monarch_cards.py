"""The card set commands: output, exit status, and exported sets that are read back."""

from __future__ import annotations

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from courtly.cli import app
from courtly.engine.contract import game
from courtly.games.monarch import GAME
from courtly.games.monarch.card_sheet import html, sheet_of
from courtly.games.monarch.cardset import cards_from, house, house_text, load_cards, write_cards
from courtly.text.languages import language_of, languages_of
from tests.games.monarch.documents import HOUSE, changed, drop, put

both = pytest.mark.parametrize("lang", languages_of("monarch"))

BAD = (
    house_text().replace("gold = 9", "gold = 900").replace('path = "none"\ncost = { food = 3 }', "cost = { food = 3 }")
)


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, list(arguments), input=typed, prog_name="courtly")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file with a custom set."""
    file = tmp_path / "own.toml"
    file.write_text(house_text().replace("Stone Bridge", "Wooden Bridge"), encoding="utf-8")
    return file


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """A file with an invalid set."""
    file = tmp_path / "bad.toml"
    file.write_text(BAD, encoding="utf-8")
    return file


def test_a_valid_set_is_confirmed() -> None:
    result = run("cards", "check", str(HOUSE))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        f"{HOUSE}: monarch-house 1.0 can be played: 38 Court Cards, 22 Land Improvements, 6 Unwanted Guests, 8 Moons, "
        "5 Banners, 12 Land boards\n"
    )


def test_every_problem_of_a_set_is_a_line_with_its_place(bad: Path) -> None:
    result = run("cards", "check", str(bad))
    assert (result.exit_code, result.stderr) == (1, "")
    lines = BAD.splitlines()
    numbers = [number for number, line in enumerate(lines, 1) if "gold = 900" in line]
    says = "it cannot be 900; use a whole number from 0 to 99"
    cards = ("tiger-pelt", "brass-orrery")
    expected = [f"{bad}:{n}: range court[{card}].cost.gold: {says}" for n, card in zip(numbers, cards, strict=True)]
    assert result.stdout.splitlines() == expected


def test_a_long_list_of_problems_is_cut_with_a_count(bad: Path) -> None:
    bad.write_text("".join(f"k{i} = 0\n" for i in range(80)) + house_text(), encoding="utf-8")
    lines = run("cards", "check", str(bad)).stdout.splitlines()
    assert (len(lines), lines[-1]) == (51, f"{bad}: and 30 more")


def test_warnings_are_listed_with_the_problems_but_are_no_failure(own: Path) -> None:
    text = own.read_text(encoding="utf-8").replace("copies = 6", "copies = 5", 1)
    own.write_text(text, encoding="utf-8")
    result = run("cards", "check", str(own))
    assert result.exit_code == 0
    warning, good, nets = result.stdout.splitlines()
    line = text.splitlines().index("[[land]]") + 1
    assert warning == f"{own}:{line}: warning count land: 11 land boards given; the rulebook has 12"
    assert "can be played" in good
    assert "the bots have not been trained with these cards" in nets
    own.write_text(text.replace("schema = 1", "schema = 2"), encoding="utf-8")
    result = run("cards", "check", str(own))
    assert result.exit_code == 1
    first, second = result.stdout.splitlines()
    assert first.startswith(f"{own}:13: schema schema: ")
    assert second == warning


@pytest.mark.parametrize("command", ["check", "show", "export"])
def test_an_unreadable_file_is_one_line(command: str, tmp_path: Path) -> None:
    file = tmp_path / "none.toml"
    result = run("cards", command, str(file))
    assert result.exit_code == 1
    assert result.output == f"{file}: file the whole file: {file} cannot be read: this file or folder does not exist\n"


@pytest.mark.parametrize("command", ["show", "export"])
def test_an_invalid_set_is_not_shown_or_exported(command: str, bad: Path) -> None:
    result = run("cards", command, str(bad))
    assert (result.exit_code, result.stdout) == (1, "")
    assert len(result.stderr.splitlines()) == 2
    assert all(line.startswith(f"{bad}:") for line in result.stderr.splitlines())


@both
def test_every_card_is_shown_with_its_cost_and_crowns(lang: str) -> None:
    result = run("cards", "show", "--lang", lang)
    assert result.exit_code == 0
    cards = house()
    for entry in (*cards.courts, *cards.improvements, *cards.guests, *cards.moons, *cards.banners, *cards.lands):
        assert entry.id in result.stdout
    words = {"en": ["9 gold", "Might · garment", "Moons (8)"], "fr": ["pièces", "Puissance · parure", "Lunes (8)"]}[
        lang
    ]
    assert all(word in result.stdout for word in [*words, cards.notice[lang][:60]])
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_a_card_with_an_incomplete_ability_is_marked() -> None:
    cards = cards_from(changed(put(**{"court[astronomer].incomplete": True})))
    (face,) = [face for face in sheet_of(cards, "en").groups[0][1] if face.id == "astronomer"]
    assert face.lines == ("This card’s printed ability is simplified here.",)


def test_the_kind_of_a_card_is_shown_with_its_name() -> None:
    cards = cards_from(changed(drop("moon[harvest-moon].tone")))
    kinds = {face.id: face.kind for _, faces in sheet_of(cards, "en").groups for face in faces}
    assert kinds["dancing-cranes"] == "Culture · beast · spectacle"
    assert kinds["precious-comb"] == "treasure"
    assert kinds["spice-wharf"] == "village · Bounty"
    assert kinds["small-village"] == "village · yields 1 · copies: 6"
    assert kinds["frost-moon"] == "bad"
    assert kinds["banner-of-balance"] == "Balance"
    assert kinds["harvest-moon"] == kinds["weepy-poet"] == ""


def test_an_empty_kind_is_left_out() -> None:
    sheet = sheet_of(cards_from(changed(drop("moon", "guest"))), "en")
    titles = [title for title, _ in sheet.groups]
    assert titles == ["Court Cards", "Land Improvements", "Banners", "Land boards"]


class Page(HTMLParser):
    """The texts of a page, and its open tags."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.cards = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.cards += tag == "li"
        self.open += [] if tag == "meta" else [tag]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data.strip())


@both
def test_a_printable_page_has_every_card_and_the_notice(lang: str, tmp_path: Path) -> None:
    file = tmp_path / "cards.html"
    result = run("cards", "show", "--lang", lang, "--html", str(file))
    assert (result.exit_code, result.stderr) == (0, "")
    assert str(file) in result.stdout
    page = Page(file.read_text(encoding="utf-8"))
    assert page.open == []
    assert page.cards == 38 + 22 + 6 + 8 + 5 + 2
    cards = house()
    typeset = language_of(lang).typeset
    for entry in (*cards.courts, *cards.improvements, *cards.guests, *cards.moons, *cards.banners, *cards.lands):
        assert typeset(entry.name[lang]) in page.texts
        assert typeset(entry.text.get(lang, "")) in page.texts
    assert typeset(cards.notice[lang]) in page.texts


def test_names_of_a_set_are_escaped(tmp_path: Path) -> None:
    name = "<script>alert('x')</script> [bold]&amp;"
    cards = cards_from(changed(put(**{"court[astronomer].name.en": name, "set.notice.en": name})))
    text = html(sheet_of(cards, "en"))
    assert "<script>" not in text
    assert Page(text).texts.count(name) == 2
    file = tmp_path / "own.json"
    file.write_text(json.dumps(changed(put(**{"set.notice.en": name}))), encoding="utf-8")
    assert name in run("cards", "show", str(file)).stdout


def test_the_house_set_is_exported_with_its_comments() -> None:
    assert run("cards", "export").stdout == house_text()


@pytest.mark.parametrize("form", ["toml", "json", "csv"])
@pytest.mark.parametrize("kept", ["toml", "json"])
def test_an_exported_set_reads_back_equal(form: str, kept: str, own: Path, tmp_path: Path) -> None:
    if kept == "json":
        own = own.with_suffix(".json")
        own.write_text(write_cards(changed(put(**{"set.version": "2"})), form="json"), encoding="utf-8")
    result = run("cards", "export", str(own), "--format", form)
    assert (result.exit_code, result.stderr) == (0, "")
    written = tmp_path / f"written.{form}"
    written.write_text(result.stdout, encoding="utf-8")
    assert load_cards(written) == load_cards(own)


@pytest.mark.parametrize("separator", ["comma", "semicolon", "tab"])
def test_a_new_spreadsheet_has_a_row_for_each_card_of_a_set(separator: str, own: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "cards.csv"
    result = run("cards", "new", str(own), "--csv", str(sheet), "--separator", separator)
    assert (result.exit_code, result.stderr) == (0, "")
    assert load_cards(sheet) == load_cards(own)
    assert len(sheet.read_text(encoding="utf-8-sig").splitlines()) == 1 + 1 + 4 + 5 + 2 + 38 + 22 + 6 + 8 + 5
    assert run("cards", "check", str(sheet)).exit_code == 0


def test_a_new_spreadsheet_never_replaces_a_file(own: Path) -> None:
    result = run("cards", "new", "--csv", str(own))
    assert (result.exit_code, result.stderr) == (1, f"courtly: {own}: it already exists\n")
    assert "Wooden Bridge" in own.read_text(encoding="utf-8")


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_pages_of_a_set_are_written(paper: str, own: Path, tmp_path: Path) -> None:
    pdf = tmp_path / "cards.pdf"
    result = run("cards", "print", str(own), "--pdf", str(pdf), "--paper", paper, "--lang", "fr")
    assert (result.exit_code, result.stderr) == (0, "")
    assert str(pdf) in result.stdout
    assert pdf.read_bytes().startswith(b"%PDF")


def test_pages_without_the_extra_are_refused_on_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    result = run("cards", "print", "--pdf", str(tmp_path / "cards.pdf"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "courtly: PDF pages need the extra courtly[print]: pip install 'courtly[print]'\n"


def test_a_problem_of_a_spreadsheet_has_its_row_and_column(own: Path) -> None:
    sheet = own.with_suffix(".csv")
    sheet.write_text(run("cards", "export", "--format", "csv").stdout.replace(",9,,per_path", ",x,,per_path", 1))
    line = "type court[tiger-pelt].cost.gold: it cannot be 'x'; use a whole number from 0 to 99"
    assert run("cards", "check", str(sheet)).stdout == f"{sheet}: row 14, column cost.gold: {line}\n"


@pytest.mark.parametrize("arguments", [["cards"], ["cards", "--help"], ["cards", "-h"]])
def test_help_lists_the_card_set_commands(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 0
    assert all(f"  {name} " in result.stdout for name in ("check", "show", "print", "new", "export"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["cards", "mend"], "no such command 'mend'; see courtly cards --help"),
        (["cards", "check"], "'file' is missing; see courtly cards check --help"),
        (
            ["cards", "export", "--format", "xml"],
            "'--format' cannot have this value; use <toml|json|csv>",
        ),
        (["cards", "show", "--lang", "xx"], "there is no language 'xx'"),
    ],
)
def test_a_wrong_argument_is_one_line(arguments: list[str], said: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.fullmatch(r"courtly: [^\n]+\n", result.stderr)
    assert said.lower() in result.stderr.lower()


def test_an_unwritable_page_is_named(tmp_path: Path) -> None:
    result = run("cards", "show", "--html", str(tmp_path))
    assert result.exit_code == 1
    assert result.stderr == f"courtly: {tmp_path}: it is a folder\n"


@pytest.fixture
def monarch(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game, registered without compiling it."""
    monkeypatch.setattr("courtly.terminal.commands.warm", lambda *_: None)
    game.register(GAME)


@pytest.mark.usefixtures("monarch")
@pytest.mark.parametrize("flag", ["--card-set", "--option"])
def test_a_match_uses_and_records_a_custom_set(flag: str, own: Path, tmp_path: Path) -> None:
    value = str(own) if flag == "--card-set" else f"card_set={own}"
    record = tmp_path / "match.json"
    result = run(
        "play", "monarch", flag, value, "--seed", "1", "--bots", "random", "--record", str(record), typed="q\n"
    )
    assert (result.exit_code, result.stderr) == (0, "")
    options = json.loads(record.read_text(encoding="utf-8"))["options"]
    assert cards_from(options["card_set"]) == load_cards(own) != house()
    assert run("replay", str(record)).exit_code == 0


@pytest.mark.usefixtures("monarch")
@pytest.mark.parametrize("flag", ["--card-set", "--option"])
def test_every_problem_of_a_set_is_listed_before_a_match_begins(flag: str, bad: Path) -> None:
    result = run("play", "monarch", flag, str(bad) if flag == "--card-set" else f"card_set={bad}")
    first, *problems = result.stderr.splitlines()
    assert (result.exit_code, result.stdout) == (2, "")
    assert first == "courtly: option card_set: this card set cannot be used:"
    assert [re.sub(r"line \d+: (.+?): .*", r"\1", problem) for problem in problems] == [
        "range court[tiger-pelt].cost.gold",
        "range court[brass-orrery].cost.gold",
    ]


@pytest.mark.usefixtures("monarch")
@pytest.mark.parametrize("value", ["house", "house@000000000000"])
def test_the_house_set_may_be_named(value: str) -> None:
    result = run("play", "monarch", "--option", f"card_set={value}", typed="q\n")
    assert result.exit_code == (0 if value == "house" else 2)


def test_a_game_without_card_sets_has_no_flag_for_them(own: Path) -> None:
    result = run("play", "courtisans", "--card-set", str(own))
    assert result.exit_code == 2
    assert "there is no option --card-set" in result.stderr
