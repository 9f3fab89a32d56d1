"""A person's seat as the referee sees it: a bot whose lines come from elsewhere.

Run as `python -P seat.py SOCKET KEY`, with nothing but the standard library. It connects to the
house that serves the person, says by its key which seat it is, and from then on passes every
byte on, both ways, until either side ends.
"""

import os
import select
import socket
import sys

CHUNK = 65536


def main() -> None:
    """Be the seat that the command line names."""
    path, key = sys.argv[1:]
    with socket.socket(socket.AF_UNIX) as house:
        house.connect(path)
        house.sendall(f"{key}\n".encode())
        relay(house.fileno())


def relay(house: int) -> None:
    """Pass on what comes, from the referee to the house and back, until one of them ends."""
    onward = {sys.stdin.fileno(): house, house: sys.stdout.fileno()}
    poll = select.poll()
    for descriptor in onward:
        poll.register(descriptor, select.POLLIN)
    while True:
        for descriptor, _ in poll.poll():
            data = os.read(descriptor, CHUNK)
            if not data:
                return
            _write(onward[descriptor], data)


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


if __name__ == "__main__":
    main()
