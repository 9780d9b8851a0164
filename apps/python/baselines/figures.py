"""Pictures by gnuplot, in the colours of the models."""
from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Callable

from cchnn.new_file import write_text
from models import MODELS

COLOURS = dict(zip(MODELS, ("#1b6ca8", "#57a0d3", "#c8553d", "#e39a6f", "#8a8a8a")))


def draw(commands: list[str], size: tuple[int, int], path: Path, say: Callable[[str], None]) -> None:
    if shutil.which("gnuplot") is None:
        say(f"{path}: not drawn, gnuplot is not installed (apps/install_packages.sh pictures)")
        return
    head = f'set terminal svg size {size[0]},{size[1]} font "sans,11" background rgb "white"'
    drawn = subprocess.run(["gnuplot"], input="\n".join([head, *commands, ""]), text=True, check=True, stdout=subprocess.PIPE)
    write_text(path, drawn.stdout)
