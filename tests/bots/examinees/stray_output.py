"""It prints what it thinks."""

from sound import Sound, say


class StrayOutput(Sound):
    def go(self, number: int, terms: list[str]) -> None:
        say(f"DEBUG: {len(self.legal)} moves")
        super().go(number, terms)


StrayOutput().run()
