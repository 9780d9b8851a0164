"""Models that are exact, or nearly so, on a part of the motions and worse on the rest: none is first, whoever ranks them."""
import json
import shutil
import unittest

import numpy as np

import small_data
from small_data import run, submission, test_set

SYSTEMS = ("chain_pendulum_2", "gyroscope", "rigid_rotor")
DATA = {"test": 15, "steps": 60}


def off_by(truth, size, seed):
    """Errors of this size at all samples after the first, in units of the root mean square of x and of v."""
    random = np.random.default_rng(seed)
    noise = [size * np.sqrt((a**2).mean()) * random.normal(size=a.shape) for a in (truth.x, truth.v)]
    return [a + np.where(np.arange(a.shape[1])[:, None, None] > 0, b, 0) for a, b in zip((truth.x, truth.v), noise)]


def mirrored(truth):
    return [np.concatenate([a[:, :1], a[:, 1:] * np.r_[np.ones(a.shape[-1] - 1), -1]], 1) for a in (truth.x, truth.v)]


def parts(trajectories, samples, seed):
    """Where a game is nearly exact: 60 % of the samples, or of the trajectories."""
    k, all_samples = np.arange(samples), np.ones((trajectories, samples), bool)
    return {"first": all_samples & (k <= 0.6 * samples), "last": all_samples & (k >= 0.4 * samples),
            "blocks": all_samples & (k // 5 % 5 < 3), "random": np.random.default_rng(seed).random(all_samples.shape) < 0.6,
            "trajectories": all_samples & (np.arange(trajectories)[:, None] < 0.6 * trajectories)}


# Where, the error there, and the error elsewhere; none is the mirrored motion.
GAMES = [("first", 0, 5e-2), ("first", 1e-5, 5e-2), ("last", 1e-6, 5e-2), ("random", 1e-6, 5e-2), ("random", 1e-5, None),
         ("blocks", 1e-7, 5e-2), ("trajectories", 1e-5, 5e-2), ("trajectories", 0, None)]


class Games(unittest.TestCase):
    def written(self, number, where, near, far):
        """DIR/data, DIR/submissions and a board at DIR: an honest model of error 1e-2, and the game, which arrives later."""
        place = small_data.root / f"game{number}"
        for j, name in enumerate(SYSTEMS):
            path, truth = test_set(name, **DATA)
            for directory in ("data", "submissions"):
                (place / directory / name).mkdir(parents=True)
            shutil.copy(path, place / "data" / name / "test.h5")
            mask = parts(*truth.x.shape[:2], j)[where][:, :, None, None]
            rest = off_by(truth, far, 10 + j) if far else mirrored(truth)
            states = {"honest": off_by(truth, 1e-2, 20 + j),
                      "game": [np.where(mask, a, b) for a, b in zip(off_by(truth, near, 30 + j), rest)]}
            for model, (x, v) in states.items():
                (place / "entries" / model).mkdir(parents=True, exist_ok=True)
                for file in (place / "submissions" / name / (model + ".npz"), place / "entries" / model / (name + ".npz")):
                    submission(file, truth, x, v, model)
        for model, date in (("honest", "2026-01-01"), ("game", "2026-02-01")):
            (place / "entries" / model / "entry.json").write_text(json.dumps({
                "format": "cchnn board entry", "format_version": 1, "model": model, "date": date, "seeds": 1,
                "knows": {key: False for key in ("graph", "parameters", "true_constraints", "extra_data")},
                "answers": {name: [{"file": name + ".npz"}] for name in SYSTEMS}}))
        (place / "board.json").write_text(json.dumps({"format": "cchnn board", "format_version": 1, "title": "t",
                                                      "systems": list(SYSTEMS)}))
        return place

    def test_what_is_nearly_exact_on_a_part_is_first_nowhere(self):
        for number, (where, near, far) in enumerate(GAMES):
            with self.subTest(where=where, near=near, far=far):
                place = self.written(number, where, near, far)
                found = place / "found.json"
                for by in ("kinetic", "relative_error"):
                    text = run("cchnn-eval", "compare", "--data", place / "data", "--submissions", place / "submissions",
                               "--rank-by", by, "--json", found)
                    first, second = json.loads(found.read_text())["standings"]
                    self.assertEqual((first["rank"], second["rank"]), (1.5, 1.5), by)
                    self.assertTrue(second["unordered_with_first"])
                    self.assertIn("No model is first", text)
                for name in SYSTEMS:
                    files = [place / "submissions" / name / (model + ".npz") for model in ("game", "honest")]
                    self.assertIn("no order.", " ".join(run("cchnn-eval", "score", place / "data" / name / "test.h5", *files).split()))
                board = json.loads(run("cchnn-eval", "board", place, "--json", "-"))
                self.assertEqual([standing["rank"] for standing in board["divisions"][0]["standings"]], [1.5, 1.5])
                best = {entry["model"]: [error["best_by_then"] for error in entry["errors"]] for entry in board["entries"]}
                self.assertEqual(best, {"honest": [True] * 3, "game": [False] * 3})


if __name__ == "__main__":
    unittest.main()
