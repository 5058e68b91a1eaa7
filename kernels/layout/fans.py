"""The fans that kernels set by name, each as its bit in the flag word it lives in (word 0: 1-64, word 1: 65-82)."""

from typing import Final

import numpy as np

from . import numbers


def word(*fans: int) -> np.uint64:
    """Return the bits of fans that share a flag word."""
    return np.uint64(sum(1 << (fan - 1) % 64 for fan in fans))


ALL_GREEN: Final = word(numbers.ALL_GREEN)
NINE_GATES: Final = word(numbers.NINE_GATES)
FOUR_KONGS: Final = word(numbers.FOUR_KONGS)
SEVEN_SHIFTED_PAIRS: Final = word(numbers.SEVEN_SHIFTED_PAIRS)
THIRTEEN_ORPHANS: Final = word(numbers.THIRTEEN_ORPHANS)
ALL_TERMINALS: Final = word(numbers.ALL_TERMINALS)
LITTLE_FOUR_WINDS: Final = word(numbers.LITTLE_FOUR_WINDS)
LITTLE_THREE_DRAGONS: Final = word(numbers.LITTLE_THREE_DRAGONS)
ALL_HONORS: Final = word(numbers.ALL_HONORS)
FOUR_CONCEALED_PUNGS: Final = word(numbers.FOUR_CONCEALED_PUNGS)
THREE_KONGS: Final = word(numbers.THREE_KONGS)
TERMINALS_AND_HONORS: Final = word(numbers.ALL_TERMINALS_AND_HONORS)
SEVEN_PAIRS: Final = word(numbers.SEVEN_PAIRS)
GREATER_KNITTED: Final = word(numbers.GREATER_HONORS_AND_KNITTED_TILES)
ALL_EVEN_PUNGS: Final = word(numbers.ALL_EVEN_PUNGS)
FULL_FLUSH: Final = word(numbers.FULL_FLUSH)
UPPER_TILES: Final = word(numbers.UPPER_TILES)
MIDDLE_TILES: Final = word(numbers.MIDDLE_TILES)
LOWER_TILES: Final = word(numbers.LOWER_TILES)
ALL_FIVES: Final = word(numbers.ALL_FIVES)
THREE_CONCEALED_PUNGS: Final = word(numbers.THREE_CONCEALED_PUNGS)
LESSER_KNITTED: Final = word(numbers.LESSER_HONORS_AND_KNITTED_TILES)
KNITTED_STRAIGHT: Final = word(numbers.KNITTED_STRAIGHT)
UPPER_FOUR: Final = word(numbers.UPPER_FOUR)
LOWER_FOUR: Final = word(numbers.LOWER_FOUR)
BIG_THREE_WINDS: Final = word(numbers.BIG_THREE_WINDS)
REVERSIBLE: Final = word(numbers.REVERSIBLE_TILES)
CHICKEN_HAND: Final = word(numbers.CHICKEN_HAND)
LAST_TILE_DRAW: Final = word(numbers.LAST_TILE_DRAW)
LAST_TILE_CLAIM: Final = word(numbers.LAST_TILE_CLAIM)
REPLACEMENT_TILE: Final = word(numbers.OUT_WITH_REPLACEMENT_TILE)
ROBBING_THE_KONG: Final = word(numbers.ROBBING_THE_KONG)
TWO_CONCEALED_KONGS: Final = word(numbers.TWO_CONCEALED_KONGS)
ALL_PUNGS: Final = word(numbers.ALL_PUNGS)
HALF_FLUSH: Final = word(numbers.HALF_FLUSH)
ALL_TYPES: Final = word(numbers.ALL_TYPES)
MELDED_HAND: Final = word(numbers.MELDED_HAND)
OUTSIDE_HAND: Final = word(numbers.OUTSIDE_HAND)
FULLY_CONCEALED_HAND: Final = word(numbers.FULLY_CONCEALED_HAND)
TWO_MELDED_KONGS: Final = word(numbers.TWO_MELDED_KONGS)
LAST_TILE: Final = word(numbers.LAST_TILE)
PREVALENT_WIND: Final = word(numbers.PREVALENT_WIND)
SEAT_WIND: Final = word(numbers.SEAT_WIND)
CONCEALED_HAND: Final = word(numbers.CONCEALED_HAND)
ALL_CHOWS: Final = word(numbers.ALL_CHOWS)
TILE_HOG: Final = word(numbers.TILE_HOG)
TWO_CONCEALED_PUNGS: Final = word(numbers.TWO_CONCEALED_PUNGS)
CONCEALED_KONG: Final = word(numbers.CONCEALED_KONG)
ALL_SIMPLES: Final = word(numbers.ALL_SIMPLES)
PUNG_OF_ENDS: Final = word(numbers.PUNG_OF_TERMINALS_OR_HONORS)
MELDED_KONG: Final = word(numbers.MELDED_KONG)
ONE_VOIDED: Final = word(numbers.ONE_VOIDED_SUIT)
NO_HONORS: Final = word(numbers.NO_HONORS)
EDGE_WAIT: Final = word(numbers.EDGE_WAIT)
CLOSED_WAIT: Final = word(numbers.CLOSED_WAIT)
SINGLE_WAIT_FAN: Final = word(numbers.SINGLE_WAIT)
SELF_DRAWN_FAN: Final = word(numbers.SELF_DRAWN)
FLOWER_TILES: Final = word(numbers.FLOWER_TILES)
MIXED_KONGS: Final = word(numbers.CONCEALED_AND_MELDED_KONG)
RANGE_FANS: Final = UPPER_TILES | MIDDLE_TILES | LOWER_TILES | UPPER_FOUR | LOWER_FOUR
