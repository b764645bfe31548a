"""Lists of one's own in the form of a new match, set regions and card sets: as text or a file, mended line by line."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import unescape
from typing import Any, NamedTuple

import httpx
import pytest

from courtly.games.cursed_court.components import components
from courtly.games.monarch.cardset import house_text
from tests.games.monarch.builders import small_set
from tests.web.helpers import JSON, NEW_MATCH, begin, page


def printed() -> str:
    """Return the printed set regions as a user's own file."""
    return json.dumps([{key: entry[key] for key in ("id", "name", "nobles")} for entry in components()["region"]])


def in_toml(regions: str) -> str:
    """Return a list of set regions, given as JSON, in the other form."""
    return "".join(
        f'[[region]]\nid = "{one["id"]}"\nname = {{ en = "{one["name"]["en"]}" }}\nnobles = {one["nobles"]}\n'
        for one in json.loads(regions)
    )


def small_cards() -> str:
    """Return a small card set, as JSON, that is called after its owner."""
    document = small_set()
    return json.dumps({**document, "set": {**document["set"], "name": dict.fromkeys(("en", "fr"), "Cards of Camille")}})


class List(NamedTuple):
    """A list that a form takes.

    `text` gives one that is right, `own` changes it so that a match shows `shown`, `other` is another form of the same;
    `refusal` is what begins a page that refuses one, in English and in French.
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
        """Return a form of the game."""
        return {**NEW_MATCH, "game": self.game, **fields}

    @property
    def mine(self) -> str:
        """The text of a list that differs from the one everybody has."""
        return self.text().replace(*self.own, 1)


REGIONS = List(
    "cursed_court",
    "regions",
    printed,
    ('"Affair"', '"Tryst"'),
    "Tryst",
    lambda: in_toml(printed().replace('"Affair"', '"Tryst"', 1)),
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
    ("Your card set cannot be used", "Votre jeu de cartes ne peut pas servir"),
    (("gold = 9 ", "gold = 900 "), ('terrain = "farm"', 'terrain = "sea"')),
)
every_list = pytest.mark.parametrize("own", [REGIONS, CARDS], ids=lambda own: own.field)


def problems(answer: httpx.Response) -> str:
    """Return the lines that say what is wrong."""
    assert answer.status_code == 422
    return unescape(answer.text.split('class="problems"')[1].split("</ul>", maxsplit=1)[0])


@pytest.mark.parametrize(
    ("own", "change", "line"),
    [
        (REGIONS, ('"king"', '"kign"'), "there is no noble 'kign'"),
        (REGIONS, ('"affair"', '"wedding"'), "is also the id of"),
        (REGIONS, ('["courtesan", "merchant", "king"]', '["courtesan", "courtesan", "king"]'), "a noble stands twice"),
        (REGIONS, ('["courtesan", "merchant", "king"]', '["priestess", "duke", "queen"]'), "the same set as"),
        (REGIONS, ('["courtesan", "merchant", "king"]', '["courtesan", "king"]'), "three or four nobles"),
        (REGIONS, ('"id": "affair"', '"id": "king"'), "is the name of a noble region"),
        (CARDS, ('path = "might"', 'path = "mihgt"'), "mihgt"),
        (CARDS, ("cost = { gold = 9 }", "cost = { gold = 900 }"), "900"),
        (CARDS, ('id = "storm-charger"', 'id = "tiger-pelt"'), "tiger-pelt"),
        (CARDS, ('kind = "extra_income"', 'kind = "extra_incomes"'), "extra_incomes"),
        (CARDS, ("schema = 1", "schema = 2"), "schema"),
    ],
)
def test_what_is_wrong_with_a_list_is_said_line_by_line_and_the_list_is_kept(
    client: httpx.Client, own: List, change: tuple[str, str], line: str
) -> None:
    text = own.text().replace(*change, 1)
    answer = client.post("/tables", data=own.new(**{own.field: text}))
    assert own.refusal[0] in answer.text
    assert line in problems(answer)
    assert text[:40] in unescape(answer.text.split("<textarea")[1])


@every_list
def test_every_problem_has_a_line_of_its_own(client: httpx.Client, own: List) -> None:
    text = own.text()
    for change in own.two_problems:
        text = text.replace(*change, 1)
    assert problems(client.post("/tables", data=own.new(**{own.field: text}))).count("<li>") == 2


@every_list
def test_a_bad_list_is_refused_in_the_language_of_its_reader(client: httpx.Client, own: List) -> None:
    data, headers = own.new(**{own.field: "schema = 2"}), {"Accept-Language": "fr"}
    assert own.refusal[1] in client.post("/tables", data=data, headers=headers).text


@every_list
def test_a_list_of_ones_own_is_played_from_text_in_either_form_and_from_a_file(client: httpx.Client, own: List) -> None:
    files = {f"{own.field}-file": ("mine.txt", own.mine.encode())}
    by_file = client.post("/tables", data=own.new(), files=files, follow_redirects=False).headers["location"]
    urls = [by_file, *(begin(client, **own.new(**{own.field: text})) for text in (own.mine, own.other()))]
    assert [own.shown in page(client, url) for url in urls] == [True] * 3
    assert own.shown not in page(client, begin(client, **own.new()))


@every_list
def test_a_file_takes_the_place_of_the_text_and_an_empty_one_does_not(client: httpx.Client, own: List) -> None:
    files, data = {f"{own.field}-file": ("mine.txt", own.mine.encode())}, own.new(**{own.field: "nonsense"})
    assert client.post("/tables", data=data, files=files, follow_redirects=False).status_code == 303
    empty = client.post("/tables", data=own.new(), files={f"{own.field}-file": ("", b"")}, follow_redirects=False)
    assert own.shown not in page(client, empty.headers["location"])


@every_list
@pytest.mark.parametrize(("field", "content"), [("", b"\xff\xfe\x00"), ("name", b"Camille")])
def test_a_file_that_is_no_text_or_stands_where_none_belongs_is_refused(
    client: httpx.Client, own: List, field: str, content: bytes
) -> None:
    where = field or f"{own.field}-file"
    data = {name: value for name, value in own.new().items() if name != where}
    answer = client.post("/tables", data=data, files={where: ("my.toml", content)}, headers=JSON)
    assert (answer.status_code, answer.json()["error"]["where"]) == (422, where)
