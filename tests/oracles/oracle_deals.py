"""The deals once more, written from the text of the specification alone; it imports nothing of the package."""

from __future__ import annotations

import hashlib

NAMES = [rank + suit for suit in "mps" for rank in "123456789"] + list("ESWNCFP")


class Stream:
    """The bytes of a board, one after the other."""

    def __init__(self, seed: str, board: int) -> None:
        self.prefix = "fastmcr-deal-1/" + seed + "/" + str(board) + "/"
        self.counter = 0
        self.left = b""
        self.thrown_away = 0

    def byte(self) -> int:
        if not self.left:
            self.left = hashlib.sha256((self.prefix + str(self.counter)).encode("utf-8")).digest()
            self.counter += 1
        first, self.left = self.left[0], self.left[1:]
        return first

    def below(self, n: int) -> int:
        while True:
            b = self.byte()
            if b < 256 - (256 % n):
                return b % n
            self.thrown_away += 1


def tiles(seed: str, board: int) -> list[int]:
    stream = Stream(seed, board)
    t = [i // 4 for i in range(136)]
    i = 135
    while i >= 1:
        j = stream.below(i + 1)
        moved = t[i]
        t[i] = t[j]
        t[j] = moved
        i -= 1
    return t


def walls(seed: str, board: int) -> dict[str, list[str]]:
    order = [NAMES[kind] for kind in tiles(seed, board)]
    return {"E": order[0:34], "S": order[34:68], "W": order[68:102], "N": order[102:136]}


def commitment(seed: str, boards: list[tuple[int, str, str]]) -> str:
    """Return the hash for boards given as (number, prevalent wind, dealer)."""
    text = "fastmcr deals 1\nseed " + seed + "\n"
    for number, prevalent, dealer in boards:
        text += "board " + str(number) + " prevalent " + prevalent + " dealer " + dealer + "\n"
        for seat, wall in walls(seed, number).items():
            text += seat + " " + " ".join(wall) + "\n"
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
