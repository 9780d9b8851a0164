"""What this package says by itself: to a person at a terminal, and nowhere else."""
from __future__ import annotations

import sys


def say(text: str) -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(f"cchnn: {text}\n")
