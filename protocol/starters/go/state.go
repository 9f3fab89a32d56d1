// A position, and the moves that it allows.
package main

import (
	"math"
	"strconv"
	"strings"
)

// Square counts file and rank from 0: a1 is {0, 0}.
type Square struct{ File, Rank int }

func (square Square) String() string {
	return "abcdefghij"[square.File:square.File+1] + strconv.Itoa(square.Rank+1)
}

// State is a position, with what newgame and go said of it.
type State struct {
	Game   string   // what-the-shell or veletas
	Seat   int      // yours, 1 or 2
	Board  [][]byte // [rank][file]: . b w, o an egg, S a shooter, B W claimed ones
	Eggs   []string // What the Shell: the oldest first
	Phase  string   // Veletas: place1, choose, place2 or play; play in What the Shell
	Colour byte     // yours, b or w; not decided yet in choose
	Budget float64  // milliseconds that this turn may take, if others are to have as much
}

// NewState reads the text of a state line.
func NewState(text string, game, terms Terms) *State {
	words := strings.Fields(text)
	state := &State{Game: game["game"], Phase: "play", Colour: 'b', Budget: budget(terms)}
	state.Seat, _ = strconv.Atoi(game["seat"])
	for _, rank := range strings.Split(words[0], "/") {
		state.Board = append([][]byte{[]byte(rank)}, state.Board...)
	}
	if state.Game == "veletas" {
		state.Colour, state.Phase = words[1][0], words[2]
		return state
	}
	if state.Seat == 2 {
		state.Colour = 'w'
	}
	if words[1] != "-" {
		state.Eggs = strings.Split(words[1], ",")
	}
	return state
}

// Moves lists all legal moves but placements, of which there are too many.
func (state *State) Moves() []string {
	if state.Phase == "choose" {
		return []string{"black", "white"}
	}
	if state.Game == "veletas" {
		return state.shots()
	}
	var moves []string
	for _, square := range state.Squares('.') {
		moves = append(moves, square.String())
	}
	return moves
}

// d6 if no shooter moves, c3-c5/d6 if one does.
func (state *State) shots() []string {
	var moves []string
	listed := map[Square]bool{}
	for _, start := range state.Squares('S') {
		ends := state.Seen(start)
		state.Board[start.Rank][start.File] = '.' // it may fire at the square that it has left
		for _, end := range ends {
			if !listed[end] {
				listed[end] = true
				moves = append(moves, end.String())
			}
			head := start.String() + "-" + end.String() + "/"
			for _, target := range state.Seen(end) {
				moves = append(moves, head+target.String())
			}
		}
		state.Board[start.Rank][start.File] = 'S'
	}
	return moves
}

// Seen lists the empty squares on the queen's lines from a square: past shooters, up to a stone.
func (state *State) Seen(from Square) []Square {
	var found []Square
	for step := 0; step < 9; step++ {
		df, dr := step%3-1, step/3-1
		square := Square{from.File + df, from.Rank + dr}
		for step != 4 && state.isOn(square) { // step 4 leads nowhere
			cell := state.Board[square.Rank][square.File]
			if cell == 'b' || cell == 'w' {
				break
			}
			if cell == '.' {
				found = append(found, square)
			}
			square = Square{square.File + df, square.Rank + dr}
		}
	}
	return found
}

// Squares lists those that hold a cell.
func (state *State) Squares(cell byte) []Square {
	var found []Square
	for rank, row := range state.Board {
		for file := range row {
			if row[file] == cell {
				found = append(found, Square{file, rank})
			}
		}
	}
	return found
}

// Size is that of the board.
func (state *State) Size() int { return len(state.Board) }

func (state *State) isOn(square Square) bool {
	return isBetween(square, 0, state.Size()-1)
}

// IsInner tells whether a square is not on the edge, so that a shooter may be placed there.
func (state *State) IsInner(square Square) bool {
	return isBetween(square, 1, state.Size()-2)
}

func isBetween(square Square, low, high int) bool {
	return low <= square.File && square.File <= high && low <= square.Rank && square.Rank <= high
}

// ShootersToPlace is how many a placement has.
func (state *State) ShootersToPlace() int {
	all := map[int]int{7: 3, 9: 5, 10: 7}[state.Size()]
	if state.Phase == "place1" {
		return all / 2
	}
	return all - all/2
}

// The free time, and a twentieth of the bank with half of what it gains, or a period.
func budget(terms Terms) float64 {
	term := func(key string) float64 {
		number, _ := strconv.ParseFloat(terms[key], 64)
		return number
	}
	saved := math.Min(term("bank"), term("bank")/20+term("inc")/2)
	return term("time") + math.Max(saved, term("period"))
}
