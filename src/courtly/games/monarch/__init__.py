"""Monarch, 2 to 4 players, whose rules live on its cards: the game as the rest of the system sees it."""

from courtly.engine.game import Game, Kernels
from courtly.games.monarch import (
    advice,
    crowns,
    deal,
    events,
    features,
    moves,
    policy,
    reasons,
    redeal,
    rules,
    uses,
    view,
)
from courtly.games.monarch.content import MonarchOptions, compile_content, max_legal
from courtly.games.monarch.state import Content, State
from courtly.games.monarch.weights import WEIGHTS

GAME = Game(
    name="monarch",
    rules="1",
    options=MonarchOptions,
    content=Content,
    state=State,
    kernels=Kernels(
        deal=rules.deal,
        legal=rules.legal,
        reason=reasons.reason,
        apply=rules.apply,
        score=crowns.score,
        redeal=redeal.redeal,
        observe=features.observe,
        policy=policy.policy,
    ),
    max_legal=max_legal,
    observation=features.SIZE,
    compile=compile_content,
    codec=moves.make_codec,
    search="rollout=steward,horizon=40",
    advice=advice.advice,
    reasons=moves.REASONS,
    read_deal=deal.read_deal,
    write_deal=deal.write_deal,
    view=view.facts,
    events=events.events,
    follow=deal.follow,
    uses=uses.uses,
    weights=WEIGHTS,
)
