# What the bot plays: prints a move, or "resign". This file is yours: it begins with a legal move at
# random. It gets game, seat, state and seed.

BEGIN {
    srand(seed)
    split(state, word, " ")
    size = split(word[1], row, "/")
    for (i = 1; i <= size; i++)
        for (file = 1; file <= size; file++)
            board[file, size + 1 - i] = substr(row[i], file, 1) # board[3, 5] is the cell on c5
    phase = game == "veletas" ? word[3] : "play"
    if (phase == "choose") { add("black"); add("white") }
    else if (phase != "play") add(placement())
    else if (game == "veletas") list_shots()
    else list_empty()
    print moves[below(count) + 1]
}

function below(limit) { return int(rand() * limit) }

function add(move) { if (!listed[move]++) moves[++count] = move }

function spell(file, rank) { return substr("abcdefghij", file, 1) rank }

function list_empty(  file, rank) {
    for (file = 1; file <= size; file++)
        for (rank = 1; rank <= size; rank++)
            if (board[file, rank] == ".") add(spell(file, rank))
}

# Veletas: "d6" if no shooter moves, "c3-c5/d6" if one does.
function list_shots(  file, rank) {
    for (file = 1; file <= size; file++)
        for (rank = 1; rank <= size; rank++)
            if (board[file, rank] == "S") {
                board[file, rank] = "." # it may fire at the square that it has left
                look(file, rank, "")
                board[file, rank] = "S"
            }
}

# Follows the queen's lines, past shooters, up to a stone. Without a `head` the empty squares are
# where a shooter on (file, rank) may go, or fire; with one, where it may fire after its move.
function look(file, rank, head,  df, dr, f, r) {
    for (df = -1; df <= 1; df++)
        for (dr = -1; dr <= 1; dr++) {
            f = file + df
            r = rank + dr
            while ((df || dr) && board[f, r] ~ /[.SBW]/) {
                if (board[f, r] == ".") {
                    add(head spell(f, r))
                    if (head == "") look(f, r, spell(file, rank) "-" spell(f, r) "/")
                }
                f += df
                r += dr
            }
        }
}

# Veletas: shooters anywhere but on the edge, and a stone anywhere, such as "c3,d4,e5/f6".
function placement(  all, left, text) {
    all = size == 7 ? 3 : size == 9 ? 5 : 7
    left = phase == "place1" ? int(all / 2) : all - int(all / 2)
    for (; left > 0; left--) text = text draw(2) (left > 1 ? "," : "/")
    return text draw(1)
}

# An empty square at random, from this file and rank on; it is empty no longer then.
function draw(least,  file, rank) {
    do {
        file = least + below(size - 2 * least + 2)
        rank = least + below(size - 2 * least + 2)
    } while (board[file, rank] != ".")
    board[file, rank] = "S"
    return spell(file, rank)
}
