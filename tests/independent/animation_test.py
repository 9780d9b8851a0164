"""cchnn-eval score --animation: the SVG read by Python's XML parser. Positions of bodies and heights of errors are compared
with the files and with the errors of metrics.py, in pixels by one scale and one place."""
import re
import unittest
import xml.etree.ElementTree as ElementTree

import numpy as np

import metrics
import small_data
from small_data import run, submission, test_set

PIXEL = 0.02  # two decimals, of the value and of what it is compared with
YAW, PITCH = -0.6, 0.35  # of space, as pages show it first


def tag(element):
    return element.tag.split("}")[1]


def numbers(text):
    return [float(number) for number in text.split(";")]


def values(element, attribute):
    [found] = [a for a in element if tag(a) == "animate" and a.get("attributeName") == attribute]
    return found


class Animation:
    def __init__(self, path):
        self.bytes = path.read_bytes()
        self.root = ElementTree.fromstring(self.bytes)
        pictures = [e for e in self.root if tag(e) == "svg"]
        self.panels, [self.chart] = pictures[:-1], pictures[-1:]

    def motions(self, panel, state="moving"):
        [group] = [e for e in self.panels[panel] if e.get("class") == state]
        return list(group)

    def marks(self):
        return [c for c in self.chart.iter() if tag(c) == "circle"]


def masses(motion):
    return [e for e in motion if tag(e) == "circle" and e.get("class").startswith("mass")]


def flat(x):
    """(..., d) in metres, across and up."""
    if x.shape[-1] == 2:
        return x
    a, b, c = x[..., 0], x[..., 1], x[..., 2]
    away = a * np.sin(YAW) + b * np.cos(YAW)
    return np.stack([a * np.cos(YAW) - b * np.sin(YAW), c * np.cos(PITCH) + away * np.sin(PITCH)], -1)


class AnimationTest(unittest.TestCase):
    def animate(self, name, arrays, trajectory=2, **options):
        path, truth = test_set(name, **options)
        place = small_data.root / f"animation_{name}_{len(arrays)}"
        made = [submission(place / f"model{k}.npz", truth, *xv) for k, xv in enumerate(arrays)]
        run("cchnn-eval", "score", path, *made, "--bootstrap", 0, "--trajectory", trajectory, "--animation", place / "a.svg")
        return truth, Animation(place / "a.svg")

    def kept(self, truth, animation):
        """The shown samples: evenly spaced, from a moment after the start on."""
        shown = len(numbers(values(animation.marks()[0], "cy").get("values")))
        for stride in range(1, len(truth.t)):
            samples = np.arange(int(0.04 * (len(truth.t) - 1) + 0.5), len(truth.t), stride)
            if len(samples) + 1 + int(0.15 * len(samples)) == shown:
                return samples
        self.fail(f"{shown} values")

    def compare(self, truth, animation, arrays, trajectory=2):
        samples = self.kept(truth, animation)
        self.assertEqual(len(animation.panels), 1)
        durations = {a.get("dur") for a in animation.root.iter() if tag(a) == "animate"}
        self.assertEqual(len(durations), 1, "all in one time")
        # The motion takes its own time, but six seconds at least and twelve at most; its end is shown besides.
        moving, resting = len(samples) - 1, 1 + int(0.15 * len(samples))
        seconds = min(max(truth.t[samples[-1]], 6), 12) * (moving + resting) / moving
        self.assertAlmostEqual(float(durations.pop().removesuffix("s")), seconds, delta=PIXEL)
        others = range(len(arrays) - 1, 0, -1)
        pixels, metres = [], []
        motions = animation.motions(0)
        self.assertEqual([m.get("class") for m in motions],
                         ["motion truth", *[f"motion c{k} rest" for k in others], "motion c0"])
        for motion, states in zip(motions, (truth.x, *[arrays[k][0] for k in others], arrays[0][0])):
            self.assertEqual(len(masses(motion)), states.shape[2])
            for body, circle in enumerate(masses(motion)):
                read = [numbers(values(circle, name).get("values")) for name in ("cx", "cy")]
                held = len(read[0]) - len(samples)
                self.assertEqual(held, 1 + int(0.15 * len(samples)))
                self.assertEqual(read[0][-held:], [read[0][-1]] * held, "the end stays")
                self.assertEqual(float(circle.get("cx")), read[0][-1], "what does not move shows the end")
                pixels.append(np.array(read).T[:len(samples)])
                metres.append(flat(states[trajectory, samples, body]))
        pixels, metres = np.concatenate(pixels), np.concatenate(metres)
        scale = np.ptp(pixels[:, 0]) / np.ptp(metres[:, 0])
        self.assertGreater(scale, 1)
        for axis, sign in ((0, 1), (1, -1)):
            off = pixels[:, axis] - sign * scale * metres[:, axis]
            self.assertLess(np.ptp(off), 2 * PIXEL)
        return samples

    def compare_errors(self, truth, animation, arrays, samples, trajectory=2):
        heights, errors = [], []
        for mark, (x, v) in zip(animation.marks(), arrays):
            err = metrics.metrics(truth, trajectory, x[trajectory], v[trajectory]).err
            read = np.array(numbers(values(mark, "cy").get("values")))[:len(samples)]
            seen = samples > 0  # at 0 there is rounding at most
            heights.append(read[seen]), errors.append(np.log10(err[samples][seen]))
        heights, errors = np.concatenate(heights), np.concatenate(errors)
        slope = np.ptp(heights) / np.ptp(errors)
        self.assertGreater(slope, 1)
        self.assertLess(np.ptp(heights + slope * errors), 2 * PIXEL)

    def test_positions_and_errors_in_the_plane(self):
        _, truth = test_set("chain_pendulum_2")
        arrays = [small_data.noisy(truth, size, k) for k, size in enumerate((1e-6, 1e-3, 0.2))]
        truth, animation = self.animate("chain_pendulum_2", arrays)
        samples = self.compare(truth, animation, arrays)
        self.assertEqual(list(samples), list(range(samples[0], len(truth.t))))
        self.compare_errors(truth, animation, arrays, samples)
        self.assertLessEqual({"time (s)", "relative error Err"}, {e.text for e in animation.root.iter() if tag(e) == "text"})

    def test_positions_in_space(self):
        _, truth = test_set("coupled_pendulum_3")
        arrays = [small_data.noisy(truth, 0.1, 1)]
        truth, animation = self.animate("coupled_pendulum_3", arrays)
        self.compare(truth, animation, arrays)

    def test_a_long_motion_is_thinned_evenly_to_five_hundred_kilobytes(self):
        _, truth = test_set("chain_pendulum_5", steps=599)
        arrays = [small_data.noisy(truth, 0.01, k) for k in range(6)]
        truth, animation = self.animate("chain_pendulum_5", arrays, steps=599)
        samples = self.compare(truth, animation, arrays[:5])
        self.assertLessEqual(len(animation.bytes), 500_000)
        self.assertGreater(len(animation.bytes), 150_000)
        self.assertGreater(len(samples), 50)

    def test_a_prediction_is_hidden_from_where_it_is_not_finite(self):
        _, truth = test_set("chain_pendulum_2")
        x, v = small_data.noisy(truth, 1e-3, 1)
        x[2, 7:, 0, 0] = np.nan
        truth, animation = self.animate("chain_pendulum_2", [(x, v)])
        still, lost = animation.motions(0)
        shown = values(lost, "display").get("values").split(";")
        seen = 7 - self.kept(truth, animation)[0]
        self.assertEqual(shown[:seen + 2], ["inline"] * seen + ["none"] * 2)
        self.assertEqual(set(shown[seen:]), {"none"})
        self.assertEqual([e for e in still if tag(e) == "animate"], [])
        self.assertEqual(len(animation.motions(0, "resting")), 1)
        self.assertNotIn(b"nan", animation.bytes)

    def test_nothing_runs_and_nothing_is_loaded(self):
        _, truth = test_set("chain_pendulum_2")
        _, animation = self.animate("chain_pendulum_2", [small_data.noisy(truth, 1e-3, 1), small_data.noisy(truth, 1e-2, 2)])
        allowed = {"svg", "g", "path", "circle", "rect", "text", "title", "desc", "style", "clipPath", "animate"}
        self.assertLessEqual({tag(e) for e in animation.root.iter()}, allowed)
        for element in animation.root.iter():
            self.assertFalse([name for name in element.keys() if name.startswith("on") or name.endswith("href")])
        style = next(e.text for e in animation.root.iter() if tag(e) == "style")
        self.assertIn("@media screen and (prefers-color-scheme: dark)", style)
        self.assertIn("prefers-reduced-motion", style)
        self.assertEqual(re.findall(r"url\((?!#)|@import|https?:", animation.bytes.decode().split("xmlns")[1][40:]), [])
