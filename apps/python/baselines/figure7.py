"""Bars of the paper's figure 7, mean relative error of each model on each system, and the published ones beside."""
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable

from figures import COLOURS, draw

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH = 0.4  # of the bars of one kind of a system together, in the distance of two systems


def draw_bars(rows: list[dict[str, Any]], path: Path, say: Callable[[str], None]) -> None:
    systems = list(dict.fromkeys(row["system"] for row in rows))
    shown = [model for model in COLOURS if any(row["model"] == model for row in rows)]
    wide = WIDTH / len(shown)

    def bars(figure: Figure) -> None:
        axes = figure.add_subplot()
        for column, model in enumerate(shown):
            colour, left = COLOURS[model], 2.1 * column - (2.1 * len(shown) - 1.1) / 2
            own = [(systems.index(row["system"]) + left * wide, row) for row in rows if row["model"] == model]
            axes.bar([place for place, _ in own], [row["mean"] for _, row in own], wide, color=colour, label=model)
            others = [(place + wide, row["published"]["mean"]) for place, row in own if "published" in row]
            axes.bar([place for place, _ in others], [mean for _, mean in others], wide, color="white", edgecolor=colour, hatch="//////",
                     linewidth=0.7)
        axes.set_yscale("log")
        axes.set_ylim(top=1)
        axes.set_xticks(range(len(systems)), [system.replace("_", "\n", 1).replace("_", " ") for system in systems])
        axes.tick_params(axis="x", length=0)
        axes.grid(axis="y")
        axes.set_title("Mean relative error over trajectories. Filled: this table. Hatched: published.", loc="left", pad=24)
        axes.legend(loc="lower left", bbox_to_anchor=(0, 0.99), ncols=len(COLOURS), borderaxespad=0, handlelength=1, columnspacing=1.2)
        figure.subplots_adjust(left=45 / width, right=1 - 8 / width, bottom=0.12, top=0.83)

    width = max(120 + 105 * len(systems), 520)
    draw(bars, (width, 360), path, say)
