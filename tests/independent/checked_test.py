"""Problems of public reports whose right answer is known (systems/checked): closed forms, Jacobi's functions, and equations that are
printed or derived here, solved by the extrapolation of driven_test.py. apps/checked.md says where they come from."""
import pathlib
import unittest

import h5py
import numpy as np

import small_data
from driven_test import solved

SYSTEMS = pathlib.Path(__file__).resolve().parents[2] / "systems/checked"
R = np.longdouble


def made(name):
    """Of the one trajectory: times, positions, velocities, energies and bounds of states."""
    place = small_data.root / "checked"
    small_data.run("cchnn-gen", "generate", SYSTEMS / f"{name}.json", "-o", place, "--train", 0, "--valid", 0, "--test", 1, "--threads", 1)
    with h5py.File(place / name / "test.h5") as f:
        return tuple(f[key][0] if key != "t" else f[key][:] for key in ("t", "x", "v", "energy", "error_bound"))


def means(m):
    """Arithmetic and geometric means, from 1 and the root of 1 - m, until they agree."""
    a, b, c = [R(1)], [np.sqrt(R(1) - m)], [np.sqrt(R(m))]
    while abs(c[-1]) > 1e-18:
        c.append((a[-1] - b[-1]) / 2)
        a, b = a + [(a[-1] + b[-1]) / 2], b + [np.sqrt(a[-1] * b[-1])]
        if len(a) > 40:
            raise AssertionError("no convergence")
    return a, b, c


def jacobi(u, m):
    """sn, cn, dn of real numbers (Abramowitz, Stegun 16.4)."""
    a, _, c = means(m)
    n = len(a) - 1
    phi = R(2)**n * a[n] * u
    for k in range(n, 0, -1):
        phi = (phi + np.arcsin(c[k] / a[k] * np.sin(phi))) / 2
    return np.sin(phi), np.cos(phi), np.sqrt(1 - m * np.sin(phi)**2)


def first_kind(phi, m):
    """The elliptic integral F(phi, m) for 0 <= phi <= pi/2 (Abramowitz, Stegun 17.6)."""
    a, b, _ = means(m)
    phi = R(phi)
    for k in range(len(a) - 1):
        phi = phi + np.arctan2(b[k] * np.sin(phi), a[k] * np.cos(phi)) + 2 * R(np.pi) * np.floor((phi + np.pi) / (2 * R(np.pi)))
    return phi / (R(2)**(len(a) - 1) * a[-1])


class Jacobi(unittest.TestCase):
    def test_own_elliptic_functions_satisfy_their_equations(self):
        for m in (R("0.1"), R("0.15"), R("0.999999")):
            u = np.linspace(0, 6, 25).astype(R)
            sn, cn, dn = jacobi(u, m)
            np.testing.assert_allclose((sn**2 + cn**2).astype(float), 1, atol=1e-17)
            h = R("1e-4")
            slope = (jacobi(u + h, m)[0] - jacobi(u - h, m)[0]) / (2 * h)  # off by h^2 / 6 of a third derivative of up to 4
            np.testing.assert_allclose(slope.astype(float), (cn * dn).astype(float), atol=1e-8)
            for phi in (R("0.3"), R("1.2"), R("1.57")):
                self.assertLess(abs(jacobi(first_kind(phi, m), m)[0] - np.sin(phi)), 1e-16)


class Pendulums(unittest.TestCase):
    def test_one_keeps_amplitude_and_period_for_600_s(self):
        """theta = 2 asin(k cd(w t)), k = sin(22.5 degrees), w = sqrt(g/l): 4 K / w = 0.784558 s."""
        t, x, _, _, bound = made("webots_pendulum")
        length, k = np.sqrt(R("0.02")), np.sin(R(np.pi) / 8)
        m, w = k * k, np.sqrt(R("9.81") / length)
        self.assertAlmostEqual(float(4 * first_kind(R(np.pi) / 2, m) / w), 0.784558, delta=5e-7)
        sn, cn, dn = jacobi(w * t.astype(R), m)
        theta = 2 * np.arcsin(k * cn / dn)
        own = np.stack([length * np.sin(theta), R("0.3") - length * np.cos(theta)], -1)
        off = np.abs(x[:, 0] - own).max(1)
        # The file's length is one rounding off sqrt(0.02): after 765 periods the phase is 4805 * 1e-16 off, in metres 5e-14.
        self.assertLess(float(off.max()), 1e-11)
        self.assertTrue((off <= bound + 1e-13).all())

    def test_one_in_pixels_keeps_them_too(self):
        """The same closed form, 34 degrees and 361 pixels; 600 s are 155 periods."""
        t, x, v, energy, bound = made("matter_pendulum")
        length, start = np.sqrt(R(130000)), np.arctan2(R(200), R(300))
        k, w = np.sin(start / 2), np.sqrt(R(1000) / length)
        sn, cn, dn = jacobi(w * t.astype(R), k * k)
        theta = -2 * np.arcsin(k * cn / dn)
        own = np.stack([300 + length * np.sin(theta), -100 - length * np.cos(theta)], -1)
        off = np.abs(x[:, 0] - own).max(1).astype(float)
        self.assertLess(off.max(), 1e-7)  # seen: 2.5e-8 of 200 pixels
        size = np.sqrt((x**2).sum((1, 2)) + (v**2).sum((1, 2)))  # bounds are relative to |z|
        self.assertTrue((off <= 2 * size * bound + 1e-11).all(), float((off / (size * bound + 1e-11)).max()))
        np.testing.assert_allclose(energy, energy[0], rtol=1e-11)
        self.assertGreater(600 / float(4 * first_kind(R(np.pi) / 2, k * k) / w), 150)

    def test_on_a_cart_the_second_rod_turns_with_its_own_rate(self):
        """do-mpc asks whether 1/2 J2 dth1^2 is 1/2 J2 dth2^2. With the second rate the motion is the stored one; with the first not."""
        t, x, v, _, bound = made("double_inverted_pendulum")
        found = {}
        for own in (True, False):
            z = solved(lambda z, time, u: cart(z, own), [0, R("0.1"), R("-0.2"), 0, 0, 0], t, np.zeros((len(t), 1)), steps=4)
            lower = np.stack([z[:, 0] + R("0.25") * np.sin(z[:, 1]), R("0.25") * np.cos(z[:, 1])], -1)
            upper = lower + np.stack([R("0.25") * (np.sin(z[:, 1]) + np.sin(z[:, 2])), R("0.25") * (np.cos(z[:, 1]) + np.cos(z[:, 2]))], -1)
            found[own] = max(float(np.abs(x[:, 1] - lower).max()), float(np.abs(x[:, 3] - upper).max()))
        self.assertLess(found[True], 1e-10)  # seen: 8e-12
        self.assertLess(found[True], bound.max() + 1e-12)
        self.assertGreater(found[False], 1e-2)

    def test_two_with_unequal_rods_move_by_the_printed_equations(self):
        t, x, _, _, bound = made("printed_double_pendulum")
        z = solved(printed_double, [R("1.2"), R("0.3"), R("-0.6"), -1], t, np.zeros((len(t), 1)), steps=8)
        upper = np.stack([np.sin(z[:, 0]), -np.cos(z[:, 0])], -1)
        lower = upper + R("0.7") * np.stack([np.sin(z[:, 2]), -np.cos(z[:, 2])], -1)
        off = np.maximum(np.abs(x[:, 0] - upper).max(1), np.abs(x[:, 1] - lower).max(1))
        self.assertLess(float(off.max()), 1e-10)  # seen: 7e-12
        self.assertTrue((off <= bound + 1e-12).all(), float((off / bound).max()))


def cart(z, own):
    """Angles from upright, as in the report: Lagrange's equations of a cart and two uniform rods, derived by hand. `own`: the second
    rod's energy of rotation has its own rate, not that of the first."""
    m0, m, l, half, g = R("0.6"), R("0.2"), R("0.5"), R("0.25"), R("9.80665")
    turning = m * half**2 / 3
    a, b, rates = z[1], z[2], z[3:]
    first, second = m * half + m * l, m * half
    cross = m * l * half
    M = np.array([[m0 + 2 * m, first * np.cos(a), second * np.cos(b)],
                  [first * np.cos(a), m * half**2 + m * l**2 + turning * (1 if own else 2), cross * np.cos(a - b)],
                  [second * np.cos(b), cross * np.cos(a - b), m * half**2 + turning * (1 if own else 0)]], R)
    right = np.array([first * np.sin(a) * rates[1]**2 + second * np.sin(b) * rates[2]**2,
                      first * g * np.sin(a) - cross * np.sin(a - b) * rates[2]**2,
                      second * g * np.sin(b) + cross * np.sin(a - b) * rates[1]**2], R)
    table = np.column_stack([M, right])
    for k in range(3):
        table[k] /= table[k, k]
        for i in set(range(3)) - {k}:
            table[i] -= table[i, k] * table[k]
    return np.concatenate([rates, table[:, 3]])


def printed_double(z, t, u):
    """As the report prints them, with m1 = 1, m2 = 2, L1 = 1, L2 = 0.7."""
    x1, x2, x3, x4 = z
    g, m1, m2, L1, L2 = R("9.81"), 1, 2, 1, R("0.7")
    d = x1 - x3
    share = m1 + m2 - m2 * np.cos(d)**2
    first = -((g * (2 * m1 + m2) * np.sin(x1) + m2 * (g * np.sin(x1 - 2 * x3) + 2 * (L2 * x4**2 + L1 * x2**2 * np.cos(d)) * np.sin(d)))
              / (2 * L1 * share))
    second = ((m1 + m2) * (L1 * x2**2 + g * np.cos(x1)) + L2 * m2 * x4**2 * np.cos(d)) * np.sin(d) / (L2 * share)
    return np.array([x2, first, x4, second])


class Bodies(unittest.TestCase):
    def test_a_free_box_turns_as_jacobis_functions(self):
        t, x, v, energy, bound = made("free_box")
        axes, rates = x[:, 1:] - x[:, :1], v[:, 1:] - v[:, :1]  # rows: the tips of the axes
        # omega_1 = e3 . de2/dt and so on: in the axes of the body.
        found = np.stack([(axes[:, (k + 2) % 3] * rates[:, (k + 1) % 3]).sum(1) for k in range(3)], 1)
        I = np.array([13, 10, 5], R) / 12
        w = np.array(["0.01", "5", "0.01"], R)
        twice, square = (I * w * w).sum(), (I * I * w * w).sum()
        self.assertGreater(square, twice * I[1])  # so that the rate about the axis of the largest moment keeps its sign
        a1 = np.sqrt((square - twice * I[2]) / (I[0] * (I[0] - I[2])))
        a2 = np.sqrt((twice * I[0] - square) / (I[1] * (I[0] - I[1])))
        a3 = np.sqrt((twice * I[0] - square) / (I[2] * (I[0] - I[2])))
        speed = np.sqrt((I[0] - I[1]) * (square - twice * I[2]) / (I[0] * I[1] * I[2]))
        m = (I[1] - I[2]) * (twice * I[0] - square) / ((I[0] - I[1]) * (square - twice * I[2]))
        begin = -first_kind(np.arctan2(w[1] / a2, w[2] / a3), m)
        sn, cn, dn = jacobi(begin + speed * t.astype(R), m)
        own = np.stack([a1 * dn, -a2 * sn, a3 * cn], -1)
        self.assertGreater(np.abs(np.diff(np.sign(own[:, 1].astype(float)))).sum(), 1)  # it has flipped
        np.testing.assert_allclose(found, own.astype(float), rtol=0, atol=1e-11)  # seen: 5e-13
        turned = np.einsum("tk,tkd->td", found * I.astype(float), axes)
        np.testing.assert_allclose(turned, turned[:1].repeat(len(t), 0), atol=1e-12 * 5)
        np.testing.assert_allclose(energy, energy[0], rtol=1e-13)

    def test_a_leaning_disk_moves_by_the_right_equations(self):
        """Those that an open report gives in place of a wrong example, by heading, lean and spin."""
        t, x, _, energy, bound = made("printed_disk")

        def rates(z, time, u):
            q1, q2, q3, d1, d2, d3 = z
            tan, cos, sin = np.tan(q2), np.cos(q2), np.sin(q2)
            return np.array([d1, d2, d3, -2 * d2 * d3 / cos, 4 * R("9.81") * sin / 5 + np.sin(2 * q2) * d1**2 / 2 + 6 * cos * d1 * d3 / 5,
                             -(10 * cos * d1 - 12 * tan * d3) * d2 / 6])
        z = solved(rates, [0, R("0.2"), 0, R("0.3"), R("0.1"), 4], t, np.zeros((len(t), 1)), steps=4)
        axle = np.cross(x[:, 1] - x[:, 0], x[:, 2] - x[:, 0])
        # Seen: 5e-14.
        np.testing.assert_allclose(-np.arcsin(axle[:, 2]), z[:, 1].astype(float), rtol=0, atol=1e-12)
        np.testing.assert_allclose(np.unwrap(np.arctan2(axle[:, 0], -axle[:, 1])), z[:, 0].astype(float), rtol=0, atol=1e-12)

    def test_a_ball_on_a_turntable_circles_at_two_sevenths_of_its_rate(self):
        t, x, v, _, bound = made("ball_on_turntable")
        # In space: v + Omega x r, turned by Omega t.
        turn = np.exp(2j * t)
        place, speed = x[:, 0, 0] + 1j * x[:, 0, 1], v[:, 0, 0] + 1j * v[:, 0, 1]
        in_space = (speed + 2j * place) * turn
        np.testing.assert_allclose(in_space, in_space[0] * np.exp(2j * 2 / 7 * t), atol=2e-11)  # seen: 1e-12
        self.assertGreater(abs(in_space[0]), 0.1)

    def test_a_damped_spring_is_decided_by_no_absolute_tolerance(self):
        for name in ("damped_spring", "damped_spring_slow"):
            t, x, _, _, bound = made(name)
            self.assertAlmostEqual(x[10, 0, 0], 0.7946142382307650, delta=2e-14)
            self.assertLess(bound.max(), 1e-12)


    def test_a_spring_and_damper_by_time_constant_move_a_hinge_by_the_closed_form(self):
        """I q'' + c q' + k q = 0 with I = 0.008, c = 2 I/0.2, k = I/(0.2 x 1.5)^2: two real exponents."""
        t, x, _, _, bound = made("damped_hinge")
        I, c, k = R("0.008"), R("0.08"), R("0.008") / R("0.3")**2
        middle, root = -c / (2 * I), np.sqrt((c / (2 * I))**2 - k / I)
        slow, fast = middle + root, middle - root
        own = (fast * np.exp(slow * t.astype(R)) - slow * np.exp(fast * t.astype(R))) / (fast - slow)
        axis = x[:, 1] - x[:, 0]
        np.testing.assert_allclose(np.arctan2(axis[:, 1], axis[:, 0]), own.astype(float), rtol=0, atol=1e-12)
        self.assertLess(bound.max(), 1e-11)

    def test_a_model_with_a_time_constant_is_not_converted_without_a_word(self):
        model = small_data.root / "springdamper.xml"
        model.write_text('<mujoco><worldbody><body name="body"><joint name="joint" type="hinge" springdamper="0.2 1.5"/>'
                         '<geom type="sphere" size="0.1" mass="2"/></body></worldbody></mujoco>')
        with self.assertRaisesRegex(RuntimeError, "'springdamper' of joint 'joint'"):
            small_data.run("cchnn-gen", "convert", model, "-o", small_data.root / "springdamper.json")


class Linkages(unittest.TestCase):
    def test_two_cardan_joints_give_equal_rates_and_so_do_two_such_shafts_in_parallel(self):
        """Fork and fork: tan(phi) = cos(beta) tan(theta) for the middle shaft, whose rate is then known from theta and, by energy, all
        rates are. A second shaft in the place of the first adds its inertia, and as many constraints as it has coordinates."""
        for name, shafts in (("double_cardan", 1), ("double_cardan_twice", 2)):
            t, x, v, energy, bound = made(name)
            nodes = x.reshape(len(t), -1, 4, 3)
            turning = v.reshape(len(t), -1, 4, 3)
            e, rates = nodes[:, :, 1:] - nodes[:, :, :1], turning[:, :, 1:] - turning[:, :, :1]

            def rate(body):  # along its first axis: e3 . de2/dt
                return (e[:, body, 2] * rates[:, body, 1]).sum(1)
            theta = np.arctan2(e[:, 0, 1, 2], e[:, 0, 1, 1])
            ratio = np.cos(np.pi / 6) / (1 - np.sin(np.pi / 6)**2 * np.sin(theta)**2)
            whole = 0.05 + shafts * 0.04 * ratio**2
            expected = 5 * np.sqrt(whole[0] / whole)
            with self.subTest(name):
                np.testing.assert_allclose(rate(0), expected, rtol=0, atol=1e-11)
                np.testing.assert_allclose(rate(1), rate(0), rtol=0, atol=1e-12)
                for shaft in range(shafts):
                    np.testing.assert_allclose(rate(2 + shaft), ratio * expected, rtol=0, atol=1e-11)
                self.assertGreater(np.ptp(expected), 0.1)
                self.assertGreater(np.abs(np.diff(np.unwrap(theta))).sum(), 6 * np.pi)

    def test_scott_russells_mechanism_twice_swings_as_a_pendulum(self):
        """Its kinetic energy is J/2 theta'^2 with a constant J, its potential energy K g sin(theta): a pendulum in theta + pi/2."""
        t, x, v, energy, bound = made("scott_russell_twice")
        nodes = x.reshape(len(t), -1, 4, 3)
        slides, bars = R("0.5"), R(1)
        J = slides + 2 * (bars / 4 + bars / 12) + 2 * (R("0.5") / 16 + R(1) / 96)
        K = slides + 2 * bars / 2 + 2 * R("0.5") / 4
        start = R("0.3") + R(np.pi) / 2
        k, w = np.sin(start / 2), np.sqrt(K * R("9.81") / J)
        sn, cn, dn = jacobi(w * t.astype(R), k * k)
        theta = (2 * np.arcsin(k * cn / dn) - R(np.pi) / 2).astype(float)
        np.testing.assert_allclose(nodes[:, 0, 0], np.stack([np.cos(theta), 0 * t, 0 * t], -1), rtol=0, atol=1e-11)
        np.testing.assert_allclose(nodes[:, 1, 0], np.stack([0 * t, 0 * t, np.sin(theta)], -1), rtol=0, atol=1e-11)
        for bar, side in ((2, 0), (4, 0.4)):
            middle = np.stack([np.cos(theta) / 2, 0 * t + side, np.sin(theta) / 2], -1)
            np.testing.assert_allclose(nodes[:, bar, 0], middle, rtol=0, atol=1e-11)
        self.assertLess(theta.min(), -3)  # beyond straight down, where both ends have passed the corner
        shown = small_data.run("cchnn-gen", "show", SYSTEMS / "scott_russell_twice.json")
        self.assertIn("100 scalar constraints, rank 71", shown)  # 72 entries of x, and one degree of freedom
        self.assertIn("depend on those before them", shown)

    def test_the_leg_of_jansens_linkage_holds_and_its_foot_follows_the_crank(self):
        """Places of the pins follow from the crank's alone, by circles that meet: the foot returns on a closed path."""
        t, x, v, energy, bound = made("jansen_leg")
        angle = np.arctan2(x[:, 0, 1], x[:, 0, 0])
        own = np.array([jansen(one) for one in angle])
        np.testing.assert_allclose(x, own, rtol=0, atol=1e-12)  # seen: 2e-14
        self.assertGreater(np.abs(np.diff(np.unwrap(angle))).sum(), 4 * np.pi)  # turns of the crank
        np.testing.assert_allclose(energy, energy[0], atol=1e-11 * np.abs(energy).max())


def jansen(angle):
    def meet(p, r, q, s, side):
        d = q - p
        length = np.hypot(*d)
        along = (r * r - s * s + length * length) / (2 * length)
        return p + along * d / length + side * np.sqrt(r * r - along * along) * np.array([-d[1], d[0]]) / length
    pivot, crank = np.array([-3.8, -0.78]), 1.5 * np.array([np.cos(angle), np.sin(angle)])
    top, heel = meet(crank, 5, pivot, 4.15, -1), meet(crank, 6.19, pivot, 3.93, 1)
    left = meet(pivot, 4.01, top, 5.58, 1)
    knee = meet(left, 3.94, heel, 3.67, 1)
    return [crank, top, heel, left, knee, meet(knee, 6.57, heel, 4.9, 1)]


if __name__ == "__main__":
    unittest.main()
