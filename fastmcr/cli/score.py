"""``fastmcr score``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError, McrError, NotationError, shown
from .common import as_json, draw, lang_option, rules_of, rules_options

if TYPE_CHECKING:
    from ..hand import Hand
    from ..rules import Rules
    from ..scoring import Score

_SHOWN = 200  # characters of a bad hand that its answer repeats: more than any good hand has

_WIND = click.Choice(["E", "S", "W", "N"])


@click.command(name="score", no_args_is_help=True)
@click.argument("hands", nargs=-1, required=True, metavar="HAND...")
@click.option("--prevalent", type=_WIND, metavar="E|S|W|N", help="Prevalent wind.")
@click.option("--seat", type=_WIND, metavar="E|S|W|N", help="Seat wind.")
@click.option("--self-drawn", is_flag=True, help="The winning tile was drawn, not discarded.")
@click.option("--last-tile", is_flag=True, help="It is the last of its kind, the other three lying open.")
@click.option("--wall-last", is_flag=True, help="It is the last tile of the wall, or the discard after it.")
@click.option("--kong", is_flag=True, help="With --self-drawn it replaced a kong, else it robbed one.")
@click.option("--flowers", type=click.IntRange(0, 8), help="Number of flowers.")
@rules_options
@click.option("--explain", is_flag=True, help="Also say what does not count, and why.")
@lang_option
@click.option("--json", "json_lines", is_flag=True, help="One JSON object a line for each hand.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    hands: tuple[str, ...],
    preset: str,
    switches: tuple[str, ...],
    explain: bool,
    lang: str,
    json_lines: bool,
    **won: Any,
) -> None:
    """Score winning hands.

    HAND is a hand string in single quotes, the winning tile last, as in '[EEE]123m456p789s5s5s|ES1000|2': melds in
    brackets ([EEEE] is a concealed kong, [EEEE,1] a claimed, [EEEE,5] a promoted one), concealed tiles, and perhaps
    the winds with four digits (self-drawn, last of its kind, last of the wall, kong) and the flowers, for which
    there are options too.

    HAND may also be a file, or - for standard input, with a hand on each line. Blank lines and lines that begin
    with # are passed over; every other line is answered before the next is read, so that another program can keep
    this one running.

    \b
    Standard output has, for each hand:
      without --json  a table; with - or a file a blank line ends each answer, and a
                      bad hand is answered by lines of which the first begins "error: "
                      (bad hands among the arguments go to standard error instead);
      with --json     an object as score.schema.json of the package describes it, or
                      {"hand": ..., "error": {"type", "message", "position"}}.

    Exit status: 0; 1 if a hand was bad, the others are scored all the same; 2 for wrong usage.
    """  # noqa: D301 - click wants the character itself before a paragraph that it is not to fill
    asked = _Asked(rules_of(preset, switches), _Won(**won), lang, explain, json_lines)
    for given in hands:  # before the first answer, so that a wrong name is a matter of usage
        _check_source(given)
    failed = False
    for given in hands:
        if given == "-" or os.path.isfile(given):
            for text in _lines(given):
                failed |= not asked.answer_line(text)
        else:
            failed |= not asked.answer_argument(given)
    ctx.exit(1 if failed else 0)


def _check_source(given: str) -> None:
    if given != "-" and not os.path.isfile(given) and ("." in given or os.sep in given):
        raise click.BadParameter(f"there is no file {shown(given)}, and no hand is written so", param_hint="'HAND...'")


def _lines(source: str) -> Iterator[str]:
    """Yield the hands of a file or of standard input, each as soon as its line is there."""
    with nullcontext(sys.stdin.buffer) if source == "-" else open(source, "rb") as file:
        for number, raw in enumerate(file):
            text = raw.decode("utf-8-sig" if number == 0 else "utf-8", errors="replace").rstrip("\r\n")
            if text.strip() and not text.startswith("#"):
                yield text


@dataclass(frozen=True)
class _Won:
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
        from ..hand import Hand

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


def _tail(text: str) -> str:
    return text[text.index("|") :]


@dataclass
class _Asked:
    """How hands are to be scored and answered."""

    rules: Rules
    won: _Won
    lang: str
    explain: bool
    json_lines: bool
    drawn: bool = False  # whether a table stands above the next one

    def answer_line(self, text: str) -> bool:
        """Print the answer to a line and flush it; return whether the hand was good."""
        good = self._answer(text, errors_to=sys.stdout)
        if not self.json_lines:
            print()
        self.drawn = False
        sys.stdout.flush()
        return good

    def answer_argument(self, text: str) -> bool:
        """Print the answer to an argument; return whether the hand was good."""
        return self._answer(text, errors_to=sys.stderr)

    def _answer(self, text: str, errors_to: Any) -> bool:
        try:
            score = self._score(text)
        except McrError as error:
            if self.json_lines:
                print(as_json(refusal(text, error)))
            else:
                print(error_text(text, error), file=errors_to)
            return False
        if self.json_lines:
            print(as_json((score.explain() if self.explain else score).to_dict()))
        else:
            self._draw(score)
        return True

    def _score(self, text: str) -> Score:
        from ..scoring import score

        return score(self.won.hand(text), self.rules)

    def _draw(self, score: Score) -> None:
        from ..display import explanation_block, score_block

        if self.drawn:
            print()
        draw(explanation_block(score.explain(self.lang)) if self.explain else score_block(score, self.lang))
        self.drawn = True


def refusal(text: str, error: McrError) -> dict[str, Any]:
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


def error_text(text: str, error: McrError) -> str:
    """Return an error in words; those of notation show the text themselves."""
    if isinstance(error, NotationError) or text in str(error):
        return f"error: {error}"
    return f"error: {text[:_SHOWN]}: {error}"
