#include "state.hpp"

#include <algorithm>
#include <set>
#include <sstream>

namespace {

std::vector<std::string> split(const std::string& text, char mark) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, mark);) parts.push_back(part);
    return parts;
}

Phase phase_of(const std::string& word) {
    if (word == "place1") return Phase::place1;
    if (word == "choose") return Phase::choose;
    return word == "place2" ? Phase::place2 : Phase::play;
}

// The free time, and a twentieth of the bank with half of what it gains, or a period.
double budget_of(const Terms& go) {
    auto term = [&](const char* key) { return go.count(key) ? std::stod(go.at(key)) : 0.0; };
    double saved = std::min(term("bank"), term("bank") / 20 + term("inc") / 2);
    return term("time") + std::max(saved, term("period"));
}

}  // namespace

std::string spell(Square square) {
    return char('a' + square.file) + std::to_string(square.rank + 1);
}

State::State(const std::string& text, const Terms& newgame, const Terms& go)
    : game(newgame.at("game") == "veletas" ? Game::veletas : Game::what_the_shell),
      seat(std::stoi(newgame.at("seat"))),
      phase(Phase::play),
      colour(seat == 1 ? 'b' : 'w'),
      budget(budget_of(go)) {
    std::string rows, second, word;
    std::istringstream(text) >> rows >> second >> word;
    board = split(rows, '/');
    std::reverse(board.begin(), board.end());
    size = int(board.size());
    if (game == Game::veletas) {
        colour = second.at(0);
        phase = phase_of(word);
    } else if (second != "-") {
        eggs = split(second, ',');
    }
}

std::vector<std::string> State::moves() {
    if (phase == Phase::choose) return {"black", "white"};
    if (game == Game::veletas) return shots();
    std::vector<std::string> moves;
    for (Square square : squares('.')) moves.push_back(spell(square));
    return moves;
}

// `d6` if no shooter moves, `c3-c5/d6` if one does.
std::vector<std::string> State::shots() {
    std::set<std::string> unmoved;
    std::vector<std::string> moves;
    for (Square start : squares('S')) {
        auto ends = seen(start);
        board[start.rank][start.file] = '.';  // it may fire at the square that it has left
        for (Square end : ends) {
            unmoved.insert(spell(end));
            std::string head = spell(start) + "-" + spell(end) + "/";
            for (Square target : seen(end)) moves.push_back(head + spell(target));
        }
        board[start.rank][start.file] = 'S';
    }
    moves.insert(moves.end(), unmoved.begin(), unmoved.end());
    return moves;
}

std::vector<Square> State::squares(char cell) const {
    std::vector<Square> found;
    for (int rank = 0; rank < size; rank++)
        for (int file = 0; file < size; file++)
            if (board[rank][file] == cell) found.push_back({file, rank});
    return found;
}

// The lines pass over shooters, and end at a stone.
std::vector<Square> State::seen(Square from) const {
    std::vector<Square> found;
    auto on_board = [&](int line) { return 0 <= line && line < size; };
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++) {
            if (df == 0 && dr == 0) continue;
            int file = from.file + df, rank = from.rank + dr;
            for (; on_board(file) && on_board(rank); file += df, rank += dr) {
                char cell = board[rank][file];
                if (cell == 'b' || cell == 'w') break;
                if (cell == '.') found.push_back({file, rank});
            }
        }
    return found;
}

bool State::is_inner(Square square) const {
    auto inner = [&](int line) { return 0 < line && line < size - 1; };
    return inner(square.file) && inner(square.rank);
}

int State::shooters_to_place() const {
    int all = size == 7 ? 3 : size == 9 ? 5 : 7;
    return phase == Phase::place1 ? all / 2 : all - all / 2;
}
