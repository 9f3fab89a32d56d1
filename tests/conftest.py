"""What all tests share: examples drawn by hypothesis have no deadline, since machines differ."""

from hypothesis import settings

settings.register_profile("arena", deadline=None)
settings.load_profile("arena")
