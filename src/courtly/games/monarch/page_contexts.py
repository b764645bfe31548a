"""What the templates of Monarch draw: cards, lands, courts, banners, a Moon, choices and the count, as plain values.

Most of them hold data alone, so that a region can be remembered by what it shows (`courtly.web.regions`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

from courtly.scene.marks import Mark
from courtly.scene.page import CountStep

Resource = Literal["gold", "food"]


@dataclass(frozen=True, slots=True)
class Amount:
    """So much gold or food, also in words; `was` is the printed amount where a discount lowers it."""

    resource: Resource
    count: int
    words: str
    was: int | None = None


@dataclass(frozen=True, slots=True)
class Button:
    """A choice: what it sends, what it says, what it brings or costs, and what a screen reader says besides."""

    move: str
    label: str
    amounts: Sequence[Amount] = ()
    more: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a formula of crowns as it is drawn: words, or the sign of what is counted."""

    kind: Literal["words", "path", "emblem", "coin", "land", "guest"]
    what: str


@dataclass(frozen=True, slots=True)
class Gain:
    """What something adds to crowns, as it is written, and in words; `tone` is how it is coloured."""

    count: int
    text: str
    words: str
    tone: Literal["gain", "loss", "nil"]


@dataclass(frozen=True, slots=True)
class Emblem:
    """An emblem by name; `drawn` says whether there is a picture of it."""

    id: str
    name: str
    drawn: bool


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Face:
    """A card as it is printed, one object for each card set and language.

    `crowns` is a number, "?" where it depends, or empty; `sort` is its kind in words.

    `abilities` is what the card does as it is played here, where the set's own text does not say it. `formula` is how
    its crowns are counted, in signs, `says` the same with what else it does in a few words, and `picture` its drawing
    by name, empty where there is none.
    """

    id: str
    name: str
    kind: Literal["court", "improvement", "guest", "moon", "banner"]
    sort: str
    path: str
    path_name: str
    emblems: Sequence[Emblem]
    crowns: str
    terrain: str
    yields: Amount | None
    text: str
    abilities: Sequence[str]
    incomplete: bool
    formula: Sequence[Term]
    says: str
    does: str
    picture: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A card of the market row: its price for the reader, what can be done with it, or why nothing can.

    `state` is whether the reader can pay now, with this turn's income (`helps` says which), or not; `amounts` is then
    what is left, or else what is missing. `adds` is what it would add to the reader's crowns, `more` under which
    condition there would be more. All are nothing for a spectator; `told` is what opens with the card.
    """

    face: Face
    price: Sequence[Amount]
    affordable: bool
    fresh: bool
    buttons: Sequence[Button]
    note: str
    adds: Gain | None
    state: Literal["can", "soon", "short", ""]
    amounts: Sequence[Amount]
    helps: str
    more: str
    told: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A board of the lands with what lies on it; `move` is what choosing it sends.

    `face` is the improvement, None on bare ground; `pile` the improvements from the top down. While the reader chooses
    a board, `then` is what it would yield, and `adds` what building there adds to the reader's crowns.
    """

    id: str
    name: str
    terrain: str
    sort: str
    yields: Amount
    path: str
    path_name: str
    beneath: str
    move: str
    fresh: bool
    face: Face | None
    pile: Sequence[str]
    then: Amount | None = None
    adds: Gain | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A card that a sister has, and the crowns it brings now.

    `move` is what choosing it sends, `adds` what that adds to the reader's crowns.
    """

    face: Face
    crowns: int
    move: str = ""
    adds: Gain | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """A card that a sister has: the crowns it brings now, how they are counted, why, and the powers it gives."""

    face: Face
    crowns: int
    worth: str
    why: str
    powers: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasons:
    """A court card by card."""

    court: Sequence[Reason]
    guests: Sequence[Reason]
    banner: Reason | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """How far a sister's crowns reach in the race, of 100.

    The reader's would reach so far with each card of the market, by `spots`, and with the card that waits; 0 for those
    that add nothing.
    """

    mark: Mark
    score: int
    words: str
    length: int
    spots: Sequence[int] = ()
    waiting: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sister:
    """One seat: what she holds, her court, her guests and her banner; what income brings her now.

    `move` is what choosing her sends, `adds` what that adds to her crowns. `place` is the move that takes the next
    free place of her court, and `place_adds` what it brings. `reasons` gives her court card by card, which depends on
    `depends` alone.
    """

    mark: Mark
    first: bool
    active: bool
    to_move: bool
    gold: Amount
    food: Amount
    score: int
    score_words: str
    spaces: str
    court: Sequence[Held]
    guests: Sequence[Held]
    banner: Held | None
    harvest: Amount
    tax: Amount
    depends: Hashable
    reasons: Callable[[], Reasons]
    move: str = ""
    adds: Gain | None = None
    place: str = ""
    place_adds: Gain | None = None

    @property
    def shown(self) -> Hashable:
        """All that is drawn of her, without what her crowns are in the race."""
        told = (self.mark, self.first, self.active, self.to_move, self.score, self.move, self.adds, self.depends)
        holds = (self.gold, self.food, self.harvest.count, self.tax.count, self.court, self.guests, self.banner)
        return *told, *holds


@dataclass(frozen=True, slots=True, kw_only=True)
class BannerRow:
    """A banner: what it asks of a court, what it brings, who flies it, and what flying it sends.

    `title` is its path, `has` of `needs` what the reader's court shows of the requirement, `power` its power, briefly.
    """

    face: Face
    requirement: str
    met: bool
    bonus: str
    holder: Mark | None
    move: str
    title: str
    has: int
    needs: int
    power: str
    adds: Gain | None
    own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Pledger:
    """What one sister has pledged so far, and what she holds."""

    mark: Mark
    pledged: Amount
    holds: Amount
    speaks: bool


@dataclass(frozen=True, slots=True)
class Arc:
    """So much of the ring of a Moon, from `start` on, that one sister has pledged; nobody's is still missing."""

    seat: int | None
    letter: str
    start: int
    count: int


@dataclass(frozen=True, slots=True)
class Effects:
    """What the reader pays, gains, loses or keeps; `words` is the whole of it as a sentence."""

    what: str
    amounts: Sequence[Amount]
    words: str


@dataclass(frozen=True, slots=True)
class Stake:
    """What the reader has at stake in a Moon: what follows if it is met, and if it is not."""

    met: Sequence[Effects]
    unmet: Sequence[Effects]


@dataclass(frozen=True, slots=True)
class Raise:
    """What the reader may pledge more, and what it comes to, in words."""

    count: int
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoonPanel:
    """A Moon that asks for a joint payment: how much is there, how much is missing, and what follows.

    `ring` is the target divided among those who pledged; `mine` what either outcome brings the reader, and `raises`
    what it costs the reader, if it is met, to pledge so much more.
    """

    face: Face
    target: Amount
    pledged: int
    missing: Amount
    sisters: Sequence[Pledger]
    met: Sequence[str]
    unmet: Sequence[str]
    passes: str
    ring: Sequence[Arc]
    mine: Stake | None
    raises: Sequence[Raise]


@dataclass(frozen=True, slots=True)
class Income:
    """Harvest or tax: what it brings and takes; without a move, why it cannot be chosen."""

    kind: Literal["harvest", "tax"]
    move: str
    label: str
    amounts: Sequence[Amount]
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dock:
    """What is asked of the reader, and the choices that belong to no card on the table.

    `card` is what it is about; `had` says that there is no more harvest or tax this turn.
    """

    asked: str
    card: Face | None
    phase: Literal["act", "place", "build", "send", "dismiss", "pledge", "wait"]
    notes: Sequence[str] = ()
    gold: Amount
    food: Amount
    incomes: Sequence[Income] = ()
    had: str = ""
    extras: Sequence[Button] = ()
    choices: Sequence[Button] = ()
    last: Button | None = None
    least: int = 0
    most: int = 0
    scale: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Sweep:
    """What a sweep of the market costs; without a move, why it cannot be chosen."""

    move: str
    price: Sequence[Amount]
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """The piles: how many cards are to come and which, what was discarded, and the Moons that are gone."""

    left: int
    count: str
    unseen: Sequence[str]
    discarded: str
    discard: Sequence[str]
    gone: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSetNote:
    """Which card set is played with, what it says about itself, and whether cards are marked as incomplete."""

    name: str
    notice: str
    incomplete: bool


@dataclass(frozen=True, slots=True)
class Aid:
    """Something that is worked out for the reader, and whether it is shown."""

    name: str
    title: str
    shown: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The table during a match, and what the reader may choose; `sisters` begin with the reader, or with seat 0."""

    dock: Dock
    round: str
    last_round: str
    credits: Sequence[str]
    market: Sequence[Offer | None]
    empty: str
    hole: Face | None
    sweep: Sweep
    lands: Sequence[Cell]
    lands_note: str
    sisters: Sequence[Sister]
    banners: Sequence[BannerRow]
    moon: MoonPanel | None
    deck: Deck
    card_set: CardSetNote
    first_page: Literal["market", "lands", "sisters"]
    own: bool
    aids: Sequence[Aid]
    lanes: Sequence[Lane]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """One sister's count: her cards with what each brings, the subtotals and the total."""

    mark: Mark
    winner: bool
    reasons: Reasons
    court_sum: int
    guest_sum: int
    banner_sum: int
    total: int
    left: Sequence[Amount]


@dataclass(frozen=True, slots=True, kw_only=True)
class Final:
    """The match counted, best first; `ended` says why it was over."""

    ended: str
    sisters: Sequence[Counted]
    steps: Sequence[CountStep]
    with_banners: bool
    lands: Sequence[Cell]
    card_set: CardSetNote
