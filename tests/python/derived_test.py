"""Accelerations, momenta and multipliers: against differences of what is stored, and against the equations of motion with
the package's own Phi and potential."""
import unittest

import numpy as np

import cchnn
import small_data

WITH = "acceleration,momentum,multipliers"
# Differences of eighth order at the middle of 9 samples.
WEIGHTS = np.array([1 / 280, -4 / 105, 1 / 5, -4 / 5, 0, 4 / 5, -1 / 5, 4 / 105, -1 / 280])


def short(system):
    return small_data.test(system, train=0, test=2, dt=1e-3, steps=9, with_=WITH)


class Derived(unittest.TestCase):
    def test_accelerations_are_differences_of_velocities(self):
        for system in ("chain_pendulum_3", "gyroscope", "hinged_arm_3", "four_bar_linkage", "dm_double_pendulum_colors"):
            data = short(system)
            # Rounding of v over dt.
            limit = 1e-15 * np.abs(data.v).max() / data.dt * 10 + 1e-11 * np.abs(data.acceleration).max()
            found = np.einsum("k,ik...->i...", WEIGHTS / data.dt, data.v)
            np.testing.assert_allclose(data.acceleration[:, 4], found, atol=limit, err_msg=system)
            if system == "four_bar_linkage":
                continue
            limit = 1e-14 * np.abs(data.qdot).max() / data.dt + 1e-11 * np.abs(data.qddot).max()
            found = np.einsum("k,ik...->i...", WEIGHTS / data.dt, data.qdot)
            np.testing.assert_allclose(data.qddot[:, 4], found, atol=limit, err_msg=system)

    def test_momenta(self):
        for system in ("chain_pendulum_3", "gyroscope", "hinged_arm_3"):
            data = short(system)
            np.testing.assert_allclose(data.momentum, data.physics.momenta(data.v), rtol=1e-13, atol=1e-14)
            twice = (data.generalised_momentum * data.qdot).sum(-1)
            np.testing.assert_allclose(twice, 2 * data.physics.kinetic_energy(data.v), rtol=1e-12)

    def test_the_mass_matrix_of_a_family_is_that_of_each_trajectory(self):
        file = small_data.root / "any_bodies.json"
        file.write_text(FAMILY)
        data = cchnn.Dataset(cchnn.generate(file, small_data.root, train=0, valid=0, test=3, with_="momentum"), "test")
        self.assertEqual(data.mass_matrix.shape, (3, 1, 5, 5))
        np.testing.assert_allclose(data.mass_matrix @ data.v, data.momentum, rtol=1e-13, atol=1e-13)
        np.testing.assert_allclose(data.inverse_mass_matrix @ data.momentum, data.v, rtol=1e-11, atol=1e-11)
        middle = data["system/mass_matrix"] @ data.v
        self.assertGreater(np.abs(middle - data.momentum).max(), 0.01 * np.abs(data.momentum).max())
        # What is not drawn is the table's to the bit.
        np.testing.assert_array_equal(data.mass_matrix[:, 0, 4, 4], data["system/mass_matrix"][4, 4])

    def test_the_mass_matrix_is_one_where_a_family_draws_other_numbers(self):
        file = small_data.root / "any_gravity.json"
        file.write_text(FAMILY.replace(DRAWN_MASS, "1.5").replace(DRAWN_MOMENT, "0.15").replace("any_bodies", "any_gravity"))
        data = cchnn.Dataset(cchnn.generate(file, small_data.root, train=0, valid=0, test=3, with_="momentum"), "test")
        self.assertEqual(data["parameters"].shape, (3, 1))
        self.assertEqual((data.mass_matrix.shape, data.inverse_mass_matrix.shape), ((5, 5), (5, 5)))
        np.testing.assert_allclose(data.mass_matrix @ data.v, data.momentum, rtol=1e-13, atol=1e-13)

    def test_multipliers_meet_the_equations_of_motion_and_redundant_rows_have_none(self):
        redundant = 0
        for system in ("chain_pendulum_3", "gyroscope", "hinged_arm_3", "four_bar_linkage", "magnet_pendulum"):
            data = short(system)
            # M a . u = -dV/dx . u - lambda . (dPhi/dx u) along any u; differences of V of fourth order.
            u, h = np.random.default_rng(0).normal(size=data.x.shape), 1e-4
            at = [data.physics.potential_energy(data.x + k * h * u) for k in (-2, -1, 1, 2)]
            slope = (at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * h)
            rows = np.einsum("itcnd,itnd->itc", data.physics.phi_jacobian(data.x), u)
            inertia = (data.physics.momenta(data.acceleration) * u).sum((-1, -2))
            pulled = (data.multipliers * rows).sum(-1)
            scale = np.abs(inertia).max() + np.abs(slope).max() + np.abs(pulled).max()
            np.testing.assert_allclose(inertia + pulled + slope, 0, atol=1e-10 * scale, err_msg=system)
            dependent = ~data.constraints.independent
            redundant += dependent.sum()
            self.assertTrue((data.multipliers[..., dependent] == 0).all())
        self.assertGreater(redundant, 0)

    def test_windows_take_them(self):
        data = small_data.train("chain_pendulum_2", with_="acceleration")
        qdot, qddot = data.windows(4, arrays=("qdot", "qddot"), dtype="float32").batch([3, 5])
        np.testing.assert_array_equal(qddot[0], data.qddot[0, 3:7].astype(np.float32))

    def test_where_they_are_not_there_the_message_says_how_to_get_them(self):
        for name, asked in (("acceleration", "acceleration"), ("generalised_momentum", "momentum"), ("multipliers", "multipliers")):
            with self.assertRaisesRegex(cchnn.DataError, f"/{name}: not found; .*with_='{asked}'"):
                getattr(small_data.test(), name)
        with self.assertRaisesRegex(cchnn.ProgramError, "'with_': takes acceleration, momentum, multipliers and sensitivities.*'forces'"):
            cchnn.generate("chain_pendulum_2", small_data.root / "none", with_="forces")


DRAWN_MASS, DRAWN_MOMENT = '{"uniform": {"low": 1, "high": 2}}', '{"uniform": {"low": 0.1, "high": 0.2}}'
FAMILY = f"""{{ "name": "any_bodies", "dimension": 3,
  "bodies": [ {{"id": "top", "type": "Obj3D", "mass": {DRAWN_MASS}, "second_moments": [0.2, {DRAWN_MOMENT}, 0.3]}},
              {{"id": "bob", "type": "Obj0D", "mass": 2}} ],
  "potentials": [ {{"type": "Gravity", "g": {{"uniform": {{"low": 9, "high": 10}}}}}},
                 {{"type": "Spring", "between": ["top", "bob"], "stiffness": 3}} ],
  "initial_conditions": {{ "bodies": {{ "bob": {{"position": [1, 1, 1], "velocity": [1, 2, 3]}},
    "top": {{"position": [0, 0, 0], "euler_zxz": [0.1, 1, 0.2], "euler_rates": [1, 2, 3], "velocity": [1, 0, 0]}} }} }},
  "sampling": {{"dt": 0.01, "steps": 10}} }}
"""
