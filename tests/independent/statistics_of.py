"""Summaries, intervals and comparisons, as sections 2 and 4 of schemas/metrics.md define them."""
import math
import statistics

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


def sign_flips(d, seen):
    """p by all sign vectors; sums that are the same but for rounding count as the same."""
    sums = np.zeros(1)
    for value in d:
        sums = np.concatenate([sums + value, sums - value])
    return (abs(sums) >= abs(seen) * (1 - 1e-12)).mean()


def of_pair(seeds_a, seeds_b):
    """What may be said of two models with so many training seeds; 0 where one has none anywhere."""
    if max(seeds_a, seeds_b) <= 1:
        return "models"
    return "methods" if all(s == 0 or s >= 3 for s in (seeds_a, seeds_b)) else "too_few_seeds"


class OnSystem:
    """What one system says of a pair: differences (N), means of seeds that vary of either model, what is left of errors."""

    def __init__(self, log_a, log_b):
        self.d = log_a.mean(0) - log_b.mean(0)
        self.seeds = [log_a.mean(1), log_b.mean(1)]
        self.rest = [rest_variance(log_a), rest_variance(log_b)]


def rest_variance(logs):
    """Residuals of rows and columns of a table (S, N)."""
    s, n = logs.shape
    if s < 2 or n < 2:
        return 0.0
    left = logs - logs.mean(1, keepdims=True) - logs.mean(0) + logs.mean()
    return float((left**2).sum() / ((s - 1) * (n - 1)))


def cautious(variances):
    """(23): the sum and its degrees of freedom."""
    variances = [(v, f) for v, f in variances if v > 0 and f > 0]
    total, freedom = welch(variances)
    return total, max(0.7 * freedom, min(f for _, f in variances))


def seed_parts(systems):
    return [(m.var(ddof=1) / len(m) / len(systems)**2, len(m) - 1) for one in systems for m in one.seeds if len(m) > 1 and np.ptp(m) > 0]


def d_parts(systems):
    return [(one.d.var(ddof=1) / len(one.d) / len(systems)**2, len(one.d) - 1) for one in systems if np.ptp(one.d) > 0]


def skewed_or_mixed(systems, variance):
    """(24)."""
    k, third, fourth, count = len(systems), 0.0, 0.0, 0
    for one in systems:
        n, off = len(one.d), one.d - one.d.mean()
        m2, m3, m4 = ((off**power).mean() for power in (2, 3, 4))
        third, fourth, count = third + m3 / n**2, fourth + (m4 - 3 * m2**2) / n**3, count + n
    return abs(third) / k**3 > 0.1 * variance**1.5 or fourth * count / k**4 > 2 * variance**2


def sign_test(systems):
    """The exact test of trajectories won, widened by seeds as (25) says."""
    won = sum(int((one.d < 0).sum()) for one in systems)
    lost = sum(int((one.d > 0).sum()) for one in systems)
    n = won + lost
    p = 1.0 if won == lost else min(1.0, 2 * sum(math.comb(n, j) for j in range(min(won, lost) + 1)) / 2**n)
    seeds = seed_parts(systems)
    if not seeds or p >= 1:
        return p
    spread = [(math.pi / 2 * (1.4826 * np.median(abs(one.d - np.median(one.d))))**2 / len(one.d) / len(systems)**2, len(one.d) - 1)
              for one in systems]
    total, freedom = cautious(seeds + spread)
    z = -statistics.NormalDist().inv_cdf(p / 2)
    return two_sided_p(z * math.sqrt(sum(v for v, _ in spread) / total), freedom)


def power_of_t(shift, freedom):
    """P(|T| > t) of a noncentral T, by the law of its denominator s: s^2 is chi-squared over its degrees of freedom."""
    t, s = t_quantile(freedom), np.linspace(1e-4, 12, 60001)
    log_density = math.log(2) + freedom / 2 * math.log(freedom / 2) - math.lgamma(freedom / 2) + (freedom - 1) * np.log(s) - freedom * s**2 / 2
    beyond = np.array([0.5 * math.erfc((t * one - shift) / math.sqrt(2)) + 0.5 * math.erfc((t * one + shift) / math.sqrt(2)) for one in s[::20]])
    density = np.exp(log_density)[::20]
    return float((beyond * density).sum() / density.sum())


def seeds_for_power(systems):
    """The smallest S of (27) that has 80 %, None where 1000 are not enough; "none" where no seeds vary."""
    def enough(number):
        parts = []
        for one in systems:
            n, k = len(one.d), len(systems)
            parts += [(m.var(ddof=1) / number / k**2, number - 1) for m in one.seeds if len(m) > 1]
            rest = sum(r / len(m) for r, m in zip(one.rest, one.seeds) if len(m))
            left = max(one.d.var(ddof=1) - rest, 0) + sum(one.rest) / number
            parts.append((left / n / k**2, n - 1))
        total, freedom = cautious(parts)
        return power_of_t(min(math.log(1.2) / math.sqrt(total), 30), freedom) >= 0.8
    if not seed_parts(systems):
        return "none"
    if not enough(1000):
        return None
    low, high = 2, 1000
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def of_systems(systems, of, flips=10000):
    """A pair over systems: ratio, interval, p and which test it is of; p None of random sign vectors."""
    log_ratio = sum(one.d.mean() for one in systems) / len(systems)
    count = sum(len(one.d) for one in systems)
    result = {"of": of, "ratio": math.exp(log_ratio), "ratio_ci95": None, "p_value": None, "test": None, "seeds_for_power": None,
              "better": sum(int((one.d < 0).sum()) for one in systems), "worse": sum(int((one.d > 0).sum()) for one in systems),
              "exact": False, "random": False}
    if of == "too_few_seeds" or (of == "methods" and count < 5):
        return result
    parts = seed_parts(systems) + d_parts(systems)
    if parts and count >= 5:
        result["ratio_ci95"] = interval(log_ratio, *cautious(parts))
    if of == "methods" and seed_parts(systems):
        result["seeds_for_power"] = {"ratio": 1.2, "power": 0.8, "seeds": seeds_for_power(systems)}
    if parts and len(systems) == 1 and skewed_or_mixed(systems, sum(v for v, _ in parts)):
        return result | {"test": "sign", "p_value": sign_test(systems), "exact": of == "models"}
    result["test"] = "mean"
    if of == "methods":
        total, freedom = cautious(parts) if parts else (0, 0)
        result["p_value"] = two_sided_p(log_ratio / math.sqrt(total), freedom) if parts else (1.0 if log_ratio == 0 else None)
        return result
    if len(systems) == 1:
        flipped, seen = systems[0].d, systems[0].d.sum()
    else:  # (34)
        varying = [one.d for one in systems if np.ptp(one.d) > 0]
        if not varying:
            return result | {"p_value": 1.0 if log_ratio == 0 else None}
        flipped = np.concatenate([(np.sqrt(len(d) / (len(d) - 1)) * (d - d.mean()) + log_ratio) / len(d) for d in varying])
        seen = len(systems) * log_ratio
    result["exact"] = 2**len(flipped) <= flips
    result["random"] = not result["exact"]
    result["p_value"] = sign_flips(flipped, seen) if result["exact"] else None
    result["all_flips"] = sign_flips(flipped, seen) if len(flipped) <= 20 else None
    return result


def compare(a, b, flips=10000):
    """Two tables (seeds, N) of errors."""
    return of_systems([OnSystem(np.log(a), np.log(b))], of_pair(len(a), len(b)), flips)


def holm(p_values):
    order = np.argsort(p_values, kind="stable")
    corrected, largest = np.empty(len(p_values)), 0.0
    for rank, k in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[k]))
        corrected[k] = largest
    return corrected
