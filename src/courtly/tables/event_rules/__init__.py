"""The rules of events: their terms, who sits where in each round, points and standings."""
