"""Monarch for 2 to 4 players: the `Game` object that connects its rules, texts and bots to the engine."""

from courtly.engine.contract.game import AudienceView, Documents, Game, Kernels, Rules, Study
from courtly.engine.contract.search import SearchDefaults
from courtly.games.monarch import events, forecast
from courtly.games.monarch.rules import changes, deal, features, kernels, moves, reasons, redeal, scoring, uses, view
from courtly.games.monarch.rules.content import MonarchOptions, compile_content, max_legal
from courtly.games.monarch.state import Content, State
from courtly.games.monarch.steward import position
from courtly.games.monarch.steward.policy import policy
from courtly.games.monarch.weights import WEIGHTS
from courtly.games.monarch.words.advice import advice

GAME = Game(
    name="monarch",
    version="1",
    package=__name__,
    rules=Rules(
        options=MonarchOptions,
        content=Content,
        state=State,
        compile=compile_content,
        kernels=Kernels(
            deal=kernels.deal,
            legal=kernels.legal,
            reason=reasons.reason,
            apply=kernels.apply,
            score=scoring.score,
            redeal=redeal.redeal,
            observe=features.observe,
            policy=policy,
            features=position.features,
        ),
        reasons=moves.REASONS,
        max_legal=max_legal,
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
        own_act=kernels.apply_before_fill,
        advice=advice,
    ),
    study=Study(
        search=SearchDefaults(rollout="steward", horizon=40),
        uses=uses.uses,
        cards=changes.CARDS,
        weights=WEIGHTS,
        features=position.size,
        free_moves=forecast.free_moves,
        idle_moves=forecast.idle_moves,
    ),
)
