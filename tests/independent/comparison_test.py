"""cchnn-eval compare, score --group and board: pairs, p-values, methods, standings, from schemas/metrics.md."""
import json
import shutil
import unittest

import numpy as np

import small_data
from random_numbers import Stream
from scores_test import CLOSED, Compared
from small_data import noisy, run, submission, test_set
from standings import against, compared_errors, failed_share, floor_of, median_logs, share_of_firsts, standings as my_standings
from start_error_test import Kinetic
from statistics_of import compare, holm
from test_set import read_submission

SYSTEMS = ("chain_pendulum_2", "gyroscope", "rigid_rotor")
# Errors of each training seed on each system: A and B alike, C worse, D hopeless and without an answer to the last one,
# S and R with three seeds, T with two, E and F below the error bound of the reference and F a copy of E with another name.
PLAN = {"A": ([1e-4], [1.1e-4], [3e-4]), "B": ([1.15e-4], [1e-4], [2.5e-4]), "C": ([5e-4], [4e-4], [3.2e-4]),
        "D": ([0.2], [0.5], []), "S": ([3e-4, 4e-4, 6e-4], [1e-3, 2e-3, 2e-3], [1e-4, 4e-4, 2e-4]), "R": ([2e-4, 4e-4, 3e-4], [1e-3, 1e-3, 3e-3], [1e-4, 2e-4, 3e-4]),
        "T": ([2e-4, 3e-4], [1e-3, 2e-3], [1e-4, 2e-4]),
        "E": ([1e-16], [1e-16], [2e-16]), "G": ([1e-12], [3e-12], [2e-12])}


def flips_p(d, flips, seed):
    """Random sign vectors: the bits of words of stream (flip, f), one for each difference, 1 for a minus."""
    hits = 0
    for f in range(flips):
        stream = Stream(seed, 0x666C6970, f, 0)
        words = [stream.bits() for _ in range(-(-len(d) // 64))]
        signs = np.array([-1 if words[i // 64] >> (i % 64) & 1 else 1 for i in range(len(d))])
        hits += abs((signs * d).sum()) >= abs(d.sum()) * (1 - 1e-12)
    return (1 + hits) / (1 + flips)


def groups(subs):
    """--group of each model with several seeds: its files on all systems."""
    methods = [model for model, sizes in PLAN.items() if len(sizes[0]) > 1]
    files = {model: ",".join(str(f) for f in sorted(subs.glob(f"*/{model}[0-9].npz"))) for model in methods}
    return [word for model in methods for word in ("--group", f"{model}={files[model]}")]


class Comparisons(Compared):
    def written(self, plan, place, systems=SYSTEMS):
        shutil.rmtree(place, ignore_errors=True)
        for j, name in enumerate(systems):
            _, truth = test_set(name)
            for number, (model, sizes) in enumerate(plan.items()):
                for k, size in enumerate(sizes[j]):
                    (place / name).mkdir(parents=True, exist_ok=True)
                    submission(place / name / f"{model}{k}.npz", truth, *noisy(truth, size, 100 * number + 10 * k + j), model)
        return place

    def tables(self, system):
        """Of each model (seeds, N), whether it is at the floor, and which share fails with its median errors over time, from the
        files that a report names."""
        name = system["truth"]["system"]
        _, truth = test_set(name)
        kinetic = Kinetic(truth)
        tables, at_floor, failed, seeds = {}, {}, {}, {}
        for found in system["submissions"]:
            x, v, model = read_submission(found["path"], truth.x.shape)
            errors, at_floor[model] = compared_errors(truth, x, v, kinetic)
            failed.setdefault(model, []).append(failed_share(truth, x, v, kinetic))
            seeds.setdefault(model, []).append((x, v))
            self.same(np.exp(kinetic.log_errors(x, v)).mean(), found["metrics"]["kinetic_error"]["mean"], 1e-9, found["path"])
            self.assertEqual(at_floor[model], found["at_floor"], found["path"])
            tables.setdefault(model, []).append(errors)
        return ({model: np.array(rows) for model, rows in tables.items()}, at_floor,
                {model: (np.mean(shares), median_logs(truth, seeds[model])) for model, shares in failed.items()})

    def check_pairs(self, system, tables, at_floor, p_values=None):
        pairs = system["comparisons"]
        mine = [compare(tables[p["a"]], tables[p["b"]]) for p in pairs]
        for k, (ours, theirs) in enumerate(zip(mine, pairs)):
            what = f"{system['truth']['system']}: {theirs['a']}, {theirs['b']}"
            if p_values:
                ours["p_value"] = p_values[k]
            self.check_test(ours, theirs, what)
            for key in ("ratio", "ratio_ci95", "p_value"):
                # Ratios of 1e9 are exponentials of sums of logarithms of 30.
                self.same(ours[key], theirs[key], 1e-11, f"{what}: {key}")
            self.assertEqual([ours[key] for key in ("better", "worse", "of", "exact")],
                             [theirs[key] for key in ("better", "worse", "of", "exact")], what)
            self.assertEqual(theirs["at_floor"], at_floor[theirs["a"]] and at_floor[theirs["b"]], what)
        tested = [k for k, p in enumerate(mine) if p["p_value"] is not None]
        self.same(holm([mine[k]["p_value"] for k in tested]), [pairs[k]["p_holm"] for k in tested], 1e-11, "Holm")

    def check_test(self, ours, theirs, what):
        """Which test, and how many seeds; a p of random sign vectors is in another test."""
        if ours["random"] and ours["p_value"] is None:
            ours["p_value"] = theirs["p_value"]
            if ours["all_flips"] is not None:  # 10,000 random ones: four standard errors of a share, 0.02 at most
                self.assertAlmostEqual(ours["all_flips"], theirs["p_value"], delta=0.02, msg=what)
        self.assertEqual(ours["test"] if ours["p_value"] is not None else None, theirs["test"], what)
        self.assertEqual(ours["seeds_for_power"], theirs["seeds_for_power"], what)

    def check_standings(self, standings, systems, floors, failed, copies=frozenset()):
        """`failed` has a dictionary for each system, of shares and median errors over time."""
        models = [found["model"] for found in standings]
        worst = [(1.0, np.zeros_like(next(iter(of_system.values()))[1])) for of_system in failed]
        over_all = {m: np.mean([of_system.get(m, lost)[0] for of_system, lost in zip(failed, worst)]) for m in models}
        samples = {m: np.concatenate([of_system.get(m, lost)[1] for of_system, lost in zip(failed, worst)]) for m in models}
        mine, of, unordered = my_standings(models, systems, floors, copies, over_all, samples)
        shares = share_of_firsts(of, unordered, over_all)
        p_values, of_copies = [], []
        for found in standings:
            for key, value in mine[found["model"]].items():
                if key in ("unordered_with_first", "interquartile_mean", "improvement_over_first") and key not in found:
                    continue  # on a board
                if key == "unordered_with_first" or value is None:
                    self.assertEqual(value, found[key])
                    continue
                self.same(value, found[key], 1e-11, f"{found['model']}: {key}")
            if "first_in_draws" not in found:
                continue  # a board's
            # Shares of 2,000 draws and of 20,000 others: three standard errors of their difference at most, 0.035.
            self.assertAlmostEqual(found["first_in_draws"], shares[found["model"]], delta=0.035)
            if found["model"] == models[0]:
                self.assertIsNone(found["against_first"])
                continue
            pair = against(of, found["model"], models[0])
            self.check_test(pair, found["against_first"], found["model"])
            self.assertEqual(pair["of"], found["against_first"]["of"])
            for key in ("ratio", "ratio_ci95", "p_value"):
                self.same(pair[key], found["against_first"][key], 1e-9, f"{found['model']}: {key}")
            if pair["p_value"] is not None:
                (of_copies if found["same_as"] else p_values).append((pair["p_value"], found["against_first"]["p_holm"]))
        self.same(holm([p for p, _ in p_values]), [p for _, p in p_values], 1e-9, "Holm of standings")
        for p, corrected in of_copies:
            self.same(holm([own for own, _ in p_values] + [p])[-1], corrected, 1e-9, "Holm of a copy")
        order = [found["error"] for found in standings]
        self.assertEqual(order, sorted(order))

    def test_pairs_and_standings_of_models_methods_and_what_is_missing(self):
        data, subs = small_data.directory(SYSTEMS[0]).parent, self.written(PLAN, small_data.root / "subs")
        for name in SYSTEMS:
            small_data.directory(name)
        report = json.loads(run("cchnn-eval", "compare", "--data", data, "--submissions", subs, *groups(subs), "--json", "-", "--threads", 1))
        systems, failed = [], []
        floors = [floor_of(test_set(system["truth"]["system"])[1]) for system in report["systems"]]
        for system in report["systems"]:
            tables, at_floor, shares = self.tables(system)
            self.assertTrue(at_floor["E"] and not at_floor["A"])
            self.check_pairs(system, tables, at_floor)
            systems.append(tables)
            failed.append(shares)
        self.check_standings(report["standings"], systems, floors, failed)
        self.assertEqual({s["model"]: s["missing"] for s in report["standings"]}["D"], ["rigid_rotor"])

    def test_what_counts_once(self):
        data, subs = small_data.directory(SYSTEMS[0]).parent, self.written(PLAN, small_data.root / "twice")
        plan = dict(PLAN)
        for name in SYSTEMS:
            _, truth = test_set(name)
            x, v, _ = read_submission(subs / name / "A0.npz", truth.x.shape)
            submission(subs / name / "another_A.npz", truth, x, v, "another A")
        report = json.loads(run("cchnn-eval", "compare", "--data", data, "--submissions", subs, *groups(subs), "--json", "-"))
        systems, failed = [], []
        for system in report["systems"]:
            tables, _, shares = self.tables(system)
            pairs = {frozenset((p["a"], p["b"])): p for p in system["comparisons"]}
            self.assertNotIn(frozenset(("A", "another A")), pairs)
            of_copy = [pair for pair in pairs if "another A" in pair]
            self.assertEqual(len(of_copy), len([pair for pair in pairs if "A" in pair]))
            for pair in of_copy:
                (other,) = pair - {"another A"}
                self.assertEqual(pairs[pair]["p_value"], pairs[frozenset(("A", other))]["p_value"])
            systems.append(tables)
            failed.append(shares)
        standings = {s["model"]: s for s in report["standings"]}
        self.assertEqual(standings["another A"]["same_as"], "A")
        floors = [floor_of(test_set(system["truth"]["system"])[1]) for system in report["systems"]]
        self.check_standings(report["standings"], systems, floors, failed, {"A", "another A"})

    def test_random_sign_flips(self):
        path, truth = test_set("chain_pendulum_2", test=20, steps=12)
        files = [submission(small_data.root / f"flips{k}.npz", truth, *noisy(truth, size, k)) for k, size in enumerate((1e-3, 1.2e-3, 2e-3))]
        report = json.loads(run("cchnn-eval", "score", path, *files, "--json", "-", "--bootstrap", 2000, "--bootstrap-seed", 2**40 + 7))
        errors = {f.stem: compared_errors(truth, *read_submission(f, truth.x.shape)[:2])[0] for f in files}
        for pair in report["comparisons"]:
            d = np.log(errors[pair["a"]]) - np.log(errors[pair["b"]])
            self.assertFalse(pair["exact"])
            self.assertEqual(pair["p_value"], flips_p(d, 2000, 2**40 + 7))

    def test_a_gate_judges_the_numbers_of_the_report(self):
        path, truth = test_set("gyroscope")
        file = submission(small_data.root / "gated.npz", truth, *noisy(truth, 1e-3, 4))
        value = json.loads(run("cchnn-eval", "score", path, file, "--json", "-"))["submissions"][0]["metrics"]["rmse_x"]["p95"]
        met = json.loads(run("cchnn-eval", "gate", path, file, "--max", f"rmse_x.p95={value!r}", "--json", "-"))  # exactly
        self.assertEqual((met["verdict"], met["gate"][0]["value"]), ("passed", value))
        with self.assertRaisesRegex(RuntimeError, "exit code 1"):
            run("cchnn-eval", "gate", path, file, "--max", f"rmse_x.p95={np.nextafter(value, 0)!r}", "--json", "-")

    def test_a_division_is_ranked_as_a_comparison_is(self):
        systems = SYSTEMS[:2]
        board = small_data.root / "board"
        entries = {model: PLAN[model] for model in ("A", "B", "C", "S")}
        for name in systems:
            (board / "data" / name).mkdir(parents=True, exist_ok=True)
            shutil.copy(test_set(name)[0], board / "data" / name / "test.h5")
        for number, (model, sizes) in enumerate(entries.items()):
            place = board / "entries" / model.lower()
            place.mkdir(parents=True)
            answers = {name: [{"file": f"{name}_{k}.npz"} for k in range(len(sizes[j]))] for j, name in enumerate(systems)}
            for j, name in enumerate(systems):
                truth = test_set(name)[1]
                for k, size in enumerate(sizes[j]):
                    submission(place / f"{name}_{k}.npz", truth, *noisy(truth, size, 100 * number + 10 * k + j), model)
            knows = {"graph": model != "C", "parameters": False, "true_constraints": False, "extra_data": False}
            (place / "entry.json").write_text(json.dumps({
                "format": "cchnn board entry", "format_version": 1, "model": model, "date": "2026-03-01", "knows": knows,
                "seeds": len(sizes[0]), "answers": answers}))
        (board / "board.json").write_text(json.dumps({"format": "cchnn board", "format_version": 1, "title": "t", "systems": list(systems)}))
        scores = json.loads(run("cchnn-eval", "board", board, "--json", "-"))
        of, failed = {name: {} for name in systems}, {name: {} for name in systems}
        for name in systems:
            truth = test_set(name)[1]
            kinetic = Kinetic(truth)
            for model in entries:
                files = sorted((board / "entries" / model.lower()).glob(f"{name}_*.npz"))
                states = [read_submission(file, truth.x.shape)[:2] for file in files]
                of[name][model] = np.array([compared_errors(truth, *one, kinetic)[0] for one in states])
                failed[name][model] = np.mean([failed_share(truth, *one, kinetic) for one in states]), median_logs(truth, states)
        self.assertEqual(len(scores["divisions"]), 2)
        for division in scores["divisions"]:
            models = [s["model"] for s in division["standings"]]
            self.check_standings(division["standings"], [{m: of[name][m] for m in models} for name in systems],
                                 [floor_of(test_set(name)[1]) for name in systems], [failed[name] for name in systems])


if __name__ == "__main__":
    unittest.main()
