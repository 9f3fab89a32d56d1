// A position, and the moves that it allows.
#pragma once

#include <map>
#include <string>
#include <vector>

using Terms = std::map<std::string, std::string>;  // key=value fields of a message

struct Square {
    int file, rank;  // both from 0: a1 is {0, 0}
};

std::string spell(Square square);

enum class Game { what_the_shell, veletas };
enum class Phase { place1, choose, place2, play };  // What the Shell is always in play

struct State {
    Game game;
    int seat;                        // yours, 1 or 2
    int size;                        // of the board
    std::vector<std::string> board;  // [rank][file]: . b w, o an egg, S a shooter, B W claimed ones
    std::vector<std::string> eggs;   // What the Shell: the oldest first
    Phase phase;
    char colour;    // yours, 'b' or 'w'; not decided yet in Phase::choose
    double budget;  // milliseconds that this turn may take, if others are to have as much

    // The position in a `state` line, with what `newgame` and `go` said of it.
    State(const std::string& text, const Terms& game, const Terms& go);

    std::vector<std::string> moves();  // all legal ones but placements, which are too many to list
    std::vector<Square> squares(char cell) const;      // those that hold this cell
    std::vector<Square> seen(Square from) const;       // the empty ones on the queen's lines
    bool is_inner(Square square) const;                // whether it is not on the edge
    int shooters_to_place() const;

   private:
    std::vector<std::string> shots();
};
