"""Whispers for 2 to 4 players: the game object that Courtly loads."""

from courtly.engine.contract.game import AudienceView, Documents, Game, Kernels, Rules
from whispers import rules, telling
from whispers.state import Content, State, WhispersOptions

GAME = Game(
    name="whispers",
    version="1",
    package=__name__,
    rules=Rules(
        options=WhispersOptions,
        content=Content,
        state=State,
        kernels=Kernels(rules.deal, rules.legal, rules.apply, rules.score, rules.redeal),
    ),
    documents=Documents(
        codec=telling.make_codec,
        read_deal=telling.read_deal,
        write_deal=telling.write_deal,
        shuffles=lambda setup, s: telling.DEAL.shuffles(setup) if s is None else [],
    ),
    audience_view=AudienceView(view=telling.view, view_type=telling.View, events=telling.events),
)
