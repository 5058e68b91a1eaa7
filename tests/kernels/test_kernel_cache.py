"""Where compiled kernels are kept, and whose files are trusted."""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import stat
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import pytest
from numba import types
from support import BOUNDS_CHECKED, COMPILED

from fastmcr.kernels import jit
from fastmcr.kernels.jit import cache, folder, say, stamp

compiled = pytest.mark.skipif(not COMPILED or BOUNDS_CHECKED, reason="the cache is tested in the usual mode only")
owners = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
SOMEBODY = 12_345
DAY = 86_400


def twice(number: int) -> int:
    return 2 * number


@pytest.fixture
def misses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Count the kernels that are not found in the cache, which is an empty folder."""
    missed: list[str] = []
    jit.objection()  # the kernel of the probe is kept with those of the other tests
    monkeypatch.setenv("FASTMCR_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_announce", lambda: missed.append("miss"))
    monkeypatch.setattr(say, "_SAID", set())
    return missed


def made() -> int:
    """Compile or load the kernel and use it."""
    result: int = jit.kernel(types.int64(types.int64))(twice)(21)
    return result


def kernel_files(folder: Path) -> list[Path]:
    """Return the files in a cache folder."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def forged(content: object) -> bytes:
    """Return a cache file that has its right digest."""
    body = pickle.dumps(content)
    return hashlib.sha256(body).digest() + body


# Files that are broken


@compiled
def test_a_kernel_is_compiled_once(misses: list[str], tmp_path: Path) -> None:
    assert [made(), made(), made()] == [42] * 3
    assert misses == ["miss"]
    (path,) = kernel_files(tmp_path)
    assert "test_kernel_cache.twice-" in path.name
    assert path.parent.name == f"{numba.__version__}-{stamp.machine_stamp()}"


@compiled
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 31,
        b"\0" * 1_000,
        forged(None),
        forged(("something else", None)),
        forged(("(int64,) -> int64", (1, 2, 3))),
        forged(b"\0"),
    ],
    ids=range(7),
)
def test_a_file_that_is_no_kernel(content: bytes, misses: list[str], tmp_path: Path) -> None:
    assert made() == 42
    (path,) = kernel_files(tmp_path)
    path.write_bytes(content)
    assert made() == 42
    assert len(misses) == 2
    assert made() == 42
    assert len(misses) == 2


@compiled
def test_every_single_flipped_byte_counts_as_no_file(misses: list[str], tmp_path: Path) -> None:
    assert made() == 42
    (path,) = kernel_files(tmp_path)
    whole = path.read_bytes()
    for place in (0, 31, 32, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert made() == 42
    assert len(misses) == 6


def as_folder(path: Path) -> None:
    path.mkdir()


def as_pipe(path: Path) -> None:
    os.mkfifo(path)


@compiled
@pytest.mark.parametrize("make", [as_folder, as_pipe])
def test_something_else_in_the_place_of_a_file(make: Callable[[Path], None], misses: list[str], tmp_path: Path) -> None:
    if make is as_pipe and not hasattr(os, "mkfifo"):
        pytest.skip("no pipes with a name on this system")
    assert made() == 42
    (path,) = kernel_files(tmp_path)
    path.unlink()
    make(path)
    assert made() == 42
    assert len(misses) == 2


@compiled
@pytest.mark.parametrize("below", ["file/cache", "file"])
def test_a_cache_that_cannot_be_written(
    below: str, misses: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("FASTMCR_CACHE_DIR", str(tmp_path / below))
    assert [made(), made()] == [42, 42]
    assert len(misses) == 2


# Files that others could have written


class Planted:
    """What makes a folder when it is unpickled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.folder),)


def give_away(path: Path) -> None:
    os.chown(path, SOMEBODY, SOMEBODY)


def open_to_all(path: Path) -> None:
    path.chmod(0o777)


def open_to_a_group(path: Path) -> None:
    os.chown(path, 0, SOMEBODY)
    path.chmod(0o775)


def open_but_sticky(path: Path) -> None:
    path.chmod(0o1777)


@pytest.fixture
def planted(misses: list[str], tmp_path: Path) -> Iterator[Callable[[], bool]]:
    """Put a file that runs code in the place of a kernel; return how to ask whether it ran."""
    assert made() == 42
    (path,) = kernel_files(tmp_path)
    path.write_bytes(forged(("(int64,) -> int64", Planted(tmp_path / "ran"))))
    yield (tmp_path / "ran").is_dir
    for place in (tmp_path, tmp_path / "cache", path.parent):  # so that it can be removed
        place.chmod(0o700)


@owners
@compiled
@pytest.mark.parametrize("spoil", [give_away, open_to_all, open_to_a_group])
@pytest.mark.parametrize("level", range(4))
def test_a_planted_file_is_not_run(
    spoil: Callable[[Path], None], level: int, misses: list[str], planted: Callable[[], bool], tmp_path: Path,
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """The file, its folder, the cache folder, or the one above is another's or can be written by others."""
    monkeypatch.delenv("FASTMCR_QUIET")
    (path,) = kernel_files(tmp_path)
    content = path.read_bytes()
    place = [path, path.parent, tmp_path / "cache", tmp_path][level]
    spoil(place)
    assert [made(), made()] == [42, 42]
    assert not planted()
    fault = "belongs to another user" if spoil is give_away else "can be changed by other users"
    assert capfd.readouterr().err == (
        f"fastmcr: {place} {fault}: compiling again, 5 to 40 seconds; "
        "FASTMCR_CACHE_DIR can name a folder of your own ...\n"
    )
    if level:  # nothing is saved there either
        assert path.read_bytes() == content
        assert len(misses) == 3
        assert folder.objection() == f"{place} {fault}"
    else:  # ours takes its place
        assert path.read_bytes() != content
        assert path.stat().st_uid == 0
        assert len(misses) == 2


@compiled
@pytest.mark.parametrize("level", ["", "cache"])
def test_nothing_is_made_in_a_folder_of_others(level: str, misses: list[str], tmp_path: Path) -> None:
    (tmp_path / level).mkdir(exist_ok=True)
    open_to_all(tmp_path / level)
    assert [made(), made()] == [42, 42]
    assert list((tmp_path / level).iterdir()) == []
    tmp_path.chmod(0o700)


@owners
@compiled
def test_a_link_is_not_followed(misses: list[str], planted: Callable[[], bool], tmp_path: Path) -> None:
    (path,) = kernel_files(tmp_path)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert [made(), made()] == [42, 42]
    assert not planted()
    assert not path.is_symlink()
    assert len(misses) == 2


@compiled
def test_what_is_ours_alone_is_run(planted: Callable[[], bool]) -> None:
    """The planted file would do harm: the tests above prove something."""
    assert made() == 42
    assert planted()


@compiled
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_sticky_bit_is_good_enough_above_the_cache_folder(level: int, misses: list[str], tmp_path: Path) -> None:
    assert made() == 42
    (path,) = kernel_files(tmp_path)
    open_but_sticky([path, path.parent, tmp_path / "cache", tmp_path][level])
    assert made() == 42
    assert len(misses) == (1 if level == 3 else 2)
    tmp_path.chmod(0o700)


@compiled
def test_a_cache_folder_behind_a_link(misses: list[str], tmp_path: Path) -> None:
    (tmp_path / "cache").symlink_to(tmp_path / "large", target_is_directory=True)
    (tmp_path / "large").mkdir()
    assert [made(), made()] == [42, 42]
    assert len(misses) == 1
    assert len(kernel_files(tmp_path / "large")) == 1


@owners
@compiled
def test_what_root_left_serves_a_user(misses: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert made() == 42
    monkeypatch.setattr(os, "geteuid", lambda: SOMEBODY)
    assert made() == 42
    assert misses == ["miss"]


@owners
@compiled
def test_the_group_of_one_user_is_no_other(misses: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many systems make a group for each user, and a umask that lets it write."""
    import grp
    import pwd

    assert made() == 42
    os.chown(tmp_path / "cache", 0, SOMEBODY)
    (tmp_path / "cache").chmod(0o775)
    monkeypatch.setattr(pwd, "getpwuid", lambda _: SimpleNamespace(pw_name="root", pw_gid=SOMEBODY))
    for name, members, access, missed in (
        ("root", ["root"], [], 1),
        ("root", [], [], 1),
        ("root", ["root", "bob"], [], 2),
        ("staff", [], [], 3),
        ("root", [], ["system.posix_acl_access"], 4),
    ):
        group = SimpleNamespace(gr_name=name, gr_mem=members)
        monkeypatch.setattr(grp, "getgrgid", lambda _, group=group: group)
        monkeypatch.setattr(os, "listxattr", lambda _, access=access: access, raising=False)
        assert made() == 42
        assert len(misses) == missed, (name, members, access)


@compiled
def test_where_nobody_owns_files(misses: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows."""
    monkeypatch.setattr("fastmcr.kernels.jit.trust._KNOWS_OWNERS", False)
    assert made() == 42
    open_to_all(tmp_path / "cache")
    assert made() == 42
    assert misses == ["miss"]


@contextlib.contextmanager
def umask(bits: int) -> Iterator[None]:
    before = os.umask(bits)
    try:
        yield
    finally:
        os.umask(before)


@compiled
@pytest.mark.skipif(os.name == "nt", reason="no such modes on Windows")
@pytest.mark.parametrize(("bits", "file", "folder"), [(0o22, 0o644, 0o755), (0o77, 0o600, 0o700), (0, 0o644, 0o755)])
def test_modes_follow_the_umask(
    bits: int, file: int, folder: int, misses: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FASTMCR_CACHE_DIR", str(tmp_path / "new" / "cache"))
    with umask(bits):
        assert [made(), made()] == [42, 42]
    (path,) = kernel_files(tmp_path)
    assert stat.S_IMODE(path.stat().st_mode) == file
    assert [stat.S_IMODE(above.stat().st_mode) for above in list(path.parents)[:3]] == [folder] * 3
    assert misses == ["miss"]


# Files that nobody uses


def aged(path: Path, days: float) -> Path:
    path.parent.mkdir(exist_ok=True, parents=True)
    path.touch()
    os.utime(path, (time.time() - days * DAY,) * 2)
    return path


@compiled
def test_what_nobody_used_for_a_month_goes(misses: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    old, other = folder / "0.60.0-0123456789abcdef", folder / "0.63.0rc1-0123456789abcdef"
    name = "scoring.rows.score_rows"
    gone = [
        aged(old / f"{name}-{'0' * 16}.kernel", 31),
        aged(old / f"{name}.kernel", 31),
        aged(other / f"{name}-{'0' * 16}.kernel.77-0a1b2c3d.tmp", 0.1),
        aged(other / f"{name}.kernelx7_2kq", 0.1),
    ]
    stay = [
        aged(other / f"{name}-{'1' * 16}.kernel", 29),
        aged(other / f"{name}-{'1' * 16}.kernel.78-0a1b2c3d.tmp", 0.01),
        aged(other / "notes.txt", 400),
        aged(folder / "notes.txt", 400),
        aged(folder / "mine-0123456789abcdef" / f"{name}.kernel", 400),
    ]
    assert made() == 42
    assert not any(path.exists() for path in gone)
    assert all(path.exists() for path in stay)
    assert not old.exists()


@compiled
def test_what_is_loaded_stays(misses: list[str], tmp_path: Path) -> None:
    assert made() == 42
    (path,) = kernel_files(tmp_path)
    aged(path, 0.5)
    recent = path.stat().st_mtime
    assert made() == 42
    assert path.stat().st_mtime == recent  # not written on every start
    aged(path, 40)
    assert made() == 42
    assert time.time() - path.stat().st_mtime < DAY
    assert misses == ["miss"]


# The folder


def test_cache_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FASTMCR_CACHE_DIR", "/somewhere/else")
    assert folder.cache_folder() == Path("/somewhere/else")
    monkeypatch.delenv("FASTMCR_CACHE_DIR")
    monkeypatch.setenv("HOME", "/home/somebody")
    for given, wanted in (
        ("/caches", "/caches/fastmcr"),
        ("caches", "/home/somebody/.cache/fastmcr"),  # a relative one is to be ignored, says its standard
        ("./caches", "/home/somebody/.cache/fastmcr"),
        ("", "/home/somebody/.cache/fastmcr"),
    ):
        monkeypatch.setenv("XDG_CACHE_HOME", given)
        if sys.platform == "linux":
            assert folder.cache_folder() == Path(wanted)


@compiled
def test_nobody_has_a_home(misses: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless(*_: object, **__: object) -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("FASTMCR_CACHE_DIR")
    monkeypatch.setattr("platformdirs.user_cache_path", homeless)
    assert folder.cache_folder() is None
    assert [made(), made()] == [42, 42]
    assert len(misses) == 2
    assert folder.objection() == "there is no home folder to keep kernels in"


@compiled
def test_it_is_said_once_why_the_first_call_takes_its_time(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FASTMCR_CACHE_DIR", str(tmp_path))
    for quiet, objection, start in (
        ("", None, "fastmcr: compiling for this machine; this happens once"),
        ("", "there is no home", "fastmcr: there is no home: compiling again"),
        ("1", None, ""),
        ("1", "there is no home", ""),
    ):
        monkeypatch.setattr(say, "_SAID", set())
        monkeypatch.setenv("FASTMCR_QUIET", quiet)
        monkeypatch.setattr(cache, "objection", lambda objection=objection: objection)
        monkeypatch.setattr(cache, "read_kernel", lambda _: b"")
        assert [made(), made()] == [42, 42]
        said = capfd.readouterr().err
        assert said.startswith(start)
        assert said.count("\n") == bool(start)


@compiled
def test_a_kernel_that_cannot_be_named_is_not_kept(
    misses: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "kernel_stamp", lambda *_: stamp._tell(object(), []))
    assert [made(), made()] == [42, 42]
    assert len(misses) == 2
    assert kernel_files(tmp_path) == []
