"""Numbers both sides share: tile order, meld codes, condition bits, status codes, columns and packed words.

Pure constants, no numba: the Python face imports this module without loading the compiler.

Flag words: fan f is bit (f - 1) % 64 of word (f - 1) // 64, so word 0 holds fans 1-64 and word 1 holds fans 65-82.

Repeats word: one nibble a repeatable fan, the count also when it is 1::

    bits  0-3   4-7   8-11  12-15  16-19  20-23  24-27  28-31
    fan   64    65    69    70     71     72     73     81
"""

from typing import Final

KINDS: Final = 34  # tile kinds, flowers aside
HONORS: Final = 27  # first honor: E S W N are 27..30, red green white 31..33
DRAGONS: Final = 31
FANS: Final = 83  # fan numbers run 1..82; index 0 is unused

# Meld code = 1 + 34 * kind + tile; the last two kinds occur only in reading rows.
CHOW: Final = 0
PUNG: Final = 1
CLAIMED_KONG: Final = 2
PROMOTED_KONG: Final = 3
CONCEALED_KONG: Final = 4
CONCEALED_CHOW: Final = 5
CONCEALED_PUNG: Final = 6
MELD_CODES: Final = 1 + 34 * 5  # codes 0..170 can be given

SELF_DRAWN: Final = 1
LAST_OF_KIND: Final = 2
WALL_LAST: Final = 4
REPLACEMENT: Final = 8
ROBBED_KONG: Final = 16
ALL_CONDITIONS: Final = 31

OK: Final = 0
BAD_TILE: Final = 1
BAD_MELD: Final = 2
FIFTH_COPY: Final = 3
TILE_COUNT: Final = 4
BAD_WIND: Final = 5
BAD_FLOWERS: Final = 6
BAD_CONDITIONS: Final = 7
NOT_A_WIN: Final = 8
MISSING: Final = 9
BAD_NOTATION: Final = 10

# Shapes of a reading; a knitted straight is 4 + the arrangement 0..5.
SHAPE_SETS: Final = 0
SHAPE_PAIRS: Final = 1
SHAPE_ORPHANS: Final = 2
SHAPE_KNITTED: Final = 3
SHAPE_STRAIGHT: Final = 4

# What the winning tile completed: 0-3 a set of the reading row, then
ON_PAIR: Final = 4
ON_BODY: Final = 5
ON_HAND: Final = 6

REPEATABLE: Final = (64, 65, 69, 70, 71, 72, 73, 81)

# The switches that kernels look at, in the order of the switch vector of compiled rules; a value is its place among
# those that are allowed.
SWITCH_NAMES: Final = (
    "mixed_kong_pair",
    "last_tile_auto",
    "rob_on_last_tile",
    "melded_hand_promoted_kong",
    "seven_pairs_range_fans",
    "seven_pairs_four_alike",
    "tile_hog_honors",
    "nine_gates_pth",
    "exhausted_waits",
    "knitted_body_wait",
)
SW_MIXED_KONG_PAIR: Final = SWITCH_NAMES.index("mixed_kong_pair")
SW_LAST_TILE_AUTO: Final = SWITCH_NAMES.index("last_tile_auto")
SW_ROB_ON_LAST_TILE: Final = SWITCH_NAMES.index("rob_on_last_tile")
SW_MELDED_HAND_PROMOTED: Final = SWITCH_NAMES.index("melded_hand_promoted_kong")
SW_PAIRS_RANGE_FANS: Final = SWITCH_NAMES.index("seven_pairs_range_fans")
SW_PAIRS_FOUR_ALIKE: Final = SWITCH_NAMES.index("seven_pairs_four_alike")
SW_TILE_HOG_HONORS: Final = SWITCH_NAMES.index("tile_hog_honors")
SW_NINE_GATES_PUNGS: Final = SWITCH_NAMES.index("nine_gates_pth")
SW_EXHAUSTED_WAITS: Final = SWITCH_NAMES.index("exhausted_waits")
SW_KNITTED_BODY_WAIT: Final = SWITCH_NAMES.index("knitted_body_wait")

# Base-5 index of a suit: the count of rank r (0-based) times 5**r.
SUIT_STATES: Final = 5**9

# The packed hand row of one hand: 34 counts of all concealed tiles, the winning one among them, then
ROW_MELDS: Final = 34
ROW_WIN: Final = 38
ROW_CONDITIONS: Final = 39
ROW_PREVALENT: Final = 40
ROW_SEAT: Final = 41
ROW_FLOWERS: Final = 42
ROW_LENGTH: Final = 44

# The six ways to deal the residue classes 147, 258, 369 to the three suits: STRAIGHTS[p][k] is the suit of class k,
# in lexicographic order.
STRAIGHTS: Final = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))

# Scratch of the scoring kernels: slots a row, and rows prepared together so that their table look-ups overlap.
SLOTS: Final = 40
SLOT_POINTS: Final = 22  # where `score_row` leaves what a hand is worth, its fans, repeats, fans found, and reading
SLOT_FLAGS0: Final = 23
SLOT_FLAGS1: Final = 24
SLOT_REPEATS: Final = 25
SLOT_FOUND0: Final = 26
SLOT_FOUND1: Final = 27
SLOT_READING: Final = 28
BLOCK: Final = 64
DEAR: Final = 40  # points from which on bounds of parts of targets save more time than they take, see `distance.worthy`
BOUNDS: Final = 190  # of the search for target hands: places of its bounds vector, see `distance`

# Automata of hand analysis in the order of their tables: name and number of ranks.
AUTOMATA: Final = (
    ("suit", 9), ("honor", 7), ("body0", 9), ("body1", 9), ("body2", 9), ("part1", 1), ("part2", 2), ("part3", 3),
    ("part4", 4), ("part5", 5), ("part6", 6), ("part7", 7), ("part8", 8), ("part9", 9), ("bare", 7),
)  # fmt: skip

# Forms of a hand, the columns of shanten rows; the sixth is the best of them.
REGULAR: Final = 0
PAIRS: Final = 1
ORPHANS: Final = 2
KNITTED: Final = 3
STRAIGHT: Final = 4
BEST: Final = 5
UNREACHABLE: Final = 127
BAD_ROW: Final = -128
UNKNOWN_SET: Final = 255  # meld code of a set of unknown tiles
SUIT_CLASSES: Final = 126  # rows of the honors' vectors come after those of the suits
PART_START: Final = tuple(sum(5**ranks for ranks in range(1, length)) for length in range(10))

# Columns of a main fan among the routes of a hand, and of a target hand.
GROUP_NUMBER: Final = 0  # targets found
GROUP_MISSING: Final = 1  # tiles that the nearest of them misses
GROUP_TILES: Final = 2  # mask of the tiles that those nearest miss
GROUP_KEPT: Final = 3  # targets kept
GROUPS: Final = 4
TARGET_MISSING: Final = 0
TARGET_WAYS: Final = 1  # in how many ways its tiles can be taken from the copies left
TARGET_POINTS: Final = 2
TARGET_FLAGS0: Final = 3  # 3-5 flag words and repeats
TARGET_FLAGS1: Final = 4
TARGET_REPEATS: Final = 5
TARGET_SETS: Final = 6  # byte 0-3 chows 1..21, byte 4-7 pungs 1 + tile; those of the melds first
TARGET_PAIR: Final = 7  # 1 + tile, 0 for none
TARGET_SHAPE: Final = 8  # as in a reading row
TARGET_M: Final = 9  # 9-12 nibbles of its concealed tiles
TARGET_P: Final = 10
TARGET_S: Final = 11
TARGET_H: Final = 12
TARGETS: Final = 13
