"""The results book: every number in it, links and names, in a browser, and the command that writes it."""

from __future__ import annotations

import html.parser
import json
import random
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from browser import open_page
from click.testing import CliRunner, Result

from fastmcr.cli.duplicate_report import command
from fastmcr.errors import DealError, InputError
from fastmcr.rulebook.tiles import WINDS
from fastmcr.tournament.duplicate import (
    Board,
    Event,
    EventResult,
    EventRules,
    Penalty,
    Player,
    Scale,
    Standing,
    TableResult,
    Team,
    score_event,
)
from fastmcr.tournament.duplicate.book import book_html
from fastmcr.tournament.duplicate.book_parts import ending, figure
from fastmcr.tournament.duplicate.deal_files import write_deals
from fastmcr.tournament.duplicate.deals import Deal, Deals
from fastmcr.tournament.duplicate.deals_in_event import with_deals
from fastmcr.tournament.duplicate.files_csv import results_csv

SCALE = "wbf-bridge-div10"
NAMES = ["Ann Lee", "Bo & Co", "Cy <b>Bold</b>", "<script>alert('x')</script>", 'Ed "Q" O\'Neil', "李伟", "Gus", "Hal",
         "Ida", "Jo", "Kim", "Lou", "Mia", "Ned", "Ola", "Pia"]  # fmt: skip
VOID = {"meta", "link", "br", "path", "rect", "circle", "use"}


class Parsed(html.parser.HTMLParser):
    """The sections of a page: id -> tables of rows of texts; and ids, links, text, all tags well closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.stack: list[tuple[str, str]] = []
        self.tables: dict[str, list[list[list[str]]]] = {}
        self.texts: dict[str, str] = {}
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.sums: dict[str, list[list[str]]] = {}
        self.feed(text)
        self.close()
        assert self.stack == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.add(tag)
        assert not [name for name in given if name.startswith("on") or name == "src"]
        if "id" in given:
            self.ids.append(str(given["id"]))
        if tag in ("a", "use"):
            self.links.append(str(given["href"]))
        if tag not in VOID:
            self.stack.append((tag, str(given.get("id", ""))))
        if tag == "table":
            self.tables.setdefault(self.section, []).append([])
        elif tag == "tr":
            self.tables[self.section][-1].append([])
        elif tag in ("td", "th"):
            self.tables[self.section][-1][-1].append("")
        elif tag == "dt":
            self.sums.setdefault(self.section, []).append(["", ""])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        section = self.section
        self.texts[section] = self.texts.get(section, "") + data
        if self.stack and self.stack[-1][0] in ("dt", "dd"):
            self.sums[section][-1][self.stack[-1][0] == "dd"] += data
        if any(tag in ("td", "th") for tag, _ in self.stack):
            self.tables[section][-1][-1][-1] += data

    @property
    def section(self) -> str:
        return next((name for tag, name in reversed(self.stack) if tag == "section" and name), "")

    def rows(self, section: str, first: str) -> list[dict[str, str]]:
        """Return the rows of all tables of a section whose first title is this, by title."""
        found = []
        for table in self.tables[section]:
            if table[0][0] == first:
                found += [dict(zip(table[0], row, strict=True)) for row in table[1:]]
        return found


def parsed(result: EventResult, **more: Any) -> Parsed:
    return Parsed(book_html(result, **more))


def individual(players: int = 16, boards: int = 8, seed: int = 1, **rules: Any) -> Event:
    """Return an event in which nearly all happens that can."""
    rng = random.Random(seed)
    names = (NAMES + [f"Player {number}" for number in range(17, players + 1)])[:players]
    results = []
    for board in range(1, boards + 1):
        order = rng.sample(names, players)
        for table in range(players // 4):
            results.append(
                TableResult(board, str(table + 1), tuple(order[4 * table : 4 * table + 4]), **_end(rng, table))
            )
    winds = [Board(board, "ESWN"[(board - 1) // 4 % 4]) for board in range(1, boards + 1)]
    return Event(results, EventRules(**rules), "Spring <Open>", "2025-05-17", "Göteborg", boards=winds,
                 players=[Player(name, carry_over=index % 3) for index, name in enumerate(names)],
                 penalties=[Penalty(names[0], 2, "mobile <phone>")])  # fmt: skip


def _end(rng: random.Random, table: int) -> dict[str, Any]:
    winds = rng.sample("ESWN", 4)
    points = rng.choices([8, 9, 10, 16, 25, 64], k=2)
    end: dict[str, Any] = rng.choice(
        [
            {"wins": {}},
            {"wins": {winds[0]: points[0]}},
            {"wins": {winds[0]: points[0]}, "source": winds[3]},
            {"wins": {winds[0]: points[0], winds[1]: points[1]}, "source": winds[3]},
        ]
    )
    if rng.random() < 0.15:
        end["false_hu"] = [(winds[2], rng.random() < 0.5)]
    if rng.random() < 0.1:
        end["penalties"] = [(winds[3], "1/2", "late & loud")]
    if rng.random() < 0.1:
        end["substitutes"] = {winds[1]: f"Reserve {table}"}
    return end


def teams(**rules: Any) -> Event:
    rng = random.Random(7)
    names = ["Reds & <i>", "Blues", "Greens", "Golds"]
    results = []
    for board in range(1, 5):
        for table in range(4):
            four = [f"{names[(table + wind) % 4]} {'ABCD'[wind]}" for wind in range(4)]
            results.append(TableResult(board, str(table + 1), tuple(four), **_end(rng, table)))
    members = [Player(f"{name} {letter}", name) for name in names for letter in "ABCD"]
    return Event(results, EventRules(kind="team", **rules), "Cup", players=members, teams=[Team("Blues", 5)],
                 penalties=[Penalty("Greens", 3, "late"), Penalty("Golds A", 1, "phone")])  # fmt: skip


RULES = {
    "individual": individual(),
    "others": individual(datum="others", trim=0, datum_rounding="nearest"),
    "sum": teams(),
    "mean": teams(team_base="mean"),
    "convert": teams(team_order="convert-then-sum"),
    "convert mean": teams(team_order="convert-then-sum", team_base="mean", datum="others"),
    "matches": teams(head_to_head=True),
}


@pytest.fixture(params=RULES)
def result(request: pytest.FixtureRequest) -> EventResult:
    return score_event(RULES[request.param], SCALE)


# --- numbers ----------------------------------------------------------------------------------------------------------


def test_the_example_of_the_specification() -> None:
    """duplicate.md 2.1: East scores +33, -8, -16, 0."""
    ends = [
        {"wins": {"E": 9}},
        {"wins": {"S": 8}, "source": "W"},
        {"wins": {"S": 20, "W": 10}, "source": "N"},
        {"wins": {}},
    ]
    results = [TableResult(1, str(table + 1), tuple(f"{wind}{table + 1}" for wind in "ESWN"), **end)
               for table, end in enumerate(ends)]  # fmt: skip
    page = parsed(score_event(Event(results), SCALE))
    rows = [list(row.values()) for row in page.rows("board1", "Player")]
    assert rows[:4] == [
        ["E1", "1", "+33", "+30.75", "+7"],
        ["E4", "4", "0", "−2.25", "−1"],
        ["E2", "2", "−8", "−10.25", "−3"],
        ["E3", "3", "−16", "−18.25", "−5"],
    ]
    assert "East datum +2.25" in page.texts["board1"]
    ended = [row[-1] for row in page.tables["board1"][4][1:]]
    assert ended == ["East 9, self-drawn", "South 8, from West", "South 20 and West 10, from North", "draw"]
    assert page.tables["board1"][4][3] == ["3", "E3", "−16", "S3", "+36", "W3", "+26", "N3", "−46", ended[2]]
    others = parsed(score_event(Event(results, EventRules(datum="others")), SCALE))
    assert [list(row.values()) for row in others.rows("board1", "Player")][:4] == [
        ["E1", "1", "+33", "−8", "+41", "+9"],
        ["E4", "4", "0", "+3", "−3", "−1"],
        ["E2", "2", "−8", "≈+5.67", "≈−13.67", "−4"],
        ["E3", "3", "−16", "≈+8.33", "≈−24.33", "−6"],
    ]


def test_every_line_stands_on_its_board(result: EventResult) -> None:
    page = parsed(result)
    for board in result.event.all_boards:
        section = f"board{board.number}"
        tables = [table for table in result.tables if table.board == board.number]
        shown = next(table for table in page.tables[section] if table[0][0] == "Table")
        assert [[row[0], row[1:-1:2], row[2:-1:2]] for row in shown[1:]] == [
            [table.table,
             [name + (f" ({stood} played)" if stood else "") for name, stood in
              zip(table.players, table.substitutes, strict=True)],
             [figure(score) for score in table.scores or ()]]
            for table in tables
        ]  # fmt: skip
        lines = [line for line in result.lines if line.board == board.number and line.imp is not None]
        rows = page.rows(section, "Player")
        assert [(row["Player"], row["Table"], row["Points"], row["Dev."], row["IMP"]) for row in rows] == [
            (line.player, line.table, figure(line.score), figure(line.deviation), figure(line.imp)) for line in lines
        ]
        lost = [line.false_hu_imp + line.penalty_imp for line in lines]
        assert [row.get("Pen.", "") for row in rows] == [figure(-cost) if cost else "" for cost in lost]
        of_teams = [line for line in result.team_lines if line.board == board.number]
        if of_teams:
            shown = next(table for table in page.tables[section] if table[0][:2] == ["Team", "East"])
            assert [row[:6] for row in shown[1:]] == [
                [line.team, *map(figure, line.scores), figure(line.total)] for line in of_teams
            ]
            assert [row[shown[0].index("IMP")] for row in shown[1:]] == [figure(line.imp) for line in of_teams]
        met = [line for line in result.match_lines if line.board == board.number]
        if met:
            shown = next(table for table in page.tables[section] if "Against" in table[0])
            assert [row[:4] + row[5:] for row in shown[1:]] == [
                [line.teams[0], figure(line.totals[0]), line.teams[1], figure(line.totals[1]), figure(line.imp),
                 figure(-line.imp)] for line in met
            ]  # fmt: skip


def test_standings(result: EventResult) -> None:
    rows = parsed(result).rows("top", "Rank")
    assert len(rows) == len(result.standings)
    for row, line in zip(rows, result.standings, strict=True):
        assert row["Rank"] == f"{line.rank}{'=' if line.shared else ''}"
        assert row["Team" if result.rules.kind == "team" else "Player"] == line.name
        assert (row["Total"], row["Points"]) == (figure(line.total), figure(line.points))
        assert (row["Boards"], row["IMP"]) == (str(line.boards), figure(line.imp))
        assert row["Carried over"] == figure(line.carried)
        assert row["Penalties"] == (figure(-line.penalty_imp) if line.penalty_imp else "")
        fouls = f"{figure(-line.false_hu_imp)} ({line.false_hu}×)" if line.false_hu else ""
        assert row["False hu"] == fouls


def test_player_sheets(result: EventResult) -> None:
    page = parsed(result)
    names = sorted(player.name for player in result.event.all_players)
    sheets = [section for section in page.texts if section.startswith("player")]
    assert len(sheets) == len(names)
    seen = []
    for section in sheets:
        name = page.texts[section].removeprefix("\nContents")
        name = max((given for given in names if name.startswith(given)), key=len)
        seen.append(name)
        lines = [line for line in result.lines if line.player == name]
        rows = page.rows(section, "Board")
        assert len(rows) == len(lines)
        for row, line in zip(rows, lines, strict=True):
            assert (row["Board"], row["Wind"], row["Table"]) == (str(line.board), line.wind.english, line.table)
            assert row["Points"] == figure(line.score)
            table = next(table for table in result.tables if (table.board, table.table) == (line.board, line.table))
            others = [f"{wind} {table.players[wind]}" for wind in WINDS if wind is not line.wind]
            assert row["Opponents"] == " ".join(others)
            if line.imp is not None:
                assert (row["Dev."], row["IMP"]) == (figure(line.deviation), figure(line.imp))
            if line.datum is not None:
                assert row["Datum"] == figure(line.datum)
            cost = line.false_hu_imp + line.penalty_imp
            assert row.get("Penalty", "") == (figure(-cost) if cost else "")
            assert (f"{line.substitute} played" in row["How it ended"]) == bool(line.substitute)
        standing = next((standing for standing in result.standings if standing.name == name), None)
        if standing is not None:
            check_sums(page.sums[section], standing)
    assert sorted(seen) == names


def check_sums(sums: list[list[str]], standing: Standing) -> None:
    """Check that what a sheet adds up is there once and gives the total."""
    values = [(label, Fraction(value.replace("\N{MINUS SIGN}", "-"))) for label, value in sums]
    assert values[0] == ("Points", standing.points)
    assert values[1] == ("IMP", standing.imp)
    assert values[-1] == ("Total IMP", standing.total)
    assert sum(value for _, value in values[1:-1]) == standing.total
    lost = sum(value for label, value in values if label.startswith("Penalt"))
    assert lost == -standing.penalty_imp


def test_team_sheets() -> None:
    result = score_event(teams(team_base="mean"), SCALE)
    page = parsed(result)
    for number, name in enumerate(sorted(standing.name for standing in result.standings), 1):
        section = f"team{number}"
        assert page.texts[section].startswith(f"\nContents{name}rank ")
        lines = [line for line in result.team_lines if line.team == name]
        rows = page.rows(section, "Board")
        assert [(row["Board"], row["Sum"], row["Datum"], row["Converted"], row["IMP"]) for row in rows] == [
            (str(line.board), figure(line.total), figure(line.datum), figure(line.deviation), figure(line.imp))
            for line in lines
        ]
        standing = next(standing for standing in result.standings if standing.name == name)
        check_sums(page.sums[section], standing)
    assert "Penalty: late−3" in page.texts["team3"]
    assert "Penalty: phone (Golds A)−1" in page.texts["team2"]
    assert "Carried over+5" in page.texts["team1"]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_matches_of_a_team(number: int) -> None:
    result = score_event(teams(head_to_head=True), SCALE)
    name = sorted(standing.name for standing in result.standings)[number - 1]
    rows = parsed(result).rows(f"team{number}", "Against")
    assert len(rows) == 3
    for row in rows:
        met = [line for line in result.match_lines if set(line.teams) == {name, row["Against"]}]
        imps = [line.imp if line.teams[0] == name else -line.imp for line in met]
        assert row["Board: IMP"] == ", ".join(
            f"{line.board}:\N{NO-BREAK SPACE}{figure(imp)}" for line, imp in zip(met, imps, strict=True)
        )
        assert row["IMP"] == figure(sum(imps, Fraction(0)))


def test_order_of_results_changes_nothing() -> None:
    event = individual()
    results = list(event.results)
    random.Random(3).shuffle(results)
    other = Event(results, event.rules, event.name, event.date, event.place, event.boards, event.players[::-1],
                  penalties=event.penalties)  # fmt: skip
    assert book_html(score_event(other, SCALE)) == book_html(score_event(event, SCALE))


def test_figures() -> None:
    given = [Fraction(41, 3), Fraction(-41, 3), Fraction(-9, 2), 0, 7, None]
    assert [figure(value) for value in given] == ["≈+13.67", "≈−13.67", "−4.5", "0", "+7", "–"]


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ({"wins": {}}, "draw"),
        ({"wins": {"N": 88}}, "North 88, self-drawn"),
        ({"wins": {"E": 8, "S": 9, "W": 10}, "source": "N"}, "East 8, South 9 and West 10, from North"),
        ({"wins": {}, "false_hu": [("E", True), ("W", False)]},
         "draw; false hu East (with structure); false hu West (without structure)"),
        ({"scores": (1, 2, 3, 4)}, "scores as entered"),
    ],
)  # fmt: skip
def test_how_a_deal_ended(end: dict[str, Any], words: str) -> None:
    assert ending(TableResult(1, "A", ("a", "b", "c", "d"), **end)) == words


# --- the page ---------------------------------------------------------------------------------------------------------


def test_links_lead_somewhere_and_nothing_is_loaded(result: EventResult) -> None:
    text = book_html(result)
    page = Parsed(text)
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links} <= set(page.ids)
    assert all(link.startswith("#") for link in page.links)
    assert not page.tags & {"script", "img", "iframe", "b2"}
    assert not re.search(r"https?:|//|@import|url\(", text)


def test_every_page_names_rules_and_scale(result: EventResult) -> None:
    page = parsed(result)
    for section in page.ids:
        if section in page.texts and section.startswith(("top", "board", "player", "team", "notes")):
            for notice in result.notices:
                assert notice in page.texts[section]
    assert "UNOFFICIAL" in page.texts["top"]
    for bound, imp in result.scale.bands[:-1]:
        assert f"{bound}{imp}" in page.texts["notes"]


def test_an_official_scale_has_no_warning() -> None:
    scale = Scale("real", "The real one", True, "a rule book", "points", [(0, 0), (10, 1)])
    text = book_html(score_event(individual(), scale))
    assert "UNOFFICIAL" not in text
    assert "IMP scale: real (The real one). Official." in text


def test_names_are_names() -> None:
    text = book_html(score_event(individual(), SCALE))
    page = Parsed(text)
    assert "<script" not in text
    assert "<b>Bold" not in text
    assert "mobile <phone>" in "".join(page.texts.values())
    for name in NAMES:
        assert name in page.texts["top"]
    assert "<h1>a\ufffdb?\tc</h1>" in book_html(score_event(individual(), SCALE), "a\x00b\ud800\tc")


def test_warnings_and_remarks_are_told() -> None:
    event = individual(boards=2)
    result = score_event(Event(event.results[:-1], event.rules, boards=[*event.boards, Board(3)]), SCALE)
    page = parsed(result)
    assert result.warnings
    for warning in result.warnings:
        assert warning.text in page.texts["notes"]
        if warning.board is not None:
            assert warning.text in page.texts[f"board{warning.board}"]
    assert f"{len(result.warnings)} remarks" in page.texts["top"]


def test_groups_are_apart() -> None:
    four = ("Ann", "Bo", "Cy", "Di"), ("Ed", "Flo", "Gus", "Hal")
    event = Event([TableResult(1, "1", names, wins={"E": 9}, group=group, remarks="slow <play>")
                   for names, group in zip(four, ("North & South", "Z"), strict=True)])  # fmt: skip
    page = parsed(score_event(event, SCALE))
    assert "Group North & South" in page.texts["board1"]
    assert "(slow <play>)" in page.texts["board1"]
    assert page.rows("player1", "Board")[0]["Group"] == "North & South"


def test_scores_that_are_taken_as_they_are() -> None:
    event = Event(
        [TableResult(1, "1", ("Ann", "Bo", "Cy", "Di"), scores=(5, -5, 1, 2))], EventRules(check_scores=False)
    )
    page = parsed(score_event(event, SCALE))
    assert page.tables["board1"][-1][1][-1] == "scores as entered"


def test_parts_may_be_left_out() -> None:
    result = score_event(teams(), SCALE)
    page = parsed(result, parts=["teams"], title="Our cup")
    assert page.texts["top"].count("Our cup") == 1
    assert {section.rstrip("0123456789") for section in page.texts if section} == {"top", "team", "notes"}
    assert {link[1:] for link in page.links} <= set(page.ids)
    bare = parsed(result, parts=[])
    assert set(bare.texts) - {""} == {"top", "notes"}
    with pytest.raises(InputError, match=r"^no part of a book is called 'all'; there are boards, teams, players$"):
        book_html(result, parts=["all"])


def test_large_events_stay_small() -> None:
    text = book_html(score_event(individual(104, 16), SCALE))
    assert text.count('<section class="sheet"') == 104 + 16 + 1
    assert len(text.encode()) < 2_000_000
    assert "<details>" in text


# --- deals ------------------------------------------------------------------------------------------------------------


def test_tiles_are_shown_where_they_are_known() -> None:
    event = with_deals(individual(), Deals.from_seed("spring", range(1, 11)))
    text = book_html(score_event(event, SCALE))
    assert text.count('<div class="deal">') == 8
    assert "spring" not in text
    board = text[text.index('id="board2"') : text.index('id="board3"')]
    deal = Deal.from_seed("spring", 2)
    wanted = [str(tile) for seat in WINDS for row in deal.rows(seat) for tile in row]
    assert re.findall(r'<use href="#t(\w+)"/>', board) == wanted
    assert "the dealer is at place South" in board


def test_deals_that_contradict_the_event() -> None:
    event = individual()
    with pytest.raises(DealError, match=r"^board 5: the event has it, the deals have not$"):
        with_deals(event, Deals.from_seed("spring", range(1, 5)))
    with pytest.raises(DealError, match=r"^board 1: the event's prevalent wind, E, is not that of the deals, N$"):
        with_deals(event, Deals.from_seed("spring", range(1, 9), prevalent="N" * 8))
    told = with_deals(event, Deals.from_seed("spring", range(1, 9)))
    with pytest.raises(DealError, match=r"^board 2: the event's dealer, S, is not that of the deals, E$"):
        with_deals(told, Deals.from_seed("spring", range(1, 9), dealer="E" * 8))
    with pytest.raises(DealError, match=r"^board 1: the event's tiles are not the deals'$"):
        with_deals(told, Deals.from_seed("autumn", range(1, 9)))


# --- browser ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "media"), [(1100, "screen"), (390, "screen"), (700, "print")])
def test_in_a_browser(tmp_path: Path, width: int, media: str) -> None:
    event = with_deals(individual(boards=2), Deals.from_seed("spring", [1, 2]))
    path = tmp_path / "book.html"
    path.write_text(book_html(score_event(event, SCALE)), "utf-8")
    page = open_page(path, width=width, media=media, ask=("document.scripts.length", "document.title"))
    assert page.errors == []
    assert page.requests == []
    assert page.width <= width
    assert page.answers == [0, "Spring <Open>"]
    for words in ("Standings", "Board 2", "<script>alert('x')</script>", "UNOFFICIAL", "How to read", "Total IMP"):
        assert words in page.text
    assert ("Contents" in page.text) == (media == "screen")


# --- command line -----------------------------------------------------------------------------------------------------


def run(*arguments: object) -> Result:
    return CliRunner().invoke(command, list(map(str, arguments)), prog_name="fastmcr duplicate report")


@pytest.fixture
def results(tmp_path: Path) -> Path:
    path = tmp_path / "results.csv"
    path.write_text(results_csv(individual()), "utf-8")
    return path


def test_a_book_is_written(tmp_path: Path, results: Path) -> None:
    path = tmp_path / "book.html"
    done = run(results, "-o", path, "--title", "Spring")
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == f"{path} written"
    assert "Rules:     duplicate MCR; individual event; several winners: cross-pay; datum: mean of all" in lines
    assert "UNOFFICIAL" in done.stdout
    page = Parsed(path.read_text("utf-8"))
    assert len(page.rows("top", "Rank")) == 16
    others = run(results, "-o", path, "--datum", "others", "--scale", "wbf-bridge", "--without", "players", "--json")
    said = json.loads(others.stdout)
    assert (said["scale"], said["players"], said["boards"]) == ({"id": "wbf-bridge", "official": False}, 16, 8)
    assert said["bytes"] == path.stat().st_size
    text = path.read_text("utf-8")
    assert "datum: mean of others" in text
    assert 'id="player1"' not in text


def test_a_book_with_deals(tmp_path: Path, results: Path) -> None:
    deals, path = tmp_path / "deals.json", tmp_path / "book.html"
    write_deals(Deals.from_seed("spring", range(1, 9)), deals)
    assert run(results, "-o", path, "--deals", deals).exit_code == 0
    assert path.read_text("utf-8").count('<div class="deal">') == 8
    write_deals(Deals.from_seed("spring", range(1, 8)), deals, overwrite=True)
    lacking = run(results, "-o", path, "--deals", deals)
    assert (lacking.exit_code, lacking.stderr) == (1, "error: board 8: the event has it, the deals have not\n")


def test_what_is_published_tells_no_seed_and_no_tiles_of_boards_to_be_played() -> None:
    boards = tuple(deal.to_board("spring-seed") for deal in Deals.from_seed("spring-seed", range(1, 5)))
    result = score_event(replace(individual(boards=2), boards=boards), SCALE)
    text = book_html(result)
    data = json.dumps(result.to_dict())
    assert "spring-seed" not in text + data + "".join(result.to_csv().values())
    assert text.count('<div class="deal">') == 2
    assert [("walls" in board) for board in result.to_dict()["boards"]] == [True, True]


def test_a_book_to_standard_output(results: Path) -> None:
    done = run(results, "-o", "-")
    assert done.stdout.startswith("<!DOCTYPE html>")
    assert done.stdout.endswith("</html>\n")


def test_what_cannot_be(tmp_path: Path, results: Path) -> None:
    missing = run(tmp_path / "none.csv", "-o", tmp_path / "book.html")
    assert missing.exit_code == 1
    assert missing.stderr.startswith(f"error: {tmp_path / 'none.csv'}")
    there = tmp_path / "none" / "book.html"
    assert run(results, "-o", there).stderr == f"error: cannot write {there}: No such file or directory\n"
    both = run(results, "-o", results)
    assert (both.exit_code, "is both read and written" in " ".join(both.stderr.split())) == (2, True)
    assert results.read_text("utf-8") == results_csv(individual())
    assert run(results).exit_code == 2
    assert run(results, "-o", there, "--scale", "official").exit_code == 2
    assert run(results, "-o", there, "--without", "all").exit_code == 2
