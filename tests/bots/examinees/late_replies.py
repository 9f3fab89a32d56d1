"""Its thread writes on when the game has long been over."""

from sound import Sound, say


class LateReplies(Sound):
    def new_game(self) -> None:
        super().new_game()
        if self.games > 1:
            say("move 99 a1")


LateReplies().run()
