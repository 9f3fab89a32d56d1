"""Veletas on bitboards: groups, who would claim a shooter where, and how much room it has."""

from __future__ import annotations

from engines.veletas.board import Board

Groups = tuple[tuple[int, int], ...]
"""The groups of one colour: their stones, and what touches them orthogonally."""


def groups(board: Board, stones: int) -> Groups:
    """The groups of these stones."""
    found: Groups = ()
    while stones:
        found = joined(board, found, stones & -stones)
        stones &= stones - 1
    return found


def joined(board: Board, found: Groups, stone: int) -> Groups:
    """The groups with one more stone, which joins those it touches."""
    group, halo, apart = stone, beside(board, stone), []
    for other in found:
        if other[1] & stone:
            group |= other[0]
            halo |= other[1]
        else:
            apart.append(other)
    return (*apart, (group, halo))


def beside(board: Board, squares: int) -> int:
    """What touches these squares orthogonally, bits off the board among it."""
    return squares << 1 | squares >> 1 | squares << board.width | squares >> board.width


def owners(black: Groups, white: Groups) -> tuple[int, int]:
    """The squares beside which Black has the largest group, and those where White has it."""
    halos: dict[int, list[int]] = {}
    for colour, found in enumerate((black, white)):
        for stones, halo in found:
            halos.setdefault(stones.bit_count(), [0, 0])[colour] |= halo
    blacks = whites = settled = 0
    for size in sorted(halos, reverse=True):
        black_halo, white_halo = halos[size]
        blacks |= black_halo & ~(white_halo | settled)
        whites |= white_halo & ~(black_halo | settled)
        settled |= black_halo | white_halo
    return blacks, whites


def rooms(board: Board, empty: int) -> tuple[int, ...]:
    """The squares with exactly 0, 1, … 6 empty neighbours, bits off the board among them."""
    up, down = empty << board.width, empty >> board.width
    ones = twos = fours = eights = 0
    for neighbour in (
        up << 1, up, up >> 1, empty << 1, empty >> 1, down << 1, down, down >> 1
    ):  # fmt: skip
        carry = ones & neighbour
        ones ^= neighbour
        carry, twos = twos & carry, twos ^ carry
        carry, fours = fours & carry, fours ^ carry
        eights |= carry
    few, many = ~(fours | eights), fours
    return (
        few & ~twos & ~ones,
        few & ~twos & ones,
        few & twos & ~ones,
        few & twos & ones,
        many & ~twos & ~ones,
        many & ~twos & ones,
        many & twos & ~ones,
    )


def room(board: Board, square: int, empty: int) -> int:
    """How many empty neighbours a square has, itself not counted."""
    return (board.around(square) & empty & ~square).bit_count()
