"""Driven systems: equations of motion typed from the literature, an integrator that is started again wherever an input
switches, the inputs from schemas/random_numbers.md, and closed forms of motion and work."""
import hashlib
import json
import math
import unittest

import h5py
import numpy as np

import small_data
from random_numbers import stream_of

TEST, INPUTS, SHARED = 2, 192, 128


def extrapolated(rates, z, begin, end, columns=8):
    """One step of the modified midpoint rule with extrapolation (Hairer, Norsett, Wanner, II.9), order 2 columns."""
    table = []
    for j in range(columns):
        n = 2 * (j + 1)
        h, before = (end - begin) / n, z
        now = z + h * rates(z, begin)
        for m in range(1, n):
            before, now = now, before + 2 * h * rates(now, begin + m * h)
        row = [now]
        for k in range(j):
            row.append(row[k] + (row[k] - table[j - 1][k]) / (((j + 1) / (j - k)) ** 2 - 1))
        table.append(row)
    return table[-1][-1]


def solved(rates, z, t, u, steps=6):
    """z at every t; rates(z, t, u) with u held from each sample to the next."""
    states = [np.array(z, np.longdouble)]
    for k in range(len(t) - 1):
        z = states[-1]
        for s in range(steps):
            h = (np.longdouble(t[k + 1]) - t[k]) / steps
            z = extrapolated(lambda at, time: rates(at, time, u[k]), z, t[k] + s * h, t[k] + (s + 1) * h)
        states.append(z)
    return np.array(states)


def pendulum(z, t, u):
    a, rate, _ = z  # from straight down; the third is the work
    return np.array([rate, -15 * np.sin(a) + 3 * u[0], u[0] * rate])


def cart_pole(z, t, u):
    """Barto, Sutton, Anderson 1983 without friction; theta from straight up, towards +x."""
    x, theta, v, rate, _ = z
    cart, pole, half, g = np.longdouble("0.5"), np.longdouble("0.1"), np.longdouble("0.5"), np.longdouble("9.8")
    cos, sin = np.cos(theta), np.sin(theta)
    temp = (u[0] + pole * half * rate**2 * sin) / (cart + pole)
    turn = (g * sin - cos * temp) / (half * (np.longdouble(4) / 3 - pole * cos**2 / (cart + pole)))
    return np.array([v, rate, temp - pole * half * turn * cos / (cart + pole), turn, u[0] * v])


def acrobot(z, t, u):
    """Sutton and Barto, Reinforcement Learning, the equations of the book; the second angle is relative."""
    theta1, theta2, rate1, rate2, _ = z
    g, lc, inertia = np.longdouble("9.8"), np.longdouble("0.5"), 1
    d1 = lc**2 + (1 + lc**2 + 2 * lc * np.cos(theta2)) + 2 * inertia
    d2 = (lc**2 + lc * np.cos(theta2)) + inertia
    phi2 = lc * g * np.sin(theta1 + theta2)
    phi1 = (-lc * rate2**2 * np.sin(theta2) - 2 * lc * rate2 * rate1 * np.sin(theta2) + (lc + 1) * g * np.sin(theta1) + phi2)
    turn2 = (u[0] + d2 / d1 * phi1 - lc * rate1**2 * np.sin(theta2) - phi2) / (lc**2 + inertia - d2**2 / d1)
    return np.array([rate1, rate2, -(d2 * turn2 + phi1) / d1, turn2, u[0] * rate2])


def duffing(z, t, u):
    x, v, _ = z
    force = np.longdouble("0.39") * np.cos(np.longdouble("1.4") * t)
    return np.array([v, x - x**3 - np.longdouble("0.1") * v + force, force * v])


class Made:
    def __init__(self, name, **options):
        with h5py.File(small_data.directory(name, **options) / "test.h5") as f:
            self.t, self.u, self.work, self.energy = f["t"][:], f["u"][:], f["work"][:], f["energy"][:]
            self.x, self.v = f["x"][:], f["v"][:]
            self.q, self.qdot = (f["q"][:], f["qdot"][:]) if "q" in f else (None, None)
            self.bound = f["error_bound"][:]
            self.dissipated = f["dissipated"][:] if "dissipated" in f else 0
            self.ids = list(f["system/inputs/id"].asstr()[:])


class Driven(unittest.TestCase):
    def compare(self, states, start, rates, made, i):
        """The motion of trajectory i and its work, against columns of `states`; `start`: the state at t = 0."""
        found = solved(rates, [*start, 0], made.t, made.u[i])
        apart = np.abs(np.column_stack(states) - found[:, :-1]).max() / np.abs(found[:, :-1]).max()
        self.assertLess(apart, 1e-10)
        moved = np.abs(np.diff(made.work[i])).sum()
        self.assertGreater(moved, 0)
        self.assertLess(np.abs(made.work[i] - found[:, -1]).max(), 1e-10 * moved)

    def balance(self, made):
        gained = made.energy - made.energy[:, :1] - made.work + made.dissipated
        passed = np.abs(np.diff(made.work, axis=1)).sum(axis=1) + np.abs(made.energy).max(axis=1)
        self.assertLess((np.abs(gained).max(axis=1) / passed).max(), 1e-12)

    def test_pendulum_with_a_torque(self):
        made = Made("pendulum_torque", test=3, steps=60)
        for i in range(3):
            a, rate = made.q[i, :, 0], made.qdot[i, :, 0]
            self.compare([a, rate], [a[0], rate[0]], pendulum, made, i)
        self.balance(made)

    def test_cart_with_a_pole(self):
        made = Made("cart_pole", test=3, steps=60)
        for i in range(3):
            x, v = made.q[i, :, 0], made.qdot[i, :, 0]
            theta, rate = math.pi - made.q[i, :, 1], -made.qdot[i, :, 1]
            self.compare([x, theta, v, rate], [x[0], theta[0], v[0], rate[0]], cart_pole, made, i)
        self.balance(made)

    def test_acrobot(self):
        made = Made("acrobot", test=3, steps=40)
        for i in range(3):
            a, b, va, vb = *made.q[i].T, *made.qdot[i].T
            self.compare([a, b - a, va, vb - va], [a[0], b[0] - a[0], va[0], vb[0] - va[0]], acrobot, made, i)
        self.balance(made)

    def test_forced_duffing_oscillator(self):
        made = Made("forced_duffing", test=2, steps=200)
        for i in range(2):
            x, v = made.x[i, :, 0, 0], made.v[i, :, 0, 0]
            self.compare([x, v], [x[0], v[0]], duffing, made, i)
        np.testing.assert_allclose(made.u[0, :, 0], 0.39 * np.cos(1.4 * made.t), rtol=0, atol=1e-15)
        self.balance(made)

    def test_work_of_held_forces_is_force_times_way(self):
        made = Made("pushed", test=4, steps=50)
        for i in range(4):
            x, u = made.x[i, :, 0], made.u[i]
            way = np.diff(x, axis=0) @ np.array([[3.0, 0], [0, -4.0]])  # of the two forces
            work = np.concatenate([[0], np.cumsum((way * u[:-1]).sum(axis=1))])
            self.assertLess(np.abs(made.work[i] - work).max(), 1e-13 * np.abs(way * u[:-1]).sum())
            # v(t + dt) = v + a dt, x(t + dt) = x + v dt + a dt^2/2 with a constant a
            a, dt, v = u[:-1] * [3.0 / 2, -4.0 / 2], np.diff(made.t)[:, None], made.v[i, :, 0]
            self.assertLess(np.abs(np.diff(v, axis=0) - a * dt).max(), 1e-13)
            self.assertLess(np.abs(np.diff(x, axis=0) - (v[:-1] * dt + a * dt**2 / 2)).max(), 1e-13)
        self.balance(made)

    def test_resonance_in_closed_form(self):
        """x'' + 4 x = sin 2 t from rest: x = (sin 2 t - 2 t cos 2 t)/8."""
        made = Made("resonant", test=1, steps=101)
        t, x = made.t, made.x[0, :, 0, 0]
        self.assertLess(np.abs(x - (np.sin(2 * t) - 2 * t * np.cos(2 * t)) / 8).max(), 1e-13)
        # work = integral of sin(2 t) x', x' = t sin(2 t)/2
        exact = t**2 / 8 - t * np.sin(4 * t) / 16 - (np.cos(4 * t) - 1) / 64
        self.assertLess(np.abs(made.work[0] - exact).max(), 1e-13)
        self.balance(made)

    def test_inputs_are_the_random_numbers_of_the_page(self):
        for name, value in (("pushed", lambda s: -1 + 2 * s.uniform()), ("pendulum_torque", lambda s: -2 + 4 * s.uniform())):
            made = Made(name, **({"test": 4, "steps": 50} if name == "pushed" else {"test": 3, "steps": 60}))
            every = {"pushed": 3, "pendulum_torque": 20}[name]
            for i in range(len(made.u)):
                stream = named(made.ids[0], i)
                drawn = [value(stream) for _ in range(-(-made.u.shape[1] // every))]
                np.testing.assert_array_equal(made.u[i, :, 0], np.repeat(drawn, every)[: made.u.shape[1]])
        made = Made("cart_pole", test=3, steps=60)
        for i in range(3):
            stream, a = named("push", i), math.exp(-0.02 / 0.5)
            values = [stream.normal()]
            while len(values) < 60:
                values.append(a * values[-1] + math.sqrt(1 - a * a) * stream.normal())
            np.testing.assert_allclose(made.u[i, :, 0], values, rtol=1e-14, atol=1e-15)

    def test_an_input_moves_no_initial_state_and_no_other_input(self):
        one, two = Made("pushed", test=4, steps=50), Made("pushed_once", test=4, steps=50)
        np.testing.assert_array_equal(one.x[:, 0], two.x[:, 0])
        np.testing.assert_array_equal(one.u[:, :, :1], two.u)


    def test_linear_inputs_in_closed_form(self):
        made = Made("ramped", test=3, steps=50)
        for i in range(3):
            t, u, x, v = made.t, made.u[i], made.x[i, :, 0], made.v[i, :, 0]
            dt, a, rise = np.diff(t)[:, None], u[:-1] * [1.5, -2], np.diff(u, axis=0) * [1.5, -2]
            self.assertLess(np.abs(np.diff(v, axis=0) - (a + rise / 2) * dt).max(), 1e-13)
            self.assertLess(np.abs(np.diff(x, axis=0) - (v[:-1] * dt + (a / 2 + rise / 6) * dt**2)).max(), 1e-13)
            # the only forces are those of the inputs, 2 kg
            self.assertLess(np.abs(made.work[i] - ((v**2).sum(1) - (v[0]**2).sum())).max(), 1e-13 * np.abs(made.work[i]).max())
            np.testing.assert_allclose(u[:, 1], 1 - 2 * t, rtol=0, atol=1e-15)
        self.balance(made)

    def test_a_pendulum_with_a_linear_torque(self):
        made = Made("swung", test=3, steps=60)

        def rates(z, t, u):
            a, rate, _ = z
            torque = u[0] + u[1] * (t - u[2])
            return np.array([rate, -15 * np.sin(a) + 3 * torque, torque * rate])
        for i in range(3):
            slope = np.append(np.diff(made.u[i, :, 0].astype(np.longdouble)) / np.diff(made.t.astype(np.longdouble)), 0)
            path = np.column_stack([made.u[i, :, 0].astype(np.longdouble), slope, made.t])
            found = solved(rates, [made.q[i, 0, 0], made.qdot[i, 0, 0], 0], made.t, path)
            self.assertLess(np.abs(made.q[i, :, 0] - found[:, 0]).max(), 1e-10)
            self.assertLess(np.abs(made.qdot[i, :, 0] - found[:, 1]).max(), 1e-10)
            self.assertLess(np.abs(made.work[i] - found[:, 2]).max(), 1e-10 * np.abs(np.diff(made.work[i])).sum())
        self.balance(made)

    def test_a_spring_whose_rest_length_follows_an_input(self):
        def rates(z, t, u):
            x, v = z[:2], z[2:4]
            length = np.sqrt((x**2).sum())
            more = -np.longdouble("0.3") * np.sin(2 * t)**2 if len(u) == 0 else u[0]
            pull = 100 * (length - 1 - more)
            return np.array([v[0], v[1], -pull * x[0] / length, -pull * x[1] / length - np.longdouble("9.81"),
                             100 * more * (x @ v) / length])
        for name in ("muscle", "muscle_held"):
            made = Made(name, test=2, steps=60)
            for i in range(2):
                x, v = made.x[i, :, 0], made.v[i, :, 0]
                u = np.zeros((60, 0)) if name == "muscle" else made.u[i]
                found = solved(rates, [*x[0], *v[0], 0], made.t, u, steps=12)
                self.assertLess(np.abs(x - found[:, :2]).max(), 1e-10)
                self.assertLess(np.abs(v - found[:, 2:4]).max(), 1e-9)
                self.assertLess(np.abs(made.work[i] - found[:, 4]).max(), 1e-10 * np.abs(np.diff(made.work[i])).sum())
                length = np.linalg.norm(x, axis=1)
                energy = (v**2).sum(1) / 2 + 9.81 * x[:, 1] + 50 * (length - 1)**2
                np.testing.assert_allclose(made.energy[i], energy, rtol=1e-13)
            self.balance(made)

    def test_a_torsion_spring_with_an_input_is_one_beside_a_torque(self):
        # In doubles both are up to 1.6e-11 m/s off at 31 m/s, a thirtieth of what their bounds allow, and differ by 1.1e-11 as
        # their sums have another order. Where both are recomputed in 106 bits nothing is left of that.
        one, two = (Made(name, test=2, steps=60, asked=("--refine", "1e-16")) for name in ("wound", "wound_by_torque"))
        for key in ("x", "v", "work", "energy", "u"):
            np.testing.assert_allclose(getattr(one, key), getattr(two, key), rtol=2e-15, atol=2e-15)
        self.assertGreater(np.abs(one.v).max(), 30)
        one = Made("wound", test=2, steps=60)
        np.testing.assert_allclose(one.v, two.v, rtol=0, atol=1e-12 * 31)
        self.balance(one)


class Promises(unittest.TestCase):
    """What is promised of other systems: the same numbers again, checks that see changes, mistakes named at their place."""

    def failing(self, *command):
        with self.assertRaises(RuntimeError) as caught:
            small_data.run(*command)
        return str(caught.exception)

    def test_a_rollout_from_the_test_set_replays_its_inputs_to_the_same_bits(self):
        truth = small_data.directory("acrobot", test=3, steps=40) / "test.h5"
        replayed = small_data.root / "acrobot_again.h5"
        small_data.run("cchnn-gen", "rollout", "acrobot", "--from", truth, "-o", replayed)
        with h5py.File(truth) as a, h5py.File(replayed) as b:
            np.testing.assert_array_equal(a["x"][:], b["x"][:])
            np.testing.assert_array_equal(a["v"][:], b["v"][:])
        small_data.run("cchnn-eval", "score", truth, replayed, "--bootstrap", 0)

    def test_threads_and_shards_change_no_bit(self):
        one = small_data.directory("cart_pole", test=3, steps=60)
        other = small_data.root / "threads"
        small_data.run("cchnn-gen", "generate", "cart_pole", "-o", other, "--train", 0, "--valid", 0, "--test", 3, "--steps", 60,
                       "--threads", 2)
        parts = small_data.root / "parts"
        for k in (1, 2):
            small_data.run("cchnn-gen", "generate", "cart_pole", "-o", parts, "--train", 0, "--valid", 0, "--test", 3,
                           "--steps", 60, "--threads", 1, "--shard", f"{k}/2")
        merged = small_data.root / "merged"
        small_data.run("cchnn-gen", "merge", parts, "-o", merged)
        digests = {h5py.File(place / "test.h5").attrs["content_digest"]
                   for place in (one, other / "cart_pole", merged / "cart_pole")}
        self.assertEqual(len(digests), 1)

    def test_derived_accelerations_are_those_just_after_a_switch(self):
        place = small_data.root / "derived"
        small_data.run("cchnn-gen", "generate", small_data.written("pushed.json", {"name": "pushed", **PUSHED}), "-o", place,
                       "--train", 0, "--valid", 0, "--test", 2, "--steps", 20, "--with", "acceleration")
        with h5py.File(place / "pushed/test.h5") as f:
            expected = f["u"][:][..., None, :] * np.array([3.0, -4.0]) / 2
            np.testing.assert_allclose(f["acceleration"][:], expected, rtol=1e-15)

    def test_verify_and_the_independent_solver_confirm_driven_data_and_see_a_changed_input(self):
        for name, options in (("pendulum_torque", {"test": 3, "steps": 60}), ("forced_duffing", {"test": 2, "steps": 200}),
                              ("cart_pole", {"test": 3, "steps": 60})):
            place = small_data.directory(name, **options)
            small_data.run("cchnn-gen", "verify", place)
            small_data.run("cchnn-gen", "audit", place, "--sample", 2)
        for name in ("ramped", "swung", "muscle", "muscle_held", "wound"):
            place = small_data.root / f"audited_{name}"
            small_data.run("cchnn-gen", "generate", small_data.written(f"{name}.json", {"name": name, **small_data.OWN[name]}), "-o", place,
                           "--train", 0, "--valid", 0, "--test", 2, "--refine", 1e-16)
            small_data.run("cchnn-gen", "verify", place / name)
            small_data.run("cchnn-gen", "audit", place / name)
        refined = small_data.root / "refined"  # bounds of 1e-15, which a switch at another time than the stored one breaks
        small_data.run("cchnn-gen", "generate", small_data.written("damped.json", DAMPED), "-o", refined, "--train", 0, "--valid", 0,
                       "--test", 3, "--refine", 1e-16)
        small_data.run("cchnn-gen", "audit", refined / "damped", "--sample", 3)
        changed = small_data.root / "changed"
        small_data.run("cchnn-gen", "generate", "cart_pole", "-o", changed, "--train", 0, "--valid", 0, "--test", 2, "--steps", 20)
        with h5py.File(changed / "cart_pole/test.h5", "r+") as f:
            f["u"][1, 4, 0] += 1e-3
        self.assertIn("exit code 1", self.failing("cchnn-gen", "verify", changed / "cart_pole"))

    def test_the_independent_solver_sees_work_that_is_changed_by_1e_6_of_the_energies_that_pass(self):
        place = small_data.root / "worked"
        small_data.run("cchnn-gen", "generate", "cart_pole", "-o", place, "--train", 0, "--valid", 0, "--test", 2, "--steps", 20)
        small_data.run("cchnn-gen", "generate", small_data.written("damped.json", DAMPED), "-o", place, "--train", 0, "--valid", 0,
                       "--test", 2, "--steps", 20)
        def audited(name, *options):
            small_data.run("cchnn-gen", "audit", place / name, *options, "--json", place / "audit.json")

        def found():
            return json.loads((place / "audit.json").read_text())["systems"][0]
        for name, path in (("cart_pole", "work"), ("damped", "dissipated")):
            audited(name)
            self.assertLess(found()["work_off"], 1e-12)
            self.assertLess(found()["work_off_over_allowed"], 1)
            with h5py.File(place / name / "test.h5", "r+") as f:
                f[path][1, 7] += 1e-6 * (abs(f["energy"][1]).max() + abs(f[path][1]).max())
            for options in ((), ("--intervals", 19)):
                with self.assertRaisesRegex(RuntimeError, "exit code 1"):
                    audited(name, *options)
                self.assertGreater(found()["work_off"], 1e-7)
                self.assertGreater(found()["work_off_over_allowed"], 10)
                self.assertLess(found()["energy_off"], 1e-13)  # nothing else is wrong
                self.assertEqual(found()["share"], 1)
        with h5py.File(place / "cart_pole/test.h5", "r+") as f:
            del f["work"]
        with self.assertRaisesRegex(RuntimeError, "/work is missing|/work: is missing"):
            audited("cart_pole")

    def test_mistakes_are_named_at_their_place(self):
        def check(**changes):
            system = {"name": "wrong", **json.loads(json.dumps(PUSHED)), **changes}
            return self.failing("cchnn-gen", "check", small_data.written("wrong.json", system))

        east, south = PUSHED["inputs"]
        force = PUSHED["potentials"]
        self.assertIn("/inputs/1: drives nothing", check(potentials=force[:1]))
        self.assertIn("/potentials/1/input: 'south' is not an input", check(inputs=[east]))
        self.assertIn("/inputs/2/id: 'east' is already", check(inputs=[east, south, {"id": "east", "formula": "t"}]))
        self.assertIn("/inputs/1/formula: column", check(inputs=[east, {"id": "south", "formula": "sin(t"}]))
        self.assertIn("/inputs/1/samples: column", check(inputs=[east, {"id": "south", "samples": "2*q"}]))
        self.assertIn("/inputs/1: must have 'id' and one of", check(inputs=[east, {**south, "formula": "t"}]))
        self.assertIn("'hold' only without 'formula'", check(inputs=[east, {"id": "south", "hold": "linear", "formula": "t"}]))
        self.assertIn("/inputs/1/hold", check(inputs=[east, {**south, "hold": "cubic"}]))
        spring = {"type": "Spring", "between": ["a", "b"], "stiffness": 1, "input": "west"}
        self.assertIn("/potentials/2/input: 'west' is not an input; known: east, south", check(
            bodies=PUSHED["bodies"] + [{"id": "b", "type": "Origin"}], potentials=force + [spring]))
        self.assertIn("/inputs/1/ornstein_uhlenbeck/time", check(inputs=[east, {"id": "south", "ornstein_uhlenbeck": {"std": 1, "time": 0}}]))
        self.assertIn("/conserved/0", check(conserved=["energy"]))
        self.assertIn("input 'south' is", check(inputs=[east, {"id": "south", "formula": "1/(t - 0.125)"}]))
        driven = small_data.written("pushed.json", {"name": "pushed", **PUSHED})
        for command in (["generate", driven, "-o", small_data.root / "no", "--integrator", "rattle4"], ["lyapunov", driven]):
            self.assertIn("driven by east", self.failing("cchnn-gen", *command))


def named(name, i):
    return stream_of(int(hashlib.sha256(name.encode()).hexdigest()[:16], 16), INPUTS + TEST, i)


PUSHED = {
    "dimension": 2,
    "bodies": [{"id": "a", "type": "Obj0D", "mass": 2}],
    "potentials": [{"type": "Force", "on": "a", "force": [3, 0], "input": "east"},
                   {"type": "Force", "on": "a", "force": [0, -4], "input": "south"}],
    "inputs": [{"id": "east", "unit": "N", "steps": {"value": {"uniform": {"low": -1, "high": 1}}, "every": 3}},
               {"id": "south", "samples": "1 - 2*t"}],
    "initial_conditions": {"bodies": {"a": {"position": [{"normal": {"mean": 0, "std": 1}}, 0], "velocity": [0, 0.25]}}},
    "sampling": {"dt": 0.0625}}
ONCE = json.loads(json.dumps(PUSHED))
del ONCE["potentials"][1], ONCE["inputs"][1]
DAMPED = {
    "name": "damped", "dimension": 2,
    "bodies": [{"id": "pivot", "type": "Origin"},
               {"id": "rod", "type": "Obj1D", "mass": {"uniform": {"low": 0.5, "high": 2}}, "second_moments": ["1/12"]}],
    "constraints": [{"type": "Joint", "between": ["pivot", {"body": "rod", "point": [-0.5]}]}],
    "potentials": [{"type": "Gravity"}, {"type": "Torque", "bodies": ["pivot", "rod"], "torque": 2, "input": "motor"}],
    "damping": [{"type": "TorsionDamper", "bodies": ["pivot", "rod"], "coefficient": 0.3}],
    "inputs": [{"id": "motor", "steps": {"value": {"normal": {"mean": 0, "std": 2}}, "every": 2}}],
    "initial_conditions": {"bodies": {"rod": {"from": "pivot", "angle": 0.5}}}}
RAMPED = {**PUSHED, "inputs": [{**one, "hold": "linear"} for one in PUSHED["inputs"]]}
SWUNG = {
    "dimension": 2,
    "bodies": [{"id": "pivot", "type": "Origin"}, {"id": "rod", "type": "Obj1D", "mass": 1, "second_moments": ["1/12"]}],
    "constraints": [{"type": "Joint", "between": ["pivot", {"body": "rod", "point": [-0.5]}]}],
    "potentials": [{"type": "Gravity", "g": 10}, {"type": "Torque", "bodies": ["pivot", "rod"], "torque": 1, "input": "motor"}],
    "inputs": [{"id": "motor", "hold": "linear", "ornstein_uhlenbeck": {"std": 3, "time": 0.3}}],
    "initial_conditions": {"bodies": {"rod": {"from": "pivot", "angle": {"normal": {"mean": 0, "std": 1}}, "angle_rate": 0.3}}}}
MUSCLE = {
    "dimension": 2,
    "bodies": [{"id": "shoulder", "type": "Origin"}, {"id": "weight", "type": "Obj0D", "mass": 1}],
    "potentials": [{"type": "Gravity"},
                   {"type": "Spring", "between": ["shoulder", "weight"], "stiffness": 100, "rest_length": 1, "input": "tone"}],
    "inputs": [{"id": "tone", "unit": "m", "formula": "-0.3*sin(2*t)^2"}],
    "initial_conditions": {"bodies": {"weight": {"from": "shoulder", "angle": {"normal": {"mean": 0.5, "std": 0.2}}, "length": 1.1}}}}
HELD = {**MUSCLE, "inputs": [{"id": "tone", "unit": "m", "steps": {"value": {"uniform": {"low": -0.3, "high": 0}}, "every": 4}}]}
WOUND = {**SWUNG, "potentials": [{"type": "TorsionSpring", "bodies": ["pivot", "rod"], "stiffness": 2, "rest_angle": 0.4, "input": "motor"}]}
BY_TORQUE = {**SWUNG, "potentials": [{"type": "TorsionSpring", "bodies": ["pivot", "rod"], "stiffness": 2, "rest_angle": 0.4},
                                     {"type": "Torque", "bodies": ["pivot", "rod"], "torque": 2, "input": "motor"}]}
small_data.OWN |= {"ramped": RAMPED, "swung": SWUNG, "muscle": MUSCLE, "muscle_held": HELD, "wound": WOUND, "wound_by_torque": BY_TORQUE,
                   "pushed": PUSHED, "pushed_once": ONCE, "resonant": {
    "dimension": 1,
    "bodies": [{"id": "wall", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": 1}],
    "potentials": [{"type": "Spring", "between": ["wall", "bob"], "stiffness": 4},
                   {"type": "Force", "on": "bob", "force": [1], "input": "shaker"}],
    "inputs": [{"id": "shaker", "formula": "sin(2*t)"}],
    "initial_conditions": {"bodies": {"bob": {"position": [0], "velocity": [0]}}},
    "sampling": {"dt": 0.05}}}


if __name__ == "__main__":
    unittest.main()
