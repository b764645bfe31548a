"""What holds for every test: no deadlines, for the first call of a kernel may compile it."""

from hypothesis import settings

settings.register_profile("courtly", deadline=None)
settings.load_profile("courtly")
