"""Cursed Court for 2 to 6 players, with its four variants: assembles `GAME` from the modules of this package."""

from courtly.engine.contract.game import AudienceView, Documents, Game, Kernels, Rules, Study
from courtly.engine.contract.search import SearchDefaults
from courtly.games.cursed_court import (
    advice,
    deal,
    events,
    features,
    forecast,
    hidden,
    moves,
    policy,
    position,
    redeal,
    rules,
    uses,
    view,
    years,
)
from courtly.games.cursed_court.content import NAME, CursedCourtOptions, compile_content
from courtly.games.cursed_court.state import REGIONS, Content, State
from courtly.games.cursed_court.weights import WEIGHTS

GAME = Game(
    name=NAME,
    version="1",
    package=__name__,
    rules=Rules(
        options=CursedCourtOptions,
        content=Content,
        state=State,
        compile=compile_content,
        kernels=Kernels(
            deal=rules.deal,
            legal=rules.legal,
            reason=rules.reason,
            apply=rules.apply,
            score=years.score,
            redeal=redeal.redeal,
            observe=features.observe,
            policy=policy.policy,
            features=position.features,
        ),
        reasons=moves.REASONS,
        max_legal=lambda content: max(2 * REGIONS, moves.most_chips(content) + 1),
        observation=features.OBSERVATION,
    ),
    documents=Documents(
        codec=moves.make_codec,
        read_deal=deal.read_deal,
        write_deal=deal.write_deal,
        follow=deal.follow,
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
        search=SearchDefaults(rollout="steward", horizon=0),
        uses=uses.uses,
        weights=WEIGHTS,
        hidden=hidden.HIDDEN,
        features=position.size,
    ),
)
