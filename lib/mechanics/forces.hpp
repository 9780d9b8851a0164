#pragma once
// Forces on nodes, conservative (-dV/dx), dissipative (-dR/dv) and gyroscopic (F, v . F = 0), of every kind in
// elements/ that has them, in the order of the list.
//   (1)  f = f_constant - dV/dx - dR/dv + F(x, v)   (n, d) N; V of positions x and of counted angles, parameters s;
//        and those that inputs drive (driven_forces.hpp)
//   (2)  V = -f_constant . x + sum of the kinds' energies
// Only + - * / sqrt, because this is the stepping path. Callers of forces_at() see no kind: the kinds are compiled once
// for each pair of number types, where force_tables.hpp is included.

#include <memory>
#include <vector>

#include "mechanics/angles.hpp"
#include "mechanics/driven_forces.hpp"

namespace cchnn {

class BodyGraph;
struct SolverRow;

// The tables of those kinds that have one, with constants in C (elements/parts/constants.hpp).
template <class C>
struct ForceTables;
// mechanics/kernels/passage.hpp
template <class Real>
class Passage;

// The constants of all forces of a system, owned by SystemConstants. Copies share their tables; only LaneConstants and
// DualLaneConstants change numbers in them, in tables of their own.
template <class C>
struct ForcesOf {
    std::vector<C> constant;  // (n, d) N
    AnglesOf<C> angles;
    DrivenForcesOf<C> driven;
    std::shared_ptr<ForceTables<C>> tables;                         // null only before forces_of() has made them
    bool varying = false, dissipative = false, gyroscopic = false;  // of dV/dx, dR/dv, F: there is one
    bool inertial = false;  // a Lagrangian makes all forces, and both energies (elements/lagrangian.hpp)

    ForcesOf() = default;
    // Converts exact constants to C.
    template <class B>
    explicit ForcesOf(const ForcesOf<B>& from)
        : constant(converted<C>(from.constant)),
          angles(converted<AnglesOf<C>>(from.angles)),
          driven(converted<DrivenForcesOf<C>>(from.driven)),
          tables(tables_from(from)),
          varying(from.varying),
          dissipative(from.dissipative),
          gyroscopic(from.gyroscopic),
          inertial(from.inertial) {}
    template <class Action>
    void each_number(Action&& action) {
        for (C& c : constant) action(c);
        for (C* c : numbers_of_tables()) action(*c);
        each_number_in<C>(angles, action);
        each_number_in<C>(driven, action);
    }
    // The whole force if it does not depend on the state, else null.
    const C* only_constant() const {
        return varying || depends_on_velocities() || !angles.empty() || !driven.empty() ? nullptr : constant.data();
    }
    bool depends_on_velocities() const { return dissipative || gyroscopic || inertial; }

  private:
    static std::shared_ptr<ForceTables<C>> tables_from(const ForcesOf<Exact>& from);
    std::vector<C*> numbers_of_tables() const;
};

using Forces = ForcesOf<double>;
// The counted angles of all terms, in the order of terms. Throws SpecError for an angle in space without a hinge.
std::vector<CountedAngle> counted_angles(const BodyGraph& graph);
ForcesOf<Exact> forces_of(const BodyGraph& graph, const std::vector<CountedAngle>& angles);

// Sums of forces and energies in numbers of Real. s: the parameters of the state, read only if angles are counted or
// inputs drive forces.
template <class Real, class C>
struct ForceFunctions {
    // (1); returns the rate at which energy is lost.
    static Real forces(int dimension, const ForcesOf<C>& forces, const Real* x, const Real* v, const Real* s, Real* f);
    // (2)
    static Real energy(int dimension, const ForcesOf<C>& forces, const Real* x, const Real* s);
    // The kinetic energy of a Lagrangian.
    static Real kinetic_energy(const ForcesOf<C>& forces, const Real* x, const Real* v);
    // (2) of driven_forces.hpp, from x, dx/dt and the rates of the parameters, into these rates.
    static void drive(int dimension, const ForcesOf<C>& forces, const Real* x, const Real* dx, const Real* s, Real* ds);
};

// A generalised impulse f on a system by its Lagrangian becomes the change M^-1 f of dq/dt, with `held` without what its rows do not
// allow. M is that of q at t = 0.
void impulse_of_lagrangian(const Forces& forces, const double* q, bool held, double* f);
// The derivative of the change that held rows allow, where q and f change by dq and df.
std::vector<double> impulse_rate_of_lagrangian(const Forces& forces, const std::vector<double>& q,
                                               const std::vector<double>& dq, const std::vector<double>& f,
                                               const std::vector<double>& df);
// The same forces, where a Lagrangian is held by other rows: all of them are formulas.
ForcesOf<Exact> held_by(const ForcesOf<Exact>& forces, const std::vector<SolverRow>& rows);

// Shows the centres of all forces (elements/parts/centres.hpp) to `seen`; and whether there is one, at any x.
template <class Real, class C>
void show_centres(int dimension, const ForcesOf<C>& forces, const Real* x, const Real* x_new, Passage<Real>& seen);
bool any_centre(int dimension, const Forces& forces, const double* x);
// Whether (x, v) is at rest at the centre of a potential or a driven spring, such as ends of a Spring with a rest length
// that meet: the force has no direction there, so that no unique motion starts. A motion that passes is unique.
bool at_rest_at_centre(int dimension, const Forces& forces, const double* x, const double* v);

template <int D, class Real, class C>
Real forces_at(const ForcesOf<C>& forces, const Real* x, const Real* v, const Real* s, Real* f) {
    return ForceFunctions<Real, C>::forces(D, forces, x, v, s, f);
}

}  // namespace cchnn
