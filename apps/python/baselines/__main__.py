"""Trains the paper's baselines on a dataset of cchnn-gen, and writes what they predict.

  python3 apps/python/baselines train CHNN data/chain_pendulum_2 -o chnn.pt
  python3 apps/python/baselines rollout chnn.pt data/chain_pendulum_2 -o chnn.h5
  python3 apps/python/baselines table data/chain_pendulum_1 data/chain_pendulum_2 -o table --seeds 3
  python3 apps/python/baselines board table data/chain_pendulum_1 data/chain_pendulum_2 -o board
  python3 apps/python/baselines efficiency data/chain_pendulum_2 -o efficiency --sizes 20 100 400 --steps 800
  python3 apps/python/baselines suite forecast -o answers --ensembles CHNN NeuralODE
  python3 apps/python/baselines energy lnn.pt node.pt data/lnn_double_pendulum
  python3 apps/python/baselines dimension chnn.pt data/chain_pendulum_2 -o spectrum.json
  python3 apps/python/baselines discover data/rolling_disk_random -o constraint.json

The models are CHNN, CLNN, HNN, DeLaN and NeuralODE of the paper, LNN (Cranmer et al. 2020), and ContactCHNN, a CHNN with impacts. Without options `train` is the
paper's recipe: a window of 5 samples of each training trajectory, minibatches of 200, L1 loss over the 4 predicted ones, AdamW with
cosine annealing, 2000 epochs, 3 hidden layers of 256. An existing file is resumed."""
from __future__ import annotations

import argparse
import dataclasses
import datetime
import sys
from pathlib import Path
from typing import Sequence

import torch

import cchnn
from board import Plan as Board
from board import make_board
from dimension import CUTOFF, STEPS, write_dimensions
from discovery import EPOCHS, discover, is_of_disks
from efficiency import make_efficiency
from efficiency import Plan as Efficiency
from energy import STARTS, compare_energies
from models import MODELS, OF_THE_PAPER
from predictions import SUBSTEPS, predict
from relations import relate
from suite import Plan as Suite
from suite import make_suite
from table import Plan, make_table
from training import Recipe, train


SIZES = [20, 50, 100, 200, 400, 800]


def say(text: str) -> None:
    print(text, flush=True)


def add_recipe(parser: argparse.ArgumentParser, without: Sequence[str] = ()) -> None:
    for field in dataclasses.fields(Recipe):
        if field.name not in ("model", "seed", *without):
            kind = int if isinstance(field.default, int) else float
            parser.add_argument("--" + field.name.replace("_", "-"), type=kind, default=field.default,
                                help=field.metadata.get("help", f"default {field.default}, the paper's"))
    parser.add_argument("--device", default="cpu", help="cpu (the default), or cuda")


def recipe_of(chosen: argparse.Namespace, model: str, seed: int, **others: int) -> Recipe:
    names = [field.name for field in dataclasses.fields(Recipe) if hasattr(chosen, field.name)]
    return Recipe(**{**{name: getattr(chosen, name) for name in names}, "model": model, "seed": seed, **others})


def run_train(chosen: argparse.Namespace) -> None:
    data = cchnn.Dataset(chosen.data, "train")
    train(recipe_of(chosen, chosen.model, chosen.seed), data, Path(chosen.output), chosen.device, say)


def run_rollout(chosen: argparse.Namespace) -> None:
    test = cchnn.Dataset(chosen.data, "test")
    submission = predict(Path(chosen.trained), test, chosen.device, chosen.substeps, chosen.context)
    submission.write(chosen.output)
    say(f"{chosen.output}: {submission.model}, {len(test)} trajectories of {len(test.t)} samples of {test.system_name}; score it by\n"
        f"  cchnn-eval score {test.path} {chosen.output}" + (f" --context {chosen.context}" if chosen.context > 1 else ""))


def run_table(chosen: argparse.Namespace) -> None:
    make_table(Plan([Path(directory) for directory in chosen.data], chosen.models, chosen.seeds, Path(chosen.output),
                    chosen.device, lambda model, seed: recipe_of(chosen, model, seed), chosen.score_only), say)


def run_efficiency(chosen: argparse.Namespace) -> None:
    def recipe(model: str, seed: int, trajectories: int, epochs: int) -> Recipe:
        return recipe_of(chosen, model, seed, trajectories=trajectories, epochs=epochs)
    make_efficiency(Efficiency(Path(chosen.data), sorted(set(chosen.sizes)), chosen.models, chosen.seeds, chosen.steps,
                               Path(chosen.output), chosen.device, recipe), say)


def run_suite(chosen: argparse.Namespace) -> None:
    make_suite(Suite(Path(chosen.suite), Path(chosen.output), chosen.models, chosen.ensembles, chosen.members, chosen.device,
                     lambda model, seed: recipe_of(chosen, model, seed)), say)


def run_board(chosen: argparse.Namespace) -> None:
    make_board(Board(Path(chosen.table), [Path(directory) for directory in chosen.data], Path(chosen.output), chosen.title,
                     chosen.date, chosen.address), say)


def run_energy(chosen: argparse.Namespace) -> None:
    compare_energies([Path(file) for file in chosen.trained], Path(chosen.data), chosen.device, chosen.starts, say)


def run_dimension(chosen: argparse.Namespace) -> None:
    write_dimensions([Path(file) for file in chosen.trained], Path(chosen.data), chosen.eigenvalues, chosen.cutoff, chosen.device,
                     Path(chosen.output), say)


def run_discover(chosen: argparse.Namespace) -> None:
    data, test, counts = cchnn.Dataset(chosen.data, "train"), cchnn.Dataset(chosen.data, "test"), chosen.trajectories
    if not 0 < min(counts) <= max(counts) <= len(data):
        raise cchnn.DataError(f"{data.path}: has {len(data)} trajectories, but --trajectories is {' '.join(map(str, counts))}; take 1 to "
                              f"{len(data)}, or generate more (--train {max(counts)})")
    if is_of_disks(data):
        discover(data, test, counts, chosen.epochs, chosen.seed, Path(chosen.output), say)
    else:
        relate(data, test, counts, Path(chosen.output), say)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="baselines", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    one = commands.add_parser("train", help="train one model")
    one.add_argument("model", choices=list(MODELS))
    one.add_argument("data", help="directory that cchnn-gen generate wrote")
    one.add_argument("-o", "--output", required=True, help="file of the trained model; an existing one is resumed")
    one.add_argument("--seed", type=int, default=0)
    add_recipe(one)
    one.set_defaults(run=run_train)

    two = commands.add_parser("rollout", help="write a submission of a trained model")
    two.add_argument("trained")
    two.add_argument("data", help="directory that cchnn-gen generate wrote")
    two.add_argument("-o", "--output", required=True)
    two.add_argument("--substeps", type=int, default=SUBSTEPS, help=f"Runge-Kutta steps a sample, default {SUBSTEPS}")
    two.add_argument("--context", type=int, default=1, help="given samples; rollouts begin at the last of them, default 1")
    two.add_argument("--device", default="cpu", help="cpu (the default), or cuda")
    two.set_defaults(run=run_rollout)

    three = commands.add_parser("table", help="train, roll out and score all models on some systems")
    three.add_argument("data", nargs="+", help="directories that cchnn-gen generate wrote")
    three.add_argument("-o", "--output", required=True, help="directory; existing results are kept and completed")
    three.add_argument("--models", nargs="+", choices=list(MODELS), default=list(OF_THE_PAPER),
                       help="to train; default those of the paper")
    three.add_argument("--seeds", type=int, default=3, help="training seeds 0 .. N-1 of each model, default 3")
    three.add_argument("--score-only", action="store_true",
                       help="train nothing: score the models of the output directory, whatever their recipes")
    add_recipe(three, without=("drop",))
    three.set_defaults(run=run_table)

    four = commands.add_parser("efficiency", help="train on nested sets of trajectories, in equal gradient steps, and score")
    four.add_argument("data", help="directory that cchnn-gen generate wrote")
    four.add_argument("-o", "--output", required=True, help="directory; existing results are kept and completed")
    four.add_argument("--sizes", nargs="+", type=int, default=SIZES, metavar="N",
                      help=f"numbers of training trajectories, default {' '.join(map(str, SIZES))}")
    four.add_argument("--models", nargs="+", choices=list(MODELS), default=["CHNN", "HNN", "NeuralODE"],
                      help="the first is compared with the others; default CHNN HNN NeuralODE")
    four.add_argument("--seeds", type=int, default=3, help="training seeds 0 .. N-1 of each, default 3")
    four.add_argument("--steps", type=int, default=8000, help="gradient steps of each training, default 8000, those of 2000 "
                                                              "epochs of 800 trajectories")
    add_recipe(four, without=("epochs", "trajectories", "drop"))
    four.set_defaults(run=run_efficiency)

    five = commands.add_parser("board", help="make a board (schemas/board.md) of what `table` predicted")
    five.add_argument("table", help="the output directory of `table`")
    five.add_argument("data", nargs="+", help="directories that cchnn-gen generate wrote")
    five.add_argument("-o", "--output", required=True, help="directory of the board")
    five.add_argument("--title", default="Baselines", help="default Baselines")
    five.add_argument("--date", default=str(datetime.date.today()), help="of the entries, default today")
    five.add_argument("--address", help="https://..., where the files of TABLE/submissions will be: entries then name them by digest "
                                        "and address, and the board keeps them in fetched/ alone")
    five.set_defaults(run=run_board)

    six = commands.add_parser("suite", help="train on the sets of a suite, answer all its tasks beside naive forecasts, and score")
    six.add_argument("suite", help="directory that cchnn-gen suite wrote")
    six.add_argument("-o", "--output", required=True, help="directory; existing results are kept and completed")
    six.add_argument("--models", nargs="+", choices=list(MODELS), default=list(OF_THE_PAPER), help="to train; default those of the paper")
    six.add_argument("--ensembles", nargs="*", choices=list(MODELS), default=[],
                     help="models whose training seeds are submitted as an ensemble too; default none")
    six.add_argument("--members", type=int, default=5, help="seeds of an ensemble, default 5")
    add_recipe(six, without=("drop",))
    six.set_defaults(run=run_suite)

    seven = commands.add_parser("energy", help="the energy error of predictions at the last sample, as the LNN's paper states it")
    seven.add_argument("trained", nargs="+", help="files that `train` wrote")
    seven.add_argument("data", help="directory that cchnn-gen generate wrote")
    seven.add_argument("--starts", type=int, default=STARTS, help=f"first trajectories of the test set, default {STARTS}")
    seven.add_argument("--device", default="cpu", help="cpu (the default), or cuda")
    seven.set_defaults(run=run_energy)

    eight = commands.add_parser("dimension", help="effective dimension of trained models, by the Hessian of their loss (figures 11, 12)")
    eight.add_argument("trained", nargs="+", help="files that `train` wrote")
    eight.add_argument("data", help="directory of the training data, as cchnn-gen generate wrote it")
    eight.add_argument("-o", "--output", required=True, help="JSON file of spectra and dimensions")
    eight.add_argument("--eigenvalues", type=int, default=STEPS, help=f"steps of Lanczos, default {STEPS}")
    eight.add_argument("--cutoff", type=float, default=CUTOFF, help=f"z, default {CUTOFF:g}")
    eight.add_argument("--device", default="cpu", help="cpu (the default), or cuda")
    eight.set_defaults(run=run_dimension)

    nine = commands.add_parser("discover", help="find constraints in motions: of rolling_disk_random.json by the learner of Wang and "
                                                "Bloch (figure 1), of other systems by singular values")
    nine.add_argument("data", help="directory that cchnn-gen generate wrote")
    nine.add_argument("-o", "--output", required=True, help="JSON file of errors")
    nine.add_argument("--trajectories", nargs="+", type=int, default=[1, 20], metavar="N", help="to train on, default 1 and then 20")
    nine.add_argument("--epochs", type=int, default=EPOCHS, help=f"of the disk, default {EPOCHS}, the paper's")
    nine.add_argument("--seed", type=int, default=0, help="of the disk, default 0")
    nine.set_defaults(run=run_discover)
    return parser.parse_args()


def main() -> int:
    chosen = arguments()
    if getattr(chosen, "device", "cpu").startswith("cuda") and not torch.cuda.is_available():
        print("baselines: --device cuda: this PyTorch sees no CUDA device; take cpu", file=sys.stderr)
        return 1
    try:
        chosen.run(chosen)
    except (cchnn.DataError, cchnn.ProgramError, FileNotFoundError) as error:
        print(f"baselines: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
