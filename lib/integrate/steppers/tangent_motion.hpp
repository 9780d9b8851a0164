#pragma once
// A state moved together with tangent vectors (tangent_flow.hpp), whatever its lanes are made of.

#include <cstddef>

#include "sample/placement.hpp"

namespace cchnn {

class TangentMotion {
  public:
    TangentMotion() = default;
    TangentMotion(const TangentMotion&) = delete;
    TangentMotion& operator=(const TangentMotion&) = delete;
    virtual ~TangentMotion() = default;

    // Puts a state, with the parameters of its points on curves, into a lane of the values; tangent vectors stay.
    virtual void set_state(int l, const InitialState& state) = 0;
    // Components i = 0 .. 2 half - 1 of tangent vector l, of (x, p).
    virtual double tangent(std::size_t i, int l) const = 0;
    virtual void set_tangent(std::size_t i, int l, double value) = 0;
    // Tangent vectors onto the tangent space, states onto the manifold. What a curve's parameter is off by follows from
    // x.
    virtual void project() = 0;
    // All lanes further by `span`; a lane that cannot go on is marked in failed() and stays where it is.
    virtual void advance(double span) = 0;
    virtual bool failed(int l) const = 0;
};

}  // namespace cchnn
