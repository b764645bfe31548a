"""The texts of Monarch in both languages: names, abilities, events, questions and choices."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from typing import Any, cast

import pytest

from courtly.games.monarch.cardset import (
    Banner,
    CardSet,
    Effect,
    Formula,
    Moon,
    Pledge,
    Power,
    house,
    house_hash,
    house_text,
    parse_cards,
)
from courtly.games.monarch.events import EVENTS
from courtly.games.monarch.rules.content import MonarchOptions
from courtly.games.monarch.rules.view import View
from courtly.games.monarch.words import (
    BRIEF,
    Holding,
    ability_lines,
    barter_words,
    brief_power_words,
    brief_words,
    caption,
    card_name,
    card_text,
    cards_of,
    cards_words,
    condition_words,
    cost_of,
    counted,
    credit_words,
    crowns_words,
    effect_words,
    effects_words,
    emblem_name,
    end_words,
    event_words,
    formula_words,
    kind_name,
    moon_lines,
    moon_outcome_words,
    move_words,
    path_name,
    power_words,
    price_words,
    question,
    requirement_words,
    resource_name,
    set_name,
    set_notice,
    terrain_name,
    the_card,
    why,
)
from courtly.games.monarch.words.history import change_words
from courtly.text.languages import language_of, languages_of
from courtly.text.locales import Locale

NAMES = ["Ann", "Bo", "Cyd"]
HOUSE = house()
MIGHT = Formula("per_path", path="might", per=2)

both = pytest.mark.parametrize("lang", languages_of("monarch"))


def locale(lang: str = "en", seat: int | None = 0) -> Locale:
    """Return the locale of a viewer at the table of Ann, Bo and Cyd."""
    return Locale(lang, NAMES, seat, "monarch")


def own_set(**changes: Any) -> CardSet:
    """Return the house set with changes."""
    return replace(HOUSE, **changes)


def land(cell: str, terrain: str, *, improvement: str | None = None) -> dict[str, Any]:
    """Return a board of the grid. `improvement` is its visible improvement, if any."""
    top = HOUSE.entries[improvement] if improvement else None
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
    """Return a seat, with its Court Cards given as ids in one text."""
    cards = [{"card": card, "crowns": 0} for card in court.split()]
    seat = {"gold": 5, "food": 5, "court": cards, "guests": [], "banner": None, "score": 0}
    return seat | {"harvest": 4, "tax": 5, "feed": 5} | changes


def shop(card: str, **price: int) -> dict[str, Any]:
    """Return a market card with its price."""
    cost = {"gold": 0, "food": 0} | price
    return {"card": card, "kind": "court", "cost": cost, "price": cost, "affordable": True, "free": False, "fits": True}


def table(**changes: Any) -> View:
    """Return the view of seat 0 in a small match."""
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
        "phase": "act",
        "to_move": 0,
        "legal": [],
        "dismissals": 0,
        "players": 3,
    }
    return cast(View, view | changes)


def choice_text(move: str, lang: str = "en", **changes: Any) -> str:
    """Return the text of a choice of seat 0."""
    return move_words(move, table(**changes), locale(lang))


def event_text(name: str, *, lang: str = "en", viewer: int | None = None, **args: Any) -> str:
    """Return the text of an event for a viewing seat, or for a spectator."""
    return event_words({"id": name, "args": args}, {"card_set": "house"}, locale(lang, viewer))


@pytest.mark.parametrize(
    ("event", "args", "english", "french"),
    [
        ("tax", {"gold": 5}, "taxed 5", "a levé 5"),
        ("buy", {"card": "astronomer"}, "bought Astronomer", "a acheté Astronome"),
        ("pass", {}, "passed", "a passé"),
    ],
)
def test_an_act_is_told_in_a_few_words(event: str, args: dict[str, Any], english: str, french: str) -> None:
    for lang, told in (("en", english), ("fr", french)):
        assert brief_words({"id": event, "args": {"seat": 1, **args}}, {"card_set": "house"}, locale(lang)) == told


@pytest.mark.parametrize(
    ("paid", "english", "french"),
    [
        (
            {"gold": 4, "food": 0, "free": False},
            "Bo buys Astronomer for 4 gold.",
            "Bo achète «\u202fAstronome\u202f» pour 4 pièces d’or.",
        ),
        ({"gold": 0, "food": 0, "free": False}, "Bo buys Astronomer.", "Bo achète «\u202fAstronome\u202f»."),
        (
            {"gold": 0, "food": 0, "free": True},
            "Bo takes Astronomer as a free improvement.",
            "Bo prend «\u202fAstronome\u202f» comme aménagement gratuit.",
        ),
    ],
)
def test_the_caption_of_a_purchase_has_its_price(paid: dict[str, Any], english: str, french: str) -> None:
    for lang, told in (("en", english), ("fr", french)):
        event = {"id": "buy", "args": {"seat": 1, "card": "astronomer", **paid}}
        assert caption(event, {"card_set": "house"}, locale(lang)) == told
    assert not caption({"id": "end", "args": {"seat": 1}}, {"card_set": "house"}, locale("en"))


@pytest.mark.parametrize(
    ("name", "where", "english", "french"),
    [
        ("add", {}, "Bo adds Astronomer to the court.", "Bo ajoute {} à sa cour."),
        (
            "replace",
            {"old": "toll-drum"},
            "Astronomer replaces Toll Drum.",
            "{} remplace «\u202fTambour du péage\u202f».",
        ),
        ("build", {"cell": "b2"}, "Bo builds Astronomer on b2.", "Bo construit {} en b2."),
        ("send", {"to": 2}, "Bo sends Astronomer to Cyd.", "Bo envoie {} chez Cyd."),
        (
            "lose",
            {},
            "Astronomer fits no land and is discarded.",
            "{} ne va sur aucune terre et part à la défausse.",
        ),
    ],
)
def test_the_caption_of_a_bought_card_names_it_and_does_not_repeat_the_purchase(
    name: str, where: dict[str, Any], english: str, french: str
) -> None:
    event = {"id": name, "args": {"seat": 1, "card": "astronomer", "gold": 4, "food": 0, "free": False, **where}}
    for lang, told in (("en", english), ("fr", french.format("«\u202fAstronome\u202f»"))):
        assert caption(event, {"card_set": "house"}, locale(lang)) == told


@both
def test_no_event_gives_a_player_a_gender(lang: str) -> None:
    told = [event_text(name, lang=lang, **args) for name, args, _ in EVENT_TEXTS]
    assert not re.search(r"\b(she|her|hers|elle)\b", " ".join(told))


@pytest.mark.parametrize(
    ("facts", "english", "french"),
    [
        (
            {},
            "The round in which a court gets 7 cards is the last. Fullest court: 3 of 7.",
            "La manche où une cour atteint 7 cartes est la dernière. Cour la plus remplie\u202f: 3 sur 7.",
        ),
        (
            {"last_round": True},
            "Last round: the match ends after Cyd’s turn.",
            "Dernière manche\u202f: la partie finit après le tour de Cyd.",
        ),
        ({"result": {"scores": [1], "winners": [0]}}, "", ""),
    ],
)
def test_a_text_says_when_the_match_ends(facts: dict[str, Any], english: str, french: str) -> None:
    view = table(**{"players": 3, "first": 0, "round": 3, "last_round": False, "result": None, **facts})
    assert [end_words(view, locale(lang)) for lang in ("en", "fr")] == [english, french]


@both
def test_every_act_of_a_few_words_is_translated(lang: str) -> None:
    assert BRIEF.keys() <= set(EVENTS)
    args = {"card": "astronomer", "banner": None, "food": 4, "gold": 5, "more": 2}
    for event in BRIEF:
        told = brief_words({"id": event, "args": args}, {"card_set": "house"}, locale(lang))
        assert told
        assert "{" not in told
        assert lang == "en" or told != brief_words({"id": event, "args": args}, {"card_set": "house"}, locale("en"))


@both
def test_every_card_has_a_name_a_kind_and_a_form_for_sentences(lang: str) -> None:
    for entry in HOUSE.entries.values():
        name = language_of(lang).typeset(entry.name[lang])
        assert card_name(entry.id, HOUSE, lang) == name
        assert name in the_card(entry.id, HOUSE, lang)
        assert kind_name(entry.id, HOUSE, lang)[0].isupper()
    assert the_card("astronomer", HOUSE, "fr") == "«\u202fAstronome\u202f»"
    assert cards_words(["astronomer", "fireworks"], HOUSE) == "Astronomer, Fireworks"


def test_a_set_without_the_viewers_language_uses_its_first() -> None:
    owl = replace(HOUSE.courts[0], id="owl", name={"de": "Eule"}, text={"de": "Klug."})
    cards = own_set(
        courts=(owl,), languages=("de",), paths={"might": {"de": "Macht"}}, emblems={"beast": {"de": "Tier"}}
    )
    assert (card_name("owl", cards, "fr"), card_text("owl", cards)) == ("Eule", "Klug.")
    assert (path_name("might", cards), emblem_name("beast", cards)) == ("Macht", "Tier")


def test_names_are_sanitized_and_fall_back_to_the_id() -> None:
    odd = replace(HOUSE.courts[0], id="odd", name={"en": "a\nb\x1b[2J"})
    bare = replace(HOUSE.courts[0], id="bare", name={})
    cards = own_set(courts=(odd, bare), name={}, emblems={"beast": {}})
    assert [card_name(card, cards) for card in ("odd", "bare")] == ["a\ufffdb\ufffd[2J", "bare"]
    assert (set_name(cards), emblem_name("beast", cards)) == ("monarch-house", "beast")


@both
def test_the_notice_and_name_of_the_house_set_are_translated(lang: str) -> None:
    assert set_notice(HOUSE, lang) == language_of(lang).typeset(HOUSE.notice[lang])
    assert set_name(HOUSE, lang) == language_of(lang).typeset(HOUSE.name[lang])
    assert card_text("fireworks", HOUSE, lang).endswith(".")
    assert card_text("stone-bridge", HOUSE, lang) == ""


def test_the_card_set_of_a_match_follows_from_its_options() -> None:
    assert cards_of({"card_set": "house"}) is cards_of({"card_set": f"house@{house_hash()}"}) is HOUSE
    own = tomllib.loads(house_text())
    own["set"]["name"]["en"] = "Mine"
    assert cards_of({"card_set": own}) is cards_of({"card_set": dict(own)})
    assert set_name(cards_of({"card_set": own})) == "Mine"


@both
def test_paths_terrains_and_resources_have_distinct_names(lang: str) -> None:
    paths = [path_name(path, HOUSE, lang) for path in ("might", "culture", "wisdom", "bounty", "none", "balance")]
    assert len(set(paths)) == 6
    assert len({terrain_name(terrain, lang) for terrain in ("village", "farm", "any")}) == 3
    assert resource_name("gold", lang) != resource_name("food", lang)


@pytest.mark.parametrize(
    ("count", "what", "english", "french"),
    [
        (1, "gold", "1 gold", "1 pièce d’or"),
        (0, "food", "0 food", "0 vivre"),
        (0, "crowns", "0 crowns", "0 couronne"),
        (-2, "crowns", "−2 crowns", "−2 couronnes"),
        (3, "cards", "3 cards", "3 cartes"),
    ],
)
def test_amounts_have_their_unit(count: int, what: str, english: str, french: str) -> None:
    assert (counted(count, what), counted(count, what, "fr")) == (english, french)


def test_prices_name_their_resources() -> None:
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
        ("court-composer", "1, plus 2 for each Culture card in the court", "1, plus 2 par carte Culture de la cour"),
        ("scale-hauberk", "7", "7"),
        ("weepy-poet", "−1, plus −1 for each Culture card in the court", "−1, plus −1 par carte Culture de la cour"),
        (
            "war-falcon",
            "6 with at least 3 Might cards in the court, otherwise 2",
            "6 avec au moins 3 cartes Puissance de la cour, sinon 2",
        ),
        (
            "astronomer",
            "0 with Fireworks in the same court, otherwise 4",
            "0 avec «\u202fFeux d’artifice\u202f» dans la même cour, sinon 4",
        ),
        (
            "deep-larder",
            "2, plus 1 for every 2 food left over, at most 7",
            "2, plus 1 par tranche de 2 vivres restants, au plus 7",
        ),
        (
            "shadow-theatre",
            "2, plus 1 for each different emblem in the court",
            "2, plus 1 par emblème différent de la cour",
        ),
        (
            "hall-of-lanterns",
            "5, plus 1 for each village that yields 2 or more",
            "5, plus 1 par village qui rapporte 2 ou plus",
        ),
        ("watchtower-square", "", ""),
    ],
)
def test_crowns_are_described_from_the_data(card: str, english: str, french: str) -> None:
    assert (crowns_words(card, HOUSE), crowns_words(card, HOUSE, "fr")) == (english, french)


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        (replace(MIGHT, where="board"), "2 for each Might improvement on the lands"),
        (replace(MIGHT, min=3), "2 for each Might card in the court, at least 3"),
        (replace(MIGHT, base=1, min=3, max=9), "1, plus 2 for each Might card in the court, at least 3 and at most 9"),
        (Formula("per_resource", resource="gold", each=3), "1 for every 3 gold left over"),
        (Formula("per_land", terrain="any", min_yield=1, per=1), "1 for each land"),
        (Formula("per_variety", of="path", per=2), "2 for each different path in the court"),
        (Formula("per_guest", whose="others"), "1 for each guest with another sister"),
        (
            Formula("if_count", emblem="beast", then=4, otherwise=-1),
            "4 with at least 1 beast card in the court, otherwise −1",
        ),
    ],
)
def test_formulas_missing_from_the_house_set_have_texts_too(formula: Formula, words: str) -> None:
    assert formula_words(formula, HOUSE) == words


def text_of(card: str, lang: str) -> str:
    """Return the complete text of a card, without its name."""
    entry = HOUSE.entries[card]
    needs = [requirement_words(entry, HOUSE, lang)] if isinstance(entry, Banner) else []
    return " ".join([crowns_words(card, HOUSE, lang), *ability_lines(card, HOUSE, lang, players=3), *needs])


@both
def test_every_card_has_a_text(lang: str) -> None:
    for entry in HOUSE.entries.values():
        text = text_of(entry.id, lang)
        assert not re.search(r"[{}]|None|\s\s", text)
        assert bool(text) != (entry in HOUSE.lands)


@both
def test_cards_with_different_data_have_different_texts(lang: str) -> None:
    said = {text_of(card.id, lang) for card in HOUSE.moons + HOUSE.banners}
    assert len(said) == len(HOUSE.moons) + len(HOUSE.banners)


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (Effect("gain", "food", 3), "When you buy this card, gain 3 food."),
        (
            Effect("collect", "gold", 1),
            "When you buy this card, each other sister gives you 1 gold (or all, if less).",
        ),
        (Effect("dismiss_guest", amount=1), "When you buy this card, you may dismiss one of your guests."),
        (Effect("dismiss_guest", amount=2), "When you buy this card, you may dismiss up to 2 of your guests."),
        (Effect("free_improvement"), "When you buy this card, one improvement is free this turn."),
        (Effect("free_sweep"), "When you buy this card, your next sweep is free this turn."),
        (Effect("extra_income"), "When you buy this card, you may harvest or tax once more this turn."),
    ],
)
def test_an_effect_is_a_sentence(effect: Effect, words: str) -> None:
    assert effect_words(effect) == words


@pytest.mark.parametrize(
    ("power", "words"),
    [
        (
            Power("discount", on="court", resource="gold", amount=1),
            "You pay 1 gold less for each Court Card that you buy later.",
        ),
        (
            Power("discount", on="improvement", path="culture", resource="food", amount=2),
            "You pay 2 food less for each Culture improvement that you buy later.",
        ),
        (Power("discount", on="sweep", resource="gold", amount=2), "You pay 2 gold less for each later sweep."),
        (
            Power("rebate", on="guest", resource="gold", amount=1),
            "You get 1 gold back for each Unwanted Guest that you buy later.",
        ),
        (Power("income_bonus", when="harvest", amount=2), "When you harvest, gain 2 food more."),
        (Power("income_bonus", when="tax", amount=1), "When you tax, gain 1 gold more."),
        (Power("tax_relief", amount=2), "Taxing costs you 2 food less."),
        (Power("guest_relief", amount=1), "Each of your guests costs you 1 crown less."),
        (
            Power("barter", resource="food", amount=3, get="gold", get_amount=2),
            "Once per turn, you may barter 3 food for 2 gold.",
        ),
    ],
)
def test_a_power_is_a_sentence(power: Power, words: str) -> None:
    assert power_words(power, HOUSE) == words
    assert power_words(power, HOUSE, "fr") != words


@pytest.mark.parametrize(
    ("power", "words"),
    [
        (Power("discount", on="improvement", resource="food", amount=1), "Improvements: 1 food less"),
        (
            Power("discount", on="court", path="culture", resource="gold", amount=1),
            "Court Cards of Culture: 1 gold less",
        ),
        (Power("rebate", on="guest", resource="gold", amount=1), "Guests: 1 gold back"),
        (Power("income_bonus", when="harvest", amount=2), "Harvest: 2 food more"),
        (Power("income_bonus", when="tax", amount=1), "Tax: 1 gold more"),
        (Power("guest_relief", amount=1), "Each of your guests costs you 1 crown less."),
    ],
)
def test_a_power_has_a_short_text_for_a_flag(power: Power, words: str) -> None:
    assert brief_power_words(power, HOUSE) == words
    assert brief_power_words(power, HOUSE, "fr") != words


def test_a_moon_describes_its_effects_and_its_pledge() -> None:
    raiders = next(moon for moon in HOUSE.moons if moon.id == "raiders-moon")
    english = moon_lines(raiders, players=3)
    assert english[0] == "The sisters may together pay 4 gold."
    assert english[1].startswith("If not paid: the village improvement with the highest yield is discarded")
    assert moon_lines(raiders)[0] == "The sisters may together pay 1 gold per sister, plus 1 gold."
    pledge = replace(raiders, pledge=Pledge("food", 2), met=(Effect("harvest"),), unmet=())
    assert moon_lines(pledge) == [
        "The sisters may together pay 2 food per sister.",
        "If paid: each sister gains the food that all farms yield.",
    ]
    assert moon_lines(replace(pledge, pledge=Pledge("food", base=5)))[0] == "The sisters may together pay 5 food."


@both
@pytest.mark.parametrize("who", ["all", "top_pledger", "most", "fewest"])
@pytest.mark.parametrize("measure", ["gold", "food", "court", "guests"])
def test_a_moon_names_the_sisters_it_affects(who: str, measure: str, lang: str) -> None:
    measured = measure if who in ("most", "fewest") else None
    effects = [Effect(kind, "food", 2, who, measured) for kind in ("gain", "lose", "halve", "harvest")]
    effects += [Effect("ruin", terrain=terrain) for terrain in ("any", "village", "farm")] + [Effect("flush")]
    told = [moon_lines(Moon(id="m", name={}, effects=(effect,)), lang) for effect in effects]
    assert len({text for (text,) in told}) == len(effects)
    assert all(text[0].isupper() and text.endswith(".") for (text,) in told)


def test_a_banners_requirement_is_a_sentence() -> None:
    banner = HOUSE.banners[0]
    assert requirement_words(banner, HOUSE) == "At least 2 Might cards in your court."
    assert requirement_words(replace(banner, at_least=1), HOUSE) == "One Might card in your court."
    assert requirement_words(HOUSE.banners[-1], HOUSE, "fr") == "Au moins 4 voies différentes dans votre cour."
    assert ability_lines("b", own_set(banners=(replace(banner, id="b", power=None),))) == []


@pytest.mark.parametrize(
    ("card", "seat", "words"),
    [
        ("tiger-pelt", 0, "2 × 3 Might: 2 in the court, 1 on the lands"),
        ("scale-hauberk", 0, "always"),
        ("war-falcon", 0, "2 Might cards in the court; 3 needed"),
        ("astronomer", 0, "Fireworks is not in the same court"),
        ("high-librarian", 0, "3, plus 1 × 1 advisor card in the court"),
        ("shadow-theatre", 0, "2, plus 1 × 2 different emblems in the court"),
        ("patchwork-cloak", 0, "2, plus 1 × 2 different paths in the court"),
        ("hall-of-lanterns", 0, "5, plus 1 × 1 village that yields 2 or more"),
        ("hill-raiders", 1, "2, plus 1 × 1 guest with another sister"),
        ("court-jester", 0, "3, plus 2 × 1 guest with the same sister"),
        ("deep-larder", 1, "2, plus 1 × 3, for 7 food left over"),
        ("royal-strongbox", 1, "3, plus 1 × 5 gold left over; limit 7"),
        ("weepy-poet", 0, "−1, plus −1 × 0 Culture cards in the court"),
    ],
)
def test_the_current_crowns_are_explained(card: str, seat: int, words: str) -> None:
    assert why(card, Holding(table(), seat, HOUSE)) == words


def test_the_current_crowns_are_explained_in_french() -> None:
    french = why("tiger-pelt", Holding(table(), 0, HOUSE), "fr")
    assert french == "2 × 3 Puissance\u202f: 2 dans la cour, 1 sur les terres"


def test_the_card_in_a_condition_is_named_if_it_is_in_the_court() -> None:
    view = table(seats=[seated("fireworks astronomer")])
    assert why("astronomer", Holding(view, 0, HOUSE)) == "Fireworks is in the same court"


def test_a_formula_for_improvements_alone_is_explained() -> None:
    card = replace(HOUSE.courts[0], crowns=replace(MIGHT, where="board"))
    assert why(card.id, Holding(table(), 0, own_set(courts=(card,)))) == "2 × 1 Might improvement on the lands"


def test_guest_relief_from_cards_and_banner_is_explained() -> None:
    kind = replace(HOUSE.banners[0], id="kind", power=Power("guest_relief", amount=2))
    cards = own_set(banners=(*HOUSE.banners, kind))
    for flown, relief in (("kind", 3), ("banner-of-might", 1)):
        banner = {"banner": flown, "crowns": 0}
        view = table(seats=[seated("old-nurse", guests=[{"card": "fault-finding-aunt", "crowns": -1}], banner=banner)])
        assert why("fault-finding-aunt", Holding(view, 0, cards)) == f"always; reduced by {relief}"


@pytest.mark.parametrize(
    ("move", "english", "french"),
    [
        ("harvest", "Harvest: gain 4 food", "Récolter\u202f: gagner 4 vivres"),
        (
            "tax",
            "Tax: feed the villages 5 food, gain 5 gold",
            "Lever l’impôt\u202f: nourrir les villages avec 5 vivres et gagner 5 pièces d’or",
        ),
        ("sweep", "Sweep the market for 3 gold", "Balayer le marché pour 3 pièces d’or"),
        ("fly banner-of-might", "Fly Banner of Might", "Déployer «\u202fBannière de la Puissance\u202f»"),
        (
            "barter keeper-of-ledgers",
            "Barter with Keeper of Ledgers: 3 food for 2 gold",
            "Troquer avec «\u202fGardienne des registres\u202f»\u202f: 3 vivres contre 2 pièces d’or",
        ),
        ("end", "End turn", "Finir le tour"),
        (
            "buy war-falcon",
            "Buy War Falcon for 5 gold",
            "Acheter «\u202fFaucon de guerre\u202f» pour 5 pièces d’or",
        ),
        ("buy deep-larder", "Buy Deep Larder for 1 gold and 5 food", None),
        ("free canal-quay", "Take Canal Quay as a free improvement", None),
        ("add", "Add Canal Quay to your court", None),
        ("replace tiger-pelt", "Replace Tiger Pelt with Canal Quay", None),
        ("build a1", "Build Canal Quay on a1 (Watchtower Square, yield 2)", None),
        (
            "build b1",
            "Build Canal Quay on b1 (Small Village, yield 1)",
            "Construire «\u202fQuai du canal\u202f» en b1 («\u202fPetit village\u202f», rapporte 1)",
        ),
        ("send 2", "Send Canal Quay to Cyd", "Envoyer «\u202fQuai du canal\u202f» chez Cyd"),
        ("dismiss weepy-poet", "Dismiss Weepy Poet", None),
        ("keep", "Keep all guests", None),
        ("pledge 2", "Pledge 2 gold", "Promettre 2 pièces d’or"),
        ("pass", "Pass for now", None),
    ],
)
def test_every_choice_has_a_text(move: str, english: str, french: str | None) -> None:
    assert choice_text(move) == english
    assert choice_text(move, "fr") == french or french is None
    assert choice_text(move, "fr") != english


def test_choices_that_cost_nothing_say_so() -> None:
    assert choice_text("sweep", sweep_price=0) == "Sweep the market for free"
    assert choice_text("tax", seats=[seated(feed=0)]) == "Tax: gain 5 gold"
    assert choice_text("buy war-falcon", market=[shop("war-falcon")]) == "Take War Falcon for free"


def test_a_second_pledge_shows_its_total() -> None:
    assert move_words("pledge 2", table(seat=1), locale(seat=1)) == "Pledge 2 gold more (3 in total)"


def test_a_banner_can_barter_too() -> None:
    power = Power("barter", resource="gold", amount=1, get="food", get_amount=3)
    cards = own_set(banners=(replace(HOUSE.banners[0], power=power),))
    assert barter_words("banner-of-might", cards) == ("1 gold", "3 food")
    assert barter_words("keeper-of-ledgers", cards, "fr") == ("3 vivres", "2 pièces d’or")


QUIET = {"gold": [0, 0, 0], "food": [0, 0, 0], "ruined": [], "flushed": []}
"""The arguments of a Moon event without any changes."""
RAID = {"moon": "raiders-moon", "resource": "gold", "target": 4}


def bought(card: str, *, free: bool = False, **more: Any) -> dict[str, Any]:
    """Return the arguments of the event in which Ann buys a card."""
    return {"seat": 0, "card": card, "gold": 5, "food": 0, "free": free, **more}


EVENT_TEXTS: list[tuple[str, dict[str, Any], str]] = [
    ("harvest", {"seat": 1, "food": 4}, "Bo harvests 4 food."),
    ("tax", {"seat": 1, "gold": 6, "food": 5}, "Bo feeds the villages 5 food and taxes them for 6 gold."),
    ("tax", {"seat": 1, "gold": 6, "food": 0}, "Bo taxes the villages for 6 gold."),
    ("sweep", {"seat": 1, "gold": 3, "cards": ["war-falcon"]}, "Bo sweeps the market."),
    ("fly", {"seat": 1, "banner": "banner-of-might"}, "Bo flies Banner of Might."),
    (
        "barter",
        {
            "seat": 1,
            "card": "keeper-of-ledgers",
            "gave": {"gold": 0, "food": 3},
            "got": {"gold": 2, "food": 0},
        },
        "Bo barters with Keeper of Ledgers: 3 food for 2 gold.",
    ),
    ("end", {"seat": 1, "next": 2, "round": 3}, "Bo ends the turn."),
    ("add", bought("war-falcon"), "Ann buys War Falcon and adds it to the court."),
    (
        "replace",
        bought("war-falcon", old="toll-drum"),
        "Ann buys War Falcon, which replaces Toll Drum.",
    ),
    ("build", bought("canal-quay", cell="b2"), "Ann buys Canal Quay and builds it on b2."),
    (
        "build",
        bought("canal-quay", free=True, cell="b2"),
        "Ann takes Canal Quay as a free improvement and builds it on b2.",
    ),
    ("send", bought("weepy-poet", to=1), "Ann buys Weepy Poet and sends it to Bo."),
    (
        "lose",
        bought("stone-bridge"),
        "Ann buys Stone Bridge.\nStone Bridge fits no land and is discarded.",
    ),
    (
        "lose",
        bought("stone-bridge", free=True),
        ("Ann takes Stone Bridge as a free improvement.\nStone Bridge fits no land and is discarded."),
    ),
    (
        "gain",
        {"card": "toll-drum", "gold": [1, 0, -1], "food": [0, 0, 0]},
        "Gains and losses: Ann +1 gold; Cyd −1 gold.",
    ),
    ("dismiss", {"seat": 1, "card": "weepy-poet"}, "Bo dismisses the guest Weepy Poet."),
    ("keep", {"seat": 1}, "Bo keeps all guests."),
    (
        "reveal",
        {"cards": ["war-falcon", "mill-stream"], "spots": [2, 4]},
        "New in the market: War Falcon, Mill Stream.",
    ),
    ("reshuffle", {"cards": 12}, "The discard pile is shuffled into a new deck: 12 cards."),
    ("last-round", {"full": 1}, "A court is full: this is the last round."),
    ("moon", {**QUIET, "moon": "alms-moon", "gold": [3, 0, 0]}, "Alms Moon rises.\nGains and losses: Ann +3 gold."),
    (
        "moon",
        {**QUIET, "moon": "dark-moon", "flushed": ["war-falcon"]},
        "Dark Moon rises.\nThe whole market is discarded.",
    ),
    ("moon-asks", RAID, "Raiders' Moon rises. The sisters may together pay 4 gold."),
    (
        "moon-beyond",
        {**RAID, **QUIET},
        "Raiders' Moon rises. Together the sisters have less than 4 gold, so no one pays.",
    ),
    ("pledge", {**RAID, "seat": 1, "more": 2, "total": 2, "missing": 2}, "Bo pledges 2 gold."),
    ("pledge", {**RAID, "seat": 1, "more": 1, "total": 3, "missing": 1}, "Bo pledges 1 gold more (3 in total)."),
    ("pass", {**RAID, "seat": 1, "total": 0, "missing": 4}, "Bo passes for now."),
    (
        "moon-met",
        {
            "moon": "bridge-moon",
            "resource": "food",
            "target": 6,
            "paid": [4, 2, 0],
            **QUIET,
            "gold": [3, 2, 2],
            "food": [-4, -2, 0],
        },
        ("The sisters pay for Bridge Moon.\nGains and losses: Ann +3 gold, −4 food; Bo +2 gold, −2 food; Cyd +2 gold."),
    ),
    (
        "moon-unmet",
        {**RAID, **QUIET, "ruined": [{"cell": "b2", "card": "canal-quay"}]},
        "The sisters do not pay for Raiders' Moon.\nCanal Quay on b2 is discarded.",
    ),
]


def test_the_outcome_of_a_moon_is_told_without_payments_and_changes() -> None:
    args = {**RAID, **QUIET, "gold": [-2, -2, 0], "ruined": [{"cell": "b2", "card": "canal-quay"}], "paid": [2, 2, 0]}
    ruined = "Canal Quay on b2 is discarded."
    for name, told in {
        "moon-met": "The sisters pay for Raiders' Moon.",
        "moon-unmet": "The sisters do not pay for Raiders' Moon.",
    }.items():
        assert moon_outcome_words({"id": name, "args": args}, {"card_set": "house"}, locale()) == [told, ruined]


@pytest.mark.parametrize(("name", "args", "text"), EVENT_TEXTS)
def test_an_event_has_a_text(name: str, args: dict[str, Any], text: str) -> None:
    assert event_text(name, **args) == text
    french = event_text(name, lang="fr", **args)
    assert french != text
    assert len(french.splitlines()) == len(text.splitlines())
    assert not re.search(r"[{}]|None|\s\s", french.replace("\n", " "))


@pytest.mark.parametrize(("name", "args", "text"), [event for event in EVENT_TEXTS if "seat" in event[1]])
def test_an_own_act_is_told_in_the_second_person(name: str, args: dict[str, Any], text: str) -> None:
    own, actor = args["seat"], NAMES[args["seat"]]
    for lang, you in (("en", "You "), ("fr", "Vous ")):
        told = event_text(name, lang=lang, viewer=own, **args)
        assert told.startswith(you)
        assert actor not in told
        assert not re.search(r"\b(her|sa|son|ses)\b", told)
    assert event_text(name, viewer=2, **args) == text


@pytest.mark.parametrize(
    ("name", "args", "english", "french"),
    [
        ("end", {"seat": 0}, "You end your turn.", "Vous finissez votre tour."),
        ("keep", {"seat": 0}, "You keep all your guests.", "Vous gardez tous vos invités."),
        (
            "dismiss",
            {"seat": 0, "card": "weepy-poet"},
            "You dismiss your guest Weepy Poet.",
            "Vous congédiez votre invité «\u202fPoète larmoyant\u202f».",
        ),
        (
            "tax",
            {"seat": 0, "gold": 6, "food": 5},
            "You feed the villages 5 food and tax them for 6 gold.",
            "Vous nourrissez les villages avec 5 vivres et levez l’impôt\u202f: 6 pièces d’or.",
        ),
        (
            "add",
            bought("war-falcon"),
            "You buy War Falcon and add it to your court.",
            "Vous achetez «\u202fFaucon de guerre\u202f» et l’ajoutez à votre cour.",
        ),
        (
            "send",
            {**bought("weepy-poet"), "seat": 1, "to": 0},
            "Bo buys Weepy Poet and sends it to you.",
            "Bo achète «\u202fPoète larmoyant\u202f» et l’envoie chez vous.",
        ),
        (
            "gain",
            {"card": "toll-drum", "gold": [-1, 0, 1], "food": [0, 0, 0]},
            "Gains and losses: you −1 gold; Cyd +1 gold.",
            "Gains et pertes\u202f: vous −1 pièce d’or\u202f; Cyd +1 pièce d’or.",
        ),
    ],
)
def test_an_event_addresses_the_viewer(name: str, args: dict[str, Any], english: str, french: str) -> None:
    assert event_text(name, viewer=0, **args) == english
    assert event_text(name, lang="fr", viewer=0, **args) == french


@pytest.mark.parametrize(("name", "args"), [("buy", bought("war-falcon")), ("score", {"scores": [3, 2, 1]})])
def test_an_event_described_elsewhere_has_no_text(name: str, args: dict[str, Any]) -> None:
    assert event_text(name, **args) == ""


def test_every_event_is_tested_or_described_elsewhere() -> None:
    assert {name for name, _, _ in EVENT_TEXTS} | {"buy", "score"} == EVENTS.keys()


@pytest.mark.parametrize(
    ("phase", "facts", "asked"),
    [
        ("act", {}, "Your turn: choose an action."),
        (
            "place",
            {"legal": ["add"]},
            "Where does Canal Quay go? Choose a free space, or a card of your court to give up.",
        ),
        ("place", {"legal": ["replace tiger-pelt"]}, "Your court is full: choose the card that Canal Quay replaces."),
        ("build", {}, "Choose a village for Canal Quay."),
        ("build", {"pending": {"card": "mill-stream"}}, "Choose a farm for Mill Stream."),
        ("send", {"pending": {"card": "weepy-poet"}}, "Choose a sister for Weepy Poet."),
        ("dismiss", {"dismissals": 1}, "Canal Quay: choose a guest to dismiss."),
        ("dismiss", {"dismissals": 2}, "Canal Quay: choose guests to dismiss, at most 2."),
    ],
)
def test_a_seat_gets_the_question_of_its_decision(phase: str, facts: dict[str, Any], asked: str) -> None:
    view = table(**{"phase": phase, "moon": None, **facts})
    assert question(view, locale()) == asked
    assert question(view, locale("fr")) != asked


@pytest.mark.parametrize(("players", "left", "is_told"), [(2, 1, True), (2, 0, False), (3, 1, False)])
def test_the_question_of_two_players_says_when_an_improvement_is_free(players: int, left: int, is_told: bool) -> None:
    free = {"improvement": left, "sweep": 0, "income": 0}
    asked = question(table(phase="act", moon=None, players=players, credits=free), locale())
    assert ("With two players, one improvement per turn is free." in asked) == is_told


def test_a_moon_asks_one_seat_and_the_others_wait() -> None:
    asked = "Raiders' Moon still needs 3 gold. How much more do you pledge?"
    assert question(table(phase="pledge"), locale()) == asked
    assert question(table(phase="pledge"), locale(seat=1)) == "Waiting for Ann."
    assert question(table(phase="over", to_move=None), locale()) == "The match is over."


def test_a_moon_asks_nothing_more_from_a_seat_that_has_pledged_all() -> None:
    asked = "Raiders' Moon still needs 3 gold. You have nothing more to pledge."
    assert question(table(phase="pledge", legal=["pass"]), locale()) == asked


def test_free_acts_of_the_turn_are_listed() -> None:
    told = credit_words({"improvement": 1, "sweep": 2, "income": 1}, locale())
    assert told == ["1 improvement is free", "2 sweeps are free", "1 extra harvest or tax"]
    assert credit_words({"improvement": 0, "sweep": 0, "income": 0}, locale()) == []


def test_changes_have_a_sign() -> None:
    assert [change_words(change, "gold") for change in (2, -1)] == ["+2 gold", "−1 gold"]


@both
def test_every_option_and_value_has_a_title_and_help(lang: str) -> None:
    options = {option.name: option for option in MonarchOptions.described()}
    assert list(options) == ["players", "card_set", "banners", "max_rounds"]
    for option in options.values():
        assert option.description.help is not None
        assert locale(lang).worded(option.description.title)[0].isupper()
        assert locale(lang).worded(option.description.help).endswith(".")
    names = [locale(lang).worded(options["banners"].value_title(value)) for value in ("true", "false")]
    assert len({*names, "true", "false"}) == 4
    assert (options["banners"].description.advised, options["max_rounds"].default) == (False, 60)
    assert locale(lang).worded(options["card_set"].value_title("house")) != "house"


def test_a_custom_card_set_is_read_from_text() -> None:
    read = next(option.description.document for option in MonarchOptions.described() if option.name == "card_set")
    assert read is not None
    assert read(house_text())["set"]["id"] == "monarch-house"


@both
def test_a_threshold_has_a_text(lang: str) -> None:
    named = Formula("if_count", card="fireworks", then=4, otherwise=0)
    counted = Formula("if_count", path="might", at_least=3, then=4, otherwise=0)
    assert condition_words(named, HOUSE, lang) == the_card("fireworks", HOUSE, lang)
    assert "3" in condition_words(counted, HOUSE, lang)


def test_a_text_is_cached_for_one_set_and_one_language() -> None:
    one, other = parse_cards(house_text()), parse_cards(house_text())
    assert one.texts["en"].find("key", lambda: "first") == "first"
    assert one.texts["en"].find("key", lambda: "second") == "first"
    assert one.texts["fr"].find("key", lambda: "third") == "third"
    assert other.texts["en"].find("key", lambda: "fourth") == "fourth"
    assert one == other


@both
def test_the_effects_of_a_moon_are_one_sentence_and_none_without_effects(lang: str) -> None:
    assert effects_words((), lang) == ""
    for moon in HOUSE.moons:
        for effects in (moon.effects, moon.met, moon.unmet):
            text = effects_words(effects, lang)
            assert bool(text) == bool(effects)
            assert text[:1].upper() == text[:1]
