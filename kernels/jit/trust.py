"""Whether somebody else could have put a file where it was found.

Loading a compiled kernel runs what the file says, so only owners and permissions can vouch for it: a digest inside the
file would be as false as the rest. What belongs to this user or to root, in folders that nobody else can change, is
trusted. Windows has no such owners; there the folder of the user is guarded by the system alone.
"""

import os
import stat
from pathlib import Path

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_OPEN = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))
_KNOWS_OWNERS = hasattr(os, "geteuid")


class DistrustError(Exception):
    """Somebody else could have written what was found."""


def check_folder(root: Path, below: str = "") -> None:
    """Hold a folder of ours, one in it, and every folder above against the rule.

    From the top down, so that nobody can exchange what was passed. In a folder above with the sticky bit others may
    write: there they cannot touch what is not theirs.

    Parameters
    ----------
    root : Path
        The folder, absolute and without links.
    below : str
        The name of a folder in it.

    Raises
    ------
    DistrustError
        It names the folder and says what is wrong with it.
    OSError
        If one is not there: nor is what could be loaded from it, and somebody may make it at any time.
    """
    if not _KNOWS_OWNERS:
        return
    for folder in reversed(root.parents):
        _check(folder, os.lstat(folder), shared=True)
    for folder in (root, root / below):
        _check(folder, os.lstat(folder))


def read_file(path: Path) -> bytes:
    """Read a file in a folder that was checked.

    Raises
    ------
    DistrustError
        If it is not a file of ours or root's, or others can write to it.
    OSError
        If it cannot be read.
    """
    with open(os.open(path, _OPEN), "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise DistrustError(f"{path} is no file")
        if _KNOWS_OWNERS:
            _check(path, found)
        return file.read()


def _check(path: Path, found: os.stat_result, *, shared: bool = False) -> None:
    if stat.S_ISLNK(found.st_mode):
        raise DistrustError(f"{path} is a link")
    if found.st_uid not in (0, os.geteuid()):
        raise DistrustError(f"{path} belongs to another user")
    if shared and found.st_mode & stat.S_ISVTX:
        return
    if found.st_mode & stat.S_IWOTH or (found.st_mode & stat.S_IWGRP and not _is_private(path, found.st_gid)):
        raise DistrustError(f"{path} can be changed by other users")


def _is_private(path: Path, group: int) -> bool:
    """Say whether the group is the one that many systems make for each user, with a umask that lets it write."""
    import grp
    import pwd

    try:
        user, members = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
    except KeyError:
        return False
    if user.pw_gid != group or members.gr_name != user.pw_name or set(members.gr_mem) - {user.pw_name}:
        return False
    # With an access list the bits of the group stand for everybody on that list.
    return not hasattr(os, "listxattr") or "system.posix_acl_access" not in os.listxattr(path)
