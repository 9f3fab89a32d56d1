// The conversation with the arena. Leave this file alone: what the bot plays is in choose.cpp.
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "choose.hpp"

namespace {

Terms terms(std::istream& fields) {
    Terms found;
    for (std::string field; fields >> field;)
        if (auto equals = field.find('='); equals != std::string::npos)
            found[field.substr(0, equals)] = field.substr(equals + 1);
    return found;
}

void greet(const std::string& version) {
    if (version != "1") {
        std::cerr << "this bot speaks version 1 of the protocol, not " << version << '\n';
        std::exit(1);
    }
    std::cout << "id name " << name << '\n';
    for (const auto& option : options) std::cout << "option " << option << '\n';
    std::cout << "plays what-the-shell\nplays veletas\nready" << std::endl;
}

}  // namespace

int main() {
    Terms game;
    Random random;
    std::string line, position;
    while (std::getline(std::cin, line)) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        std::istringstream words(line);
        std::string keyword, word;
        words >> keyword;
        if (keyword == "arena") {
            words >> word;
            greet(word);
        } else if (keyword == "set") {
            words >> word;
            std::string text;
            std::getline(words.ignore(), text);
            set_option(word, text);
        } else if (keyword == "newgame") {
            words >> word;
            game = terms(words);
            random.seed(seed_option ? seed_option : std::stoull(game.at("seed")));
            std::cerr << "game " << word << " as seat " << game.at("seat") << '\n';
            std::cout << "ready " << word << std::endl;
        } else if (keyword == "state") {
            std::getline(words, position);
        } else if (keyword == "go") {
            words >> word;
            State state(position, game, terms(words));
            std::string move = choose(state, random);
            if (move == "resign")
                std::cout << "resign " << word << std::endl;
            else
                std::cout << "move " << word << ' ' << move << std::endl;
        } else if (keyword == "ping") {
            words >> word;
            std::cout << "pong " << word << std::endl;
        } else if (keyword == "quit") {
            break;
        }  // Anything else is not for us: the arena may say more than this bot knows.
    }
}
