"""Custom lists (set regions, card sets) in the form of a new match: sent as text or as a file; errors have lines."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import unescape
from typing import Any, NamedTuple

import httpx
import pytest

from courtly.games.monarch.cardset import house_text
from tests.games.cursed_court.own_regions import printed_file
from tests.games.monarch.builders import small_set
from tests.web.helpers import JSON, NEW_MATCH, begin, page


def in_toml(regions: str) -> str:
    """Return a list of set regions, given as JSON, in TOML."""
    return "".join(
        f'[[region]]\nid = "{one["id"]}"\nname = {{ en = "{one["name"]["en"]}" }}\nnobles = {one["nobles"]}\n'
        for one in json.loads(regions)
    )


def small_cards() -> str:
    """Return a small card set, as JSON, with its own name."""
    document = small_set()
    return json.dumps({**document, "set": {**document["set"], "name": dict.fromkeys(("en", "fr"), "Cards of Camille")}})


class List(NamedTuple):
    """A custom list that the form of a new match accepts.

    `text` returns a valid list. `own` is a change of it: the old and the new text. A match with the changed list shows
    `shown`. `other` returns the changed list in another format. `refusal` is the heading of the error page in English
    and in French. `two_problems` are two changes; each makes the list invalid.
    """

    game: str
    field: str
    text: Callable[[], str]
    own: tuple[str, str]
    shown: str
    other: Callable[[], str]
    refusal: tuple[str, str]
    two_problems: tuple[tuple[str, str], tuple[str, str]]

    def new(self, **fields: Any) -> dict[str, Any]:
        """Return the fields of a form for a new match."""
        return {**NEW_MATCH, "game": self.game, **fields}

    @property
    def mine(self) -> str:
        """The changed list."""
        return self.text().replace(*self.own, 1)


REGIONS = List(
    "cursed_court",
    "regions",
    printed_file,
    ('"Affair"', '"Tryst"'),
    "Tryst",
    lambda: in_toml(printed_file().replace('"Affair"', '"Tryst"', 1)),
    ("Your list of set regions cannot be used", "Votre liste de régions ne peut pas servir"),
    (('"merchant", "king"', '"merchant", "kign"'), ('"wedding"', '"duel"')),
)
CARDS = List(
    "monarch",
    "card_set",
    house_text,
    ("Monarch: house cards", "Cards of Camille"),
    "Cards of Camille",
    small_cards,
    ("Your card set has errors", "Votre jeu de cartes contient des erreurs"),
    (("gold = 9 ", "gold = 900 "), ('terrain = "farm"', 'terrain = "sea"')),
)
every_list = pytest.mark.parametrize("own", [REGIONS, CARDS], ids=lambda own: own.field)


def problems(answer: httpx.Response) -> str:
    """Return the lines of the error list."""
    assert answer.status_code == 422
    return unescape(answer.text.split('class="problems"')[1].split("</ul>", maxsplit=1)[0])


@pytest.mark.parametrize(
    ("own", "change", "line"),
    [
        (REGIONS, ('"king"', '"kign"'), "there is no noble 'kign'"),
        (REGIONS, ('"affair"', '"wedding"'), "is already the id of"),
        (
            REGIONS,
            ('["courtesan", "merchant", "king"]', '["courtesan", "courtesan", "king"]'),
            "contains the same noble twice",
        ),
        (REGIONS, ('["courtesan", "merchant", "king"]', '["priestess", "duke", "queen"]'), "the same set as"),
        (REGIONS, ('["courtesan", "merchant", "king"]', '["courtesan", "king"]'), "three or four nobles"),
        (REGIONS, ('"id": "affair"', '"id": "king"'), "is already the id of a noble region"),
        (CARDS, ('path = "might"', 'path = "mihgt"'), "mihgt"),
        (CARDS, ("cost = { gold = 9 }", "cost = { gold = 900 }"), "900"),
        (CARDS, ('id = "storm-charger"', 'id = "tiger-pelt"'), "tiger-pelt"),
        (CARDS, ('kind = "extra_income"', 'kind = "extra_incomes"'), "extra_incomes"),
        (CARDS, ("schema = 1", "schema = 2"), "schema"),
    ],
)
def test_errors_in_a_list_name_the_line_and_the_form_keeps_the_list(
    client: httpx.Client, own: List, change: tuple[str, str], line: str
) -> None:
    text = own.text().replace(*change, 1)
    answer = client.post("/tables", data=own.new(**{own.field: text}))
    assert own.refusal[0] in answer.text
    assert line in problems(answer)
    assert text[:40] in unescape(answer.text.split("<textarea")[1])


@every_list
def test_every_problem_has_its_own_line(client: httpx.Client, own: List) -> None:
    text = own.text()
    for change in own.two_problems:
        text = text.replace(*change, 1)
    assert problems(client.post("/tables", data=own.new(**{own.field: text}))).count("<li>") == 2


@every_list
def test_an_invalid_list_is_rejected_in_the_viewers_language(client: httpx.Client, own: List) -> None:
    data, headers = own.new(**{own.field: "schema = 2"}), {"Accept-Language": "fr"}
    assert own.refusal[1] in client.post("/tables", data=data, headers=headers).text


@every_list
def test_a_custom_list_can_be_sent_as_text_in_two_formats_or_as_a_file(client: httpx.Client, own: List) -> None:
    files = {f"{own.field}-file": ("mine.txt", own.mine.encode())}
    by_file = client.post("/tables", data=own.new(), files=files, follow_redirects=False).headers["location"]
    urls = [by_file, *(begin(client, **own.new(**{own.field: text})) for text in (own.mine, own.other()))]
    assert [own.shown in page(client, url) for url in urls] == [True] * 3
    assert own.shown not in page(client, begin(client, **own.new()))


@every_list
def test_a_file_replaces_the_text_field_unless_the_file_is_empty(client: httpx.Client, own: List) -> None:
    files, data = {f"{own.field}-file": ("mine.txt", own.mine.encode())}, own.new(**{own.field: "nonsense"})
    assert client.post("/tables", data=data, files=files, follow_redirects=False).status_code == 303
    empty = client.post("/tables", data=own.new(), files={f"{own.field}-file": ("", b"")}, follow_redirects=False)
    assert own.shown not in page(client, empty.headers["location"])


@every_list
@pytest.mark.parametrize(("field", "content"), [("", b"\xff\xfe\x00"), ("name", b"Camille")])
def test_a_binary_file_or_a_file_for_a_text_field_is_rejected(
    client: httpx.Client, own: List, field: str, content: bytes
) -> None:
    where = field or f"{own.field}-file"
    data = {name: value for name, value in own.new().items() if name != where}
    answer = client.post("/tables", data=data, files={where: ("my.toml", content)}, headers=JSON)
    assert (answer.status_code, answer.json()["error"]["where"]) == (422, where)
