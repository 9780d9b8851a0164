#!/usr/bin/env python3
"""The table of lib/ACCURACY.md: sets of each built-in system from five seeds, judged by `cchnn-gen audit`.

    audit_table.py BIN [--systems NAME,...] [--seeds 5] [--share 1.0] [--threads 2] [--results FILE]

BIN is the directory of cchnn-gen. Systems of points have 1,000 trajectories, those with bodies or tracks 20, over all seeds; --share takes
fewer. Systems with given states are started around them, each entry of x and v moved by N(0, 1e-3) of the state's spread, and every
system once more at rest. Finished sets are kept in FILE (a line of JSON each), so that a run that was ended goes on.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
SYSTEMS = ROOT / "systems"
OF_POINTS, WITH_BODIES = 1000, 20
SMALLEST = 1e-17  # a bound is not asked to be below 100 times this
FALLS = {"outer_solar_system"}  # from rest the planets fall into the sun
BUDGET = 3600  # s a set: what is not judged by then is told in the table


def is_costly(system):
    return any(body["type"] not in ("Origin", "Obj0D") for body in system["bodies"]) or "Track" in json.dumps(system)


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(" ".join(map(str, command)) + ":\n" + done.stderr[-2000:])
    return done


def starts_of(directory, name):
    with h5py.File(directory / name / "test.h5") as file:
        return file["x"][:, 0], file["v"][:, 0]


def generate(gen, name, directory, seed, count, *more):
    run(gen, "generate", name, "-o", directory, "--train", 0, "--valid", 0, "--test", count, "--seed", seed, *more)


def make_set(gen, name, system, directory, seed, count, at_rest):
    given = any(key in system["initial_conditions"] for key in ("state", "states"))
    if not given and not at_rest:
        return generate(gen, name, directory, seed, count)
    generate(gen, name, directory / "starts", seed, 1 if given else count, "--steps", 2)
    x, v = starts_of(directory / "starts", name)
    if given:
        draw = np.random.default_rng(seed)
        x, v = (np.repeat(a[:1], count, axis=0) for a in (x, v))
        x, v = (a + 1e-3 * np.std(a[0]) * draw.standard_normal(a.shape) for a in (x, v))
    np.savez(directory / "starts.npz", x=x, v=0 * v if at_rest else v)
    return generate(gen, name, directory, seed, count, "--states", directory / "starts.npz")


def judged_set(options, name, system, seed, count, at_rest):
    gen = options.bin / "cchnn-gen"
    with tempfile.TemporaryDirectory() as made:
        directory = pathlib.Path(made)
        make_set(gen, name, system, directory, seed, count, at_rest)
        run(gen, "audit", directory / name, "--sample", count, "--budget", BUDGET, "--threads", options.threads,
            "--json", directory / "audit.json")
        report = json.loads((directory / "audit.json").read_text())["systems"][0]
    seconds = sum(t["seconds"] for t in report["trajectories"])
    kept = ("judged", "samples", "within", "wholly_within", "median_error", "median_bound", "error_over_bound")
    return {"system": name, "seed": seed, "at_rest": at_rest, "asked": count, "seconds": seconds, **{k: report[k] for k in kept}}


def sets(options):
    for path in sorted(SYSTEMS.glob("*.json")):
        name, system = path.stem, json.loads(path.read_text())
        if options.systems and name not in options.systems:
            continue
        whole = WITH_BODIES if is_costly(system) else OF_POINTS
        for at_rest in (False,) if name in FALLS else (False, True):
            count = max(1, round(options.share * whole / options.seeds / (5 if at_rest and whole == OF_POINTS else 1)))
            for seed in range(options.seeds):
                yield name, system, seed, count, at_rest


def row(name, at_rest, rows):
    total = lambda key: sum(r[key] for r in rows)
    bound, error = (float(np.median([r[k] for r in rows])) for k in ("median_bound", "median_error"))
    worst = max(r["error_over_bound"]["max"] for r in rows)
    percent = lambda a, b: f"{100 * a / b:.2f} %" if b else "-"
    return (f"| {name}{', at rest' if at_rest else ''} | {total('judged')} of {total('asked')} | {percent(total('wholly_within'), total('judged'))} | "
            f"{percent(total('within'), total('samples'))} | {worst:.2f} | {bound / max(error, SMALLEST):.0f} | {total('seconds') / max(1, total('judged')):.2g} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("--systems", type=lambda text: text.split(","))
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--results", type=pathlib.Path, default=pathlib.Path("audit_table.jsonl"))
    options = parser.parse_args()
    done = [json.loads(line) for line in options.results.read_text().splitlines()] if options.results.exists() else []
    known = {(r["system"], r["seed"], r["at_rest"], r["asked"]): r for r in done}
    rows = {}
    for name, system, seed, count, at_rest in sets(options):
        key = (name, seed, at_rest, count)
        if key not in known:
            known[key] = judged_set(options, name, system, seed, count, at_rest)
            with options.results.open("a") as file:
                file.write(json.dumps(known[key]) + "\n")
            print(f"{name}, seed {seed}{', at rest' if at_rest else ''}: {known[key]['wholly_within']} of {known[key]['judged']}",
                  file=sys.stderr, flush=True)
        rows.setdefault((name, at_rest), []).append(known[key])
    print("| system | checked | all samples in bound | samples in bound | largest error/bound | bound/error, medians | audit, s each |")
    print("|---|---|---|---|---|---|---|")
    for (name, at_rest), several in rows.items():
        print(row(name, at_rest, several))


if __name__ == "__main__":
    main()
