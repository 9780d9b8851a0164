#!/usr/bin/env python3
"""Coverage and level of the intervals and p-values of schemas/metrics.md, simulated apart from the library.

  tests/score/statistics/coverage.py            4,000 runs a cell, about a minute

Nothing but Python: quantiles of Student's t are found from its density by Simpson's rule, and formulas are typed out from
schemas/metrics.md. build/bin/tests_score -tc="*covers*,*found different*" simulates the library's own code
(CCHNN_COVERAGE_TABLE=1 prints its table). The real errors are those of real_errors.txt."""
import math
import os
import random
from functools import lru_cache

RUNS = int(os.environ.get("CCHNN_COVERAGE_RUNS", "4000"))


def tail(t, dof):
    """P(|T| >= t): the integral of the density over the angle atan(T / sqrt(dof))."""
    steps, low, high = 400, math.atan(t / math.sqrt(dof)), math.pi / 2
    h = (high - low) / steps
    weights = [1] + [4 if i % 2 else 2 for i in range(1, steps)] + [1]
    total = sum(w * math.cos(low + i * h) ** (dof - 1) for i, w in enumerate(weights)) * h / 3
    return 2 * total * math.exp(math.lgamma((dof + 1) / 2) - math.lgamma(dof / 2)) / math.sqrt(math.pi)


@lru_cache(maxsize=None)
def quantile(dof):
    low, high = 0.0, 700.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle, dof) > 0.05 else (low, middle)
    return (low + high) / 2


def mean(values):
    return sum(values) / len(values)


def variance_of_mean(values):
    m = mean(values)
    return sum((v - m) ** 2 for v in values) / (len(values) - 1) / len(values)


def skewness(values):
    m = mean(values)
    second = mean([(v - m) ** 2 for v in values])
    return mean([(v - m) ** 3 for v in values]) / second ** 1.5


def geometric(errors):
    logs = [math.log(e) for e in errors]
    off = quantile(len(logs) - 1) * math.sqrt(variance_of_mean(logs))
    return mean(logs) - off, mean(logs) + off


def arithmetic(errors):
    logs = [math.log(e) for e in errors]
    n = len(errors)
    if n < 100 or math.sqrt(n * variance_of_mean(logs)) > 0.7 or abs(skewness(logs)) > 0.5:
        return None
    a, t = skewness(errors) / math.sqrt(n), quantile(n - 1)

    def end(u):
        root = 1 + a * (u - a / 6)
        return 3 / a * (math.copysign(abs(root) ** (1 / 3), root) - 1)

    error = math.sqrt(variance_of_mean(errors))
    return mean(errors) - error * end(t), mean(errors) - error * end(-t)


def satterthwaite(parts):
    total = sum(v for v, _ in parts)
    return total, total ** 2 / sum(v ** 2 / dof for v, dof in parts)


def populations():
    rng = random.Random(1)
    found = []
    for s in (0.5, 1, 2):
        found.append((f"lognormal, s = {s}", 0, math.exp(s * s / 2), lambda s=s: math.exp(s * rng.gauss(0, 1))))
    found.append(("skewed, log of 2 exponentials", 0.6, 1 / 0.49,
                  lambda: math.exp(0.3 * (rng.expovariate(1) + rng.expovariate(1)))))
    found.append(("skewed, log exponential", 0.5, 2, lambda: math.exp(0.5 * rng.expovariate(1))))
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "real_errors.txt")) as lines:
        for line in lines:
            name, *numbers = line.split()
            errors = [float(number) for number in numbers]
            found.append((name, mean([math.log(e) for e in errors]), mean(errors), lambda e=errors: rng.choice(e)))
    return found


def means():
    print("| errors | N | geometric mean | arithmetic mean, where given | given |\n|---|---:|---:|---:|---:|")
    for name, log_mean, true_mean, draw in populations():
        for n in (5, 20, 100):
            inside, given, covered = 0, 0, 0
            for _ in range(RUNS):
                errors = [draw() for _ in range(n)]
                low, high = geometric(errors)
                inside += low <= log_mean <= high
                if ends := arithmetic(errors):
                    given += 1
                    covered += ends[0] <= true_mean <= ends[1]
            share = f"{100 * covered / given:.1f} %" if given else "-"
            print(f"| {name} | {n} | {100 * inside / RUNS:.1f} % | {share} | {100 * given / RUNS:.1f} % |", flush=True)


def methods():
    rng = random.Random(2)
    print("\n| seeds | N | spread of seeds | p <= 0.05 |\n|---:|---:|---:|---:|")
    for seeds in (3, 5):
        for n in (20, 100):
            for spread in (0.1, 0.3, 1.0):
                different = 0
                for _ in range(RUNS):
                    hard = [rng.gauss(0, 1) for _ in range(n)]
                    of_seeds, of_trajectories = [], []
                    for _ in range(2):
                        own = [h + 0.3 * rng.gauss(0, 1) for h in hard]
                        logs = []
                        for _ in range(seeds):
                            shift = spread * rng.gauss(0, 1)
                            logs.append([o + shift + 0.3 * rng.gauss(0, 1) for o in own])
                        of_seeds.append([mean(seed) for seed in logs])
                        of_trajectories.append([mean(column) for column in zip(*logs)])
                    d = [a - b for a, b in zip(*of_trajectories)]
                    total, dof = satterthwaite([(variance_of_mean(of_seeds[0]), seeds - 1),
                                                (variance_of_mean(of_seeds[1]), seeds - 1),
                                                (variance_of_mean(d), n - 1)])
                    dof = max(0.7 * dof, min(seeds, n) - 1)
                    different += abs(mean(d)) / math.sqrt(total) >= quantile(round(dof, 1))
                print(f"| {seeds} | {n} | {spread} | {100 * different / RUNS:.1f} % |", flush=True)


if __name__ == "__main__":
    means()
    methods()
