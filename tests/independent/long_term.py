"""Long-term statistics (31) to (33) of schemas/metrics.md, of states (n, D) in units of their spread."""
import numpy as np

from random_numbers import Stream


def histogram(y, low, high):
    """Counts by bins, in a dictionary."""
    inside = ((y >= low) & (y <= high)).all(1)
    place = np.minimum((30 * (y[inside] - low) / np.where(high > low, high - low, 1)).astype(int), 29)
    bins, counts = np.unique(place, axis=0, return_counts=True)
    return {tuple(b): c for b, c in zip(bins, counts)}


def divergence_of_bins(y, y_hat):
    low, high = y.min(0), y.max(0)
    of_y, of_y_hat = histogram(y, low, high), histogram(y_hat, low, high)
    bins = 30.0**y.shape[1]
    p = lambda counts, k: (counts.get(k, 0) + 1e-5) / (sum(counts.values()) + 1e-5 * bins)
    term = lambda k: p(of_y, k) * np.log(p(of_y, k) / p(of_y_hat, k))
    seen = set(of_y) | set(of_y_hat)
    return sum(map(term, sorted(seen))) + (bins - len(seen)) * term(None)


def divergence_of_mixtures(y, y_hat):
    every = -(-len(y) // 1000)
    p, q = y[::every], y_hat[::every]
    stream, difference = Stream(0, 514, 0, 0), 0.0
    for _ in range(1000):
        at = p[stream.below(len(p))] + np.array([stream.normal() for _ in range(p.shape[1])])
        logarithm = lambda centres: np.logaddexp.reduce(-((at - centres)**2).sum(1) / 2)
        difference += logarithm(p) - logarithm(q)
    return max(0.0, difference / 1000)


def state_space_divergence(y, y_hat):
    return divergence_of_bins(y, y_hat) if y.shape[1] <= 4 else divergence_of_mixtures(y, y_hat)


def smoothed_spectrum(z):
    """None of what stands still."""
    away = z - z.mean()
    if abs(away).max() <= 1e-12 * abs(z).max():
        return None
    power = abs(np.fft.rfft(away))**2
    kernel = np.exp(-0.5 * (np.arange(-80, 81) / 20)**2)
    reflected = np.pad(power, 80, mode="symmetric")
    smooth = np.convolve(reflected, kernel, mode="valid")
    return smooth / smooth.sum()


def spectrum_hellinger(y, y_hat):
    distances = []
    for z, z_hat in zip(y.T, y_hat.T):
        p, q = smoothed_spectrum(z), smoothed_spectrum(z_hat)
        if p is None or q is None:
            distances.append(0.0 if p is None and q is None else 1.0)
        else:
            distances.append(np.sqrt(((np.sqrt(p) - np.sqrt(q))**2).sum() / 2))
    return np.mean(distances)
