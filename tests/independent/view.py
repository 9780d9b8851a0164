"""What schemas/view.md says that an instrument sees of a stored reference solution, bit for bit."""
import math

import numpy as np

from random_numbers import stream_of

SPLITS = {"train": 0, "valid": 1, "test": 2}
NOISE_OF_X, NOISE_OF_V, LOSS, TIMES = range(4)


def stream(seed, split, trajectory, which):
    return stream_of(seed, 0x400 + 16 * SPLITS[split] + which, trajectory)


def unit(a):
    length = math.sqrt(sum(c * c for c in a))
    return [c / length for c in a]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def camera_rows(w):
    w = unit(w)
    if len(w) == 2:
        return [[-w[1], w[0]]]
    upright = abs(w[0]) < 1e-9 and abs(w[1]) < 1e-9
    right = unit(cross(w, [0, 1, 0] if upright else [0, 0, 1]))
    return [right, cross(right, w)]


def projected(x, rows):
    """Sums over axes in their order, from 0: NumPy's products of matrices sum in another one."""
    if rows is None:
        return x.copy()
    seen = np.zeros(x.shape[:-1] + (len(rows),))
    for j, row in enumerate(rows):
        for i, c in enumerate(row):
            seen[..., j] += c * x[..., i]
    return seen


def spread(seen):
    """Of (N, T, n', d'): squares about the mean over time of each entry, summed over time, entries and trajectories in turn."""
    total = 0.0
    for one in seen:
        squares = 0.0
        for entry in one.reshape(len(one), -1).T:
            mean = sum(entry.tolist()) / len(entry)
            for value in entry.tolist():
                squares += (value - mean) * (value - mean)
        total += squares
    return math.sqrt(total / seen.size)


def kept_samples(recipe, split, trajectory, samples):
    count = min(samples, max(2, math.floor(recipe.get("times", 1) * samples + 0.5)))
    if count == samples:
        return np.arange(samples)
    key = stream(recipe["seed"], split, trajectory, TIMES).uniforms(samples)
    key[0] = 0
    return np.sort(np.argsort(key, kind="stable")[:count])


def noisy(seen, recipe, split, which, scale, nodes, all_nodes):
    """Numbers are drawn for every node, seen or not."""
    if scale == 0:
        return seen
    out = seen.copy()
    for i, one in enumerate(out):
        drawn = stream(recipe["seed"], split, i, which).normals(len(one) * all_nodes * one.shape[2])
        one += scale * drawn.reshape(len(one), all_nodes, one.shape[2])[:, nodes]
    return out


def observe(x, v, recipe, split, hidden_nodes):
    """x, v (N, T, n, d) -> sample, x, v, observed, spreads; NaN where a node is lost."""
    number, samples, all_nodes, _ = x.shape
    nodes = np.array([n for n in range(all_nodes) if n not in hidden_nodes])
    rows = camera_rows(recipe["camera"]) if recipe.get("camera") else None
    seen_x, seen_v = projected(x[:, :, nodes], rows), projected(v[:, :, nodes], rows)
    spread_x, spread_v = spread(seen_x), spread(seen_v)
    absolute, relative = recipe.get("noise_absolute", 0), recipe.get("noise", 0)
    seen_x = noisy(seen_x, recipe, split, NOISE_OF_X, absolute or relative * spread_x, nodes, all_nodes)
    seen_v = noisy(seen_v, recipe, split, NOISE_OF_V, absolute or relative * spread_v, nodes, all_nodes)
    keep = np.array([kept_samples(recipe, split, i, samples) for i in range(number)])
    observed = np.ones((number, samples, all_nodes), bool)
    for i in range(number if recipe.get("dropout", 0) else 0):
        u = stream(recipe["seed"], split, i, LOSS).uniforms(samples * all_nodes).reshape(samples, all_nodes)
        observed[i, 1:] = u[1:] >= recipe["dropout"]
    at = np.arange(number)[:, None], keep
    observed = observed[:, :, nodes][at]
    seen_x, seen_v = seen_x[at], seen_v[at]
    seen_x[~observed] = seen_v[~observed] = np.nan
    kind = np.float32 if recipe.get("float32") else np.float64
    return {"sample": keep, "x": seen_x.astype(kind), "v": seen_v.astype(kind), "observed": observed, "spread_x": spread_x,
            "spread_v": spread_v}
