"""Pictures with matplotlib: what they show, read back from the artists; without it, a word what is missing."""
import sys
import unittest
from unittest import mock

import matplotlib
import numpy as np

import cchnn
import small_data

matplotlib.use("Agg")


def trajectory(system):
    return small_data.test(system, train=0, test=2, steps=30, bound="off")[1]


class Pictures(unittest.TestCase):
    def test_paths_are_those_of_the_centres(self):
        for system in ("chain_pendulum_2", "coupled_pendulum_3", "hnn_spring", "hinged_arm_3"):
            one = trajectory(system)
            axes = one.plot()
            bodies = [body for body in one.data.bodies if not body.is_anchor]
            lines = {line.get_label(): line for line in axes.get_lines()}
            for body in bodies:
                line = lines[body.id]
                drawn = np.array(line.get_data_3d() if one.x.shape[2] == 3 else line.get_data())[:one.x.shape[2]].T
                np.testing.assert_array_equal(drawn, one.data.centres(one.x)[:, body.number])
            axes.figure.canvas.draw()
            matplotlib.pyplot.close(axes.figure)

    def test_axes_of_ones_own(self):
        figure, axes = matplotlib.pyplot.subplots()
        self.assertIs(trajectory("chain_pendulum_2").plot(axes), axes)
        matplotlib.pyplot.close(figure)

    def test_an_animation_moves_as_fast_as_asked_and_shows_the_bodies(self):
        one = trajectory("chain_pendulum_2")
        for speed in (1, 0.5):
            film = one.animate(speed)
            frames = list(film.new_frame_seq())
            self.assertAlmostEqual(frames[1] - frames[0], speed / 30)
            self.assertLess(frames[-1], one.t[-1])
            dots, *rods, title = film._func(one.t[3])
            np.testing.assert_allclose(np.array(dots.get_data()).T, one.data.centres(one.x)[3], atol=1e-12)
            self.assertEqual((len(rods), title.get_text()), (2, "chain_pendulum_2, t = 0.09 s"))
            film._draw_was_started = True
        with self.assertRaisesRegex(cchnn.DataError, "^speed: 0, expected a number > 0"):
            one.animate(0)

    def test_a_report_has_a_point_for_each_score_and_the_reference_at_the_edge(self):
        data = cchnn.load("chain_pendulum_2", cache=small_data.root / "cache", train=5, valid=2, test=4, bound="off")
        report = cchnn.benchmark(lambda x, v: 0 * x, data, name="free", output=small_data.root / "report")
        figure = report.plot()
        axes, = figure.axes
        shown = [score for score in report.scores if not score.other_data]
        self.assertEqual(sorted(label.get_text() for label in axes.get_yticklabels()), sorted(score.model for score in shown))
        points = {line.get_xdata()[0] for line in axes.get_lines() if line.get_marker() == "o"}
        self.assertEqual(points, {score.relative_error for score in shown if score.kind != "reference"})
        reference = next(score for score in shown if score.kind == "reference")
        self.assertEqual([text.get_text() for text in axes.texts], [f"\u2190 {reference.relative_error:.1e}"])
        self.assertGreater(axes.get_xlim()[0], reference.relative_error)
        matplotlib.pyplot.close(figure)

    def test_without_matplotlib_it_is_named(self):
        with mock.patch.dict(sys.modules, {"matplotlib.pyplot": None, "matplotlib": None}):
            with self.assertRaisesRegex(ImportError, "pictures need matplotlib, which is not installed .Debian: python3-matplotlib"):
                trajectory("chain_pendulum_2").plot()
