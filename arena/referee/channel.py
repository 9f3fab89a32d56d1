"""Lines over a bot's pipes: never blocks, and bounds what a bot can make the arena hold."""

from __future__ import annotations

import os
from contextlib import suppress

from arena.limits import NO_LIMITS
from arena.printable import printable
from arena.wire import MAX_LINE, MAX_TURN_OUTPUT

CHUNK = 64 * 1024
LINES_CHUNK = 1024
"""Bytes of a bot's output that are read at once. Few, because a flood of short lines takes long
to parse, and the other bot's answer waits for that."""
FLOOD_BYTES, FLOOD_LINES = 128 * 1024, 1000
"""Output in one turn past which a bot keeps the referee too busy to blame the host for a delay."""
MAX_BACKLOG = 1024 * 1024
"""Bytes that a bot may leave unread of what it was sent."""


class Channel:
    """The three pipes of one bot. Its descriptors belong to it and do not block. So many bytes
    of the latest stderr are `kept`.

    `ended` says that the bot's output is over: everything that was in the pipe has been read.
    `breach` says what the bot did that no bot may do, once it has; nothing after that counts.
    """

    __slots__ = (
        "_backlog",
        "_kept",
        "_partial",
        "_turn_bytes",
        "_turn_lines",
        "breach",
        "ended",
        "errors",
        "inlet",
        "outlet",
        "tail",
    )

    def __init__(self, inlet: int, outlet: int, errors: int, kept: int = NO_LIMITS.stderr) -> None:
        self.inlet, self.outlet, self.errors = inlet, outlet, errors
        for descriptor in (inlet, outlet, errors):
            os.set_blocking(descriptor, False)
        self.ended = False
        self.breach = ""
        self.tail = bytearray()
        self._kept = kept
        self._backlog = bytearray()
        self._partial = b""
        self._turn_bytes = self._turn_lines = 0

    def begin_turn(self) -> None:
        """Count the bot's output anew."""
        self._turn_bytes = self._turn_lines = 0

    @property
    def floods(self) -> bool:
        """Whether the bot's output in this turn is a flood."""
        return self._turn_bytes > FLOOD_BYTES or self._turn_lines > FLOOD_LINES

    def send(self, block: bytes) -> bool:
        """Write `block`, or as much as fits. Returns whether all has been written.

        It is a breach if the bot has left more than MAX_BACKLOG bytes unread.
        """
        if not self._backlog:
            block = block[self._write(block) :]
            if not block:
                return True
        self._backlog += block
        if len(self._backlog) > MAX_BACKLOG:
            self._backlog.clear()
            self.breach = f"over {MAX_BACKLOG} bytes of its input were left unread"
        return False

    def hang_up(self, text: str) -> None:
        """Send a last word, as far as it fits, and end the bot's input."""
        self.send(text.encode())
        self._close("inlet")

    def flush(self) -> bool:
        """Write on what `send` could not. Returns whether all has been written."""
        del self._backlog[: self._write(bytes(self._backlog[:CHUNK]))]
        return not self._backlog

    def _write(self, block: bytes) -> int:
        try:
            return os.write(self.inlet, block)
        except BlockingIOError:
            return 0
        except OSError:
            # Nobody reads any more. If that matters, the end of the bot's output will say so.
            return len(block)

    def read_lines(self) -> list[str]:
        """The complete lines that one read brings, without their LF; sets `ended` at the end.

        An unterminated rest at the end of the output is no line and is dropped. The lines before
        a breach count: a line or a turn's output over its bound, or invalid UTF-8.
        """
        try:
            chunk = os.read(self.outlet, LINES_CHUNK)
        except BlockingIOError:
            return []
        except OSError:
            chunk = b""
        if not chunk:
            self.ended = True
            return []
        self._turn_bytes += len(chunk)
        block, end, self._partial = (self._partial + chunk).rpartition(b"\n")
        lines = self._decoded(block) if end else []
        self._turn_lines += len(lines)
        if len(self._partial) > MAX_LINE and _is_too_long(self._partial):
            self._break(f"a line of over {MAX_LINE} bytes")
        if self._turn_bytes > MAX_TURN_OUTPUT:
            self._break(f"over {MAX_TURN_OUTPUT} bytes of output in one turn")
        return lines

    def _decoded(self, block: bytes) -> list[str]:
        """The lines of a block as text, up to the first that no bot may write."""
        try:
            lines = block.decode().split("\n")
        except UnicodeDecodeError:
            return self._before_breach(block.split(b"\n"))
        return lines if len(block) <= MAX_LINE else self._before_breach(block.split(b"\n"))

    def _before_breach(self, lines: list[bytes]) -> list[str]:
        texts: list[str] = []
        try:
            for line in lines:
                if _is_too_long(line):
                    self._break(f"a line of over {MAX_LINE} bytes")
                    break
                texts.append(line.decode())
        except UnicodeDecodeError as error:
            self._break(f"invalid UTF-8 at byte {error.start} of a line")
        return texts

    def _break(self, reason: str) -> None:
        self.breach = self.breach or reason
        self._partial = b""

    def read_errors(self) -> bool:
        """Drain what one read brings of stderr. Returns False at its end."""
        try:
            chunk = os.read(self.errors, CHUNK)
        except BlockingIOError:
            return True
        except OSError:
            chunk = b""
        self.tail += chunk
        del self.tail[: max(0, len(self.tail) - self._kept)]
        return bool(chunk)

    def take_stderr(self) -> str:
        """The latest stderr as printable text; starts a new one."""
        text = self.tail.decode("utf-8", errors="replace")
        self.tail.clear()
        return printable(text.replace("\r\n", "\n"), keep="\n\t")

    def drain(self) -> None:
        """Read and forget what the bot writes, so that it does not block on it."""
        self.read_errors()
        with suppress(OSError):
            os.read(self.outlet, CHUNK)

    def close(self) -> None:
        """Close the pipes."""
        for name in ("inlet", "outlet", "errors"):
            self._close(name)

    def _close(self, name: str) -> None:
        """Close a pipe once: its number may soon be another file's."""
        descriptor = getattr(self, name)
        setattr(self, name, -1)
        if descriptor >= 0:
            os.close(descriptor)


def _is_too_long(line: bytes) -> bool:
    """Whether a line, which may end in the CR of a CRLF, is over the limit."""
    return len(line.removesuffix(b"\r")) > MAX_LINE
