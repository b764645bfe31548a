"""Single matches (`match`, `opening`, `records`), many matches (`vector`, `playout`), bot input and the warm-up."""
