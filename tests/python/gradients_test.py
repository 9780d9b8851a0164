"""apps/python/gradients: a short run of the program, and derivatives of motions against its reference in 80 bits and closed forms."""
import copy
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import cchnn
import small_data

PLACE = small_data.source / "apps/python/gradients"
sys.path.insert(0, str(PLACE))
import figure  # noqa: E402
import reference  # noqa: E402
import systems  # noqa: E402


def momenta_by_state(equations, z, p):
    """Derivatives of the canonical coordinates (q, M q') by (q, q'), by complex steps; z of one state."""
    moved = z[:, None] + 1e-40j * np.eye(len(z))
    return equations.momenta(moved, p[:, None] + 0 * moved[:1], np).imag / 1e-40


def off_symplectic(state_transition):
    half = len(state_transition) // 2
    form = np.block([[np.zeros((half, half)), np.eye(half)], [-np.eye(half), np.zeros((half, half))]])
    return np.abs(state_transition.T @ form @ state_transition - form).max()


def transition_of(system, x, v, along, duration):
    """x, v and their derivatives along the columns of `along`, (B, 2 n d, columns), at `duration`."""
    found = system.rollout_jacobian(x, v, dt=duration, samples=2)
    rows = x[0].size
    whole = np.block([[found[f"{a}_by_{b}"][:, 1].reshape(len(x), rows, rows) for b in "xv"] for a in "xv"])
    return whole @ along


def state_of_chain(equations, nodes):
    """Angles and rates, (2 m), of x and v, (2 n d)."""
    x, v = (np.diff(part.reshape(-1, 2), axis=0, prepend=0) for part in np.split(nodes, 2))
    q = np.arctan2(x[:, 0], -x[:, 1])
    return np.concatenate([q, (np.cos(q) * v[:, 0] + np.sin(q) * v[:, 1]) / equations.lengths])


class Gradients(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.place = pathlib.Path(cls.scratch.name)
        cls.chain = systems.SYSTEMS["chain_pendulum_2"]
        cls.exact = reference.Reference(cls.chain, cls.place)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def test_double_pendulums_from_100_starts_also_shifted_turned_and_scaled_have_the_derivatives_of_80_bits(self):
        with cchnn.System("chain_pendulum_2") as system:
            document, starts = system.info["system"], system.initial_states(100)
        nodes = np.concatenate([starts[name].reshape(100, -1) for name in "xv"], 1)
        z = np.stack([state_of_chain(self.chain, one) for one in nodes], 1)
        p = np.repeat(np.array(self.chain.values)[:, None], 100, 1)
        (start, along), (_, true) = self.exact(z, p, [0, 3])
        along, true = (one[:, :4].transpose(2, 0, 1) for one in (along, true))
        # Lengths times s take the square root of s times as long, whatever the masses. So do rates.
        for name, shift, angle, s, weight in (("as it is", (0, 0), 0, 1, 1), ("shifted", (3, -7), 0, 1, 1), ("turned", (0, 0), 1.1, 1, 1),
                                              ("scaled", (0, 0), 0, 2.25, 40)):
            with self.subTest(name):
                turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
                units = np.repeat([s, math.sqrt(s)], 4)
                moved = copy.deepcopy(document)
                moved["bodies"][0]["position"] = list(shift)
                for body in moved["bodies"][1:]:
                    body["mass"] *= weight
                for rod in moved["constraints"]:
                    rod["length"] *= s
                moved["potentials"][0]["up"] = list(turn @ [0, 1])
                whole = np.kron(np.eye(4), turn) * units[:, None]
                x, v = ((whole @ start)[part].T.reshape(100, 2, 2) for part in (slice(4), slice(4, 8)))
                columns = np.diag([1, 1, math.sqrt(s), math.sqrt(s)])
                with cchnn.System(moved) as system:
                    found = transition_of(system, x + shift, v, whole @ along @ columns, 3 * math.sqrt(s))
                expected = whole @ true @ columns
                off = np.linalg.norm(found - expected, axis=(1, 2)) / np.linalg.norm(expected, axis=(1, 2))
                # The solver's tolerance of 1e-12, times what 3 s make of it: 6e-12 in the median, 5e-10 for the most sensitive start.
                self.assertLess(np.median(off), 3e-11)
                self.assertLess(off.max(), 2e-9)

    def test_the_reference_in_80_bits_has_the_digits_of_the_one_in_113(self):
        comet = systems.SYSTEMS["kepler"]
        z = np.stack([comet.draw(np.random.default_rng(seed)) for seed in range(5)], 1)
        p = np.repeat(np.array(comet.values)[:, None], 5, 1)
        short, long = (reference.Reference(comet, self.place, bits)(z, p, [comet.unit])[0][1] for bits in (80, 113))
        # Steps are good to 1e-17; a comet's period multiplies that by a few hundred.
        self.assertLess(np.linalg.norm(short - long), 1e-13 * np.linalg.norm(long))

    def test_the_state_transition_is_symplectic_in_canonical_coordinates(self):
        for seed in range(5):
            z = self.chain.draw(np.random.default_rng(seed))
            p = np.array(self.chain.values)
            (start, along), (_, true) = self.exact(z[:, None], p[:, None], [0, 2.6])
            x, v = (part.reshape(1, 2, 2) for part in np.split(start[:, 0], 2))
            with cchnn.System("chain_pendulum_2") as system:
                out = system.rollout(x, v, dt=2.6, samples=2, bounds=False)
                found = transition_of(system, x, v, along[:, :4, 0][None], 2.6)[0]
            last = state_of_chain(self.chain, np.concatenate([out.x[0, 1].ravel(), out.v[0, 1].ravel()]))
            back = np.linalg.pinv(self.exact(last[:, None], p[:, None], [0])[0][1][:, :4, 0])
            # Each entry of S^T J S is a sum of products of entries of S: it is off by |S|^2 times the relative error of S, the solver's
            # tolerance of 1e-12 for the library, and the rounding of doubles for the reference.
            for derivatives, limit in ((found, 1e-12), (true[:, :4, 0], 3e-14)):
                transition = momenta_by_state(self.chain, last, p) @ back @ derivatives @ np.linalg.inv(momenta_by_state(self.chain, z, p))
                self.assertLess(off_symplectic(transition), limit * np.linalg.norm(transition) ** 2, seed)

    def test_a_sphere_that_a_torque_turns_has_the_closed_form_of_its_inertia_at_every_horizon(self):
        system = {"name": "sphere", "dimension": 3, "bodies": [{"id": "axle", "type": "Origin"},
                                                               {"id": "sphere", "type": "Obj3D", "mass": 2, "second_moments": [0.05, 0.05, 0.05]}],
                  "constraints": [{"type": "Joint+Axis", "between": ["axle", "sphere"], "axis": [[0, 0, 1], [0, 0, 1]]}],
                  "potentials": [{"type": "Torque", "bodies": ["axle", "sphere"], "axis": [[0, 0, 1], [0, 0, 1]], "torque": 0.03}],
                  "initial_conditions": {"bodies": {"sphere": {"from": "axle", "hinge_angle": 0, "hinge_rate": 0}}},
                  "sampling": {"dt": 1 / 60, "steps": 600}}
        pointer = "/bodies/1/second_moments/0"
        with cchnn.System(system) as sphere:
            start = sphere.initial_states(1)
            given = {"dt": 0.5, "samples": 21, "parameters": {pointer: 0.05}}
            by = sphere.rollout_jacobian(start["x"], start["v"], by=("x", "v", "parameters"), **given)
            motion = sphere.rollout(start["x"], start["v"], **given)
        # Its axis turns by torque t^2 / (2 I), I = m (a + b), and a is the parameter.
        angle = 0.03 * motion.t ** 2 / (2 * 0.2)
        slope = -angle / 0.2 * 2
        axis, found = motion.x[0, :, 1], by["x_by_parameters"][0, :, 1, :, 0]
        # 1e-12 of the largest derivative, 75 rad/m^2, over a turn of 7.5 rad: seen are 3e-13 and 3e-11.
        np.testing.assert_allclose(axis[:, :2], np.stack([np.cos(angle), np.sin(angle)], 1), rtol=0, atol=1e-11)
        np.testing.assert_allclose(found[:, :2], np.stack([-np.sin(angle), np.cos(angle)], 1) * slope[:, None], rtol=0, atol=2e-10)

    def test_a_short_run_ranks_the_methods_and_resumes(self):
        out = self.place / "gradients.json"
        done = self.run_program("-o", out, "--figure", self.place / "gradients.svg")
        self.assertEqual(done.returncode, 0, done.stderr)
        text = out.read_text()
        for system, horizons in json.loads(text)["results"].items():
            methods = horizons["0.1"]["methods"]
            # 15 to 60 times what is seen: 4e-14, 1e-9 and 2e-11. Euler's steps of 2 ms are off by a tenth of a per cent, on any machine.
            limits = {"cchnn, tangent flow": 1e-12, "cchnn, differences of 1e-05": 3e-8}
            for name in methods:
                if name.startswith("PyTorch"):
                    limits[name] = 1e-9 if name.endswith(("dt 0.002", "dt 0.0125")) else 1e-5
                if name == "MuJoCo RK4, differences of 1e-05":
                    limits[name] = 1e-8
                if name.startswith("MuJoCo Euler"):
                    self.assertGreater(methods[name]["by_start"][0], 1e-4, name)
            for name, limit in limits.items():
                self.assertLess(methods[name]["by_start"][1], limit, f"{system}: {name}")
                self.assertGreater(methods[name]["cosine"][1], 1 - 1e-5, f"{system}: {name}")
                self.assertEqual(methods[name]["wrong_signs"], 0, f"{system}: {name}")
        again = self.run_program("-o", out)
        self.assertEqual((again.returncode, again.stdout, out.read_text()), (0, done.stdout, text))
        other = self.run_program("-o", out, "--seed", 7)
        self.assertEqual(other.returncode, 2)
        self.assertIn("choose another file", other.stderr)

    def run_program(self, *arguments):
        command = [sys.executable, PLACE, "--systems", "kepler", "cart_pole", "--horizons", 0.1, "--starts", 2, *arguments]
        return subprocess.run([str(one) for one in command], capture_output=True, text=True, cwd=self.place)

    def test_the_page_has_the_numbers_of_the_kept_results(self):
        kept = json.loads((PLACE / "results/gradients.json").read_text())["results"]
        page = (PLACE / "README.md").read_text()
        self.assertEqual(list(kept), list(systems.SYSTEMS))
        self.assertIn("\n".join(figure.table(kept)), page)


if __name__ == "__main__":
    unittest.main()
