"""Its board is that of the first game."""

from sound import Sound


class SeveralGames(Sound):
    def choose(self) -> str:
        return super().choose() if self.games == 1 else "a0"


SeveralGames().run()
