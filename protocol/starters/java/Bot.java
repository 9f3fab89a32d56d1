import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** The conversation with the arena. Leave this file alone: what the bot plays is in Choose.java. */
public final class Bot {
    private static final PrintStream OUT = new PrintStream(System.out, true, UTF_8);
    private static final String[][] REHEARSAL = {
        {"what-the-shell", "........./".repeat(8) + "......... -"},
        {"veletas", "......./".repeat(6) + "....... b place1 -"},
        {"veletas", "......./".repeat(6) + "...S... b play b"},
    };

    private final Choose choose = new Choose();
    private SplittableRandom random = new SplittableRandom(0);
    private Map<String, String> game = Map.of();
    private String position = "";

    public static void main(String[] args) throws IOException {
        var bot = new Bot();
        var lines = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line; (line = lines.readLine()) != null && !line.equals("quit");) {
            bot.hear(line);
        }
    }

    private void hear(String line) {
        String[] words = line.split(" ", 3);
        String word = words.length > 1 ? words[1] : "";
        String rest = words.length > 2 ? words[2] : "";
        switch (words[0]) {
            case "arena" -> greet(word);
            case "set" -> choose.setOption(word, rest);
            case "newgame" -> begin(word, rest);
            case "state" -> position = word + " " + rest;
            case "go" -> answer(word, rest);
            case "ping" -> say("pong " + word);
            default -> { } // not for us: the arena may say more than this bot knows
        }
    }

    private void greet(String version) {
        if (!version.equals("1")) {
            System.err.println("this bot speaks version 1 of the protocol, not " + version);
            System.exit(1);
        }
        say("id name " + Choose.NAME);
        Choose.OPTIONS.forEach(option -> say("option " + option));
        rehearse();
        say("plays what-the-shell");
        say("plays veletas");
        say("ready");
    }

    /** Java loads and compiles what it first uses: better now than while a clock runs. */
    private void rehearse() {
        for (String[] scene : REHEARSAL) {
            var state = new State(scene[1], Map.of("game", scene[0], "seat", "1"), Map.of());
            choose.choose(state, random);
        }
    }

    private void begin(String number, String fields) {
        game = terms(fields);
        long seed = choose.seed != 0 ? choose.seed : Long.parseLong(game.get("seed"));
        random = new SplittableRandom(seed); // java.util.Random would drop a part of the seed
        System.err.println("game " + number + " as seat " + game.get("seat"));
        say("ready " + number);
    }

    private void answer(String turn, String fields) {
        String move = choose.choose(new State(position, game, terms(fields)), random);
        say(move.equals("resign") ? "resign " + turn : "move " + turn + " " + move);
    }

    private static Map<String, String> terms(String fields) {
        var found = new HashMap<String, String>();
        Arrays.stream(fields.split(" "))
            .map(field -> field.split("=", 2))
            .filter(pair -> pair.length == 2)
            .forEach(pair -> found.put(pair[0], pair[1]));
        return found;
    }

    private static void say(String line) {
        OUT.println(line); // sends it at once
    }
}
