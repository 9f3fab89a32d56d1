"""The one exception that reaches a user: a single clear line."""

from __future__ import annotations


class ArenaError(Exception):
    """What went wrong, where, and what was expected, in one line; the command line prints it.

    `exit_code` is 2 for bad input and 1 for work that could not be done.
    """

    exit_code = 2


class RunError(ArenaError):
    """Good input, but the work could not be done or its check failed."""

    exit_code = 1


class StoreError(ArenaError):
    """A file that is not there, is no store, or is a damaged one."""
