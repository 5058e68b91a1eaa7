"""Records for tests: the samples beside this checkout, and the invented deals in ``golden/records``."""

from __future__ import annotations

import base64
import copy
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from shared_files import LOGS, needs

from fastmcr.errors import RecordError
from fastmcr.records import Record, read_records

INVENTED = Path(__file__).parents[1] / "golden" / "records"
needs_logs = needs("sample_logs")

TEXT = LOGS / "botzone_text" / "sample_fan_names_lost.txt"
ENV = LOGS / "botzone_env" / "processed_data_sample.jsonl"
SALASASA = LOGS / "salasasa" / "guobiao_4_hands.json"
PMN = tuple(LOGS / "pmn" / f"example_{number}.pmn" for number in (1, 2, 3))
SAMPLES = (ENV, TEXT, *PMN, SALASASA)


def read(source: Any, format: str | None = None) -> list[Record]:
    """Read records that all can be read."""
    found = list(read_records(source, format))
    assert all(isinstance(one, Record) for one in found), [str(one) for one in found if isinstance(one, RecordError)]
    return [one for one in found if isinstance(one, Record)]


def one(document: Any) -> Record:
    """Read the only record of a JSON document."""
    [record] = read(json.dumps(document).encode())
    return record


def errors(source: Any, format: str | None = None) -> list[str]:
    """Return the errors of a source as text."""
    return [str(one) for one in read_records(source, format) if isinstance(one, RecordError)]


def error(document: Any) -> str:
    """Return the only error of a JSON document."""
    [text] = errors(json.dumps(document).encode())
    return text


def botzone() -> dict[str, Any]:
    """Return the invented deal as a Botzone match, initdata as JSON inside JSON."""
    steps = [json.loads(line) for line in (INVENTED / "botzone_steps.jsonl").read_text().splitlines()]
    logs: list[Any] = []
    for number, (display, answers) in enumerate(steps, 1):
        last = number == len(steps)
        output = {"command": "finish" if last else "request", "display": display}
        output["content"] = {str(seat): display["score"][seat] for seat in range(4)} if last else {}
        logs.append({"verdict": "OK", "output": output})
        if not last:
            logs.append({str(seat): {"verdict": "OK", "response": answers.get(str(seat), "PASS")} for seat in range(4)})
    return {
        "status": "finished",
        "players": [{"name": f"P{seat}"} for seat in range(4)],
        "initdata": (INVENTED / "botzone_initdata.json").read_text(),
        "logs": logs,
    }


def display(match: dict[str, Any], number: int) -> dict[str, Any]:
    """Return the display of a judge's record; negative numbers count from the end."""
    found: dict[str, Any] = match["logs"][::2][number]["output"]["display"]
    return found


def tziakcha() -> dict[str, Any]:
    """Return the invented hand as a decoded script."""
    found: dict[str, Any] = json.loads((INVENTED / "tziakcha_script.json").read_text())
    return found


def packed(script: dict[str, Any]) -> dict[str, Any]:
    """Return a script as the site returns it."""
    return {"id": "r1", "script": base64.b64encode(zlib.compress(json.dumps(script).encode())).decode()}


def salasasa(hand: int = 3) -> dict[str, Any]:
    """Return a match with one hand of the sample."""
    document: dict[str, Any] = json.loads(SALASASA.read_text())
    document["game_round"] = {f"round_index_{hand}": document["game_round"][f"round_index_{hand}"]}
    return document


def env(line: int = 1) -> dict[str, Any]:
    """Return one deal of the sample."""
    found: dict[str, Any] = json.loads(ENV.read_text().splitlines()[line - 1])
    return found


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value in JSON."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for index, element in enumerate(value):
            yield from places(element, (*path, index))


def changed(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Return a document with one value replaced, or left out if the new value is ..."""
    if not path:
        return None if value is ... else value
    made = copy.deepcopy(document)
    inner = made
    for key in path[:-1]:
        inner = inner[key]
    if value is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return made


def moves(record: Record) -> list[str]:
    """Return the events in words."""
    return [str(event) for event in record.moves]
