"""What a bot may use of the machine beside its time. Values; `arena.referee.confine` keeps them."""

from __future__ import annotations

from dataclasses import dataclass

SANDBOXES = ("none", "auto", "require")
"""Never; where bubblewrap works; always, so that nothing is played where it does not."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds for one bot with all the processes it starts; None sets none.

    `memory` and `file_size` are bytes, `processes` counts threads too, `stderr` is how many
    bytes of a bot's latest stderr are kept with a game.
    """

    memory: int | None = None
    processes: int | None = None
    open_files: int | None = None
    file_size: int | None = None
    stderr: int = 8 * 1024
    sandbox: str = "none"

    @property
    def need_own_user(self) -> bool:
        """Whether there is a limit that root could lift again, or that is counted by user."""
        return not (self.processes is self.open_files is self.file_size is None)


NO_LIMITS = Limits()
