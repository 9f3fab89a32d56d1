import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** A position, and the moves that it allows. */
final class State {
    /** File and rank, both from 0: a1 is (0, 0). */
    record Square(int file, int rank) {
        @Override
        public String toString() {
            return (char) ('a' + file) + Integer.toString(rank + 1);
        }
    }

    /** What the Shell is always in PLAY. */
    enum Phase { PLACE1, CHOOSE, PLACE2, PLAY }

    final String game;       // what-the-shell or veletas
    final int seat;          // yours, 1 or 2
    final int size;          // of the board
    final char[][] board;    // [rank][file]: . b w, o an egg, S a shooter, B W claimed ones
    final List<String> eggs; // What the Shell: the oldest first
    final Phase phase;
    final char colour;       // yours, b or w; not decided yet in CHOOSE
    final double budget;     // milliseconds that this turn may take, if others are to have as much

    /** The position in a `state` line, with what `newgame` and `go` said of it. */
    State(String text, Map<String, String> newgame, Map<String, String> go) {
        String[] words = text.split(" ");
        String[] rows = words[0].split("/");
        game = newgame.get("game");
        seat = Integer.parseInt(newgame.get("seat"));
        size = rows.length;
        board = new char[size][];
        for (int rank = 0; rank < size; rank++) {
            board[rank] = rows[size - 1 - rank].toCharArray();
        }
        boolean veletas = game.equals("veletas");
        eggs = veletas || words[1].equals("-") ? List.of() : List.of(words[1].split(","));
        phase = veletas ? Phase.valueOf(words[2].toUpperCase()) : Phase.PLAY;
        colour = veletas ? words[1].charAt(0) : seat == 1 ? 'b' : 'w';
        budget = budget(go);
    }

    /** All legal moves but placements, of which there are too many to list. */
    List<String> moves() {
        if (phase == Phase.CHOOSE) {
            return List.of("black", "white");
        }
        if (game.equals("veletas")) {
            return shots();
        }
        return squares('.').stream().map(Square::toString).toList();
    }

    /** d6 if no shooter moves, c3-c5/d6 if one does. */
    private List<String> shots() {
        var unmoved = new LinkedHashSet<Square>();
        var moves = new ArrayList<String>();
        for (Square start : squares('S')) {
            List<Square> ends = seen(start);
            board[start.rank][start.file] = '.'; // it may fire at the square that it has left
            for (Square end : ends) {
                seen(end).forEach(target -> moves.add(start + "-" + end + "/" + target));
            }
            board[start.rank][start.file] = 'S';
            unmoved.addAll(ends);
        }
        unmoved.forEach(target -> moves.add(target.toString()));
        return moves;
    }

    /** The empty squares on the queen's lines from a square: past shooters, up to a stone. */
    List<Square> seen(Square from) {
        var found = new ArrayList<Square>();
        for (int df = -1; df <= 1; df++) {
            for (int dr = -1; dr <= 1; dr++) {
                if (df != 0 || dr != 0) {
                    look(from, df, dr, found);
                }
            }
        }
        return found;
    }

    private void look(Square from, int df, int dr, Collection<Square> found) {
        int file = from.file + df;
        int rank = from.rank + dr;
        while (0 <= file && file < size && 0 <= rank && rank < size) {
            char cell = board[rank][file];
            if (cell == 'b' || cell == 'w') {
                return;
            }
            if (cell == '.') {
                found.add(new Square(file, rank));
            }
            file += df;
            rank += dr;
        }
    }

    /** The squares that hold this cell. */
    List<Square> squares(char cell) {
        var found = new ArrayList<Square>();
        for (int rank = 0; rank < size; rank++) {
            for (int file = 0; file < size; file++) {
                if (board[rank][file] == cell) {
                    found.add(new Square(file, rank));
                }
            }
        }
        return found;
    }

    /** Whether a square is not on the edge, so that a shooter may be placed there. */
    boolean isInner(Square square) {
        int last = size - 1;
        return 0 < square.file && square.file < last && 0 < square.rank && square.rank < last;
    }

    int shootersToPlace() {
        int all = size == 7 ? 3 : size == 9 ? 5 : 7;
        return phase == Phase.PLACE1 ? all / 2 : all - all / 2;
    }

    /** The free time, and a twentieth of the bank with half of what it gains, or a period. */
    private static double budget(Map<String, String> go) {
        double bank = term(go, "bank");
        double saved = Math.min(bank, bank / 20 + term(go, "inc") / 2);
        return term(go, "time") + Math.max(saved, term(go, "period"));
    }

    private static double term(Map<String, String> terms, String key) {
        return Double.parseDouble(terms.getOrDefault(key, "0"));
    }
}
