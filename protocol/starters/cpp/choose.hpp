// What bot.cpp asks of choose.cpp.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "state.hpp"

using Random = std::mt19937_64;

extern const std::string name;
extern const std::vector<std::string> options;
extern std::uint64_t seed_option;  // 0 stands for the seed of each game

void set_option(const std::string& name, const std::string& text);
std::string choose(State& state, Random& random);
