"""The abilities of Monarch's cards in words, made from the data of the card set and never from its texts.

A formula becomes a phrase ("2 for each Might card in the court"), an effect, a power or a Moon's pledge a sentence.
"Court" means the court of whoever holds the card.
"""

from __future__ import annotations

from collections.abc import Mapping

from courtly.games.monarch.cardset import Banner, CardSet, Court, Effect, Formula, Guest, Improvement, Moon, Power
from courtly.games.monarch.words.names import (
    DOMAIN,
    counted,
    emblem_name,
    in_a_row,
    number,
    path_name,
    the_card,
)
from courtly.text.languages import marked, translator

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
    "base": marked("{base}, and {per} for each {thing}"),
    "each": marked("{per} for every {each} {things}"),
    "base-each": marked("{base}, and {per} for every {each} {things}"),
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
        marked("card with the emblem {emblem} in the court"),
        marked("cards with the emblem {emblem} in the court"),
    ),
    "paths": (marked("different path in the court"), marked("different paths in the court")),
    "emblems": (marked("different emblem in the court"), marked("different emblems in the court")),
    "village": (marked("village"), marked("villages")),
    "farm": (marked("farm"), marked("farms")),
    "any": (marked("land"), marked("lands")),
    "village-yield": (marked("village that yields {least} or more"), marked("villages that yield {least} or more")),
    "farm-yield": (marked("farm that yields {least} or more"), marked("farms that yield {least} or more")),
    "any-yield": (marked("land that yields {least} or more"), marked("lands that yield {least} or more")),
    "gold": (marked("gold left at the end"), marked("gold left at the end")),
    "food": (marked("food left at the end"), marked("food left at the end")),
    "own": (marked("guest lodged with the same sister"), marked("guests lodged with the same sister")),
    "others": (marked("guest lodged with another sister"), marked("guests lodged with other sisters")),
}

EFFECTS = {
    "gain": marked("When you acquire this card you gain {amount}."),
    "collect": marked("When you acquire this card each other sister gives you {amount}, or what she has."),
    "dismiss_guest": marked("When you acquire this card you may discard your own guests, {count} at most."),
    "free_improvement": marked("The turn you acquire this card one improvement costs you nothing."),
    "free_sweep": marked("The turn you acquire this card your next sweep costs nothing."),
    "extra_income": marked("The turn you acquire this card you may harvest or tax once more."),
}
DISMISS_ONE = marked("When you acquire this card you may discard one of your own guests.")

BOUGHT = {
    "court": (marked("a Court Card"), marked("a Court Card of {path}")),
    "improvement": (marked("an improvement"), marked("an improvement of {path}")),
    "guest": (marked("an Unwanted Guest"), marked("an Unwanted Guest")),
    "sweep": (marked("a sweep of the market"), marked("a sweep of the market")),
}
POWERS = {
    "discount": marked("You pay {amount} less for {thing}."),
    "rebate": marked("You get {amount} back each time you acquire {thing}."),
    "harvest": marked("Each time you harvest you gain {amount} more."),
    "tax": marked("Each time you tax you gain {amount} more."),
    "tax_relief": marked("When you tax, {count} of the villages need no food from you."),
    "guest_relief": marked("Each guest with you costs you {crowns} less."),
    "barter": marked("Once on each of your turns you may pay {give} and take {get}."),
}
BRIEF = {
    "discount": marked("{things}: {amount} less"),
    "rebate": marked("{things}: {amount} back"),
    "harvest": marked("{amount} more at harvest"),
    "tax": marked("{amount} more when you tax"),
}
BOUGHT_OFTEN = {
    "court": (marked("Court Cards"), marked("Court Cards of {path}")),
    "improvement": (marked("improvements"), marked("improvements of {path}")),
    "guest": (marked("guests"), marked("guests")),
    "sweep": (marked("sweeps"), marked("sweeps")),
}

WHO = {
    "all": marked("every sister"),
    "top_pledger": marked("whoever paid most"),
    "most-gold": marked("whoever has the most gold"),
    "most-food": marked("whoever has the most food"),
    "most-court": marked("whoever has the most Court Cards"),
    "most-guests": marked("whoever has the most guests"),
    "fewest-gold": marked("whoever has the least gold"),
    "fewest-food": marked("whoever has the least food"),
    "fewest-court": marked("whoever has the fewest Court Cards"),
    "fewest-guests": marked("whoever has the fewest guests"),
}
MOONS = {
    "gain": marked("{who} gains {amount}"),
    "lose": marked("{who} loses {amount}, or what she has"),
    "halve-gold": marked("{who} loses half of her gold (of 5: 2)"),
    "halve-food": marked("{who} loses half of her food (of 5: 2)"),
    "harvest": marked("{who} gains the food that all farms yield"),
    "ruin-village": marked("the village improvement with the highest yield goes to the discard pile"),
    "ruin-farm": marked("the farm improvement with the highest yield goes to the discard pile"),
    "ruin-any": marked("the improvement with the highest yield goes to the discard pile"),
    "flush": marked("all cards of the market are discarded and replaced"),
}
AT_ONCE, MET, UNMET = marked("{effects}."), marked("If it is paid: {effects}."), marked("If it is not paid: {effects}.")
PLEDGE = marked("The sisters may pay {amount} together.")
PLEDGE_EACH = marked("The sisters may pay {amount} for each of them together.")
PLEDGE_BASE = marked("The sisters may pay {amount} for each of them, and {base} more, together.")

NEEDS = {
    "path_cards": marked("At least {count} {path} cards in the court."),
    "path_card": marked("A {path} card in the court."),
    "path_variety": marked("At least {count} different paths in the court."),
}
IMPROVES = {
    "village": marked("A village under it yields {amount} to everybody who taxes."),
    "farm": marked("A farm under it yields {amount} to everybody who harvests."),
}


def formula_words(formula: Formula, cards: CardSet, lang: str = "en") -> str:
    """Return how many crowns a card brings, as a phrase without the word crowns.

    Examples
    --------
    "2 for each Might card in the court and on the lands", "3, and 1 for every 2 food left at the end, at most 7".
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
    """Return the two values of an `if_count`."""
    return translator(lang, DOMAIN)(CROWNS["card" if formula.card else "if"]).format(
        then=number(formula.then),
        otherwise=number(formula.otherwise),
        count=formula.at_least,
        card=the_card(formula.card, cards, lang) if formula.card else "",
        things="" if formula.card else thing_words(formula, cards, lang, count=formula.at_least),
    )


def condition_words(formula: Formula, cards: CardSet, lang: str = "en") -> str:
    """Return what an `if_count` asks for: a card by name, or so many things."""
    if formula.card:
        return the_card(formula.card, cards, lang)
    return translator(lang, DOMAIN)(COUNTED).format(
        count=formula.at_least, things=thing_words(formula, cards, lang, count=formula.at_least)
    )


def _limited(crowns: str, formula: Formula, lang: str) -> str:
    """Return a phrase with its limits; that a card brings no less, and a guest no more than nothing is not said."""
    limits = {"min": formula.min, "max": formula.max}
    told = {name: number(limit) for name, limit in limits.items() if limit}
    if not told:
        return crowns
    return translator(lang, DOMAIN)(CROWNS["both" if len(told) == 2 else next(iter(told))]).format(
        crowns=crowns, **told
    )


def thing_words(formula: Formula, cards: CardSet, lang: str = "en", *, count: int) -> str:
    """Return what a formula counts, in the singular or plural that `count` asks for."""
    one, many = THINGS[_thing(formula)]
    return translator(lang, DOMAIN)(one if count == 1 else many).format(
        path=path_name(formula.path, cards, lang) if formula.path else "",
        emblem=emblem_name(formula.emblem, cards, lang) if formula.emblem else "",
        least=formula.min_yield,
    )


def _thing(formula: Formula) -> str:
    """Return the entry of `THINGS` that a formula counts."""
    if formula.path:
        return formula.where
    if formula.emblem:
        return "emblem"
    if formula.of:
        return f"{formula.of}s"
    if formula.terrain:
        return formula.terrain if formula.min_yield == 1 else f"{formula.terrain}-yield"
    return formula.resource or formula.whose or ""


def ability_lines(card: str, cards: CardSet, lang: str = "en", *, players: int | None = None) -> list[str]:
    """Return what a card does beside the crowns it brings, one sentence each.

    With `players` a Moon says what these many sisters pay together.
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


def crowns_words(card: str, cards: CardSet, lang: str = "en") -> str:
    """Return how many crowns a Court Card, a guest or a banner brings; nothing for other cards."""
    entry = cards.entries[card]
    return formula_words(entry.crowns, cards, lang) if isinstance(entry, Court | Guest | Banner) else ""


def effect_words(effect: Effect, lang: str = "en") -> str:
    """Return what happens when a card is acquired, as a sentence."""
    dismisses_one = effect.kind == "dismiss_guest" and effect.amount == 1
    sentence = DISMISS_ONE if dismisses_one else EFFECTS[effect.kind]
    amount = counted(effect.amount, effect.resource, lang) if effect.resource else ""
    return translator(lang, DOMAIN)(sentence).format(amount=amount, count=effect.amount)


def power_words(power: Power, cards: CardSet, lang: str = "en") -> str:
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


def brief_power_words(power: Power, cards: CardSet, lang: str = "en") -> str:
    """Return a lasting power in as few words as a flag has room for; the whole sentence where there are none.

    Examples
    --------
    "1 gold more when you tax", "Improvements: 1 food less".
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
    """Return what a power makes cheaper or gives something back for, nothing for other powers."""
    if not power.on:
        return ""
    path = path_name(power.path, cards, lang) if power.path else ""
    return translator(lang, DOMAIN)(words[power.on][1 if path else 0]).format(path=path)


def moon_lines(moon: Moon, lang: str = "en", *, players: int | None = None) -> list[str]:
    """Return what a Moon does: at once, or the joint payment it offers and what follows."""
    if moon.pledge is None:
        return [_all_effects(AT_ONCE, moon.effects, lang)]
    lines = [pledge_words(moon, lang, players=players)]
    lines += [_all_effects(MET, moon.met, lang)] if moon.met else []
    return lines + ([_all_effects(UNMET, moon.unmet, lang)] if moon.unmet else [])


def pledge_words(moon: Moon, lang: str = "en", *, players: int | None = None) -> str:
    """Return what the sisters may pay together; without `players` for each of them."""
    assert moon.pledge is not None
    resource, each, base = moon.pledge.resource, moon.pledge.per_sister, moon.pledge.base
    translate = translator(lang, DOMAIN)
    if players is not None or not each:
        return translate(PLEDGE).format(amount=counted(base + each * (players or 0), resource, lang))
    return translate(PLEDGE_BASE if base else PLEDGE_EACH).format(
        amount=counted(each, resource, lang), base=counted(base, resource, lang)
    )


def _all_effects(sentence: str, effects: tuple[Effect, ...], lang: str) -> str:
    """Return effects, in their order, as one sentence."""
    row = in_a_row([moon_effect_words(effect, lang) for effect in effects], lang)
    text = translator(lang, DOMAIN)(sentence).format(effects=row)
    return text[0].upper() + text[1:]


def moon_effect_words(effect: Effect, lang: str = "en") -> str:
    """Return one effect of a Moon, as a sentence without capital and full stop."""
    key = {"halve": f"halve-{effect.resource}", "ruin": f"ruin-{effect.terrain}"}.get(effect.kind, effect.kind)
    who = WHO[f"{effect.who}-{effect.measure}" if effect.measure else effect.who]
    translate = translator(lang, DOMAIN)
    return translate(MOONS[key]).format(
        who=translate(who), amount=counted(effect.amount, effect.resource, lang) if effect.resource else ""
    )


def requirement_words(banner: Banner, cards: CardSet, lang: str = "en") -> str:
    """Return what a court must hold to fly a banner."""
    key = "path_card" if banner.requires == "path_cards" and banner.at_least == 1 else banner.requires
    path = path_name(banner.required_path, cards, lang) if banner.required_path else ""
    return translator(lang, DOMAIN)(NEEDS[key]).format(count=banner.at_least, path=path)
