"""``fastmcr play``."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from ..errors import McrError
from .common import as_json, draw, lang_option, rules_of, rules_options
from .hands import WIND

if TYPE_CHECKING:
    from ..play import Deal
    from ..play.moves import Move
    from ..show.blocks import Table
    from ..tournament.settlement import Settlement


@click.command(name="play", short_help="Watch a deal of four baseline players.")
@click.option("--seed", type=click.IntRange(0, (1 << 64) - 1), help="Seed of the deal; without it a new one each time.")
@click.option(
    "--game", type=click.Choice(["ordinary", "duplicate", "botzone"]), default="ordinary", show_default=True,
    help="One wall with flowers; personal walls, every claimant wins, duplicate payments; or personal walls, one "
    "winner, ordinary payments.",
)  # fmt: skip
@click.option("--prevalent", type=WIND, metavar="E|S|W|N", help="Prevalent wind; else the seed says.")
@rules_options
@click.option("--until", type=click.IntRange(0), metavar="N", help="Stop after N moves and show the table.")
@click.option("--quiet", is_flag=True, help="The result alone.")
@lang_option
@click.option("--json", "json_out", is_flag=True, help="The deal as one JSON object.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    seed: int | None,
    game: str,
    prevalent: str | None,
    preset: str,
    switches: tuple[str, ...],
    until: int | None,
    quiet: bool,
    lang: str,
    json_out: bool,
) -> None:
    """Watch four baseline players play a deal: every draw, discard and claim, the winning hand and the payments.

    \b
    fastmcr play --seed 7
    fastmcr play --seed 7 --until 20
    fastmcr play --game duplicate --quiet

    The same seed gives the same deal. Hands are hand strings: [123s,1] is a chow whose first tile was claimed, [EEE,2]
    a pung of a tile from opposite, [EEEE] a concealed kong.

    Exit status: 0; 1 if it could not be done; 2 for wrong usage.
    """  # noqa: D301 - click wants the character itself before a paragraph that it is not to fill
    import secrets

    from ..play import Deal
    from ..play.baseline import baseline_action
    from ..play.moves import moves_of_deal

    chosen = secrets.randbelow(1 << 32) if seed is None else seed
    try:
        deal = Deal.from_seed(chosen, game, rules_of(preset, switches), prevalent=prevalent)
        start = deal.copy()
        moves = list(islice(moves_of_deal(deal, baseline_action), until))
    except McrError as error:
        click.echo(f"error: {error}", err=True)
        ctx.exit(1)
    if json_out:
        print(as_json(_data(start, deal, moves)))
        return
    print(_head(start))
    if not quiet:
        print()
        draw(_hands(start))
        print()
        draw(_moves(moves))
    print()
    _show_end(deal, lang)


def _head(deal: Deal) -> str:
    return f"Deal of seed {deal.seed}, {deal.game} game, {deal.prevalent.english} round"


def _hands(deal: Deal) -> Table:
    """Return the hands as they were dealt."""
    from ..play.moves import hand_text
    from ..rulebook.tiles import WINDS
    from ..show.blocks import Table

    rows = [(seat.english, deal.flowers(seat) or "-", hand_text(deal, seat)) for seat in WINDS]
    return Table(("Seat", "Flowers", "Hand"), list(rows))


def _moves(moves: list[Move]) -> Table:
    from ..show.blocks import Table

    rows = [(str(move.number), move.seat.english, _drawn(move), move.words, move.hand) for move in moves]
    return Table(("Move", "Seat", "Draws", "Does", "Hand after it"), list(rows), right=(0,))


def _drawn(move: Move) -> str:
    flowers = f"flower {move.flowers}, " if move.flowers else ""
    return flowers + (str(move.drawn) if move.drawn is not None else "")


def _show_end(deal: Deal, lang: str) -> None:
    from ..show.score import score_block
    from ..tournament.settlement.words import settlement_block

    result = deal.result
    if result is None:
        print(deal)
        return
    if not result.wins:
        print(f"{result.ending[0].upper()}{result.ending[1:]}.")
        return
    for win in result.wins:
        draw(score_block(win.score, lang))
        print()
    draw(settlement_block(_settlement(deal)))


def _settlement(deal: Deal) -> Settlement:
    """Return who pays whom."""
    from ..tournament.settlement import settle

    result = deal.result
    assert result is not None  # the deal has ended
    game = deal.game
    return settle(
        {win.seat: win.score for win in result.wins}, discarder=result.payer, self_drawn=result.payer is None,
        robbed_kong=result.ending.endswith("kong"), duplicate=game.payments == "duplicate",
        multiple_winners=game.multiple_winners, variant=game.sharing,
    )  # fmt: skip


# --- JSON -------------------------------------------------------------------------------------------------------------


def _data(start: Deal, deal: Deal, moves: list[Move]) -> dict[str, Any]:
    from ..play.moves import hand_text
    from ..rulebook.tiles import WINDS

    return {
        "seed": start.seed,
        "game": str(start.game),
        "prevalent": str(start.prevalent),
        "hands": {str(seat): {"hand": hand_text(start, seat), "flowers": start.flowers(seat)} for seat in WINDS},
        "moves": [
            {
                "move": move.number,
                "seat": str(move.seat),
                "flowers": move.flowers,
                "drawn": None if move.drawn is None else str(move.drawn),
                "action": str(move.action),
                "number": int(move.action),
                "hand": move.hand,
            }
            for move in moves
        ],
        "result": _result_data(deal),
    }


def _result_data(deal: Deal) -> dict[str, Any] | None:
    result = deal.result
    if result is None:
        return None
    return {
        "ending": result.ending,
        "winners": [
            {"seat": str(win.seat), "hand": str(win.hand), "points": win.score.points, "total": win.score.total,
             "fans": [{"fan": int(fan), "name": str(fan), "count": count} for fan, count in win.score.fans.items()]}
            for win in result.wins
        ],
        "from": None if result.payer is None else str(result.payer),
        "points": list(result.scores),
    }  # fmt: skip
