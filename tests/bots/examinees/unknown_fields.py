"""It takes every field of `go` for a number of milliseconds."""

from sound import Sound


class UnknownFields(Sound):
    def go(self, number: int, terms: list[str]) -> None:
        {key: int(value) for key, value in (term.split("=") for term in terms)}
        super().go(number, terms)


UnknownFields().run()
