"""``fastmcr records convert``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ..errors import FileError, InputError, McrError, RecordError
from ..files.atomic import file_behind
from ..files.output import is_standard_output
from ..records.formats.registry import WRITTEN
from .records_options import records_option, skipped_option

if TYPE_CHECKING:
    from ..records import Record


@click.command(name="convert", no_args_is_help=True, short_help="Write records as JSON Lines or PMN.")
@click.argument("inputs", nargs=-1, required=True, metavar="IN...")
@click.argument("output", metavar="OUT|-")
@records_option
@click.option("--to", type=click.Choice(sorted(set(WRITTEN.values()))), help="Format of OUT; else its ending says it.")
@skipped_option
@click.option("--overwrite", is_flag=True, help="Replace OUT if it is there.")
@click.option("--quiet", is_flag=True, help="No summary unless records were skipped.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    inputs: tuple[str, ...],
    output: str,
    source_format: str | None,
    to: str | None,
    show: int,
    overwrite: bool,
    quiet: bool,
) -> None:
    """Write the records of some files to one file of another format.

    IN are files, folders and globs in quotes, of any format of records. The ending of OUT says the format: .jsonl or
    .ndjson for our own JSON Lines, which lose nothing, .pmn for PMN. With - the records go to standard output, in the
    format of --to, and what is said of them to standard error. A record that cannot be read, or that PMN cannot hold,
    is named and skipped.

    \b
    fastmcr records convert data.txt data.jsonl
    fastmcr records convert 'logs/*.json' logs.pmn
    fastmcr records convert data.txt - --to fastmcr | gzip > data.jsonl.gz

    Exit status: 0; 1 if records were skipped or it could not be done; 2 for wrong usage.
    """  # noqa: D301 - click wants the character itself before a paragraph that it is not to fill
    from ..records import write_records
    from ..records.record_files import find_record_files

    skipped: list[RecordError] = []
    try:
        format = to or _format_of(output)
        files = find_record_files(inputs)
        _check_output(output, files, overwrite)
        written = write_records(_readable(files, source_format, format, skipped), output, format, overwrite=overwrite)
    except McrError as error:
        click.echo(f"error: {error}", err=True)
        ctx.exit(1)
    lines = [f"skipped: {one}" for one in skipped[:show]]
    if len(skipped) > show:
        lines.append(f"skipped: {len(skipped) - show:,} more")
    if skipped or not quiet:
        lines.append(f"{output}: {_records(written)}, {_records(len(skipped))} skipped")
    for line in lines:
        click.echo(line, err=is_standard_output(output))
    ctx.exit(1 if skipped else 0)


def _records(number: int) -> str:
    return f"{number or 'no'} record{'s' if number > 1 else ''}"


def _format_of(output: str) -> str:
    if is_standard_output(output):
        raise InputError(
            f"standard output has no ending; say the format: --to {', '.join(dict.fromkeys(WRITTEN.values()))}"
        )
    ending = os.path.splitext(output)[1].lower()
    if ending not in WRITTEN:
        raise InputError(f"{output} must end in {', '.join(WRITTEN)}, which say the format")
    return WRITTEN[ending]


def _check_output(output: str, files: list[str], overwrite: bool) -> None:
    if is_standard_output(output):
        return
    file_behind(output)
    if any(os.path.realpath(name) == os.path.realpath(output) for name in files):
        raise InputError(f"{output} is both read and written; name another output")
    if os.path.exists(output) and not overwrite:
        raise FileError(f"{output} is there already; replace it with --overwrite", path=output)


def _readable(files: list[str], source_format: str | None, format: str, skipped: list[RecordError]) -> Iterator[Record]:
    """Yield the records that can be read, and that the format can hold."""
    from ..records.record_files import records_in
    from ..records.writing import text_of

    for name in files:
        for record in records_in(name, source_format):
            if isinstance(record, RecordError):
                skipped.append(record)
                continue
            try:
                text_of(record, format)
            except RecordError as error:
                skipped.append(
                    RecordError(error.reason, source=record.source, number=record.number, place=record.place)
                )
                continue
            yield record
