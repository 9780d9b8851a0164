"""Pairs at the floor of the reference, and standings over systems: sections 2 and 4 of schemas/metrics.md."""
import math

import numpy as np

import metrics
from statistics_of import compare, holm, interval, two_sided_p, welch  # noqa: F401

WORST_RATIO = 100


def compared_errors(truth, x, v):
    """The errors (2) that pairs go by, of each trajectory: none below the bound; and whether all are the bound's."""
    of = [metrics.metrics(truth, i, x[i], v[i]) for i in range(len(x))]
    at_floor = [is_at_floor(one.err[1:], truth.bound[i][1:len(one.err)]) for i, one in enumerate(of)]
    used = [truth.bound[i] if floor else np.maximum(one.err, truth.bound[i]) for i, (floor, one) in enumerate(zip(at_floor, of))]
    return np.array([metrics.over_time(h, truth.t, of[0].counted, 1e-16, "T") for h in used]), all(at_floor)


def is_at_floor(err, bound):
    """Of errors after t = 0: half of them or more not above the bound, none above ten times it."""
    return bool(np.sum(err <= bound) >= len(err) / 2 and np.all(err <= 10 * bound))


def variances(a, b):
    """Of the mean log ratio of two tables (seeds, N), each with its degrees of freedom."""
    log_a, log_b = np.log(a), np.log(b)
    d = log_a.mean(0) - log_b.mean(0)
    parts = [(d.var(ddof=1) / len(d), len(d) - 1)]
    if min(len(a), len(b)) > 1:
        parts += [(log.mean(1).var(ddof=1) / len(log), len(log) - 1) for log in (log_a, log_b)]
    return parts


def mean_of(table):
    return math.exp(np.log(table).mean())


def not_worse(table, best):
    """By Student's t at 95 %."""
    return interval(math.log(mean_of(table) / mean_of(best)), *welch(variances(table, best)))[0] <= 1


def in_one_system(model, tables):
    """Log ratio to the best one there, to the worst one that is not significantly worse than it, variances, and rank."""
    means = {name: mean_of(table) for name, table in tables.items()}
    best = min(means, key=means.get)
    if model not in means:
        return math.log(WORST_RATIO), math.log(WORST_RATIO), [], len(means) + 1
    tied = [name for name in tables if name == best or not_worse(tables[name], tables[best])]
    log_ratio = math.log(means[model] / means[best])
    to_tied = 0 if model in tied else math.log(means[model] / max(means[name] for name in tied))
    rank = 1 + sum(m < means[model] for m in means.values()) + 0.5 * sum(m == means[model] for n, m in means.items() if n != model)
    parts = [] if model == best or log_ratio >= math.log(WORST_RATIO) else variances(tables[model], tables[best])
    return min(log_ratio, math.log(WORST_RATIO)), min(to_tied, math.log(WORST_RATIO)), parts, rank


def standing(model, systems):
    """`systems` has a dictionary of tables (seeds, N) for each."""
    ratios, to_tied, parts, ranks = zip(*(in_one_system(model, tables) for tables in systems))
    centre, low = np.mean(ratios), np.mean(to_tied)
    ci = None
    if any(parts):
        total, freedom = welch([(v / len(systems)**2, f) for of_one in parts for v, f in of_one])
        ci = [max(1, interval(low, total, freedom)[0]), interval(centre, total, freedom)[1]]
    return {"error_ratio": math.exp(centre), "error_ratio_ci95": ci, "mean_rank": np.mean(ranks)}
