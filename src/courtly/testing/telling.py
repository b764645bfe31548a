"""What an audience is told, held to its form: views to their type, events to ids and places, scenes to the legal moves.

That nothing is told to somebody who may not know it is the twin-world test's business (`secrets`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import pairwise
from typing import Any, get_type_hints

from pydantic import ConfigDict, TypeAdapter
from typing_extensions import is_typeddict

from courtly.engine.compile.rng import stream
from courtly.engine.contract.events import Event
from courtly.engine.contract.views import BaseView, Fact
from courtly.engine.play.match import Match
from courtly.scene import Scene, scene_of, words_of
from courtly.testing.positions import stages
from courtly.testing.subject import Case
from courtly.text.languages import LANGUAGES
from courtly.text.reader import Reader

Audience = int | None
_ID = re.compile(r"[a-z0-9][A-Za-z0-9:._/@-]*")
_IMAGINED = 3
"""How many matches a maker imagines to see whether a move tells it anything."""


def audiences(match: Match) -> list[Audience]:
    """Return every seat, and the spectator."""
    return [*range(match.players), None]


def reader_of(match: Match, audience: Audience, lang: str = "en") -> Reader:
    """Return a reader in that seat; the seats have names."""
    return Reader(lang, [f"Player {seat}" for seat in range(match.players)], audience, match.game)


def scene_at(match: Match, audience: Audience, lang: str = "en") -> Scene:
    """Return a match as an audience sees it."""
    reader = reader_of(match, audience, lang)
    return scene_of(match.setup.game, match.view(audience), match.log(audience), reader)


def told_in_words(match: Match, audience: Audience) -> bytes:
    """Return the scene and the log of an audience in every language, as bytes."""
    game, told = match.setup.game, []
    for lang in LANGUAGES:
        lines = words_of(game).lines(match.log(audience), match.options, reader_of(match, audience, lang))
        told.append([scene_at(match, audience, lang), lines])
    return json.dumps(told, ensure_ascii=False, default=_plain).encode()


def _plain(value: Any) -> Any:
    """Return the fields of a part of a scene, or what a sequence holds, for JSON."""
    return {each.name: getattr(value, each.name) for each in fields(value)} if is_dataclass(value) else list(value)


def check_view_type(case: Case) -> None:
    """Hold that every view has the keys of its type, no others, and values of their types; each key has its `Fact`."""
    own = case.setup.game.telling.view_type
    if own is None:
        return
    facts = get_type_hints(own, include_extras=True)
    unexplained = [key for key, hint in facts.items() if not any(isinstance(m, Fact) for m in _metadata(hint))]
    assert unexplained == [], "keys of the view's type without a Fact"
    adapter = _adapter(own)
    for match in stages(case.setup, seed=81, at_most=10):
        for audience in audiences(match):
            view = match.view(audience)
            assert set(view) == {*BaseView.__annotations__, *facts}
            adapter.validate_python({key: view[key] for key in facts})


def _metadata(hint: Any) -> Sequence[Any]:
    return getattr(hint, "__metadata__", ())


def _adapter(view_type: Any) -> TypeAdapter[Any]:
    assert is_typeddict(view_type), "the type of a view is a TypedDict"
    view_type.__pydantic_config__ = ConfigDict(extra="forbid", strict=True)
    return TypeAdapter(view_type)


def check_events(case: Case) -> None:
    """Hold that events are ids and numbers, told to seats that there are, and since a move what that move brought."""
    for match in stages(case.setup, seed=82, at_most=6):
        check_audiences(match)
        for audience in audiences(match):
            log = match.log(audience)
            assert json.loads(json.dumps(log)) == log, "an event is more than plain JSON"
            for event in log:
                assert set(event) == {"id", "args", "steps"}
                assert [text for text in (event["id"], *_texts(event)) if not _ID.fullmatch(text)] == []
            assert match.log(audience, since=match.version) == []
            halfway = match.at(match.version // 2)
            assert log == halfway.log(audience) + match.log(audience, since=halfway.version)


def check_audiences(match: Match) -> None:
    """Hold that every event is told to seats of the match, and to somebody."""
    setup, past = match.setup, list[Event]()
    again = match.at(0)
    for text in match.moves:
        before = again.state()[0]
        again.play(text)
        told = setup.game.telling.events(setup, before, setup.codec.parse(text), again.state()[0], past)
        for event in told:
            odd = sorted(event.audience.seats - set(range(match.players)))
            assert not odd, f"event {event.id} names seats {odd} that are not there; there are 0 to {match.players - 1}"
            told_to = [audience for audience in audiences(match) if event.audience.includes(audience)]
            assert told_to, f"event {event.id} is told to nobody"
        past += told


def _texts(value: object) -> Iterator[str]:
    """Yield every text in a plain value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def check_steps(case: Case) -> None:
    """Hold that steps go between places of the scene, and that what they moved lies where they say."""
    found = stages(case.setup, seed=83)
    for before, after in pairwise(found):
        for audience in audiences(after):
            steps = [step for event in after.log(audience, since=before.version) for step in event["steps"]]
            if steps:
                _check_steps(steps, scene_at(before, audience), scene_at(after, audience))


def _check_steps(steps: Sequence[Mapping[str, Any]], before: Scene, after: Scene) -> None:
    places = {place.id for scene in (before, after) for place in scene.places}
    named = {step[end] for step in steps for end in ("from", "to")}
    odd = sorted(named - places)
    assert not odd, f"steps name places that are not there: {odd}; the scene has {sorted(places)}"
    lies = {piece.id: place.id for place, piece in after.pieces()}
    last = {step["piece"]: step["to"] for step in steps}
    wrong = {piece: (place, lies[piece]) for piece, place in last.items() if piece in lies and lies[piece] != place}
    assert wrong == {}, "steps end elsewhere than the scene has their pieces"


def check_scenes(case: Case) -> None:
    """Hold that a scene names each thing once, and offers the legal moves and nothing else as open."""
    for match in stages(case.setup, seed=84, at_most=10):
        for audience in audiences(match):
            _check_scene(scene_at(match, audience), match.view(audience))


def _check_scene(scene: Scene, view: Mapping[str, Any]) -> None:
    names = [place.id for place in scene.places] + [piece.id for _, piece in scene.pieces()]
    assert len(names) == len(set(names)), "two things of a scene have one id"
    assert [name for name in names if not _ID.fullmatch(name)] == []
    assert sorted(act.move for act in scene.acts if act.open) == view["legal"]
    ends = {end for act in scene.acts for end in (act.source, act.target) if end is not None}
    assert ends <= scene.ids(), f"acts name what is not there: {sorted(ends - scene.ids())}"
    assert all(act.words for act in scene.acts)
    assert [seat.number for seat in scene.seats] == list(range(view["players"]))
    assert scene.question
    if view["to_move"] is None:
        assert scene.sheet is not None
        assert sorted(row.seat for row in scene.sheet.rows) == list(range(view["players"]))


def check_reveals(case: Case) -> None:
    """Hold that a move which is said to reveal nothing tells its maker the same whatever was hidden."""
    reveals = case.setup.game.telling.reveals
    for match in stages(case.setup, seed=85, at_most=12):
        if match.to_move is None:
            continue
        view = match.view(match.to_move)
        for move in [move for move in view["legal"] if not reveals(view, move)]:
            told = {_told_after(match, move, number) for number in range(_IMAGINED)}
            assert len(told) == 1, f"{move} tells its maker something new"


def _told_after(match: Match, move: str, number: int) -> bytes:
    seat = match.to_move
    after = match.imagined(seat, stream(85, match.version, number))
    after.play(move)
    return json.dumps([after.view(seat), after.log(seat, since=match.version)]).encode()


def check_shuffles(case: Case) -> None:
    """Hold that the named shuffles of a deal keep no more than they have, and that their names are told apart."""
    shuffles = case.setup.game.documents.shuffles(case.setup, None)
    names = [shuffle.name for shuffle in shuffles]
    assert len(names) == len(set(names))
    assert all(0 < shuffle.kept <= len(shuffle.items) for shuffle in shuffles)
