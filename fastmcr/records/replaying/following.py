"""One record followed move by move in the engine, with a reason for whatever cannot be followed."""

from __future__ import annotations

import numpy as np

from ...errors import InputError
from ...kernels.layout import play as lay
from .. import events as ev
from ..events import check_events, events_of
from ..formats.registry import FORMATS
from ..model import Four, Record
from .comparing import compare_result, wins_of
from .findings import Disagreement, Replayed, ReplayedWin
from .position import Position
from .profiles import Profile, profile_of
from .reasons import other_seat_wind, why_no_claim
from .walls import PLACEHOLDER, Mismatch, draws_of, engine_wall, moves_of, wall_mismatches

__all__ = ["Follower", "claim_action", "follow"]

_FIRST_ACTION = {
    ev.DISCARD: lay.DISCARD, ev.PUNG: lay.PUNG, ev.CLAIMED_KONG: lay.CLAIMED_KONG,
    ev.CONCEALED_KONG: lay.CONCEALED_KONG, ev.PROMOTED_KONG: lay.PROMOTED_KONG,
}  # fmt: skip
_SEATS = "ESWN"


class _StopError(Exception):
    """The record cannot be followed any further."""


def claim_action(kind: int, tile: int, offered: int) -> int:
    """Return the action of a claim, -1 if there is none: a chow without the tile on offer, or across suits.

    Parameters
    ----------
    kind : int
        Chow, pung, claimed kong or hu.
    tile : int
        As in the event.
    offered : int
        The last discard.

    Returns
    -------
    int

    Examples
    --------
    >>> claim_action(ev.CHOW, 1, 0), claim_action(ev.CHOW, 1, 5), claim_action(ev.PUNG, 8, 8)
    (36, -1, 107)
    """
    if kind == ev.HU:
        return int(lay.HU)
    if kind != ev.CHOW:
        return int(_FIRST_ACTION[kind]) + tile
    which = offered - tile + 1
    if not 0 <= which <= 2 or tile >= 27 or not 1 <= tile % 9 <= 7:
        return -1
    return int(lay.CHOW) + 21 * (tile // 9) + 3 * (tile % 9 - 1) + which


def follow(record: Record) -> Replayed:
    """Return the replay of one record.

    Parameters
    ----------
    record : Record

    Returns
    -------
    Replayed

    Raises
    ------
    RecordError
        If the record names a game or rules that do not exist.
    InputError
        If it holds events that do not exist.
    """
    check_events(record.events)
    if record.prevalent not in range(4):
        raise InputError(f"the prevalent wind of a record is 0..3, not {record.prevalent}")
    profile = profile_of(record)
    found = [Disagreement(one.move, one.kind, one.text) for one in record.conflicts]
    draws = draws_of(record)
    found += [Disagreement(one.move, one.kind, one.text) for one in wall_mismatches(record, draws)]
    wall = engine_wall(record, draws, profile.game.flowers)
    if isinstance(wall, Mismatch):
        words = _event_words(record, wall.move)
        return Replayed(record, (*found, Disagreement(wall.move, wall.kind, wall.text, words)), 0, (), None, 0)
    follower = Follower(record, profile, wall, found)
    return follower.replayed()


def _event_words(record: Record, move: int) -> str:
    """Return a move in words, by its number."""
    for (number, kind, *_), event in zip(moves_of(record), events_of(record.events), strict=True):
        if number == move and kind not in (ev.PASSED_CLAIM, ev.NO_WINNER):
            return str(event)
    return ""


class Follower(Position):
    """A record on its way through the engine."""

    def __init__(self, record: Record, profile: Profile, wall: list[int], found: list[Disagreement]) -> None:
        super().__init__(record, profile, wall)
        self.found = found
        self.pending: dict[int, tuple[int, int, bool]] = {}  # claims to be answered: kind, tile, whether carried out
        self.move = 0
        self.followed = 0
        self.event = ""
        self.kinds = record.events[:: ev.WIDTH]
        self.flowers_in_hand = {(seat, tile) for seat, hand in enumerate(record.hands) for tile in hand if tile >= 34}
        self.last_draw = (0, ev.NO_TILE)
        self.stopped = False
        if record.kind == "personal":
            self.add_flowers()

    def add_flowers(self) -> None:
        """Give each seat the flowers it laid aside: personal walls have none, but they are paid for."""
        for _, kind, seat, tile, _ in moves_of(self.record):
            if kind == ev.FLOWER:
                self.state[lay.BLOCK_BYTES * seat + lay.FLOWERS] |= np.uint8(1 << (tile - ev.FIRST_FLOWER))

    # Reporting

    def disagree(self, kind: str, text: str, explained: bool = False) -> None:
        """Report something that does not stop the record."""
        self.found.append(Disagreement(self.move, kind, text, self.event, explained))

    def stop(self, kind: str, text: str, explained: bool = False) -> _StopError:
        """Report something, and return the error that stops the record."""
        self.disagree(kind, text, explained)
        return _StopError()

    @property
    def ended(self) -> bool:
        """Whether the deal has ended."""
        return bool(self.slot(lay.PHASE) == lay.ENDED)

    @property
    def claiming(self) -> bool:
        """Whether seats are asked about a tile."""
        return self.slot(lay.PHASE) in (lay.CLAIMS, lay.ROBBING)

    def explain(self, action: int, seat: int) -> str:
        """Return the engine's reason against an action."""
        from ...play import Action, Deal

        deal = Deal.of_row(self.deals, 0)
        return deal.explain(Action(action), seat) or "the action is not legal"

    # Following

    def replayed(self) -> Replayed:
        """Follow the whole record and return what was found."""
        events = list(events_of(self.record.events))
        try:
            for place, (move, kind, seat, tile, detail) in enumerate(moves_of(self.record)):
                self.move, self.event = move, str(events[place])
                self.follow(place, kind, seat, tile, detail)
                if kind not in (ev.PASSED_CLAIM, ev.NO_WINNER):
                    self.followed = move
            self.move, self.event = 0, ""
            self.finish()
        except _StopError:
            self.stopped = True
        return self.result()

    def follow(self, place: int, kind: int, seat: int, tile: int, detail: int) -> None:
        """Follow one event."""
        if place and self.kinds[place - 1] == ev.NO_WINNER:
            raise self.stop("end", "the record goes on after its end")
        if kind == ev.HU and self.ended and not self.claim_open(seat):
            raise self.stop("turn", "the deal has already ended")
        if kind == ev.DRAW:
            self.on_draw(seat, tile)
        elif kind == ev.FLOWER:
            self.on_flower(seat, tile)
        elif kind == ev.PASSED_CLAIM:
            self.pending[seat] = (detail, tile, False)
        elif kind in (ev.CHOW, ev.PUNG, ev.CLAIMED_KONG):
            self.on_claim(kind, seat, tile)
        elif kind == ev.HU:
            self.on_hu(place, seat, tile)
        elif kind == ev.FALSE_HU:
            self.on_false_hu(seat)
        elif kind == ev.NO_WINNER:
            self.on_nobody()
        else:
            self.on_own(kind, seat, tile, detail)

    def claim_open(self, seat: int) -> bool:
        """Say whether the engine has this seat among the winners already: they are answered together."""
        return bool(self.slot(lay.WINNERS) >> seat & 1)

    def on_draw(self, seat: int, tile: int) -> None:
        """Follow a draw."""
        self.answer()
        self.last_draw = (seat, tile)
        if tile >= ev.FIRST_FLOWER:
            self.flowers_in_hand.add((seat, tile))
            if self.record.kind == "shared" or self.ended:
                return  # the engine lays it aside at once; what follows shows whether the record does
            return
        self.expect_turn(seat)
        drawn = self.slot(lay.DRAWN)
        if self.slot(lay.PHASE) != lay.AFTER_DRAW or drawn == lay.NONE:
            raise self.stop("turn", f"{_SEATS[seat]} has to discard and cannot draw")
        if drawn != tile and not self.opening():
            raise self.stop("turn", f"{_SEATS[seat]} cannot draw now: the tile of this turn is {ev.TILE_NAMES[drawn]}")

    def opening(self) -> bool:
        """Say whether nothing but flowers has happened so far."""
        return self.slot(lay.STEPS_LOW) == 0 and self.slot(lay.STEPS_HIGH) == 0

    def expect_turn(self, seat: int) -> None:
        """Stop unless the seat is in turn; before the first discard every seat may replace its flowers."""
        if self.ended:
            raise self.stop("end", f"{self.how_ended()}, but the record goes on")
        if self.claiming:
            raise self.stop("turn", f"the others are asked about {ev.TILE_NAMES[self.slot(lay.OFFER)]}")
        turn = self.slot(lay.TURN)
        if turn != seat and not (self.opening() and self.event_is_draw()):
            raise self.stop("turn", f"it is the turn of {_SEATS[turn]}, not of {_SEATS[seat]}")

    def event_is_draw(self) -> bool:
        """Say whether the event at hand is a draw."""
        return " draw " in self.event

    def how_ended(self) -> str:
        """Return in words how the deal has ended."""
        ending = self.slot(lay.ENDING)
        if ending == lay.FLOWER_DRAW:
            return "the last tile of the wall was a flower and the deal is drawn"
        if ending == lay.DRAW:
            return "no tile can be drawn any more and the deal is drawn"
        return "the deal has ended with a win"

    def on_flower(self, seat: int, tile: int) -> None:
        """Follow a flower that is laid aside."""
        if (seat, tile) not in self.flowers_in_hand:
            raise self.stop("tile not held", f"{_SEATS[seat]} does not hold flower {ev.TILE_NAMES[tile]}")
        if not self.opening() and self.last_draw != (seat, tile):
            raise self.stop(
                "not modelled", "the flower was kept in the hand for a while; the engine lays flowers aside at once"
            )
        self.flowers_in_hand.discard((seat, tile))

    def on_own(self, kind: int, seat: int, tile: int, detail: int) -> None:
        """Follow a discard, a concealed or a promoted kong."""
        self.answer()
        self.expect_turn(seat)
        if tile >= ev.FIRST_FLOWER:
            self.discard_flower(seat, tile)
            return
        if any(holder == seat for holder, _ in self.flowers_in_hand):
            raise self.stop("not modelled", "a flower is kept in the hand; the engine lays flowers aside at once")
        self.check_drawn(kind, tile, detail)
        self.before[:] = self.state
        action = _FIRST_ACTION[kind] + tile
        if not self.step(action):
            held = self.state[lay.BLOCK_BYTES * seat + tile]
            raise self.stop("illegal action" if held else "tile not held", self.explain(action, seat))
        self.offered, self.giver = tile, seat

    def check_drawn(self, kind: int, tile: int, detail: int) -> None:
        """Compare what the record says of where a discard came from."""
        drawn = self.slot(lay.DRAWN)
        if kind != ev.DISCARD or detail != ev.JUST_DRAWN or (self.record.kind == "shared" and self.opening()):
            return
        if drawn != tile:
            what = "no tile was drawn" if drawn == lay.NONE else f"{ev.TILE_NAMES[drawn]} was drawn"
            self.disagree("tile not held", f"the discard is recorded as the tile just drawn, but {what}")

    def discard_flower(self, seat: int, tile: int) -> None:
        """Let a flower pass that is discarded: nobody can claim it, and the next player draws.

        The engine lays flowers aside, so its wall has another tile in its place, which leaves the hand here.
        """
        if (seat, tile) not in self.flowers_in_hand:
            raise self.stop(
                "tile not held", f"{_SEATS[seat]} cannot discard flower {ev.TILE_NAMES[tile]}: it is not in the hand"
            )
        if self.last_draw != (seat, tile) or self.record.kind == "personal" or self.slot(lay.DRAWN) != PLACEHOLDER:
            raise self.stop(
                "not modelled", "a flower that was kept in the hand is discarded; the engine cannot follow that"
            )
        self.flowers_in_hand.discard((seat, tile))
        self.state[lay.BLOCK_BYTES * seat + PLACEHOLDER] -= 1
        self.state[lay.DRAWN] = lay.NONE
        self.state[lay.PHASE] = lay.CLAIMS
        self.state[lay.OFFER] = lay.NONE
        asked = (seat + 1) % 4
        for other in range(4):
            self.state[lay.BLOCK_BYTES * other + lay.ANSWER] = 0
            self.state[lay.BLOCK_BYTES * other + lay.OPTIONS] = 0
        self.state[lay.TO_ASK] = 1 << asked
        self.state[lay.ACTOR] = asked
        self.step(lay.PASS)
        self.offered = ev.NO_TILE

    def step(self, action: int) -> bool:
        """Let the seat that is asked act; say whether it may."""
        return self.deals.step(np.array([action], np.int16), strict=False) == 0

    # Claims

    def on_claim(self, kind: int, seat: int, tile: int) -> None:
        """Follow a chow, a pung or a claimed kong."""
        self.pending[seat] = (kind, tile, True)
        self.answer()
        if self.ended or self.slot(lay.TURN) != seat:
            raise self.stop("illegal action", f"{_SEATS[seat]} cannot claim the tile: another claim comes first")

    def on_hu(self, place: int, seat: int, tile: int) -> None:
        """Follow a hu."""
        if self.ended:
            return  # one of several winners, answered together with the first
        turn, phase = self.slot(lay.TURN), self.slot(lay.PHASE)
        if seat == turn and phase in (lay.AFTER_DRAW, lay.MUST_DISCARD):
            self.check_winning_tile(tile, self.slot(lay.DRAWN))
            if not self.step(lay.HU):
                raise self.no_win(seat, self.explain(lay.HU, seat))
            return
        self.check_winning_tile(tile, self.offered)
        for at in range(place, len(self.kinds)):  # several winners answer together
            if self.kinds[at] == ev.HU:
                self.pending[self.record.events[ev.WIDTH * at + 1]] = (ev.HU, ev.NO_TILE, True)
        self.answer()

    def check_winning_tile(self, tile: int, wanted: int) -> None:
        """Compare the winning tile that is recorded."""
        if tile != ev.NO_TILE and tile != wanted:
            name = "no tile" if wanted == lay.NONE else ev.TILE_NAMES[wanted]
            self.disagree(
                "illegal action", f"the winning tile recorded is {ev.TILE_NAMES[tile]}, but {name} is the one to win on"
            )

    def answer(self) -> None:
        """Answer for the seats that are asked: what the record has, else pass; report claims that are not legal."""
        fatal = False
        for seat, (kind, tile, made) in sorted(self.pending.items()):
            reason = why_no_claim(self, seat, kind, tile)
            if reason is not None:
                fatal |= made
                self.report_claim(seat, kind, tile, made, reason)
        if fatal:
            raise _StopError
        while self.claiming:
            seat = self.slot(lay.ACTOR)
            claim = self.pending.get(seat)
            action = lay.PASS if claim is None else claim_action(*claim[:2], self.slot(lay.OFFER))
            if not self.step(action):
                self.step(lay.PASS)
        self.pending.clear()

    def report_claim(self, seat: int, kind: int, tile: int, made: bool, reason: str) -> None:
        """Report a claim that is not legal."""
        if made:
            if kind == ev.HU:
                self.no_win(seat, reason)
                return
            explained = (
                kind == ev.CLAIMED_KONG and FORMATS[self.record.format].late_kongs and "no tile is left" in reason
            )
            more = ": the judge of Botzone allows it, and the deal then ends as a draw" if explained else ""
            self.disagree("tile not held" if "in the hand" in reason else "illegal action", reason + more, explained)
            return
        word = str(ev.EventKind(kind))
        self.disagree("illegal action", f"the {word} of {_SEATS[seat]} that was passed over is not legal: {reason}")

    def no_win(self, seat: int, reason: str) -> _StopError:
        """Report a hu that is not valid; botzone_env may have counted the seat wind otherwise."""
        if FORMATS[self.record.format].open_end:
            words = other_seat_wind(self, seat)
            if words:
                return self.stop("winds", f"{reason}; {words}", explained=True)
        return self.stop("illegal action", reason)

    def on_false_hu(self, seat: int) -> None:
        """Follow a false hu."""
        if self.deals.run(lay.DECLARE_HU, np.array([seat], np.int16)):
            from ...play import Deal

            raise self.stop("illegal action", f"no false hu: {Deal.of_row(self.deals, 0).why_no_false_hu(seat)}")

    def on_nobody(self) -> None:
        """Follow the end of a deal that nobody wins."""
        self.answer()
        if self.ended:
            if self.slot(lay.ENDING) not in (lay.DRAW, lay.FLOWER_DRAW):
                raise self.stop("end", "the record has no winner, but the deal has ended with a win")
            return
        if not FORMATS[self.record.format].open_end:
            raise self.stop("end", f"the record ends as a draw, but {self.left_words()}")

    def left_words(self) -> str:
        """Say whose turn it is, or what is left in the wall."""
        if self.profile.game.personal:
            following = (self.slot(lay.TURN) + 1) % 4
            left = lay.PERSONAL - self.slot(lay.TAKEN + following)
            turn = f"it is the turn of {_SEATS[self.slot(lay.TURN)]}"
            return f"{turn} and the wall of {_SEATS[following]} has {left} tiles left"
        return f"the wall has {self.slot(lay.BACK) - self.slot(lay.FRONT)} tiles left"

    def finish(self) -> None:
        """Look at where the record ends."""
        self.answer()
        ending = self.record.result.ending
        if ending == "fault" or self.ended or FORMATS[self.record.format].open_end:
            return
        raise self.stop("end", f"the record ends before the deal does: it is the turn of {_SEATS[self.slot(lay.TURN)]}")

    # The result

    def result(self) -> Replayed:
        """Return what was found, the result compared."""
        wins: tuple[ReplayedWin, ...] = ()
        scores: Four | None = None
        compared = 0
        if not self.stopped and self.ended:
            wins = wins_of(self.record, self.deals, 0)
            east, south, west, north = (int(score) for score in self.deals.scores[0])
            scores = (east, south, west, north)
        if not self.stopped:
            more, compared = compare_result(self.record, self.profile, wins, scores)
            self.found += more
        return Replayed(self.record, tuple(self.found), self.followed, wins, scores, compared)
