"""What parameters mean that several functions share, written once and shown by `help` of each."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["with_shared_parameters"]

F = TypeVar("F", bound=Callable[..., Any])

_TEXTS = {
    "hands": """
hands : HandBatch, (n, 34) integers, or list of str
    The hands: a `HandBatch`; counts of all concealed tiles, of any integer dtype and memory order, with columns
    beside them; or hand strings. A `HandBatch` and hand strings bring their own melds, winds and so on: to give
    these beside them is an error. Rows with a status in the `HandBatch` keep it.""",
    "melds": """
melds : (n, 4) integers or one integer, optional
    Beside counts: meld codes as in `HandBatch`, 0 for none and 255 for a set of unknown tiles. One integer k stands
    for k sets of unknown tiles in every row.""",
    "known_melds": """
melds : (n, 4) integers, optional
    Beside counts: meld codes as in `HandBatch`, 0 for none. Sets of unknown tiles are refused: they have no points
    and no fans.""",
    "winds": """
prevalent, seat : (n,) integers or one integer, optional
    Beside counts: winds, 0..3 for E S W N; East where not given.""",
    "one_hand_winds": """
prevalent, seat : Wind, Tile, str or int, optional
    The winds, where the hand does not say them.""",
    "conditions_of_a_win": """
last_tile : bool, optional
    The winning tile is the last of its kind, the other three lying open.
wall_last : bool, optional
    It is the last tile of the wall, or the discard after that.
replacement : bool, optional
    It was drawn to replace a kong.
robbed_kong : bool, optional
    It was added to a pung by another player.""",
    "one_hand_flowers": """
flowers : int, optional
    0..8.""",
    "visible": """
visible : (n, 34) integers, optional
    What each player sees outside his own tiles.""",
    "rules": """
rules : Rules or str
    Rules, or the name of a preset.""",
    "threads": """
threads : int, optional
    By default the processors this process may use, and one for fewer than 20,000 rows.""",
    "on_error": """
on_error : {"raise", "mark"}
    What to do with rows that cannot be used: raise an error that names the first of them, or mark them. A marked
    row has its reason in `status`, and no numbers: -128 for shanten and distances, 0 elsewhere.""",
    "progress": """
progress : callable or True, optional
    Called with (rows done, rows); True shows a bar.""",
}


def with_shared_parameters(function: F) -> F:
    """Replace each line of the docstring that is the name of a shared text alone by that text.

    Examples
    --------
    >>> @with_shared_parameters
    ... def asked(rules):
    ...     '''Ask.
    ...
    ...     rules
    ...     '''
    >>> print(asked.__doc__.splitlines()[3])
            Rules, or the name of a preset.
    """
    if function.__doc__:  # python -OO takes them away
        function.__doc__ = re.sub(rf"(?m)^( *)({'|'.join(_TEXTS)})$", _filled, function.__doc__)
    return function


def _filled(found: re.Match[str]) -> str:
    indent, name = found.groups()
    return "\n".join(indent + line for line in _TEXTS[name].strip().splitlines())
