"""Courtisans for 2 to 5 players, editions 2024 and 2023: the game object that the other packages use."""

from courtly.engine.contract.game import AudienceView, Documents, Game, Kernels, Rules, Study
from courtly.engine.contract.search import SearchDefaults
from courtly.games.courtisans import (
    advice,
    deal,
    events,
    features,
    forecast,
    hidden,
    moves,
    policy,
    redeal,
    rules,
    scoring,
    uses,
    view,
)
from courtly.games.courtisans.content import NAME, CourtisansOptions, compile_content
from courtly.games.courtisans.state import Content, State
from courtly.games.courtisans.weights import WEIGHTS

GAME = Game(
    name=NAME,
    version="1",
    package=__name__,
    rules=Rules(
        options=CourtisansOptions,
        content=Content,
        state=State,
        compile=compile_content,
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
        reasons=moves.REASONS,
        max_legal=lambda _content: rules.MAX_LEGAL,
        observation=features.OBSERVATION,
    ),
    documents=Documents(
        codec=moves.make_codec,
        read_deal=deal.read_deal,
        write_deal=deal.write_deal,
        shuffles=deal.shuffles,
        from_shuffles=deal.from_shuffles,
    ),
    audience_view=AudienceView(
        view=view.facts,
        view_type=view.ViewFields,
        events=events.events,
        reveals=forecast.reveals,
        own_act=rules.apply_own_act,
        advice=advice.advice,
    ),
    study=Study(
        search=SearchDefaults(rollout="steward", horizon=6),
        uses=uses.uses,
        weights=WEIGHTS,
        hidden=hidden.HIDDEN,
    ),
)
