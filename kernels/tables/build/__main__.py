"""``python -m fastmcr.kernels.tables.build``."""

from .scoring import main

raise SystemExit(main())
