#pragma once
// What a kind does to the energy H = T + V of a motion: each kind answers (elements/element.hpp). Systems, datasets,
// methods and `cchnn-gen show` ask.

namespace cchnn {

enum class Energy {
    conserves,    // a force -dV/dx, or a constraint: its force does no work on motions that satisfy it
    dissipates,   // a force -dR/dv of a Rayleigh function R: H decreases at the rate 2 R
    does_no_work  // a gyroscopic force F(x, v), v . F = 0: it has no potential energy, and H stays
};

}  // namespace cchnn
