"""Datasets of constrained mechanical systems for training, and submissions for scoring.

    print(cchnn.systems())                                      the built-in systems
    data = cchnn.load("chain_pendulum_3")                       generated once: data.train, data.valid, data.test
    data.train[0].plot()                                        trajectories, one by one
    report = cchnn.benchmark(model, "chain_pendulum_3")         trained, rolled out and scored, beside others
    train = cchnn.Dataset("data/chain_pendulum_3/train.h5")     arrays, graph, masses, constraints, windows
    cchnn.System("cart_pole").acceleration(x, v, u=u)           the true system in a call: system.md
    cchnn.Submission(test, model="my net").assign(x=x, v=v).write("mine.h5")
    report = cchnn.score("data/chain_pendulum_3/test.h5", "mine.h5")

Needs numpy and h5py, and torch for windows as tensors. See README.md in apps/python."""
from .benchmark import benchmark
from .cache import Splits, load
from .catalogue import SystemFacts, Systems, systems
from .corpus import Corpus, read_frame, stream
from .dataset import Dataset
from .env import Env
from .environments import Environment, Environments
from .errors import DataError, ProgramError
from .graphs import EDGE_COLUMNS, EDGE_KINDS, GRAPH_COLUMNS, GRAPH_VERSION, NODE_COLUMNS, Graph, graph_of
from .physics import Physics
from .programs import generate, run, score
from .report import Report, Score
from .states import GeneralisedState, State
from .submission import Submission
from .suite import Part, Suite, Task
from .system import Rollout, System
from .system_tables import Body, Constraints, Edge
from .trajectory import Trajectory
from .version import __version__
from .view import View
from .windows import Windows

__all__ = ["EDGE_COLUMNS", "EDGE_KINDS", "GRAPH_COLUMNS", "GRAPH_VERSION", "NODE_COLUMNS", "Body", "Constraints", "Corpus",
           "DataError", "Dataset", "Edge", "Environment", "Environments", "GeneralisedState", "Graph", "Part", "Physics",
           "ProgramError", "Report", "Rollout", "Score", "Splits", "State", "Submission", "Suite", "System", "SystemFacts",
           "Systems", "Task", "Trajectory", "View", "Windows", "__version__", "benchmark", "generate", "graph_of", "load",
           "read_frame", "run", "score", "stream", "systems"]
