// What the bot plays. This file is yours: it begins with a legal move at random.
package main

import (
	"math/rand"
	"strconv"
	"strings"
)

const Name = "my-bot"

var Options = []string{"name=seed type=int default=0 min=0"}

// Bot holds what lasts from one game to the next.
type Bot struct {
	Seed int64 // 0 stands for the seed of each game
}

// SetOption hears of an option that was set.
func (bot *Bot) SetOption(name, text string) {
	if name == "seed" {
		bot.Seed, _ = strconv.ParseInt(text, 10, 64)
	}
}

// Choose says the move to play, or "resign". It should come within state.Budget milliseconds.
func (bot *Bot) Choose(state *State, random *rand.Rand) string {
	if state.Phase == "place1" || state.Phase == "place2" {
		return placement(state, random)
	}
	moves := state.Moves()
	return moves[random.Intn(len(moves))]
}

// Shooters anywhere but on the edge, and a stone anywhere: c3,d4,e5/f6.
func placement(state *State, random *rand.Rand) string {
	var shooters []string
	for len(shooters) < state.ShootersToPlace() {
		if square := pick(state, random); state.IsInner(square) {
			state.Board[square.Rank][square.File] = 'S'
			shooters = append(shooters, square.String())
		}
	}
	return strings.Join(shooters, ",") + "/" + pick(state, random).String()
}

// An empty square.
func pick(state *State, random *rand.Rand) Square {
	empty := state.Squares('.')
	return empty[random.Intn(len(empty))]
}
