"""How far a long task is: told to a callable, or drawn on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from ..errors import InputError, shown

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["Progress", "Report", "reporting"]

Progress = Callable[[int, int], object] | bool | None
Report = Callable[..., object]


@contextmanager
def reporting(progress: Progress, *begun: int, rows: int | None = None, words: str = "") -> Iterator[Report]:
    """Lend a function that is told how much more is done.

    Parameters
    ----------
    progress : callable, True or None
        A callable gets the sums, and `rows` behind them where it is given; True draws on standard error.
    *begun : int
        The sums before.
    rows : int, optional
        What the only sum will be in the end: then a bar is drawn, with rate and time left.
    words : str, optional
        A line with places for the sums, which is drawn where there is no such end.

    Raises
    ------
    InputError
        If `progress` is something else.

    Examples
    --------
    >>> with reporting(lambda done, rows: print(f"{done} of {rows}"), 100, rows=300) as report:
    ...     report(150)
    ...     report(50)
    250 of 300
    300 of 300
    """
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        raise InputError(f"progress must be True, a callable or None, not {shown(progress)}")
    if progress is True and rows is not None:
        with _bar(begun[0], rows) as report:
            yield report
        return
    sums, ends = list(begun), () if rows is None else (rows,)
    with _line(words.format(*begun), words) if progress is True else nullcontext(progress) as told:

        def tell(*more: int) -> None:
            sums[:] = [sum(both) for both in zip(sums, more, strict=True)]
            if callable(told):
                told(*sums, *ends)

        yield tell


@contextmanager
def _line(begun: str, words: str) -> Iterator[Report]:
    from rich.console import Console

    with Console(file=sys.stderr).status(begun) as status:
        yield lambda *sums: status.update(words.format(*sums))


@contextmanager
def _bar(begun: int, rows: int) -> Iterator[Report]:
    from rich.console import Console
    from rich.progress import BarColumn, ProgressColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar
    from rich.text import Text

    class Rate(ProgressColumn):
        """Rows a second."""

        def render(self, task: Any) -> Text:
            return Text(f"{task.speed:,.0f} rows/s" if task.speed else "")

    columns = (
        BarColumn(), TaskProgressColumn(), TextColumn("{task.completed:,} of {task.total:,} rows"), Rate(),
        TimeRemainingColumn(),
    )  # fmt: skip
    with Bar(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("rows", total=rows, completed=begun)
        yield lambda more: bar.advance(task, more)
