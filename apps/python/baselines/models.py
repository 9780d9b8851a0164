"""The five models of the paper (Finzi, Wang, Wilson 2020). `equations` gives the function of states (B, 2, D) to their
rates, with the parameters of this moment; `encode` and `decode` map between states and the arrays that it is trained on, `arrays`."""
from torch import nn

from constrained_models import CHNN, CLNN
from coordinate_models import HNN, DeLaN, NeuralODE

MODELS: dict[str, type[nn.Module]] = {"CHNN": CHNN, "CLNN": CLNN, "HNN": HNN, "DeLaN": DeLaN, "NeuralODE": NeuralODE}
