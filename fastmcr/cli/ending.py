"""How a process of the command line ends: by signals, by streams that are closed or full, by errors nobody has told.

All of it is told in one line on standard error and an exit code, and what was half written is cleared away first.
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

import click

from ..errors import FileError, McrError, shown

__all__ = ["Terminated", "guarded", "prepare", "tell"]

# What a shell reports for a program that SIGINT or SIGPIPE ended.
INTERRUPTED = 130
PIPE_CLOSED = 141
_STREAM_FAULTS = (errno.EBADF, errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO)


class Terminated(KeyboardInterrupt):
    """The process is asked to end; whoever clears up after an interrupt does so after this too."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def prepare() -> None:
    """Make a process ready for whatever its streams and signals are."""
    for name, standard in (("stdin", 0), ("stdout", 1), ("stderr", 2)):
        if getattr(sys, name) is None:
            setattr(sys, name, _stand_in(standard))
    if sys.platform != "win32":  # where a console has a reader of its own
        sys.stdin = io.TextIOWrapper(
            io.BufferedReader(_Input(sys.stdin.fileno(), closefd=False)), sys.stdin.encoding, sys.stdin.errors
        )
    if isinstance(getattr(sys.stdout, "buffer", None), io.FileIO):  # python -u, which loses what a short write leaves
        raw = io.FileIO(sys.stdout.fileno(), "w", closefd=False)
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(raw), sys.stdout.encoding, sys.stdout.errors, line_buffering=True
        )
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # not under nohup
            signal.signal(number, _terminate)


def _stand_in(standard: int) -> Any:
    """Return a stream in the place of one that is closed: it takes its number, lest a file of ours does.

    Reading it or writing to it fails as it does with the closed one, but what is said on standard error is lost.
    """
    number = os.open(os.devnull, os.O_RDONLY if standard == 1 else os.O_WRONLY)
    return open(number, "w" if standard else "r", encoding="utf-8", errors="replace", closefd=False)


class _Input(io.FileIO):
    """Standard input; that it cannot be read is an error of ours."""

    def readinto(self, buffer: Any) -> Any:
        with _reading():
            return super().readinto(buffer)

    def readall(self) -> Any:
        with _reading():
            return super().readall()


@contextmanager
def _reading() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        words = "it is closed" if error.errno == errno.EBADF else error.strerror
        raise FileError(f"standard input cannot be read: {words}") from None


def _terminate(number: int, frame: FrameType | None) -> None:
    signal.signal(number, lambda *_: None)  # it is being obeyed; a second one is not to disturb the clearing up
    raise Terminated(number)


@contextmanager
def guarded() -> Iterator[None]:
    """Turn every way in which a command can be cut off into a line on standard error and an exit code.

    Raises
    ------
    click.exceptions.Exit
        With 141 for a closed pipe, 130 and 143 after SIGINT and SIGTERM, 2 for wrong usage, 1 for what else went wrong.
    """
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks a character shows ? for it
    try:
        try:
            yield
        finally:
            sys.stdout.flush()  # here, where it can be told that this fails
    except BrokenPipeError:
        _drop(sys.stdout)
        raise click.exceptions.Exit(PIPE_CLOSED) from None
    except KeyboardInterrupt as error:
        if str(error):
            tell(str(error))
        raise click.exceptions.Exit(128 + error.number if isinstance(error, Terminated) else INTERRUPTED) from None
    except click.ClickException as error:
        try:
            error.show()
        except OSError:
            _drop(sys.stderr)
        raise click.exceptions.Exit(error.exit_code) from None
    except McrError as error:
        tell("\n".join([f"error: {error}", *getattr(error, "__notes__", [])]))
        raise click.exceptions.Exit(1) from None
    except UnicodeEncodeError as error:
        tell(f"error: {shown(error.object)} cannot be used here: it is not UTF-8")
        raise click.exceptions.Exit(1) from None
    except OSError as error:
        tell(f"error: {_words(error)}")
        _drop(sys.stdout)
        raise click.exceptions.Exit(1) from None


def _words(error: OSError) -> str:
    if error.filename is None and error.errno in _STREAM_FAULTS:  # all else of ours names its file
        return f"cannot write to standard output: {'it is closed' if error.errno == errno.EBADF else error.strerror}"
    return " ".join(str(error).split())


def tell(words: str) -> None:
    """Print something on standard error, if it can be."""
    try:
        print(words, file=sys.stderr, flush=True)
    except OSError:
        _drop(sys.stderr)


def _drop(stream: Any) -> None:
    """Let what is still buffered for a stream vanish, so that Python does not complain when it ends."""
    with suppress(OSError, ValueError):
        number = os.open(os.devnull, os.O_WRONLY)
        os.dup2(number, stream.fileno())
        os.close(number)
