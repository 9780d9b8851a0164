#!/usr/bin/env python3
"""Converts every URDF and MJCF model below a directory, and compares each with itself in MuJoCo.

    compare_models.py BIN DIRECTORY [--results FILE] [--seconds 60]

BIN is the directory of cchnn-gen and compare_model (target of the same name, where MuJoCo is installed). A line for each
model says whether it was converted, which kinds of features were lost, and the largest relative difference of mass
matrices, energies and accelerations. The last lines count. FILE gets a line of JSON for each model.

Compared is the reduced model, in both programs: without sections that move nothing here or that MuJoCo keeps by soft forces,
without geoms where <inertial> gives the mass, and without what MuJoCo's version does not know. It is written beside the
model for as long as this takes, since meshes have names relative to it.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

SECTIONS = ("actuator", "sensor", "tendon", "equality", "contact", "custom", "visual", "statistic", "extension", "deformable",
            "size", "keyframe")
LOOKS = ("texture", "material", "hfield", "skin")
MOST_UNKNOWN = 60  # words that a version of MuJoCo may not know


def run(seconds, *command):
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace", timeout=seconds)
    except subprocess.TimeoutExpired:
        return -1, "", f"takes more than {seconds} s"
    return done.returncode, done.stdout, done.stderr


def kinds_of_losses(programs):
    _, _, text = run(60, programs / "cchnn-gen", "convert", __file__, "-o", "-", "--accept", "?")
    return re.search(r"known: (.*)", text)[1].replace(", ", ",")


def expand_includes(element, directory, depth=0):
    if depth > 20:
        raise ValueError("includes in a circle")
    children = []
    for child in element:
        if child.tag == "include":
            root = ElementTree.parse(directory / child.get("file")).getroot()
            expand_includes(root, directory, depth + 1)
            children += list(root)
        else:
            expand_includes(child, directory, depth)
            children.append(child)
    element[:] = children


def reduce(root):
    for parent in list(root.iter()):
        for child in list(parent):
            if root.tag == "robot" and child.tag in ("visual", "collision", "mimic", "gazebo", "transmission", "mujoco"):
                parent.remove(child)
            elif root.tag == "mujoco" and (parent is root and child.tag in SECTIONS or child.tag in LOOKS):
                parent.remove(child)
            elif child.tag == "geom" and parent.tag == "body" and parent.find("inertial") is not None:
                parent.remove(child)
            elif child.tag in ("light", "camera"):
                parent.remove(child)
        for name in ("material", "range", "limited", "integrator"):  # of looks, limits and solvers
            if parent.tag != "limit":
                parent.attrib.pop(name, None)
    if root.tag == "mujoco":
        ElementTree.SubElement(root, "compiler").set("exactmeshinertia", "true")
    used = {geom.get("mesh") for geom in root.iter("geom")}
    for asset in root.findall("asset"):
        for mesh in asset.findall("mesh"):
            name = mesh.get("name") or pathlib.Path(mesh.get("file", "")).stem
            if name not in used:
                asset.remove(mesh)


def remove_unknown(root, message):
    """What the message of MuJoCo says that it does not know; False: it says something else."""
    found = re.search(r"unrecognized (attribute|element): '?(\w+)'?\s+Element '(\w+)'", message)
    if not found:
        return False
    what, name, element = found.groups()
    for parent in list(root.iter()):
        if what == "attribute" and parent.tag == element:
            parent.attrib.pop(name, None)
        for child in list(parent):
            if what == "element" and child.tag in (name, element):
                parent.remove(child)
    return True


def difference(programs, model, seconds):
    """A number, or a word why there is none."""
    root = ElementTree.parse(model).getroot()
    expand_includes(root, model.parent)
    reduce(root)
    with tempfile.NamedTemporaryFile("wb", dir=model.parent, prefix="reduced_", suffix=model.suffix) as copy:
        for _ in range(MOST_UNKNOWN):
            copy.seek(0), copy.truncate()
            copy.write(ElementTree.tostring(root))
            copy.flush()
            code, out, errors = run(seconds, programs / "compare_model", copy.name)
            if code == 0:
                return float(out.split()[0])
            if not remove_unknown(root, out):
                return " ".join((out or errors).replace(str(model.parent) + "/", "").split())[:200] or f"ends with {code}"
    return "has too many words that MuJoCo does not know"


def judge(programs, model, accepted, seconds):
    code, _, errors = run(seconds, programs / "cchnn-gen", "convert", model, "-o", "/dev/null", "--force", "--accept", accepted)
    first = next(iter(errors.splitlines()), "")
    if code != 0:
        last = [line for line in errors.splitlines() if "note: " not in line and "not carried over" not in line]
        return {"converted": False, "why": last[0] if last else first}
    lost = sorted(set(re.findall(r"not carried over: (\w+):", errors)))
    try:
        return {"converted": True, "lost": lost, "difference": difference(programs, model, seconds)}
    except (OSError, ValueError, ElementTree.ParseError) as error:
        return {"converted": True, "lost": lost, "difference": str(error)}


def is_model(path):
    text = path.read_text(errors="replace")
    return bool(re.search(r"<(mujoco|robot)[\s>]", text)) and "joint" in text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=60)
    given = parser.parse_args()
    accepted = kinds_of_losses(given.programs)
    models = sorted(path for suffix in ("xml", "urdf") for path in given.directory.rglob("*." + suffix) if is_model(path))
    count, reasons = collections.Counter(), collections.Counter()
    for model in models:
        verdict = judge(given.programs, model.resolve(), accepted, given.seconds)
        name = str(model.relative_to(given.directory))
        if given.results:
            with given.results.open("a") as file:
                file.write(json.dumps({"model": name, **verdict}) + "\n")
        if not verdict["converted"]:
            moves = "no body moves" not in verdict["why"]
            count["rejected" if moves else "does not move"] += 1
            print(f"{name}: not converted: {verdict['why']}")
            continue
        found = verdict["difference"]
        count["converted"] += 1
        count["compared"] += isinstance(found, float)
        count["wrong"] += isinstance(found, float) and found > 1e-5
        print(f"{name}: converted; lost: {', '.join(verdict['lost']) or 'nothing'}; difference: {found}")
    print(f"{len(models)} models; {count['does not move']} do not move; {count['converted']} converted, {count['rejected']} not; "
          f"{count['compared']} compared, {count['wrong']} of them differ by more than 1e-5")


if __name__ == "__main__":
    sys.exit(main())
