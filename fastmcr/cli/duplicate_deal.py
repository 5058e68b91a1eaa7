"""``fastmcr duplicate deal``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import McrError, shown
from .common import as_json, draw

if TYPE_CHECKING:
    from ..duplicate.deals import Deals

_DEFAULT_BOARDS = "16"
_HEX = set("0123456789abcdef")


@click.command(name="deal", short_help="Deal boards from a seed, or check published deals.")
@click.option("--seed", help="Text the tiles are made from; without it a secret one is made and told.")
@click.option("--boards", metavar="N|N-M", help="How many boards, or which: 16, or 17-32.  [default: 16]")
@click.option("--prevalent", metavar="WINDS", help="Prevalent winds: one letter of ESWN for all boards, or one each.")
@click.option("--dealer", metavar="PLACES", help="Who deals, as places of the table: likewise.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write the deals to this file (JSON).")
@click.option("--force", is_flag=True, help="Overwrite the file of -o.")
@click.option("--trays", type=click.Path(path_type=Path), help="Write tray sheets to this file (HTML, to print).")
@click.option("--title", default="Tray sheets", show_default=True, help="What stands on top of the tray sheets.")
@click.option("--commit", "hidden", is_flag=True, help="Show no tiles, only the commitment to publish.")
@click.option("--check", "given", type=click.Path(path_type=Path), help="Read deals from this file and check them.")
@click.option("--commitment", metavar="HASH", help="The commitment that was published: say whether it is theirs.")
@click.option("--how", is_flag=True, help="Say how a seed becomes tiles, exactly, and end.")
@click.option("--json", "json_out", is_flag=True, help="The deals as JSON; with --check or --commit what was found.")
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Deal boards of duplicate MCR from a seed, or check deals that were published.

    Each seat has a wall of its own of 34 tiles, 13 dealt and 21 to draw, without flowers. The same seed and board
    give the same tiles for ever. Without -o and --trays the trays are shown here.

    Before the event publish the commitment, a hash; afterwards publish the file, so that everyone can check that the
    deals are those of then.

    \b
    fastmcr duplicate deal --boards 16 -o deals.json --trays trays.html
    fastmcr duplicate deal --seed spring --boards 17-32 --prevalent S
    fastmcr duplicate deal --check deals.json --commitment 3f5a...
    fastmcr duplicate deal --check deals.json --trays trays.html

    Exit status: 0; 1 if something is wrong with the deals or does not match; 2 for wrong usage.
    """  # noqa: D301 - click wants the character itself before a paragraph that it is not to fill
    if options["how"]:
        from ..duplicate.shuffle import SPECIFICATION

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
    if options["given"]:
        for name in ("boards", "prevalent", "dealer", "output", "force"):
            if options[name]:
                raise click.UsageError(f"--{name} makes deals; with --check they are read")
    if options["force"] and not options["output"]:
        raise click.UsageError("--force is for the file of -o")
    if options["commitment"] is not None:
        digits = options["commitment"].strip().lower()
        if len(digits) != 64 or not set(digits) <= _HEX:
            message = f"a commitment has 64 hexadecimal digits, not {shown(options['commitment'])}"
            raise click.BadParameter(message, param_hint="'--commitment'")
        options["commitment"] = digits


# --- making -----------------------------------------------------------------------------------------------------------


def _make(options: dict[str, Any]) -> bool:
    """Make deals, write what was asked for, and say so; return whether a commitment given is theirs."""
    from ..duplicate.deal_files import deals_json, write_deals
    from ..duplicate.shuffle import is_guessable, new_seed

    made = options["seed"] is None
    deals = _dealt(new_seed() if made else options["seed"], options)
    if options["output"]:
        write_deals(deals, options["output"], overwrite=options["force"])
    _write_trays(deals, options)
    matches = options["commitment"] in (None, deals.commitment)
    if options["json_out"]:
        print(as_json(_summary(deals, options), indent=1) if options["hidden"] else deals_json(deals).rstrip("\n"))
        return matches
    to_show = not (options["output"] or options["trays"] or options["hidden"] or options["commitment"])
    if to_show:
        _show_trays(deals)
    _print_facts(deals, options, made)
    if not made and is_guessable(deals.seed or ""):
        print(
            f"note: the seed {shown(deals.seed)} is short enough to be guessed, and with it all tiles before the event;"
            " leave out --seed to get a secret one",
            file=sys.stderr,
        )
    return matches


def _dealt(seed: str, options: dict[str, Any]) -> Deals:
    from ..duplicate.deal_files import boards_of
    from ..duplicate.deals import Deals

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
    from ..duplicate.page import write_page
    from ..duplicate.trays import trays_html

    write_page(options["trays"], trays_html(deals, options["title"]))


def _show_trays(deals: Deals) -> None:
    from ..duplicate.trays import tray_block

    for deal in deals:
        draw(tray_block(deal))
        print()


def _print_facts(deals: Deals, options: dict[str, Any], made: bool) -> None:
    from .._tables import Block
    from ..duplicate.trays import VARIANT

    facts = [("Rules", VARIANT), ("Seed", f"{deals.seed}" + (" (made just now)" if made else ""))]
    facts.append(("Commitment", deals.commitment))
    if options["commitment"]:
        facts.append(("Published", _match_words(deals, options["commitment"])))
    facts += (
        [("Deals", f"written to {options['output']}: seed and tiles, to be kept secret until the event is over")]
        if options["output"]
        else []
    )
    facts += [("Tray sheets", f"written to {options['trays']}")] if options["trays"] else []
    notes = []
    if made and not options["output"]:
        notes.append(f"these deals are kept nowhere but here: --seed {deals.seed} deals them again")
    if options["hidden"]:
        notes.append("publish the commitment before the event, keep seed and deals; publish both afterwards: "
                     "fastmcr duplicate deal --check FILE --commitment HASH then says whether they match")  # fmt: skip
    draw(Block(_title(deals), facts, [], "Notes", notes))


def _title(deals: Deals) -> str:
    first, last = deals.boards[0].board, deals.boards[-1].board
    return f"Board {first}" if first == last else f"{len(deals)} boards, {first} to {last}"


def _match_words(deals: Deals, commitment: str) -> str:
    if commitment == deals.commitment:
        return "matches: seed, winds and all tiles are those that were committed to"
    return f"does not match {commitment}"


def _summary(deals: Deals, options: dict[str, Any]) -> dict[str, Any]:
    data = {
        "boards": [deal.board for deal in deals],
        "seed": deals.seed,
        "commitment": deals.commitment,
    }
    if options["commitment"]:
        data["commitment_matches"] = options["commitment"] == deals.commitment
    return data


# --- checking ---------------------------------------------------------------------------------------------------------


def _check(options: dict[str, Any]) -> bool:
    """Check a deals file and say what was found; return whether all is well."""
    from ..duplicate.deal_files import stated_commitment
    from ..duplicate.shuffle import check_seed

    deals, stated = stated_commitment(options["given"])
    seed = deals.seed if options["seed"] is None else check_seed(options["seed"])
    differing = [] if seed is None else deals.contradictions(seed)
    wrong_seed = seed if deals.seed not in (None, seed) else None
    good = (
        not differing
        and wrong_seed is None
        and stated in (None, deals.commitment)
        and options["commitment"] in (None, deals.commitment)
    )
    if good:
        _write_trays(deals, options)
    if options["json_out"]:
        data = _summary(deals, options) | {"seed_checked": seed, "not_of_seed": differing, "good": good}
        print(as_json(data, indent=1))
    else:
        _print_check(deals, stated, seed, differing, options, good)
    return good


def _print_check(
    deals: Deals, stated: str | None, seed: str | None, differing: list[str], options: dict[str, Any], good: bool
) -> None:
    from .._tables import Block
    from ..duplicate.trays import VARIANT

    facts = [("Rules", VARIANT), ("Tiles", "good: four of each tile on every board, 34 for each seat")]
    facts.append(("Seed", _seed_words(deals, seed, differing)))
    facts.append(("Commitment", deals.commitment))
    if stated not in (None, deals.commitment):
        facts.append(("In the file", f"does not match {stated}"))
    if options["commitment"]:
        facts.append(("Published", _match_words(deals, options["commitment"])))
    if options["trays"]:
        facts.append(("Tray sheets", f"written to {options['trays']}" if good else "not written"))
    notes = differing[:10] + ([f"and {len(differing) - 10} boards more"] if len(differing) > 10 else [])
    draw(Block(f"{options['given']}: {_title(deals)}", facts, [], "Boards that are not of the seed", notes))


def _seed_words(deals: Deals, seed: str | None, differing: list[str]) -> str:
    if seed is None:
        return "none in the file: whether a seed made these tiles cannot be checked; --seed gives one"
    if deals.seed not in (None, seed):
        return f"does not match: {shown(deals.seed)} stands in the file, {shown(seed)} was given"
    if differing:
        return f"does not match: {len(differing)} of {len(deals)} boards are not of {shown(seed)}"
    return f"matches: {shown(seed)} gives all {len(deals)} boards"
