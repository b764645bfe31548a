"""A report as one HTML page that needs nothing else: plots, tables, and words on how to read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from courtly.arena.balance.charts import Panel, dots, histograms
from courtly.arena.intervals import Figure

PER_CHART = 40
"""Things of one kind that a chart shows; the table holds all."""

Side = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReportTable:
    """Rows of text under headings; figures stand with their intervals."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the page: what it says, its charts and its tables."""

    title: str
    text: str
    charts: Sequence[str]
    tables: Sequence[tuple[str, ReportTable]]


@dataclass(frozen=True, slots=True)
class ReportPage:
    """All that the template shows."""

    game: str
    facts: Sequence[tuple[str, str]]
    sides: Sequence[str]
    sections: Sequence[Section]
    title: str = "Balance of"


def as_html(report: Mapping[str, Any]) -> str:
    """Return a report as a page."""
    names = ["A", "B"][: len(report["sides"])] if len(report["sides"]) > 1 else [""]
    sides = report["sides"]
    sections = [_seats(sides, names), _settings(sides, names), _lengths(sides, names), _skill(sides, names)]
    sections += list(_items(sides, names))
    if report["differences"]:
        sections.append(_differences(report["differences"]))
    described = [", ".join(f"{key}: {value}" for key, value in side["options"].items()) for side in sides]
    page = ReportPage(report["game"], _facts(report), described, sections)
    return as_page(page)


def as_page(page: ReportPage) -> str:
    """Return a page of charts and tables."""
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
    return environment.get_template("balance.html")


def _facts(report: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [
        ("Rules", f"version {report['rules']}"),
        ("Player in every seat", report["bot"]),
        ("Deals for each setting", f"{report['deals']}, each played twice"),
        ("Ladder", " < ".join(report["ladder"])),
        ("Deals for each step of it", str(report["ladder_deals"])),
        ("Seed", str(report["seed"])),
    ]


def shown(figure: Figure) -> str:
    """Return a figure with its interval and sample."""
    if figure.value is None:
        return "–"
    span = ""
    if figure.low is not None and figure.high is not None:
        span = f" [{_short(figure.low)},\N{NO-BREAK SPACE}{_short(figure.high)}]"
    return f"{_short(figure.value)}{span} n={figure.n}"


def _short(value: float) -> str:
    """Return a number in three digits or so."""
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 3
    return f"{value:.{digits}f}".replace("-", "\N{MINUS SIGN}")


def _named(name: str, label: str) -> str:
    return f"{name} {label}".strip()


def _players(side: Side) -> list[dict[str, Any]]:
    """Return the given options and the other numbers of players, by that number."""
    found = [setting for setting in side["settings"] if setting["kind"] in ("base", "players")]
    return sorted(found, key=lambda setting: int(setting["options"]["players"]))


def _place_rows(side: Side) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    for setting in _players(side):
        for place in setting["places"]:
            players = len(setting["places"])
            yield f"{players} players, place {place['place'] + 1}", place, setting


def _seats(sides: Sequence[Side], names: Sequence[str]) -> Section:
    panels = []
    for title, key in (("share of victory less the fair one", "share"), ("mean score", "score")):
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
        "Equal players in every seat. Place 1 is the seat that began, the others follow in turn order. A fair game "
        "gives each place its part of the victories; where an interval misses the line, the place is worth something."
    )
    table = ReportTable(["place", "share of victory", "fair", "mean score"], rows)
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
        yield setting["label"] or "as given", {**figures, "first": setting["places"][0]["share"]}


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
        "The options as given, then each other option and variant in its turn. The winner's lead is in points over the "
        "second. “Deal decides” is the part of what separates equal players that comes again when the same deal is "
        "played again in the same seats: 0 when nothing does, 1 when the deal settles everything, as it does among "
        "players who have no luck of their own."
    )
    return Section(
        "Options and variants", text, [dots(panels, alt="Figures by setting")], [("", ReportTable(heads, rows))]
    )


def _lengths(sides: Sequence[Side], names: Sequence[str]) -> Section:
    titles = ["decisions in a match", "turns in a match"]
    found = [[side["settings"][0]["lengths"][key] for key in ("decisions", "turns")] for side in sides]
    rows = [
        [_named(name, "as given"), shown(side["settings"][0]["decisions"]), shown(side["settings"][0]["turns"])]
        for side, name in zip(sides, names, strict=True)
    ]
    text = "A turn is all that one seat decides in a row. The bars show which part of the matches is how long."
    table = ReportTable(["options", "decisions", "turns"], rows)
    return Section("Length", text, [histograms(titles, found, alt="Lengths of matches")], [("", table)])


def _skill(sides: Sequence[Side], names: Sequence[str]) -> Section:
    keys = (("ahead", "better one ahead"), ("rating", "points of rating"), ("skill", "variance that skill explains"))
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
        "Each level of play against the next, every deal in all seatings. “Ahead” is how often the better one has more "
        "points, a tie being half; “upset” is the rest. What skill does not explain of the differences is luck."
    )
    table = ReportTable(["step", "ahead", "upset", "rating", "skill explains"], rows)
    return Section("Skill and luck", text, [dots(panels, alt="The skill ladder")], [("", table)])


def _step(step: Mapping[str, Any]) -> str:
    return f"{step['lower']} < {step['upper']}"


def _items(sides: Sequence[Side], names: Sequence[str]) -> Iterator[Section]:
    """Yield a section for each kind of thing that is used."""
    by_kind: dict[str, list[dict[str, dict[str, Any]]]] = {}
    for at, side in enumerate(sides):
        for kind, items in groupby(side["items"], key=lambda item: item["kind"]):
            kinds = by_kind.setdefault(kind, [{} for _ in sides])
            kinds[at] = {item["item"]: item for item in items}
    for kind, found in by_kind.items():
        yield _kind(kind, found, names)


def _kind(kind: str, found: Sequence[Mapping[str, Mapping[str, Any]]], names: Sequence[str]) -> Section:
    heads = {"rate": "seats that used it", "share": "victory with each use", "points": "points with each use"}
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
    table = ReportTable([kind, "seats that used it", "times", "victory with each use", "points with each use"], rows)
    text = (
        "How many of the seats had or did it, and how much more of the victory, and of the points above the table's "
        "mean, went with each time. That says what goes together, not what causes what."
    )
    return Section(f"Use: {kind}", text, [dots(panels, alt=f"Use and worth of each {kind}")], [("", table)])


def _worth(found: Sequence[Mapping[str, Mapping[str, Any]]], item: str) -> float:
    figure = next(side[item]["points"] for side in found if item in side)
    return float("-inf") if figure.value is None else float(figure.value)


def _differences(differences: Sequence[Mapping[str, Any]]) -> Section:
    ranked = sorted(differences, key=lambda each: _strength(each["difference"]), reverse=True)
    apart = [each for each in ranked if _strength(each["difference"]) > 1]
    rest = ranked[len(apart) :]
    intervals = sum(each["difference"].low is not None for each in ranked)
    text = (
        "Every figure that both sets of options have, the clearest differences first. An interval that leaves out 0 "
        f"speaks for a difference, but of {intervals} intervals about {round(intervals / 20)} leave it out by chance "
        "alone: believe those that leave it out by far, or that a second report with another seed shows again."
    )
    tables = [(f"Intervals that leave out 0: {len(apart)} of {intervals}", _difference_table(apart))]
    return Section("A and B", text, [], [*tables, ("All others", _difference_table(rest))])


def _difference_table(differences: Sequence[Mapping[str, Any]]) -> ReportTable:
    rows = [[each["figure"], *(shown(each[key]) for key in ("a", "b", "difference"))] for each in differences]
    return ReportTable(["figure", "A", "B", "B less A"], rows)


def _strength(figure: Figure) -> float:
    """Return how far an interval is from 0: above 1 when it leaves it out, 0 where there is none."""
    if figure.value is None or figure.low is None or figure.high is None:
        return 0.0
    width = max(figure.high - figure.low, 1e-9)
    if figure.low > 0 or figure.high < 0:
        return 1 + min(abs(figure.low), abs(figure.high)) / width
    return min(abs(figure.value) / width, 1.0)
