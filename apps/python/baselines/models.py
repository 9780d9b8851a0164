"""The five models of the paper (Finzi, Wang, Wilson 2020), the LNN, and CHNN with impacts. `equations` gives the function of states
(B, 2, D) to their rates, with the parameters of this moment; `encode` and `decode` map between states and the arrays that it is
trained on, `arrays`. Of a driven system the function of TAKE_INPUTS gets u (B, inputs) too. A model with `landed` ends each step by it."""
from torch import nn

import cchnn
from constrained_models import CHNN, CLNN
from contact_models import ContactCHNN
from coordinate_models import HNN, DeLaN, NeuralODE
from lnn import LNN
from motion import input_count

MODELS: dict[str, type[nn.Module]] = {"CHNN": CHNN, "CLNN": CLNN, "HNN": HNN, "DeLaN": DeLaN, "NeuralODE": NeuralODE,
                                       "LNN": LNN, "ContactCHNN": ContactCHNN}
OF_THE_PAPER = ("CHNN", "CLNN", "HNN", "DeLaN", "NeuralODE")
GIVEN_CONSTRAINTS = ("CHNN", "CLNN", "ContactCHNN")
TAKE_INPUTS = ("CHNN", "NeuralODE")


def new_model(name: str, data: cchnn.Dataset, hidden: int, drop: int = 0) -> nn.Module:
    if input_count(data) and name not in TAKE_INPUTS:
        raise cchnn.DataError(f"{name}: takes no inputs, but {data.system_name} is driven by {data.system['inputs'][0]['id']}; "
                              f"{' and '.join(TAKE_INPUTS)} do")
    if name in GIVEN_CONSTRAINTS and any(item["type"] == "Lagrangian" for item in data.system.get("potentials", [])):
        raise cchnn.DataError(f"{name}: learns constant masses of bodies, but {data.system_name} is given by a Lagrangian, whose "
                              "inertia depends on its coordinates; DeLaN, LNN, HNN and NeuralODE take it")
    if not drop:
        return MODELS[name](data, hidden)
    if name not in GIVEN_CONSTRAINTS:
        raise cchnn.DataError(f"--drop {drop}: {name} meets constraints by its coordinates and cannot leave one out; "
                              f"{', '.join(GIVEN_CONSTRAINTS[:-1])} and {GIVEN_CONSTRAINTS[-1]} can")
    return MODELS[name](data, hidden, drop)
