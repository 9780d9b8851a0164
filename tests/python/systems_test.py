"""What can be loaded, and with which options: the catalogue of systems, and keywords that agree with the programs."""
import inspect
import re
import unittest

import cchnn
import small_data
from cchnn.options import DataOptions, GenerateOptions, ScoreOptions, SetOptions
from cchnn.programs import in_keywords, words_of

# Those that other arguments of the functions give.
ELSEWHERE = {"help", "output"}


def options_of(program, command):
    """Long options of a command, by its own help."""
    text = cchnn.run(program, command, "--help").split("\nExamples:")[0]
    found = re.findall(r"(?m)^  (?:-\w,)?--([a-z][a-z0-9-]*)", text)
    return {name.replace("-", "_") for name in found} - ELSEWHERE


class Catalogue(unittest.TestCase):
    def test_every_system_of_the_list_by_name(self):
        systems = cchnn.systems()
        self.assertEqual(set(systems), set(small_data.systems()))
        self.assertGreater(len(systems), 60)
        self.assertIn("kepler", systems)
        self.assertNotIn("chain_pendulum_4", systems)
        facts = systems["gyroscope"]
        self.assertEqual((facts.title, facts.group, facts.dimension, facts.bodies, facts.constraints, facts.degrees_of_freedom),
                         ("Gyroscope", "all", 3, 1, 9, 3))
        self.assertEqual((facts.conserved, facts.samples), (("energy", "angular_momentum_z"), 100))
        self.assertEqual(systems["cart_pole"].group, "peers")
        self.assertEqual(cchnn.systems("gyroscope"), facts)

    def test_the_facts_are_those_of_the_data(self):
        for name in ("chain_pendulum_2", "rigid_rotor", "pendulum_torque"):
            facts, data = cchnn.systems()[name], small_data.test(name, train=0, test=1, bound="off")
            self.assertEqual((facts.dt, facts.samples, facts.dimension), (data.dt, data.shape[1], data.shape[3]))
            self.assertEqual(facts.degrees_of_freedom, data.q.shape[2])
            self.assertEqual(facts.rank, data.constraints.independent.sum())

    def test_it_prints_a_table(self):
        lines = repr(cchnn.systems()).splitlines()
        self.assertEqual(len(lines), len(cchnn.systems()) + 1)
        row = next(line for line in lines if line.startswith("rigid_rotor "))
        self.assertRegex(row, r"^rigid_rotor +all +3 +1 +6 +energy, linear_momentum, angular_momentum +Rigid rotor$")
        self.assertLess(max(map(len, lines)), 160)

    def test_a_name_that_is_none_is_answered_with_similar_ones(self):
        with self.assertRaisesRegex(cchnn.DataError, "^systems: 'chain_pendulum_4' is not a built-in system; similar: chain_pendulum_"):
            cchnn.systems()["chain_pendulum_4"]


class Options(unittest.TestCase):
    def test_keywords_are_the_options_of_the_programs(self):
        for known, program, command in ((GenerateOptions, "cchnn-gen", "generate"), (ScoreOptions, "cchnn-eval", "score")):
            self.assertEqual({name.rstrip("_") for name in known.__annotations__}, options_of(program, command))

    def test_help_and_notebooks_show_them(self):
        for function, known in ((cchnn.load, DataOptions), (cchnn.generate, GenerateOptions), (cchnn.score, ScoreOptions),
                                (cchnn.benchmark, SetOptions)):
            parameters = inspect.signature(function).parameters
            self.assertTrue(set(known.__annotations__) <= set(parameters), function)
            self.assertNotIn("options", parameters)

    def test_an_unknown_one_is_answered_before_any_work(self):
        for call, message in (
                (lambda: cchnn.load("chain_pendulum_2", n_train=3), r"^load\(\) has no option 'n_train'; did you mean 'train'\? Options: train,"),
                (lambda: cchnn.load("chain_pendulum_2", samples=3), "did you mean 'steps'"),
                (lambda: cchnn.load("chain_pendulum_2", with_acceleration=True), r"^load\(\) has no option 'with_acceleration'\. Options: "),
                (lambda: cchnn.generate("chain_pendulum_2", "data", sead=3), "^generate.*did you mean 'seed'"),
                (lambda: cchnn.score("test.h5", "mine.h5", threshold=0.1), "^score.*did you mean 'valid_at'"),
                (lambda: cchnn.benchmark(lambda x, v: x, trian=3), "^benchmark.*did you mean 'train'")):
            with self.assertRaisesRegex(TypeError, message):
                call()

    def test_switches_are_true_and_false(self):
        self.assertEqual(words_of(dict(bound=False, projection=True, refine=False, lyapunov=False, force=True)),
                         ["--bound", "off", "--projection", "on", "--refine", "off", "--force"])
        self.assertEqual(words_of(dict(refine=True)), [])
        data = small_data.test(train=0, test=1, steps=5, bound=False)
        self.assertNotIn("error_bound", data.along_time)

    def test_messages_name_keywords_in_one_pair_of_quotes(self):
        for said, expected in (("unknown option '--sead', did you mean '--seed'?", "unknown option 'sead', did you mean 'seed'?"),
                               ("--rtol: must be > 0", "'rtol': must be > 0"), ("give --with", "give 'with_'"),
                               ("run cchnn-gen verify --all; or --force", "run cchnn-gen verify --all; or 'force'"),
                               ("a--b", "a--b")):
            self.assertEqual(in_keywords(said), expected)
        with self.assertRaisesRegex(cchnn.ProgramError, "^cchnn-gen: unknown option 'sead', did you mean 'seed'"):
            cchnn.run("cchnn-gen", "generate", "chain_pendulum_2", output=small_data.root / "none", sead=3)
