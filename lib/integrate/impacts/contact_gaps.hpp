#pragma once
// Gaps of contacts (elements/contact.hpp (1) to (5)) at a state, and what an impact does to it. P projects velocities
// onto those that the constraints allow, in the metric of M:
//
//   (1)  n = dg/dx,  g' = n . v,  mu = n . P M^-1 n^T                    [1/kg; of an angle 1/(kg m^2)]
//   (2)  v+ = v- - (1 + e) g' P M^-1 n^T / mu                            Newton's law of impacts
//   (3)  impulse = (1 + e) |g'| / mu  [N s; N m s],   loss = (1 - e^2) g'^2 / (2 mu)  [J]
//
// Of two points at the distance |r|, the gap is followed as (|r|^2 - R^2) / (2 R), R the distance at contact: it has the same
// roots and rates there as |r| - R, and is as smooth as the motion also where |r| becomes 0 or its direction turns fast.
// A formula of the file is followed as it is written: n, speeds and impulses are those of its unit.
//
// For one contact without friction the laws of Newton and Poisson and the energetic law agree.

#include <array>
#include <memory>
#include <vector>

#include "elements/contact.hpp"
#include "elements/parts/separation.hpp"
#include "integrate/steppers/tangent_motion.hpp"
#include "mechanics/constrained_system.hpp"
#include "sample/initial_state.hpp"

namespace cchnn {

// Whether the system was made from a file with contacts. Integration without them would pass through walls.
bool has_contacts(const ConstrainedSystem& system);

// `scale` is the size of the lengths that a gap is the difference of: its rounding is a few units in the last place of it.
struct Gap {
    double value, rate, scale;  // m, m/s, m; of an angle rad, rad/s, rad
    double unseen = 0;          // by how much a formula may be less between here and the look before
};

// A separation r(x) (elements/parts/separation.hpp) in double.
class SeparationFunction {
  public:
    using Entries = std::array<double, 3>;
    SeparationFunction(const Separation& separation, int dimension);
    Entries at(const double* x) const { return sum(x, offset_); }
    Entries rate(const double* v) const { return sum(v, {}); }
    // Adds the size of the numbers that entry k is the sum of.
    void add_size(const double* x, std::size_t k, double& size) const;
    double size(const double* x) const;
    // Adds factor . dr/dx, (n, d).
    void add_gradient(const Entries& factor, std::vector<double>& n) const;

  private:
    struct Weight {
        std::size_t first;  // of the coordinates of a node
        double weight;
    };
    Entries sum(const double* x, Entries r) const;

    std::size_t dimension_;
    std::vector<Weight> weights_;
    Entries offset_{};
};

// One gap of a contact as a function of states.
class GapFunction {
  public:
    enum class Limit { none, low, high };
    // Of a limit of a Stop; `angle` is the index of its counted angle, if it has one, in the system, which is kept as a
    // reference.
    GapFunction(const Contact& contact, const ConstrainedSystem& system, Limit limit, std::size_t angle);
    // `angles`: the counted ones, read only if the gap is that of one.
    Gap at(const double* x, const double* v, const double* angles) const;
    Gap at(const InitialState& state) const { return at(state, state.v); }
    Gap at(const InitialState& state, const std::vector<double>& v) const {
        return at(state.x.data(), v.data(), state.s.data() + tracks_);
    }
    // How much of a formula that is no polynomial stays unseen between two states (numbers/step_range.hpp) on their cubic
    // path of `length` s.
    double unseen(const double* x, const double* v, const double* next_x, const double* next_v, double length) const;
    // Of a Stop, the angle or the way where the gap is 0.
    double limit() const { return reach_; }
    // The angle or the way of a Stop with this gap.
    double way(const Gap& gap) const { return reach_ + sign_ * gap.value; }
    // n of (1), (n, d), at positions where the gap is not that of two equal points.
    void gradient(const double* x, std::vector<double>& n) const;
    // Its derivative along dx.
    std::vector<double> gradient_rate(const std::vector<double>& x, const std::vector<double>& dx) const;

  private:
    Gap limit_of(double way, double rate, double scale) const;
    Gap of_angle(const double* x, const double* v, const double* angles) const;
    Gap of_slide(const double* x, const double* v) const;
    Gap of_equation(const double* x, const double* v) const;
    // Those of the equation: coordinates of its points, their rates, and the time, which is none of them.
    std::vector<double> variables(const double* x, const double* v) const;
    // One pass through the equation and back: its row, and of each step the value and the derivative of g by it.
    struct EquationPass {
        std::vector<double> variables, row, values, back;
    };
    EquationPass pass_at(const double* x, const double* v) const;
    // Adds what slopes by these coordinates are by those of nodes.
    void add_slopes(const std::vector<double>& slopes, std::vector<double>& n) const;

    const AnglesOf<double>& angles_;
    std::size_t dimension_, tracks_, angle_;
    ContactShape shape_;
    double reach_, sign_ = 1;  // of a Stop, the limit, and -1 of its upper one
    // The separation; of a slide also its direction, of an angle both directions, of an equation the points that move.
    std::vector<SeparationFunction> parts_;
    std::vector<double> normal_;
    std::shared_ptr<const EquationOf<double>> equation_;  // of a rim or a formula
    bool rough_ = false;                                  // it is no polynomial
};

// The gaps of all contacts, in their order: a Stop has one for each limit.
struct ContactGap {
    GapFunction function;
    int contact;  // index
};
std::vector<ContactGap> gaps_of(const std::vector<Contact>& contacts, const ConstrainedSystem& system);

// The directions P M^-1 n^T of one system, at states on its manifold.
class ImpactLaw {
  public:
    explicit ImpactLaw(const ConstrainedSystem& system);
    struct Direction {
        std::vector<double> n, change;  // n, and P M^-1 n^T
        double mu, free;                // and n . M^-1 n^T, which is mu without constraints
    };
    Direction direction(const InitialState& state, const GapFunction& gap);
    // How the change of a direction turns along dx, of a system by its Lagrangian.
    std::vector<double> change_rate(const InitialState& state, const GapFunction& gap, const Direction& direction,
                                    const std::vector<double>& dx) const;

  private:
    const ConstrainedSystem& system_;
    std::unique_ptr<TangentMotion> tangent_;
};

}  // namespace cchnn
