"""``fastmcr duplicate deal``."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import McrError, shown
from ..files.atomic import PRIVATE
from ..files.output import is_standard_output, write_text
from .common import as_json, draw

if TYPE_CHECKING:
    from ..tournament.duplicate.deals import Deals

_DEFAULT_BOARDS = "16"
_HEX = set("0123456789abcdef")


@click.command(name="deal", short_help="Deal boards from a seed, or check published deals.")
@click.option("--seed", help="Text the tiles are made from, as secret as they are; without it one that nobody can "
              "guess is made, which only the file of -o tells.")  # fmt: skip
@click.option("--boards", metavar="N|N-M", help="How many boards, or which: 16, or 17-32.  [default: 16]")
@click.option("--prevalent", metavar="WINDS", help="Prevalent winds: one letter of ESWN for all boards, or one each.")
@click.option("--dealer", metavar="PLACES", help="Who deals, as places of the table: likewise.")
@click.option("-o", "--output", type=click.Path(path_type=Path),
              help="Write seed and tiles to this file (JSON), which only you can read.")  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite the file of -o.")
@click.option("--trays", type=click.Path(path_type=Path, allow_dash=True),
              help="Write tray sheets to this file (HTML, to print), which only you can read; - for standard "
              "output.")  # fmt: skip
@click.option("--title", default="Tray sheets", show_default=True, help="What stands on top of the tray sheets.")
@click.option("--commit", "hidden", is_flag=True, help="Show no tiles, only the commitment to publish.")
@click.option("--check", "given", type=click.Path(path_type=Path), help="Read deals from this file and check them.")
@click.option("--commitment", metavar="HASH", help="The commitment that was published: say whether it is theirs.")
@click.option("--how", is_flag=True, help="Say how a seed becomes tiles, exactly, and end.")
@click.option("--json", "json_out", is_flag=True, help="What would be shown, as JSON.")
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Deal boards of duplicate MCR from a seed, or check deals that were published.

    Each seat has a wall of its own of 34 tiles, 13 dealt and 21 to draw, without flowers. The same seed and board
    give the same tiles for ever. Without -o, --trays and --commit the tiles are shown here.

    The seed is never shown: it tells the tiles of all boards. It stands in the file of -o and nowhere else, not in the
    tray sheets either. Before the event publish the commitment, a hash, and keep file and sheets; afterwards publish
    the file, so that everyone can check with it that the deals are those of then.

    \b
    fastmcr duplicate deal --boards 16 -o deals.json --trays trays.html --commit
    fastmcr duplicate deal --seed spring --boards 17-32 --prevalent S
    fastmcr duplicate deal --check deals.json --commitment 3f5a...
    fastmcr duplicate deal --check deals.json --trays trays.html

    Exit status: 0; 1 if something is wrong with the deals or does not match; 2 for wrong usage.
    """  # noqa: D301 - click wants the character itself before a paragraph that it is not to fill
    if options["how"]:
        from ..tournament.duplicate.shuffle import SPECIFICATION

        print(SPECIFICATION, end="")
        return
    _check_usage(options)
    try:
        good = _check(options) if options["given"] else _make(options)
    except McrError as error:
        print(f"error: {error}", file=sys.stderr)
        good = False
    ctx.exit(0 if good else 1)


def _check_usage(options: dict[str, Any]) -> None:
    """End with a usage error where options do not go together."""
    if options["given"]:
        for name in ("boards", "prevalent", "dealer", "output", "force"):
            if options[name]:
                raise click.UsageError(f"--{name} makes deals; with --check they are read")
    elif options["seed"] is None:
        _check_kept(options)
    if options["force"] and not options["output"]:
        raise click.UsageError("--force is for the file of -o")
    if is_standard_output(options["output"]):
        message = "seed and tiles go to a file, which only you can read, and to no stream; --json shows the tiles"
        raise click.BadParameter(message, param_hint="'-o'")
    _check_trays(options)
    if options["commitment"] is not None:
        digits = options["commitment"].strip().lower()
        if len(digits) != 64 or not set(digits) <= _HEX:
            message = f"a commitment has 64 hexadecimal digits, not {shown(options['commitment'])}"
            raise click.BadParameter(message, param_hint="'--commitment'")
        options["commitment"] = digits


def _check_kept(options: dict[str, Any]) -> None:
    """End with a usage error where a commitment would be told to a seed that nobody knows."""
    for name, told in (("--commit", options["hidden"]), ("--trays", options["trays"])):
        if told and not options["output"]:
            message = f"{name} tells a commitment, which can only be proved with the seed; keep it with -o FILE"
            raise click.UsageError(message)


def _check_trays(options: dict[str, Any]) -> None:
    trays = options["trays"]
    for name in ("output", "given"):
        if trays and options[name] and os.path.realpath(trays) == os.path.realpath(options[name]):
            raise click.UsageError("--trays names the file of the deals, which would be lost; name another")
    if is_standard_output(trays) and options["json_out"]:
        raise click.UsageError("--trays - and --json both go to standard output")


# --- making -----------------------------------------------------------------------------------------------------------


def _make(options: dict[str, Any]) -> bool:
    """Make deals, write what was asked for, and say so; return whether a commitment given is theirs."""
    from ..tournament.duplicate.deal_files import tiles_json, write_deals
    from ..tournament.duplicate.shuffle import is_guessable, new_seed

    seed = options["seed"]
    deals = _dealt(new_seed() if seed is None else seed, options)
    if options["output"]:
        write_deals(deals, options["output"], overwrite=options["force"])
    _write_trays(deals, options)
    to_show = not (options["output"] or options["trays"] or options["hidden"] or options["commitment"])
    if options["json_out"]:
        print(tiles_json(deals).rstrip("\n") if to_show else as_json(_summary(deals, options), indent=1))
    elif not is_standard_output(options["trays"]):
        if to_show:
            _show_trays(deals)
        _print_facts(deals, options, kept=seed is not None or options["output"] is not None)
    if seed is not None and is_guessable(seed):
        print(
            "note: the seed is short enough to be guessed, and with it all tiles before the event;"
            " leave out --seed to get a secret one",
            file=sys.stderr,
        )
    return options["commitment"] in (None, deals.commitment)


def _dealt(seed: str, options: dict[str, Any]) -> Deals:
    from ..tournament.duplicate.deal_files import boards_of
    from ..tournament.duplicate.deals import Deals

    try:
        boards = boards_of(options["boards"] or _DEFAULT_BOARDS)
    except McrError as error:
        raise click.BadParameter(str(error), param_hint="'--boards'") from None
    winds = [_winds(options[name], name, len(boards)) for name in ("prevalent", "dealer")]
    return Deals.from_seed(seed, boards, *winds)


def _winds(text: str | None, name: str, boards: int) -> str | None:
    if text is None:
        return None
    letters = text.replace(",", "").replace(" ", "")
    if not letters or not set(letters) <= set("ESWN") or len(letters) not in (1, boards):
        message = f"one letter of E, S, W, N, or one for each of {boards} boards, not {shown(text)}"
        raise click.BadParameter(message, param_hint=f"'--{name}'")
    return letters * boards if len(letters) == 1 else letters


def _write_trays(deals: Deals, options: dict[str, Any]) -> None:
    if not options["trays"]:
        return
    from ..tournament.duplicate.trays import trays_html

    write_text(options["trays"], trays_html(deals, options["title"]), mode=PRIVATE)


def _show_trays(deals: Deals) -> None:
    from ..tournament.duplicate.trays import tray_block

    for deal in deals:
        draw(tray_block(deal))
        print()


def _print_facts(deals: Deals, options: dict[str, Any], kept: bool) -> None:
    """Say what may be published, and which files were written; without the seed, and without what it alone proves."""
    from ..show.blocks import Block
    from ..tournament.duplicate.trays import VARIANT

    facts = [("Rules", VARIANT)]
    if kept:
        facts.append(("Commitment", deals.commitment))
    if options["commitment"]:
        facts.append(("Published", _match_words(deals.commitment == options["commitment"], options["commitment"])))
    if options["output"]:
        words = "seed and tiles, to be kept secret until the event is over"
        facts.append(("Deals", f"written to {options['output']}: {words}"))
    if options["trays"]:
        facts.append(("Tray sheets", f"written to {options['trays']}"))
    notes = []
    if not kept:
        notes.append("the seed is kept nowhere, and these deals cannot be made again; -o FILE keeps both")
    if options["hidden"]:
        notes.append("publish the commitment before the event, keep seed and deals; publish the deals file afterwards: "
                     "fastmcr duplicate deal --check FILE --commitment HASH then says whether they match")  # fmt: skip
    draw(Block(_title(deals), facts, [], "Notes", notes))


def _title(deals: Deals) -> str:
    first, last = deals.boards[0].board, deals.boards[-1].board
    return f"Board {first}" if first == last else f"{len(deals)} boards, {first} to {last}"


def _match_words(matches: bool, commitment: str) -> str:
    if matches:
        return "matches: seed, winds and all tiles are those that were committed to"
    return f"does not match {commitment}"


def _summary(deals: Deals, options: dict[str, Any]) -> dict[str, Any]:
    """Return what may be published."""
    data: dict[str, Any] = {"boards": [deal.board for deal in deals], "commitment": deals.commitment}
    if options["commitment"]:
        data["commitment_matches"] = options["commitment"] == deals.commitment
    written = {"deals": options["output"], "trays": options["trays"]}
    return data | {name: str(path) for name, path in written.items() if path}


# --- checking ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Found:
    """What a deals file holds, and what came of its check."""

    deals: Deals
    """With the seed that was given, where the file has none."""
    stated: str | None
    """The commitment in the file that is not that of its own tiles."""
    seeded: str | None
    """The seed that the tiles were held against."""
    differing: list[str]
    """Boards that are not of the seed."""
    other_seed: bool
    """Whether the seed in the file is not the one that was given."""
    matches: bool
    """Whether the commitment that was given is theirs; True where none was."""

    @property
    def good(self) -> bool:
        return not (self.differing or self.other_seed or self.stated) and self.matches


def _check(options: dict[str, Any]) -> bool:
    """Check a deals file and say what was found; return whether all is well."""
    found = _looked_at(options)
    if found.good:
        _write_trays(found.deals, options)
    if options["json_out"]:
        told = {"seed_checked": found.seeded is not None, "not_of_seed": found.differing, "good": found.good}
        matches = {"commitment_matches": found.matches} if options["commitment"] else {}
        print(as_json({**_summary(found.deals, options), **matches, **told}, indent=1))
    elif not (found.good and is_standard_output(options["trays"])):
        _print_check(found, options)
    return found.good


def _looked_at(options: dict[str, Any]) -> _Found:
    from ..tournament.duplicate.deal_files import stated_commitment
    from ..tournament.duplicate.deals import Deals
    from ..tournament.duplicate.shuffle import check_seed

    deals, stated = stated_commitment(options["given"])
    seed = deals.seed if options["seed"] is None else check_seed(options["seed"])
    differing = [] if seed is None else deals.contradictions(seed)
    own = deals.commitment
    other = deals.seed not in (None, seed)
    if seed is not None and deals.seed is None and not differing:
        deals = Deals(deals.boards, seed)
    matches = options["commitment"] in (None, own, deals.commitment)
    return _Found(deals, stated if stated != own else None, seed, differing, other, matches)


def _print_check(found: _Found, options: dict[str, Any]) -> None:
    from ..show.blocks import Block
    from ..tournament.duplicate.trays import VARIANT

    deals, differing = found.deals, found.differing
    facts = [("Rules", VARIANT), ("Tiles", "good: four of each tile on every board, 34 for each seat")]
    facts.append(("Seed", _seed_words(found)))
    facts.append(("Commitment", deals.commitment))
    if found.stated:
        facts.append(("In the file", f"does not match {found.stated}"))
    if options["commitment"]:
        facts.append(("Published", _match_words(found.matches, options["commitment"])))
    if options["trays"]:
        facts.append(("Tray sheets", f"written to {options['trays']}" if found.good else "not written"))
    notes = differing[:10] + ([f"and {len(differing) - 10} boards more"] if len(differing) > 10 else [])
    draw(Block(f"{options['given']}: {_title(deals)}", facts, [], "Boards that are not of the seed", notes))


def _seed_words(found: _Found) -> str:
    """Say whether the seed fits, and not what it is: the file may still be secret."""
    number = len(found.deals)
    if found.seeded is None:
        return "none in the file: whether a seed made these tiles cannot be checked; --seed gives one"
    if found.other_seed:
        return "does not match: another seed stands in the file than was given"
    if found.differing:
        return f"does not match: {len(found.differing)} of {number} boards are not of the seed"
    return f"matches: the seed gives all {number} boards"
