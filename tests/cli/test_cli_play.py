"""`fastmcr play`: a deal told so that its moves lead to the result that is shown."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from fastmcr.cli import cli
from fastmcr.play import Action, Deal, DealBatch, baseline_action, play_baseline
from fastmcr.play.moves import Move, hand_text, moves_of_deal
from fastmcr.rulebook.tiles import WINDS, Wind, parse_tiles

GAMES = ("ordinary", "duplicate", "botzone")
CLAIMS = ("chow", "pung", "claimed kong", "hu")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["play", *map(str, arguments)])


def shown_points(seat: Wind, points: int) -> str:
    """Return what a line of the table of payments begins with."""
    return rf"^{seat.english} +{re.escape(f'{points:+d}')} "


def told(seed: int, game: str) -> tuple[Deal, list[Move]]:
    deal = Deal.from_seed(seed, game)
    return deal, list(moves_of_deal(deal, baseline_action))


@pytest.mark.parametrize("game", GAMES)
def test_moves_lead_to_the_result(game: str) -> None:
    """Played again from the moves alone: who does not move passes."""
    kinds = set()
    for seed in range(12):
        deal, moves = told(seed, game)
        assert [move.number for move in moves] == list(range(1, len(moves) + 1))
        again = Deal.from_seed(seed, game)
        flowers = {seat: again.flowers(seat) for seat in WINDS}
        left = list(moves)
        while not again.ended:
            assert again.actor is not None
            if again.offer is not None:
                claims = {}
                while left and left[0].drawn is None and left[0].action.kind in CLAIMS:
                    claim = left.pop(0)
                    claims[claim.seat] = claim
                while again.offer is not None and again.actor is not None:
                    again.step(claims[again.actor].action if again.actor in claims else "pass")
                kinds |= {move.action.kind for move in claims.values()}
                continue
            move = left.pop(0)
            assert (move.seat, move.drawn) == (again.turn, again.drawn)
            flowers[move.seat] += move.flowers
            assert sorted(flowers[move.seat]) == sorted(again.flowers(move.seat))
            again.step(move.action)
            kinds.add(move.action.kind)
        assert left == []
        assert again == deal
    assert {"discard", "chow", "pung", "hu"} <= kinds


@pytest.mark.parametrize("game", GAMES)
def test_hands_after_moves_have_the_right_number_of_tiles(game: str) -> None:
    for seed in range(6):
        _, moves = told(seed, game)
        for move in moves:
            melds, _, tiles = move.hand.rpartition(" ") if "[" in move.hand else ("", "", move.hand)
            number = len(parse_tiles(tiles)) + 3 * melds.count("[")
            claim = move.action.kind in ("chow", "pung") and "another claim" not in move.words
            won = move.words == "hu, self-drawn"
            assert number == (14 if claim or won else 13), move


def test_the_deal_is_shown() -> None:
    result = run("--seed", 7)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "Deal of seed 7, ordinary game, South round"
    assert lines[2].split() == ["Seat", "Flowers", "Hand"]
    assert lines[4].split() == ["East", "-", hand_text(Deal.from_seed(7), Wind.E)]
    deal, moves = told(7, "ordinary")
    shown = [line for line in lines if re.match(r" +\d+  (East|South|West|North) ", line)]
    assert len(shown) == len(moves)
    for line, move in zip(shown, moves, strict=True):
        assert move.words in line
        assert line.endswith(move.hand)
    assert deal.result is not None
    for win in deal.result.wins:
        assert str(win.hand) in lines
        for fan in win.score.fans:
            assert str(fan) in result.output
    for seat, points in zip(WINDS, deal.result.scores, strict=True):
        assert re.search(shown_points(seat, points), result.output, re.MULTILINE)


@pytest.mark.parametrize("game", GAMES)
def test_payments_are_those_of_the_engine(game: str) -> None:
    batch = DealBatch.from_seeds(range(60), game)
    while not batch.ended.all():
        play_baseline(batch)
    endings = batch.results().ending
    chosen = [seed for ending in np.unique(endings) for seed in np.flatnonzero(endings == ending)[:2].tolist()]
    assert {2, 3} < set(endings.tolist()), "wins of both kinds, and draws"
    for seed in chosen:
        deal, _ = told(seed, game)
        assert deal.result is not None
        assert deal.result.scores == tuple(batch.scores[seed].tolist()) or deal.result.drawn
        output = run("--seed", seed, "--game", game, "--quiet").output
        if not deal.result.wins:
            assert output.splitlines()[-1] == f"{deal.result.ending[0].upper()}{deal.result.ending[1:]}."
            continue
        for seat, points in zip(WINDS, deal.result.scores, strict=True):
            assert re.search(shown_points(seat, points), output, re.MULTILINE)


def test_quiet_shows_the_result_alone() -> None:
    quiet, whole = run("--seed", 7, "--quiet").output, run("--seed", 7).output
    assert len(quiet) < len(whole) / 2
    assert whole.endswith(quiet.split("\n", 2)[2])


def test_until_stops_in_between() -> None:
    output = run("--seed", 7, "--until", 3).output
    assert output.count("discards ") >= 3
    assert output.endswith("is in turn\n") or "is asked" in output
    assert "Settlement" not in output
    assert run("--seed", 7, "--until", 10_000).output == run("--seed", 7).output
    nothing = run("--seed", 7, "--until", 0)
    assert nothing.exit_code == 0
    assert "East is in turn" in nothing.output


def test_json() -> None:
    data: dict[str, Any] = json.loads(run("--seed", 7, "--json").output)
    deal, moves = told(7, "ordinary")
    assert (data["seed"], data["game"], data["prevalent"]) == (7, "ordinary", "S")
    assert [move["number"] for move in data["moves"]] == [int(move.action) for move in moves]
    assert [Action(move["action"]) for move in data["moves"]] == [move.action for move in moves]
    assert deal.result is not None
    assert data["result"]["points"] == list(deal.result.scores)
    assert [win["seat"] for win in data["result"]["winners"]] == [str(seat) for seat in deal.result.winners]
    assert json.loads(run("--seed", 7, "--json", "--until", 2).output)["result"] is None


def test_another_seed_another_deal_and_none_is_told() -> None:
    first, second = run("--quiet").output, run("--quiet").output
    seeds = [re.match(r"Deal of seed (\d+), ", output) for output in (first, second)]
    assert all(seeds)
    one, other = (found[1] for found in seeds if found is not None)
    assert one != other
    assert run("--quiet", "--seed", one).output == first


def test_rules_and_winds_are_taken() -> None:
    assert "North round" in run("--seed", 7, "--prevalent", "N", "--quiet").output
    assert "minimum 0" in run("--seed", 7, "--set", "minimum=0", "--quiet").output
    assert "分" in run("--seed", 7, "--lang", "zh", "--quiet").output


def test_wrong_usage() -> None:
    for arguments in (["--seed", "x"], ["--seed", -1], ["--game", "x"], ["--until", -1], ["--set", "minimum=x"]):
        assert run(*arguments).exit_code == 2
