"""Monarch in words: names, abilities, choices and log lines, said well in both languages."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from typing import Any

import pytest

from courtly.engine.words import LANGUAGES
from courtly.games.monarch.cards import Banner, CardSet, Effect, Formula, Moon, Pledge, Power
from courtly.games.monarch.cardset import house, house_hash, house_text
from courtly.games.monarch.history import change_words
from courtly.games.monarch.names import entries
from courtly.games.monarch.words import (
    Holding,
    ability_lines,
    annotated,
    barter_words,
    card_name,
    card_text,
    cards_of,
    cards_words,
    cost_of,
    counted,
    crowns_words,
    effect_words,
    emblem_name,
    find,
    formula_words,
    kind_name,
    log_words,
    moon_lines,
    move_words,
    option_help,
    option_name,
    path_name,
    power_words,
    price_words,
    requirement_words,
    resource_name,
    seat_name,
    set_name,
    set_notice,
    terrain_name,
    the_card,
    told,
    value_name,
    why,
)

NAMES = ["Ann", "Bo", "Cyd"]
HOUSE = house()
MIGHT = Formula("per_path", path="might", per=2)

both = pytest.mark.parametrize("lang", LANGUAGES)


def own_set(**changes: Any) -> CardSet:
    """The house set, changed."""
    return replace(HOUSE, **changes)


def land(cell: str, terrain: str, *, improvement: str | None = None) -> dict[str, Any]:
    """A board of the grid, with an improvement or without."""
    top = find(improvement, HOUSE) if improvement else None
    return {
        "cell": cell,
        "land": "small-village" if terrain == "village" else "simple-farm",
        "terrain": terrain,
        "yield": getattr(top, "yields", 1),
        "path": getattr(top, "path", "none"),
        "improvement": improvement,
        "covered": [],
    }


def seated(court: str = "", **changes: Any) -> dict[str, Any]:
    """A seat, its Court Cards given as ids in one text."""
    cards = [{"card": card, "crowns": 0} for card in court.split()]
    seat = {"gold": 5, "food": 5, "court": cards, "guests": [], "banner": None, "score": 0}
    return seat | {"harvest": 4, "tax": 5, "feed": 5} | changes


def shop(card: str, **price: int) -> dict[str, Any]:
    """A card of the market with its price."""
    cost = {"gold": 0, "food": 0} | price
    return {"card": card, "kind": "court", "cost": cost, "price": cost, "affordable": True, "free": False, "fits": True}


def table(**changes: Any) -> dict[str, Any]:
    """What seat 0 knows of a small match."""
    lands = [land("a1", "village", improvement="watchtower-square"), land("b1", "village"), land("c1", "farm")]
    guest = {"card": "weepy-poet", "crowns": -1}
    view = {
        "options": {"players": 3, "card_set": "house", "banners": True, "max_rounds": 60},
        "seat": 0,
        "lands": lands,
        "seats": [
            seated("tiger-pelt scale-hauberk keeper-of-ledgers", guests=[guest]),
            seated("deep-larder", food=7),
            seated(),
        ],
        "market": [shop("war-falcon", gold=5), shop("canal-quay", food=6), None, shop("deep-larder", gold=1, food=5)],
        "sweep_price": 3,
        "pending": {"card": "canal-quay"},
        "moon": {"moon": "raiders-moon", "resource": "gold", "target": 4, "missing": 3, "pledges": [0, 1, 0]},
        "log": [],
    }
    return view | changes


def said(move: str, lang: str = "en", **changes: Any) -> str:
    """A choice of seat 0 in words."""
    return move_words(move, table(**changes), lang, names=NAMES)


def lines(*entries: Any) -> list[dict[str, Any]]:
    """A log: moves as `(seat, move)`, reports as tables."""
    return [{"report": entry} if isinstance(entry, dict) else {"seat": entry[0], "move": entry[1]} for entry in entries]


def tell(*entries: Any, lang: str = "en", start: int = 0) -> list[str]:
    """What is told of a log."""
    return told(table(log=lines(*entries)), NAMES, lang, start=start)


def moon(outcome: str, card: str = "raiders-moon", **changes: Any) -> dict[str, Any]:
    """The report of a Moon."""
    still = {"gold": [0, 0, 0], "food": [0, 0, 0], "paid": None, "ruined": [], "flush": False}
    return {"what": "moon", "moon": card, "outcome": outcome} | still | changes


@both
def test_every_card_has_a_name_a_kind_and_a_way_to_stand_in_a_sentence(lang: str) -> None:
    for entry in entries(HOUSE):
        assert card_name(entry.id, HOUSE, lang) == entry.name[lang]
        assert entry.name[lang] in the_card(entry.id, HOUSE, lang)
        assert kind_name(entry.id, HOUSE, lang)[0].isupper()
    assert the_card("astronomer", HOUSE, "fr") == "«\u00a0Astronome\u00a0»"
    assert cards_words(["astronomer", "fireworks"], HOUSE) == "Astronomer, Fireworks"


def test_a_set_that_lacks_the_readers_language_is_read_in_its_first() -> None:
    owl = replace(HOUSE.courts[0], id="owl", name={"de": "Eule"}, text={"de": "Klug."})
    cards = own_set(
        courts=(owl,), languages=("de",), paths={"might": {"de": "Macht"}}, emblems={"beast": {"de": "Tier"}}
    )
    assert (card_name("owl", cards, "fr"), card_text("owl", cards)) == ("Eule", "Klug.")
    assert (path_name("might", cards), emblem_name("beast", cards)) == ("Macht", "Tier")


def test_a_name_cannot_steer_a_screen_and_without_any_the_id_stands_for_it() -> None:
    odd = replace(HOUSE.courts[0], id="odd", name={"en": "a\nb\x1b[2J"})
    bare = replace(HOUSE.courts[0], id="bare", name={})
    cards = own_set(courts=(odd, bare), name={}, emblems={"beast": {}})
    assert [card_name(card, cards) for card in ("odd", "bare")] == ["a\ufffdb\ufffd[2J", "bare"]
    assert (set_name(cards), emblem_name("beast", cards)) == ("monarch-house", "beast")


@both
def test_the_house_set_says_that_it_is_not_the_printed_one(lang: str) -> None:
    assert set_notice(HOUSE, lang) == HOUSE.notice[lang]
    assert set_name(HOUSE, lang) == HOUSE.name[lang]
    assert card_text("fireworks", HOUSE, lang).endswith(".")
    assert card_text("stone-bridge", HOUSE, lang) == ""


def test_the_card_set_of_a_match_is_found_by_its_options() -> None:
    assert cards_of({"card_set": "house"}) is cards_of({"card_set": f"house@{house_hash()}"}) is HOUSE
    own = tomllib.loads(house_text())
    own["set"]["name"]["en"] = "Mine"
    assert cards_of({"card_set": own}) is cards_of({"card_set": dict(own)})
    assert set_name(cards_of({"card_set": own})) == "Mine"


@both
def test_small_words_differ(lang: str) -> None:
    paths = [path_name(path, HOUSE, lang) for path in ("might", "culture", "wisdom", "bounty", "none", "balance")]
    assert len(set(paths)) == 6
    assert len({terrain_name(terrain, lang) for terrain in ("village", "farm", "any")}) == 3
    assert resource_name("gold", lang) != resource_name("food", lang)
    assert seat_name(2, NAMES, lang) == "Cyd"
    assert "2" in seat_name(2, (), lang)


@pytest.mark.parametrize(
    ("count", "what", "english", "french"),
    [(1, "gold", "1 gold", "1 or"), (0, "food", "0 food", "0 vivres"), (-2, "crowns", "−2 crowns", "−2 couronnes")],
)
def test_things_are_counted(count: int, what: str, english: str, french: str) -> None:
    assert (counted(count, what), counted(count, what, "fr")) == (english, french)


def test_prices_name_what_is_paid() -> None:
    assert price_words(cost_of("pure-white-stag", HOUSE)) == "4 gold and 6 food"
    assert price_words(cost_of("bottomless-baron", HOUSE), "fr") == "5 vivres"
    assert price_words({"gold": 0, "food": 0}) == "nothing"


@pytest.mark.parametrize(
    ("card", "english", "french"),
    [
        (
            "tiger-pelt",
            "2 for each Might card in the court and on the lands",
            "2 par carte Puissance de la cour et des terres",
        ),
        ("court-composer", "1, and 2 for each Culture card in the court", "1, plus 2 par carte Culture de la cour"),
        ("scale-hauberk", "7", "7"),
        ("weepy-poet", "−1, and −1 for each Culture card in the court", "−1, plus −1 par carte Culture de la cour"),
        (
            "war-falcon",
            "6 with at least 3 Might cards in the court, otherwise 2",
            "6 avec au moins 3 cartes Puissance de la cour, sinon 2",
        ),
        (
            "astronomer",
            "0 with Fireworks in the same court, otherwise 4",
            "0 avec «\u00a0Feux d'artifice\u00a0» dans la même cour, sinon 4",
        ),
        (
            "deep-larder",
            "2, and 1 for every 2 food left at the end, at most 7",
            "2, plus 1 par tranche de 2 vivres restants à la fin, au plus 7",
        ),
        (
            "shadow-theatre",
            "2, and 1 for each different emblem in the court",
            "2, plus 1 par emblème différent de la cour",
        ),
        (
            "hall-of-lanterns",
            "5, and 1 for each village that yields 2 or more",
            "5, plus 1 par village qui rend 2 ou plus",
        ),
        ("watchtower-square", "", ""),
    ],
)
def test_crowns_are_told_from_the_data(card: str, english: str, french: str) -> None:
    assert (crowns_words(card, HOUSE), crowns_words(card, HOUSE, "fr")) == (english, french)


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        (replace(MIGHT, where="board"), "2 for each Might improvement on the lands"),
        (replace(MIGHT, min=3), "2 for each Might card in the court, at least 3"),
        (replace(MIGHT, base=1, min=3, max=9), "1, and 2 for each Might card in the court, at least 3 and at most 9"),
        (Formula("per_resource", resource="gold", each=3), "1 for every 3 gold left at the end"),
        (Formula("per_land", terrain="any", min_yield=1, per=1), "1 for each land"),
        (Formula("per_variety", of="path", per=2), "2 for each different path in the court"),
        (Formula("per_guest", whose="others"), "1 for each guest lodged with another sister"),
        (
            Formula("if_count", emblem="beast", then=4, otherwise=-1),
            "4 with at least 1 card with the emblem beast in the court, otherwise −1",
        ),
    ],
)
def test_formulas_that_the_house_set_lacks_have_words_too(formula: Formula, words: str) -> None:
    assert formula_words(formula, HOUSE) == words


def text_of(card: str, lang: str) -> str:
    """All that is said about a card, without its name."""
    entry = find(card, HOUSE)
    needs = [requirement_words(entry, HOUSE, lang)] if isinstance(entry, Banner) else []
    return " ".join([crowns_words(card, HOUSE, lang), *ability_lines(card, HOUSE, lang, players=3), *needs])


@both
def test_every_card_says_what_it_does(lang: str) -> None:
    for entry in entries(HOUSE):
        text = text_of(entry.id, lang)
        assert not re.search(r"[{}]|None|\s\s", text)
        assert bool(text) != (entry in HOUSE.lands)


@both
def test_cards_with_other_data_say_something_else(lang: str) -> None:
    said = {text_of(card.id, lang) for card in HOUSE.moons + HOUSE.banners}
    assert len(said) == len(HOUSE.moons) + len(HOUSE.banners)


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (Effect("gain", "food", 3), "When you acquire this card you gain 3 food."),
        (
            Effect("collect", "gold", 1),
            "When you acquire this card each other sister gives you 1 gold, or what she has.",
        ),
        (Effect("dismiss_guest", amount=1), "When you acquire this card you may discard one of your own guests."),
        (Effect("dismiss_guest", amount=2), "When you acquire this card you may discard your own guests, 2 at most."),
        (Effect("free_improvement"), "The turn you acquire this card one improvement costs you nothing."),
        (Effect("free_sweep"), "The turn you acquire this card your next sweep costs nothing."),
        (Effect("extra_income"), "The turn you acquire this card you may harvest or tax once more."),
    ],
)
def test_what_happens_once_is_a_sentence(effect: Effect, words: str) -> None:
    assert effect_words(effect) == words


@pytest.mark.parametrize(
    ("power", "words"),
    [
        (Power("discount", on="court", resource="gold", amount=1), "You pay 1 gold less for a Court Card."),
        (
            Power("discount", on="improvement", path="culture", resource="food", amount=2),
            "You pay 2 food less for an improvement of Culture.",
        ),
        (Power("discount", on="sweep", resource="gold", amount=2), "You pay 2 gold less for a sweep of the market."),
        (
            Power("rebate", on="guest", resource="gold", amount=1),
            "You get 1 gold back each time you acquire an Unwanted Guest.",
        ),
        (Power("income_bonus", when="harvest", amount=2), "Each time you harvest you gain 2 food more."),
        (Power("income_bonus", when="tax", amount=1), "Each time you tax you gain 1 gold more."),
        (Power("tax_relief", amount=2), "When you tax, 2 of the villages need no food from you."),
        (Power("guest_relief", amount=1), "Each guest with you costs you 1 crown less."),
        (
            Power("barter", resource="food", amount=3, get="gold", get_amount=2),
            "Once on each of your turns you may pay 3 food and take 2 gold.",
        ),
    ],
)
def test_a_lasting_power_is_a_sentence(power: Power, words: str) -> None:
    assert power_words(power, HOUSE) == words
    assert power_words(power, HOUSE, "fr") != words


def test_a_moon_says_what_it_does_and_what_is_paid_together() -> None:
    raiders = next(moon for moon in HOUSE.moons if moon.id == "raiders-moon")
    english = moon_lines(raiders, players=3)
    assert english[0] == "The sisters may pay 4 gold together."
    assert english[1].startswith("If it is not paid: the village improvement with the highest yield goes")
    assert moon_lines(raiders)[0] == "The sisters may pay 1 gold for each of them, and 1 gold more, together."
    pledge = replace(raiders, pledge=Pledge("food", 2), met=(Effect("harvest"),), unmet=())
    assert moon_lines(pledge) == [
        "The sisters may pay 2 food for each of them together.",
        "If it is paid: every sister gains the food that all farms yield.",
    ]
    assert moon_lines(replace(pledge, pledge=Pledge("food", base=5)))[0] == "The sisters may pay 5 food together."


@both
@pytest.mark.parametrize("who", ["all", "top_pledger", "most", "fewest"])
@pytest.mark.parametrize("measure", ["gold", "food", "court", "guests"])
def test_whoever_a_moon_touches_is_named(who: str, measure: str, lang: str) -> None:
    measured = measure if who in ("most", "fewest") else None
    effects = [Effect(kind, "food", 2, who, measured) for kind in ("gain", "lose", "halve", "harvest")]
    effects += [Effect("ruin", terrain=terrain) for terrain in ("any", "village", "farm")] + [Effect("flush")]
    told = [moon_lines(Moon(id="m", name={}, effects=(effect,)), lang) for effect in effects]
    assert len({text for (text,) in told}) == len(effects)
    assert all(text[0].isupper() and text.endswith(".") for (text,) in told)


def test_what_a_banner_asks_for_is_a_sentence() -> None:
    banner = HOUSE.banners[0]
    assert requirement_words(banner, HOUSE) == "At least 2 Might cards in the court."
    assert requirement_words(replace(banner, at_least=1), HOUSE) == "A Might card in the court."
    assert requirement_words(HOUSE.banners[-1], HOUSE, "fr") == "Au moins 4 voies différentes dans la cour."
    assert ability_lines("b", own_set(banners=(replace(banner, id="b", power=None),))) == []


@pytest.mark.parametrize(
    ("card", "seat", "words"),
    [
        ("tiger-pelt", 0, "2 × 3 Might: 2 in the court, 1 on the lands"),
        ("scale-hauberk", 0, "always"),
        ("war-falcon", 0, "2 Might cards in the court; 3 needed"),
        ("astronomer", 0, "Fireworks is not in the same court"),
        ("high-librarian", 0, "3, and 1 × 1 card with the emblem advisor in the court"),
        ("shadow-theatre", 0, "2, and 1 × 2 different emblems in the court"),
        ("patchwork-cloak", 0, "2, and 1 × 2 different paths in the court"),
        ("hall-of-lanterns", 0, "5, and 1 × 1 village that yields 2 or more"),
        ("hill-raiders", 1, "2, and 1 × 1 guest lodged with another sister"),
        ("court-jester", 0, "3, and 2 × 1 guest lodged with the same sister"),
        ("deep-larder", 1, "2, and 1 × 3, for 7 food left at the end"),
        ("royal-strongbox", 1, "3, and 1 × 5 gold left at the end; limit 7"),
        ("weepy-poet", 0, "−1, and −1 × 0 Culture cards in the court"),
    ],
)
def test_what_makes_up_the_crowns_now_is_told(card: str, seat: int, words: str) -> None:
    assert why(card, Holding(table(), seat, HOUSE)) == words


def test_what_makes_up_the_crowns_now_is_told_in_french() -> None:
    french = why("tiger-pelt", Holding(table(), 0, HOUSE), "fr")
    assert french == "2 × 3 Puissance\u00a0: 2 dans la cour, 1 sur les terres"


def test_a_card_that_spoils_another_is_named_while_it_is_there() -> None:
    view = table(seats=[seated("fireworks astronomer")])
    assert why("astronomer", Holding(view, 0, HOUSE)) == "Fireworks is in the same court"


def test_improvements_that_are_looked_at_alone_are_told() -> None:
    card = replace(HOUSE.courts[0], crowns=replace(MIGHT, where="board"))
    assert why(card.id, Holding(table(), 0, own_set(courts=(card,)))) == "2 × 1 Might improvement on the lands"


def test_relief_from_guests_is_told_of_cards_and_banner() -> None:
    kind = replace(HOUSE.banners[0], id="kind", power=Power("guest_relief", amount=2))
    cards = own_set(banners=(*HOUSE.banners, kind))
    for flown, relief in (("kind", 3), ("banner-of-might", 1)):
        banner = {"banner": flown, "crowns": 0}
        view = table(seats=[seated("old-nurse", guests=[{"card": "fault-finding-aunt", "crowns": -1}], banner=banner)])
        assert why("fault-finding-aunt", Holding(view, 0, cards)) == f"always; relief {relief}"


@pytest.mark.parametrize(
    ("move", "english", "french"),
    [
        ("harvest", "Harvest: gain 4 food", "Récolter\u00a0: gagner 4 vivres"),
        (
            "tax",
            "Tax: feed the villages with 5 food and gain 5 gold",
            "Lever l'impôt\u00a0: nourrir les villages avec 5 vivres et gagner 5 or",
        ),
        ("sweep", "Sweep the market for 3 gold", "Balayer le marché pour 3 or"),
        ("fly banner-of-might", "Fly Banner of Might", "Déployer «\u00a0Bannière de la Puissance\u00a0»"),
        (
            "barter keeper-of-ledgers",
            "Barter with Keeper of Ledgers: 3 food for 2 gold",
            "Faire un troc grâce à «\u00a0Gardienne des registres\u00a0»\u00a0: 3 vivres contre 2 or",
        ),
        ("end", "End your turn", "Finir votre tour"),
        ("buy war-falcon", "Acquire War Falcon for 5 gold", "Acquérir «\u00a0Faucon de guerre\u00a0» pour 5 or"),
        ("buy deep-larder", "Acquire Deep Larder for 1 gold and 5 food", None),
        ("free canal-quay", "Acquire Canal Quay with a free improvement", None),
        ("add", "Add Canal Quay to your court", None),
        ("replace tiger-pelt", "Put Canal Quay in the place of Tiger Pelt", None),
        ("build a1", "Build Canal Quay on a1: Watchtower Square, yield 2", None),
        (
            "build b1",
            "Build Canal Quay on b1: Small Village, yield 1",
            "Bâtir «\u00a0Quai du canal\u00a0» en b1\u00a0: «\u00a0Petit village\u00a0», rend 1",
        ),
        ("send 2", "Send Canal Quay to Cyd", "Envoyer «\u00a0Quai du canal\u00a0» chez Cyd"),
        ("dismiss weepy-poet", "Discard Weepy Poet", None),
        ("keep", "Discard no guest", None),
        ("pledge 2", "Pledge 2 gold", "Promettre 2 or"),
        ("pass", "Pledge nothing more for now", None),
    ],
)
def test_every_choice_has_words(move: str, english: str, french: str | None) -> None:
    assert said(move) == english
    assert said(move, "fr") == french or french is None
    assert said(move, "fr") != english


def test_choices_that_cost_nothing_say_so() -> None:
    assert said("sweep", sweep_price=0) == "Sweep the market at no cost"
    assert said("tax", seats=[seated(feed=0)]) == "Tax: gain 5 gold"
    assert said("buy war-falcon", market=[shop("war-falcon")]) == "Acquire War Falcon at no cost"


def test_a_second_pledge_says_what_it_makes_in_all() -> None:
    assert move_words("pledge 2", table(seat=1)) == "Pledge 2 gold more, 3 in all"


def test_a_banner_can_barter_too() -> None:
    power = Power("barter", resource="gold", amount=1, get="food", get_amount=3)
    cards = own_set(banners=(replace(HOUSE.banners[0], power=power),))
    assert barter_words("banner-of-might", cards) == ("1 gold", "3 food")
    assert barter_words("keeper-of-ledgers", cards, "fr") == ("3 vivres", "2 or")


MOVES = {
    "harvest": "Bo harvests.",
    "tax": "Bo taxes.",
    "sweep": "Bo sweeps the market.",
    "fly banner-of-might": "Bo flies Banner of Might.",
    "barter keeper-of-ledgers": "Bo barters with Keeper of Ledgers: 3 food for 2 gold.",
    "end": "Bo ends her turn.",
    "buy war-falcon": "Bo acquires War Falcon.",
    "free canal-quay": "Bo acquires Canal Quay with a free improvement.",
    "add": "Bo adds the card to her court.",
    "replace tiger-pelt": "Bo puts the card in the place of Tiger Pelt.",
    "build b2": "Bo builds the card on b2.",
    "send 0": "Bo sends the card to Ann.",
    "dismiss weepy-poet": "Bo discards her guest Weepy Poet.",
    "keep": "Bo discards no guest.",
    "pledge 2": "Bo pledges 2.",
    "pass": "Bo pledges nothing more for now.",
}


@pytest.mark.parametrize(("move", "line"), MOVES.items())
def test_every_line_of_a_log_can_be_said_alone(move: str, line: str) -> None:
    entry = {"seat": 1, "move": move}
    assert log_words(entry, NAMES, cards=HOUSE) == line
    french = log_words(entry, NAMES, "fr", cards=HOUSE)
    assert french.startswith("Bo ")
    assert french != line
    assert not re.search(r"[{}]|None|\s\s", french)


REPORTS: list[tuple[dict[str, Any], str]] = [
    ({"what": "reveal", "spot": 2, "card": "war-falcon"}, "New in the market: War Falcon."),
    ({"what": "reshuffle", "cards": 12}, "The discard pile is shuffled into a new deck: 12 cards."),
    ({"what": "lost", "card": "stone-bridge"}, "No board can take Stone Bridge: it goes to the discard pile."),
    ({"what": "income", "kind": "harvest", "gold": 0, "food": 4}, "The harvest brings 4 food."),
    ({"what": "income", "kind": "tax", "gold": 6, "food": -5}, "The tax brings 6 gold."),
    ({"what": "gain", "gold": [1, 0, -1], "food": [0, 0, 0]}, "Gains and losses: Ann +1 gold; Cyd −1 gold."),
    ({"what": "last-round"}, "A court has 7 Court Cards: the match ends with this round."),
    (moon("done", "alms-moon", gold=[3, 0, 0]), "Alms Moon rises.\nGains and losses: Ann +3 gold."),
    (moon("done", "dark-moon", flush=True), "Dark Moon rises.\nAll cards of the market are discarded."),
    (moon("asks"), "Raiders' Moon rises. The sisters may pay 4 gold together."),
    (
        moon("met", "bridge-moon", gold=[3, 2, 2], food=[-4, -2, 0], paid=[4, 2, 0]),
        (
            "The sisters pay for Bridge Moon: Ann 4 food, Bo 2 food.\n"
            "Gains and losses: Ann +3 gold, −4 food; Bo +2 gold, −2 food; Cyd +2 gold."
        ),
    ),
    (
        moon("unmet", ruined=[{"cell": "b2", "card": "canal-quay"}]),
        "The sisters do not pay for Raiders' Moon.\nCanal Quay on b2 goes to the discard pile.",
    ),
]


@pytest.mark.parametrize(("report", "text"), REPORTS)
def test_every_report_has_words(report: dict[str, Any], text: str) -> None:
    assert log_words({"report": report}, NAMES, cards=HOUSE) == text
    french = log_words({"report": report}, NAMES, "fr", cards=HOUSE)
    assert french != text
    assert len(french.splitlines()) == len(text.splitlines())
    assert not re.search(r"[{}]|None|\s\s", french.replace("\n", " "))


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        (["buy war-falcon", "add"], "Ann acquires War Falcon and adds it to her court."),
        (["buy war-falcon", "replace toll-drum"], "Ann acquires War Falcon and puts it in the place of Toll Drum."),
        (["buy canal-quay", "build b2"], "Ann acquires Canal Quay and builds it on b2."),
        (["free canal-quay", "build b2"], "Ann acquires Canal Quay with a free improvement and builds it on b2."),
        (["buy weepy-poet", "send 1"], "Ann acquires Weepy Poet and sends it to Bo."),
    ],
)
def test_a_purchase_is_told_with_where_the_card_goes(moves: list[str], line: str) -> None:
    log = [(0, move) for move in moves]
    assert tell(*log) == [line]
    assert tell(*log[:1]) == []
    assert tell(*log, start=1) == [line]
    assert len(tell(*log, lang="fr")) == 1


def test_an_improvement_that_fits_nowhere_is_told_by_itself() -> None:
    assert tell((0, "buy stone-bridge"), {"what": "lost", "card": "stone-bridge"})[0] == "Ann acquires Stone Bridge."


@pytest.mark.parametrize(
    ("move", "report", "line"),
    [
        ("harvest", {"gold": 0, "food": 4}, "Bo harvests 4 food."),
        ("tax", {"gold": 6, "food": -5}, "Bo feeds the villages with 5 food and taxes 6 gold."),
        ("tax", {"gold": 6, "food": 0}, "Bo taxes 6 gold."),
    ],
)
def test_an_income_is_told_with_what_it_brings(move: str, report: dict[str, Any], line: str) -> None:
    log = [(1, move), {"what": "income", "kind": move, **report}]
    assert tell(*log) == [line]
    assert tell(*log, lang="fr")[0].startswith("Bo ")


def test_cards_that_come_to_the_market_together_are_told_together() -> None:
    reveals = [{"what": "reveal", "spot": i, "card": card} for i, card in enumerate(("fireworks", "mill-stream"))]
    log = [(0, "sweep"), *reveals, moon("done", "alms-moon"), reveals[0]]
    assert tell(*log)[1:] == [
        "New in the market: Fireworks, Mill Stream.",
        "Alms Moon rises.",
        "New in the market: Fireworks.",
    ]


def test_pledges_are_told_with_what_they_make_in_all() -> None:
    log = [moon("asks"), (0, "pledge 1"), (1, "pass"), (0, "pledge 2"), moon("met", paid=[3, 0, 0], gold=[-3, 0, 0])]
    assert tell(*log)[1:4] == [
        "Ann pledges 1 gold.",
        "Bo pledges nothing more for now.",
        "Ann pledges 2 gold more, 3 in all.",
    ]
    assert tell(*log)[4].startswith("The sisters pay for Raiders' Moon: Ann 3 gold.")


def test_a_moon_that_nobody_could_pay_for_is_told_so() -> None:
    assert tell(moon("unmet")) == ["Raiders' Moon rises. The sisters may pay 4 gold together. They have too little."]
    assert tell(moon("asks"), (0, "pass"), moon("unmet"))[-1] == "The sisters do not pay for Raiders' Moon."


def test_annotating_a_log_adds_to_its_lines_and_keeps_their_number() -> None:
    log = lines(
        (0, "buy canal-quay"),
        (0, "build b2"),
        (0, "harvest"),
        {"what": "income", "kind": "harvest", "gold": 0, "food": 4},
    )
    noted = annotated(log)
    assert len(noted) == len(log)
    assert all(line.items() >= entry.items() for line, entry in zip(noted, log, strict=True))
    assert noted[1] == {"seat": 0, "move": "build b2", "bought": "buy", "card": "canal-quay"}


def test_changes_have_their_sign() -> None:
    assert [change_words(change, "gold") for change in (2, -1)] == ["+2 gold", "−1 gold"]


@both
def test_every_option_and_value_of_a_form_is_named_and_explained(lang: str) -> None:
    for option in ("players", "card_set", "banners", "max_rounds"):
        assert option_name(option, lang)[0].isupper()
        assert option_help(option, lang).endswith(".")
    assert value_name("banners", True, lang) != value_name("banners", False, lang)
    assert value_name("card_set", f"house@{house_hash()}", lang) == value_name("card_set", "house", lang) != "house"
    assert value_name("max_rounds", 60, lang) == "60"
