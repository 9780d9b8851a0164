#pragma once
// The compiled mechanics of a system: a constrained Hamiltonian system (paper, sections 5 and 6) made from a BodyGraph.
// It is constant once compiled and shared by threads; CompiledSystem (model/) owns it. Whatever changes lives in a
// Dynamics (kernels/dynamics.hpp), one for each thread.
//
//   (1)  H(x, p) = 1/2 tr(P M^-1 P^T) + V(x)                                        [J]
//   (2)  Phi(x) = 0,  G = dPhi/dx,  C rows as the paper prints them
//   (3)  rank of G on the manifold = number of independent rows <= C
//
// Shapes: n nodes, d dimensions; x, v, p are (n, d) row-major, node by node. Every row and force is a function of a few
// separations r(x) = sum_i w_i x_i + c, affine in x with constant weights. This makes the solve of
// kernels/general_dynamics.hpp small: an entry of G M^-1 G^T is a constant times a dot product.

#include <memory>
#include <string>
#include <vector>

#include "core/to_size.hpp"
#include "elements/parts/constraint_row.hpp"
#include "elements/parts/input.hpp"
#include "mechanics/conserved.hpp"
#include "mechanics/row_selection_monitor.hpp"
#include "mechanics/rows/constraint_manifold.hpp"
#include "mechanics/system_constants.hpp"

namespace cchnn {

struct SystemSpec;

// Owns the rows of Phi, the plan of the independent ones among the solver rows, masses, forces, and conserved
// quantities.
class ConstrainedSystem {
  public:
    // Throws SpecError with the names of constraints that cannot be met together or hold only in a degenerate
    // configuration, and of declared quantities that the graph does not conserve. `drawn`: where motions start; the
    // rank of the rows is determined there, unless the file gives a state.
    ConstrainedSystem(const SystemSpec& spec, const BodyGraph& graph, const DrawPositions& drawn = {});

    // The same system with other masses, lengths, ...: the choice of independent rows is copied from `like`.
    ConstrainedSystem(const SystemSpec& spec, const BodyGraph& graph, const ConstrainedSystem& like);

    // The system `other`, solved with those of its solver rows that are `chosen`, ascending
    // (mechanics/row_selection_monitor.hpp).
    ConstrainedSystem(const ConstrainedSystem& other, const std::vector<SolverRow>& rows,
                      const std::vector<int>& chosen);

    const std::string& name() const { return parts_.name; }
    int dimension() const { return constants_.dimension; }
    int node_count() const { return state_size() / dimension(); }
    int state_size() const { return constants_.state_size; }  // n d, entries of x
    // The number of independent velocities. With nonholonomic constraints a configuration has more coordinates than
    // that.
    int degrees_of_freedom() const { return state_size() - independent_count(); }
    // The dimension of the manifold of states (x, v) that satisfy every row.
    int tangent_dimension() const { return 2 * degrees_of_freedom() + count_of(plan().velocity_rows); }
    int independent_count() const { return plan().size(); }
    // Monitors and renews the choice of rows during a motion; null unless rows depend on each other around a loop, and
    // for more rows than row_selection_monitor() takes.
    const RowSelectionMonitor* row_selection_monitor() const { return parts_.row_selection_monitor.get(); }

    const std::vector<ConstraintRow>& rows() const { return parts_.rows; }
    // The number of rows that are Phi; those after them are velocity-level constraints and have only a rate.
    int position_row_count() const { return position_row_count_; }
    // Whether bodies form a closed kinematic loop; if rows are left out, also one through planes and curves of space.
    bool closes_loops() const { return parts_.closes_loops; }
    // False with velocity-level (nonholonomic) constraints: the flow is not Hamiltonian, although energy is conserved.
    bool holonomic() const { return position_row_count_ == count_of(rows()); }
    const Forces& forces() const { return constants_.forces; }
    // Whether energy is dissipated; trajectories then also store how much.
    bool dissipative() const { return constants_.dissipative(); }
    // Whether forces that depend on velocities and do no work act; then p = M v is not the canonical momentum.
    bool gyroscopic() const { return forces().gyroscopic; }
    // Whether a Lagrangian gives both energies. M is then that of unit masses, and x and v are q and dq/dt.
    bool lagrangian() const { return forces().inertial; }
    // Those of its coordinates that are angles, ascending; none without a Lagrangian.
    const std::vector<int>& angle_coordinates() const { return parts_.angle_coordinates; }
    // The types of the kinds whose forces depend on velocities, dissipative ones first.
    const std::vector<std::string>& velocity_dependent_kinds() const { return parts_.velocity_dependent_kinds; }
    // M and M^-1, acting on nodes and not on axes (paper eq. 9), sparse and as dense (n, n).  [kg], [1/kg]
    const NodeMasses& masses() const { return constants_.masses; }
    // (n) kg: the mass by which an absolute tolerance in m/s is multiplied for the momentum of each node
    // (rank/tolerance_masses.hpp).
    const std::vector<double>& tolerance_masses() const { return tolerance_masses_; }
    std::vector<double> mass_matrix() const { return dense(masses().matrix()); }
    std::vector<double> inverse_mass_matrix() const { return dense(masses().inverse()); }
    // p = M v and v = M^-1 p, for one state or one in each lane.
    void momentum(const double* v, double* p) const { masses().multiply(v, dimension(), p); }
    template <class Real>
    void velocity(const Real* p, Real* v) const {
        constants_.velocity(p, v);
    }

    // Points on curves. Each has a parameter s, which is part of the state. phi() uses the nearest point of the curve
    // instead; where the curve crosses itself, the branch along v, if v is given.
    const std::vector<SystemTrack>& tracks() const { return parts_.tracks; }
    // Angles counted over whole turns, stored in s after the curve parameters (elements/parts/counted_angle.hpp).
    const std::vector<CountedAngle>& angles() const { return parts_.angles; }
    std::size_t parameter_count() const { return parts_.tracks.size() + parts_.angles.size(); }
    // What forces and torques are multiplied by, and what is added to rest lengths and angles. Such a system is driven,
    // and its states have driven_size() components after s (driven_forces.hpp).
    const std::vector<Input>& inputs() const { return parts_.inputs; }
    bool driven() const { return !inputs().empty(); }
    std::size_t driven_size() const { return forces().driven.size(); }
    // s for a state without parameters: the nearest points of curves, and angles as they start.
    std::vector<double> nearest_parameters(const double* x, const double* v) const;
    // Corrects the angles of s to those of x and keeps whole turns. NaN becomes the angle that a motion from x starts
    // with, (3) of elements/parts/counted_angle.hpp.
    void settle_angles(const double* x, double* s) const;
    void angle_rates(const double* x, const double* v, double* out) const;  // (A) rad/s

    // The constants that kernels loop over, rounded to double and exact (106 bits).
    const SystemConstants<double>& constants() const { return constants_; }
    const SystemConstants<Exact>& exact_constants() const { return parts_.constants; }
    // The plan of the independent rows.
    const SolvePlan& plan() const { return constants_.plan; }
    // The pattern of its rows, each with its rate.
    const LdltPattern& rows_and_rates() const { return *parts_.pairs; }
    // The same with rigidity constraints solved in closed form; without bodies if there are only points.
    const RigidPlan& rigid() const { return constants_.rigid; }

    const std::vector<ConservedQuantity>& conserved() const { return parts_.conserved; }
    // A typical length of the system, the scale of guesses and noise.  [m]
    double length_scale() const { return parts_.length_scale; }

    // The energy H with p = M v; x, v point at n d numbers, s at the parameters of the state. If s is null, counted
    // angles are those of nearest_parameters().
    double energy(const double* x, const double* v, const double* s = nullptr) const {
        return kinetic_energy(x, v) + potential_energy(x, s);
    }
    // It depends on x with a Lagrangian alone.
    double kinetic_energy(const double* x, const double* v) const {
        if (lagrangian()) return ForceFunctions<double, double>::kinetic_energy(forces(), x, v);
        return masses().kinetic_energy(v, dimension());
    }
    double potential_energy(const double* x, const double* s = nullptr) const;
    // Constraint values of one state, in double, for reports and scores.
    void phi(const double* x,
             double* out) const;  // (C) all rows, m^2 for distances, else m, rad or 1; 0 on velocities alone
    void phi_rate(const double* x, const double* v, double* out) const;  // (C) G v
    void position_errors(const double* x, double* out) const;            // (C) |r| - length for distances, else phi
    // All three at once, so that curves are searched only once.
    void violations(const double* x, const double* v, double* phi, double* phi_rate, double* distances) const;
    double conserved_value(const ConservedQuantity& q, const double* x, const double* v,
                           const double* s = nullptr) const;

    // Phi(x) = 0 alone.
    ConstraintManifold manifold() const { return {dimension(), rows(), tracks(), masses(), length_scale()}; }

  private:
    // What a system is made of.
    struct Parts {
        std::string name;
        std::vector<ConstraintRow> rows;
        std::vector<SystemTrack> tracks;
        std::vector<CountedAngle> angles;
        std::vector<Input> inputs;
        std::vector<std::string> velocity_dependent_kinds;
        SystemConstants<Exact> constants;
        std::vector<ConservedQuantity> conserved;
        std::shared_ptr<const RowSelectionMonitor> row_selection_monitor;
        std::shared_ptr<const LdltPattern> pairs;
        bool closes_loops = false;
        double length_scale = 1;
        std::vector<int> angle_coordinates = {};
        std::vector<double> tolerance_mass_factors = {};  // (n) of the masses of bodies; none where all are 1
    };
    explicit ConstrainedSystem(Parts parts);
    static Parts without_plan(const std::string& name, const BodyGraph& graph, const std::vector<SystemTrack>& tracks);
    // `like`, if not null, differs in numbers alone: what does not follow from them is taken from it.
    static Parts solved(Parts parts, const BodyGraph& graph, const std::vector<SolverRow>& rows,
                        const std::vector<int>& chosen, const ConstrainedSystem* like);
    static Parts parts_of(const SystemSpec& spec, const BodyGraph& graph, const DrawPositions& drawn);
    static Parts parts_like(const SystemSpec& spec, const BodyGraph& graph, const ConstrainedSystem& like);
    static Parts parts_with(const ConstrainedSystem& other, const std::vector<SolverRow>& rows,
                            const std::vector<int>& chosen);
    std::vector<double> dense(const NodeMatrix& matrix) const;
    double angle_at(std::size_t i, const double* x) const;

    const Parts parts_;
    const SystemConstants<double> constants_;  // those of the parts, rounded
    const int position_row_count_;
    std::vector<double> tolerance_masses_;
};

// With where = "this state": "Link a-b is 2.3 m long in this state, its length is 1 m"; "Joint pivot-top, x is off by
// 0.2 in this state".
std::string violation_text(const ConstraintRow& row, double position_error, const std::string& where);

}  // namespace cchnn
