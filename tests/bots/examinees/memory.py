"""It keeps a megabyte of each game."""

from sound import Sound


class Memory(Sound):
    def __init__(self) -> None:
        super().__init__()
        self.tables: list[bytes] = []

    def new_game(self) -> None:
        self.tables.append(b"x" * 2**20)
        super().new_game()


Memory().run()
