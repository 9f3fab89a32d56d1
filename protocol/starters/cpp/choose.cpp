// What the bot plays. This file is yours: it begins with a legal move at random.
#include "choose.hpp"

const std::string name = "my-bot";
const std::vector<std::string> options = {"name=seed type=int default=0 min=0"};
std::uint64_t seed_option = 0;

void set_option(const std::string& name, const std::string& text) {
    if (name == "seed") seed_option = std::stoull(text);
}

namespace {

// Shooters anywhere but on the edge, and a stone anywhere: `c3,d4,e5/f6`.
std::string placement(State& state, Random& random) {
    auto draw = [&](bool inner) {
        auto squares = state.squares('.');
        Square square;
        do square = squares[random() % squares.size()];
        while (inner && !state.is_inner(square));
        state.board[square.rank][square.file] = 'x';  // so that it does not come twice
        return spell(square);
    };
    std::string move = draw(true);
    for (int left = state.shooters_to_place() - 1; left > 0; left--) move += "," + draw(true);
    return move + "/" + draw(false);
}

}  // namespace

// The move to play, or "resign". It should come within state.budget milliseconds.
std::string choose(State& state, Random& random) {
    if (state.phase == Phase::place1 || state.phase == Phase::place2)
        return placement(state, random);
    auto moves = state.moves();
    return moves.at(random() % moves.size());
}
