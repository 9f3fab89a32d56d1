"""It answers a position before it is asked."""

from sound import Sound


class EarlyReplies(Sound):
    turn = 0

    def new_game(self) -> None:
        self.turn = 0
        super().new_game()

    def position(self) -> None:
        self.turn += 1
        if self.turn > 1:
            self.answer(self.turn, self.choose())

    def go(self, number: int, terms: list[str]) -> None:
        if number != self.turn or number == 1:
            self.turn = number
            super().go(number, terms)


EarlyReplies().run()
