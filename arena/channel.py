"""Lines over a bot's pipes: never blocks, and bounds what a bot can make the arena hold."""

from __future__ import annotations

import os
from contextlib import suppress

from arena.wire import MAX_LINE, MAX_TURN_OUTPUT

CHUNK = 64 * 1024
MAX_BACKLOG = 1024 * 1024
"""Bytes that a bot may leave unread of what it was sent."""
STDERR_TAIL = 8 * 1024
"""Bytes of a bot's latest stderr that are kept."""


class ChannelBroken(Exception):
    """The bot wrote what no bot may write; the text says what."""


class Channel:
    """The three pipes of one bot. Its descriptors belong to it and do not block.

    `ended` says that the bot's output is over: everything that was in the pipe has been read.
    """

    __slots__ = (
        "_backlog",
        "_partial",
        "_turn_bytes",
        "ended",
        "errors",
        "inlet",
        "outlet",
        "tail",
    )

    def __init__(self, inlet: int, outlet: int, errors: int) -> None:
        self.inlet, self.outlet, self.errors = inlet, outlet, errors
        for descriptor in (inlet, outlet, errors):
            os.set_blocking(descriptor, False)
        self.ended = False
        self.tail = bytearray()
        self._backlog = bytearray()
        self._partial = b""
        self._turn_bytes = 0

    def begin_turn(self) -> None:
        """Count the bot's output anew."""
        self._turn_bytes = 0

    def send(self, block: bytes) -> bool:
        """Write `block`, or as much as fits. Returns whether all has been written.

        Raises ChannelBroken if the bot has left more than MAX_BACKLOG bytes unread.
        """
        if not self._backlog:
            block = block[self._write(block) :]
            if not block:
                return True
        self._backlog += block
        if len(self._backlog) > MAX_BACKLOG:
            raise ChannelBroken(f"over {MAX_BACKLOG} bytes of its input were left unread")
        return False

    def say(self, text: str) -> None:
        """Send a last word, as far as it fits; what the bot does with it is its own business."""
        with suppress(ChannelBroken):
            self.send(text.encode())

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

        An unterminated rest at the end of the output is no line and is dropped. Raises
        ChannelBroken for a line or a turn's output over its bound and for invalid UTF-8.
        """
        try:
            chunk = os.read(self.outlet, CHUNK)
        except BlockingIOError:
            return []
        except OSError:
            chunk = b""
        if not chunk:
            self.ended = True
            return []
        self._turn_bytes += len(chunk)
        if self._turn_bytes > MAX_TURN_OUTPUT:
            raise ChannelBroken(f"over {MAX_TURN_OUTPUT} bytes of output in one turn")
        *lines, self._partial = (self._partial + chunk).split(b"\n")
        if max(map(len, lines), default=0) > MAX_LINE or len(self._partial) > MAX_LINE:
            raise ChannelBroken(f"a line of over {MAX_LINE} bytes")
        return [_decoded(line) for line in lines]

    def read_errors(self) -> bool:
        """Drain what one read brings of stderr. Returns False at its end."""
        try:
            chunk = os.read(self.errors, CHUNK)
        except BlockingIOError:
            return True
        except OSError:
            chunk = b""
        self.tail += chunk
        del self.tail[:-STDERR_TAIL]
        return bool(chunk)

    def take_stderr(self) -> str:
        """The latest stderr as text, in place of whatever is not UTF-8; starts a new one."""
        text = self.tail.decode("utf-8", errors="replace")
        self.tail.clear()
        return text

    def drain(self) -> None:
        """Read and forget what the bot writes, so that it does not block on it."""
        self.read_errors()
        with suppress(OSError):
            os.read(self.outlet, CHUNK)

    def close(self) -> None:
        """Close the pipes."""
        for descriptor in (self.inlet, self.outlet, self.errors):
            with suppress(OSError):
                os.close(descriptor)


def _decoded(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise ChannelBroken(f"invalid UTF-8 at byte {error.start} of a line") from None
