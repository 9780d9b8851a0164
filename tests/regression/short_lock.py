"""A manifest.json from standard input as a short lock file: without digests of single arrays, one line a split."""

import json
import sys

lock = json.load(sys.stdin)
for split in lock["splits"].values():
    del split["array_digests"]


def lines(values, indent):
    return ",\n".join(f"{indent}{json.dumps(key)}: {value}" for key, value in values)


splits = lines([(name, json.dumps(split)) for name, split in lock["splits"].items()], "    ")
parts = [(key, json.dumps(value)) for key, value in lock.items() if key != "splits"]
print("{\n" + lines(parts + [("splits", "{\n" + splits + "\n  }")], "  ") + "\n}")
