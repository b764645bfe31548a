"""Courtisans, 2 to 5 players, editions 2024 and 2023: the game as the rest of the system sees it."""

from courtly.engine.game import Game, Kernels
from courtly.games.courtisans import advice, deal, features, moves, policy, redeal, rules, scoring, uses, view
from courtly.games.courtisans.content import CourtisansOptions, compile_content
from courtly.games.courtisans.state import Content, State
from courtly.games.courtisans.weights import WEIGHTS

GAME = Game(
    name="courtisans",
    rules="1",
    options=CourtisansOptions,
    content=Content,
    state=State,
    kernels=Kernels(
        deal=rules.deal,
        legal=rules.legal,
        reason=rules.reason,
        apply=rules.apply,
        score=scoring.score,
        redeal=redeal.redeal,
        observe=features.observe,
        policy=policy.policy,
    ),
    max_legal=lambda _content: rules.MAX_LEGAL,
    observation=features.SIZE,
    compile=compile_content,
    codec=moves.make_codec,
    reasons=moves.REASONS,
    read_deal=deal.read_deal,
    write_deal=deal.write_deal,
    view=view.facts,
    events=moves.events,
    advice=advice.advice,
    search="rollout=steward,horizon=6",
    uses=uses.uses,
    weights=WEIGHTS,
)
