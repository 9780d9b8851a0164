#pragma once
// Tangent vectors of a motion with contacts, which jump at its impacts (integrate/derivatives/saltation.hpp).

#include <vector>

#include "elements/contact.hpp"
#include "integrate/trajectory.hpp"
#include "mechanics/constrained_system.hpp"
#include "sample/initial_state.hpp"

namespace cchnn {

class VectorsThroughImpacts {
  public:
    // (dx, interval dv) each, made tangent to the constraints at the start. The system outlives this object.
    VectorsThroughImpacts(const ConstrainedSystem& system, const std::vector<Contact>& contacts, InitialState start,
                          std::vector<std::vector<double>> vectors, double interval, double tolerance,
                          double longest_step);
    // Moves them by one interval. False where the motion ends, or a contact stays closed.
    bool advance();
    std::vector<std::vector<double>>& vectors() { return vectors_; }

  private:
    // By one interval, or not at all.
    bool move(int samples);

    const ConstrainedSystem& system_;
    const std::vector<Contact>& contacts_;
    InitialState state_;
    std::vector<std::vector<double>> vectors_;
    double interval_, tolerance_, longest_step_;
};

}  // namespace cchnn
