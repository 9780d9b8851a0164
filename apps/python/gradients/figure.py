"""The results as lines of JSON, as tables, and as a figure of relative errors by the start against the horizon, which needs matplotlib."""
from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

from cchnn.new_file import write_text

# Colour, dash and marker of each method, by what its name has.
LOOKS = {"tangent": ("#1b6ca8", "-", "o"), "cchnn, differences": ("#57a0d3", "--", ""), "MuJoCo Euler": ("#8a8a8a", "--", ""),
         "MuJoCo RK4": ("#c8553d", "--", ""), "PyTorch": ("#3f8f5f", "-", "s")}
SHADES = {"1e-05": 1.0, "0.001": 0.55, "1e-07": 0.3}
STYLE = {"svg.fonttype": "none", "svg.hashsalt": "cchnn", "font.family": "sans-serif", "font.size": 8, "axes.titlesize": 9,
         "axes.spines.top": False, "axes.spines.right": False, "grid.color": "#dddddd", "axes.axisbelow": True, "legend.frameon": False}


MOST_STEPS = 3000  # of autograd, which keeps them all in memory


def draw(results: dict[str, Any], path: Path) -> None:
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        print(f"{path}: not drawn, matplotlib is not installed (apps/install_packages.sh plots)")
        return
    with matplotlib.rc_context(STYLE):
        shown = Figure(figsize=(9.4, 5.6))
        axes = shown.subplots(2, 3, sharex=True, sharey=True).ravel()
        for axis, (system, horizons) in zip(axes, results.items()):
            names = sorted({name for row in horizons.values() for name in row["methods"]})
            coarsest = max((dt_of(name) for name in names if "PyTorch" in name), default=0)
            for name in names:
                rows = [(float(horizon), max(row["methods"][name]["by_start"][0], 1e-17)) for horizon, row in horizons.items() if name in row["methods"]]
                colour, dash, marker = next(look for part, look in LOOKS.items() if part in name)
                shade = SHADES.get(name.split()[-1], 1.0 if "PyTorch" not in name or dt_of(name) == coarsest else 0.5)
                axis.loglog(*zip(*sorted(rows)), color=colour, linestyle=dash, marker=marker, markersize=3, alpha=shade, linewidth=1.3)
            axis.set_title(system)
            axis.grid(True)
        axes[0].set_ylim(1e-15, 10)
        for axis in axes[2:5]:
            axis.set_xlabel("horizon (Lyapunov times or periods)")
        for axis in axes[::3]:
            axis.set_ylabel("relative error, median")
        for axis in axes[:3]:
            axis.tick_params(labelbottom=True)
        keys = [("cchnn, tangent flow", "tangent", 1), ("cchnn, differences of 1e-5", "cchnn, differences", 1), ("cchnn, differences of 1e-3", "cchnn, differences", 0.55),
                ("cchnn, differences of 1e-7", "cchnn, differences", 0.3), ("MuJoCo RK4, differences of 1e-5", "MuJoCo RK4", 1),
                ("MuJoCo RK4, differences of 1e-3", "MuJoCo RK4", 0.55), ("MuJoCo RK4, differences of 1e-7", "MuJoCo RK4", 0.3), ("MuJoCo Euler, all differences", "MuJoCo Euler", 1),
                ("PyTorch through RK4, dt of the data", "PyTorch", 1), ("PyTorch through RK4, a tenth of it", "PyTorch", 0.5)]
        for text, part, shade in keys:
            colour, dash, marker = LOOKS[part]
            axes[5].plot([], [], color=colour, linestyle=dash, marker=marker, markersize=3, alpha=shade, label=text)
        axes[5].axis("off")
        axes[5].legend(loc="center left")
        shown.tight_layout()
        text = io.StringIO()
        shown.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    write_text(path, text.getvalue())


def dt_of(name: str) -> float:
    return float(name.split()[-1])


def why_empty(name: str, seconds: float) -> str:
    too_long = name.startswith("PyTorch") and seconds >= MOST_STEPS * dt_of(name)
    return f"over {MOST_STEPS} steps" if too_long else "not run"


def table(results: dict[str, Any]) -> list[str]:
    """Lines of Markdown: medians of relative errors by the start; at the longest horizon, the worst cosine of the gradient of the
    loss, the share of its signs that are wrong, and processor time."""
    lines = []
    for system, horizons in results.items():
        lines += ["", f"| {system}, horizon | " + " | ".join(horizons) + " | cosine | wrong signs | time, s |", "|---" * (len(horizons) + 4) + "|"]
        names = {name: None for row in horizons.values() for name in row["methods"]}
        for name in sorted(names, key=lambda name: [part in name for part in LOOKS].index(True)):
            rows = [row["methods"].get(name) for row in horizons.values()]
            errors = " | ".join(f"{one['by_start'][0]:.1e}" if one else why_empty(name, horizon["seconds"])
                                for one, horizon in zip(rows, horizons.values()))
            one = rows[-1]
            rest = f"{one['cosine'][1]:.6g} | {one['wrong_signs']:.0%} | {one['processor_seconds']:.2g}" if one else " | | "
            lines.append(f"| {name} | {errors} | {rest} |")
        errors = " | ".join(f"{row['reference']['by_start'][0]:.1e}" for row in horizons.values())
        lines.append(f"| the reference, by its tolerance | {errors} | | | |")
    return lines[1:]


def in_lines(kept: dict[str, Any]) -> str:
    """JSON with a line for each method."""
    return re.sub(r"\n {6,}|\n {5}(?=[\]}])", " ", json.dumps(kept, indent=1)) + "\n"
