"""Positions that are rare in games, and what is rare about them."""

from __future__ import annotations

SHELL_ENDINGS = {
    "one square is left": "bbwwbbwwb/wwbbwwbbw/bbwwbbwwb/wwbbwwbbw/bbww.bwwb/"
    "wwbbwwbbw/bbwwbbwwb/wwbbwwbbw/bbwwbbwwb -",
    "sudden death": "wwwww..../........./........./........./....o..../"
    "........./........./........./bbbbb.... e5",
    "many eggs": "ooo.o.ooo/........./b.w.b.w.b/........./........./"
    "w.b.w.b.w/........./........./ooo.o.ooo "
    "a9,b9,c9,e9,g9,h9,i9,a1,b1,c1,e1,g1,h1,i1",
}
"""Positions of What the Shell, what is rare about them first."""
LAST_SHOOTERS = (
    "wBbbw.w/w.wwwwb/bbbWww./bbww.b./.Sbwbbw/wbbbbw./.b..bw. {side} play b",
    "wbSbwbb/wwb.bbb/wbwbbww/wwwbbBb/b.wwwbw/wwbwwb./wwbWbbb {side} play b",
    "bw.bbbBbw/b.wwwwbwb/bBb.bwwbw/bb.w.bwbw/.b.wWwwbb/...wwbww./wwbbSbbw./wb.wb.bb./"
    "Wbw.bwww. {side} play b",
    "..wwbWwwb./.bwwbbwbw./bwwSbwww../b.wb.wbb../.wbbbw.bbb/.w.bwBww.w/.bbbwbbBbw/"
    "bwbWb.bbbb/wwwwww.wwB/Wwb.wbbwbb {side} play b",
    "bBwbWbbwBb/wb.wwwwbbw/.wbbw..bww/wbb.b..b../SSbb.bb.w./.bwbwbw.../ww.Bw.w.../"
    "w.bwww.wbb/b.b.bw.www/bbbwb..bwW {side} play b",
)
"""Endings of Veletas in which either colour may be to move. Few shots are left, and in all but
the second a claimed shooter sees squares that none of the others sees."""
FULL_BOARDS = {
    "what-the-shell": (
        "bbw....wb/wwb..wb../.....bwwb/..b.w..b./.b...bw.b/..bb.w.b./.bw..bw../"
        "w..bw.b.w/.bwwb.w.b -",
        "bbwwb..wb/wwb.wwbb./..wwbbwwb/.wbbw..bw/.b.wbbwwb/..bb.w.b./bbwwbbw../"
        "w..bw.bbw/bbwwbbwwb -",
        "bbwwb.wwb/wwbbwwbbw/bbwwbbwwb/wwbbww.bw/bb.wbbwwb/wwbb.w.b./bbwwbbw../"
        "ww.bwwbbw/bbwwbbwwb -",
    ),
    "veletas": (
        "w.wS.b.w.w/..bb....../...w.bb.b./.wbS.bb.../w..wb..b../.w..w.S.../.w.S.wwb../"
        "w.w......./w.S.bS..../..bbb.S..b w play w",
        "w.wwBb.w.w/w.bbbw..../...w.bb.b./SwbS.bbbbS/w.bwb.wbw./bwb.w...../bw.w.wwb../"
        "w.wb..Sw.w/wbS.bww.b./..bbb...Sb w play w",
        "wbwwBb.w.w/wWbbbw...w/bwww.bb.b./wwbw.bbbbb/wWbwb.wbw./bwbbw.w..b/bwbw.wwb.b/"
        "wSwb.SbwSw/wb.bbwwbb./wwbbbBw.wb w play w",
    ),
}
"""Boards that are half full, fuller, and nearly full, by the game; seat 1 is to move."""
