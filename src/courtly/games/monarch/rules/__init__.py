"""The rules of Monarch over `state`: legal moves (`kernels`), reasons against a move (`reasons`) and views.

From the bottom up: `board`, `market`, `acquire` and `scoring` are the steps of a turn; `kernels` and `redeal` use
them. `tables` and `content` turn a card set into the record of a match. `moves`, `reasons` and `deal` hold its texts.
`view`, `events`, `features` and `uses` are the outputs for each audience.
"""
