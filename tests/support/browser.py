"""A page opened in a real headless Chromium, and what it then shows: for tests of the HTML that the package writes.

    page = open_page(path)
    assert not page.errors and not page.requests
    assert "Points" in page.text

The browser is steered through its DevTools protocol over a pipe, so that the standard library is enough. It resolves no
host name: a page that needs the network shows it, in `errors` and in `requests`.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE = 60  # seconds for one answer of the browser: a hang, not a slow machine

_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
    "--disable-extensions", "--host-resolver-rules=MAP * ~NOTFOUND", "--remote-debugging-pipe",
)  # fmt: skip

# The protocol wants to be spoken to on descriptor 3 and answers on 4.
_LAUNCHER = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
for end, wanted in zip(ends, (3, 4)):
    os.dup2(end, wanted)
    os.close(end)
os.execv(sys.argv[3], sys.argv[3:])
"""


@dataclass(frozen=True)
class Page:
    """What a browser made of a page.

    Attributes
    ----------
    text : str
        The text a reader sees, that of drawings included.
    html : str
        The document after its scripts have run.
    errors : list of str
        Uncaught exceptions, ``console.error`` and ``console.warn``, and what the browser itself complained of.
    requests : list of str
        Addresses the page asked for besides its own file and what it carries itself: empty if it is self-contained.
    screenshot : Path
        A PNG of the whole page, beside the file.
    width : int
        Width of the document in CSS pixels: more than the window's where something sticks out of it.
    answers : list
        Values of the expressions asked for, in order.
    """

    text: str
    html: str
    errors: list[str]
    requests: list[str]
    screenshot: Path
    width: int
    answers: list[Any]


def browser_program() -> str | None:
    """Return the browser's path: the one FASTMCR_BROWSER names, else the first that is installed."""
    named = os.environ.get("FASTMCR_BROWSER")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)


def open_page(
    path: Path | str,
    *,
    width: int = 1200,
    height: int = 900,
    media: str = "screen",
    dark: bool = False,
    ask: tuple[str, ...] = (),
) -> Page:
    """Open an HTML file in a new headless browser and return what it shows; skip the test if there is no browser.

    Parameters
    ----------
    path : Path or str
        The file.
    width, height : int
        Size of the window in CSS pixels; below 600 it passes for a phone's, which needs the page's viewport tag.
    media : {"screen", "print"}
        What the page's style sheet is told it is drawn for.
    dark : bool
        Whether the reader prefers light on dark.
    ask : tuple of str
        JavaScript expressions to evaluate once the page stands; they may be promises.
    """
    program = browser_program()
    if program is None:
        pytest.skip(f"no browser is installed (looked for {', '.join(NAMES)})")
    path = Path(path).resolve()
    with _browser(program) as browser:
        phone = width < 600
        window = {"width": width, "height": height, "deviceScaleFactor": 2 if phone else 1, "mobile": phone}
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        return _look(browser, path, window, {"media": media, "features": [scheme]}, ask)


def _look(
    browser: _Browser, path: Path, window: dict[str, Any], emulated: dict[str, Any], ask: tuple[str, ...]
) -> Page:
    target = browser.call("Target.createTarget", url="about:blank")["targetId"]
    browser.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    for domain in ("Page", "Runtime", "Log", "Network"):
        browser.call(f"{domain}.enable")
    browser.call("Emulation.setDeviceMetricsOverride", **window)
    browser.call("Emulation.setEmulatedMedia", **emulated)
    browser.call("Page.navigate", url=path.as_uri())
    browser.wait_for("Page.loadEventFired")
    # Two frames on, whatever the load event started to draw has been drawn.
    browser.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    answers = [browser.evaluate(expression) for expression in ask]
    text = browser.evaluate("document.body.innerText")
    html = browser.evaluate("document.documentElement.outerHTML")
    picture = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)["data"]
    screenshot = path.with_name(f"{path.stem}-{emulated['media']}-{window['width']}.png")
    screenshot.write_bytes(base64.b64decode(picture))
    full_width = browser.evaluate("document.documentElement.scrollWidth")
    return Page(text, html, browser.errors(), browser.requests(path.as_uri()), screenshot, full_width, answers)


class _Browser:
    """The two ends of the pipe to a running browser, and the events it has told so far."""

    def __init__(self, to_browser: int, from_browser: int, said: Callable[[], str]) -> None:
        self.to_browser = to_browser
        self.from_browser = from_browser
        self.said = said
        self.session: str | None = None
        self.events: list[dict[str, Any]] = []
        self._count = 0
        self._buffer = b""

    def call(self, method: str, /, **params: Any) -> dict[str, Any]:
        self._count += 1
        message: dict[str, Any] = {"id": self._count, "method": method, "params": params}
        if self.session is not None:
            message["sessionId"] = self.session
        self._write(json.dumps(message).encode() + b"\0")
        answer = self._until(lambda said: said.get("id") == message["id"])
        if "error" in answer:
            raise RuntimeError(f"the browser refuses {method}: {answer['error']}")
        result: dict[str, Any] = answer["result"]
        return result

    def evaluate(self, expression: str) -> Any:
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {_exception(answer['exceptionDetails'])}")
        return answer["result"].get("value")

    def wait_for(self, event: str) -> None:
        if not any(said["method"] == event for said in self.events):
            self._until(lambda said: said.get("method") == event)

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self.to_browser, data) :]

    def _until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while True:
            while b"\0" in self._buffer:
                raw, self._buffer = self._buffer.split(b"\0", 1)
                said: dict[str, Any] = json.loads(raw)
                if "method" in said:
                    self.events.append(said)
                if wanted(said):
                    return said
            ready, _, _ = select.select([self.from_browser], [], [], max(0.0, end - time.monotonic()))
            more = os.read(self.from_browser, 1 << 20) if ready else b""
            if not more:
                raise RuntimeError(f"the browser {'ended' if ready else 'does not answer'}:\n{self.said()}")
            self._buffer += more

    def errors(self) -> list[str]:
        found = []
        for event in self.events:
            method, params = event["method"], event["params"]
            if method == "Runtime.exceptionThrown":
                found.append(_exception(params["exceptionDetails"]))
            elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
                found.append(" ".join(str(item.get("value", item.get("description"))) for item in params["args"]))
            elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
                found.append(f"{params['entry']['text']} {params['entry'].get('url', '')}".strip())
        return found

    def requests(self, own: str) -> list[str]:
        asked = (event["params"]["request"]["url"] for event in self.events if _is_request(event))
        return [url for url in asked if url.split("#")[0] != own and not url.startswith(("data:", "blob:", "about:"))]


def _is_request(event: dict[str, Any]) -> bool:
    return bool(event["method"] == "Network.requestWillBeSent")


def _exception(details: dict[str, Any]) -> str:
    return str(details.get("exception", {}).get("description") or details["text"])


@contextmanager
def _browser(program: str) -> Iterator[_Browser]:
    """Start a browser with a profile of its own; nothing of it is left afterwards."""
    read_there, write_here = os.pipe()
    read_here, write_there = os.pipe()
    with tempfile.TemporaryDirectory(prefix="fastmcr-browser-", ignore_cleanup_errors=True) as profile:
        log = Path(profile, "stderr.txt")
        with open(log, "wb") as complaints:
            process = subprocess.Popen(
                [sys.executable, "-c", _LAUNCHER, str(read_there), str(write_there),
                 program, *_FLAGS, f"--user-data-dir={profile}/data", "about:blank"],
                stdin=subprocess.DEVNULL, stdout=complaints, stderr=complaints,
                pass_fds=(read_there, write_there), start_new_session=True,
            )  # fmt: skip
        os.close(read_there)
        os.close(write_there)
        try:
            yield _Browser(write_here, read_here, lambda: log.read_text(errors="replace")[-2000:])
        finally:
            os.close(write_here)  # tells the browser to go
            os.close(read_here)
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Wait for the browser to end, or end it with all its helpers."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(5)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
