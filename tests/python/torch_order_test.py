"""The order of the baselines at a small budget, on the double pendulum, from one seed."""
import sys
import unittest

import torch

import cchnn
import small_data

sys.path.insert(0, str(small_data.source / "apps/python/baselines"))
import models  # noqa: E402
import predictions  # noqa: E402
import training  # noqa: E402

torch.set_num_threads(1)


class Order(unittest.TestCase):
    def test_constrained_models_are_far_ahead_on_the_double_pendulum(self):
        """A small budget: 400 windows, hidden 64, 50 epochs of 4 steps."""
        data = small_data.train("chain_pendulum_2", train=400, test=20)
        test = small_data.test("chain_pendulum_2", train=400, test=20)
        error = {}
        for name in models.MODELS:
            if name == "ContactCHNN":  # a CHNN where nothing touches
                continue
            path = small_data.root / f"order-{name}.pt"
            training.train(training.Recipe(name, hidden=64, epochs=50, batch=100), data, path, say=lambda text: None)
            predictions.predict(path, test).write(path.with_suffix(".h5"))
            report = cchnn.score(test.path, path.with_suffix(".h5"), bootstrap=0)
            error[name] = report["submissions"][0]["metrics"]["relative_error"]["geometric_mean"]
        print(error)
        best = min(error["HNN"], error["DeLaN"], error["NeuralODE"])
        # 6 times; at four times the steps and twice the width 8.7 times (apps/python/baselines/README.md).
        self.assertGreater(best, 4 * max(error["CHNN"], error["CLNN"]))
