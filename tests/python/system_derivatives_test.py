"""Derivatives of System.step and System.rollout: differences of rollouts, closed forms, products with directions, what has none."""
import unittest

import numpy as np

import cchnn
from system_test import FAMILY

# Chains, trees of bodies, a closed loop, curves, velocities alone, counted angles, inputs, Origins that move, a Lagrangian.
KINDS = ("chain_pendulum_2", "hinged_arm_3", "four_bar_linkage", "gyroscope", "damped_pendulum", "roller_coaster", "rolling_disk",
         "cart_pole", "kapitza_pendulum", "foucault_pendulum", "gear_train", "beam_chain_3")
SAMPLES = 8


def difference(motion, h):
    """(4 D(h/2) - D(h)) / 3 of central differences D of x and v, off by h^4."""
    coarse, fine = ([(more - less) / (2 * one) for more, less in zip(motion(one), motion(-one))] for one in (h, h / 2))
    return [(4 * b - a) / 3 for a, b in zip(coarse, fine)]


def moved(system, x, v, **options):
    out = system.rollout(x, v, samples=SAMPLES, bounds=False, project=True, **options)
    return out.x, out.v


class Derivatives(unittest.TestCase):
    def near(self, found, expected, message):
        # Rollouts are good to 1e-11, so differences with h = 1e-4 to 1e-7 of the whole; h^4 is far below.
        for one, other in zip(found, expected):
            self.assertLess(np.linalg.norm(one - other), 1e-6 * np.linalg.norm(other), message)

    def test_they_are_the_limits_of_differences_along_starts_and_inputs(self):
        random = np.random.default_rng(5)
        known = set(cchnn.systems())
        for name in KINDS:
            self.assertIn(name, known)
            with self.subTest(name), cchnn.System(name) as system:
                start = system.initial_states(2)
                x, v = start["x"], start["v"]
                held = bool(system.inputs) and not all(one["formula"] for one in system.info["inputs"])
                u = random.normal(size=(2, SAMPLES, len(system.inputs))) if held else None
                size = max(np.abs(x).max(), 0.1)
                speed = max(np.abs(v).max(), size / (SAMPLES * system.info["dt"]))
                dx, dv = size * random.normal(size=x.shape), speed * random.normal(size=x.shape)  # off the constraints, too
                found = system.rollout_jvp(x, v, dx, dv, samples=SAMPLES, u=u, project=True)
                self.near(found, difference(lambda h: moved(system, x + h * dx, v + h * dv, u=u), 1e-4), name)
                if held:
                    du = random.normal(size=u.shape)
                    found = system.rollout_jvp(x, v, du=du, samples=SAMPLES, u=u, project=True)
                    self.near(found, difference(lambda h: moved(system, x, v, u=u + h * du), 1e-4), name)

    def test_they_are_the_limits_of_differences_along_parameters(self):
        for name in ("chain_pendulum_2", "beam_chain_3", "damped_pendulum", "cart_pole"):
            with self.subTest(name), cchnn.System(name) as system:
                start = system.initial_states(1)
                x, v = start["x"], start["v"]
                u = np.ones((SAMPLES, len(system.inputs))) if system.inputs else None
                for one in system.info["numbers"]:
                    pointer, value = one["pointer"], one["value"]
                    found = system.rollout_jvp(x, v, dparameters=[value], samples=SAMPLES, u=u, project=True, parameters={pointer: value})
                    expected = difference(lambda h: moved(system, x, v, u=u, parameters={pointer: value * (1 + h)}), 1e-4)
                    motion = moved(system, x, v, u=u)
                    for a, b, whole in zip(found, expected, motion):  # some numbers change nothing
                        self.assertLess(np.linalg.norm(a - b), 1e-6 * (np.linalg.norm(b) + np.linalg.norm(whole)), (name, pointer))

    def test_an_oscillator_is_that_of_its_closed_form(self):
        oscillator = {"name": "oscillator", "dimension": 1,
                      "bodies": [{"id": "o", "type": "Origin", "position": [0]}, {"id": "a", "type": "Obj0D", "mass": 2}],
                      "potentials": [{"type": "Spring", "between": ["o", "a"], "stiffness": 5, "rest_length": 0}],
                      "initial_conditions": {"states": [{"position": {"a": [0.7]}, "velocity": {"a": [0.4]}}]}}
        with cchnn.System(oscillator) as system:
            x, v = np.array([[0.7]]), np.array([[0.4]])
            w, t = np.sqrt(2.5), 0.3
            found = system.step_jacobian(x, v, t, by=("x", "v", "parameters"), parameters={"/potentials/0/stiffness": 5.0})
            slope = w / 10  # dw/dk
            closed = {"x_by_x": np.cos(w * t), "x_by_v": np.sin(w * t) / w, "v_by_x": -w * np.sin(w * t), "v_by_v": np.cos(w * t),
                      "x_by_parameters": slope * (-0.7 * t * np.sin(w * t) + 0.4 * (t * np.cos(w * t) / w - np.sin(w * t) / w**2)),
                      "v_by_parameters": slope * (-0.7 * np.sin(w * t) - 0.7 * w * t * np.cos(w * t) - 0.4 * t * np.sin(w * t))}
            self.assertEqual(set(found), set(closed))
            for name, value in closed.items():
                self.assertAlmostEqual(found[name].item(), value, delta=1e-13, msg=name)

    def test_steps_and_rollouts_products_and_jacobians_agree(self):
        random = np.random.default_rng(6)
        with cchnn.System(FAMILY) as system:
            start = system.initial_states(6)
            x, v, p = (start[name].reshape(2, 3, *start[name].shape[1:]) for name in ("x", "v", "parameters"))
            every = ("x", "v", "parameters")
            whole = system.rollout_jacobian(x, v, samples=3, by=every, parameters=p)
            self.assertEqual(whole["x_by_v"].shape, (2, 3, 3, *system.shape, *system.shape))
            step = system.step_jacobian(x, v, by=every, parameters=p)
            for name, one in step.items():
                self.assertEqual(one.shape[:2], (2, 3))
                np.testing.assert_allclose(one, whole[name][:, :, 1], rtol=1e-9, atol=1e-11)
            dx, dv, dp = random.normal(size=x.shape), random.normal(size=x.shape), random.normal(size=p.shape)
            along = system.rollout_jvp(x, v, dx, dv, samples=3, dparameters=dp, parameters=p)
            for key, one in zip("xv", along):
                expected = (np.einsum("abtndmc,abmc->abtnd", whole[f"{key}_by_x"], dx) + np.einsum("abtndmc,abmc->abtnd", whole[f"{key}_by_v"], dv)
                            + np.einsum("abtndp,abp->abtnd", whole[f"{key}_by_parameters"], dp))
                np.testing.assert_allclose(one, expected, rtol=1e-10, atol=1e-11)
            of_x, of_v = random.normal(size=along[0].shape), random.normal(size=along[0].shape)
            back = system.rollout_vjp(x, v, of_x, of_v, samples=3, by=every, parameters=p)
            there = (of_x * along[0]).sum() + (of_v * along[1]).sum()
            self.assertAlmostEqual(there, sum((back[name] * one).sum() for name, one in zip(every, (dx, dv, dp))), delta=1e-9 * abs(there))
            back = system.step_vjp(x[0], v[0], of_x[0, :, 1], of_v[0, :, 1], parameters=p[0])
            self.assertEqual(back["v"].shape, x[0].shape)
            alone = system.step_jvp(x[1, 2], v[1, 2], dx[1, 2], dv[1, 2], parameters=p[1, 2])
            batch = system.step_jvp(x, v, dx, dv, parameters=p)
            for one, other in zip(alone, batch):
                np.testing.assert_array_equal(one, other[1, 2])  # the same bits in a batch and alone

    def test_products_of_accelerations_are_those_of_differences(self):
        random = np.random.default_rng(7)
        for name in ("chain_pendulum_2", "cart_pole"):
            with self.subTest(name), cchnn.System(name) as system:
                start = system.initial_states(6)
                x, v = (start[one].reshape(2, 3, *system.shape) for one in ("x", "v"))
                u = {"u": random.normal(size=(2, 3, 1))} if system.inputs else {}
                dx, dv = random.normal(size=x.shape), random.normal(size=x.shape)
                du = {"du": random.normal(size=(2, 3, 1))} if system.inputs else {}

                def moved(h):
                    return [system.acceleration(x + h * dx, v + h * dv, **{"u": u["u"] + h * du["du"]} if u else {})]
                along = system.acceleration_jvp(x, v, dx, dv, **u, **du)
                # Rounding of accelerations over h = 1e-4 is 1e-12 of them; h^4 is far below.
                np.testing.assert_allclose(along, difference(moved, 1e-4)[0], rtol=1e-8, atol=1e-8 * np.abs(along).max())
                of = random.normal(size=x.shape)
                back = system.acceleration_vjp(x, v, of, **u)
                there = sum((back[key] * one).sum() for key, one in (("x", dx), ("v", dv)))
                there += (back["u"] * du["du"]).sum() if u else 0
                self.assertAlmostEqual((of * along).sum(), there, delta=1e-12 * np.abs(of * along).sum())
                alone = system.acceleration_vjp(x[0, 1], v[0, 1], of[0, 1], **{key: one[0, 1] for key, one in u.items()})
                np.testing.assert_allclose(alone["v"], back["v"][0, 1], rtol=1e-12, atol=1e-12)
                one_way = system.acceleration_jvp(x, v, dx[0, 0], **u)  # of all states
                np.testing.assert_allclose(one_way[0, 0], system.acceleration_jvp(x, v, dx, **u)[0, 0], rtol=1e-12, atol=1e-12)

    def test_errors_say_what_and_where(self):
        with cchnn.System("chain_pendulum_2") as system:
            start = system.initial_states(2)
            x, v = start["x"], start["v"]
            for text, call in (("dx: is missing", lambda: system.step_jvp(x, v)),
                               ("dx: has the shape", lambda: system.step_jvp(x, v, dx=np.zeros((3, 2, 2)))),
                               ("by: has 'w'", lambda: system.step_jacobian(x, v, by=("w",))),
                               ("by: has 'u', but chain_pendulum_2 has no inputs", lambda: system.step_jacobian(x, v, by=("u",))),
                               ("by: has 'parameters', but none are given", lambda: system.step_jacobian(x, v, by=("parameters",))),
                               ("dx: is missing", lambda: system.acceleration_jvp(x, v)),
                               ("of_a: has the shape", lambda: system.acceleration_vjp(x, v, np.zeros((3, 2, 2)))),
                               ("dt: must be a number > 0, in s, got nan", lambda: system.rollout(x, v, dt=np.nan, samples=3)),
                               ("dt: must be a number > 0, in s, got -1", lambda: system.step(x, v, -1)),
                               ("dt: must be a number > 0", lambda: system.step_jacobian(x, v, np.float32(0))),
                               ("dx: must be finite", lambda: system.step_jvp(x, v, dx=np.nan * x)),
                               ("changes|long in state 0", lambda: system.step_jacobian(1.1 * x, v))):
                with self.assertRaisesRegex(cchnn.DataError, text):
                    call()
        with cchnn.System("kapitza_pendulum") as system:
            start = system.initial_states(1)
            pointer = system.info["numbers"][0]["pointer"]
            value = system.info["numbers"][0]["value"]
            with self.assertRaisesRegex(cchnn.DataError, "dparameters: motions of kapitza_pendulum have no derivative by parameters"):
                system.step_jacobian(start["x"], start["v"], by=("parameters",), parameters={pointer: value})


if __name__ == "__main__":
    unittest.main()
