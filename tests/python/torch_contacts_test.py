"""The baseline ContactCHNN: its impacts are those of cchnn-gen once it has learned the system, and its restitution is learned."""
import json
import sys
import unittest

import numpy as np
import torch

import cchnn
import small_data

sys.path.insert(0, str(small_data.source / "apps/python/baselines"))
import models  # noqa: E402
import motion  # noqa: E402
from torch_baselines_test import taught  # noqa: E402

torch.set_num_threads(1)

# A rod whose ends hit the floor, a chain of two that hits the floor and a post, and a ball on a rope that may be slack.
SYSTEM = {
    "name": "contacts_of_all_shapes", "dimension": 2,
    "bodies": [{"id": "hook", "type": "Origin"}, {"id": "post", "type": "Origin", "position": [0.45, -0.85]},
               {"id": "rod", "type": "Obj1D", "mass": 0.4, "second_moments": [0.03]},
               {"id": "bob1", "type": "Obj0D", "mass": 0.2}, {"id": "bob2", "type": "Obj0D", "mass": 0.3},
               {"id": "ball", "type": "Obj0D", "mass": 0.1}],
    "constraints": [{"type": "Link", "between": ["hook", "bob1"], "length": 0.7},
                    {"type": "Link", "between": ["bob1", "bob2"], "length": 0.5}],
    "potentials": [{"type": "Gravity"}],
    "contacts": [
        {"type": "Contact", "shape": "plane", "on": {"body": "rod", "point": [0.3]}, "radius": 0.02, "point": [0, -1],
         "normal": [0, 1], "restitution": 0.8},
        {"type": "Contact", "shape": "plane", "on": {"body": "rod", "point": [-0.3]}, "radius": 0.02, "point": [0, -1],
         "normal": [0, 1], "restitution": 0.7},
        {"type": "Contact", "shape": "plane", "on": "bob2", "point": [0, -1.12], "normal": [0.28, 0.96], "restitution": 0.9},
        {"type": "Contact", "shape": "balls", "between": ["bob2", "post"], "radii": [0.05, 0.1], "restitution": 1},
        {"type": "Contact", "shape": "within", "between": ["hook", "ball"], "distance": 0.6, "restitution": 0.5}],
    "initial_conditions": {"bodies": {
        "rod": {"position": [2, {"uniform": {"low": -0.6, "high": -0.4}}], "angle": {"uniform": {"low": 0.5, "high": 1}}},
        "bob1": {"from": "hook", "angle": {"uniform": {"low": 0.9, "high": 1.2}}},
        "bob2": {"from": "bob1", "angle": {"uniform": {"low": 0.9, "high": 1.2}}},
        "ball": {"position": [{"uniform": {"low": 0.1, "high": 0.2}}, -0.2]}}},
    "sampling": {"dt": 0.01, "steps": 70}}


class Weight(torch.nn.Module):
    """The potential of gravity, whose gradient is the same everywhere."""

    def __init__(self, data):
        super().__init__()
        x = torch.zeros(data.shape[2:], dtype=torch.float64, requires_grad=True)
        (self.force,) = torch.autograd.grad(data.physics.potential_energy(x), x)

    def gradient(self, x):
        return self.force.flatten().expand_as(x)


def data_of(system):
    file = small_data.root / f"{system['name']}.json"
    file.write_text(json.dumps(system))
    directory = cchnn.generate(str(file), small_data.root / "contacts", force=True, train=8, valid=0, test=0)
    return cchnn.Dataset(directory, "train")


class Impacts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.data = data_of(SYSTEM)

    def taught(self):
        model = taught(models.ContactCHNN, self.data)
        model.potential = Weight(self.data)
        e = torch.tensor([contact["restitution"] for contact in SYSTEM["contacts"]]).double().clamp(max=1 - 1e-12)
        model.restitution = lambda: e
        return model, e

    def first(self, model):
        return model.encode(torch.tensor(self.data.x[:, 0]), torch.tensor(self.data.v[:, 0]))

    def test_a_model_that_has_learned_all_has_the_motions_of_located_impacts(self):
        hits = np.concatenate([one["contact"] for one in self.data.events])
        self.assertEqual(set(hits), set(range(5)))  # each contact closes
        model, _ = self.taught()
        x, v = model.decode(motion.rollout(model, self.first(model), 70, self.data.dt, 16))
        # The method has order 4, steps are 0.6 ms, and impacts of the chain and the rod let errors grow.
        self.assertLess(np.abs(x.detach().numpy() - self.data.x).max(), 1e-6)
        self.assertLess(np.median(np.abs(v.detach().numpy() - self.data.v).max((1, 2, 3))), 1e-6)

    def test_the_gradient_with_respect_to_the_restitution_is_that_of_differences(self):
        model, e = self.taught()

        def last(e):
            model.restitution = lambda: e
            return motion.motion(model, self.first(model), 70, self.data.dt)[:, -1].square().sum()
        e.requires_grad_()
        (slope,) = torch.autograd.grad(last(e), e)
        h = 1e-6
        for k in range(4):  # of the last one e = 1/2 and few impacts
            one = torch.eye(5).double()[k] * h
            with torch.no_grad():
                expected = (last(e + one) - last(e - one)) / (2 * h)
            # The time of an impact is found twice, and the second time, a part of a step better, has no gradient.
            self.assertLess(abs(float(slope[k] - expected)), 0.05 * abs(float(expected)) + 1e-3, k)

    def test_restitutions_begin_at_a_half(self):
        model = models.ContactCHNN(self.data, 8)
        np.testing.assert_allclose(model.restitution().detach().numpy(), 0.5, atol=1e-7)

    def test_what_the_model_does_not_take_is_refused(self):
        plain = {key: value for key, value in SYSTEM.items() if key != "contacts"}
        with self.assertRaisesRegex(cchnn.DataError, "has no contacts; take CHNN"):
            models.ContactCHNN(data_of({**plain, "name": "without_contacts"}), 8)
        stop = {"type": "Stop", "shape": "angle", "bodies": ["hook", "rod"], "high": 4, "restitution": 1}
        with self.assertRaisesRegex(cchnn.DataError, "/contacts/5: is a Stop of shape angle; ContactCHNN takes plane, balls, within"):
            models.ContactCHNN(data_of({**SYSTEM, "name": "with_a_stop", "contacts": [*SYSTEM["contacts"], stop]}), 8)
        coin = {"name": "coin", "dimension": 3,
                "bodies": [{"id": "coin", "type": "Obj2D", "mass": 1, "second_moments": [0.1, 0.1]}],
                "contacts": [{"type": "Contact", "shape": "plane", "on": "coin", "radius": 0.3, "axle": [0, 0, 1],
                              "point": [0, 0, 0], "normal": [0, 0, 1], "restitution": 1}],
                "initial_conditions": {"bodies": {"coin": {"position": [0, 0, 5], "euler_zxz": [0, 1, 0]}}}}
        with self.assertRaisesRegex(cchnn.DataError, "/contacts/0/axle: is that of a rim; ContactCHNN takes balls and points"):
            models.ContactCHNN(data_of(coin), 8)


if __name__ == "__main__":
    unittest.main()
