"""cchnn-gen serve: the client of schemas/serve.md as it stands, and frames that are none, or none that it knows."""
import contextlib
import json
import os
import pathlib
import random
import re
import signal
import struct
import subprocess
import tempfile
import time
import unittest

from small_data import source

BIN = pathlib.Path(os.environ["CCHNN_BIN"])
PAGE = (source / "schemas/serve.md").read_text("utf-8")
CLIENT = re.search(r"```python\n(.*?)```", PAGE, re.S)[1]
STATE = [("x", [1, 1, 2], [1.0, 0.0]), ("v", [1, 1, 2], [0.0, 0.0])]
ALONG = [("dx", [1, 2, 1, 2], [0.0, 1.0, 0.0, 0.0]), ("dv", [1, 2, 1, 2], [0.0, 0.0, 0.0, 1.0])]
BY_MASS = [("parameters", [1, 1], [1.5]), ("dparameters", [1, 2, 1], [0.0, 1.0])]


def frame(header, payload=b""):
    head = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(head)) + head + payload


def request(call="acceleration", arrays=STATE, **keys):
    payload = b"".join(struct.pack(f"<{len(numbers)}d", *numbers) for _, _, numbers in arrays)
    listed = [{"name": name, "dtype": "<f8", "shape": shape} for name, shape, _ in arrays]
    return {"call": call, "arrays": listed, "bytes": len(payload), **keys}, payload


def served(data, system="chain_pendulum_1", directory=None):
    """Exit code, headers of the answers, messages."""
    done = subprocess.run([BIN / "cchnn-gen", "serve", system], input=data, capture_output=True, timeout=120, cwd=directory)
    out, heads = done.stdout, []
    while out:
        size, = struct.unpack("<Q", out[:8])
        heads.append(json.loads(out[8:8 + size]))
        out = out[8 + size + heads[-1]["bytes"]:]
    return done.returncode, heads, done.stderr.decode()


class Serve(unittest.TestCase):
    def test_the_client_of_the_page_is_short_and_prints_what_the_page_says(self):
        self.assertLessEqual(len(CLIENT.splitlines()), 60)
        self.assertNotIn("import cchnn", CLIENT)
        environment = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}"}
        with tempfile.TemporaryDirectory() as place:
            done = subprocess.run(["/usr/bin/python3", "-c", CLIENT], capture_output=True, text=True, env=environment, cwd=place)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(os.listdir(place), [])
        self.assertEqual(done.stdout, re.search(r"It prints\n\n```text\n(.*?)```", PAGE, re.S)[1])

    def test_the_calls_of_the_page_are_those_of_the_program(self):
        listed = re.findall(r"(?m)^\| `(\w+)` \| ", PAGE.split("## Calls")[1].split("Every call with")[0])
        _, heads, _ = served(frame(*request("nothing")))
        known = re.search(r"known: (.*)", heads[0]["error"]["problems"][0]["what"])[1].split(", ")
        self.assertEqual(listed, known)

    def test_a_request_with_a_mistake_has_an_answer_that_says_where_and_the_next_one_counts(self):
        good, payload = request(id={"mine": 7})
        nan, nan_payload = request(arrays=[STATE[0], ("v", [1, 1, 2], [0.0, float("nan")])])
        float32 = {**good, "arrays": [{**one, "dtype": "<f4"} for one in good["arrays"]]}
        cases = [(({**good, "call": "accelerate"}, payload), "call", "'accelerate' is unknown, did you mean 'acceleration'?"),
                 (({**good, "call": 3}, payload), "call", "must be a text, got 3"),
                 (({**good, "kall": 3}, payload), "header", "unknown key 'kall'"),
                 (({**good, "arrays": good["arrays"][:1]}, payload), "bytes", "must be 16"),
                 ((good, payload[:-8]), None, None),
                 ((float32, payload), "bytes", "must be 16"),
                 (({**good, "arrays": "x"}, payload), "arrays", "must be a list"),
                 (({**good, "arrays": [[]]}, payload), "arrays/0", "must be an object"),
                 (({**good, "arrays": [{"name": "x", "dtype": ">f8", "shape": [2]}]}, payload), "arrays/0", 'got ">f8"'),
                 (({**good, "arrays": [{"name": "x", "dtype": "<f8", "shape": [2 ** 63, 2 ** 63]}]}, payload), "arrays/0", "larger"),
                 (({**good, "arrays": [{"name": "x", "dtype": "<f8", "shape": [-1]}]}, payload), "arrays/0", "numbers > 0"),
                 (({**good, "arrays": [good["arrays"][0]] * 2}, payload), "arrays/1", "twice"),
                 (request(arrays=[("x", [2, 1, 1], [1.0, 0.0]), STATE[1]]), "x", "must have the shape (B, 1, 2), got (2, 1, 1)"),
                 (request(arrays=[STATE[0], ("v", [2], [1.0, 0.0])]), "v", "must have the shape (1, 1, 2), got (2)"),
                 (request(arrays=STATE[:1]), "v", "is missing"),
                 (request(arrays=[*STATE, ("w", [1], [1.0])]), "w", "is not an array of acceleration"),
                 (request(arrays=[*STATE, ("u", [1, 1], [1.0])]), "u", "has none"),
                 (request(arrays=[*STATE, ("parameters", [1, 1], [1.0])]), "parameters", "draws no numbers"),
                 (request(vary=["/bodies/1/mass"]), "vary", "needs the array parameters"),
                 ((nan, nan_payload), "v", "entry (0, 0, 1) is nan"),
                 (request("rollout", dt=0), "dt", "must be a number > 0"),
                 (request("rollout", samples=1), "samples", "must be 2 .. "),
                 (request("rollout", samples=-1), "samples", "whole number"),
                 (request("rollout", arrays=[("x", [1, 1, 2], [1.01, 0.0]), STATE[1]]), "x", "state 0"),
                 (request("rollout_tangents", bounds=True), "bounds", "is a key of rollout alone; leave it out of rollout_tangents"),
                 (request(samples=3), "samples", "is a key of rollout and rollout_tangents; leave it out of acceleration"),
                 (request("rollout_tangents"), "call", "needs a direction: dx, dv, du or dparameters"),
                 (request("rollout_tangents", arrays=[*STATE, ("dx", [2], [1.0, 0.0])]), "dx", "axes of states and of directions first"),
                 (request("rollout_tangents", project=True, arrays=[*STATE, ALONG[0], ("dv", [1, 1, 1, 2], [0.0, 1.0])]), "dv", "must have the shape (1, 2, 1, 2)"),
                 (request("rollout_tangents", arrays=[*STATE, ("dx", [1, 1, 1, 2], [0.0, float("inf")])]), "dx", "is inf"),
                 (request("rollout_tangents", project=True, arrays=[*STATE, ("du", [1, 1, 2, 1], [0.0, 1.0])], samples=2), "du", "must have the shape (1, 1, 2, 0)"),
                 (request("rollout_tangents", project=True, arrays=[*STATE, BY_MASS[1]]), "dparameters", "needs the array parameters"),
                 (request("rollout_tangents", arrays=[*STATE, *BY_MASS], vary=["/bodies/1/mas"]), "vary", "'/bodies/1/mas' is not a number"),
                 (request("to_coordinates", arrays=[("x", [2], [1.0, 0.0]), STATE[1]]), "x", "must have the shape"),
                 (request("from_coordinates", arrays=[("q", [1], [1.0]), ("qdot", [1], [1.0])]), "q", "must have the shape"),
                 (request("initial_states", arrays=[], count=0), "count", "must be 1 .. ")]
        for (header, body), where, what in cases:
            if where is None:
                continue
            with self.subTest(what):
                code, heads, _ = served(frame(header, body) + frame(good, payload))
                self.assertEqual((code, len(heads)), (0, 2))
                problem = heads[0]["error"]["problems"][0]
                self.assertEqual(problem["where"], where)
                self.assertIn(what, problem["what"])
                self.assertEqual(heads[1]["arrays"][0]["name"], "acceleration")
                self.assertEqual(heads[1]["id"], {"mine": 7})

    def test_a_header_that_is_sent_again_has_the_answer_to_its_own_numbers(self):
        heads, payloads = [], []
        for x, y in ((1.0, 0.0), (0.6, 0.8), (0.8, -0.6)):
            head, payload = request(arrays=[("x", [1, 1, 2], [x, y]), STATE[1]], id="again")
            heads.append(head)
            payloads.append(payload)
        self.assertEqual(heads[0], heads[1])
        done = subprocess.run([BIN / "cchnn-gen", "serve", "chain_pendulum_1"], capture_output=True, timeout=120,
                              input=b"".join(frame(heads[0], one) for one in payloads) + b"abc")
        out, found = done.stdout, []
        while out:
            size, = struct.unpack("<Q", out[:8])
            head = json.loads(out[8:8 + size])
            found.append((head["id"], head.get("error"), struct.unpack(f"<{head['bytes'] // 8}d", out[8 + size:8 + size + head["bytes"]])))
            out = out[8 + size + head["bytes"]:]
        self.assertEqual([one[0] for one in found], ["again"] * 3 + [None])  # what is no frame has no id
        for (_, _, acceleration), (x, y) in zip(found, ((1.0, 0.0), (0.6, 0.8), (0.8, -0.6))):
            g = 9.81  # m/s^2; at rest a bob of length 1 m accelerates by g less its part along the rod
            for one, expected in zip(acceleration, (g * x * y, -g + g * y * y)):
                self.assertAlmostEqual(one, expected, delta=1e-13)  # a few roundings of numbers up to 10

    def test_after_a_frame_that_is_none_it_answers_and_ends_with_exit_code_3(self):
        good = frame(*request())
        for data, what in ((b"\xff" * 64, "a header of 18446744073709551615 bytes"), (b"abc", "after 3 of 8 bytes"),
                           (struct.pack("<Q", 100) + b"{}", "after 2 of 100 bytes"), (frame(b"[]"), "is not a JSON object"),
                           (frame(b"{" * 1000), "is not a JSON object"), (frame(b"[" * 500000), "is not a JSON object"),
                           (frame(b"\xff\xfe{}"), "is not a JSON object"), (frame({"call": "info", "bytes": 2 ** 62}), "must be a whole number"),
                           (frame({"call": "info", "bytes": -1}), "must be a whole number"), (good[:-3], "after 29 of 32 bytes")):
            with self.subTest(what):
                code, heads, messages = served(good + data)
                self.assertEqual((code, len(heads)), (3, 2))
                self.assertIn(what, heads[1]["error"]["problems"][0]["what"])
                self.assertIn(what, messages)

    def test_random_changes_of_a_frame_end_no_process_by_a_signal(self):
        chance = random.Random(4)
        tangents = request("rollout_tangents", [*STATE, *ALONG, *BY_MASS], vary=["/bodies/1/mass"], samples=3, project=True)
        good = frame(*request("rollout", samples=3, project=True)) + frame(*request("acceleration_jacobian")) + frame(*request("project"))
        code, heads, _ = served(frame(*tangents))
        self.assertEqual((code, [one["shape"] for one in heads[0]["arrays"]]), (0, [[1, 2, 3, 1, 2]] * 2))
        for number in range(120):
            if number == 60:
                good = frame(*tangents)
            data = bytearray(good)
            for _ in range(chance.randrange(1, 6)):
                data[chance.randrange(len(data))] = chance.choice((0, 1, 255, 34, 44, 125, chance.randrange(256)))
            code, heads, _ = served(bytes(data))
            self.assertIn(code, (0, 3), bytes(data))
            self.assertGreaterEqual(len(heads), 1)

    def test_it_ends_with_its_input_at_a_signal_and_when_its_reader_closes_the_pipe(self):
        self.assertEqual(served(b""), (0, [], ""))
        command = [BIN / "cchnn-gen", "serve", "chain_pendulum_1"]
        with tempfile.TemporaryDirectory() as place:
            for end, code in ((signal.SIGTERM, 143), (signal.SIGINT, 130)):
                with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=place) as process:
                    process.stdin.write(frame(*request()))
                    process.stdin.flush()
                    process.stdout.read(8)  # it waits for the next one
                    process.send_signal(end)
                    self.assertEqual(process.wait(10), code)
            with contextlib.suppress(BrokenPipeError), \
                    subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=place) as process:
                process.stdout.close()
                with contextlib.suppress(BrokenPipeError):
                    for _ in range(3):
                        process.stdin.write(frame(*request()))
                        process.stdin.flush()
                        time.sleep(0.2)
                self.assertEqual(process.wait(10), 0)
            with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=place) as process:
                long = [("x", [1, 1, 2], [1.0, 0.0]), ("v", [1, 1, 2], [0.0, 1.0])]
                process.stdin.write(frame(*request("rollout", long, dt=1000.0, samples=10000)))
                process.stdin.flush()
                time.sleep(0.5)
                process.send_signal(signal.SIGTERM)
                self.assertEqual(process.wait(10), 143)
            self.assertEqual(os.listdir(place), [])

    def test_json_counts_the_answers(self):
        with tempfile.TemporaryDirectory() as place:
            bad = frame(*request("nothing"))
            done = subprocess.run([BIN / "cchnn-gen", "serve", "chain_pendulum_1", "--json", "a.json"], cwd=place, capture_output=True,
                                  input=frame(*request()) + bad)
            self.assertEqual(done.returncode, 0, done.stderr)
            report = json.loads((pathlib.Path(place) / "a.json").read_text())
            self.assertEqual(report["served"], [{"system": "chain_pendulum_1", "answers": 2, "errors": 1}])
