"""Its answers stay in a buffer until it ends."""

from sound import Sound, write


class Flush(Sound):
    held = ""

    def answer(self, number: int, move: str) -> None:
        self.held += f"move {number} {move}\n"

    def end(self) -> None:
        write(self.held)


Flush().run()
