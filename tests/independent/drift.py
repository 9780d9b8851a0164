"""Drift and fluctuation of an energy error e(t), (7) and (8) of schemas/metrics.md."""
import numpy as np

GOLDEN = 0.6180339887498949


def slope_of(e, dt):
    half = len(e) // 2
    return np.median((e[half:2 * half] - e[:half]) / (half * dt))


def beside_line(e, dt):
    rest = e - slope_of(e, dt) * dt * np.arange(len(e))
    return rest - np.median(rest)


def columns(u, f):
    return np.stack([np.ones_like(u), u - 0.5, np.cos(2 * np.pi * f * u), np.sin(2 * np.pi * f * u)], 1)[:, :4 if f else 2]


def fit(u, e, f):
    a = columns(u, f)
    c = np.linalg.lstsq(a, e, rcond=None)[0]
    return c, ((e - a @ c)**2).sum()


def frequency_of(u, e):
    """In periods: the best of 1, 1.5, ..., then golden section half a period to either side."""
    most = 0.45 * len(e)
    best = min(np.arange(1, most + 1e-12, 0.5), key=lambda f: fit(u, e, f)[1])
    low, high = max(1, best - 0.5), min(most, best + 0.5)
    for _ in range(30):
        a, b = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        low, high = (low, b) if fit(u, e, a)[1] < fit(u, e, b)[1] else (a, high)
    return (low + high) / 2


def oscillation(e):
    """The sinusoid to take out, or None."""
    if len(e) < 8:
        return None
    piece = -(-len(e) // 128)
    count = len(e) // piece
    means = e[:count * piece].reshape(count, piece).mean(1)
    u = ((piece - 1) / 2 + piece * np.arange(count)) / (len(e) - 1)
    line = fit(u, means, 0)[1]
    if not line > 1e-15 * abs(means).max()**2 * count:
        return None
    f = frequency_of(u, means)
    c, left = fit(u, means, f)
    if not 1 - left / line > 1 / 3:
        return None
    half = np.pi * f / (len(e) - 1)
    kept = np.sin(piece * half) / (piece * np.sin(half))  # of the amplitude, in means of pieces
    angle = 2 * np.pi * f * np.arange(len(e)) / (len(e) - 1)
    return (c[2] * np.cos(angle) + c[3] * np.sin(angle)) / kept


def drift_and_fluctuation(e, dt):
    if not np.isfinite(e).all():
        return np.inf, np.inf
    g = e
    for _ in range(4):
        found = oscillation(g)
        if found is None or not np.median(abs(beside_line(g - found, dt))) < 1.2 * np.median(abs(beside_line(g, dt))):
            break
        g = g - found
    slope = slope_of(g, dt)
    rest = e - slope * dt * np.arange(len(e))
    return abs(slope), np.sqrt(((rest - np.median(rest))**2).mean())
