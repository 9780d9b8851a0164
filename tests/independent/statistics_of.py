"""Summaries, intervals and comparisons, as sections 2 and 4 of schemas/metrics.md define them."""
import itertools
import math

import numpy as np


def beta_share(a, b, x):
    """The regularised incomplete beta function, by its continued fraction (Lentz)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_share(b, a, 1 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    value, c, d = 1.0, 1.0, 0.0
    for k in range(400):
        m = k // 2
        if k == 0:
            term = 1.0
        elif k % 2 == 0:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / (1 + term * d)
        c = 1 + term / c
        value *= c * d
        if k > 2 and abs(c * d - 1) < 1e-16:
            break
    return front * (value - 1)


def two_sided_p(t, freedom):
    return beta_share(freedom / 2, 0.5, freedom / (freedom + t * t)) if math.isfinite(t) else 0.0


def t_quantile(freedom):
    """t that a Student variable exceeds in absolute value with probability 0.05."""
    low, high = 0.0, 1e4
    while high - low > 4e-16 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if two_sided_p(middle, freedom) > 0.05 else (low, middle)
        if middle in (low, high) and (low + high) / 2 == middle:
            break
    return (low + high) / 2


def geometric_mean(values):
    if not np.isfinite(values).all():
        return math.inf
    return math.exp(np.log(values).mean()) if values.min() > 0 else 0.0


def usable(values):
    return len(values) >= 5 and (values > 0).all() and np.isfinite(values).all() and values.min() < values.max()


def welch(variances):
    """Sum of (variance, degrees of freedom) and Satterthwaite's degrees of freedom of it."""
    total = sum(v for v, _ in variances)
    return total, total**2 / sum(v**2 / f for v, f in variances)


def interval(centre, variance, freedom):
    half = t_quantile(freedom) * math.sqrt(variance)
    return [math.exp(centre - half), math.exp(centre + half)]


def interval_of_mean(values):
    """Hall's (1992) transformation of Student's t; None where the tail is too heavy, or there are too few."""
    n = len(values)
    if n < 100 or not usable(values):
        return None
    l = np.log(values)
    if l.std(ddof=1) > 0.7 or abs(skewness(l)) > 0.5:
        return None
    mean, s, skew, t = values.mean(), values.std(ddof=1), skewness(values), t_quantile(n - 1)
    inverse = lambda y: 3 * math.sqrt(n) / skew * (math.copysign(abs(q := 1 + skew * (y / math.sqrt(n) - skew / (6 * n)))**(1 / 3), q) - 1)
    return [mean - s / math.sqrt(n) * inverse(t), mean - s / math.sqrt(n) * inverse(-t)]


def skewness(values):
    d = values - values.mean()
    return (d**3).mean() / (d**2).mean()**1.5


def percentile(values, share):
    ordered = np.sort(values)
    place = share * (len(ordered) - 1)
    low = int(place)
    part = place - low
    if part == 0:
        return ordered[low]
    a, b = ordered[low], ordered[low + 1]
    return a + part * (b - a) if np.isfinite(b) else b


def summary(values):
    """Of the N values of a metric, or of S seeds and N trajectories, (S, N)."""
    table = np.atleast_2d(np.asarray(values, float))
    flat = table.ravel()
    result = {"mean": flat.mean(), "geometric_mean": geometric_mean(flat),
              "median": percentile(flat, 0.5), "p05": percentile(flat, 0.05), "p95": percentile(flat, 0.95),
              "geometric_mean_ci95": None, "mean_ci95": interval_of_mean(flat) if len(table) == 1 else None}
    if usable(flat) and table.shape[1] >= 5:
        l, (seeds, n) = np.log(table), table.shape
        variances = [(l.mean(0).var(ddof=1) / n, n - 1)]
        if seeds > 1:
            variances.append((l.mean(1).var(ddof=1) / seeds, seeds - 1))
        result["geometric_mean_ci95"] = interval(l.mean(), *welch(variances))
    return result


def sign_flips(d):
    """p by all sign vectors; sums that are the same but for rounding count as the same."""
    sums = np.zeros(1)
    for value in d:
        sums = np.concatenate([sums + value, sums - value])
    return (abs(sums) >= abs(d.sum()) * (1 - 1e-12)).mean()


def of_pair(seeds_a, seeds_b):
    """What may be said of two models with so many training seeds; 0 where one has none anywhere."""
    if max(seeds_a, seeds_b) <= 1:
        return "models"
    return "methods" if all(s == 0 or s >= 3 for s in (seeds_a, seeds_b)) else "too_few_seeds"


def compare(a, b, flips=10000):
    """Two tables (seeds, N) of errors."""
    log_a, log_b = np.log(a), np.log(b)
    d = log_a.mean(0) - log_b.mean(0)
    n = len(d)
    result = {"ratio": math.exp(d.mean()), "better": int((d < 0).sum()), "worse": int((d > 0).sum()), "exact": False,
              "of": of_pair(len(a), len(b)), "ratio_ci95": None, "p_value": None}
    if result["of"] == "too_few_seeds":
        return result
    if result["of"] == "models":
        if n >= 5 and d.min() < d.max():
            result["ratio_ci95"] = interval(d.mean(), d.var(ddof=1) / n, n - 1)
        result["exact"] = 2**n <= flips
        result["p_value"] = sign_flips(d) if result["exact"] else None
        return result
    variances = [(d.var(ddof=1) / n, n - 1)]
    variances += [(l.mean(1).var(ddof=1) / len(l), len(l) - 1) for l in (log_a, log_b)]
    total, freedom = welch(variances)
    result["ratio_ci95"] = interval(d.mean(), total, freedom)
    result["p_value"] = two_sided_p(d.mean() / math.sqrt(total), freedom)
    return result


def holm(p_values):
    order = np.argsort(p_values, kind="stable")
    corrected, largest = np.empty(len(p_values)), 0.0
    for rank, k in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[k]))
        corrected[k] = largest
    return corrected
