"""Pairs at the floor of the reference, and standings over systems: sections 2 and 4 of schemas/metrics.md."""
import math

import numpy as np

import metrics
from statistics_of import OnSystem, interval, of_systems, rest_variance, welch

LEAST_FLOOR = 1e-6


def compared_errors(truth, x, v, kinetic=None):
    """The errors (2) that pairs go by, of each trajectory: no sample below the bound or f; and whether all are the bound's.
    `kinetic` is the Kinetic of the test set, where ranks go by K."""
    of = [metrics.metrics(truth, i, x[i], v[i]) for i in range(len(x))]
    at_floor = [is_at_floor(one.err[1:], truth.bound[i][1:len(one.err)]) for i, one in enumerate(of)]
    errors = kinetic.errors(x, v) if kinetic else [one.err for one in of]
    least = np.maximum(truth.bound, floor_of(truth))
    used = [least[i] if floor else before_exact(np.maximum(h, least[i]), one.err) for i, (floor, h, one) in enumerate(zip(at_floor, errors, of))]
    return np.array([metrics.over_time(h, truth.t, of[0].counted, 1e-16, "T") for h in used]), all(at_floor)


def before_exact(judged, err):
    """A sample that is exact again after larger errors has the judged error before it."""
    judged, most = judged.copy(), np.maximum.accumulate(err)
    for k in range(1, len(err)):
        if most[k] > 1e-6 and err[k] < 1e-6 * most[k]:
            judged[k] = judged[k - 1]
    return judged


def median_logs(truth, seeds):
    """Logarithms of the median Err at all samples, not below f, means over seeds of (x, v)."""
    curves = [np.median([metrics.metrics(truth, i, x[i], v[i]).err for i in range(len(x))], axis=0) for x, v in seeds]
    return np.mean([np.log(np.maximum(median, floor_of(truth))) for median in curves], axis=0)


def failed_share(truth, x, v, kinetic):
    """Of trajectories with a geometric mean of K above 0.5."""
    return np.mean(np.exp(kinetic.log_errors(x, v)) > 0.5)


def is_at_floor(err, bound):
    """Of errors after t = 0: half of them or more not above the bound, none above ten times it."""
    return bool(np.sum(err <= bound) >= len(err) / 2 and np.all(err <= 10 * bound))


def floor_of(truth):
    """f of section 4: the geometric mean of the bounds after t = 0, at least 1e-6."""
    return max(LEAST_FLOOR, math.exp(np.log(np.maximum(truth.bound[:, 1:], 1e-16)).mean()))


class OneSystem:
    """A model on a system: its table (seeds, N) of errors, or none, and the floor there."""

    def __init__(self, table, floor):
        self.logs = None if table is None else np.log(table)
        own = 0.0 if table is None else self.logs.mean()
        self.level = min(max(own, math.log(floor)), 0.0)
        self.varies = table is not None and self.level == own
        self.seeds = 0 if table is None else len(table)
        self.log_floor = math.log(floor)

    def of_seeds(self):
        return variance_of_mean(self.logs.mean(1)) if self.varies and self.seeds > 1 else []


def variance_of_mean(values):
    return [(values.var(ddof=1) / len(values), len(values) - 1)]


def centre_and_interval(log, parts, systems, low=-math.inf, high=math.inf):
    parts = [(v / systems**2, f) for v, f in parts]
    if not sum(v for v, _ in parts):
        return None
    ends = interval(log, *welch(parts))
    return [max(ends[0], math.exp(low)), min(ends[1], math.exp(high))]


def no_order(of, logs, failed, a, b, samples):
    """Whether the one with the smaller error wins no more trajectories, fails on more of them, or has twice the median Err at more
    samples than the other one has of its own. `samples` has logarithms of these for each model, over all systems."""
    if logs[a] == logs[b]:
        return False
    if logs[a] > logs[b]:
        a, b = b, a
    counts = [max(one[s].logs.shape[1] for one in of.values() if one[s].seeds) for s in range(len(of[a]))]
    d = np.concatenate([Pair(one, other, n).d for one, other, n in zip(of[a], of[b], counts)])
    apart = samples[a] - samples[b]
    behind, ahead = (apart > math.log(2)).sum(), (apart < -math.log(2)).sum()
    return (d < 0).sum() <= (d > 0).sum() or failed[a] > failed[b] or behind > ahead


def aggregates(one, first, floors):
    """Interquartile mean of a model, and its probability of improvement over the first, of lists of OneSystem."""
    def counted(system, floor, n):
        logs = system.logs.mean(0) if system.varies else np.full(n, system.level)
        return np.clip(logs, math.log(floor), 0)
    counts = [max([system.logs.shape[1] for system in pair if system.seeds], default=1) for pair in zip(one, first)]
    own, its = ([counted(*each) for each in zip(of, floors, counts)] for of in (one, first))
    pairs = [np.sign(b[None, :] - a[:, None]) for a, b in zip(own, its)]
    middle = np.sort(np.concatenate(own))
    cut = len(middle) // 4
    return math.exp(middle[cut:len(middle) - cut].mean()), np.mean([(1 + sign.mean()) / 2 for sign in pairs])


def rank_of(m, logs, copies, unordered):
    """Others ahead, and half of those that are equal or without an order; `copies`, a set of models, counts once, by its best."""
    others = [n for n in logs if n != m and not {m, n} <= copies and (logs[n] <= logs[m] or (m, n) in unordered)]
    copied = sorted((n for n in others if n in copies), key=lambda n: logs[n])
    once = [n for n in others if n not in copied[1:]]
    beside = [n for n in once if logs[n] == logs[m] or (m, n) in unordered]
    return 1 + len(once) - len(beside) + 0.5 * len(beside)


def standings(models, systems, floors, copies, failed, samples):
    """Of each of `models`, in the order of their rows: `systems` has a dictionary of tables (seeds, N) for each, `floors` a number; `failed` a share of
    trajectories for each model, the mean over systems; `samples` as of no_order()."""
    k = len(systems)
    of = {m: [OneSystem(tables.get(m), floor) for tables, floor in zip(systems, floors)] for m in models}
    logs = {m: sum(one.level for one in of[m]) / k for m in models}
    unordered = {(m, n) for m in models for n in models if m != n and no_order(of, logs, failed, m, n, samples)}
    smallest, first = min(models, key=lambda m: logs[m]), models[0]
    assert logs[first] == logs[smallest] or (smallest, first) in unordered
    made = {}
    for m in models:
        own = [v for one in of[m] for v in one.of_seeds() + (variance_of_mean(one.logs.mean(0)) if one.varies else [])]
        least = sum(map(math.log, floors)) / k
        made[m] = {
            "error": math.exp(logs[m]), "error_ratio": math.exp(logs[m] - logs[first]),
            "error_ci95": centre_and_interval(logs[m], own, k, least, 0),
            "interquartile_mean": aggregates(of[m], of[first], floors)[0],
            "improvement_over_first": None if m == first else aggregates(of[m], of[first], floors)[1],
            "rank": rank_of(m, logs, copies, unordered), "unordered_with_first": (m, first) in unordered}
    return made, of, unordered


class Pair(OnSystem):
    """Two models on a system; one that counts as the floor or the worst value does so in all trajectories."""

    def __init__(self, a, b, count):
        logs = [one.logs.mean(0) if one.varies else np.full(count, one.level) for one in (a, b)]
        self.d = logs[0] - logs[1]
        self.seeds = [one.logs.mean(1) if one.varies else np.zeros(0) for one in (a, b)]
        self.rest = [rest_variance(one.logs) if one.varies else 0.0 for one in (a, b)]


def against(of, m, first):
    """The pair over all systems."""
    seeds = [one.seeds for m_or_first in (m, first) for one in of[m_or_first]]
    kind = "models" if max(seeds) <= 1 else "methods" if all(s == 0 or s >= 3 for s in seeds) else "too_few_seeds"
    counts = [max(one[s].logs.shape[1] for one in of.values() if one[s].seeds) for s in range(len(of[m]))]
    return of_systems([Pair(a, b, n) for a, b, n in zip(of[m], of[first], counts)], kind)


def share_of_firsts(of, unordered, failed, draws=20000, seed=1):
    """How often each model is first, by another generator: trajectories resampled, seeds moved by Student's t."""
    random = np.random.default_rng(seed)
    models, k = list(of), len(next(iter(of.values())))
    drawn = np.zeros((draws, len(models)))
    for s in range(k):
        n = max(one[s].logs.shape[1] for one in of.values() if one[s].seeds)
        chosen = random.integers(0, n, (draws, n))
        for j, m in enumerate(models):
            one = of[m][s]
            if not one.seeds:
                continue
            means = one.logs.mean(0)
            boot = means.mean() + math.sqrt(n / (n - 1)) * (means[chosen].mean(1) - means.mean())
            drawn[:, j] += np.clip(boot, one.log_floor, 0) / k
    for j, m in enumerate(models):
        parts = [(v / k**2, f) for one in of[m] for v, f in one.of_seeds()]
        if parts and sum(v for v, _ in parts):
            total, freedom = welch(parts)
            drawn[:, j] += math.sqrt(total) * random.standard_t(freedom, draws)
    first = {}
    for j, m in enumerate(models):
        beaten = np.zeros(draws, bool)
        for k, n in enumerate(models):
            smaller = drawn[:, k] < drawn[:, j]
            if (m, n) in unordered or failed[m] > failed[n]:
                smaller = drawn[:, k] != drawn[:, j]  # by a smaller error it is not ahead of n either
            beaten |= smaller & (k != j)
        first[m] = (~beaten).mean()
    return first
