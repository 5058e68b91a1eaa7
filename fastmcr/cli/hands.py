"""Hands as arguments, from a file or from standard input, and how each is answered."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..errors import InputError, McrError, NotationError, shown
from ..files.lines import bounded_lines, foreign
from ..show.blocks import Block
from .common import as_json, draw

if TYPE_CHECKING:
    from ..hands.hand import Hand

_LONGEST = 4096  # bytes of a line; what is longer has more characters than a hand may have, and is cut
_SHOWN = 200  # characters that a hand may have, and that the answer to a bad one repeats

WIND = click.Choice(["E", "S", "W", "N"])


class Answer(NamedTuple):
    """What a command says to a hand; only one of the two is asked for."""

    data: Callable[[], Any]
    block: Callable[[], Block]


def answer_all(ctx: click.Context, hands: Sequence[str], ask: Callable[[str], Answer], json_lines: bool) -> None:
    """Print the answers to all hands and end with 1 if one was bad.

    Parameters
    ----------
    ctx : click.Context
    hands : sequence of str
        Hands, files with a hand on each line, or ``-`` for standard input.
    ask : callable
        Returns the answer to the text of one hand, or raises McrError.
    json_lines : bool
        Whether to print one JSON object a line.
    """
    asked = _Asked(ask, json_lines)
    for given in hands:  # before the first answer, so that a wrong name is a matter of usage
        _check_source(given)
    failed = False
    for given in hands:
        if given == "-" or os.path.isfile(given):
            for text, whole in _lines(given):
                failed |= not asked.answer_line(text, whole)
        else:
            failed |= not asked.answer_argument(given)
    ctx.exit(1 if failed else 0)


def _check_source(given: str) -> None:
    if given != "-" and not os.path.isfile(given) and ("." in given or os.sep in given):
        raise click.BadParameter(f"there is no file {shown(given)}, and no hand is written so", param_hint="'HAND...'")


def _lines(source: str) -> Iterator[tuple[str, bool]]:
    """Yield the hands of a file or of standard input as soon as their lines are there, and whether they are whole."""
    with nullcontext(sys.stdin.buffer) if source == "-" else open(source, "rb") as file:
        for number, (raw, whole) in enumerate(bounded_lines(file, _LONGEST)):
            words = foreign(raw) if number == 0 else None
            if words:
                raise click.ClickException(f"{'standard input' if source == '-' else source} {words}")
            text = raw.decode("utf-8-sig" if number == 0 else "utf-8", errors="replace").rstrip("\r\n")
            if (text.strip() or not whole) and not text.startswith("#"):
                yield text, whole


@dataclass(frozen=True)
class Won:
    """The options that say how a hand was won."""

    prevalent: str | None
    seat: str | None
    self_drawn: bool
    last_tile: bool
    wall_last: bool
    kong: bool
    flowers: int | None

    @cached_property
    def situation(self) -> list[str]:
        """The options given of those that stand for the first tail of a hand string."""
        names = ("prevalent", "seat", "self_drawn", "last_tile", "wall_last", "kong")
        return [f"--{name.replace('_', '-')}" for name in names if getattr(self, name)]

    def hand(self, text: str) -> Hand:
        """Return the hand of a text with what the options add to it."""
        from ..hands.hand import Hand

        hand = Hand.parse(text)
        given = self.situation
        if given and "|" in text:
            raise InputError(f"{', '.join(given)} and the tail {_tail(text)} both say how the hand was won; give one")
        if self.flowers is not None and text.count("|") > 1:
            raise InputError(f"--flowers and the tail {_tail(text)} both give the flowers; give one")
        if not given and self.flowers is None:
            return hand
        winds = (hand.prevalent, hand.seat) if hand.winds_given else (self.prevalent, self.seat)
        return Hand(
            hand.concealed,
            hand.melds,
            hand.win,
            prevalent=winds[0],
            seat=winds[1],
            self_drawn=hand.self_drawn or self.self_drawn,
            last_tile=hand.last_tile or self.last_tile,
            wall_last=hand.wall_last or self.wall_last,
            replacement=hand.replacement or (self.kong and self.self_drawn),
            robbed_kong=hand.robbed_kong or (self.kong and not self.self_drawn),
            flowers=hand.flowers if self.flowers is None else self.flowers,
        )

    def knows_seat(self, text: str) -> bool:
        """Return whether the text of a hand or an option gives its seat, so that E is not only assumed."""
        return "|" in text or self.seat is not None


def _tail(text: str) -> str:
    return text[text.index("|") :]


@dataclass
class _Asked:
    """How hands are answered."""

    ask: Callable[[str], Answer]
    json_lines: bool
    drawn: bool = False  # whether a table stands above the next one

    def answer_line(self, text: str, whole: bool) -> bool:
        """Print the answer to a line, or to the beginning of one, and flush it; return whether the hand was good."""
        good = self._answer(text, errors_to=sys.stdout, whole=whole)
        if not self.json_lines:
            print()
        self.drawn = False
        sys.stdout.flush()
        return good

    def answer_argument(self, text: str) -> bool:
        """Print the answer to an argument; return whether the hand was good."""
        return self._answer(text, errors_to=sys.stderr)

    def _answer(self, text: str, errors_to: Any, whole: bool = True) -> bool:
        try:
            if not whole:
                words = f"the line has more than {_LONGEST:,} bytes; a hand string has at most {_SHOWN} characters"
                raise NotationError(text, _SHOWN, words)
            answer = self.ask(text)
        except McrError as error:
            if self.json_lines:
                print(as_json(_refusal(text, error)))
            else:
                print(_error_text(text, error), file=errors_to)
            return False
        if self.json_lines:
            print(as_json(answer.data()))
            return True
        if self.drawn:
            print()
        draw(answer.block())
        self.drawn = True
        return True


def _refusal(text: str, error: McrError) -> dict[str, Any]:
    """Return an error as plain data; ``fastmcr/score.schema.json`` describes it."""
    is_notation = isinstance(error, NotationError)
    return {
        "hand": text[:_SHOWN],
        "error": {
            "type": type(error).__name__,
            "message": error.message if is_notation else str(error),  # type: ignore[attr-defined]
            "position": error.position if is_notation else None,  # type: ignore[attr-defined]
        },
    }


def _error_text(text: str, error: McrError) -> str:
    """Return an error in words; those of notation show the text themselves."""
    if isinstance(error, NotationError) or text in str(error):
        return f"error: {error}"
    return f"error: {text[:_SHOWN]}: {error}"
