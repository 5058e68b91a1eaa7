"""``fastmcr settle``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..errors import InputError, McrError
from .common import as_json, draw, rules_of, rules_options

if TYPE_CHECKING:
    from ..rulebook.rules import Rules
    from ..rulebook.tiles import Wind
    from ..tournament.settlement import Settlement, Value, WinLike

F = TypeVar("F", bound=Callable[..., Any])

_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
_WITH_FLOWERS = re.compile(r"([0-9]{1,18})\+([0-9]{1,3})")


def variant_options(function: F) -> F:
    """Add ``--duplicate``, ``--variant`` and ``--multiple-winners``."""
    duplicate = click.option("--duplicate", is_flag=True, help="Rules of duplicate MCR; without it ordinary MCR.")
    variant = click.option(
        "--variant", type=click.Choice(["cross-pay", "no-cross-pay"]), default="cross-pay", show_default=True,
        help="Several winners: everyone pays each of them, or winners pay nobody and others their 8 once.",
    )  # fmt: skip
    winners = click.option(
        "--multiple-winners", type=click.Choice(["nearest", "all"]),
        help="Who wins if several claim a tile: the nearest after the discarder, or all.  "
        "[default: all in duplicate, else nearest]",
    )  # fmt: skip
    return duplicate(variant(winners(function)))


@click.command(name="settle", no_args_is_help=True, short_help="Who pays whom after a hand.")
@click.option("--self-drawn", multiple=True, metavar="SEAT=WORTH", help="The player at SEAT won by self-draw.")
@click.option("--win", "wins", multiple=True, metavar="SEAT=WORTH", help="A win on another's tile; may be repeated.")
@click.option("--from", "sources", multiple=True, metavar="SEAT", help="Who discarded the tile of --win.")
@click.option("--robbed", is_flag=True, help="The tile was not discarded: the player of --from made a kong with it.")
@click.option("--draw", "nobody", is_flag=True, help="Nobody won.")
@click.option(
    "--false-hu", "false_hus", multiple=True, metavar="SEAT=KIND",
    help="A false hu; may be repeated. Ordinary: below-minimum, wrong-tile or ready (10 points to each opponent), "
    "one-short (20), two-short. Duplicate: structure (4 IMP), no-structure (8 IMP). The number alone will do.",
)  # fmt: skip
@variant_options
@click.option("--prevalent", type=click.Choice(["E", "S", "W", "N"]), help="Prevalent wind, for hands without it.")
@rules_options
@click.option("--json", "json_out", is_flag=True, help="As settlement.schema.json of the package describes it.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    self_drawn: tuple[str, ...],
    wins: tuple[str, ...],
    sources: tuple[str, ...],
    robbed: bool,
    nobody: bool,
    false_hus: tuple[str, ...],
    duplicate: bool,
    variant: str,
    multiple_winners: str | None,
    prevalent: str | None,
    preset: str,
    switches: tuple[str, ...],
    json_out: bool,
) -> None:
    """Say what each seat wins and pays in one hand, and why.

    SEAT is E, S, W or N. WORTH is the points paid for (12), points and flowers (10+2; the minimum looks at the
    points alone), or a hand string, which is scored first; seat, self-drawn and robbed kong need not be repeated in it.

    \b
    fastmcr settle --from E --win S=20
    fastmcr settle --self-drawn W=10+2
    fastmcr settle --self-drawn 'E=[EEE]123m456p789s5s5s|EE1000'
    fastmcr settle --duplicate --from E --win S=20 --win W=10 --false-hu N=4
    fastmcr settle --draw --false-hu S=below-minimum

    Exit status: 0; 1 if the rules allow no such hand; 2 for wrong usage.
    """  # noqa: D301 - click wants the character itself before a paragraph that it is not to fill
    rules = rules_of(preset, switches)
    _check_usage(self_drawn, wins, sources, robbed, nobody, false_hus)
    from ..tournament.settlement import settle

    try:
        option = "--self-drawn" if self_drawn else "--win"
        asked = _Asked(rules, prevalent, bool(self_drawn), robbed)
        found = settle(
            _pairs(self_drawn or wins, option, asked.worth),
            discarder=_seat(sources[0], "--from") if sources else None,
            self_drawn=bool(self_drawn),
            robbed_kong=robbed,
            duplicate=duplicate,
            multiple_winners=multiple_winners,  # type: ignore[arg-type]  # click has checked it
            variant=variant,  # type: ignore[arg-type]
            false_hu=[(seat, _kind(kind)) for seat, kind in _split(false_hus, "--false-hu")],
            minimum=rules.minimum,
        )
    except McrError as error:
        click.echo(f"error: {error}", err=True)
        ctx.exit(1)
    if json_out:
        print(as_json(found.to_dict()))
    else:
        _draw(found)


def _check_usage(
    self_drawn: Sequence[str],
    wins: Sequence[str],
    sources: Sequence[str],
    robbed: bool,
    nobody: bool,
    false_hus: Sequence[str],
) -> None:
    """End with a usage error unless the options tell one way in which a hand ends."""
    ways = [name for name, given in (("--self-drawn", self_drawn), ("--win", wins), ("--draw", nobody)) if given]
    if len(ways) > 1:
        raise click.UsageError(f"{' and '.join(ways)} exclude each other.")
    if not ways and not false_hus:
        raise click.UsageError("Say how the hand ended: --self-drawn SEAT=WORTH, --from SEAT --win SEAT=WORTH, --draw.")
    if len(sources) > 1:
        raise click.UsageError("--from names one player; it was given more than once.")
    if wins and not sources:
        raise click.UsageError("--win needs --from: who discarded the tile, or made the robbed kong.")
    for name, given in (("--from", sources), ("--robbed", robbed)):
        if given and not wins:
            raise click.UsageError(f"{name} belongs to --win.")


def _split(given: Sequence[str], option: str) -> list[tuple[Wind, str]]:
    """Return seats and what is said of them."""
    pairs = []
    for text in given:
        seat, equals, rest = text.partition("=")
        if not equals or not rest.strip():
            raise click.BadParameter(f"{text!r} is not {'SEAT=KIND' if option == '--false-hu' else 'SEAT=WORTH'}",
                                     param_hint=f"'{option}'")  # fmt: skip
        pairs.append((_seat(seat, option), rest.strip()))
    return pairs


def _pairs(given: Sequence[str], option: str, read: Callable[[Wind, str], WinLike]) -> Mapping[Wind, WinLike]:
    """Return the wins by seat."""
    found: dict[Wind, WinLike] = {}
    for seat, text in _split(given, option):
        if seat in found:
            raise click.BadParameter(f"two wins for {seat}; each seat wins once", param_hint=f"'{option}'")
        found[seat] = read(seat, text)
    return found


def _seat(text: str, option: str) -> Wind:
    from ..tournament.settlement import as_seat

    try:
        return as_seat(text.strip())
    except McrError:
        raise click.BadParameter(f"no seat {text.strip()!r}; it is E, S, W or N", param_hint=f"'{option}'") from None


def _kind(text: str) -> Any:
    return int(text) if _NUMBER.fullmatch(text) else text


def number_or_value(text: str) -> int | Value | None:
    """Return points, or points and flowers, and None for a text that is neither."""
    from ..tournament.settlement import Value

    if _NUMBER.fullmatch(text):
        return int(text)
    split = _WITH_FLOWERS.fullmatch(text)
    return Value(int(split[1]), int(split[2])) if split else None


class _Asked:
    """How the worth of a win is read."""

    def __init__(self, rules: Rules, prevalent: str | None, self_drawn: bool, robbed: bool) -> None:
        self.rules, self.prevalent, self.self_drawn, self.robbed = rules, prevalent, self_drawn, robbed

    def worth(self, seat: Wind, text: str) -> WinLike:
        """Return points as they are, and a hand string scored."""
        value = number_or_value(text)
        if value is not None:
            return value
        from ..hands.hand import Hand
        from ..scoring.score import score

        hand = Hand.parse(text)
        if "|" in text:
            if self.prevalent is not None:
                raise InputError(f"--prevalent and the tail {text[text.index('|') :]} both give the winds; give one")
            return score(hand, self.rules)
        return score(
            Hand(
                hand.concealed,
                hand.melds,
                hand.win,
                prevalent=self.prevalent,
                seat=seat,
                self_drawn=self.self_drawn,
                robbed_kong=self.robbed,
            ),
            self.rules,
        )


def _draw(found: Settlement) -> None:
    from ..show.score import score_block
    from ..tournament.settlement.words import settlement_block

    for win in (*found.wins, *found.passed_over):
        if win.score is not None:
            draw(score_block(win.score))
            print()
    draw(settlement_block(found))
