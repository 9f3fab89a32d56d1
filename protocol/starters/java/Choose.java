import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** What the bot plays. This file is yours: it begins with a legal move at random. */
final class Choose {
    static final String NAME = "my-bot";
    static final List<String> OPTIONS = List.of("name=seed type=int default=0 min=0");

    long seed = 0; // 0 stands for the seed of each game

    void setOption(String name, String text) {
        if (name.equals("seed")) {
            seed = Long.parseLong(text);
        }
    }

    /** The move to play, or "resign". It should come within state.budget milliseconds. */
    String choose(State state, SplittableRandom random) {
        if (state.phase == State.Phase.PLACE1 || state.phase == State.Phase.PLACE2) {
            return placement(state, random);
        }
        List<String> moves = state.moves();
        return moves.get(random.nextInt(moves.size()));
    }

    /** Shooters anywhere but on the edge, and a stone anywhere: c3,d4,e5/f6. */
    private static String placement(State state, SplittableRandom random) {
        List<State.Square> empty = state.squares('.');
        var shooters = new ArrayList<State.Square>();
        while (shooters.size() < state.shootersToPlace()) {
            State.Square square = empty.get(random.nextInt(empty.size()));
            if (state.isInner(square)) {
                shooters.add(square);
                empty.remove(square);
            }
        }
        State.Square stone = empty.get(random.nextInt(empty.size()));
        return shooters.stream().map(State.Square::toString).collect(Collectors.joining(","))
            + "/" + stone;
    }
}
