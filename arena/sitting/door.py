"""The door through which the seats' processes come: a Unix socket in a private folder."""

from __future__ import annotations

import shutil
import socket
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from arena.sitting.chair import Chair

PATIENCE = 5.0
"""Seconds that a seat's process has to say its key."""
_MAX_KEY = 100


class Door:
    """Leads each seat's process to the chair of its key, which `find` knows (or not: None)."""

    def __init__(self, find: Callable[[str], Chair | None]) -> None:
        self._find = find
        self._folder = Path(tempfile.mkdtemp(prefix="arena-"))
        self.path = self._folder / "door"
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(self.path))
        self._socket.listen()
        threading.Thread(target=self._admit, name="door", daemon=True).start()

    def close(self) -> None:
        """Admit nobody any more."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _admit(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            lead = threading.Thread(target=self._lead, args=(connection,), daemon=True)
            lead.start()

    def _lead(self, connection: socket.socket) -> None:
        chair = self._find(_key(connection))
        if chair:
            chair.attend(connection)
        else:
            connection.close()


def _key(connection: socket.socket) -> str:
    """The first line that comes, or nothing."""
    connection.settimeout(PATIENCE)
    key = b""
    with suppress(OSError):
        while not key.endswith(b"\n") and len(key) < _MAX_KEY:
            sign = connection.recv(1)
            if not sign:
                break
            key += sign
    connection.settimeout(None)
    return key.decode(errors="replace").strip()
