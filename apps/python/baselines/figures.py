"""Pictures by matplotlib, in the colours of the models."""
from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable

from cchnn.new_file import write_text
from models import MODELS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = dict(zip(MODELS, ("#1b6ca8", "#57a0d3", "#c8553d", "#e39a6f", "#8a8a8a", "#3f8f5f", "#8a5aa8")))
# Text stays text, and the same numbers give the same bytes.
STYLE = {"svg.fonttype": "none", "svg.hashsalt": "cchnn", "font.family": "sans-serif", "font.size": 8, "axes.titlesize": 9,
         "axes.spines.top": False, "axes.spines.right": False, "grid.color": "#dddddd", "axes.axisbelow": True, "legend.frameon": False}


def draw(drawing: Callable[[Figure], Any], size: tuple[int, int], path: Path, say: Callable[[str], None]) -> None:
    """A figure of so many pixels, which `drawing` fills."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        say(f"{path}: not drawn, matplotlib is not installed (apps/install_packages.sh plots)")
        return
    with matplotlib.rc_context(STYLE):
        shown = Figure(figsize=(size[0] / 96, size[1] / 96))
        drawing(shown)
        text = io.StringIO()
        shown.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    write_text(path, text.getvalue())
