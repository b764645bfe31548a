"""Card sets of Monarch as PDF, to print and play: cards with backs, land boards, banners, tokens and the rules.

`faces` has the contents of the cards, `art` their pictures, `rules` the rules for players. The Typst template `set.typ`
draws them.
"""

from courtly.games.monarch.printing.document import Paper, print_set, set_compiler

__all__ = ["Paper", "print_set", "set_compiler"]
