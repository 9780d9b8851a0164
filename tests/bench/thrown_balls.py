#!/usr/bin/env python3
"""Error bounds of balls with quadratic drag that are thrown upwards and turn, against the closed form in 80 bits.

    thrown_balls.py BIN [--count 1000] [--units 1e-4,1,100,1e4] [--coefficients 0.05,0.5,5]

BIN is the directory of cchnn-gen. Where the ball turns, the force of the air has a jump in its second derivative. Each unit of
time, in seconds, gives the same motions with other numbers. Up, the velocity is a tangent, down a hyperbolic tangent. What is
stored is compared with the motion from its own first sample. It ends with 1 where a sample is beyond its bound.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy as np

MASS, GRAVITY = 0.4, 9.81
LONG = np.longdouble


def exact(g, c, v, t):
    """Height and velocity at the times t, from 0 with the velocity v."""
    g, c, v, m, t = LONG(g), LONG(c), LONG(v), LONG(MASS), t.astype(LONG)
    limit = np.sqrt(m * g / c)
    start = np.arctan(v / limit)
    top = limit / g * start
    highest = -limit**2 / g * np.log(np.cos(start))
    up = t < top
    angle = np.where(up, start - g * t / limit, 0)
    fallen = np.where(up, 0, g * (t - top) / limit)
    x = np.where(up, highest + limit**2 / g * np.log(np.cos(angle)), highest - limit**2 / g * np.log(np.cosh(fallen)))
    return x, np.where(up, limit * np.tan(angle), -limit * np.tanh(fallen))


def thrown(programs, directory, unit, coefficient, count):
    system = {
        "name": "ball",
        "dimension": 1,
        "bodies": [{"id": "a", "type": "Obj0D", "mass": MASS}],
        "potentials": [{"type": "Gravity", "g": GRAVITY / unit**2}],
        "damping": [{"type": "Drag", "on": "a", "coefficient": coefficient}],
        "initial_conditions": {"bodies": {"a": {"position": [0], "velocity": [{"normal": {"mean": 3 / unit, "std": 0.5 / unit}}]}}},
        "sampling": {"dt": 0.05 * unit, "steps": 40},
    }
    path = directory / "ball.json"
    path.write_text(json.dumps(system))
    counts = ["--train", "0", "--valid", "0", "--test", str(count)]
    subprocess.run([programs / "cchnn-gen", "generate", path, *counts, "-o", directory / "data", "--force", "-q"], check=True)
    with h5py.File(directory / "data" / "ball" / "test.h5") as file:
        arrays = {name: file[name][...].reshape(count, -1) for name in ("x", "v", "error_bound", "refined", "steps_accepted")}
        t = file["t"][...]
    ratios, errors = [], []
    for x, v, bound in zip(arrays["x"], arrays["v"], arrays["error_bound"]):
        height, speed = exact(system["potentials"][0]["g"], coefficient, v[0], t)
        error = np.hypot(x - x[0] - height, v - speed) / (np.hypot(x, v) + np.hypot(height + LONG(x[0]), speed))
        ratios.append(float(np.max(error[1:] / bound[1:])))
        errors.append(float(np.max(error)))
    return np.array(ratios), np.array(errors), arrays


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", metavar="BIN", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=1000)
    numbers = lambda text: [float(one) for one in text.split(",")]
    parser.add_argument("--units", type=numbers, default=[1e-4, 1, 100, 1e4])
    parser.add_argument("--coefficients", type=numbers, default=[0.05, 0.5, 5])
    given = parser.parse_args()
    print("| unit of time, s | coefficient, kg/m | beyond | largest error/bound | largest error | median bound | recomputed | steps |")
    print("|---|---|---|---|---|---|---|---|")
    beyond = 0
    with tempfile.TemporaryDirectory() as directory:
        for unit in given.units:
            for coefficient in given.coefficients:
                ratios, errors, arrays = thrown(given.programs, pathlib.Path(directory), unit, coefficient, given.count)
                beyond += int((ratios > 1).sum())
                print(
                    f"| {unit:g} | {coefficient:g} | {int((ratios > 1).sum())} of {given.count} | {ratios.max():.2g} | {errors.max():.2g} "
                    f"| {np.median(arrays['error_bound'][:, -1]):.2g} | {int(arrays['refined'].sum())} "
                    f"| {arrays['steps_accepted'].mean():.0f} |",
                    flush=True,
                )
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
