"""The scoring page of Courtisans in a terminal: where every point comes from.

The spies, then each family's status with what counted for it, then seat by seat the domain card by card, the missions
and the total, and at last who won.
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
    owner_form,
    short_role,
    status_name,
)
from courtly.scene.console import columns, heading, indented, on, ranking, signed
from courtly.text.reader import Reader


def scoring_page(view: View, reader: Reader) -> list[RenderableType]:
    """Return the blocks of the page, from top to bottom."""
    result = view["result"]
    assert result is not None
    blocks: list[RenderableType] = []
    if view["spies"]:
        blocks += [Text(), heading(reader.say("The spies")), indented(_spies(view, reader))]
    blocks += [Text(), heading(reader.say("The families at the Queen's table")), indented(_families(result, reader))]
    for seat in range(view["players"]):
        blocks += [Text(), *_seat(result, seat, reader)]
    return [*blocks, Text(), *ranking(view, reader)]


def _spies(view: View, reader: Reader) -> RenderableType:
    """Return each spy: who played it, where it lay, what it was."""
    grid = columns("left", "left", "left", "left")
    for spy in view["spies"]:
        card = spy["card"]
        grid.add_row(
            card_name(f"spy:{spy['n']}", reader.lang),
            reader.say("played by {name}", name=reader.names[spy["by"]]),
            area_name(spy["area"], reader) if spy["area"] else reader.say("eliminated"),
            Text(f" {card_name(card, reader.lang)} ", style=_ground(card)) if card else reader.say("stays unknown"),
        )
    return grid


def _families(result: Result, reader: Reader) -> RenderableType:
    """Return each family's count above and below, nobles double, its status, and what that makes a card worth."""
    grid = columns("left", "right", "right", "left", "left")
    for entry in result["families"]:
        grid.add_row(
            Text(f" {family_name(entry['family'], reader.lang)} ", style=on(family_colour(entry["family"]))),
            reader.say("{count} above", count=entry["above"]),
            reader.say("{count} below", count=entry["below"]),
            status_name(entry["status"], reader.lang),
            _worth(entry["status"], reader),
        )
    return grid


def _worth(status: str, reader: Reader) -> str:
    """Return what a status makes of the family's cards in a domain."""
    sentences = {
        "esteemed": reader.say("card +1, noble +2"),
        "fallen": reader.say("card -1, noble -2"),
        "neutral": reader.say("no effect"),
    }
    return sentences[status]


def _seat(result: Result, seat: int, reader: Reader) -> list[RenderableType]:
    """Return the scoring of one seat: its domain, its missions, its total."""
    grid = Table.grid(padding=(0, 2), expand=True)
    grid.add_column(width=17)
    grid.add_column(ratio=1)
    grid.add_column(justify="right", width=5)
    for family, cards in groupby(result["domains"][seat], key=lambda entry: str(entry["card"]).partition(".")[0]):
        _add_family(grid, family, list(cards), reader)
    for mission in result["missions"][seat]:
        _add_mission(grid, mission, reader)
    grid.add_row("", Text(reader.say("Total"), style="bold"), Text(str(result["scores"][seat]), style="bold"))
    title = reader.say("What {owner} domain and missions score", owner=owner_form(reader.name(seat), reader.lang))
    return [heading(title), indented(grid)]


def _add_family(grid: Table, family: str, cards: Sequence[ScoredCard], reader: Reader) -> None:
    """Add the cards of one family in a domain, each with its points, and their sum."""
    name = Text(f" {family_name(family, reader.lang)} ", style=on(family_colour(family)))
    status = status_name(cards[0]["status"], reader.lang)
    listed = packed([_scored_card(entry, reader) for entry in cards], indent=len(status))
    points = sum(entry["points"] for entry in cards)
    grid.add_row(name, reader.say("{status}: {cards}", status=status, cards=listed), signed(points))


def _scored_card(entry: ScoredCard, reader: Reader) -> str:
    """Return a card's role, for a spy with its number, and its points."""
    role = short_role(str(entry["card"]).partition(".")[2], reader.lang)
    name = card_name(f"spy:{entry['spy']}", reader.lang) if entry["spy"] else role
    return f"{name} {signed(entry['points'])}"


def packed(pieces: Sequence[str], *, indent: int, width: int = 48) -> str:
    r"""Return pieces on lines of at most `width`, none broken in two, the first line shorter by `indent`.

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


def _add_mission(grid: Table, mission: ScoredMission, reader: Reader) -> None:
    """Add a mission, met or not."""
    met, missed = Text(reader.say("✔ met"), style="green"), Text(reader.say("✘ not met"), style="red")
    mark = met if mission["met"] else missed
    grid.add_row(mark, mission_text(mission["mission"], reader.lang), signed(mission["points"]))


def _ground(card: str) -> str:
    """Return the style of a card's name on its family's colour."""
    return on(family_colour(card.partition(".")[0]))
