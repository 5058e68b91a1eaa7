"""``fastmcr warmup``."""

from __future__ import annotations

import os
import time
from pathlib import Path

import click

_COMPILED = ("_rows", "_one")  # how the names of entry points end


@click.command(name="warmup", short_help="Compile everything for this machine.")
@click.pass_context
def command(ctx: click.Context) -> None:
    """Compile everything for this machine, so that no later call waits for it.

    The result is kept in the user's cache folder, or in the one that FASTMCR_CACHE_DIR names. It is made again when
    fastmcr, numba, numpy or the processor changes. Files there are loaded only if they belong to you or root and others
    can change neither them nor the folder.
    """
    os.environ["FASTMCR_QUIET"] = "1"  # what it would say is said here
    from numba import config

    from .. import kernels

    if getattr(config, "DISABLE_JIT", 0):
        click.echo("nothing to compile: NUMBA_DISABLE_JIT is set")
        return
    started = time.perf_counter()
    kept = [_compile(name) for name in dir(kernels) if name.endswith(_COMPILED)]
    _say_where(ctx, kept, time.perf_counter() - started)


def _compile(name: str) -> Path | None:
    """Load an entry point of the kernels, which compiles it if need be; return its file, if it has one."""
    from .. import kernels
    from ..kernels.jit import kept

    started = time.perf_counter()
    click.echo(f"{name:<24}", nl=False)
    path: Path | None = kept(getattr(kernels, name))
    click.echo(f"{time.perf_counter() - started:6.1f} s")
    return path


def _say_where(ctx: click.Context, kept: list[Path | None], seconds: float) -> None:
    from ..kernels.jit import objection
    from ..kernels.jit.folder import cache_folder

    folder = cache_folder()
    if not all(kept):
        reason = objection() or f"cannot write to {folder}"
        click.echo(f"{reason}: every process will compile again; set FASTMCR_CACHE_DIR", err=True)
        ctx.exit(1)
    size = sum(path.stat().st_size for path in kept if path) / 1e6
    click.echo(f"ready after {seconds:.1f} s; {size:.1f} MB in {folder}")
