"""Values of flags that several commands share."""

from __future__ import annotations

import click

from arena import durations


def milliseconds(_: click.Context, parameter: click.Parameter, text: str | None) -> int | None:
    """A flag's callback that reads a duration with its unit, such as `100ms` or `2s`."""
    if text is None:
        return None
    try:
        return durations.parse(text)
    except ValueError as error:
        raise click.BadParameter(f"found {text!r}, expected {error}", param=parameter) from None
