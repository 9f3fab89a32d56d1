// The conversation with the arena. Leave this file alone: what the bot plays is in choose.go.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
)

// Terms are the key=value fields of a message.
type Terms map[string]string

func main() {
	bot := Bot{}
	random := rand.New(rand.NewSource(0))
	game := Terms{}
	position := ""
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimRight(line, "\r\n")
		keyword, rest, _ := strings.Cut(line, " ")
		word, fields, _ := strings.Cut(rest, " ")
		switch keyword {
		case "arena":
			greet(word)
		case "set":
			bot.SetOption(word, fields)
		case "newgame":
			game = terms(fields)
			random.Seed(seed(bot, game))
			fmt.Fprintln(os.Stderr, "game", word, "as seat", game["seat"])
			fmt.Println("ready", word)
		case "state":
			position = rest
		case "go":
			move := bot.Choose(NewState(position, game, terms(fields)), random)
			if move == "resign" {
				fmt.Println("resign", word)
			} else {
				fmt.Println("move", word, move)
			}
		case "ping":
			fmt.Println("pong", word)
		case "quit":
			return
		} // Anything else is not for us: the arena may say more than this bot knows.
	}
}

func greet(version string) {
	if version != "1" {
		fmt.Fprintln(os.Stderr, "this bot speaks version 1 of the protocol, not", version)
		os.Exit(1)
	}
	fmt.Println("id name", Name)
	for _, option := range Options {
		fmt.Println("option", option)
	}
	fmt.Println("plays what-the-shell\nplays veletas\nready")
}

func seed(bot Bot, game Terms) int64 {
	if bot.Seed != 0 {
		return bot.Seed
	}
	seed, _ := strconv.ParseInt(game["seed"], 10, 64)
	return seed
}

func terms(fields string) Terms {
	found := Terms{}
	for _, field := range strings.Fields(fields) {
		if key, value, ok := strings.Cut(field, "="); ok {
			found[key] = value
		}
	}
	return found
}
