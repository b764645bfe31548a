"""Changes of the house set that each cause one problem, with the code and the place of the problem."""

from __future__ import annotations

from typing import Any

from tests.games.monarch.documents import Change, drop, put

A = "court[astronomer]"
CROWNS = f"{A}.crowns"
POWER = f"{A}.powers[1]"
MOON = "moon[harvest-moon]"
PLEDGED = "moon[fair-moon]"
GUEST = "guest[weepy-poet]"
BANNER = "banner[banner-of-might]"
MILL = "improvement[mill-stream]"
BARTER = {"kind": "barter", "give": "gold", "give_amount": 1, "get": "food", "get_amount": 2}


def crowns(**formula: Any) -> Change:
    return put(**{CROWNS: formula})


def power(**values: Any) -> Change:
    return put(**{f"{A}.powers": [values]})


def guest(**formula: Any) -> Change:
    return put(**{f"{GUEST}.crowns": formula})


def effects(*values: Any) -> Change:
    return put(**{f"{MOON}.effects": list(values)})


def fewer(table: str, number: int) -> Change:
    return lambda document: document.__setitem__(table, document[table][:number])


def more(table: str, number: int, **values: Any) -> Change:
    """Return a change that copies the last entry until the table has `number` entries."""

    def change(document: dict[str, Any]) -> None:
        entries = document[table]
        entries += [entries[-1] | values | {"id": f"more-{i}"} for i in range(number - len(entries))]

    return change


ONE_PROBLEM: list[tuple[str, Change]] = [
    ("schema schema", put(schema=2)),
    ("schema schema", put(schema=True)),
    ("schema schema", put(schema="1")),
    ("missing schema", drop("schema")),
    ("missing set.notice", drop("set.notice")),
    ("missing set.version", drop("set.version")),
    ("missing set.languages", drop("set.languages")),
    ("missing paths.bounty", drop("paths.bounty")),
    ("missing paths.bounty.fr", drop("paths.bounty.fr")),
    ("missing emblems.beast.en", drop("emblems.beast.en")),
    ("missing set.name.fr", put(**{"set.name.fr": "  "})),
    ("missing court[17].id", drop(f"{A}.id")),
    (f"missing {A}.name", drop(f"{A}.name")),
    (f"missing {A}.name.en", drop(f"{A}.name.en")),
    (f"missing {A}.path", drop(f"{A}.path")),
    (f"missing {A}.cost", drop(f"{A}.cost")),
    (f"missing {CROWNS}", drop(CROWNS)),
    (f"missing {CROWNS}.kind", drop(f"{CROWNS}.kind")),
    (f"missing {CROWNS}.then", drop(f"{CROWNS}.then")),
    (f"missing {CROWNS}.per", crowns(kind="per_guest", whose="own")),
    (f"missing {CROWNS}.value", crowns(kind="fixed")),
    (f"missing {POWER}.amount", power(kind="tax_relief")),
    ("missing land[simple-farm].terrain", drop("land[simple-farm].terrain")),
    (f"missing {MILL}.yield", drop(f"{MILL}.yield")),
    (f"missing {MILL}.cost.food", put(**{f"{MILL}.cost": {}})),
    (f"missing {GUEST}.cost", put(**{f"{GUEST}.cost": {}})),
    (f"missing {MOON}.effects[1].measure", effects({"kind": "harvest", "who": "most"})),
    (f"missing {PLEDGED}.met", drop(f"{PLEDGED}.met")),
    (f"missing {PLEDGED}.unmet", drop(f"{PLEDGED}.unmet")),
    (f"missing {PLEDGED}.pledge.base", drop(f"{PLEDGED}.pledge.base")),
    (f"missing {BANNER}.requirement", drop(f"{BANNER}.requirement")),
    (f"missing {BANNER}.requirement.path", drop(f"{BANNER}.requirement.path")),
    ("unknown-key cards", put(cards=[])),
    ("unknown-key set.author", put(**{"set.author": "me"})),
    ("unknown-key paths.balance", put(**{"paths.balance": {"en": "Balance", "fr": "Équilibre"}})),
    (f"unknown-key {A}.colour", put(**{f"{A}.colour": "red"})),
    (f"unknown-key {A}.name.de", put(**{f"{A}.name.de": "Astronom"})),
    (f"unknown-key {A}.text.frr", put(**{f"{A}.text.frr": "Une"})),
    (f"unknown-key {A}.cost.silver", put(**{f"{A}.cost.silver": 1})),
    (f"unknown-key {A}.source.yield", put(**{f"{A}.source.yield": "house"})),
    (f"unknown-key {A}.'a key'", put(**{f"{A}.a key": 1})),
    (f"unknown-key {CROWNS}.min", crowns(kind="fixed", value=1, min=0)),
    (f"unknown-key {CROWNS}.where", put(**{f"{CROWNS}.where": "court"})),
    (f"unknown-key {POWER}.path", power(kind="discount", on="guest", amount=1, path="might")),
    (f"unknown-key {POWER}.path", power(kind="discount", on="sweep", amount=1, path="might")),
    (f"unknown-key {POWER}.path", power(kind="rebate", on="guest", resource="gold", amount=1, path="might")),
    (f"unknown-key {POWER}.resource", power(kind="tax_relief", amount=1, resource="food")),
    (f"unknown-key {A}.on_acquire[1].who", put(**{f"{A}.on_acquire": [{"kind": "free_sweep", "who": "all"}]})),
    (f"unknown-key {MOON}.effects[1].measure", effects({"kind": "harvest", "measure": "gold"})),
    (f"unknown-key {MOON}.met", put(**{f"{MOON}.met": []})),
    (f"unknown-key {BANNER}.requirement.where", put(**{f"{BANNER}.requirement.where": "court"})),
    ("type court[17]", put(**{A: 7})),
    ("type court[17].id", put(**{f"{A}.id": 7})),
    (f"type {A}.name", put(**{f"{A}.name": "Astronomer"})),
    (f"type {A}.name.en", put(**{f"{A}.name.en": 7})),
    (f"type {A}.text", put(**{f"{A}.text": "A card"})),
    (f"type {A}.path", put(**{f"{A}.path": ["might"]})),
    (f"type {A}.emblems", put(**{f"{A}.emblems": "beast"})),
    (f"type {A}.emblems[1]", put(**{f"{A}.emblems": [1]})),
    (f"type {A}.cost", put(**{f"{A}.cost": 4})),
    (f"type {A}.cost.gold", put(**{f"{A}.cost.gold": 4.0})),
    (f"type {A}.cost.gold", put(**{f"{A}.cost.gold": "4"})),
    (f"type {A}.cost.gold", put(**{f"{A}.cost.gold": True})),
    (f"type {CROWNS}", put(**{CROWNS: True})),
    (f"type {CROWNS}", put(**{CROWNS: 2.5})),
    (f"type {CROWNS}.kind", put(**{f"{CROWNS}.kind": 1})),
    (f"type {CROWNS}.card", put(**{f"{CROWNS}.card": 1})),
    (f"type {A}.powers", put(**{f"{A}.powers": {"kind": "tax_relief", "amount": 1}})),
    (f"type {POWER}", put(**{f"{A}.powers": ["tax_relief"]})),
    (f"type {A}.incomplete", put(**{f"{A}.incomplete": "yes"})),
    (f"type {A}.source", put(**{f"{A}.source": 1})),
    ("type set.version", put(**{"set.version": 1})),
    (f"type {BANNER}.power", put(**{f"{BANNER}.power": [{"kind": "tax_relief", "amount": 1}]})),
    (f"type {PLEDGED}.pledge", put(**{f"{PLEDGED}.pledge": "gold"})),
    ("type moon", put(moon={})),
    ("type banner", put(banner="none")),
    (f"range {A}.cost.gold", put(**{f"{A}.cost.gold": 100})),
    (f"range {A}.cost.food", put(**{f"{A}.cost.food": -1})),
    (f"range {CROWNS}", put(**{CROWNS: 100})),
    (f"range {CROWNS}.value", crowns(kind="fixed", value=-100)),
    (f"range {CROWNS}.at_least", put(**{f"{CROWNS}.at_least": 0})),
    (f"range {CROWNS}", crowns(kind="per_guest", whose="own", per=1, min=5, max=4)),
    (f"range {CROWNS}", crowns(kind="per_guest", whose="own", per=1, max=-1)),
    (f"range {GUEST}.crowns", guest(kind="per_guest", whose="own", per=-1, min=-1, max=-2)),
    (f"range {CROWNS}.each", crowns(kind="per_resource", resource="gold", each=0)),
    (f"range {CROWNS}.min_yield", crowns(kind="per_land", terrain="farm", per=1, min_yield=10)),
    (f"range {POWER}.amount", power(kind="tax_relief", amount=0)),
    (f"range {A}.on_acquire[1].up_to", put(**{f"{A}.on_acquire": [{"kind": "dismiss_guest", "up_to": 100}]})),
    (f"range {MILL}.yield", put(**{f"{MILL}.yield": 10})),
    ("range land[simple-farm].yield", put(**{"land[simple-farm].yield": 0})),
    ("range land[simple-farm].copies", put(**{"land[simple-farm].copies": 0, "land[small-village].copies": 9})),
    (f"range {PLEDGED}.pledge", put(**{f"{PLEDGED}.pledge.per_sister": 0})),
    (f"range {PLEDGED}.pledge.per_sister", put(**{f"{PLEDGED}.pledge.per_sister": 21})),
    (f"range {PLEDGED}.pledge.base", put(**{f"{PLEDGED}.pledge.base": 41})),
    (f"range {BANNER}.requirement.at_least", put(**{f"{BANNER}.requirement.at_least": 8})),
    (
        "range banner[banner-of-balance].requirement.at_least",
        put(**{"banner[banner-of-balance].requirement.at_least": 5}),
    ),
    (f"value {A}.path", put(**{f"{A}.path": "balance"})),
    (f"value {A}.path", put(**{f"{A}.path": "Might"})),
    (f"value {A}.source", put(**{f"{A}.source": "invented"})),
    (f"value {A}.source.crowns", put(**{f"{A}.source.crowns": "invented"})),
    (f"value {A}.name.en", put(**{f"{A}.name.en": "\x1b[2J"})),
    (f"value {A}.name.en", put(**{f"{A}.name.en": "Astro\u202enomer"})),
    (f"value {A}.text.en", put(**{f"{A}.text.en": "\x00"})),
    (f"value {CROWNS}.where", crowns(kind="per_path", path="might", where="lands", per=1)),
    (f"value {MOON}.effects[1].who", effects({"kind": "harvest", "who": "top_pledger"})),
    (f"value {PLEDGED}.unmet[1].who", put(**{f"{PLEDGED}.unmet": [{"kind": "harvest", "who": "top_pledger"}]})),
    (f"value {MOON}.effects[1].measure", effects({"kind": "harvest", "who": "most", "measure": "crowns"})),
    (f"value {POWER}.resource", power(kind="discount", on="improvement", resource="gold", amount=1)),
    (f"value {POWER}.resource", power(kind="discount", on="sweep", resource="food", amount=1)),
    (f"value {POWER}.on", power(kind="rebate", on="sweep", resource="gold", amount=1)),
    (f"value {POWER}.get", power(kind="barter", give="gold", give_amount=1, get="gold", get_amount=2)),
    (f"value {POWER}.get", power(kind="barter", give="food", give_amount=1, get="food", get_amount=2)),
    (f"value {POWER}.path", power(kind="discount", on="court", amount=1, path="none")),
    (f"value {MOON}.tone", put(**{f"{MOON}.tone": "ugly"})),
    ("value set.languages[3]", put(**{"set.languages": ["en", "fr", "en fr"]})),
    (f"kind {CROWNS}.kind", crowns(kind="per_moon", per=1)),
    (f"kind {POWER}.kind", power(kind="gain", resource="gold", amount=1)),
    (f"kind {A}.on_acquire[1].kind", put(**{f"{A}.on_acquire": [{"kind": "flush"}]})),
    (f"kind {MOON}.effects[1].kind", effects({"kind": "collect", "resource": "gold", "amount": 1})),
    (f"kind {BANNER}.requirement.kind", put(**{f"{BANNER}.requirement": {"kind": "guests", "at_least": 1}})),
    (f"choice {CROWNS}", put(**{f"{CROWNS}.emblem": "beast"})),
    (f"choice {CROWNS}", drop(f"{CROWNS}.card")),
    (f"choice {MOON}", drop(f"{MOON}.effects")),
    (f"choice {MOON}", effects()),
    (f"choice {PLEDGED}", put(**{f"{PLEDGED}.met": []})),
    ("id court[17].id", put(**{f"{A}.id": "The_Astronomer"})),
    ("id court[17].id", put(**{f"{A}.id": "a" * 81})),
    ("id set.id", put(**{"set.id": "my set"})),
    ("id emblems.'big cat'", put(**{"emblems.big cat": {"en": "cat", "fr": "chat"}})),
    ("duplicate-id guest[fireworks].id", put(**{f"{GUEST}.id": "fireworks"})),
    ("duplicate-id court[astronomer].id", lambda document: document["land"][0].update(id="astronomer")),
    ("duplicate banner[banner-of-wisdom].path", put(**{"banner[banner-of-wisdom].path": "might"})),
    (f"duplicate {A}.emblems[2]", put(**{f"{A}.emblems": ["advisor", "advisor"]})),
    ("duplicate set.languages[3]", put(**{"set.languages": ["en", "fr", "en"]})),
    (f"unknown-card {CROWNS}.card", put(**{f"{CROWNS}.card": "comet"})),
    (f"unknown-card {CROWNS}.card", put(**{f"{CROWNS}.card": "mill-stream"})),
    (f"unknown-emblem {A}.emblems[1]", put(**{f"{A}.emblems": ["star"]})),
    (f"unknown-emblem {CROWNS}.emblem", crowns(kind="per_emblem", emblem="star", per=1)),
    (f"unknown-emblem {GUEST}.crowns.emblem", guest(kind="per_emblem", emblem="star", per=-1)),
    (f"cost {A}.cost.gold", put(**{f"{A}.cost": {"food": 3}})),
    (f"cost {MILL}.cost.gold", put(**{f"{MILL}.cost": {"gold": 3}})),
    (f"cost {MILL}.cost.gold", put(**{f"{MILL}.cost.gold": 3})),
    (f"sign {GUEST}.crowns", put(**{f"{GUEST}.crowns": 1})),
    (f"sign {GUEST}.crowns", guest(kind="if_count", path="might", then=-3, otherwise=1)),
    (f"sign {GUEST}.crowns", guest(kind="per_path", path="might", per=1, base=-9, max=2)),
    (f"sign {GUEST}.crowns", guest(kind="per_path", path="might", per=-1, base=2, max=2)),
    (f"sign {GUEST}.crowns", guest(kind="per_path", path="might", per=-1, min=1, max=2)),
    (f"limit {A}.on_acquire", put(**{f"{A}.on_acquire": [{"kind": "free_sweep"}] * 4})),
    (f"limit {A}.powers", put(**{f"{A}.powers": [{"kind": "tax_relief", "amount": 1}] * 3})),
    (f"limit {A}.powers[2]", put(**{f"{A}.powers": [BARTER] * 2})),
    (f"limit {MOON}.effects", effects(*[{"kind": "flush"}] * 5)),
    (
        "limit emblems",
        lambda document: document["emblems"].update({f"e-{i}": {"en": "e", "fr": "e"} for i in range(12)}),
    ),
    ("limit land", put(**{"land[simple-farm].copies": 11})),
    ("limit court", more("court", 65)),
    ("limit improvement", more("improvement", 65)),
    ("limit guest", more("guest", 33)),
    ("limit moon", more("moon", 33)),
    ("count court", fewer("court", 27)),
    ("count land", put(**{"land[simple-farm].copies": 2})),
    ("count land", put(**{"land[simple-farm].terrain": "village"})),
    ("count land", put(**{"land[small-village].terrain": "farm"})),
    ("count improvement", put(improvement=[])),
    ("count set.languages", put(**{"set.languages": []})),
]
