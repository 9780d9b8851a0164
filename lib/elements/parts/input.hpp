#pragma once
// The inputs of a driven system: numbers u(t) by which forces and torques are multiplied, or which are added to rest
// lengths and angles (schemas/system/inputs.md). An input is held from each sample to the next, u = u_k on [t_k,
// t_k+1), or linear between them, or a formula of t, which every stage of a step evaluates.

#include <memory>
#include <string>

#include "elements/parts/formula/formula_step.hpp"

namespace cchnn {

struct Input {
    std::string id, unit;
    std::shared_ptr<const FormulaProgram> formula;  // of t; null: values at the samples
    bool linear = false;                            // between the samples; else held
};

}  // namespace cchnn
