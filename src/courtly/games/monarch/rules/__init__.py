"""The rules of Monarch over its `state`: what may happen (`kernels`), why not (`reasons`), and what of it is told.

Upwards: `board`, `market` and `acquire`, the steps of a turn, and `scoring`; `kernels` and `redeal`; `tables` and
`content`, which make a card set the record of a match; `moves`, `reasons` and `deal`, its texts; `view`, `events`,
`features` and `uses`, what audiences get.
"""
