"""The scoring page of Courtisans in a terminal: the source of every point.

It shows the spies, then the status and counts of each family. Then it shows each seat's domain card by card, its
missions and its total. The ranking comes last.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from courtly.games.courtisans.view import Result, ScoredCard, ScoredMission, View
from courtly.games.courtisans.words import (
    area_name,
    card_name,
    family_colour,
    family_name,
    mission_text,
    short_role,
    status_name,
)
from courtly.scene.console import columns, heading, indented, on, ranking, signed
from courtly.text.locales import Locale


def scoring_page(view: View, locale: Locale) -> list[RenderableType]:
    """Return the blocks of the page, from top to bottom."""
    result = view["result"]
    assert result is not None
    blocks: list[RenderableType] = []
    if view["spies"]:
        blocks += [Text(), heading(locale.say("The spies")), indented(_spies(view, locale))]
    blocks += [Text(), heading(locale.say("The families at the Queen’s table")), indented(_families(result, locale))]
    for seat in range(view["players"]):
        blocks += [Text(), *_seat(result, seat, locale)]
    return [*blocks, Text(), *ranking(view, locale)]


def _spies(view: View, locale: Locale) -> RenderableType:
    """Return a row for each spy: its player, its area and its card."""
    grid = columns("left", "left", "left", "left")
    for spy in view["spies"]:
        card = spy["card"]
        grid.add_row(
            card_name(f"spy:{spy['n']}", locale.lang),
            locale.say("played by {name}", name=locale.names[spy["by"]]),
            area_name(spy["area"], locale) if spy["area"] else locale.count("eliminated", "eliminated", 1),
            Text(f" {card_name(card, locale.lang)} ", style=_ground(card)) if card else locale.say("stays unknown"),
        )
    return grid


def _families(result: Result, locale: Locale) -> RenderableType:
    """Return a row for each family: its counts above and below (nobles double), its status and its card value."""
    grid = columns("left", "right", "right", "left", "left")
    for entry in result["families"]:
        grid.add_row(
            Text(f" {family_name(entry['family'], locale.lang)} ", style=on(family_colour(entry["family"]))),
            locale.say("{count} above", count=entry["above"]),
            locale.say("{count} below", count=entry["below"]),
            status_name(entry["status"], locale.lang),
            _worth(entry["status"], locale),
        )
    return grid


def _worth(status: str, locale: Locale) -> str:
    """Return the value that a status gives to the family's cards in a domain."""
    sentences = {
        "esteemed": locale.say("card +1, noble +2"),
        "fallen": locale.say("card -1, noble -2"),
        "neutral": locale.say("no effect"),
    }
    return sentences[status]


def _seat(result: Result, seat: int, locale: Locale) -> list[RenderableType]:
    """Return the scoring of one seat: domain, missions and total."""
    grid = Table.grid(padding=(0, 2), expand=True)
    grid.add_column(width=17)
    grid.add_column(ratio=1)
    grid.add_column(justify="right", width=5)
    for family, cards in groupby(result["domains"][seat], key=lambda entry: str(entry["card"]).partition(".")[0]):
        _add_family(grid, family, list(cards), locale)
    for mission in result["missions"][seat]:
        _add_mission(grid, mission, locale)
    grid.add_row("", Text(locale.say("Total"), style="bold"), Text(str(result["scores"][seat]), style="bold"))
    title = locale.say("{owner} domain and missions", owner=locale.owner(seat))
    return [heading(title), indented(grid)]


def _add_family(grid: Table, family: str, cards: Sequence[ScoredCard], locale: Locale) -> None:
    """Add one family's cards in a domain, with the points of each card and their sum."""
    name = Text(f" {family_name(family, locale.lang)} ", style=on(family_colour(family)))
    status = status_name(cards[0]["status"], locale.lang)
    listed = packed([_scored_card(entry, locale) for entry in cards], indent=len(status))
    points = sum(entry["points"] for entry in cards)
    grid.add_row(name, locale.say("{status}: {cards}", status=status, cards=listed), signed(points))


def _scored_card(entry: ScoredCard, locale: Locale) -> str:
    """Return a card's role, or the number if it was a spy, and its points."""
    role = short_role(str(entry["card"]).partition(".")[2], locale.lang)
    name = card_name(f"spy:{entry['spy']}", locale.lang) if entry["spy"] else role
    return f"{name} {signed(entry['points'])}"


def packed(pieces: Sequence[str], *, indent: int, width: int = 48) -> str:
    r"""Join pieces into lines of at most `width` characters without splitting a piece. `indent` shortens the first.

    Examples
    --------
    >>> packed(["guard -1", "noble -2", "guard -1"], indent=4, width=24)
    'guard -1, noble -2,\nguard -1'
    """
    lines, room = [""], width - indent
    for piece in pieces:
        if lines[-1] and len(f"{lines[-1]}{piece},") > room:
            lines.append("")
            room = width
        lines[-1] += f"{piece}, "
    return "\n".join(line.rstrip() for line in lines).rstrip(",")


def _add_mission(grid: Table, mission: ScoredMission, locale: Locale) -> None:
    """Add a mission, with a mark that says whether it is met."""
    met, missed = Text(locale.say("✔ met"), style="green"), Text(locale.say("✘ not met"), style="red")
    mark = met if mission["met"] else missed
    grid.add_row(mark, mission_text(mission["mission"], locale.lang), signed(mission["points"]))


def _ground(card: str) -> str:
    """Return the style for a card's name on the colour of its family."""
    return on(family_colour(card.partition(".")[0]))
