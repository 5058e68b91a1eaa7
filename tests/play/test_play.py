"""Deals made by hand: the end of the wall, kongs, several winners, flowers, false hus."""

from __future__ import annotations

import pytest
from play_tables import STRAIGHT_M, all_pass, at, draw_and_discard, fans, personal, script, shared

from fastmcr import Rules, Tile, Wind
from fastmcr.errors import ActionError
from fastmcr.play import Deal, Game

PLAIN = Game(flowers=False)

# The last tile, personal walls (duplicate.md 5.1)


def test_last_tile_draw_by_succession() -> None:
    walls = at({("N", 21): "5p"}, N=STRAIGHT_M)
    deal = draw_and_discard(Deal.from_walls(walls, "duplicate"), 83)
    assert deal.tiles_left == (0, 0, 0, 0)
    assert (deal.turn, deal.drawn, deal.last_of_wall) == (Wind.N, Tile.P5, True)
    deal.step("hu")
    assert {"Last Tile Draw", "Pure Straight"} <= fans(deal, "N")
    assert "Self-Drawn" not in fans(deal, "N")


def test_last_tile_claim_by_succession() -> None:
    walls = at({("N", 21): "5p"}, S=STRAIGHT_M)
    deal = draw_and_discard(Deal.from_walls(walls, "duplicate"), 83)
    script(deal, "N discard 5p", "S hu")
    assert {"Last Tile Claim", "Pure Straight"} <= fans(deal, "S")
    assert deal.result is not None
    assert deal.result.payer is Wind.N


def test_nobody_claims_the_last_discard_but_for_hu() -> None:
    walls = at({("N", 21): "5p"}, E="55p19m28m37s46sESW", S="466p19m28m37s46sSW")
    deal = draw_and_discard(Deal.from_walls(walls, "duplicate"), 83)
    deal.step("discard 5p")
    assert deal.ended
    assert deal.result is not None
    assert (deal.result.ending, deal.result.scores) == ("drawn deal", (0, 0, 0, 0))


def test_last_tile_by_pung() -> None:
    walls = at({("W", 21): "5p"}, E="55p19m28m37s46sESW")
    deal = draw_and_discard(Deal.from_walls(walls, "duplicate"), 82)
    assert not deal.last_of_wall
    script(deal, "W discard 5p", "E pung 5p")
    # It is East's turn by his pung, and the wall of South is empty.
    assert (deal.last_of_wall, deal.phase) == (True, "must discard")
    all_pass(script(deal, "E discard E"))
    assert deal.ended


def test_last_tile_by_chow() -> None:
    walls = at({("W", 21): "5p", ("E", 21): "E"}, N="46p28m28s19s37sSWN")
    deal = draw_and_discard(Deal.from_walls(walls, "duplicate"), 82)
    script(deal, "W discard 5p", "N chow 456p with 5p")
    assert (deal.phase, deal.last_of_wall, deal.tiles_left) == ("must discard", True, (0, 0, 0, 1))
    assert deal.explain("hu") == "N cannot declare hu: after a chow or pung comes a discard"
    all_pass(script(deal, "N discard S"))
    assert deal.ended


def test_last_tile_claim_after_a_pung() -> None:
    walls = at({("E", 21): "E"}, S=STRAIGHT_M, N="EE1p28m28s19s37sSW")
    deal = draw_and_discard(Deal.from_walls(walls, "duplicate"), 80)
    script(deal, "E discard E", "N pung E")
    assert (deal.phase, deal.last_of_wall) == ("must discard", True)
    script(deal, "N discard 1p", "S hu")
    assert {"Last Tile Claim", "Pure Straight"} <= fans(deal, "S")


def test_last_tile_by_claimed_kong() -> None:
    walls = at({("E", 21): "E", ("N", 21): "5p"}, N="EEE123456789m5p")
    deal = draw_and_discard(Deal.from_walls(walls, "duplicate"), 80)
    assert deal.tiles_left == (0, 1, 1, 1)
    script(deal, "E discard E", "N claimed kong E")
    assert (deal.drawn, deal.last_of_wall) == (Tile.P5, True)
    deal.step("hu")
    assert {"Last Tile Draw", "Out with Replacement Tile", "Melded Kong"} <= fans(deal, "N")


def test_no_second_kong_in_the_last_turn() -> None:
    # North's replacement is the fourth C; his wall has one more tile, but East's is empty.
    walls = at({("E", 20): "E", ("E", 21): "P", ("N", 20): "C"}, E="PPP19m28m37s46s19p", N="EEECCC123m4567s")
    deal = draw_and_discard(Deal.from_walls(walls, "duplicate"), 76)
    script(deal, "E concealed kong P" if deal.drawn == Tile.P else "E discard E", "N claimed kong E")
    assert (deal.drawn, deal.last_of_wall, deal.tiles_left) == (Tile.C, False, (1, 2, 2, 1))
    script(deal, "N concealed kong C")
    assert deal.tiles_left == (1, 2, 2, 0)


def test_no_kong_once_the_next_wall_is_empty() -> None:
    walls = at({("E", 21): "E", ("N", 20): "C"}, N="EEE123m456789sC", E="19m28m37p46p19sSWN")
    walls[3, 13:34] = [tile for tile in walls[3, 13:34] if tile != Tile.C] + [Tile.C] * int(
        (walls[3, 13:34] == Tile.C).sum()
    )
    deal = draw_and_discard(Deal.from_walls(walls, "duplicate"), 80)
    script(deal, "E discard E", "N claimed kong E")
    assert deal.last_of_wall
    assert deal.explain("concealed kong C") == (
        "N cannot make a concealed kong of C: the wall of E, who is next, is empty, only hu may be declared"
    )


def test_own_kong_with_an_empty_wall() -> None:
    walls = at({("E", 21): "C"}, E="CCC19m28m37s46s19p")
    deal = draw_and_discard(Deal.from_walls(walls, "duplicate"), 80)
    assert (deal.tiles_left, deal.last_of_wall) == ((0, 1, 1, 1), False)
    assert deal.explain("concealed kong C") == (
        "E cannot make a concealed kong of C: no tile is left in the wall to replace it"
    )
    assert not any("kong" in str(action) for action in deal.legal_actions)


def test_claimed_kong_with_an_empty_wall() -> None:
    walls = at({("S", 21): "C"}, E="CCC19m28m37s46s19p")
    deal = draw_and_discard(Deal.from_walls(walls, "duplicate"), 81)
    script(deal, "S discard C")
    while deal.actor is not Wind.E:
        deal.step("pass")
    assert [str(action) for action in deal.legal_actions] == ["pass", "pung C"]
    assert deal.explain("claimed kong C") == "E cannot make a claimed kong C: no tile is left in the wall to replace it"


def test_a_kong_brings_the_end_of_the_wall_nearer() -> None:
    walls = at({("E", 1): "C"}, E="CCC19m28m37s46s19p")
    deal = Deal.from_walls(walls, "duplicate")
    deal.step("concealed kong C")
    assert deal.tiles_left == (19, 21, 21, 21)
    draw_and_discard(deal, 79)
    # East's wall is empty one round earlier: North's twentieth turn is the last of the deal.
    assert (deal.turn, deal.last_of_wall, deal.tiles_left) == (Wind.N, True, (0, 1, 1, 1))
    all_pass(script(deal, "N discard"))
    assert deal.ended


# The last tile, shared wall (A46)


def last_is_5p(**given: str) -> Deal:
    """Return a deal of 136 tiles of which the last is 5p; 83 are drawn, the last by North."""
    wall = shared(replacements="5p", flowers=False, **given)
    deal = draw_and_discard(Deal.from_walls(wall, PLAIN), 83)
    assert (deal.tiles_left, deal.last_of_wall, deal.turn, deal.drawn) == (0, True, Wind.N, Tile.P5)
    return deal


def test_last_tile_draw_from_the_shared_wall() -> None:
    deal = script(last_is_5p(N=STRAIGHT_M), "N hu")
    assert {"Last Tile Draw", "Pure Straight"} <= fans(deal, "N")


def test_last_tile_claim_from_the_shared_wall() -> None:
    deal = script(last_is_5p(W=STRAIGHT_M), "N discard 5p", "W hu")
    assert {"Last Tile Claim", "Pure Straight"} <= fans(deal, "W")


def test_no_claim_but_hu_on_the_last_discard_of_the_shared_wall() -> None:
    deal = last_is_5p(E="55p19m28m37s46sESW")
    assert deal.explain("concealed kong 5p") == (
        "N cannot make a concealed kong of 5p: the last tile of the wall was drawn, only hu may be declared"
    )
    deal.step("discard 5p")
    assert deal.ended


def test_replacement_tile_that_is_the_last_of_the_wall() -> None:
    wall = shared(flowers=False, N="CCC123456789m5p", draws="", replacements="5p")
    place = next(k for k in range(52, 135) if wall[k] == Tile.C)
    wall[134], wall[place] = wall[place], wall[134]
    deal = draw_and_discard(Deal.from_walls(wall, PLAIN), 82)
    # North would draw the last tile; West draws the one before, C, and North makes a kong of it.
    assert (deal.turn, deal.drawn, deal.tiles_left) == (Wind.W, Tile.C, 1)
    script(deal, "W discard C", "N claimed kong C")
    assert (deal.drawn, deal.last_of_wall, deal.tiles_left) == (Tile.P5, True, 0)
    deal.step("hu")
    assert {"Last Tile Draw", "Out with Replacement Tile"} <= fans(deal, "N")


def test_flower_as_the_last_tile_ends_the_deal() -> None:
    # Without replacements named, all eight flowers lie at the end of the wall.
    deal = draw_and_discard(Deal.from_walls(shared()), 200)
    assert deal.ended
    assert deal.result is not None
    assert str(deal.result) == "drawn deal: the last tile of the wall was a flower"
    assert sorted("".join(deal.flowers(seat) for seat in "ESWN")) == list("abcdefgh")


def test_drawn_deal() -> None:
    deal = draw_and_discard(Deal.from_walls(shared(flowers=False), PLAIN), 200)
    assert deal.ended
    assert deal.actor is None
    assert deal.explain("pass") == "the deal has ended"
    assert str(deal.result) == "drawn deal"
    with pytest.raises(ActionError, match=r"^the deal has ended$"):
        deal.step("pass")


# Flowers


def test_flower_chain_of_the_opening() -> None:
    wall = shared(E="a19m28m37s46s19pES", S="b19m28m37s46s19pSW", draws="9s", replacements="cd5m5pe5s")
    deal = Deal.from_walls(wall)
    # East's flower brings c, then d, then 5m, his last tile; South's brings 5p.
    assert (deal.flowers("E"), deal.flowers("S"), deal.drawn) == ("acd", "b", Tile.M5)
    assert deal.hand("S").count(Tile.P5) == 1
    assert deal.tiles_left == 144 - 53 - 4


def test_flower_chain_of_a_draw() -> None:
    deal = Deal.from_walls(shared(draws="Eah", replacements="bc9p"))
    all_pass(script(deal, "E discard E"))
    assert (deal.turn, deal.drawn, deal.flowers("S")) == (Wind.S, Tile.P9, "abc")
    assert deal.flowers("W") == ""


def test_win_on_a_tile_that_replaced_a_flower() -> None:
    deal = script(Deal.from_walls(shared(S=STRAIGHT_M, draws="Ea", replacements="5p")), "E discard E", "S hu")
    assert "Out with Replacement Tile" not in fans(deal, "S")
    assert {"Fully Concealed Hand", "Flower Tiles", "Pure Straight"} <= fans(deal, "S")
    assert deal.result is not None
    win = deal.result.wins[0]
    assert win.score.total == win.score.points + 1
    each = 8 + win.score.total
    assert deal.result.scores == (-each, 3 * each, -each, -each)


# Kongs


def test_win_on_a_replacement_tile() -> None:
    wall = shared(S="CCC123456789m5p", draws="EC", replacements="5p")
    deal = script(Deal.from_walls(wall), "E discard E", "S concealed kong C")
    assert (deal.drawn, deal.tiles_left) == (Tile.P5, 144 - 55)
    deal.step("hu")
    assert {"Out with Replacement Tile", "Concealed Kong"} <= fans(deal, "S")
    assert "Self-Drawn" not in fans(deal, "S")


def test_a_flower_between_takes_the_replacement_away() -> None:
    wall = shared(S="CCC123456789m5p", draws="EC", replacements="a5p")
    deal = script(Deal.from_walls(wall), "E discard E", "S concealed kong C", "S hu")
    assert "Out with Replacement Tile" not in fans(deal, "S")
    assert "Concealed Kong" in fans(deal, "S")


ROB_E = "55m19p28s37sESWNC"
ROB_S = "34m11p234p567p789s"
ROB_W = "67m33p456678s123p"


def robbed(game: str) -> Deal:
    walls = personal({"E": "9m5mP", "S": "9m9m", "W": "9mN", "N": "5mC"}, E=ROB_E, S=ROB_S, W=ROB_W)
    return script(
        Deal.from_walls(walls, game),
        "E discard", "S discard", "W discard", "N discard 5m", "E pung 5m", "E discard C", "S discard",
        "W discard", "N discard C", "E promoted kong 5m",
    )  # fmt: skip


def test_robbed_kong_with_one_winner() -> None:
    deal = robbed("botzone")
    assert (deal.phase, deal.actor, deal.offer) == ("robbing a kong", Wind.S, Tile.M5)
    assert [str(action) for action in deal.legal_actions] == ["pass", "hu"]
    assert deal.explain("pung 5m") == "S cannot make a pung 5m: the tile of a kong may be robbed for hu only"
    script(deal, "S hu", "W hu")
    assert deal.result is not None
    assert (deal.result.winners, deal.result.payer) == ((Wind.S,), Wind.E)
    assert "Robbing the Kong" in fans(deal, "S")
    worth = deal.result.wins[0].score.points
    assert deal.result.scores == (-(8 + worth), 24 + worth, -8, -8)
    assert [str(meld) for meld in deal.melds("E")] == ["[555m,1]"]


def test_robbed_kong_with_two_winners() -> None:
    deal = script(robbed("duplicate"), "S hu", "W hu")
    assert deal.result is not None
    assert (deal.result.winners, deal.result.payer) == ((Wind.S, Wind.W), Wind.E)
    first, second = (win.score.points for win in deal.result.wins)
    assert deal.result.scores == (-(first + second + 16), first + 16, second + 16, -16)


def test_robbed_kong_that_nobody_robs() -> None:
    deal = script(robbed("duplicate"), "S pass", "W pass")
    assert [str(meld) for meld in deal.melds("E")] == ["[5555m,5]"]
    assert (deal.turn, deal.drawn, deal.phase) == (Wind.E, Tile.P, "after a draw")


def test_a_concealed_kong_is_not_robbed_and_stays_hidden() -> None:
    # South has thirteen orphans but for C.
    deal = Deal.from_walls(shared(S="119m19p19sESWNFP", E="CCC258p369s147m2s", draws="C"))
    deal.step("concealed kong C")
    assert deal.actor is Wind.E
    seen = deal.observe("S")
    assert seen.melds[0, 3].tolist() == [255, 0, 0, 0]
    assert int(seen.seen[0, Tile.C]) == 0
    own = deal.observe("E")
    assert own.melds[0, 0, 0] == 1 + 34 * 4 + Tile.C
    assert int(own.seen[0, Tile.C]) == 4


def test_source_of_every_claim() -> None:
    walls = personal({"E": "S", "W": "N"}, W="SS19m28m37s46s19pC", N="CCPP19m28m37s46s1p", S="19m28m37s46s19pWWP")
    deal = script(Deal.from_walls(walls, "duplicate"), "E discard S", "W pung S", "W discard C", "N pung C")
    assert str(deal.melds("W")[0]) == "[SSS,2]"
    assert str(deal.melds("N")[0]) == "[CCC,1]"
    script(deal, "N discard 1p")
    all_pass(deal)
    script(deal, "E discard", "S discard P", "N pung P")
    assert str(deal.melds("N")[1]) == "[PPP,2]"


def test_chow_only_by_the_next_player_and_in_all_three_ways() -> None:
    walls = personal({"E": "5m"}, S="3467m19s28s37pESW", W="46m19s28s37pESWNC")
    deal = script(Deal.from_walls(walls, "duplicate"), "E discard 5m")
    assert [str(action) for action in deal.legal_actions] == [
        "pass", "chow 345m with 5m", "chow 456m with 5m", "chow 567m with 5m",
    ]  # fmt: skip
    assert deal.explain("chow 456m with 5m", seat="W") == (
        "W cannot chow 456m: only the player after E may chow the discard"
    )
    deal.step("chow 456m with 5m")
    assert str(deal.melds("S")[0]) == "[456m,2]"
    assert (deal.phase, deal.hand("S")[:2]) == ("must discard", (Tile.M3, Tile.M7))
    assert deal.discards[0].claimed_by is Wind.S
    assert deal.river("E") == ()


# Priority and several winners

THREE = {"S": "123456789m46pEE", "W": "123456789s46pSS", "N": "123p5pCCCFFFWWW"}


def thrown(game: Game | str) -> Deal:
    return script(Deal.from_walls(personal({"E": "5p"}, **THREE), game), "E discard 5p")


def test_three_winners() -> None:
    deal = script(thrown("duplicate"), "S hu", "W hu", "N hu")
    result = deal.result
    assert result is not None
    assert result.winners == (Wind.S, Wind.W, Wind.N)
    south, west, north = (win.score.points for win in result.wins)
    assert result.scores == (-(south + west + north + 24), south + 8, west + 8, north + 8)
    assert deal.discards[-1].won


def test_the_nearest_wins_where_only_one_may() -> None:
    deal = script(thrown("botzone"), "S pass", "W hu", "N hu")
    result = deal.result
    assert result is not None
    assert result.winners == (Wind.W,)
    worth = result.wins[0].score.points
    assert result.scores == (-(8 + worth), -8, 24 + worth, -8)


def test_winners_that_do_not_pay_each_other() -> None:
    game = Game(wall="personal", multiple_winners="all", payments="duplicate", sharing="no-cross-pay")
    deal = script(thrown(game), "S hu", "W hu", "N pass")
    result = deal.result
    assert result is not None
    south, west = (win.score.points for win in result.wins)
    assert result.scores == (-(south + west + 8), south + 24, west + 24, -8)


def test_self_drawn_under_duplicate_payments() -> None:
    walls = personal({"E": "E", "S": "5p"}, S=STRAIGHT_M)
    deal = script(Deal.from_walls(walls, "duplicate"), "E discard E", "S hu")
    result = deal.result
    assert result is not None
    worth = result.wins[0].score.points
    each = -(-worth // 3) + 8
    assert result.scores == (-each, worth + 24, -each, -each)


def test_hu_before_pung_before_chow() -> None:
    walls = personal({"E": "5m"}, S="46m28p19s37sESWNC", W="55m28p19s37sESWNC", N="46m123456789pEE")
    deal = Deal.from_walls(walls, "duplicate")
    script(deal, "E discard 5m", "S chow 456m with 5m", "W pung 5m")
    assert deal.actor is Wind.N
    other = deal.copy()
    script(deal, "N hu")
    assert deal.result is not None
    assert deal.result.winners == (Wind.N,)
    script(other, "N pass")
    assert (other.turn, other.phase) == (Wind.W, "must discard")


CHEAP = "34m11p234p567p789s"  # All Chows, Short Straight, and Concealed or Fully Concealed Hand: 5 or 7


def test_a_win_below_the_minimum_is_no_action() -> None:
    walls = personal({"E": "5m"}, S=CHEAP)
    deal = script(Deal.from_walls(walls, "duplicate"), "E discard 5m")
    assert deal.actor is not Wind.S or "hu" not in map(str, deal.legal_actions)
    one = Deal.from_walls(walls, "duplicate", Rules(minimum=4))
    script(one, "E discard 5m", "S hu")
    assert one.result is not None
    assert one.result.wins[0].score.points == 5


def test_last_of_its_kind() -> None:
    walls = personal({"E": "5p5p", "S": "1s1s", "W": "5p", "N": "5p"}, S="123456789m46pEE")
    deal = script(
        Deal.from_walls(walls, "duplicate"),
        "E discard 5p", "S pass", "S discard 1s", "W discard 5p", "S pass", "N discard 5p", "S pass", "E discard 5p",
    )  # fmt: skip
    assert deal.conditions("S") == 2
    script(deal, "S hu")
    assert "Last Tile" in fans(deal, "S")


# False hus (duplicate.md 7)


def test_false_hu_on_the_own_draw() -> None:
    walls = personal({"E": "E", "S": "5m"}, S=CHEAP)
    deal = all_pass(script(Deal.from_walls(walls, "duplicate"), "E discard E"))
    assert deal.explain("hu") == "S cannot declare hu: with 5m the hand is worth 7 points, 1 short of the minimum of 8"
    deal.declare_hu()
    assert deal.is_dead("S")
    assert [(one.seat, one.sort, one.structure, one.imps) for one in deal.false_hus] == [(Wind.S, "complete", True, 4)]
    assert deal.explain("hu") == "S cannot declare hu: the hand is dead after a false hu"
    deal.step("discard 5m")
    assert not deal.ended


def test_a_dead_hand_draws_and_discards_only() -> None:
    walls = personal({"E": "5m5m", "S": "C1s", "W": "E", "N": "E"}, S="CCC5568m28p37s19s")
    deal = all_pass(script(Deal.from_walls(walls, "duplicate"), "E discard 5m"))
    deal.declare_hu("S")
    assert deal.explain("concealed kong C") == (
        "S cannot make a concealed kong of C: the hand is dead after a false hu and may only draw and discard"
    )
    script(deal, "S discard C", "W discard", "N discard", "E discard 5m")
    # South holds two 5m and is not asked.
    assert deal.actor is not Wind.S or deal.offer is None
    all_pass(deal)
    assert (deal.turn, deal.drawn) == (Wind.S, Tile.S1)


def test_false_hu_on_a_discard_of_one_who_is_not_asked() -> None:
    walls = personal({"E": "E"}, N="19m28m37m19p28p37sC")
    deal = all_pass(script(Deal.from_walls(walls, "duplicate"), "E discard E"))
    assert deal.turn is Wind.S
    deal.declare_hu("N")  # late, as South has drawn: nothing else followed
    assert [(one.seat, one.sort, one.imps) for one in deal.false_hus] == [(Wind.N, "other", 8)]
    with pytest.raises(ActionError, match=r"^E cannot declare hu on the own discard$"):
        deal.declare_hu("E")
    script(deal, "S discard")


def test_false_hu_of_the_seat_that_is_asked_moves_on() -> None:
    walls = personal({"E": "5m"}, S="46m28p19s37sESWNC", W="55m28p19s37sESWNC", N="19m28m19s28s37pESC")
    deal = script(Deal.from_walls(walls, "duplicate"), "E discard 5m")
    assert deal.actor is Wind.S
    deal.declare_hu("S")
    assert deal.actor is Wind.W
    deal.declare_hu("W")
    # Both are dead, so nobody claims and South draws.
    assert (deal.turn, deal.phase) == (Wind.S, "after a draw")


def test_ready_hand_and_a_wrong_tile() -> None:
    deal = all_pass(script(Deal.from_walls(shared(W=STRAIGHT_M, draws="E")), "E discard E"))
    deal.declare_hu("W")
    assert [(one.sort, one.points_each) for one in deal.false_hus] == [("ready", 10)]
    draw_and_discard(deal, 200)
    assert deal.result is not None
    assert deal.result.penalties == (10, 10, -30, 10)
    assert deal.result.imps == (0, 0, 0, 0)
    assert "false hu of West: a ready hand, on a tile that does not win" in str(deal.result)
    assert "penalties: E +10, S +10, W -30, N +10" in str(deal.result)


def test_false_hu_on_the_last_discard_of_a_drawn_deal() -> None:
    deal = draw_and_discard(Deal.from_walls(personal(S="19m28m37m19p28p37sC"), "duplicate"), 84)
    assert deal.ended
    deal.declare_hu("S")
    assert deal.result is not None
    assert deal.result.imps == (0, -8, 0, 0)
    assert "penalties in IMP: E 0, S -8, W 0, N 0" in str(deal.result)


def test_a_valid_hu_is_no_false_hu() -> None:
    deal = thrown("duplicate")
    for seat in "SWN":
        with pytest.raises(
            ActionError, match=f"^the hu of {seat} is valid: it is an action, taken when {seat} is asked$"
        ):
            deal.declare_hu(seat)
    deal.step("pass")
    with pytest.raises(ActionError, match=r"^S has answered already$"):
        deal.declare_hu("S")
    deal.step("pass")
    deal.step("pass")
    with pytest.raises(ActionError, match=r"^W could have won on 5p and let it go: that is no false hu$"):
        deal.declare_hu("W")
    assert deal.false_hus == ()


def test_false_hu_after_a_chow() -> None:
    walls = personal({"E": "5m"}, S="46m28p19s37sESWNC")
    deal = script(Deal.from_walls(walls, "duplicate"), "E discard 5m", "S chow 456m with 5m")
    deal.declare_hu("S")
    assert [(one.sort, one.imps) for one in deal.false_hus] == [("other", 8)]
    assert deal.phase == "must discard"
