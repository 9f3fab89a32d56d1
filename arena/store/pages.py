"""The rows of an SQLite file, read page by page without its trees and without SQLite. Pure.

Where SQLite walks from a table's root to its leaves, and loses all leaves below a page that is
damaged, this looks at every page for itself: https://sqlite.org/fileformat2.html.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Value = None | int | float | str | bytes
Values = tuple[Value, ...]
Image = tuple[int, memoryview]
"""A page's number and what stands in it, or stood in it at some time."""

MAGIC = b"SQLite format 3\0"
PAGE = 4096
"""Bytes of a page where the file does not say, as is SQLite's habit."""
_WAL_HEADER, _FRAME_HEADER = 32, 24
_LEAF = 0x0D
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of an integer by its serial type."""
_CONSTANTS: Mapping[int, Value] = {0: None, 8: 0, 9: 1}
_REAL = 7


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a row stands: its key, and its payload's length and place in an image of a page."""

    key: int
    length: int
    image: int
    start: int


class Pages:
    """A database file and its write-ahead log (either may be empty, cut off or overwritten)."""

    def __init__(self, file: bytes, log: bytes = b"") -> None:
        self._size = _page_size(file, log)
        self._images = [
            *_file_images(memoryview(file), self._size),
            *_log_images(memoryview(log), self._size),
        ]
        self._newest = {number: place for place, (number, _) in enumerate(self._images)}

    def cells(self) -> Iterator[Cell]:
        """Every row of every leaf, older images of a page before newer ones."""
        for place, (number, image) in enumerate(self._images):
            start = 100 if number == 1 else 0
            if image[start] == _LEAF:
                yield from _cells(place, image, start)

    def columns(self, cell: Cell) -> int:
        """How many values a row has. Raises LookupError if it is damaged."""
        _, image = self._images[cell.image]
        types, _ = _types(image[cell.start : cell.start + _local(cell.length, self._size)])
        return len(types)

    def read(self, cell: Cell) -> Values:
        """The values of a row. Raises ValueError if it is damaged."""
        try:
            return _values(self._payload(cell))
        except IndexError:
            raise ValueError("a row is cut off") from None

    def _payload(self, cell: Cell) -> bytes:
        """A row's bytes, those on overflow pages too."""
        _, image = self._images[cell.image]
        local = _local(cell.length, self._size)
        end = cell.start + local
        payload = bytearray(image[cell.start : end])
        seen: set[int] = set()
        follow = image[end : end + 4] if local < cell.length else b""
        while len(payload) < cell.length:
            number = int.from_bytes(follow, "big")
            if number not in self._newest or number in seen:
                raise ValueError(f"a row goes on in page {number}, which is not there")
            seen.add(number)
            _, image = self._images[self._newest[number]]
            follow = image[:4]
            payload += image[4 : 4 + cell.length - len(payload)]
        return bytes(payload)


def _page_size(file: bytes, log: bytes) -> int:
    """What the file says, or its log, or what is usual."""
    said = int.from_bytes(file[16:18], "big") if file.startswith(MAGIC) else 0
    for size in (65536 if said == 1 else said, int.from_bytes(log[8:12], "big")):
        if 512 <= size <= 65536 and size & (size - 1) == 0:
            return size
    return PAGE


def _file_images(file: memoryview, size: int) -> Iterator[Image]:
    """The pages of the file, numbered from 1; a last one that is cut off is filled up."""
    for number, start in enumerate(range(0, len(file), size), 1):
        page = file[start : start + size]
        yield number, page if len(page) == size else memoryview(bytes(page).ljust(size, b"\0"))


def _log_images(log: memoryview, size: int) -> Iterator[Image]:
    """The pages in the log, oldest first, without those that an earlier log has left there."""
    salts = log[16:24]
    for start in range(_WAL_HEADER, len(log) - _FRAME_HEADER - size + 1, _FRAME_HEADER + size):
        if log[start + 8 : start + 16] == salts:
            begin = start + _FRAME_HEADER
            yield int.from_bytes(log[start : start + 4], "big"), log[begin : begin + size]


def _cells(place: int, image: memoryview, start: int) -> Iterator[Cell]:
    count = int.from_bytes(image[start + 3 : start + 5], "big")
    pointers = image[start + 8 : start + 8 + 2 * count]
    for (offset,) in struct.iter_unpack(">H", pointers[: len(pointers) // 2 * 2]):
        try:
            length, key_at = _varint(image, offset)
            key, payload_at = _varint(image, key_at)
        except IndexError:
            continue
        yield Cell(key, length, place, payload_at)


def _local(length: int, size: int) -> int:
    """How much of a payload stands in its leaf; the rest overflows."""
    most, least = size - 35, (size - 12) * 32 // 255 - 23
    if length <= most:
        return length
    kept = least + (length - least) % (size - 4)
    return kept if kept <= most else least


def _varint(data: bytes | memoryview, at: int) -> tuple[int, int]:
    """A signed number of one to nine bytes, and where it ends."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return value, place + 1
    value = value << 8 | data[at + 8]
    return value - ((value & 1 << 63) << 1), at + 9


def _types(payload: bytes | memoryview) -> tuple[list[int], int]:
    """The serial types of a payload's values, and where these begin."""
    end, at = _varint(payload, 0)
    types = []
    while at < end:
        kind, at = _varint(payload, at)
        types.append(kind)
    return types, end


def _values(payload: bytes) -> Values:
    types, body = _types(payload)
    values: list[Value] = []
    for kind in types:
        value, body = _value(payload, kind, body)
        values.append(value)
    return tuple(values)


def _value(payload: bytes, kind: int, at: int) -> tuple[Value, int]:
    """A value of a serial type at a place, and where it ends."""
    if kind in _CONSTANTS:
        return _CONSTANTS[kind], at
    size = 8 if kind == _REAL else _INTEGERS.get(kind) or (kind - 12) // 2
    data = payload[at : at + size]
    if kind < 0 or kind in (10, 11) or len(data) < size:
        raise ValueError(f"a value of type {kind} is cut off")
    if kind == _REAL:
        return float(struct.unpack(">d", data)[0]), at + size
    if kind in _INTEGERS:
        return int.from_bytes(data, "big", signed=True), at + size
    return (data.decode() if kind % 2 else data), at + size
