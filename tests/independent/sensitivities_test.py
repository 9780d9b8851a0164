"""Sensitivities of --with sensitivities: closed forms, the rule of the basis from dataset.md alone, complex steps through equations
typed from the literature, and what Hamiltonian and damped flows keep."""
import json
import os
import subprocess
import unittest

import h5py
import numpy as np

import small_data
from driven_test import extrapolated

TINY = np.longdouble(2) ** -200  # of a complex step: its square is below rounding of anything

OSCILLATOR = {"dimension": 1, "bodies": [{"id": "o", "type": "Origin", "position": [0]}, {"id": "a", "type": "Obj0D", "mass": 2}],
              "potentials": [{"type": "Spring", "between": ["o", "a"], "stiffness": 5, "rest_length": 0}],
              "initial_conditions": {"states": [{"position": {"a": [0.7]}, "velocity": {"a": [0.4]}}]}, "sampling": {"dt": 0.1, "steps": 61}}
DAMPED = {**OSCILLATOR, "damping": [{"type": "Dashpot", "between": ["o", "a"], "coefficient": 0.6}]}
FALL = {"dimension": 2, "bodies": [{"id": "stone", "type": "Obj0D", "mass": {"uniform": {"low": 1, "high": 3}}}],
        "potentials": [{"type": "Gravity", "g": {"uniform": {"low": 5, "high": 10}}}],
        "initial_conditions": {"bodies": {"stone": {"position": [0, 0], "velocity": [1, {"uniform": {"low": 1, "high": 2}}]}}},
        "sampling": {"dt": 0.1, "steps": 31}}
PUSHED = {"dimension": 1, "bodies": [{"id": "a", "type": "Obj0D", "mass": 1.6}],
          "potentials": [{"type": "Force", "on": "a", "force": [1], "input": "push"}],
          "inputs": [{"id": "push", "steps": {"value": {"normal": {"mean": 1, "std": 1}}, "every": 3}}],
          "initial_conditions": {"states": [{"position": {"a": [0]}, "velocity": {"a": [0]}}] * 2}, "sampling": {"dt": 0.1, "steps": 31}}
DOUBLE = {"dimension": 2,
          "bodies": [{"id": "o", "type": "Origin"}, {"id": "a", "type": "Obj0D", "mass": {"uniform": {"low": 0.5, "high": 2}}},
                     {"id": "b", "type": "Obj0D", "mass": {"uniform": {"low": 0.5, "high": 2}}}],
          "constraints": [{"type": "Link", "between": ["o", "a"], "length": {"uniform": {"low": 0.5, "high": 2}}},
                          {"type": "Link", "between": ["a", "b"], "length": {"uniform": {"low": 0.5, "high": 2}}}],
          "potentials": [{"type": "Gravity", "g": {"uniform": {"low": 5, "high": 10}}}],
          "initial_conditions": {"bodies": {"a": {"from": "o", "angle": {"uniform": {"low": -2, "high": 2}}, "angle_rate": 1.5},
                                            "b": {"from": "a", "angle": {"uniform": {"low": -2, "high": 2}}}}},
          "sampling": {"dt": 0.05, "steps": 41}}


class Stored:
    """The arrays of a small dataset."""

    def __init__(self, name, system=None, count=2, **options):
        source = name
        if system is not None:
            source = small_data.root / f"{name}.json"
            source.write_text(json.dumps({"name": name, **system}))
        flags = [text for key, value in options.items() for text in (f"--{key}", str(value))]
        place = small_data.root / f"sensitivities_{name}"
        small_data.run("cchnn-gen", "generate", str(source), "-o", str(place), "--train", "0", "--valid", "0", "--test", str(count),
                       "--with", "acceleration,sensitivities" if system is None else "sensitivities", "--force", "-q", *flags)
        with h5py.File(place / name / "test.h5") as f:
            self.t, self.x, self.v = f["t"][()], f["x"][()], f["v"][()]
            self.mass = f["system/mass_matrix"][()]
            self.basis, self.start, self.bound = (f[f"sensitivity/{key}"][()] for key in ("basis", "start", "error_bound"))
            self.q, self.qdot, self.by_q = (f[key][()] if key in f else None for key in ("q", "qdot", "sensitivity/q"))
            self.by = f["sensitivity/parameters"][()] if "sensitivity/parameters" in f else None
            self.values = f["parameters"][()] if "parameters" in f else None
            self.pointers = f["sensitivity/pointer"].asstr()[()].tolist() if self.by is not None else []
            self.a = f["acceleration"][()] if "acceleration" in f else None
        self.size = self.x[0, 0].size
        self.whole_mass = np.kron(self.mass, np.eye(self.x.shape[-1]))


def err(a, b):
    """Err of dataset.md over the last two axes."""
    norm = lambda c: np.sqrt((np.abs(c) ** 2).sum((-2, -1)))
    return norm(a - b) / (norm(a) + norm(b))


def pendulum_rates(z, masses, lengths, g):
    """A double pendulum with absolute angles from straight down (Goldstein), z = (a, b, a', b')."""
    a, b, da, db = z
    (m, n), (p, q) = masses, lengths
    c, s = np.cos(a - b), np.sin(a - b)
    # (m + n) p a'' + n q b'' c = -n q b'^2 s - (m + n) g sin a;  p a'' c + q b'' = p a'^2 s - g sin b
    right, other = -n * q * db**2 * s - (m + n) * g * np.sin(a), p * da**2 * s - g * np.sin(b)
    det = (m + n) * p * q - n * q * c * p * c
    return np.array([da, db, (right * q - n * q * c * other) / det, ((m + n) * p * other - p * c * right) / det])


def places(z, lengths):
    a, b, da, db = z
    p, q = lengths
    x = np.array([p * np.sin(a), -p * np.cos(a)])
    v = np.array([p * np.cos(a) * da, p * np.sin(a) * da])
    return np.concatenate([x, x + np.array([q * np.sin(b), -q * np.cos(b)]), v, v + np.array([q * np.cos(b) * db, q * np.sin(b) * db])])


def links(z, lengths):
    """z = (x, v) -> Phi and its Jacobian by x, of both links."""
    x, y = z[:2], z[2:4]
    phi = np.array([(x * x).sum(0) - lengths[0] ** 2, ((y - x) ** 2).sum(0) - lengths[1] ** 2])
    zero = 0 * x
    return phi, 2 * np.array([np.concatenate([x, zero]), np.concatenate([x - y, y - x])])


def projected(z, masses, lengths):
    """The nearest state on the constraints in the mass metric: Newton's method for x, then linear for v."""
    inverse = 1 / np.array([masses[0], masses[0], masses[1], masses[1]])
    x, v = z[:4], z[4:]

    def push(jacobian, right):  # M^-1 J^T (J M^-1 J^T)^-1 right, of two rows
        (a, b), (c, d) = [[(one * inverse * two).sum(0) for two in jacobian] for one in jacobian]
        det = a * d - b * c
        first, second = (d * right[0] - b * right[1]) / det, (a * right[1] - c * right[0]) / det
        return inverse * (jacobian[0] * first + jacobian[1] * second)

    for _ in range(4):
        phi, jacobian = links(np.concatenate([x, v]), lengths)
        x = x - push(jacobian, phi)
    _, jacobian = links(np.concatenate([x, v]), lengths)
    return np.concatenate([x, v - push(jacobian, (jacobian * v).sum(1))])


def angles(z):
    """Of a complex z: the real angle, and its derivative."""
    x, y, u, w = z[:2], z[2:4] - z[:2], z[4:6], z[6:8] - z[4:6]

    def one(r, rate):
        turn = (r[0].imag * -r[1].real + r[0].real * r[1].imag) / (r.real**2).sum(0)  # of atan2(x, -y)
        return np.arctan2(r[0].real, -r[1].real) + 1j * turn, (-r[1] * rate[0] + r[0] * rate[1]) / (r * r).sum(0)

    (a, da), (b, db) = one(x, u), one(y, w)
    return np.array([a, b, da, db])


def derivatives(stored, columns, steps=8):
    """x, v (T, 2 n d, B) and their derivatives, each along a direction of the start or by a drawn number, columns of (trajectory,
    direction or pointer): an imaginary part of 2^-200 through everything."""
    numbers = [i for i, _ in columns]
    values = {pointer: stored.values[numbers, p].astype(np.clongdouble) for p, pointer in enumerate(stored.pointers)}
    z = np.concatenate([stored.x[numbers, 0].reshape(-1, 4), stored.v[numbers, 0].reshape(-1, 4)], 1).T.astype(np.clongdouble)
    for place, (_, by) in enumerate(columns):
        if isinstance(by, str):
            values[by][place] += 1j * TINY
        else:
            z[:, place] += 1j * TINY * by
    masses = np.array([values[f"/bodies/{k}/mass"] for k in (1, 2)])
    lengths = np.array([values[f"/constraints/{k}/length"] for k in (0, 1)])
    z = angles(projected(z, masses, lengths))
    rates = lambda at, _: pendulum_rates(at, masses, lengths, values["/potentials/0/g"])
    found = [places(z, lengths)]
    for k in range(1, len(stored.t)):
        h = (np.longdouble(stored.t[k]) - stored.t[k - 1]) / steps
        for s in range(steps):
            z = extrapolated(rates, z, s * h, (s + 1) * h)
        found.append(places(z, lengths))
    found = np.array(found)
    return found.real.astype(float), (found.imag / TINY).astype(float)


class Sensitivities(unittest.TestCase):
    def test_an_oscillator_and_a_damped_one_are_those_of_their_closed_form(self):
        for name, system, c in (("oscillator", OSCILLATOR, 0), ("damped_oscillator", DAMPED, 0.6)):
            stored = Stored(name, system, 1)
            np.testing.assert_allclose(stored.basis[0], np.eye(2) / np.sqrt(2), atol=1e-15)
            decay, w = c / 4, np.sqrt(2.5 - (c / 4) ** 2)
            t, e = stored.t, np.exp(-decay * stored.t)
            flow = np.array([[np.cos(w * t) + decay / w * np.sin(w * t), np.sin(w * t) / w],
                             [-(w + decay**2 / w) * np.sin(w * t), np.cos(w * t) - decay / w * np.sin(w * t)]]) * e
            np.testing.assert_allclose(stored.start[0], flow.transpose(2, 0, 1) / np.sqrt(2), atol=2e-12)  # 60 samples at 1e-13
            np.testing.assert_allclose(np.linalg.det(stored.start[0]) * 2, np.exp(-c / 2 * t), rtol=1e-11)
            self.assertTrue((err(stored.start[0], flow.transpose(2, 0, 1) / np.sqrt(2)) <= stored.bound[0]).all())
            self.assertLess(stored.bound.max(), 1e-9)

    def test_numbers_that_are_chosen_have_the_derivatives_of_closed_forms(self):
        by = Stored("oscillator_by", OSCILLATOR, 1, sensitive="/potentials/0/stiffness,/bodies/1/mass")
        self.assertEqual(by.pointers, ["/potentials/0/stiffness", "/bodies/1/mass"])
        k, m, x0, v0, t = 5, 2, 0.7, 0.4, by.t
        w, s, c = np.sqrt(k / m), np.sin(np.sqrt(k / m) * t), np.cos(np.sqrt(k / m) * t)
        by_w = np.stack([-x0 * t * s + v0 * (t * c / w - s / w**2), -x0 * s - x0 * w * t * c - v0 * t * s], -1)
        truth = np.stack([by_w * w / (2 * k), -by_w * w / (2 * m)], -1)
        np.testing.assert_allclose(by.by[0], truth, atol=2e-11)  # 60 samples, of numbers up to 7
        pushed = Stored("pushed", PUSHED, 2, sensitive="/bodies/0/mass")
        z = np.concatenate([pushed.x.reshape(2, -1, 1), pushed.v.reshape(2, -1, 1)], -1)
        self.assertGreater(np.abs(z[:, -1]).min(), 0.1)
        np.testing.assert_allclose(pushed.by[..., 0], -z / 1.6, atol=1e-12)  # it starts at rest in 0, so that z is proportional to 1/m

    def test_a_fall_changes_with_gravity_and_not_with_mass(self):
        stored = Stored("fall", FALL, 3)
        by = dict(zip(stored.pointers, np.moveaxis(stored.by, -1, 0)))
        t = stored.t
        mass, g = by["/bodies/0/mass"], by["/potentials/0/g"]
        np.testing.assert_allclose(g, np.stack([0 * t, -t**2 / 2, 0 * t, -t], -1)[None].repeat(3, 0), atol=1e-12)
        self.assertLess(np.abs(mass).max(), 1e-12)
        one = np.einsum("ij,njk->nik", np.eye(4), stored.basis)
        later = stored.start - one[:, None]
        np.testing.assert_allclose(later[:, :, :2], t[:, None, None] * one[:, None, 2:], atol=1e-12)
        np.testing.assert_allclose(later[:, :, 2:], 0, atol=1e-12)

    def test_a_file_that_names_no_number_of_its_system_is_a_bad_file(self):
        Stored("forged", DAMPED, 1, sensitive="/bodies/1/mass")
        place = small_data.root / "sensitivities_forged" / "forged"
        with h5py.File(place / "test.h5", "r+") as f:
            f["sensitivity/pointer"][0] = "/bodies/9/mass"
        ran = subprocess.run([os.path.join(os.environ["CCHNN_BIN"], "cchnn-gen"), "verify", str(place)], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 3, ran.stderr)
        self.assertIn("/sensitivity/pointer: '/bodies/9/mass' is not a number of forged, did you mean '/bodies/1/mass'?", ran.stderr)

    def test_the_basis_is_that_of_the_page(self):
        stored = Stored("chain_pendulum_2", count=5)
        mass = stored.whole_mass
        for i in range(5):
            z = np.concatenate([stored.x[i, 0].ravel(), stored.v[i, 0].ravel()])
            _, J = links(z, [0, 0])  # the Jacobian does not depend on lengths
            push = np.linalg.solve(mass, J.T) @ np.linalg.inv(J @ np.linalg.solve(mass, J.T))
            found = []
            for e in np.eye(4):
                a = e - push @ (J @ e)
                for _ in range(2):
                    for before in found:
                        a = a - before * (before @ mass @ a)
                length = np.sqrt(a @ mass @ a)
                if length > 1e-6 * np.sqrt(e @ mass @ e):
                    found.append(a / length)
            self.assertEqual(len(found), 2)
            expected = np.zeros((8, 4))
            for j, a in enumerate(found):
                bent = links(np.concatenate([a, z[4:]]), [0, 0])[1]  # dJ[a]: J is linear in x
                expected[:, j] = np.concatenate([a, -push @ (bent @ z[4:])])
                expected[4:, 2 + j] = a
            np.testing.assert_allclose(stored.basis[i], expected, atol=1e-12 * np.abs(expected).max())
            np.testing.assert_array_equal(stored.basis[i], stored.start[i, 0])

    def test_a_hundred_double_pendulums_are_those_of_complex_steps_within_their_bounds(self):
        stored = Stored("double", DOUBLE, 100)
        columns = [(i, column) for i in range(100) for column in stored.basis[i].T]
        states, truth = derivatives(stored, columns)
        z = np.concatenate([stored.x.reshape(100, -1, 4), stored.v.reshape(100, -1, 4)], -1)
        np.testing.assert_allclose(states[:, :, ::4].transpose(2, 0, 1), z, atol=1e-10)  # the same motions: 1e-11 with these steps
        truth = truth.reshape(*truth.shape[:2], 100, 4).transpose(2, 0, 1, 3)
        off = err(stored.start, truth)
        self.assertTrue((off <= stored.bound).all(), (off / stored.bound).max())
        self.assertLess(np.median(stored.bound[:, -1]), 1e-8)

        of_numbers = derivatives(stored, [(i, pointer) for pointer in stored.pointers for i in range(20)])[1]
        of_numbers = of_numbers.reshape(*of_numbers.shape[:2], len(stored.pointers), 20).transpose(3, 0, 1, 2)
        norm = lambda c: np.sqrt((c**2).sum(2))
        scale = norm(z[:20])[..., None] / stored.values[:20, None, :]
        one = stored.by[:20]
        off = norm(one - of_numbers) / (norm(one) + norm(of_numbers) + 2 * scale)
        self.assertTrue((off.max(-1) <= stored.bound[:20]).all(), (off.max(-1) / stored.bound[:20]).max())

    def test_derivatives_of_angles_are_those_of_complex_steps_of_angles_alone(self):
        count = 30
        stored = Stored("double", DOUBLE, count)
        values = np.repeat(stored.values, 4, 0).T.astype(np.clongdouble)  # a row for each number, a column for each motion
        number = dict(zip(stored.pointers, values))
        masses, lengths = ([number[one.format(k)] for k in ks] for one, ks in (("/bodies/{}/mass", (1, 2)), ("/constraints/{}/length", (0, 1))))
        rates = lambda at, _: pendulum_rates(at, masses, lengths, number["/potentials/0/g"])
        z = np.repeat(np.concatenate([stored.q[:, 0], stored.qdot[:, 0]], 1), 4, 0).T.astype(np.clongdouble)
        z += 1j * TINY * np.tile(np.eye(4), count)
        found = [z]
        for k in range(1, len(stored.t)):
            h = (np.longdouble(stored.t[k]) - stored.t[k - 1]) / 8
            for s in range(8):
                z = extrapolated(rates, z, s * h, (s + 1) * h)
            found.append(z)
        truth = (np.array(found).imag / TINY).astype(float).reshape(len(stored.t), 4, count, 4).transpose(2, 0, 1, 3)
        off = err(stored.by_q, truth)
        self.assertTrue((off <= stored.bound).all(), (off / stored.bound).max())
        self.assertGreater(np.linalg.norm(truth[:, -1], axis=(1, 2)).max(), 10)  # some have grown

        # In canonical coordinates, p = M(q) qdot, the matrix is symplectic: S^T J S = J. D is d(q, p)/d(q, qdot).
        (m, n), (p, r) = ([one[::4].real.astype(float)[:, None] for one in both] for both in (masses, lengths))
        a, b, da, db = np.concatenate([stored.q, stored.qdot], -1).transpose(2, 0, 1)
        cross, bent, zero, one = n * p * r * np.cos(a - b), n * p * r * np.sin(a - b), 0 * a, 1 + 0 * a
        D = np.array([[one, zero, zero, zero], [zero, one, zero, zero], [-bent * db, bent * db, (m + n) * p**2 + zero, cross],
                      [-bent * da, bent * da, cross, n * r**2 + zero]]).transpose(2, 3, 0, 1)
        S = D @ stored.by_q @ np.linalg.inv(D[:, :1])
        J = np.kron([[0, 1], [-1, 0]], np.eye(2))
        off = np.abs(S.swapaxes(-1, -2) @ J @ S - J).max((-2, -1)) / (np.abs(S) ** 2).sum((-2, -1))
        self.assertLess(off.max(), 1e-12)  # the derivatives' own tolerance is 1e-13

    def test_hamiltonian_flows_are_symplectic_and_keep_energy(self):
        # The symplectic form of two tangent vectors, dx . dp' - dp . dx', is kept with constraints as well. Derivatives of energies
        # are p . dv - (M a) . dx, since constraint forces do no work along tangent vectors. Limits are of sums of 1e-13 a step.
        for name, limit in (("kepler", 1e-10), ("spring_pendulum", 1e-10), ("chain_pendulum_2", 1e-10), ("gyroscope", 1e-10)):
            with self.subTest(name):
                stored = Stored(name, count=3)
                size, mass = stored.size, stored.whole_mass
                dx, dp = stored.start[:, :, :size], np.einsum("ab,ntbk->ntak", mass, stored.start[:, :, size:])
                form = np.einsum("ntak,ntal->ntkl", dx, dp)
                form = form - form.swapaxes(-1, -2)
                terms = np.einsum("ntak,ntal->ntkl", np.abs(dx), np.abs(dp)).max((-2, -1), keepdims=True)
                self.assertLess((np.abs(form - form[:, :1]) / terms).max(), limit)
                x = stored.x.reshape(*stored.x.shape[:2], -1)
                v, a = (one.reshape(x.shape) for one in (stored.v, stored.a))
                kinetic = np.einsum("nta,ntak->ntk", v, dp)
                potential = np.einsum("nta,ab,ntbk->ntk", a, mass, dx)
                change = kinetic - potential
                scale = (np.abs(v)[..., None] * np.abs(dp)).sum(2) + (np.abs(a @ mass)[..., None] * np.abs(dx)).sum(2)
                scale = scale.max(-1, keepdims=True)  # no direction changes the energy of some
                self.assertLess((np.abs(change - change[:, :1]) / (scale + scale[:, :1])).max(), limit)


if __name__ == "__main__":
    unittest.main()
