"""Settings of every test run, made before anything is compiled."""

import os
import tempfile
from pathlib import Path

from hypothesis import settings

# The cache is keyed by a digest of kernels, tables and compiler settings: one folder serves every run and mode.
os.environ.setdefault("FASTMCR_CACHE_DIR", str(Path(tempfile.gettempdir()) / "fastmcr-tests"))
os.environ["FASTMCR_QUIET"] = "1"

settings.register_profile("fastmcr", derandomize=True, deadline=None)
settings.load_profile("fastmcr")
