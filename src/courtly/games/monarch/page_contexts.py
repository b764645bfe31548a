"""Template contexts of Monarch: cards, lands, courts, banners, Moon, choices and count.

They hold only data, so they can be in the values of parts (`courtly.scene.page_parts`).
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from courtly.scene.marks import Pennant
from courtly.scene.page import Aid, CountStep

Resource = Literal["gold", "food"]
LONG_TEXT = 96
"""Number of letters that fit into two lines of a card of the market on a narrow phone."""


class SeatMark(Struct, frozen=True):
    """A seat on the board: the name of its player, and the player's sign; `mine` if it is the viewer's seat."""

    seat: int
    name: str
    mine: bool
    pennant: Pennant


class Amount(Struct, frozen=True):
    """An amount of gold or food, also as text; `was` is the printed amount if a discount lowers it."""

    resource: Resource
    count: int
    words: str
    was: int | None = None


class Button(Struct, frozen=True):
    """A choice: the move it sends, its label, its gains or costs, and extra text for screen readers (`more`).

    `sends` says whether a press sends it without Confirm.
    """

    move: str
    label: str
    amounts: tuple[Amount, ...] = ()
    more: str = ""
    hint: str = ""
    sends: bool = False


class Term(Struct, frozen=True):
    """A part of a crown formula: text, or a symbol for the things that it counts."""

    kind: Literal["words", "path", "emblem", "coin", "land", "guest", "variety"]
    what: str


class Gain(Struct, frozen=True):
    """A change of crowns: as a number, as a short text and in words. `tone` selects its colour."""

    count: int
    text: str
    words: str
    tone: Literal["gain", "loss", "nil"]


class Emblem(Struct, frozen=True):
    """An emblem with its name; `drawn` says whether it has a picture."""

    id: str
    name: str
    drawn: bool


class CardFace(Struct, frozen=True, kw_only=True):
    """A card as printed.

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
    emblems: tuple[Emblem, ...]
    crowns: str
    terrain: str
    yields: Amount | None
    text: str
    abilities: tuple[str, ...]
    incomplete: bool
    formula: tuple[Term, ...]
    says: str
    does: str
    picture: str


class Offer(Struct, frozen=True, kw_only=True):
    """A card of the market row: its price for the viewer, and the moves on it or why there are none.

    `state` says whether the viewer can pay now ("can"), can pay with this turn's income ("soon"), or cannot
    ("short"); `helps` names the income. `amounts` is the purse after paying, or the missing amount. `adds` is the
    change of the viewer's crowns, and `more` names a condition for more crowns. All of these are empty for a spectator.
    `told` is a note on the opened card.
    """

    face: CardFace
    price: tuple[Amount, ...]
    affordable: bool
    fresh: bool
    buttons: tuple[Button, ...]
    note: str
    adds: Gain | None
    state: Literal["can", "soon", "short", ""]
    amounts: tuple[Amount, ...]
    helps: str
    more: str
    told: str

    @property
    def is_long(self) -> bool:
        """Whether the text takes three lines of a phone."""
        return len(f"{self.more} {self.face.does}" if self.more else self.face.says) > LONG_TEXT


class Cell(Struct, frozen=True, kw_only=True):
    """A board of the lands with its cards. `move` is sent when the viewer chooses the board.

    `number` is its key, from 1. `ground` selects the drawing behind it. `face` is the top improvement, None on bare
    ground; `pile` lists the improvements from the top down. While the viewer chooses a board, `then` is its yield after
    building, and `adds` the change of the viewer's crowns.
    """

    id: str
    number: int
    name: str
    terrain: str
    ground: str
    sort: str
    yields: Amount
    path: str
    path_name: str
    beneath: str
    move: str
    fresh: bool
    face: CardFace | None
    pile: tuple[str, ...]
    then: Amount | None = None
    adds: Gain | None = None


class HeldCard(Struct, frozen=True, kw_only=True):
    """A sister's card and its current crowns.

    `move` is sent when the viewer chooses the card, and `adds` is the resulting change of the viewer's crowns.
    """

    face: CardFace
    crowns: int
    move: str = ""
    adds: Gain | None = None


class CardDetail(Struct, frozen=True, kw_only=True):
    """A sister's card in detail: its current crowns, its crown formula, the calculation in words, and its powers."""

    face: CardFace
    crowns: int
    worth: str
    why: str
    powers: tuple[str, ...]


class CourtDetails(Struct, frozen=True, kw_only=True):
    """The cards of a sister in detail."""

    court: tuple[CardDetail, ...]
    guests: tuple[CardDetail, ...]
    banner: CardDetail | None


class Lane(Struct, frozen=True, kw_only=True):
    """A sister's lane in the race of crowns. Lengths are from 0 to 100, and 100 means `most` crowns.

    In the viewer's lane, `spots` holds the length after adding each card of the market, and `waiting` the length after
    adding the pending card. A length is 0 if the card adds nothing.
    """

    mark: SeatMark
    score: int
    words: str
    length: int
    most: int
    spots: tuple[int, ...] = ()
    waiting: int = 0


class Sister(Struct, frozen=True, kw_only=True):
    """One seat: her purse, court, guests and banner, and her current income.

    `move` is sent when the viewer chooses her, and `adds` is the resulting change of her crowns. `place` is the move
    that puts the pending card on the next free space of her court, and `place_adds` is the change of crowns by that
    move. `reasons` has her cards in detail.
    """

    mark: SeatMark
    first: bool
    active: bool
    to_move: bool
    gold: Amount
    food: Amount
    score: int
    score_words: str
    spaces: str
    court: tuple[HeldCard, ...]
    guests: tuple[HeldCard, ...]
    banner: HeldCard | None
    harvest: Amount
    tax: Amount
    reasons: CourtDetails
    move: str = ""
    adds: Gain | None = None
    place: str = ""
    place_adds: Gain | None = None


class Summary(Struct, frozen=True, kw_only=True):
    """A sister in short: her crowns, purse and last act.

    `told` has the sentences of her last turn. `move` is sent when the viewer chooses her.
    """

    mark: SeatMark
    active: bool
    score: int
    score_words: str
    gold: Amount
    food: Amount
    act: str
    told: tuple[str, ...]
    move: str = ""


class BannerRow(Struct, frozen=True, kw_only=True):
    """A banner: its requirement, crowns and holder, and the move that flies it.

    `title` is its path. The requirement needs `needs` cards or paths, and the viewer's court has `has` of them.
    """

    face: CardFace
    requirement: str
    met: bool
    bonus: str
    holder: SeatMark | None
    move: str
    title: str
    has: int
    needs: int
    power: str
    adds: Gain | None
    own: bool


class Pledger(Struct, frozen=True, kw_only=True):
    """A sister's pledge so far, and her holdings of that resource. `speaks` says whether it is her turn to decide."""

    mark: SeatMark
    pledged: Amount
    holds: Amount
    speaks: bool


class Arc(Struct, frozen=True):
    """An arc of the ring that shows a Moon's pledges: a sister's pledge, or the missing amount if `mark` is None."""

    mark: SeatMark | None
    start: int
    count: int


class Effects(Struct, frozen=True):
    """Amounts that the viewer pays, gains, loses or keeps; `words` is the full sentence."""

    what: str
    amounts: tuple[Amount, ...]
    words: str


class Stake(Struct, frozen=True):
    """The effects of a Moon on the viewer: if it is met, and if it is not."""

    met: tuple[Effects, ...]
    unmet: tuple[Effects, ...]


class Raise(Struct, frozen=True):
    """An amount that the viewer may add to the pledge, and its outcome in words."""

    count: int
    words: str


class MoonPanel(Struct, frozen=True, kw_only=True):
    """A Moon that asks for a joint payment: the request in words, the pledges, the missing amount and the effects.

    `ring` splits the target by sister. `mine` has the effects of both outcomes on the viewer. `raises` gives, for each
    possible raise, its outcome for the viewer if the Moon is met.
    """

    face: CardFace
    asks: str
    target: Amount
    pledged: int
    missing: Amount
    sisters: tuple[Pledger, ...]
    met: tuple[str, ...]
    unmet: tuple[str, ...]
    passes: str
    ring: tuple[Arc, ...]
    mine: Stake | None
    raises: tuple[Raise, ...]


class MoonChange(Struct, frozen=True):
    """A sister's gains and losses by a Moon, with its payment; empty if there are none."""

    mark: SeatMark
    amounts: tuple[Amount, ...]


class MoonOutcome(Struct, frozen=True, kw_only=True):
    """A resolved Moon: its name, how it was decided, its rule, the changes of purses, and its other effects."""

    name: str
    told: str
    rule: str
    changes: tuple[MoonChange, ...]
    effects: tuple[str, ...]


class MoonsShown(Struct, frozen=True):
    """The Moons of the last move that resolved any; `is_latest` says that no act followed them."""

    moons: tuple[MoonOutcome, ...]
    is_latest: bool


class Income(Struct, frozen=True):
    """Harvest or tax with its gain and cost; without a move, `note` says why it is not legal."""

    kind: Literal["harvest", "tax"]
    move: str
    label: str
    amounts: tuple[Amount, ...]
    note: str


class Dock(Struct, frozen=True, kw_only=True):
    """The question to the viewer, and the choices that belong to no card on the table.

    `card` is the card in question; `had` says that the income of this turn is used up. `received` names the guests that
    the viewer got since the viewer's last turn.
    """

    asked: str
    received: str
    card: CardFace | None
    phase: Literal["act", "place", "build", "send", "dismiss", "pledge", "wait"]
    notes: tuple[str, ...] = ()
    gold: Amount
    food: Amount
    incomes: tuple[Income, ...] = ()
    had: str = ""
    extras: tuple[Button, ...] = ()
    choices: tuple[Button, ...] = ()
    last: Button | None = None
    least: int = 0
    most: int = 0
    scale: tuple[int, ...] = ()


class Sweep(Struct, frozen=True):
    """A sweep of the market with its price; without a move, `note` says why it is not legal."""

    move: str
    price: tuple[Amount, ...]
    note: str


class Deck(Struct, frozen=True, kw_only=True):
    """The piles: cards left in the deck and their names, discarded cards, and Moons out of the match."""

    left: int
    count: str
    unseen: tuple[str, ...]
    discarded: str
    discard: tuple[str, ...]
    gone: tuple[str, ...]


class CardSetNote(Struct, frozen=True, kw_only=True):
    """The card set of the match: its name, notice, paths and emblems, and whether it has incomplete cards."""

    name: str
    notice: str
    incomplete: bool
    paths: tuple[tuple[str, str], ...]
    emblems: tuple[Emblem, ...]


class Turn(Struct, frozen=True, kw_only=True):
    """The table during a match with the viewer's choices; `sisters` begins with the viewer, or with seat 0.

    `fullest` is the number of cards in the fullest court.
    `summaries` has the sisters whose purses are not in the tray: the others, or all for a spectator.
    """

    dock: Dock
    round: str
    last_round: str
    fullest: int
    credits: tuple[str, ...]
    market: tuple[Offer | None, ...]
    empty: str
    hole: CardFace | None
    sweep: Sweep
    lands: tuple[Cell, ...]
    lands_note: str
    sisters: tuple[Sister, ...]
    summaries: tuple[Summary, ...]
    banners: tuple[BannerRow, ...]
    moon: MoonPanel | None
    moons: MoonsShown
    deck: Deck
    card_set: CardSetNote
    first_page: Literal["market", "lands", "sisters"]
    own: bool
    aids: tuple[Aid, ...]
    lanes: tuple[Lane, ...]


class SisterCount(Struct, frozen=True, kw_only=True):
    """One sister's count: the crowns of each card, the subtotals and the total."""

    mark: SeatMark
    winner: bool
    reasons: CourtDetails
    court_sum: int
    guest_sum: int
    banner_sum: int
    total: int
    left: tuple[Amount, ...]


class Final(Struct, frozen=True, kw_only=True):
    """The final count, with the winner first. `ended` says why the match ended."""

    ended: str
    sisters: tuple[SisterCount, ...]
    steps: tuple[CountStep, ...]
    with_banners: bool
    lands: tuple[Cell, ...]
    card_set: CardSetNote
