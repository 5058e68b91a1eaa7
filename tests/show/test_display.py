"""What is printed: whole texts of a few hands in both languages, widths, and HTML."""

from __future__ import annotations

import html.parser
import io

import pytest
from rich.console import Console

from fastmcr import Hand, InputError, Meld, Rules, Tile, score
from fastmcr.rulebook.phrases import rules_text
from fastmcr.show.blocks import Block, Table, columns, drawn_rich, drawn_text, wrapped
from fastmcr.show.score import explanation_html, explanation_text, glyphs, score_html, score_text
from fastmcr.show.score_words import tiles_text

CASES = {
    "table": (
        "[EEE]123m456p789s5s5s|ES1000|2",
        "en",
        False,
        """\
[EEE]123m456p5789s5s|ES1000|2
Reading: claimed pung EEE; chows 123m 456p 789s; pair 55s
Won by:  5s, self-drawn, completing the pair
Fan              Points  Made of
---------------  ------  -----------------------------------
Mixed Straight        8  123m 456p 789s
Prevalent Wind        2  EEE
Single Wait           1  5s+5s
Self-Drawn            1  5s
Flower Tiles x2       2
---------------  ------  -----------------------------------
Total                14  legal: 12 without flowers, 8 needed""",
    ),
    "short": (
        "[EEEE][222p,3]45s55p789m6s",
        "en",
        False,
        """\
[EEEE][222p,3]789m55p45s6s|EE0000|0
Reading: concealed kong EEEE; claimed pung 222p; chows 789m 456s; pair 55p
Won by:  6s, discarded, completing 456s
Winds:   not both given; taken as prevalent East, seat East
Fan             Points  Made of
--------------  ------  ---------------------------------
Prevalent Wind       2  EEEE
Seat Wind            2  EEEE
Concealed Kong       2  EEEE
--------------  ------  ---------------------------------
Total                6  not legal: 6 points, 2 short of 8""",
    ),
    "explained": (
        "345m345p345s678m5p5p|EE0000",
        "en",
        True,
        """\
345678m3455p345s5p|EE0000|0
Reading: chows 345m 678m 345p 345s; pair 55p
Won by:  5p, discarded, completing 345p
Fan                Points  Made of
-----------------  ------  ---------------
Mixed Triple Chow       8  345m 345p 345s
Concealed Hand          2  whole hand
All Chows               2  whole hand
All Simples             2  whole hand
Short Straight          1  345m 678m
-----------------  ------  ---------------
Total                  15  legal, 8 needed
Not counted        Why
-----------------  ---------------------------------------------------------------------------------
Mixed Double Chow  345m 345p, 345m 345s, 345p 345s: the sets lie inside Mixed Triple Chow
                   (non-separation; principle 2)
No Honors          barred by All Chows, All Simples: chows and a suit pair have no honors
                   (non-repeat; MCR fan 63, ruling A24)
Notes
- no wait fan: the hand waited for 25p""",
    ),
    "Chinese": (
        "345m345p345s678m5p5p|EE0000|1",
        "zh",
        True,
        """\
345678m3455p345s5p|EE0000|1
牌型：顺子 345万 678万 345饼 345条；将 55饼
和牌：5饼，点和，成345饼
番种        分  构成
----------  --  ---------------------------
三色三同顺   8  345万 345饼 345条
门前清       2  整手牌
平和         2  整手牌
断幺         2  整手牌
连六         1  345万 678万
花牌         1
----------  --  ---------------------------
合计        16  可和：不计花牌15分，8分起和
不计    理由
------  ----------------------------------------------------------------------------------
喜相逢  345万 345饼、345万 345条、345饼 345条：已包含在三色三同顺之内（不拆移原则；原则2）
无字    已计平和、断幺：四副顺子和序数牌作将，必然无字（不重复原则；番种63，裁定A24）
说明
- 听25饼，不止一种，不计边张、坎张、单钓将
- 花牌不计入起和分（裁定A38）""",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_whole_texts(name: str) -> None:
    text, lang, explained, expected = CASES[name]
    result = score(text)
    assert (explanation_text(result.explain(lang)) if explained else score_text(result, lang)) == expected


def test_str_is_the_english_table() -> None:
    result = score("123456789m1155p5p")
    assert str(result) == score_text(result, "en")
    assert str(result).isascii()
    assert "\x1b" not in str(result)
    assert str(result.explain("zh")) == explanation_text(result.explain("zh"))


def test_no_blank_line_and_no_trailing_blanks() -> None:
    lines = str(score("[EEE]123m456p789s5s5s|ES1000|2").explain()).splitlines()
    assert all(line and line == line.rstrip() for line in lines)


@pytest.mark.parametrize(
    ("text", "reading", "won"),
    [
        ("1133m5577p2299sC C|EE1000", "seven pairs 11m 33m 55p 77p 22s 99s CC", "C, self-drawn"),
        ("19m19p19sESWNCFP 1m", "thirteen orphans 119m19p19sESWNCFP", "1m, discarded"),
        ("147m25p369sESWNCF", "honors and knitted tiles 147m25p369sESWNCF", "F, discarded"),
        ("147m258p369s456m1s1s|EE1010", "knitted straight 147m 258p 369s; chow 456m; pair 11s",
         "1s, self-drawn, last tile of the wall, completing the pair"),
        ("258m23469p14788s 3p", "knitted straight 258m 369p 147s; chow 234p; pair 88s",
         "3p, discarded, completing 234p"),
        ("258m3693p24p147s8s8s", "knitted straight 258m 369p 147s; chow 234p; pair 88s",
         "8s, discarded, completing the pair"),
        ("[1111m,1][2222p,5][EEEE]345s9s9s|EE1001", "claimed kong 1111m; promoted kong 2222p; concealed kong EEEE; "
         "chow 345s; pair 99s", "9s, self-drawn, replacement tile of a kong, completing the pair"),
        ("[123m][456m]99p789p89s7s|EE0001", "claimed chows 123m 456m; chows 789p 789s; pair 99p",
         "7s, robbing a kong, completing 789s"),
        ("[123m][456m]99p789p89s7s|EE0110", "claimed chows 123m 456m; chows 789p 789s; pair 99p",
         "7s, discarded, after the last tile of the wall, last of its kind, completing 789s"),
        ("111m222m333m 44p 55s 5s", "melded pung 555s; concealed pungs 111m 222m 333m; pair 44p", None),
    ],
)  # fmt: skip
def test_reading_and_winning_tile(text: str, reading: str, won: str | None) -> None:
    lines = score_text(score(text)).splitlines()
    assert lines[1] == f"Reading: {reading}"
    assert won is None or lines[2] == f"Won by:  {won}"


def test_a_concealed_kong_is_told_in_words() -> None:
    assert "concealed kong EEEE" in str(score("[EEEE]123m456p789s5s5s|ES1000"))
    assert "暗杠 东东东东" in score_text(score("[EEEE]123m456p789s5s5s|ES1000"), "zh")


def test_a_hand_from_fields_prints_alike() -> None:
    hand = Hand("123m456p789s5s", [Meld.pung("EEE")], "5s", prevalent="E", seat="S", self_drawn=True)
    assert str(score(hand)) == str(score("[EEE]123m456p789s5s5s|ES1000"))


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (Rules(), ""),
        (Rules.preset("mil"), "mil"),
        (Rules(minimum=0), "default, minimum=0"),
        (Rules.preset("mil").replace(minimum=6, tile_hog_honors=False), "mil, tile_hog_honors=false, minimum=6"),
    ],
)
def test_rules_are_named_where_they_are_not_the_default(rules: Rules, words: str) -> None:
    assert rules_text(rules) == words
    line = next((line for line in str(score("123456789m1155p5p", rules)).splitlines() if line.startswith("Rules")), "")
    assert line == (f"Rules:   {words}" if words else "")


def test_winds_are_told_only_where_they_matter() -> None:
    assert "Winds:" not in str(score("123456789m1155p5p"))
    assert "Winds:" not in str(score("[EEE]123m456p789s5s5s|EE0000"))
    assert "Winds:" not in str(score("EEESSSWWWNNNCC"))
    assert "风圈：未给定，按圈风东、门风东计" in score_text(score("[EEE]123m456p789s5s5s"), "zh")


def test_tiles_in_chinese() -> None:
    assert tiles_text((Tile.M1, Tile.M2, Tile.P5, Tile.E, Tile.C, Tile.F, Tile.P), "zh") == "12万5饼东中发白"


def test_unknown_language() -> None:
    with pytest.raises(InputError, match=r"^lang must be 'en' or 'zh', not 'de'$"):
        score_text(score("123456789m1155p5p"), "de")


# --- layout -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [30, 44, 80, 100])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_narrow_layouts_lose_nothing(width: int, lang: str) -> None:
    notes = ["a note of several words that has to be broken", "很长的说明，必须在窄的终端里分行显示出来才行"]
    table = Table(("Fan", "Why"), [("Tile Hog", notes[0]), ("四归一", notes[1])])
    block = Block("title", [("Reading" if lang == "en" else "牌型", notes[0] + notes[1])], [table], "Notes", notes)
    text = drawn_text(block, width)
    assert all(columns(line) <= width for line in text.splitlines())
    for word in ("several", "broken", "很", "才"):
        assert text.count(word) == 3
    flat = "".join(text.split())
    assert flat.count("".join(notes[0].split())) >= 2


def test_wrapped_breaks_at_blanks_and_between_characters() -> None:
    assert wrapped("one two three", 8) == ["one two", "three"]
    assert wrapped("一二三，四五六", 8) == ["一二三，", "四五六"]
    assert wrapped("unbreakable", 4) == ["unbreakable"]
    assert wrapped("", 4) == [""]


def test_columns_of_chinese_text() -> None:
    assert columns("花龙 x2") == 7
    assert columns("lóng") == 4
    table = drawn_text(Table(("Fan", "Points"), [("花龙", "8"), ("Tile Hog", "2")], right=(1,))).splitlines()
    assert {columns(line) for line in table} == {16}


def test_rich_draws_the_same_lines_with_colours() -> None:
    table = Table(("Fan", "Points"), [("花龙", "8")], footer=("Total", "8"))
    block = Block("[EEE]title", [("Reading", "pair EE")], [table], "Notes", ["none"])
    plain = Console(file=io.StringIO(), width=60, color_system=None)
    plain.print(drawn_rich(block), soft_wrap=True)
    assert plain.file.getvalue().replace("─", "-") == drawn_text(block) + "\n"
    coloured = Console(file=io.StringIO(), width=60, force_terminal=True, color_system="standard")
    coloured.print(drawn_rich(table), soft_wrap=True)
    assert "\x1b[1m" in coloured.file.getvalue()


# --- HTML -------------------------------------------------------------------------------------------------------------


class _Tags(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_html_is_well_formed_and_says_the_same(lang: str) -> None:
    result = score("[EEE]123m456p789sC C|ES1000|2")
    for text in (score_html(result, lang), explanation_html(result.explain(lang))):
        tags = _Tags()
        tags.feed(text)
        assert not tags.open
        for fan in result.fans:
            assert (str(fan) if lang == "en" else fan.chinese) in tags.text
        assert "🀀🀀🀀" in tags.text
        assert "🀇🀈🀉" in tags.text
    assert result._repr_html_() == score_html(result)
    assert result.explain(lang)._repr_html_() == explanation_html(result.explain(lang))


def test_glyphs() -> None:
    assert glyphs((Tile.M1, Tile.P1, Tile.S1, Tile.E, Tile.F, Tile.P)) == "🀇🀙🀐🀀🀅🀆"
    assert glyphs((Tile.C,)) == "🀄\ufe0e"
