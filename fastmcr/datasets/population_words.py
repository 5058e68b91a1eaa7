"""The populations of random hands in words; apart from their recipes, so that help texts load no NumPy."""

MEANINGS = {
    "wins": "complete hands of all shapes, with melds and the conditions of the win; all can be scored",
    "rare_wins": "complete hands from small stocks of tiles: every fan occurs often, the dearest too",
    "random13": "13 of the 136 tiles, every deal equally likely; no winning tile",
    "random14": "14 of the 136 tiles, the 14th as winning tile; hardly one is a win",
    "melded13": "one to three random melds, the rest of the 13 dealt from what is left; no winning tile",
    "near13": "wins without the winning tile, 0 to 3 tiles exchanged: shanten 0 to 3; no winning tile",
}
