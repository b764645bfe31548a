"""Render a report as one self-contained HTML page with plots, tables and notes on how to read them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from courtly.arena.balance.charts import Panel, dots, histograms
from courtly.arena.intervals import Figure
from courtly.text.languages import ENGLISH

PER_CHART = 40
"""Maximum number of items of one kind in a chart. The table lists all of them."""

Side = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table of text cells with headings. Figures include their intervals."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the page: text, charts and tables."""

    title: str
    text: str
    charts: Sequence[str]
    tables: Sequence[tuple[str, ReportTable]]


@dataclass(frozen=True, slots=True)
class ReportPage:
    """The data of the page template."""

    game: str
    facts: Sequence[tuple[str, str]]
    sides: Sequence[str]
    sections: Sequence[Section]
    title: str = "Balance of"


def as_html(report: Mapping[str, Any]) -> str:
    """Return a report as an HTML page."""
    names = ["A", "B"][: len(report["sides"])] if len(report["sides"]) > 1 else [""]
    sides = report["sides"]
    sections = [_seats(sides, names), _settings(sides, names), _lengths(sides, names), _skill(sides, names)]
    sections += list(_items(sides, names))
    if report["differences"]:
        sections.append(_differences(report["differences"]))
    described = [", ".join(f"{key}: {_named_value(value)}" for key, value in side["options"].items()) for side in sides]
    page = ReportPage(report["game"], _facts(report), described, sections)
    return as_page(page)


def _named_value(value: Any) -> str:
    """Return an option's value; of a document, the name and a hash.

    Examples
    --------
    >>> _named_value({"set": {"id": "mine"}})
    'mine (0a4fe235)'
    """
    if not isinstance(value, dict | list):
        return str(value)
    digits = hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:8]
    name = value.get("set", {}).get("id") if isinstance(value, dict) else None
    return f"{name or 'own document'} ({digits})"


def as_page(page: ReportPage) -> str:
    """Return a page of charts and tables as HTML."""
    return _template().render(page=page)


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("courtly.arena.balance"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["english"] = ENGLISH
    return environment.get_template("balance.html")


def _facts(report: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [
        ("Rules", f"version {report['rules']}"),
        ("Player in every seat", report["bot"]),
        ("Deals per setting", f"{report['deals']}, each played twice"),
        ("Matches for the use of items", str(report["told"])),
        ("Ladder", " < ".join(report["ladder"])),
        ("Deals per step of the ladder", str(report["ladder_deals"])),
        ("Seed", str(report["seed"])),
        *([("Changed cards", ", ".join(report["changed_cards"]))] if report["changed_cards"] else []),
    ]


def shown(figure: Figure) -> str:
    """Format a figure with its interval and sample size."""
    if figure.value is None:
        return "–"
    span = ""
    if figure.low is not None and figure.high is not None:
        span = f" [{_short(figure.low)},\N{NO-BREAK SPACE}{_short(figure.high)}]"
    return f"{_short(figure.value)}{span} n={figure.n}"


def _short(value: float) -> str:
    """Format a number with about three significant digits."""
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 3
    return f"{value:.{digits}f}".replace("-", "\N{MINUS SIGN}")


def _named(name: str, label: str) -> str:
    return f"{name} {label}".strip()


def _players(side: Side) -> list[dict[str, Any]]:
    """Return the base setting and the settings with other numbers of players, sorted by that number."""
    found = [setting for setting in side["settings"] if setting["kind"] in ("base", "players")]
    return sorted(found, key=lambda setting: int(setting["options"]["players"]))


def _place_rows(side: Side) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    for setting in _players(side):
        for place in setting["places"]:
            players = len(setting["places"])
            yield f"{players} players, place {place['place'] + 1}", place, setting


def _seats(sides: Sequence[Side], names: Sequence[str]) -> Section:
    panels = []
    for title, key in (("victory share minus fair share", "share"), ("mean score", "score")):
        found = [
            {label: _less_fair(place, key, setting) for label, place, setting in _place_rows(side)} for side in sides
        ]
        panels.append(Panel(title, found, 0.0 if key == "share" else None))
    rows = [
        [_named(name, label), shown(place["share"]), f"{1 / len(setting['places']):.3f}", shown(place["score"])]
        for side, name in zip(sides, names, strict=True)
        for label, place, setting in _place_rows(side)
    ]
    text = (
        "Equal players in all seats. Place 1 is the starting seat; the others follow in turn order. In a fair game all "
        "places have equal victory shares. If an interval does not include the dashed line, the place has an advantage "
        "or a disadvantage."
    )
    table = ReportTable(["place", "victory share", "fair share", "mean score"], rows)
    return Section("Seats and numbers of players", text, [dots(panels, alt="Share and score by place")], [("", table)])


def _less_fair(place: Mapping[str, Any], key: str, setting: Mapping[str, Any]) -> Figure:
    figure: Figure = place[key]
    fair = 1 / len(setting["places"])
    if key != "share" or figure.value is None or figure.low is None or figure.high is None:
        return figure
    return Figure(figure.value - fair, figure.low - fair, figure.high - fair, figure.n, figure.draws)


_WHOLE = [
    ("first", "first place's share"),
    ("lead", "winner's lead"),
    ("decisions", "decisions"),
    ("deal", "deal decides"),
]


def _setting_figures(side: Side) -> Iterator[tuple[str, dict[str, Figure]]]:
    for setting in side["settings"]:
        figures = {key: setting[key] for key in ("lead", "decisions", "turns", "shared", "deal")}
        yield setting["label"] or "given options", {**figures, "first": setting["places"][0]["share"]}


def _settings(sides: Sequence[Side], names: Sequence[str]) -> Section:
    panels = [
        Panel(title, [{label: figures[key] for label, figures in _setting_figures(side)} for side in sides])
        for key, title in _WHOLE
    ]
    keys = ("first", "lead", "shared", "decisions", "turns", "deal")
    rows = [
        [_named(name, label), *(shown(figures[key]) for key in keys)]
        for side, name in zip(sides, names, strict=True)
        for label, figures in _setting_figures(side)
    ]
    heads = [
        "setting",
        "first place's share",
        "winner's lead",
        "shared victories",
        "decisions",
        "turns",
        "deal decides",
    ]
    text = (
        "The given options, then the same options with one change at a time. The winner's lead is in points over the "
        "second player. “Deal decides”: each deal is played twice with equal players in the same seats, and the figure "
        "is the share of the variance of results that the deal explains. It is 1 if the deal decides everything, as "
        "for bots that make no random choices, and 0 if it decides nothing."
    )
    return Section(
        "Options and variants", text, [dots(panels, alt="Figures by setting")], [("", ReportTable(heads, rows))]
    )


def _lengths(sides: Sequence[Side], names: Sequence[str]) -> Section:
    titles = ["decisions in a match", "turns in a match"]
    found = [[side["settings"][0]["lengths"][key] for key in ("decisions", "turns")] for side in sides]
    rows = [
        [_named(name, "given options"), shown(side["settings"][0]["decisions"]), shown(side["settings"][0]["turns"])]
        for side, name in zip(sides, names, strict=True)
    ]
    text = "A turn is a run of consecutive decisions by one seat. The bars show the share of matches of each length."
    table = ReportTable(["options", "decisions", "turns"], rows)
    return Section("Length", text, [histograms(titles, found, alt="Lengths of matches")], [("", table)])


def _skill(sides: Sequence[Side], names: Sequence[str]) -> Section:
    keys = (("ahead", "better level ahead"), ("rating", "rating difference"), ("skill", "variance explained by skill"))
    panels = [
        Panel(
            title,
            [{_step(step): step[key] for step in side["skill"]} for side in sides],
            0.5 if key == "ahead" else None,
        )
        for key, title in keys
    ]
    rows = [
        [_named(name, _step(step)), *(shown(step[key]) for key in ("ahead", "upset", "rating", "skill"))]
        for side, name in zip(sides, names, strict=True)
        for step in side["skill"]
    ]
    text = (
        "Each level of play against the next, every deal in all seatings. “Ahead” is the share of comparisons in which "
        "the better level has more points, where a tie counts half. “Upset” is the rest. The variance that skill does "
        "not explain is luck."
    )
    table = ReportTable(["step", "ahead", "upset", "rating", "explained by skill"], rows)
    return Section("Skill and luck", text, [dots(panels, alt="The skill ladder")], [("", table)])


def _step(step: Mapping[str, Any]) -> str:
    return f"{step['lower']} < {step['upper']}"


def _items(sides: Sequence[Side], names: Sequence[str]) -> Iterator[Section]:
    """Yield a section for each kind of item."""
    by_kind: dict[str, list[dict[str, dict[str, Any]]]] = {}
    for at, side in enumerate(sides):
        for kind, items in groupby(side["items"], key=lambda item: item["kind"]):
            kinds = by_kind.setdefault(kind, [{} for _ in sides])
            kinds[at] = {item["item"]: item for item in items}
    for kind, found in by_kind.items():
        yield _kind(kind, found, names)


def _kind(kind: str, found: Sequence[Mapping[str, Mapping[str, Any]]], names: Sequence[str]) -> Section:
    heads = {"rate": "seats that used it", "share": "victory share per use", "points": "points per use"}
    ranked = sorted({item for side in found for item in side}, key=lambda item: (-_worth(found, item), item))
    panels = [
        Panel(title, [{item: side[item][key] for item in ranked[:PER_CHART] if item in side} for side in found], mark)
        for (key, title), mark in zip(heads.items(), (None, 0.0, 0.0), strict=True)
    ]
    rows = [
        [_named(name, item), *(shown(side[item][key]) for key in ("rate", "times", "share", "points"))]
        for item in ranked
        for side, name in zip(found, names, strict=True)
        if item in side
    ]
    table = ReportTable([kind, "seats that used it", "uses per seat", "victory share per use", "points per use"], rows)
    text = (
        "The share of seats that used the item, the mean number of uses per seat, and the additional victory share and "
        "points above the table's mean with each use. This is a correlation, not a cause."
    )
    return Section(f"Use: {kind}", text, [dots(panels, alt=f"Use and value of each {kind}")], [("", table)])


def _worth(found: Sequence[Mapping[str, Mapping[str, Any]]], item: str) -> float:
    figure = next(side[item]["points"] for side in found if item in side)
    return float("-inf") if figure.value is None else float(figure.value)


def _differences(differences: Sequence[Mapping[str, Any]]) -> Section:
    ranked = sorted(differences, key=lambda each: _strength(each["difference"]), reverse=True)
    apart = [each for each in ranked if _strength(each["difference"]) > 1]
    rest = ranked[len(apart) :]
    intervals = sum(each["difference"].low is not None for each in ranked)
    text = (
        "All figures that both sets of options have, with the clearest differences first. An interval that excludes 0 "
        f"suggests a difference, but about {round(intervals / 20)} of {intervals} intervals exclude 0 by chance. Trust "
        "an interval that is far from 0, or a difference that a second report with another seed repeats."
    )
    tables = [(f"Intervals that exclude 0: {len(apart)} of {intervals}", _difference_table(apart))]
    return Section("A and B", text, [], [*tables, ("All others", _difference_table(rest))])


def _difference_table(differences: Sequence[Mapping[str, Any]]) -> ReportTable:
    rows = [[each["figure"], *(shown(each[key]) for key in ("a", "b", "difference"))] for each in differences]
    return ReportTable(["figure", "A", "B", "B minus A"], rows)


def _strength(figure: Figure) -> float:
    """Return the distance of an interval from 0: above 1 if it excludes 0, and 0 without an interval."""
    if figure.value is None or figure.low is None or figure.high is None:
        return 0.0
    width = max(figure.high - figure.low, 1e-9)
    if figure.low > 0 or figure.high < 0:
        return 1 + min(abs(figure.low), abs(figure.high)) / width
    return min(abs(figure.value) / width, 1.0)
