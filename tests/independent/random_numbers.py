"""The random numbers of schemas/random_numbers.md, from that page alone: Philox 4x32-10 and what is made of its bits."""
import decimal
import math

import numpy as np

MASK = (1 << 32) - 1
CENTRE = ([3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
           4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3],
          [1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
           2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3])
FLANKS = ([1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
           1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4],
          [1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
           1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9])
TAILS = ([6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
          2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7],
         [1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
          7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15])


def philox(counter, key):
    """Ten rounds of Philox 4x32 (Salmon, Moraes, Dror, Shaw 2011)."""
    c, k = list(counter), list(key)
    for _ in range(10):
        p, q = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(q >> 32) ^ c[1] ^ k[0], q & MASK, (p >> 32) ^ c[3] ^ k[1], p & MASK]
        k = [(k[0] + 0x9E3779B9) & MASK, (k[1] + 0xBB67AE85) & MASK]
    return c


def horner(coefficients, r):
    total = coefficients[-1]
    for c in reversed(coefficients[:-1]):
        total = total * r + c
    return total


def log(p):
    """Correctly rounded, but where 40 digits leave a tie, which they do not for a double."""
    with decimal.localcontext() as context:
        context.prec = 40
        return float(decimal.Decimal(p).ln())


def normal_quantile(p):
    """AS 241, PPND16 (Wichura 1988)."""
    q = p - 0.5
    if abs(q) <= 0.425:
        r = 0.180625 - q * q
        return q * horner(CENTRE[0], r) / horner(CENTRE[1], r)
    r = math.sqrt(-log(p if q < 0 else 1 - p))
    above, below = FLANKS if r <= 5 else TAILS
    r -= 1.6 if r <= 5 else 5
    x = horner(above, r) / horner(below, r)
    return -x if q < 0 else x


class Stream:
    def __init__(self, seed, a, b, c):
        self.key, self.name, self.block, self.left = (seed & MASK, seed >> 32), (a, b, c), 0, []

    def bits(self):
        if not self.left:
            w = philox((self.block, *self.name), self.key)
            self.left = [w[0] | w[1] << 32, w[2] | w[3] << 32]
            self.block += 1
        return self.left.pop(0)

    def uniform(self):
        return ((self.bits() >> 12) + 0.5) * 2.0**-52

    def normal(self):
        return normal_quantile(self.uniform())

    def below(self, n):
        while (product := self.bits() * n) & (2**64 - 1) < (2**64 - n) % n:
            pass
        return product >> 64

    def uniforms(self, count):
        return np.array([self.uniform() for _ in range(count)])

    def normals(self, count):
        return np.array([self.normal() for _ in range(count)])


def stream_of(seed, word, trajectory):
    return Stream(seed, word, trajectory & MASK, trajectory >> 32)
