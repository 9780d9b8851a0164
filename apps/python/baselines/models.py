"""The five models of the paper (Finzi, Wang, Wilson 2020). `equations` gives the function of states (B, 2, D) to their
rates, with the parameters of this moment; `encode` and `decode` map between states and the arrays that it is trained on, `arrays`.
Of a driven system the function of TAKE_INPUTS gets u (B, inputs) too."""
from torch import nn

import cchnn
from constrained_models import CHNN, CLNN
from coordinate_models import HNN, DeLaN, NeuralODE
from motion import input_count

MODELS: dict[str, type[nn.Module]] = {"CHNN": CHNN, "CLNN": CLNN, "HNN": HNN, "DeLaN": DeLaN, "NeuralODE": NeuralODE}
TAKE_INPUTS = ("CHNN", "NeuralODE")


def new_model(name: str, data: cchnn.Dataset, hidden: int) -> nn.Module:
    if input_count(data) and name not in TAKE_INPUTS:
        raise cchnn.DataError(f"{name}: takes no inputs, but {data.system_name} is driven by {data.system['inputs'][0]['id']}; "
                              f"{' and '.join(TAKE_INPUTS)} do")
    return MODELS[name](data, hidden)
