"""Small test sets and submissions with errors of all sizes, made by the programs in a directory that is removed at the end."""
import atexit
import functools
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

import numpy as np

from test_set import TestSet

root = pathlib.Path(tempfile.mkdtemp(prefix="cchnn_independent_"))
atexit.register(shutil.rmtree, root, ignore_errors=True)

# Built-in systems by name; systems of our own as what stands beside `name`.
OWN = {
    "line": {  # one dimension, free: linear momentum
        "dimension": 1,
        "bodies": [{"id": "a", "type": "Obj0D", "mass": 1.5}, {"id": "b", "type": "Obj0D", "mass": 0.7}],
        "potentials": [{"type": "Spring", "between": ["a", "b"], "stiffness": 4, "rest_length": 1}],
        "initial_conditions": {"bodies": {
            "a": {"position": [{"normal": {"mean": 0, "std": 1}}], "velocity": [{"normal": {"mean": 0, "std": 1}}]},
            "b": {"position": [3]}}},
        "conserved": ["energy", "linear_momentum_x"]},
    "family": {  # masses, a length, gravity and a stiffness differ from trajectory to trajectory
        "dimension": 2,
        "bodies": [{"id": "hook", "type": "Origin"},
                   {"id": "upper", "type": "Obj0D", "mass": {"uniform": {"low": 0.5, "high": 1.5}}},
                   {"id": "lower", "type": "Obj0D", "mass": {"uniform": {"low": 0.5, "high": 1.5}}}],
        "constraints": [{"type": "Link", "between": ["hook", "upper"], "length": {"normal": {"mean": 1, "std": 0.1}}}],
        "potentials": [{"type": "Gravity", "g": {"uniform": {"low": 5, "high": 10}}},
                       {"type": "Spring", "between": ["upper", "lower"], "stiffness": {"uniform": {"low": 20, "high": 40}},
                        "rest_length": 0.5}],
        "initial_conditions": {"bodies": {"upper": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 1}}},
                                          "lower": {"from": "upper", "length": 0.6, "angle": 0.3}}}},
    "top": {  # hangs from an Origin that is not at 0: angular momentum about it
        "dimension": 3,
        "bodies": [{"id": "tip", "type": "Origin", "position": [1, 2, 3]},
                   {"id": "top", "type": "Obj3D", "mass": 0.08, "inertia": [4e-5, 4e-5, 3e-5]}],
        "constraints": [{"type": "Joint", "between": ["tip", {"body": "top", "point": [0, 0, -0.05]}]}],
        "potentials": [{"type": "Gravity"}],
        "initial_conditions": {"bodies": {"top": {"from": "tip", "euler_zxz": [{"normal": {"mean": 0, "std": 1}}, 0.3, 0],
                                                  "euler_rates": [0, 0, 200]}}},
        "sampling": {"dt": 0.005}, "conserved": ["energy", "angular_momentum_z"]},
    "at_rest": {  # hangs still: nothing to be measured against but a motion by a typical length, that of the Link
        "dimension": 2,
        "bodies": [{"id": "hook", "type": "Origin", "position": [0.3, 0.4]}, {"id": "bob", "type": "Obj0D", "mass": 1.5}],
        "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": 0.7}],
        "potentials": [{"type": "Gravity"}],
        "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": 0}}}, "conserved": ["energy"]},
}


def run(program, *arguments):
    command = [os.path.join(os.environ["CCHNN_BIN"], program), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def written(name, value):
    path = root / name
    path.write_text(json.dumps(value))
    return path


@functools.lru_cache(maxsize=None)
def directory(name, test=6, train=0, steps=40, asked=()):
    """DIR/<name>/test.h5 of a built-in system, or of one of ours."""
    system = written(name + ".json", {"name": name, **OWN[name]}) if name in OWN else name
    place = root / "_".join(["data", str(test), str(train), str(steps), *asked])
    run("cchnn-gen", "generate", system, "-o", place, "--train", train, "--valid", 0, "--test", test, "--steps", steps,
        "--threads", 1, *asked)
    return place / name


def test_set(name, **options):
    path = directory(name, **options) / "test.h5"
    return path, TestSet(path)


def submission(path, truth, x, v, model=None):
    path.parent.mkdir(exist_ok=True)
    np.savez(path, x=x, v=v, model=model or path.stem, answers_truth=truth.truth_digest)
    return path


def noisy(truth, size, seed, spread=0.5):
    """States with errors that differ from trajectory to trajectory; the start is given."""
    random = np.random.default_rng(seed)
    x, v = truth.x.copy(), truth.v.copy()
    level = size * np.exp(spread * random.normal(size=(len(x), 1, 1, 1)))
    x[:, 1:] += level * random.normal(size=x[:, 1:].shape)
    v[:, 1:] += level * random.normal(size=v[:, 1:].shape)
    return x, v


def bad_numbers(truth):
    """NaN, infinity, 1e300, and what lies just within and just beyond 1e6 times the largest entry."""
    x, v = noisy(truth, 1e-3, 5)
    largest = abs(truth.x[4]).max()
    x[0, 5:, 0, 0], v[1, -1, -1, -1], x[2, 10:20] = np.nan, -np.inf, 1e300
    x[3, 7, 0, 0] = abs(truth.x[3]).max() * 0.999e6
    x[4, 7, 0, 0] = largest * 1.001e6
    return x, v


def made_by_hand(name, truth):
    """Submissions to a test set: (what, path)."""
    place = root / ("by_hand_" + name)
    still = [np.repeat(a[:, :1], a.shape[1], axis=1) for a in (truth.x, truth.v)]
    arrays = {"copy": (truth.x, truth.v), "bad_numbers": bad_numbers(truth), "standing_still": still,
              "slowed_down": (truth.x, truth.v * (1 - 1e-2 * (np.arange(truth.x.shape[1]) > 0)[:, None, None])),
              "few_trajectories": (truth.x[:4] + 0, noisy(truth, 1e-4, 6)[1][:4]),
              "few_samples": tuple(a[:, :23] for a in noisy(truth, 1e-4, 7)),
              "float32": (truth.x.astype(np.float32), truth.v.astype(np.float32))}
    for k, size in enumerate((1e-14, 1e-11, 1e-6, 1e-2, 1, 1e4)):
        arrays[f"noise_{size:g}"] = noisy(truth, size, k)
    return [submission(place / (what + ".npz"), truth, x, v) for what, (x, v) in arrays.items()]


def rollout(name, what, *options, ending="h5", **data):
    path = root / f"{name}_{what}.{ending}"
    system = root / (name + ".json") if name in OWN else name
    run("cchnn-gen", "rollout", system, "--from", directory(name, **data) / "test.h5", "-o", path, *options)
    return path
