"""Checks of the data sent to an audience: view types, event ids and places, and the acts of scenes.

The twin-world test (`secrets`) checks that no hidden fact is sent.
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
from courtly.engine.contract.views import BaseView, ViewField
from courtly.engine.play.match import Match
from courtly.scene import Scene, scene_of, words_of
from courtly.testing.positions import stages
from courtly.testing.subject import Case
from courtly.text.languages import ENGLISH, LANGUAGES
from courtly.text.locales import Locale

Audience = int | None
_ID = re.compile(r"[a-z0-9][A-Za-z0-9:._/@-]*")
_IMAGINED = 3
"""Number of imagined matches to compare after a move."""


def audiences(match: Match) -> list[Audience]:
    """Return all seats and the spectator."""
    return [*range(match.players), None]


def locale_of(match: Match, audience: Audience, lang: str = ENGLISH) -> Locale:
    """Return a locale for an audience, with names for all seats."""
    return Locale(lang, [f"Player {seat}" for seat in range(match.players)], audience, match.game)


def scene_at(match: Match, audience: Audience, lang: str = ENGLISH) -> Scene:
    """Return the scene of a match for an audience."""
    locale = locale_of(match, audience, lang)
    return scene_of(match.setup.game, match.view(audience), match.log(audience), locale)


def texts_for(match: Match, audience: Audience) -> bytes:
    """Return the scene and the log lines of an audience in every language, as bytes."""
    game, told = match.setup.game, []
    for lang in LANGUAGES:
        lines = words_of(game).lines(match.log(audience), match.options, locale_of(match, audience, lang))
        told.append([scene_at(match, audience, lang), lines])
    return json.dumps(told, ensure_ascii=False, default=_plain).encode()


def _plain(value: Any) -> Any:
    """Convert a dataclass of a scene, or a sequence, to plain values for JSON."""
    return {each.name: getattr(value, each.name) for each in fields(value)} if is_dataclass(value) else list(value)


def check_view_type(case: Case) -> None:
    """Check that every view has exactly the keys of its type, with matching values, and that each key is described."""
    own = case.setup.game.audience_view.view_type
    if own is None:
        return
    facts = get_type_hints(own, include_extras=True)
    unexplained = [key for key, hint in facts.items() if not any(isinstance(m, ViewField) for m in _metadata(hint))]
    assert unexplained == [], "keys of the view type without a ViewField"
    adapter = _adapter(own)
    for match in stages(case.setup, seed=81, at_most=10):
        for audience in audiences(match):
            view = match.view(audience)
            assert set(view) == {*BaseView.__annotations__, *facts}
            adapter.validate_python({key: view[key] for key in facts})


def _metadata(hint: Any) -> Sequence[Any]:
    return getattr(hint, "__metadata__", ())


def _adapter(view_type: Any) -> TypeAdapter[Any]:
    assert is_typeddict(view_type), "the view type must be a TypedDict"
    view_type.__pydantic_config__ = ConfigDict(extra="forbid", strict=True)
    return TypeAdapter(view_type)


def check_events(case: Case) -> None:
    """Check that events are plain ids and numbers for existing seats, and that `since` selects the later events."""
    for match in stages(case.setup, seed=82, at_most=6):
        check_audiences(match)
        for audience in audiences(match):
            log = match.log(audience)
            assert json.loads(json.dumps(log)) == log, "an event is not plain JSON"
            for event in log:
                assert set(event) == {"id", "args", "steps"}
                assert [text for text in (event["id"], *_texts(event)) if not _ID.fullmatch(text)] == []
            assert match.log(audience, since=match.version) == []
            halfway = match.at(match.version // 2)
            assert log == halfway.log(audience) + match.log(audience, since=halfway.version)


def check_audiences(match: Match) -> None:
    """Check that every event goes to seats of the match, and to at least one audience."""
    setup, past = match.setup, list[Event]()
    again = match.at(0)
    for text in match.moves:
        before = again.state()[0]
        again.play(text)
        told = setup.game.audience_view.events(setup, before, setup.codec.parse(text), again.state()[0], past)
        for event in told:
            odd = sorted(event.audience.seats - set(range(match.players)))
            assert not odd, f"event {event.id} names unknown seats {odd}; the seats are 0 to {match.players - 1}"
            told_to = [audience for audience in audiences(match) if event.audience.includes(audience)]
            assert told_to, f"event {event.id} has no audience"
        past += told


def _texts(value: object) -> Iterator[str]:
    """Yield all strings in a plain value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def check_steps(case: Case) -> None:
    """Check that steps connect places of the scene, and that moved pieces are at their destination."""
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
    assert not odd, f"steps name unknown places: {odd}; the scene has {sorted(places)}"
    lies = {piece.id: place.id for place, piece in after.pieces()}
    last = {step["piece"]: step["to"] for step in steps}
    wrong = {piece: (place, lies[piece]) for piece, place in last.items() if piece in lies and lies[piece] != place}
    assert wrong == {}, "pieces are not at the destination of their last step"


def check_scenes(case: Case) -> None:
    """Check that ids in a scene are unique, and that its open acts are the legal moves."""
    for match in stages(case.setup, seed=84, at_most=10):
        for audience in audiences(match):
            _check_scene(scene_at(match, audience), match.view(audience))


def _check_scene(scene: Scene, view: Mapping[str, Any]) -> None:
    names = [place.id for place in scene.places] + [piece.id for _, piece in scene.pieces()]
    assert len(names) == len(set(names)), "a scene has a duplicate id"
    assert [name for name in names if not _ID.fullmatch(name)] == []
    assert sorted(act.move for act in scene.acts if act.open) == view["legal"]
    ends = {end for act in scene.acts for end in (act.source, act.target) if end is not None}
    assert ends <= scene.ids(), f"acts name unknown ids: {sorted(ends - scene.ids())}"
    assert all(act.words for act in scene.acts)
    assert [seat.number for seat in scene.seats] == list(range(view["players"]))
    assert scene.question
    if view["to_move"] is None:
        assert scene.sheet is not None
        assert sorted(row.seat for row in scene.sheet.rows) == list(range(view["players"]))


def check_reveals(case: Case) -> None:
    """Check that each move that should reveal nothing looks the same to its player in all imagined matches.

    The other moves are checked in their previews.
    """
    reveals = case.setup.game.audience_view.reveals
    for match in stages(case.setup, seed=85, at_most=12):
        if match.to_move is None:
            continue
        view = match.view(match.to_move)
        for move in view["legal"]:
            is_preview = reveals(view, move)
            told = {_told_after(match, move, number, is_preview=is_preview) for number in range(_IMAGINED)}
            assert len(told) == 1, f"{move} reveals something to its player"


def _told_after(match: Match, move: str, number: int, *, is_preview: bool) -> bytes:
    seat = match.to_move
    after = match.imagined(seat, stream(85, match.version, number))
    if is_preview:
        after = after.preview(move)
        scene_at(after, seat)
    else:
        after.play(move)
    return json.dumps([after.view(seat), after.log(seat, since=match.version)]).encode()


def check_shown_to_others(case: Case) -> None:
    """Check that a move that should reveal nothing shows no audience what neither it nor the move's player knows.

    Each value in its events, and each changed value in the view, is then the same in all matches that the player can
    imagine, or in all matches that the audience can imagine.
    """
    reveals = case.setup.game.audience_view.reveals
    for match in stages(case.setup, seed=86, at_most=12):
        if match.to_move is None:
            continue
        view = match.view(match.to_move)
        others = [audience for audience in audiences(match) if audience != match.to_move]
        for move in view["legal"]:
            for audience in others if not reveals(view, move) else []:
                news = _unsure_news(match, move, audience, match.to_move)
                if news:
                    news &= _unsure_news(match, move, audience, audience)
                assert not news, f"{move} shows {audience} something new: {sorted(news)}"


def _unsure_news(match: Match, move: str, audience: Audience, imagining: Audience) -> set[str]:
    """Return the paths of the news of a move for an audience whose values differ between imagined matches."""
    news = [_news_of(match, move, number, audience, imagining) for number in range(_IMAGINED)]
    paths = {path for each in news for path in each}
    return {path for path in paths if any(each.get(path, _leaves) != news[0].get(path, _leaves) for each in news)}


def _news_of(match: Match, move: str, number: int, audience: Audience, imagining: Audience) -> dict[str, Any]:
    """Return the news of a move for an audience in an imagined match, by path.

    If the move is illegal there, the news differ from those in every other match.
    """
    after = match.imagined(imagining, stream(86, match.version, number))
    if move not in after.legal_moves():
        return dict.fromkeys(_news_of(match, move, number, audience, match.to_move), number)
    before = dict(_leaves(after.view(audience)))
    after.play(move)
    events = dict(_leaves(after.log(audience, since=match.version), "log"))
    return events | {path: value for path, value in _leaves(after.view(audience)) if before.get(path, _leaves) != value}


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the paths and the values of all numbers and texts in a view, apart from the legal moves."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            if path or key != "legal":
                yield from _leaves(each, f"{path}.{key}")
    elif isinstance(value, list):
        yield f"{path}.length", len(value)
        for number, each in enumerate(value):
            yield from _leaves(each, f"{path}.{number}")
    else:
        yield path, value


def check_shuffles(case: Case) -> None:
    """Check that the shuffles of the first deal have unique names and keep no more items than they have."""
    shuffles = case.setup.game.documents.shuffles(case.setup, None)
    names = [shuffle.name for shuffle in shuffles]
    assert len(names) == len(set(names))
    assert all(0 < shuffle.kept <= len(shuffle.items) for shuffle in shuffles)
