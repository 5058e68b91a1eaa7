"""A report on annotated files: one HTML page that needs no network."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ..errors import InputError
from ..files.optional import need
from ..files.output import is_standard_output, write_text
from ..rulebook.fans import Fan
from ..rulebook.rules import Rules
from ..show.html import Grid, render
from .results import FORM_COLUMNS
from .summary import Summary, summarise

__all__ = ["report_html", "write_report"]

BLUE, ORANGE, GREY = "#2f6f9f", "#d9822b", "#8794a1"
DRAWN_FANS = 30  # the table below the drawing has them all
DRAWN_SHARE = 0.995  # of the hands: a single hand of 300 points is not to squeeze the others
BARRED = 127  # shanten of a form that the melds bar


class Card(NamedTuple):
    """One number with what it is."""

    label: str
    value: str
    note: str = ""


class Section(NamedTuple):
    """What stands under a heading: words, a drawing as HTML with what it shows in words, tables, words."""

    title: str
    words: str = ""
    drawing: str = ""
    caption: str = ""
    tables: Sequence[Grid] = ()
    more: str = ""


def write_report(
    given: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], out: str | os.PathLike[str] | None = None
) -> str:
    """Write a report on files with columns of `annotate` or `fastmcr bulk`.

    Parameters
    ----------
    given : path or sequence of paths
        Parquet and Arrow files, globs, folders. Whatever of ``status``, ``reason``, ``points``, ``legal``, ``fans`` and
        the columns of shanten is there is reported.
    out : path, optional
        The page, ``-`` for standard output; by default beside the first file, with the ending ``.html``.

    Returns
    -------
    str
        Where it was written.

    Raises
    ------
    FileError
        If a file cannot be read or written.
    InputError
        If a file has none of the columns, or one of a wrong type.
    MissingPackageError
        If pyarrow or plotly is absent.

    Examples
    --------
    >>> import pyarrow as pa, pyarrow.parquet as pq, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     pq.write_table(pa.table({"shanten": [0, 1, 1]}), f"{folder}/hands.parquet")
    ...     os.path.basename(write_report(f"{folder}/hands.parquet"))
    'hands.html'
    """
    need("plotly", extra="report")  # before the files are read
    summary = summarise(given)
    first = summary.files[0].path
    target = os.fspath(out) if out is not None else os.path.splitext(first)[0] + ".html"
    if not is_standard_output(target) and any(
        os.path.exists(target) and os.path.samefile(target, file.path) for file in summary.files
    ):
        raise InputError(f"{target} is one of the files that are reported on; name another page")
    html = report_html(summary)
    write_text(target, html)
    return target


def report_html(summary: Summary) -> str:
    """Return the page of a report.

    Parameters
    ----------
    summary : Summary
        As `summarise` returns it.

    Returns
    -------
    str
        HTML with everything it needs.

    Raises
    ------
    MissingPackageError
        If plotly is absent.

    Examples
    --------
    >>> "3 rows" in report_html(Summary(rows=3, status=Counter({0: 3})))
    True
    """
    offline = need("plotly.offline", extra="report")
    names = [os.path.basename(file.path) for file in summary.files]
    title = f"Report on {names[0]}" if len(names) == 1 else f"Report on {len(names)} files"
    parts = (_points, _fans, _shanten, _bad, _files)
    return render(
        "report.html.j2",
        title=title,
        rows=_rows(summary.rows),
        cards=list(_cards(summary)),
        sections=[section for part in parts for section in part(summary)],
        plotly=offline.get_plotlyjs(),
    )


def _table(caption: str, titles: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[int] = ()) -> Grid:
    """Return a table; columns at the places of `numbers` are set flush right."""
    return Grid(titles, [place in numbers for place in range(len(titles))], list(rows), "", caption)


def _rows(number: int) -> str:
    return f"{number:,} row{'' if number == 1 else 's'}"


def _share(part: int, whole: int) -> str:
    """Return a share in per cent, never 0 or 100 where it is not."""
    share = 100 * part / whole if whole else 0.0
    if 0 < share < 0.01:
        return "< 0.01\N{NO-BREAK SPACE}%"
    if 99.9 < share < 100:
        return "> 99.9\N{NO-BREAK SPACE}%"
    return f"{share:.2f}\N{NO-BREAK SPACE}%" if 0 < share < 10 else f"{share:.1f}\N{NO-BREAK SPACE}%"


def _cards(summary: Summary) -> Iterator[Card]:
    yield Card("Rows", f"{summary.rows:,}")
    if summary.status:
        yield Card("Bad rows", f"{summary.bad:,}", _share(summary.bad, summary.rows))
    if summary.scored:
        points = _by_points(summary)
        mean = sum(value * count for value, count in points.items()) / summary.scored
        yield Card("Wins scored", f"{summary.scored:,}", _share(summary.scored, summary.rows))
        yield Card("Points", f"{mean:.1f}", f"on average; median {quantile(points, 0.5)}")
    if _has_legal(summary):
        yield Card("Illegal wins", _share(summary.illegal, summary.scored), f"{summary.illegal:,} below the minimum")
    if best := summary.shanten.get("shanten"):
        ready = sum(count for value, count in best.items() if value <= 0)
        yield Card("Ready or complete", _share(ready, best.total()), f"{ready:,} hands")


def quantile(counts: Counter[int], share: float) -> int:
    """Return the smallest value that at least this share of the items does not exceed.

    Examples
    --------
    >>> quantile(Counter({8: 5, 24: 4, 88: 1}), 0.5), quantile(Counter({8: 5, 24: 4, 88: 1}), 0.95)
    (8, 88)
    """
    needed, seen = share * counts.total(), 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= needed:
            return value
    return max(counts)


# --- points ----------------------------------------------------------------------------------------------------------


def _has_legal(summary: Summary) -> bool:
    return any(legal is not None for _, legal in summary.points)


def _by_points(summary: Summary) -> Counter[int]:
    counts: Counter[int] = Counter()
    for (value, _), count in summary.points.items():
        counts[value] += count
    return counts


def _points(summary: Summary) -> Iterator[Section]:
    if not summary.scored:
        return
    counts = _by_points(summary)
    upto = quantile(counts, DRAWN_SHARE)
    sides = (
        [("reaches the minimum", True, BLUE), ("below the minimum", False, ORANGE)]
        if _has_legal(summary)
        else [("wins", None, BLUE)]
    )
    bars = []
    for name, legal, colour in sides:
        chosen = {value: count for (value, side), count in summary.points.items() if side is legal and value <= upto}
        if chosen:
            values = sorted(chosen)
            bars.append(_bar(values, [chosen[value] for value in values], name, colour, "%{x} points: %{y:,} wins"))
    beyond = sum(count for value, count in counts.items() if value > upto)
    words = [f"Wins by points, without flowers; half of them have at most {quantile(counts, 0.5)}."]
    if _has_legal(summary):
        share = _share(summary.illegal, summary.scored)
        words.append(f"{share} ({summary.illegal:,}) are illegal: they do not reach the minimum.")
    if beyond:
        words.append(f"{beyond:,} above {upto} points are not drawn; the dearest has {max(counts)}.")
    marks = [("least", 0.0), ("1 %", 0.01), ("10 %", 0.1), ("25 %", 0.25), ("half", 0.5), ("75 %", 0.75)]
    marks += [("90 %", 0.9), ("99 %", 0.99), ("99.9 %", 0.999), ("all", 1.0)]
    rows = [(name, f"{quantile(counts, share):,}") for name, share in marks]
    shares = _table("So many points have at most", ["Share of the wins", "Points"], rows, numbers=[1])
    drawing = _drawing("points", bars, "points", "wins")
    yield Section("Points", drawing=drawing, caption=" ".join(words), tables=[shares])


# --- fans ------------------------------------------------------------------------------------------------------------


def _fans(summary: Summary) -> Iterator[Section]:
    if not summary.scored_fans:
        return
    found = sorted((fan for fan in Fan if summary.fans[fan]), key=lambda fan: (-summary.fans[fan], fan))
    if not found:
        yield Section("Fans", f"No fan in {summary.scored_fans:,} wins.")
        return
    rules = _rules(summary)
    drawn = found[:DRAWN_FANS][::-1]
    labels = [f'{fan.english}<br><span style="color:#8794a1">{fan.chinese}</span>' for fan in drawn]
    counts = [int(summary.fans[fan]) for fan in drawn]
    bar = _bar(counts, labels, "", BLUE, "%{y}: %{x:,} wins", across=True)
    bar.text = [_share(count, summary.scored_fans) for count in counts]
    bar.update(textposition="auto", cliponaxis=False, insidetextanchor="end")
    first, shown = found[0], "The" if len(found) == len(drawn) else f"The {len(drawn)} most frequent"
    words = (
        f"{shown} fans by the number of wins in which they count; the most frequent is {first.english} "
        f"({_share(int(summary.fans[first]), summary.scored_fans)} of {summary.scored_fans:,} wins)."
    )
    rows = [
        (
            fan.english,
            fan.chinese,
            str(rules.points_of(fan)),
            f"{summary.fans[fan]:,}",
            _share(int(summary.fans[fan]), summary.scored_fans),
            f"{summary.fan_times[fan]:,}",
        )
        for fan in found
    ]
    missing = [f"{fan.english} {fan.chinese}" for fan in Fan if not summary.fans[fan]]
    titles = ["Fan", "Chinese", "Points", "Wins", "Share", "Times in all"]
    yield Section(
        "Fans",
        drawing=_drawing("fans", [bar], "wins", "", height=90 + 34 * len(drawn)),
        caption=words,
        tables=[_table("All fans that count in some win", titles, rows, numbers=[2, 3, 4, 5])],
        more=f"In no win: {', '.join(missing)}." if missing else "",
    )


# --- shanten ---------------------------------------------------------------------------------------------------------

_FORMS = {"shanten": "Best of all", **{name: name[8:].replace("_", " ").capitalize() for name in FORM_COLUMNS[:5]}}


def _distance(value: int) -> str:
    return {-1: "complete", 0: "ready", BARRED: "barred by melds"}.get(value, str(value))


def _shanten(summary: Summary) -> Iterator[Section]:
    forms = {name: counts for name in _FORMS if (counts := summary.shanten.get(name))}
    if not forms:
        return
    name = next(iter(forms))
    counts = forms[name]
    values = sorted(value for value in counts if value != BARRED)
    bar = _bar([_distance(value) for value in values], [counts[value] for value in values], "", BLUE, "%{y:,} hands")
    bar.text = [_share(counts[value], counts.total()) for value in values]
    bar.update(textposition="outside", cliponaxis=False)
    of_form = "" if name == "shanten" else f" in the form of {_FORMS[name].lower()}"
    words = f"Hands by shanten{of_form}: how many tiles they are away from ready."
    if values:
        common = max(values, key=lambda value: counts[value])
        words += f" The most frequent is {_distance(common)} ({_share(counts[common], counts.total())})."
    distances = sorted(set().union(*forms.values()))
    rows = [
        (_distance(value), *(f"{counts[value]:,}" if counts[value] else "" for counts in forms.values()))
        for value in distances
    ]
    titles = ["Shanten", *(_FORMS[name] for name in forms)]
    table = _table("Hands by shanten in each form", titles, rows, numbers=range(1, len(titles)))
    yield Section("Shanten", drawing=_drawing("shanten", [bar], "shanten", "hands"), caption=words, tables=[table])


# --- bad rows, files -------------------------------------------------------------------------------------------------


def _bad(summary: Summary) -> Iterator[Section]:
    if not summary.status:
        return
    if not summary.bad:
        yield Section("Bad rows", "None: all that was asked is there in every row.")
        return
    rows = [
        (reason, f"{count:,}", _share(count, summary.rows))
        for reason, count in sorted(summary.reasons.items(), key=lambda item: (-item[1], item[0]))
    ]
    share = _share(summary.bad, summary.rows)
    words = f"{_rows(summary.bad)} of {summary.rows:,} ({share}) lack something that was asked for."
    titles = ["Reason", "Rows", "Share of all rows"]
    yield Section("Bad rows", words, tables=[_table("Bad rows by reason", titles, rows, numbers=[1, 2])])


def _files(summary: Summary) -> Iterator[Section]:
    if not summary.files:
        return
    rows = [
        (
            file.path,
            file.format,
            f"{file.rows:,}",
            "" if file.row_groups is None else f"{file.row_groups:,}",
            f"{file.size / 1e6:,.1f} MB",
        )
        for file in summary.files
    ]
    facts = [("Columns", ", ".join(summary.columns))]
    done, made = summary.metadata.get("fastmcr.bulk"), summary.metadata.get("fastmcr.made")
    if isinstance(made, dict):
        facts.append(("Hands", f"population {made.get('population')}, seed {made.get('seed')}"))
    if isinstance(done, dict):
        switches = ", ".join(f"{name} = {value}" for name, value in (done.get("rules") or {}).items())
        facts.append(("Rules", f"default but for {switches}" if switches else "default"))
        facts.append(("Made by", f"fastmcr {done.get('version')}"))
    titles = ["File", "Format", "Rows", "Row groups", "Size"]
    read = _table("What was read", titles, rows, numbers=[2, 3, 4])
    yield Section("Files", tables=[read, _table("What is known of it", ["What", "Value"], facts)])


def _rules(summary: Summary) -> Rules:
    """Return the rules of the metadata, the default rules where there are none."""
    done = summary.metadata.get("fastmcr.bulk")
    switches = done.get("rules") if isinstance(done, dict) else None
    try:
        return Rules(**switches) if isinstance(switches, dict) else Rules()
    except (TypeError, ValueError):
        return Rules()


# --- drawings --------------------------------------------------------------------------------------------------------


def _bar(x: list[Any], y: list[Any], name: str, colour: str, words: str, across: bool = False) -> Any:
    objects = need("plotly.graph_objects", extra="report")
    return objects.Bar(
        x=x, y=y, name=name, orientation="h" if across else "v", marker={"color": colour},
        hovertemplate=f"{words}<extra>{name}</extra>",
    )  # fmt: skip


def _drawing(name: str, bars: list[Any], across: str, up: str, height: int = 380) -> str:
    """Return a drawing of bars as HTML."""
    objects = need("plotly.graph_objects", extra="report")
    drawn = objects.Figure(bars)
    axis = {"gridcolor": "#e6ebef", "zerolinecolor": "#c3ccd4", "automargin": True, "fixedrange": True}
    drawn.update_layout(
        barmode="stack", bargap=0.15, height=height, dragmode=False, autosize=True, plot_bgcolor="rgba(0,0,0,0)",
        paper_bgcolor="rgba(0,0,0,0)", margin={"l": 10, "r": 30, "t": 30, "b": 40}, showlegend=len(bars) > 1,
        font={"family": "inherit", "size": 13, "color": "#1c2733"}, separators=".,",
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        xaxis={**axis, "title": {"text": across}}, yaxis={**axis, "title": {"text": up}},
    )  # fmt: skip
    counts = drawn.layout.xaxis if bars and bars[0].orientation == "h" else drawn.layout.yaxis
    counts.update(tickformat="~s", rangemode="tozero", nticks=5)
    html: str = drawn.to_html(
        full_html=False,
        include_plotlyjs=False,
        div_id=f"drawing-{name}",
        config={"responsive": True, "displaylogo": False, "displayModeBar": False},
    )
    return html
