"""Cursed Court, 2 to 6 players, with its four variants: the game as the rest of the system sees it."""

from courtly.engine.game import Game, Kernels
from courtly.games.cursed_court import advice, deal, features, moves, policy, redeal, rules, uses, view, years
from courtly.games.cursed_court.content import CursedCourtOptions, compile_content
from courtly.games.cursed_court.state import REGIONS, Content, State
from courtly.games.cursed_court.weights import WEIGHTS

GAME = Game(
    name="cursed_court",
    rules="1",
    options=CursedCourtOptions,
    content=Content,
    state=State,
    kernels=Kernels(
        deal=rules.deal,
        legal=rules.legal,
        reason=rules.reason,
        apply=rules.apply,
        score=years.score,
        redeal=redeal.redeal,
        observe=features.observe,
        policy=policy.policy,
    ),
    max_legal=lambda content: max(2 * REGIONS, moves.most_chips(content) + 1),
    observation=features.SIZE,
    compile=compile_content,
    codec=moves.make_codec,
    reasons=moves.REASONS,
    read_deal=deal.read_deal,
    write_deal=deal.write_deal,
    view=view.facts,
    events=moves.events,
    follow=deal.follow,
    advice=advice.advice,
    search="rollout=steward,horizon=0",
    uses=uses.uses,
    weights=WEIGHTS,
)
