"""The abilities of Monarch's cards in words, made from the data of the card set and never from its texts.

A formula becomes a phrase ("2 for each Might card in the court"); an effect, a power or a Moon's pledge becomes a
sentence. "Court" means the court of the sister who holds the card.
"""

from __future__ import annotations

from collections.abc import Mapping

from courtly.games.monarch.cardset import Banner, CardSet, Court, Effect, Formula, Guest, Improvement, Moon, Power
from courtly.games.monarch.words.names import (
    DOMAIN,
    counted,
    emblem_name,
    joined_by_semicolons,
    number,
    path_name,
    the_card,
)
from courtly.text.languages import ENGLISH, marked, translator

__all__ = [
    "ability_lines",
    "brief_power_words",
    "crowns_words",
    "effect_words",
    "formula_words",
    "moon_effect_words",
    "moon_lines",
    "pledge_words",
    "power_words",
    "requirement_words",
    "thing_words",
]

CROWNS = {
    "per": marked("{per} for each {thing}"),
    "base": marked("{base}, plus {per} for each {thing}"),
    "each": marked("{per} for every {each} {things}"),
    "base-each": marked("{base}, plus {per} for every {each} {things}"),
    "if": marked("{then} with at least {count} {things}, otherwise {otherwise}"),
    "card": marked("{then} with {card} in the same court, otherwise {otherwise}"),
    "max": marked("{crowns}, at most {max}"),
    "min": marked("{crowns}, at least {min}"),
    "both": marked("{crowns}, at least {min} and at most {max}"),
}
COUNTED = marked("{count} {things}")
THINGS = {
    "court": (marked("{path} card in the court"), marked("{path} cards in the court")),
    "board": (marked("{path} improvement on the lands"), marked("{path} improvements on the lands")),
    "court+board": (
        marked("{path} card in the court and on the lands"),
        marked("{path} cards in the court and on the lands"),
    ),
    "emblem": (
        marked("{emblem} card in the court"),
        marked("{emblem} cards in the court"),
    ),
    "paths": (marked("different path in the court"), marked("different paths in the court")),
    "emblems": (marked("different emblem in the court"), marked("different emblems in the court")),
    "village": (marked("village"), marked("villages")),
    "farm": (marked("farm"), marked("farms")),
    "any": (marked("land"), marked("lands")),
    "village-yield": (marked("village that yields {least} or more"), marked("villages that yield {least} or more")),
    "farm-yield": (marked("farm that yields {least} or more"), marked("farms that yield {least} or more")),
    "any-yield": (marked("land that yields {least} or more"), marked("lands that yield {least} or more")),
    "gold": (marked("gold left at the end"), marked("gold left over")),
    "food": (marked("food left at the end"), marked("food left over")),
    "own": (marked("guest with the same sister"), marked("guests with the same sister")),
    "others": (marked("guest with another sister"), marked("guests with other sisters")),
}

EFFECTS = {
    "gain": marked("When you buy this card, gain {amount}."),
    "collect": marked("When you buy this card, each other sister gives you {amount} (or all, if less)."),
    "dismiss_guest": marked("When you buy this card, you may dismiss up to {count} of your guests."),
    "free_improvement": marked("When you buy this card, one improvement is free this turn."),
    "free_sweep": marked("When you buy this card, your next sweep is free this turn."),
    "extra_income": marked("When you buy this card, you may harvest or tax once more this turn."),
}
DISMISS_ONE = marked("When you buy this card, you may dismiss one of your guests.")

BOUGHT = {
    "court": (marked("each Court Card that you buy later"), marked("each {path} Court Card that you buy later")),
    "improvement": (
        marked("each improvement that you buy later"),
        marked("each {path} improvement that you buy later"),
    ),
    "guest": (marked("each Unwanted Guest that you buy later"), marked("each Unwanted Guest that you buy later")),
    "sweep": (marked("each later sweep"), marked("each later sweep")),
}
POWERS = {
    "discount": marked("You pay {amount} less for {thing}."),
    "rebate": marked("You get {amount} back for {thing}."),
    "harvest": marked("When you harvest, gain {amount} more."),
    "tax": marked("When you tax, gain {amount} more."),
    "tax_relief": marked("Taxing costs you {count} food less."),
    "guest_relief": marked("Each of your guests costs you {crowns} less."),
    "barter": marked("Once per turn, you may barter {give} for {get}."),
}
BRIEF = {
    "discount": marked("{things}: {amount} less"),
    "rebate": marked("{things}: {amount} back"),
    "harvest": marked("harvest: {amount} more"),
    "tax": marked("tax: {amount} more"),
}
BOUGHT_OFTEN = {
    "court": (marked("Court Cards"), marked("Court Cards of {path}")),
    "improvement": (marked("improvements"), marked("{path} improvements")),
    "guest": (marked("guests"), marked("guests")),
    "sweep": (marked("sweeps"), marked("sweeps")),
}

WHO = {
    "all": marked("each sister"),
    "top_pledger": marked("the sister who paid most"),
    "most-gold": marked("the sister with the most gold"),
    "most-food": marked("the sister with the most food"),
    "most-court": marked("the sister with the most Court Cards"),
    "most-guests": marked("the sister with the most guests"),
    "fewest-gold": marked("the sister with the least gold"),
    "fewest-food": marked("the sister with the least food"),
    "fewest-court": marked("the sister with the fewest Court Cards"),
    "fewest-guests": marked("the sister with the fewest guests"),
}
MOONS = {
    "gain": marked("{who} gains {amount}"),
    "lose": marked("{who} loses {amount} (or all, if less)"),
    "halve-gold": marked("{who} loses half of their gold, rounded down"),
    "halve-food": marked("{who} loses half of their food, rounded down"),
    "harvest": marked("{who} gains the food that all farms yield"),
    "ruin-village": marked("the village improvement with the highest yield is discarded"),
    "ruin-farm": marked("the farm improvement with the highest yield is discarded"),
    "ruin-any": marked("the improvement with the highest yield is discarded"),
    "flush": marked("the whole market is discarded and replaced"),
}
IMMEDIATE, MET, UNMET = marked("{effects}."), marked("If paid: {effects}."), marked("If not paid: {effects}.")
PLEDGE = marked("The sisters may together pay {amount}.")
PLEDGE_EACH = marked("The sisters may together pay {amount} per sister.")
PLEDGE_BASE = marked("The sisters may together pay {amount} per sister, plus {base}.")

NEEDS = {
    "path_cards": marked("At least {count} {path} cards in your court."),
    "path_card": marked("One {path} card in your court."),
    "path_variety": marked("At least {count} different paths in your court."),
}
IMPROVES = {
    "village": marked("Build on a village: {amount} for each sister who taxes."),
    "farm": marked("Build on a farm: {amount} for each sister who harvests."),
}


def formula_words(formula: Formula, cards: CardSet, lang: str = ENGLISH) -> str:
    """Return the crown formula of a card as a phrase, without the word "crowns".

    Examples
    --------
    "2 for each Might card in the court and on the lands", "2, plus 1 for every 2 food left over, at most 7".
    """
    translate = translator(lang, DOMAIN)
    if formula.kind == "fixed":
        return number(formula.value)
    if formula.kind == "if_count":
        return _threshold(formula, cards, lang)
    each = formula.kind == "per_resource" and formula.each > 1
    pattern = ("base-each" if each else "base") if formula.base else ("each" if each else "per")
    crowns = translate(CROWNS[pattern]).format(
        base=number(formula.base),
        per=number(formula.per),
        each=formula.each,
        thing=thing_words(formula, cards, lang, count=1),
        things=thing_words(formula, cards, lang, count=2),
    )
    return _limited(crowns, formula, lang)


def _threshold(formula: Formula, cards: CardSet, lang: str) -> str:
    """Return the two values of an `if_count` and its condition."""
    return translator(lang, DOMAIN)(CROWNS["card" if formula.card else "if"]).format(
        then=number(formula.then),
        otherwise=number(formula.otherwise),
        count=formula.at_least,
        card=the_card(formula.card, cards, lang) if formula.card else "",
        things="" if formula.card else thing_words(formula, cards, lang, count=formula.at_least),
    )


def condition_words(formula: Formula, cards: CardSet, lang: str = ENGLISH) -> str:
    """Return the condition of an `if_count`: a card by name, or a count of things."""
    if formula.card:
        return the_card(formula.card, cards, lang)
    return translator(lang, DOMAIN)(COUNTED).format(
        count=formula.at_least, things=thing_words(formula, cards, lang, count=formula.at_least)
    )


def _limited(crowns: str, formula: Formula, lang: str) -> str:
    """Return a phrase with its limits. A limit of 0 is left out, because it is obvious."""
    limits = {"min": formula.min, "max": formula.max}
    told = {name: number(limit) for name, limit in limits.items() if limit}
    if not told:
        return crowns
    return translator(lang, DOMAIN)(CROWNS["both" if len(told) == 2 else next(iter(told))]).format(
        crowns=crowns, **told
    )


def thing_words(formula: Formula, cards: CardSet, lang: str = ENGLISH, *, count: int) -> str:
    """Return the thing that a formula counts, in singular or plural according to `count`."""
    one, many = THINGS[_thing(formula)]
    return translator(lang, DOMAIN)(one if count == 1 else many).format(
        path=path_name(formula.path, cards, lang) if formula.path else "",
        emblem=emblem_name(formula.emblem, cards, lang) if formula.emblem else "",
        least=formula.min_yield,
    )


def _thing(formula: Formula) -> str:
    """Return the key in `THINGS` of the thing that a formula counts."""
    if formula.path:
        return formula.where
    if formula.emblem:
        return "emblem"
    if formula.of:
        return f"{formula.of}s"
    if formula.terrain:
        return formula.terrain if formula.min_yield == 1 else f"{formula.terrain}-yield"
    return formula.resource or formula.whose or ""


def ability_lines(card: str, cards: CardSet, lang: str = ENGLISH, *, players: int | None = None) -> list[str]:
    """Return the abilities of a card, without its crowns, one sentence each.

    With `players`, a Moon states the total that this number of sisters pays together.
    """
    entry = cards.entries[card]
    if isinstance(entry, Court):
        effects = [effect_words(effect, lang) for effect in entry.on_acquire]
        return effects + [power_words(power, cards, lang) for power in entry.powers]
    if isinstance(entry, Moon):
        return moon_lines(entry, lang, players=players)
    if isinstance(entry, Banner):
        return [power_words(entry.power, cards, lang)] if entry.power else []
    if isinstance(entry, Improvement):
        resource = "gold" if entry.terrain == "village" else "food"
        amount = counted(entry.yields, resource, lang)
        return [translator(lang, DOMAIN)(IMPROVES[entry.terrain]).format(amount=amount)]
    return []


def crowns_words(card: str, cards: CardSet, lang: str = ENGLISH) -> str:
    """Return the crown formula of a Court Card, a guest or a banner; an empty string for other cards."""
    entry = cards.entries[card]
    return formula_words(entry.crowns, cards, lang) if isinstance(entry, Court | Guest | Banner) else ""


def effect_words(effect: Effect, lang: str = ENGLISH) -> str:
    """Return the effect of acquiring a card as a sentence."""
    dismisses_one = effect.kind == "dismiss_guest" and effect.amount == 1
    sentence = DISMISS_ONE if dismisses_one else EFFECTS[effect.kind]
    amount = counted(effect.amount, effect.resource, lang) if effect.resource else ""
    return translator(lang, DOMAIN)(sentence).format(amount=amount, count=effect.amount)


def power_words(power: Power, cards: CardSet, lang: str = ENGLISH) -> str:
    """Return a lasting power as a sentence."""
    resource = _resource_of(power)
    return translator(lang, DOMAIN)(POWERS[power.when or power.kind]).format(
        amount=counted(power.amount, resource, lang),
        thing=_bought(power, BOUGHT, cards, lang),
        count=power.amount,
        crowns=counted(power.amount, "crowns", lang),
        give=counted(power.amount, resource, lang),
        get=counted(power.get_amount, power.get or "gold", lang),
    )


def brief_power_words(power: Power, cards: CardSet, lang: str = ENGLISH) -> str:
    """Return a lasting power in a few words, short enough for a flag; the full sentence if there is no short form.

    Examples
    --------
    "Tax: 1 gold more", "Improvements: 1 food less".
    """
    kind = power.when or power.kind
    if kind not in BRIEF:
        return power_words(power, cards, lang)
    amount = counted(power.amount, _resource_of(power), lang)
    text = translator(lang, DOMAIN)(BRIEF[kind]).format(amount=amount, things=_bought(power, BOUGHT_OFTEN, cards, lang))
    return text[0].upper() + text[1:]


def _resource_of(power: Power) -> str:
    return power.resource or ("food" if power.when == "harvest" else "gold")


def _bought(power: Power, words: Mapping[str, tuple[str, str]], cards: CardSet, lang: str) -> str:
    """Return the purchases that a power makes cheaper or refunds; an empty string for other powers."""
    if not power.on:
        return ""
    path = path_name(power.path, cards, lang) if power.path else ""
    return translator(lang, DOMAIN)(words[power.on][1 if path else 0]).format(path=path)


def moon_lines(moon: Moon, lang: str = ENGLISH, *, players: int | None = None) -> list[str]:
    """Return the effects of a Moon: immediate ones, or the joint payment and both outcomes."""
    if moon.pledge is None:
        return [_all_effects(IMMEDIATE, moon.effects, lang)]
    lines = [pledge_words(moon, lang, players=players)]
    lines += [_all_effects(MET, moon.met, lang)] if moon.met else []
    return lines + ([_all_effects(UNMET, moon.unmet, lang)] if moon.unmet else [])


def pledge_words(moon: Moon, lang: str = ENGLISH, *, players: int | None = None) -> str:
    """Return the joint payment of a Moon; without `players`, the amount for each sister."""
    assert moon.pledge is not None
    resource, each, base = moon.pledge.resource, moon.pledge.per_sister, moon.pledge.base
    translate = translator(lang, DOMAIN)
    if players is not None or not each:
        return translate(PLEDGE).format(amount=counted(base + each * (players or 0), resource, lang))
    return translate(PLEDGE_BASE if base else PLEDGE_EACH).format(
        amount=counted(each, resource, lang), base=counted(base, resource, lang)
    )


def effects_words(effects: tuple[Effect, ...], lang: str = ENGLISH) -> str:
    """Return the effects of a Moon as one sentence; empty if there are none."""
    return _all_effects(IMMEDIATE, effects, lang) if effects else ""


def _all_effects(sentence: str, effects: tuple[Effect, ...], lang: str) -> str:
    """Return effects, in order, as one sentence."""
    row = joined_by_semicolons([moon_effect_words(effect, lang) for effect in effects], lang)
    text = translator(lang, DOMAIN)(sentence).format(effects=row)
    return text[0].upper() + text[1:]


def moon_effect_words(effect: Effect, lang: str = ENGLISH) -> str:
    """Return one effect of a Moon as a sentence without capital and full stop."""
    key = {"halve": f"halve-{effect.resource}", "ruin": f"ruin-{effect.terrain}"}.get(effect.kind, effect.kind)
    who = WHO[f"{effect.who}-{effect.measure}" if effect.measure else effect.who]
    translate = translator(lang, DOMAIN)
    return translate(MOONS[key]).format(
        who=translate(who), amount=counted(effect.amount, effect.resource, lang) if effect.resource else ""
    )


def requirement_words(banner: Banner, cards: CardSet, lang: str = ENGLISH) -> str:
    """Return the cards that a court needs to fly a banner."""
    key = "path_card" if banner.requires == "path_cards" and banner.at_least == 1 else banner.requires
    path = path_name(banner.required_path, cards, lang) if banner.required_path else ""
    return translator(lang, DOMAIN)(NEEDS[key]).format(count=banner.at_least, path=path)
