#pragma once
// Gaps of contacts (elements/contact.hpp (1) to (3)) at a state, and what an impact does to it. P projects velocities
// onto those that the constraints allow, in the metric of M:
//
//   (1)  n = dg/dx,  g' = n . v,  mu = n . P M^-1 n^T                    [1/kg]
//   (2)  v+ = v- - (1 + e) g' P M^-1 n^T / mu                            Newton's law of impacts
//   (3)  impulse = (1 + e) |g'| / mu  [N s],   loss = (1 - e^2) g'^2 / (2 mu)  [J]
//
// Of two points at the distance |r|, the gap is followed as (|r|^2 - R^2) / (2 R), R the distance at contact: it has the same
// roots and rates there as |r| - R, and is as smooth as the motion also where |r| becomes 0 or its direction turns fast.
//
// For one contact without friction the laws of Newton and Poisson and the energetic law agree.

#include <memory>
#include <vector>

#include "elements/contact.hpp"
#include "integrate/steppers/tangent_motion.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

// Whether the system was made from a file with contacts. Integration without them would pass through walls.
bool has_contacts(const ConstrainedSystem& system);

// `scale` is the size of the lengths that a gap is the difference of: its rounding is a few units in the last place of it.
struct Gap {
    double value, rate, scale;  // m, m/s, m
};

// The gap of one contact as a function of states.
class GapFunction {
  public:
    GapFunction(const Contact& contact, int dimension);
    Gap at(const double* x, const double* v) const;
    // n of (1), (n, d), at positions where the gap is not that of two equal points.
    void gradient(const double* x, std::vector<double>& n) const;

  private:
    struct Weight {
        std::size_t first;  // of the coordinates of a node
        double weight;
    };
    void separation(const double* x, bool rate, double* r) const;

    std::size_t dimension_;
    ContactShape shape_;
    std::vector<Weight> weights_;
    std::vector<double> offset_, normal_;
    double reach_;
};

// The directions P M^-1 n^T of one system, at states on its manifold.
class ImpactLaw {
  public:
    explicit ImpactLaw(const ConstrainedSystem& system);
    struct Direction {
        std::vector<double> n, change;  // n, and P M^-1 n^T
        double mu;
    };
    Direction direction(const InitialState& state, const GapFunction& gap);

  private:
    const ConstrainedSystem& system_;
    std::unique_ptr<TangentMotion> tangent_;
};

}  // namespace cchnn
