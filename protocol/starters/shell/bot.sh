# The conversation with the arena. Leave this file alone: what the bot plays is in choose.awk.
set -f # words of a line are no patterns of files
cr=$(printf '\r')
option=0 game='' seat='' seed=0 position=''

# A number without the zeros before it, which would make it octal.
number() {
    set -- "${1#"${1%%[!0]*}"}"
    echo "${1:-0}"
}

greet() {
    if [ "$1" != 1 ]; then
        echo "this bot speaks version 1 of the protocol, not $1" >&2
        exit 1
    fi
    echo 'id name my-bot'
    echo 'option name=seed type=int default=0 min=0'
    echo 'plays what-the-shell'
    echo 'plays veletas'
    echo 'ready'
}

newgame() {
    for field in "$@"; do
        case $field in
            game=*) game=${field#game=} ;;
            seat=*) seat=${field#seat=} ;;
            seed=*) seed=$(number "${field#seed=}") ;;
        esac
    done
    [ "$option" = 0 ] || seed=$option
    seed=$(((seed ^ seed >> 31) % 2147483648))
    echo "game $1 as seat $seat" >&2
    echo "ready $1"
}

# The seed goes through one step each turn: awk begins anew each time, and must not draw the same.
go() {
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    move=$(awk -v game="$game" -v seat="$seat" -v state="$position" -v seed="$seed" -f choose.awk)
    if [ "$move" = resign ]; then echo "resign $1"; else echo "move $1 $move"; fi
}

while IFS= read -r line; do
    line=${line%"$cr"}
    set -- $line
    case ${1-} in
        arena) greet "$2" ;;
        set) [ "$2" != seed ] || option=$(number "$3") ;;
        newgame) shift && newgame "$@" ;;
        state) position=${line#state } ;;
        go) go "$2" ;;
        ping) echo "pong $2" ;;
        quit) exit ;;
    esac # Anything else is not for us: the arena may say more than this bot knows.
done
