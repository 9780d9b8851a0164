#pragma once
// A state that moves together with tangent vectors (tangent_flow.hpp), as an interface without number types: the code
// behind it is compiled for an instruction set. lyapunov/ uses it; kernel_door.hpp makes the objects.

#include <cstddef>

#include "sample/initial_state.hpp"

namespace cchnn {

class TangentMotion {
  public:
    TangentMotion() = default;
    TangentMotion(const TangentMotion&) = delete;
    TangentMotion& operator=(const TangentMotion&) = delete;
    virtual ~TangentMotion() = default;

    // Loads a state, with the parameters of its points on curves, into lane l. Tangent vectors stay as they are.
    virtual void set_state(int l, const InitialState& state) = 0;
    // Component i of tangent vector l of (x, p), i = 0 .. 2 n d - 1.
    virtual double tangent(std::size_t i, int l) const = 0;
    virtual void set_tangent(std::size_t i, int l, double value) = 0;
    // Projects states onto the manifold and tangent vectors onto its tangent space. The error of a curve parameter
    // follows from x.
    virtual void project() = 0;
    // Advances all lanes by `span` s. A lane whose steps become too short or too many stops and is marked in failed().
    virtual void advance(double span) = 0;
    virtual bool failed(int l) const = 0;
};

}  // namespace cchnn
