"""Bars of the paper's figure 7, mean relative error of each model on each system, and the published ones beside."""
from __future__ import annotations

from pathlib import Path
from typing import Any, Callable

from figures import COLOURS, draw


def bars(rows: list[dict[str, Any]]) -> tuple[list[str], list[str]]:
    """Boxes for gnuplot and the labels of systems."""
    commands, labels = [], []
    for place, system in enumerate(dict.fromkeys(row["system"] for row in rows)):
        labels.append(f'"{system.replace("_", " ")}" {place}')
        for column, (model, colour) in enumerate(COLOURS.items()):
            found = [row for row in rows if row["system"] == system and row["model"] == model]
            left = place - 0.42 + 0.17 * column
            for row in found:
                commands.append(f'set object rectangle from {left},1e-7 to {left + 0.085},{row["mean"]} fc rgb "{colour}" fs solid noborder')
                if "published" in row:
                    commands.append(f'set object rectangle from {left + 0.085},1e-7 to {left + 0.16},{row["published"]["mean"]} '
                                    f'fc rgb "{colour}" fs pattern 4 border rgb "{colour}"')
    return commands, labels


def draw_bars(rows: list[dict[str, Any]], path: Path, say: Callable[[str], None]) -> None:
    boxes, labels = bars(rows)
    lowest = min(value for row in rows for value in (row["mean"], row.get("published", row)["mean"]))
    keys = ", ".join(f'NaN with boxes fs solid lc rgb "{colour}" title "{model}"' for model, colour in COLOURS.items())
    commands = ["set tmargin 2.5", "set logscale y", 'set format y "10^{%L}"', f"set yrange [{lowest / 2}:1]",
                f"set xrange [-0.6:{len(labels) - 0.4}]", 'set ylabel "relative error, mean over trajectories"',
                f'set xtics ({", ".join(labels)}) scale 0', "set grid y", "set key outside right top",
                'set label "filled: this table; hatched: published" at graph 0.01,1.04', *boxes, f"plot {keys}"]
    draw(commands, (220 + 150 * len(labels), 380), path, say)
