"""The state of a deal, slot by slot, and the numbers of its actions, phases, commands and options.

Pure constants, no numba: the Python face imports this module without loading the compiler.

A state is one row of 768 bytes: twelve blocks of 64. Block ``s`` (0..3 = E S W N) is seat ``s``::

    0-33   count of each kind among the concealed tiles, the drawn tile included
    34-37  meld codes of `layout`, in the order in which they were laid down; 0 none
    38-41  where each came from: pung and melded kong 1 left, 2 opposite, 3 right; chow 1..3 which tile was claimed
    42     flowers, bit k = flower k (0..7)
    43     number of melds
    44     1 after a false hu: the hand is dead
    45-47  false hus: of a complete hand below the minimum, of a ready hand, of any other
    48     what the seat may do now: 1 hu, 2 pung, 4 kong, 8, 16, 32 chow with the lowest, middle, highest tile claimed
    49     its answer to the tile on offer: an action, 0 = pass or not asked
    50-51  points of the win it may declare, or has declared, without flowers; low byte first
    52-55  unused
    56-63  kinds that complete its 3n+1 tiles in any shape, as 64 bits, low byte first

Block 4 (columns from 256) is the table::

    0-33   copies of each kind that all players see: discards and exposed melds
    34     phase          35 seat whose turn it is    36 seat asked now, 255 nobody
    37     drawn tile that is still in the hand, 255 none
    38     tile on offer: the last discard, or a tile to be robbed; 255 none
    39     1 = the drawn tile replaced a kong
    40     1 = last of the wall: a win now counts Last Tile Draw or Claim, and no claim but hu is allowed
    41     seats still to be asked about the offer, bit = seat
    42     tiles taken from the front of the shared wall
    43     end of the shared wall: the next replacement is the tile before it
    44-47  tiles taken by each seat from its personal wall
    48     number of discards   49 prevalent wind        50 how the deal ended
    51     winners, bit = seat  52 who pays them, 255 all    53 winning tile    54 condition bits of the win
    55-56  actions taken, low byte first                 57 kind of wall
    58     length of the shared wall, 0 for personal walls   59-63 unused

Blocks 5-6 are the discards of all seats in order, a byte each: tile + 64 * seat. Blocks 7-8 say of each discard: bit 0
it had just been drawn, bits 1-3 it was claimed by seat (bits 1-3) - 1, bit 4 it was won on. Blocks 9-11 are the wall:
144 or 136 tiles, flowers as 34..41, from the front; or four personal walls of 34, each from its first tile. Tiles stay
in the wall when they are drawn.
"""

from typing import Final

BLOCK_BYTES: Final = 64
DEAL_BLOCKS: Final = 12
STATE_BYTES: Final = BLOCK_BYTES * DEAL_BLOCKS
SEATS: Final = 4
NONE: Final = 255

# Columns of a seat's block.
MELDS: Final = 34
SOURCES: Final = 38
FLOWERS: Final = 42
MELD_COUNT: Final = 43
DEAD: Final = 44
FALSE_COMPLETE: Final = 45
FALSE_READY: Final = 46
FALSE_OTHER: Final = 47
OPTIONS: Final = 48
ANSWER: Final = 49
POINTS_LOW: Final = 50
POINTS_HIGH: Final = 51
WAITING: Final = 56

# Columns of the table, counted from the start of the state.
SEEN: Final = 256
PHASE: Final = SEEN + 34
TURN: Final = SEEN + 35
ACTOR: Final = SEEN + 36
DRAWN: Final = SEEN + 37
OFFER: Final = SEEN + 38
AFTER_KONG: Final = SEEN + 39
LAST: Final = SEEN + 40
TO_ASK: Final = SEEN + 41
FRONT: Final = SEEN + 42
BACK: Final = SEEN + 43
TAKEN: Final = SEEN + 44
DISCARD_COUNT: Final = SEEN + 48
PREVALENT: Final = SEEN + 49
ENDING: Final = SEEN + 50
WINNERS: Final = SEEN + 51
PAYER: Final = SEEN + 52
WIN_TILE: Final = SEEN + 53
WIN_CONDITIONS: Final = SEEN + 54
STEPS_LOW: Final = SEEN + 55
STEPS_HIGH: Final = SEEN + 56
KIND: Final = SEEN + 57
LENGTH: Final = SEEN + 58
DISCARDS: Final = 320
MARKS: Final = 448
WALL: Final = 576

# At most 108 turns: the dealer's, 91 draws, 16 claims; each ends with one discard.
MAX_DISCARDS: Final = 128

MARK_DRAWN: Final = 1
MARK_CLAIMED: Final = 2  # times 1 + seat of the claimant
MARK_WON: Final = 16

FIRST_FLOWER: Final = 34  # tile codes of the flowers in a wall are 34..41
FLOWER_KINDS: Final = 8
TILES: Final = 136
TILES_WITH_FLOWERS: Final = 144
HAND: Final = 13
PERSONAL: Final = 34  # tiles of a personal wall

# Kinds of wall.
SHARED_WALL: Final = 0
PERSONAL_WALLS: Final = 1

# Phases.
NOT_STARTED: Final = 0
AFTER_DRAW: Final = 1
MUST_DISCARD: Final = 2  # after a chow or pung
CLAIMS: Final = 3  # a discard is on offer
ROBBING: Final = 4  # the tile of a promoted kong is on offer, for hu only
ENDED: Final = 5

# Endings.
NOT_ENDED: Final = 0
DRAW: Final = 1
SELF_DRAWN_WIN: Final = 2
DISCARD_WIN: Final = 3
ROBBED_WIN: Final = 4
FLOWER_DRAW: Final = 5  # drawn deal: the last tile of the wall was a flower

# Bits of what a seat may do.
MAY_HU: Final = 1
MAY_PUNG: Final = 2
MAY_KONG: Final = 4
MAY_CHOW: Final = 8  # times 1, 2, 4 with the lowest, middle, highest tile claimed

# Actions.
ACTIONS: Final = 235
PASS: Final = 0
HU: Final = 1
DISCARD: Final = 2
CHOW: Final = 36  # + 21 * suit + 3 * (rank of the middle tile - 2) + which tile was claimed, 0 lowest .. 2 highest
PUNG: Final = 99
CLAIMED_KONG: Final = 133
CONCEALED_KONG: Final = 167
PROMOTED_KONG: Final = 201
NO_ACTION: Final = -1  # leave this deal alone

# Commands of `step_rows`.
STEP: Final = 0
START_FROM_SEED: Final = 1
START_FROM_WALL: Final = 2
DECLARE_HU: Final = 3
REFRESH: Final = 4  # work out what is derived from the rest of a state that came from outside
START_NEXT: Final = 5  # start the next deal of the row of a batch
CHECK: Final = 6  # only say which actions are illegal

# Status of one deal after a command.
DONE: Final = 0
ILLEGAL: Final = 1

# The options of `step_rows`, an int64 vector.
OPT_KIND: Final = 0
OPT_ALL_WIN: Final = 1  # 1 = everybody who can, 0 = the nearest after the discarder
OPT_MINIMUM: Final = 2
OPT_PAYMENTS: Final = 3  # 0 ordinary, 1 duplicate
OPT_SHARING: Final = 4  # several winners: 0 cross-pay, 1 no-cross-pay
OPT_WINS: Final = 5  # 0 = nobody may win: no hand is looked at
OPT_AUTO_RESET: Final = 6
OPT_STRICT: Final = 7  # 1 = one illegal action and no deal is stepped
OPT_LENGTH: Final = 8  # tiles of a shared wall: 144 or 136
OPTIONS_LENGTH: Final = 9

ORDINARY: Final = 0
DUPLICATE: Final = 1
CROSS_PAY: Final = 0
NO_CROSS_PAY: Final = 1

FALSE_HU_EACH: Final = (10, 10, 20)  # ordinary penalty to each opponent: complete, ready, any other (R98 14.6)
FALSE_HU_IMP: Final = (4, 8, 8)  # duplicate: with a structure 4, without 8

# An observation: what one seat sees, columns of a row of 384 bytes. Seats are counted from the observer: 0 is he
# himself, 1 the next player, and so on.
OBS_HAND: Final = 0  # 34 counts of his concealed tiles, the drawn one included
OBS_SEEN: Final = 34  # 34 copies that he can see: discards, exposed melds, his own tiles
OBS_MELDS: Final = 68  # 4 * 4 meld codes; `HIDDEN_KONG` for a concealed kong of another
OBS_SOURCES: Final = 84  # 4 * 4, as in the state
OBS_FLOWERS: Final = 100  # 4 numbers of flowers
OBS_CONCEALED: Final = 104  # 4 numbers of concealed tiles
OBS_DEAD: Final = 108  # 4, 1 = the hand is dead
OBS_LEFT: Final = 112  # 4 numbers of tiles left in the wall each draws from; of a shared wall four times the same
OBS_PHASE: Final = 116
OBS_TURN: Final = 117  # seat in turn
OBS_DRAWN: Final = 118  # the tile he has just drawn, 255 none
OBS_OFFER: Final = 119  # the tile on offer, 255 none
OBS_AFTER_KONG: Final = 120  # 1 = the player in turn has just drawn a replacement for a kong
OBS_LAST: Final = 121  # 1 = last of the wall
OBS_PREVALENT: Final = 122
OBS_SEAT: Final = 123  # the observer's seat wind
OBS_DISCARD_COUNT: Final = 124
OBS_KIND: Final = 125  # kind of wall
OBS_DISCARDS: Final = 128  # tile + 64 * seat, 255 after the last
OBS_MARKS: Final = 256  # as in the state, the claimant counted from the observer
OBSERVATION_BYTES: Final = 384
HIDDEN_KONG: Final = 255
