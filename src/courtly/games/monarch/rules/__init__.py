"""The rules of Monarch: kernels that work on `state`, and the documents and views of a match.

`board`, `market`, `acquire` and `scoring` are the steps of a turn. `kernels` and `redeal` use them. `reasons` tells why
a move is illegal. `tables` and `content` turn a card set into the content of a match. `moves` has the notation of moves
and the texts of reasons, `deal` the documents of deals. `view`, `events`, `features` and `uses` are the outputs for
each audience.
"""
