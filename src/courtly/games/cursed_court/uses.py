"""What each seat had and did in a match of Cursed Court, for studies of balance: where it bet, and what scored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from courtly.engine.game import Use


def uses(view: Mapping[str, Any]) -> list[Use]:
    """Return what each seat used, from a spectator's view of a finished match.

    `region` is a region that a seat put a crown on, `region scored` one that gave its crown points at the end of a
    year, `chips` a stack bought between years or none.
    """
    found = []
    for line in view["log"]:
        if "report" in line:
            crowns = [crown for crown in line["report"].get("crowns", []) if crown["points"] > 0]
            found += [Use(crown["seat"], "region scored", crown["region"]) for crown in crowns]
            continue
        words = line["move"].split(" ")
        if words[0] == "bet":
            found.append(Use(line["seat"], "region", words[1]))
        elif words[0] in ("rebuy", "stand"):
            found.append(Use(line["seat"], "chips", words[0]))
    return found
