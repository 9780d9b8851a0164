"""The metrics of one trajectory, as section 1 of schemas/metrics.md defines them."""
import dataclasses

import numpy as np

import long_term
from drift import drift_and_fluctuation

STEPS = (1, 5, 10, 20, 50, 100)
LEVELS = (0.01, 0.1, 0.5)
EPSILON = 2.0**-53


@dataclasses.dataclass
class Trajectory:
    values: dict  # by their keys
    censored: dict  # of valid times
    err: np.ndarray  # (1) over time
    counted: np.ndarray  # samples
    bad_values: int  # entries that are not finite
    first: int  # the last given sample
    rounding: dict  # by how much a value may differ where sums are done in another order


def quotient(a, b):
    """a / b, where 0/0 is 0."""
    a, b = np.broadcast_arrays(np.asarray(a, float), np.asarray(b, float))
    return np.divide(a, b, out=np.zeros(a.shape), where=(a != 0) | (b != 0))


def norm(a):
    """Euclidean over all but time."""
    return np.sqrt((a.reshape(len(a), -1)**2).sum(1))


def entries_not_finite(x, v, x_hat, v_hat, t):
    """No number, or beyond 1e6 times the largest of the reference's trajectory: of x and of v, (T, n, d) each."""
    span = t[-1] - t[0]
    largest_x, largest_v = abs(x).max(), abs(v).max()
    if largest_v * span < 1e-9 * largest_x:
        largest_v = largest_x / span
    with np.errstate(invalid="ignore"):
        return ~(abs(x_hat) <= 1e6 * largest_x), ~(abs(v_hat) <= 1e6 * largest_v)


def relative_error(z, z_hat, bad, norm_of="sum"):
    if norm_of == "sum":
        return np.where(bad, 1.0, quotient(norm(z_hat - z), norm(z_hat) + norm(z)))
    return np.where(bad, 1000.0, np.minimum(quotient(norm(z_hat - z), norm(z_hat + z)), 1000))


def over_time(h, t, counted, floor, span):
    """(2): the geometric mean over time, exp( 1/span integral of log(h + floor) ); of one sample that."""
    h, t = h[counted], t[counted]
    if len(h) == 1:
        return h[0] + floor
    length = t[-1] - t[0] if span == "T" else len(t) * (t[-1] - t[0]) / (len(t) - 1)
    return np.exp(np.trapz(np.log(h + floor), t) / length)


def wasserstein(a, b):
    """(10): of each entry of (T, ...), over time, and their mean."""
    return abs(np.sort(a, axis=0) - np.sort(b, axis=0)).mean()


def spectrum_distance(a, b, dt):
    """(15): of each entry of (K, ...), between shares of power summed over frequencies, and their mean."""
    size = 1
    while size < 2 * len(a):
        size *= 2

    def shares(x):
        away = x - x.mean(0)
        power = abs(np.fft.rfft(away, size, axis=0))**2
        stands = abs(away).max(0) <= 1e-12 * abs(x).max(0)
        return np.where(stands, 1, quotient(power.cumsum(0), power.sum(0)))

    return (abs(shares(a) - shares(b)).sum(0) / (size * dt)).mean()


def spread(a, typical):
    """Of entries about their means over time; a typical size where they do not change."""
    found = np.sqrt(((a - a.mean(0))**2).mean())
    return found if found > 1e-9 * typical else typical


def momentum_errors(m, scales, x, v, x_hat, v_hat, bad, counted, conserved):
    """(9), for what the system file declares conserved."""
    p, p_hat = m.momenta(v), m.momenta(v_hat)
    values, rounding = {}, {}
    for name in conserved:
        if name == "energy":
            continue
        kind, component = name.rsplit("_", 1)
        k = "xyz".index(component)
        sizes, sizes_hat = np.sqrt((p**2).sum(2)), np.sqrt((p_hat**2).sum(2))
        if kind == "linear_momentum":
            error, largest = abs((p_hat - p).sum(1)[:, k]), sizes_hat.sum(1)
            scale = scales.momentum if scales.at_rest else sizes.sum(1).max()
        else:
            i, j = (k + 1) % 3, (k + 2) % 3
            arm, arm_hat = x - m.centre, x_hat - m.centre
            error = abs((arm_hat[..., i] * p_hat[..., j] - arm_hat[..., j] * p_hat[..., i]).sum(1)
                        - (arm[..., i] * p[..., j] - arm[..., j] * p[..., i]).sum(1))
            scale = scales.momentum * m.length if scales.at_rest else (np.sqrt((arm**2).sum(2)) * sizes).sum(1).max()
            largest = (np.sqrt((arm_hat**2).sum(2)) * sizes_hat).sum(1)
        key = f"{kind}_error_{component}"
        values[key] = np.where(bad, np.inf, quotient(error, scale))[counted].mean()
        rounding[key] = 100 * EPSILON * largest.max() / scale
    return values, rounding


def constraint_errors(m, x_hat, v_hat, bad, counted):
    phi, rate, off = (np.where(bad[:, None], np.inf, rows) for rows in m.phi(x_hat, v_hat))
    rms = lambda rows: np.sqrt((rows[counted]**2).mean())
    values = {"constraint_rmse": rms(phi), "constraint_rate_rmse": rms(rate), "distance_rmse": rms(off)}
    size, speed = abs(x_hat).max() + m.lengths.max() + abs(m.centre).max(), abs(v_hat).max()
    rounding = {"constraint_rmse": size**2, "constraint_rate_rmse": size * speed, "distance_rmse": size}
    return values, {key: 20 * EPSILON * value for key, value in rounding.items()}, np.sqrt((phi**2).sum(1) + (rate**2).sum(1))


def energy_errors(m, scales, x, v, x_hat, v_hat, bad, counted, dt):
    energy, energy_hat = m.energy(x, v), m.energy(x_hat, v_hat)
    off, sizes = abs(energy - energy_hat), abs(energy) + abs(energy_hat)
    curve = np.where(bad, np.inf, (energy_hat - energy) / scales.kinetic)
    drift, fluctuation = drift_and_fluctuation(curve, dt)
    distance = wasserstein(m.kinetic(v_hat)[counted], m.kinetic(v)[counted]) / scales.kinetic
    values = {"energy_error": np.where(bad, 1, quotient(off, sizes))[counted].mean(),
              "energy_error_scaled": abs(curve)[counted].mean(), "energy_drift": drift, "energy_fluctuation": fluctuation,
              "wasserstein_kinetic": np.inf if bad[counted].any() else distance}
    terms = m.kinetic(v) + abs(m.potentials(x)).sum(0) + m.kinetic(v_hat) + abs(m.potentials(x_hat)).sum(0)
    last = 30 * EPSILON * terms.max()
    rounding = {key: last / scales.kinetic for key in ("energy_error_scaled", "energy_fluctuation", "wasserstein_kinetic")}
    rounding["energy_error"] = min(2, (30 * EPSILON * quotient(terms, sizes)).max())
    # Slopes of T/2 intervals; and the best frequency lies in a flat minimum, known to the root of rounding.
    swing = fluctuation if np.isfinite(fluctuation) else 0
    rounding["energy_drift"] = (4 * last / scales.kinetic + 1e-6 * swing) / (len(x) // 2 * dt)
    rounding["energy_fluctuation"] += 1e-6 * swing  # about a line of that slope
    return values, rounding


def state_errors(m, scales, x, v, x_hat, v_hat, bad, counted, dt):
    entries = x[0].size
    by_time = {"rmse_x": norm(x_hat - x)**2 / entries, "rmse_v": norm(v_hat - v)**2 / entries}
    by_time["rmse_normalised"] = (by_time["rmse_x"] / spread(x, m.length)**2 + by_time["rmse_v"] / spread(v, scales.speed)**2) / 2
    values = {key: np.sqrt(np.where(bad, np.inf, square)[counted].mean()) for key, square in by_time.items()}
    values["wasserstein_x"] = np.inf if bad[counted].any() else wasserstein(x_hat[counted], x[counted])
    values["wasserstein_spectrum"] = np.inf if bad[counted].any() else spectrum_distance(x_hat[counted], x[counted], dt)
    return values


def coordinates(x, v):
    """(..., T, 2 n d)"""
    return np.concatenate([x.reshape(*x.shape[:-2], -1), v.reshape(*v.shape[:-2], -1)], -1)


def moving(sizes):
    """Those above 1e-9 of the largest of x, or of v."""
    half = len(sizes) // 2
    return sizes > 1e-9 * np.repeat([sizes[:half].max(), sizes[half:].max()], half)


def spreads(test_set):
    """sigma of each coordinate of the test set, and which of them move; 1 and all where none does."""
    whole = coordinates(test_set.x, test_set.v)
    sigma, half = whole.reshape(-1, whole.shape[-1]).std(0), whole.shape[-1] // 2
    largest_x, largest_v, span = abs(test_set.x).max(), abs(test_set.v).max(), test_set.t[-1] - test_set.t[0]
    least = 1e-12 * np.array([largest_x, max(largest_x / span, largest_v)])
    moves = moving(sigma) & np.repeat([sigma[:half].max() > least[0], sigma[half:].max() > least[1]], half)
    return (sigma, moves) if moves.any() else (np.ones(2 * half), np.ones(2 * half, bool))


def forecast_errors(test_set, trajectory, z, z_hat, bad, counted, context):
    """(28) to (30), z of (T, D)."""
    whole = coordinates(test_set.x, test_set.v)
    sigma, moves = spreads(test_set)
    off = abs(z_hat - z)[:, moves]
    nrmse = np.where(bad, np.inf, np.sqrt(((off / sigma[moves])**2).mean(1)))
    smape = np.where(bad, 200, 200 * quotient(off, abs(z_hat[:, moves]) + abs(z[:, moves])).mean(1))
    values = {"nrmse": np.sqrt((nrmse[counted]**2).mean()), "smape": smape[counted].mean()}
    if context > 1:
        steps = abs(np.diff(whole[trajectory, :context], axis=0)).mean(0)
        kept = moves & moving(np.where(moves, steps, 0))
        values["mase"] = np.inf if bad[counted].any() else (abs(z_hat - z)[counted][:, kept] / steps[kept]).mean()
    if counted.sum() >= 1000:
        y, y_hat = (((a - whole.reshape(-1, len(sigma)).mean(0)) / np.where(moves, sigma, 1))[counted][:, moves] for a in (z, z_hat))
        values["state_space_divergence"] = np.inf if bad[counted].any() else long_term.state_space_divergence(y, y_hat)
        values["spectrum_hellinger"] = 1 if bad[counted].any() else long_term.spectrum_hellinger(y, y_hat)
    return values, nrmse, smape


def body_errors(test_set, z, z_hat, bad, norm_of, average):
    moving = [b for b, first in enumerate(test_set.bodies["first_node"]) if first >= 0]
    values = {}
    for b in moving if len(moving) > 1 else []:
        nodes = slice(test_set.bodies["first_node"][b], test_set.bodies["first_node"][b] + test_set.bodies["node_count"][b])
        values["body_error_" + test_set.bodies["id"][b]] = average(relative_error(z[:, :, nodes], z_hat[:, :, nodes], bad, norm_of))
    return values


def valid_times(err, t, levels, name="valid_time"):
    values, censored = {}, {}
    for level in levels:
        above = np.flatnonzero(err > level)
        key = f"{name}_{level:g}"
        values[key], censored[key] = t[above[0]] if len(above) else t[-1], not len(above)
    return values, censored


def metrics(test_set, trajectory, x_hat, v_hat, include_t0=False, floor=1e-16, span="T", state="xv", norm_of="sum", until=None,
            stacked_too=False, levels=(), context=1, nrmse_levels=()):
    first = context - 1
    scored = slice(first, None if until is None else first + until + 1)
    t, x, v = test_set.t[scored] - test_set.t[first], test_set.x[trajectory, scored], test_set.v[trajectory, scored]
    x_hat, v_hat = x_hat[scored].copy(), v_hat[scored].copy()
    if context > 1:
        x_hat[0], v_hat[0] = x[0], v[0]
    counted = np.arange(len(t)) >= (0 if include_t0 else 1)
    m = test_set.of(trajectory)
    bad_x, bad_v = entries_not_finite(test_set.x[trajectory], test_set.v[trajectory], x_hat, v_hat, test_set.t)
    bad = bad_x.any((1, 2)) | bad_v.any((1, 2))
    x_hat, v_hat = np.where(bad[:, None, None], 0, x_hat), np.where(bad[:, None, None], 0, v_hat)
    scales = m.scales(v, t[-1] - t[0])
    second, second_hat = (m.momenta(v), m.momenta(v_hat)) if state == "xp" else (v, v_hat)
    z, z_hat = np.stack([x, second], 1), np.stack([x_hat, second_hat], 1)
    err = relative_error(z, z_hat, bad, norm_of)
    average = lambda h: over_time(h, t, counted, floor, span)
    values = {"relative_error": average(err), "largest_error": err[counted].max()}
    energies, rounding = energy_errors(m, scales, x, v, x_hat, v_hat, bad, counted, t[1] - t[0])
    values.update(energies)
    if len(m.lengths):
        errors, slack, stacked = constraint_errors(m, x_hat, v_hat, bad, counted)
        values.update(errors)
        rounding.update(slack)
        if stacked_too:
            values["constraint_stacked"] = average(stacked)
            rounding["constraint_stacked"] = slack["constraint_rmse"] + slack["constraint_rate_rmse"]
    values.update({f"error_at_step_{k}": err[k] for k in STEPS if k < len(t)})
    values.update(state_errors(m, scales, x, v, x_hat, v_hat, bad, counted, t[1] - t[0]))
    rounding["wasserstein_spectrum"] = 20 * EPSILON / (t[1] - t[0])  # of shares, up to 1, over all frequencies up to 1/(2 dt)
    momenta, slack = momentum_errors(m, scales, x, v, x_hat, v_hat, bad, counted, test_set.system.get("conserved", []))
    values.update(momenta)
    rounding.update(slack)
    values.update(body_errors(test_set, z, z_hat, bad, norm_of, average))
    times, censored = valid_times(err, t, LEVELS + tuple(levels))
    values.update(times)
    rounding.update(state_space_divergence=1e-11, spectrum_hellinger=1e-13)  # of 1000 logarithms of sums; of shares, up to 1
    forecast, nrmse, smape = forecast_errors(test_set, trajectory, coordinates(x, v), coordinates(x_hat, v_hat), bad, counted, context)
    values.update(forecast)
    for curve, name, chosen in ((nrmse, "vpt_nrmse", (0.4, *nrmse_levels)), (smape, "vpt_smape", (30,))):
        times, also = valid_times(curve, t, chosen, name)
        values.update(times)
        censored.update(also)
    return Trajectory(values, censored, err, counted, int(bad_x.sum() + bad_v.sum()), first, rounding)


def below_bound(test_set, trajectory, one):
    """Samples whose error is not above the bound of the reference; the first one is given and never among them."""
    bound = test_set.bound[trajectory, one.first:one.first + len(one.err)]
    return (np.arange(len(one.err)) > 0) & (one.err <= bound)
