"""It knows its game by another name."""

from sound import Sound


class Handshake(Sound):
    plays = ("whattheshell",)


Handshake().run()
