"""Template contexts of Monarch: cards, lands, courts, banners, Moon, choices and count, as plain values.

Most of them hold only data, so that a region can be cached by its content (`courtly.web.regions`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

from courtly.scene.marks import Mark
from courtly.scene.page import CountStep

Resource = Literal["gold", "food"]
LONG_TEXT = 96
"""Number of letters that fit into two lines of a card of the market on a narrow phone."""


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of gold or food, also as text; `was` is the printed amount if a discount lowers it."""

    resource: Resource
    count: int
    words: str
    was: int | None = None


@dataclass(frozen=True, slots=True)
class Button:
    """A choice: the move it sends, its label, its gains or costs, and extra text for screen readers (`more`).

    `sends` says whether a press sends it without Confirm.
    """

    move: str
    label: str
    amounts: Sequence[Amount] = ()
    more: str = ""
    hint: str = ""
    sends: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a crown formula: text, or a symbol for the things that it counts."""

    kind: Literal["words", "path", "emblem", "coin", "land", "guest", "variety"]
    what: str


@dataclass(frozen=True, slots=True)
class Gain:
    """A change of crowns: as a number, as a short text and in words. `tone` selects its colour."""

    count: int
    text: str
    words: str
    tone: Literal["gain", "loss", "nil"]


@dataclass(frozen=True, slots=True)
class Emblem:
    """An emblem with its name; `drawn` says whether it has a picture."""

    id: str
    name: str
    drawn: bool


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CardFace:
    """A card as printed. Pages share one object for each card, card set, language and number of players.

    `crowns` is a number, "?" if it varies, or empty. `sort` is its kind in words. `abilities` describes the card as
    played here, if the set's own text is missing or incomplete. `formula` shows in symbols how its crowns are counted.
    `says` is a short text with the crowns and abilities, `does` has the abilities alone. `picture` is the name of its
    drawing, empty without one.
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
    """A card of the market row: its price for the viewer, and the moves on it or why there are none.

    `state` says whether the viewer can pay now ("can"), can pay with this turn's income ("soon"), or cannot
    ("short"); `helps` names the income. `amounts` is the purse after paying, or the missing amount. `adds` is the
    change of the viewer's crowns, and `more` names a condition for more crowns. All of these are empty for a spectator.
    `told` is a note on the opened card.
    """

    face: CardFace
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

    @property
    def is_long(self) -> bool:
        """Whether the text takes three lines of a phone."""
        return len(f"{self.more} {self.face.does}" if self.more else self.face.says) > LONG_TEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A board of the lands with its cards. `move` is sent when the viewer chooses the board.

    `face` is the top improvement, None on bare ground; `pile` lists the improvements from the top down. While the
    viewer chooses a board, `then` is its yield after building, and `adds` the change of the viewer's crowns.
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
    face: CardFace | None
    pile: Sequence[str]
    then: Amount | None = None
    adds: Gain | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldCard:
    """A sister's card and its current crowns.

    `move` is sent when the viewer chooses the card, and `adds` is the resulting change of the viewer's crowns.
    """

    face: CardFace
    crowns: int
    move: str = ""
    adds: Gain | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDetail:
    """A sister's card in detail: its current crowns, its crown formula, the calculation in words, and its powers."""

    face: CardFace
    crowns: int
    worth: str
    why: str
    powers: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class CourtDetails:
    """The cards of a sister in detail."""

    court: Sequence[CardDetail]
    guests: Sequence[CardDetail]
    banner: CardDetail | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """A sister's lane in the race of crowns. Lengths are from 0 to 100, and 100 means `most` crowns.

    In the viewer's lane, `spots` holds the length after adding each card of the market, and `waiting` the length after
    adding the pending card. A length is 0 if the card adds nothing.
    """

    mark: Mark
    score: int
    words: str
    length: int
    most: int
    spots: Sequence[int] = ()
    waiting: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sister:
    """One seat: her purse, court, guests and banner, and her current income.

    `move` is sent when the viewer chooses her, and `adds` is the resulting change of her crowns. `place` is the move
    that puts the pending card on the next free space of her court, and `place_adds` is the change of crowns by that
    move. `reasons` returns her cards in detail, and `depends` is the cache key of that result.
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
    court: Sequence[HeldCard]
    guests: Sequence[HeldCard]
    banner: HeldCard | None
    harvest: Amount
    tax: Amount
    depends: Hashable
    reasons: Callable[[], CourtDetails]
    move: str = ""
    adds: Gain | None = None
    place: str = ""
    place_adds: Gain | None = None

    @property
    def shown(self) -> Hashable:
        """The cache key of her panel, without her lane in the race."""
        told = (self.mark, self.first, self.active, self.to_move, self.score, self.move, self.adds, self.depends)
        holds = (self.gold, self.food, self.harvest.count, self.tax.count, self.court, self.guests, self.banner)
        return *told, *holds


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A sister in short: her crowns, purse and last act.

    `told` has the sentences of her last turn. `move` is sent when the viewer chooses her.
    """

    mark: Mark
    active: bool
    score: int
    score_words: str
    gold: Amount
    food: Amount
    act: str
    told: Sequence[str]
    move: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BannerRow:
    """A banner: its requirement, crowns and holder, and the move that flies it.

    `title` is its path. The requirement needs `needs` cards or paths, and the viewer's court has `has` of them.
    """

    face: CardFace
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
    """A sister's pledge so far, and her holdings of that resource. `speaks` says whether it is her turn to decide."""

    mark: Mark
    pledged: Amount
    holds: Amount
    speaks: bool


@dataclass(frozen=True, slots=True)
class Arc:
    """An arc of the ring that shows a Moon's pledges: a sister's pledge, or the missing amount if `seat` is None."""

    seat: int | None
    letter: str
    start: int
    count: int


@dataclass(frozen=True, slots=True)
class Effects:
    """Amounts that the viewer pays, gains, loses or keeps; `words` is the full sentence."""

    what: str
    amounts: Sequence[Amount]
    words: str


@dataclass(frozen=True, slots=True)
class Stake:
    """The effects of a Moon on the viewer: if it is met, and if it is not."""

    met: Sequence[Effects]
    unmet: Sequence[Effects]


@dataclass(frozen=True, slots=True)
class Raise:
    """An amount that the viewer may add to the pledge, and its outcome in words."""

    count: int
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoonPanel:
    """A Moon that asks for a joint payment: the request in words, the pledges, the missing amount and the effects.

    `ring` splits the target by sister. `mine` has the effects of both outcomes on the viewer. `raises` gives, for each
    possible raise, its outcome for the viewer if the Moon is met.
    """

    face: CardFace
    asks: str
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
class MoonChange:
    """A sister's gains and losses by a Moon, with its payment; empty if there are none."""

    mark: Mark
    amounts: Sequence[Amount]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoonOutcome:
    """A resolved Moon: its name, how it was decided, its rule, the changes of purses, and its other effects."""

    name: str
    told: str
    rule: str
    changes: Sequence[MoonChange]
    effects: Sequence[str]


@dataclass(frozen=True, slots=True)
class MoonsShown:
    """The Moons of the last move that resolved any; `is_latest` says that no act followed them."""

    moons: Sequence[MoonOutcome]
    is_latest: bool


@dataclass(frozen=True, slots=True)
class Income:
    """Harvest or tax with its gain and cost; without a move, `note` says why it is not legal."""

    kind: Literal["harvest", "tax"]
    move: str
    label: str
    amounts: Sequence[Amount]
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dock:
    """The question to the viewer, and the choices that belong to no card on the table.

    `card` is the card in question; `had` says that the income of this turn is used up.
    """

    asked: str
    card: CardFace | None
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
    """A sweep of the market with its price; without a move, `note` says why it is not legal."""

    move: str
    price: Sequence[Amount]
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """The piles: cards left in the deck and their names, discarded cards, and Moons out of the match."""

    left: int
    count: str
    unseen: Sequence[str]
    discarded: str
    discard: Sequence[str]
    gone: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSetNote:
    """The card set of the match: its name, notice, paths and emblems, and whether it has incomplete cards."""

    name: str
    notice: str
    incomplete: bool
    paths: Sequence[tuple[str, str]]
    emblems: Sequence[Emblem]


@dataclass(frozen=True, slots=True)
class Aid:
    """An aid for the viewer, such as computed values, and whether it is shown."""

    name: str
    title: str
    shown: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The table during a match with the viewer's choices; `sisters` begins with the viewer, or with seat 0.

    `fullest` is the number of cards in the fullest court.
    `summaries` has the sisters whose purses are not in the tray: the others, or all for a spectator.
    """

    dock: Dock
    round: str
    last_round: str
    fullest: int
    credits: Sequence[str]
    market: Sequence[Offer | None]
    empty: str
    hole: CardFace | None
    sweep: Sweep
    lands: Sequence[Cell]
    lands_note: str
    sisters: Sequence[Sister]
    summaries: Sequence[Summary]
    banners: Sequence[BannerRow]
    moon: MoonPanel | None
    moons: MoonsShown
    deck: Deck
    card_set: CardSetNote
    first_page: Literal["market", "lands", "sisters"]
    own: bool
    aids: Sequence[Aid]
    lanes: Sequence[Lane]


@dataclass(frozen=True, slots=True, kw_only=True)
class SisterCount:
    """One sister's count: the crowns of each card, the subtotals and the total."""

    mark: Mark
    winner: bool
    reasons: CourtDetails
    court_sum: int
    guest_sum: int
    banner_sum: int
    total: int
    left: Sequence[Amount]


@dataclass(frozen=True, slots=True, kw_only=True)
class Final:
    """The final count, with the winner first. `ended` says why the match ended."""

    ended: str
    sisters: Sequence[SisterCount]
    steps: Sequence[CountStep]
    with_banners: bool
    lands: Sequence[Cell]
    card_set: CardSetNote
