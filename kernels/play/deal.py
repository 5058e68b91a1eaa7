"""How a deal moves from state to state; the state is drawn in `layout.play`.

What is here looks at tiles and turns only. Which hands win is asked in `play.hands`, and `play.rows` puts both
together: an action is applied, what it put on offer is offered, what nobody claimed is resolved, the next tile is
drawn.
"""

import numpy as np

from .. import layout
from ..jit import Bytes, Int, eight, helper, inlined
from ..layout import play as lay
from ..scoring.pack import last_of_kind
from .eight_bytes import put_eight

_ONE, _TWO = np.uint64(1), np.uint64(2)
_BYTE_ONES = np.uint64(0x0101010101010101)

# What is to be done next.
NOTHING = 0  # somebody is to act, or the deal has ended
OFFERED = 1  # a tile is on offer: find out who may take it
SUCCESSION = 2  # the next player draws
REPLACEMENT = 3  # the player in turn draws a replacement
RESOLVE = 4  # all have spoken
REFRESH = 8  # added: the 3n+1 tiles of the player in turn have changed


@inlined
def get(state: Bytes, d: Int, column: Int) -> Int:
    """Return one slot of a state."""
    return np.int64(state[d, column])


@inlined
def is_personal(state: Bytes, d: Int) -> bool:
    """Say whether each seat has its own wall."""
    return bool(state[d, lay.KIND] == lay.PERSONAL_WALLS)


@inlined
def tiles_left(state: Bytes, d: Int, seat: Int) -> Int:
    """Return the tiles in the wall that a seat draws from."""
    if is_personal(state, d):
        return lay.PERSONAL - get(state, d, lay.TAKEN + seat)
    return get(state, d, lay.BACK) - get(state, d, lay.FRONT)


@inlined
def update_last(state: Bytes, d: Int) -> None:
    """Set the last-of-the-wall flag for the player in turn.

    Notes
    -----
    Personal walls: the wall of the next player is empty. Shared wall: no tile is left, which can only be so once the
    last one was drawn (rulings DUP and A46).
    """
    if is_personal(state, d):
        left = tiles_left(state, d, (get(state, d, lay.TURN) + 1) & 3)
    else:
        left = tiles_left(state, d, np.int64(0))
    state[d, lay.LAST] = 1 if left == 0 else 0


@inlined
def end(state: Bytes, d: Int, ending: Int) -> None:
    """End the deal."""
    state[d, lay.PHASE] = lay.ENDED
    state[d, lay.ENDING] = ending
    state[d, lay.ACTOR] = lay.NONE
    state[d, lay.TO_ASK] = 0


@inlined
def expose_flower(state: Bytes, d: Int, seat: Int, tile: Int) -> None:
    """Lay a flower aside."""
    state[d, lay.BLOCK_BYTES * seat + lay.FLOWERS] |= np.uint8(1 << (tile - lay.FIRST_FLOWER))


@inlined
def take_from_back(state: Bytes, d: Int) -> Int:
    """Return the next replacement tile of the shared wall."""
    state[d, lay.BACK] -= 1
    return get(state, d, lay.WALL + get(state, d, lay.BACK))


@helper
def draw_tile(state: Bytes, d: Int, replacement: bool) -> bool:
    """Let the player in turn draw; return False if the deal has ended instead.

    Parameters
    ----------
    state : (n, 768) uint8
    d : int
        The deal.
    replacement : bool
        The tile replaces a kong.

    Notes
    -----
    A flower is laid aside and replaced at once; a flower as the last tile ends the deal in a draw (A46). The tile that
    replaces a flower is no replacement tile of a kong (A4g).
    """
    turn = get(state, d, lay.TURN)
    state[d, lay.AFTER_KONG] = 1 if replacement else 0
    if tiles_left(state, d, turn) == 0:
        end(state, d, lay.DRAW)
        return False
    if is_personal(state, d):
        taken = get(state, d, lay.TAKEN + turn)
        tile = get(state, d, lay.WALL + lay.PERSONAL * turn + taken)
        state[d, lay.TAKEN + turn] = taken + 1
    else:
        if replacement:
            tile = take_from_back(state, d)
        else:
            front = get(state, d, lay.FRONT)
            tile = get(state, d, lay.WALL + front)
            state[d, lay.FRONT] = front + 1
        while tile >= lay.FIRST_FLOWER:
            expose_flower(state, d, turn, tile)
            state[d, lay.AFTER_KONG] = 0
            if tiles_left(state, d, turn) == 0:
                state[d, lay.LAST] = 1
                end(state, d, lay.FLOWER_DRAW)
                return False
            tile = take_from_back(state, d)
    state[d, lay.BLOCK_BYTES * turn + tile] += 1
    state[d, lay.DRAWN] = tile
    state[d, lay.PHASE] = lay.AFTER_DRAW
    state[d, lay.ACTOR] = turn
    update_last(state, d)
    return True


@helper
def open_deal(state: Bytes, d: Int, kind: Int, length: Int, prevalent: Int) -> None:
    """Deal from the wall of a state, replace the flowers, and give East the first turn.

    Parameters
    ----------
    state : (n, 768) uint8
        Everything but the wall is overwritten.
    d : int
        The deal.
    kind : int
        `SHARED_WALL` or `PERSONAL_WALLS`.
    length : int
        Tiles of a shared wall.
    prevalent : int
        0..3.

    Notes
    -----
    Shared wall: three times four tiles to E, S, W, N, one more each, then East's fourteenth. Then E, S, W, N in turn
    replace their flowers from the back until none is left. East's drawn tile is the last one that he took.
    """
    for column in range(lay.WALL):
        state[d, column] = 0
    state[d, lay.KIND] = kind
    state[d, lay.PREVALENT] = prevalent
    state[d, lay.PAYER] = lay.NONE
    state[d, lay.WIN_TILE] = lay.NONE
    state[d, lay.OFFER] = lay.NONE
    state[d, lay.PHASE] = lay.AFTER_DRAW
    if kind == lay.PERSONAL_WALLS:
        for seat in range(lay.SEATS):
            number = lay.HAND + 1 if seat == 0 else lay.HAND
            for place in range(number):
                tile = get(state, d, lay.WALL + lay.PERSONAL * seat + place)
                state[d, lay.BLOCK_BYTES * seat + tile] += 1
            state[d, lay.TAKEN + seat] = number
        state[d, lay.DRAWN] = state[d, lay.WALL + lay.HAND]
        return
    state[d, lay.LENGTH] = length
    state[d, lay.BACK] = length
    state[d, lay.FRONT] = lay.SEATS * lay.HAND + 1
    for seat in range(lay.SEATS):
        flowers = np.int64(0)
        number = lay.HAND + 1 if seat == 0 else lay.HAND
        for place in range(number):
            # Four at a time for three rounds, then one each; East's fourteenth comes after those.
            at = 16 * (place >> 2) + 4 * seat + (place & 3) if place < 12 else 48 + seat + 4 * (place - 12)
            tile = get(state, d, lay.WALL + at)
            if tile >= lay.FIRST_FLOWER:
                expose_flower(state, d, np.int64(seat), tile)
                flowers += 1
            else:
                state[d, lay.BLOCK_BYTES * seat + tile] += 1
                if place == lay.HAND:
                    state[d, lay.DRAWN] = tile
        while flowers > 0:
            tile = take_from_back(state, d)
            if tile >= lay.FIRST_FLOWER:
                expose_flower(state, d, np.int64(seat), tile)
            else:
                state[d, lay.BLOCK_BYTES * seat + tile] += 1
                flowers -= 1
                if seat == 0:
                    state[d, lay.DRAWN] = tile


@inlined
def chow_action(tile: Int, which: Int) -> Int:
    """Return the action that claims a tile as the lowest, middle or highest (0, 1, 2) of a chow."""
    suit = tile // 9
    return lay.CHOW + 21 * suit + 3 * (tile - 9 * suit - which) + which


@inlined
def claim_options(state: Bytes, d: Int, seat: Int, tile: Int) -> Int:
    """Return the bits of chow, pung and kong that a seat may make of a discard.

    Notes
    -----
    Nothing from the last tile of the wall on; a kong only if there is a tile to replace it; a chow only by the next
    player. A dead hand claims nothing.
    """
    hand = lay.BLOCK_BYTES * seat
    if state[d, lay.LAST] != 0 or state[d, hand + lay.DEAD] != 0:
        return np.int64(0)
    options = np.int64(0)
    held = get(state, d, hand + tile)
    if held >= 2:
        options |= lay.MAY_PUNG
        if held == 3 and tiles_left(state, d, seat) > 0:
            options |= lay.MAY_KONG
    if tile < layout.HONORS and seat == (get(state, d, lay.TURN) + 1) & 3:
        rank = tile % 9
        one_up = rank <= 7 and state[d, hand + tile + 1] != 0
        one_down = rank >= 1 and state[d, hand + tile - 1] != 0
        if one_up and rank <= 6 and state[d, hand + tile + 2] != 0:
            options |= lay.MAY_CHOW
        if one_up and one_down:
            options |= 2 * lay.MAY_CHOW
        if one_down and rank >= 2 and state[d, hand + tile - 2] != 0:
            options |= 4 * lay.MAY_CHOW
    return options


@inlined
def may_kong(state: Bytes, d: Int, seat: Int) -> bool:
    """Say whether the player in turn may make a kong of his own tiles at all."""
    if state[d, lay.PHASE] != lay.AFTER_DRAW or state[d, lay.LAST] != 0:
        return False
    return bool(state[d, lay.BLOCK_BYTES * seat + lay.DEAD] == 0 and tiles_left(state, d, seat) > 0)


@inlined
def pung_place(state: Bytes, d: Int, seat: Int, tile: Int) -> Int:
    """Return the column of the seat's pung of a tile, or 0."""
    found = np.int64(0)
    for place in range(4):
        column = lay.BLOCK_BYTES * seat + lay.MELDS + place
        if state[d, column] == 1 + layout.KINDS * layout.PUNG + tile:
            found = np.int64(column)
    return found


@helper
def is_legal(state: Bytes, d: Int, action: Int) -> bool:
    """Say whether the seat that is asked may take an action.

    Parameters
    ----------
    state : (n, 768) uint8
    d : int
        The deal.
    action : int
        Any value.
    """
    phase = get(state, d, lay.PHASE)
    actor = get(state, d, lay.ACTOR)
    if phase == lay.ENDED or phase == lay.NOT_STARTED or action < 0 or action >= lay.ACTIONS:
        return False
    hand = lay.BLOCK_BYTES * actor
    options = get(state, d, hand + lay.OPTIONS)
    if action == lay.HU:
        return options & lay.MAY_HU != 0
    if phase == lay.AFTER_DRAW or phase == lay.MUST_DISCARD:
        if action == lay.PASS:
            return False
        if action < lay.CHOW:
            return bool(state[d, hand + action - lay.DISCARD] != 0)
        if action < lay.CONCEALED_KONG or not may_kong(state, d, actor):
            return False
        if action < lay.PROMOTED_KONG:
            return bool(state[d, hand + action - lay.CONCEALED_KONG] == 4)
        tile = action - lay.PROMOTED_KONG
        return bool(state[d, hand + tile] != 0 and pung_place(state, d, actor, tile) > 0)
    if action == lay.PASS:
        return True
    offer = get(state, d, lay.OFFER)
    if action == lay.PUNG + offer:
        return options & lay.MAY_PUNG != 0
    if action == lay.CLAIMED_KONG + offer:
        return options & lay.MAY_KONG != 0
    legal = False
    for which in range(3):
        legal |= options & (lay.MAY_CHOW << which) != 0 and action == chow_action(offer, np.int64(which))
    return legal


@helper
def write_mask(state: Bytes, d: Int, mask: Bytes, i: Int) -> None:
    """Write which actions the seat that is asked may take.

    Parameters
    ----------
    state : (n, 768) uint8
    d : int
        The deal.
    mask : (m, 235) uint8
        Row i is written, 0 or 1.
    i : int
        The row.
    """
    for action in range(lay.ACTIONS):
        mask[i, action] = 0
    phase = get(state, d, lay.PHASE)
    if phase == lay.ENDED or phase == lay.NOT_STARTED:
        return
    actor = get(state, d, lay.ACTOR)
    hand = lay.BLOCK_BYTES * actor
    options = get(state, d, hand + lay.OPTIONS)
    mask[i, lay.HU] = options & lay.MAY_HU
    if phase == lay.AFTER_DRAW or phase == lay.MUST_DISCARD:
        kong = may_kong(state, d, actor)
        for part in range(5):
            start = 8 * part if part < 4 else layout.KINDS - 8
            counts = eight(state, d, hand + start)  # at most 4 each: three bits a byte
            put_eight(mask, i, lay.DISCARD + start, (counts | counts >> _ONE | counts >> _TWO) & _BYTE_ONES)
            if kong:
                put_eight(mask, i, lay.CONCEALED_KONG + start, counts >> _TWO & _BYTE_ONES)
        if kong:
            for place in range(4):
                tile = get(state, d, hand + lay.MELDS + place) - 1 - layout.KINDS * layout.PUNG
                if tile >= 0 and tile < layout.KINDS and state[d, hand + tile] != 0:
                    mask[i, lay.PROMOTED_KONG + tile] = 1
        return
    mask[i, lay.PASS] = 1
    if options > lay.MAY_HU:
        offer = get(state, d, lay.OFFER)
        mask[i, lay.PUNG + offer] = 1 if options & lay.MAY_PUNG else 0
        mask[i, lay.CLAIMED_KONG + offer] = 1 if options & lay.MAY_KONG else 0
        for which in range(3):
            if options & (lay.MAY_CHOW << which):
                mask[i, chow_action(offer, np.int64(which))] = 1


@inlined
def nearest(seats: Int, turn: Int) -> Int:
    """Return the first seat after the one in turn that is in a set of seats; the set is not empty."""
    seat = (turn + 1) & 3
    while not (seats >> seat) & 1:
        seat = (seat + 1) & 3
    return seat


@inlined
def lay_down(state: Bytes, d: Int, seat: Int, kind: Int, tile: Int, source: Int) -> None:
    """Add a meld to a seat."""
    hand = lay.BLOCK_BYTES * seat
    place = get(state, d, hand + lay.MELD_COUNT)
    state[d, hand + lay.MELDS + place] = 1 + layout.KINDS * kind + tile
    state[d, hand + lay.SOURCES + place] = source
    state[d, hand + lay.MELD_COUNT] = place + 1


@inlined
def is_last_of_kind(state: Bytes, d: Int, tile: Int, offered: bool) -> bool:
    """Say whether the other three copies of a tile lie open (A4a); a discard on offer lies open itself."""
    return bool(last_of_kind(get(state, d, lay.SEEN + tile) - (1 if offered else 0)))


@inlined
def draw_conditions(state: Bytes, d: Int) -> Int:
    """Return the condition bits of a win on the tile just drawn."""
    conditions = np.int64(layout.SELF_DRAWN)
    if state[d, lay.LAST] != 0:
        conditions |= layout.WALL_LAST
    if state[d, lay.AFTER_KONG] != 0:
        conditions |= layout.REPLACEMENT
    if is_last_of_kind(state, d, get(state, d, lay.DRAWN), False):
        conditions |= layout.LAST_OF_KIND
    return conditions


@inlined
def offer_conditions(state: Bytes, d: Int, robbing: bool) -> Int:
    """Return the condition bits of a win on the tile on offer, or last on offer."""
    conditions = np.int64(layout.WALL_LAST if state[d, lay.LAST] != 0 else 0)
    if robbing:
        conditions |= layout.ROBBED_KONG
    if is_last_of_kind(state, d, get(state, d, lay.OFFER), not robbing):
        conditions |= layout.LAST_OF_KIND
    return conditions


@inlined
def win(state: Bytes, d: Int, winners: Int, ending: Int) -> None:
    """End the deal with these winners; the payer is the seat in turn, or all for a self-drawn win."""
    state[d, lay.WINNERS] = winners
    if ending == lay.SELF_DRAWN_WIN:
        state[d, lay.WIN_TILE] = state[d, lay.DRAWN]
        state[d, lay.WIN_CONDITIONS] = draw_conditions(state, d)
    else:
        state[d, lay.WIN_TILE] = state[d, lay.OFFER]
        state[d, lay.WIN_CONDITIONS] = offer_conditions(state, d, ending == lay.ROBBED_WIN)
        state[d, lay.PAYER] = state[d, lay.TURN]
        if ending == lay.DISCARD_WIN:
            state[d, lay.MARKS + get(state, d, lay.DISCARD_COUNT) - 1] |= np.uint8(lay.MARK_WON)
    end(state, d, ending)


@helper
def discard(state: Bytes, d: Int, tile: Int) -> Int:
    """Let the seat in turn discard; return what is to be done next."""
    turn = get(state, d, lay.TURN)
    drawn = get(state, d, lay.DRAWN)
    state[d, lay.BLOCK_BYTES * turn + tile] -= 1
    state[d, lay.SEEN + tile] += 1
    number = get(state, d, lay.DISCARD_COUNT)
    state[d, lay.DISCARDS + number] = tile + 64 * turn
    state[d, lay.MARKS + number] = lay.MARK_DRAWN if tile == drawn else 0
    state[d, lay.DISCARD_COUNT] = number + 1
    state[d, lay.OFFER] = tile
    state[d, lay.DRAWN] = lay.NONE
    state[d, lay.AFTER_KONG] = 0
    state[d, lay.PHASE] = lay.CLAIMS
    state[d, lay.BLOCK_BYTES * turn + lay.OPTIONS] = 0
    return OFFERED if tile == drawn else OFFERED | REFRESH


@helper
def own_kong(state: Bytes, d: Int, action: Int) -> Int:
    """Make a concealed kong, or put the tile of a promoted one on offer; return what is to be done next."""
    turn = get(state, d, lay.TURN)
    hand = lay.BLOCK_BYTES * turn
    state[d, hand + lay.OPTIONS] = 0
    if action >= lay.PROMOTED_KONG:
        state[d, lay.OFFER] = action - lay.PROMOTED_KONG
        state[d, lay.PHASE] = lay.ROBBING
        return OFFERED
    tile = action - lay.CONCEALED_KONG
    state[d, hand + tile] = 0
    lay_down(state, d, turn, np.int64(layout.CONCEALED_KONG), tile, np.int64(0))
    state[d, lay.DRAWN] = lay.NONE
    state[d, lay.OFFER] = lay.NONE
    return REPLACEMENT | REFRESH


@helper
def claim(state: Bytes, d: Int, seat: Int, action: Int) -> Int:
    """Let a seat take the discard on offer; return what is to be done next."""
    turn = get(state, d, lay.TURN)
    tile = get(state, d, lay.OFFER)
    hand = lay.BLOCK_BYTES * seat
    state[d, lay.MARKS + get(state, d, lay.DISCARD_COUNT) - 1] |= np.uint8(lay.MARK_CLAIMED * (1 + seat))
    state[d, lay.TURN] = seat
    state[d, lay.ACTOR] = seat
    state[d, lay.OFFER] = lay.NONE
    state[d, lay.PHASE] = lay.MUST_DISCARD
    state[d, hand + lay.OPTIONS] = 0
    if action < lay.PUNG:
        which = (action - lay.CHOW) % 3
        for place in range(3):
            if place != which:
                other = tile - which + place
                state[d, hand + other] -= 1
                state[d, lay.SEEN + other] += 1
        lay_down(state, d, seat, np.int64(layout.CHOW), tile - which, which + 1)
        update_last(state, d)
        return NOTHING
    source = (seat - turn) & 3  # 1 left, 2 opposite, 3 right of the claimant
    if action < lay.CLAIMED_KONG:
        state[d, hand + tile] -= 2
        state[d, lay.SEEN + tile] += 2
        lay_down(state, d, seat, np.int64(layout.PUNG), tile, source)
        update_last(state, d)
        return NOTHING
    state[d, hand + tile] -= 3
    state[d, lay.SEEN + tile] += 3
    lay_down(state, d, seat, np.int64(layout.CLAIMED_KONG), tile, source)
    return REPLACEMENT | REFRESH


@helper
def resolve(state: Bytes, d: Int, all_win: Int) -> Int:
    """Do what the answers to the tile on offer amount to; return what is to be done next.

    Parameters
    ----------
    state : (n, 768) uint8
    d : int
        The deal.
    all_win : int
        1 if everybody who declared hu wins, 0 if only the nearest after the seat in turn (A40).
    """
    turn = get(state, d, lay.TURN)
    robbing = state[d, lay.PHASE] == lay.ROBBING
    winners = np.int64(0)
    claimant = np.int64(-1)
    chow = np.int64(-1)
    for seat in range(lay.SEATS):
        answer = get(state, d, lay.BLOCK_BYTES * seat + lay.ANSWER)
        if answer == lay.HU:
            winners |= 1 << seat
        elif answer >= lay.PUNG:
            claimant = np.int64(seat)
        elif answer >= lay.CHOW:
            chow = np.int64(seat)
        if seat != turn:
            state[d, lay.BLOCK_BYTES * seat + lay.OPTIONS] = 0
    if winners != 0:
        if all_win == 0:
            winners = np.int64(1) << nearest(winners, turn)
        win(state, d, winners, np.int64(lay.ROBBED_WIN if robbing else lay.DISCARD_WIN))
        return NOTHING
    if robbing:
        tile = get(state, d, lay.OFFER)
        hand = lay.BLOCK_BYTES * turn
        state[d, hand + tile] -= 1
        state[d, lay.SEEN + tile] += 1
        column = pung_place(state, d, turn, tile)
        state[d, column] = 1 + layout.KINDS * layout.PROMOTED_KONG + tile
        state[d, lay.DRAWN] = lay.NONE
        state[d, lay.OFFER] = lay.NONE
        return REPLACEMENT | REFRESH
    if claimant < 0:
        claimant = chow
    if claimant >= 0:
        return claim(state, d, claimant, get(state, d, lay.BLOCK_BYTES * claimant + lay.ANSWER))
    if state[d, lay.LAST] != 0:
        end(state, d, lay.DRAW)
        return NOTHING
    state[d, lay.TURN] = (turn + 1) & 3
    return SUCCESSION


@inlined
def ask_next(state: Bytes, d: Int) -> Int:
    """Ask the nearest seat that has not spoken; return what is to be done next."""
    waiting = get(state, d, lay.TO_ASK)
    if waiting == 0:
        return RESOLVE
    state[d, lay.ACTOR] = nearest(waiting, get(state, d, lay.TURN))
    return NOTHING


@inlined
def apply_action(state: Bytes, d: Int, action: Int) -> Int:
    """Take a legal action of the seat that is asked; return what is to be done next."""
    steps = get(state, d, lay.STEPS_LOW) + 256 * get(state, d, lay.STEPS_HIGH) + 1
    state[d, lay.STEPS_LOW] = steps & 255
    state[d, lay.STEPS_HIGH] = steps >> 8
    phase = get(state, d, lay.PHASE)
    actor = get(state, d, lay.ACTOR)
    if phase == lay.CLAIMS or phase == lay.ROBBING:
        state[d, lay.BLOCK_BYTES * actor + lay.ANSWER] = action
        state[d, lay.TO_ASK] &= np.uint8(255 ^ (1 << actor))
        return ask_next(state, d)
    if action == lay.HU:
        win(state, d, np.int64(1) << actor, np.int64(lay.SELF_DRAWN_WIN))
        return NOTHING
    if action < lay.CHOW:
        return discard(state, d, action - lay.DISCARD)
    return own_kong(state, d, action)
