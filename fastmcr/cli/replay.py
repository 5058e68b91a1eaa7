"""``fastmcr replay``."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from ..errors import McrError
from ..records.formats.registry import FORMATS, formats_in_words
from .common import as_json, draw, in_help

if TYPE_CHECKING:
    from ..errors import RecordError
    from ..records import Record
    from ..records.replaying.tally import Count, Tally
    from ..show.blocks import Table


@click.command(name="replay", no_args_is_help=True, short_help="Replay game records and report what disagrees.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--from",
    "source_format",
    type=click.Choice(list(FORMATS)),
    help="Format of all FILE; else their content tells it.",
)
@click.option(
    "--show",
    type=click.IntRange(0),
    default=50,
    show_default=True,
    metavar="N",
    help="Show at most N deals that disagree.",
)
@click.option("--strict", is_flag=True, help="Explained differences end with status 1 too.")
@click.option(
    "--json", "json_lines", is_flag=True, help="One JSON object a line for each deal, and a summary as the last line."
)
@click.pass_context
@in_help(formats=formats_in_words())
def command(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    source_format: str | None,
    show: int,
    strict: bool,
    json_lines: bool,
) -> None:
    """Replay the deals of game records in the engine and report every disagreement.

    FILE are files, folders, globs in quotes, or - for standard input. The format is told from the content: {formats}.
    In folders all .json .jsonl .ndjson .pmn .txt .log are read.

    \b
    fastmcr replay game.pmn
    fastmcr replay data.txt --show 10
    fastmcr replay 'logs/*.json' --json

    Compared are legality of every move, tiles held, turns, walls where they are recorded, fans, totals and payments. A
    difference that has its reason in the format or in another rule is explained and does not count as a fault. A
    record that cannot be read is reported and the rest go on.

    Exit status: 0; 1 if a record disagrees or cannot be read, or nothing could be done; 2 for wrong usage.
    """  # noqa: D301 - click wants the character itself before a paragraph that it is not to fill
    from ..records.replaying.tally import Tally

    tally = Tally()
    try:
        records = _read(_paths(files), source_format)
        shown = _shown_json if json_lines else _shown_text
        shown(records, tally, show)
    except McrError as error:
        click.echo(f"error: {error}", err=True)
        ctx.exit(1)
    if json_lines:
        print(as_json({"summary": tally.to_dict()}))
    else:
        _draw(tally)
    ctx.exit(0 if tally.ok and not (strict and tally.total.explained) else 1)


# --- files ------------------------------------------------------------------------------------------------------------


def _paths(files: Sequence[str]) -> list[str]:
    """Return the files that are meant, each once."""
    from ..records.record_files import find_record_files

    found: list[str] = []
    for name in files:
        found += [name] if name == "-" else find_record_files(name)
    return list(dict.fromkeys(found))


def _read(paths: Iterable[str], source_format: str | None) -> Iterator[Record | RecordError]:
    """Yield the records of the files; a file that holds none gives an error in its place."""
    from ..errors import RecordError
    from ..records import read_records
    from ..records.record_files import records_in

    for path in paths:
        if path != "-":
            yield from records_in(path, source_format)
            continue
        try:
            yield from read_records(sys.stdin.buffer, source_format)
        except RecordError as error:
            yield error


# --- output -----------------------------------------------------------------------------------------------------------


def _shown_json(records: Iterable[Record | RecordError], tally: Tally, show: int) -> None:
    from ..errors import RecordError
    from ..records import replay_many

    for found in replay_many(records):
        tally.add(found)
        if isinstance(found, RecordError):
            place = {"file": found.source, "deal": found.number, "place": found.place}
            print(as_json({**place, "error": found.reason}))
        else:
            print(as_json(found.to_dict()))


def _shown_text(records: Iterable[Record | RecordError], tally: Tally, show: int) -> None:
    from ..errors import RecordError
    from ..records import replay_many

    shown = left = 0
    for found in replay_many(records):
        tally.add(found)
        if not isinstance(found, RecordError) and not found.disagreements:
            continue
        if shown == show:
            left += 1
            continue
        shown += 1
        print(f"{found}\n" if not isinstance(found, RecordError) else f"{found} (passed over)\n")
    if left:
        print(f"and {left:,} more deals that disagree, are explained or cannot be read; --show N shows more\n")


def _draw(tally: Tally) -> None:
    """Draw the tables of the summary and what has to be known about the formats."""
    from ..show.blocks import WIDTH, wrapped

    draw(_counts(tally))
    if tally.kinds:
        print()
        draw(_kinds(tally))
    print()
    for name in tally.formats:
        words = wrapped(f"{name} is read as: {FORMATS[name].replayed}.", WIDTH)
        print("\n".join(words))
    for note, number in tally.notes.items():
        print("\n".join(wrapped(f"Note on {number:,} deal{'s' if number > 1 else ''}: {note}.", WIDTH)))
    print(_verdict(tally))


def _counts(tally: Tally) -> Table:
    from ..show.blocks import Table

    rows = tally.rows()
    by_file = rows and rows[0][0] in tally.files
    titles = (
        "File" if by_file else "Format",
        "Deals",
        "Moves",
        "Wins",
        "Compared",
        "Draws",
        "Disagree",
        "Explained",
        "Broken",
    )
    right = tuple(range(1, len(titles)))
    footer = _row("all", tally.total) if len(rows) > 1 else ()
    return Table(titles, [_row(name or "standard input", count) for name, count in rows], right, footer)


def _row(name: str, count: Count) -> tuple[str, ...]:
    numbers = (
        count.deals, count.moves, count.wins, count.compared, count.draws, count.disagreeing, count.explained,
        count.broken,
    )  # fmt: skip
    return (name, *(f"{number:,}" for number in numbers))


def _kinds(tally: Tally) -> Table:
    from ..show.blocks import Table

    kinds = tally.to_dict()["disagreements"]
    rows = [(kind, f"{both['unexplained']:,}", f"{both['explained']:,}") for kind, both in kinds.items()]
    return Table(("Disagreement", "Not explained", "Explained"), list(rows), (1, 2))


def _verdict(tally: Tally) -> str:
    total = tally.total
    parts = []
    if total.broken:
        parts.append(f"{total.broken:,} record{'s' if total.broken > 1 else ''} cannot be read")
    if total.disagreeing:
        parts.append(
            f"{total.disagreeing:,} deal{'s' if total.disagreeing > 1 else ''} "
            f"disagree{'s' if total.disagreeing == 1 else ''}"
        )
    if parts:
        return f"{' and '.join(parts)}."
    if total.explained:
        return f"All {total.deals:,} deals agree, {total.explained:,} with explained differences."
    return f"All {total.deals:,} deals agree." if total.deals != 1 else "The deal agrees."
