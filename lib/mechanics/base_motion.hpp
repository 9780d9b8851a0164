#pragma once
// Origins that move, all alike: their displacement a(t) is a sum of vectors, each times an input that is a formula of
// t. Kernels compute the motion as seen from these Origins, where they are at rest:
//
//   (1)  y = x - a,  w = v - a',  M dw/dt = F(y, w) - DPhi(y)^T lambda - M a''
//
// Phi(x, t) = Phi(x - a(t)), and a'' acts on every mass like a uniform field. Nothing else in space may distinguish a
// place or a velocity: spec/meaning/moving_origins.cpp rejects those kinds. Energies and work are those in space,
//
//   (2)  H = v^T M v / 2 + V(y) - F_constant . a,   dH/dt = F_driven . v + a' . (force of the Origins) - 2 R
//
// where the force of the Origins includes the tension of springs between them and bodies.

#include <array>
#include <memory>
#include <vector>

#include "elements/parts/formula/formula_step.hpp"
#include "mechanics/forces.hpp"

namespace cchnn {

class ConstrainedSystem;

// The motion of the Origins, read from what forces_of() has added for them; without any, nothing changes.
class BaseMotion {
  public:
    explicit BaseMotion(const ConstrainedSystem& system);
    bool at_rest() const { return moves_.empty(); }
    // a, a' or a'' at time t.
    std::array<Exact, 3> rate(int order, double t) const;
    // Adds sign times a and a' to nodes. `lost` gets what rounding takes away, of x and then of v.
    void shift(double t, double sign, std::vector<double>& x, std::vector<double>& v,
               std::array<std::vector<double>, 2>* lost = nullptr) const;

  private:
    struct Move {
        std::array<double, 3> along{};  // m
        std::array<std::shared_ptr<const FormulaProgram>, 3> formulas{};
    };
    std::size_t dimension_;
    std::vector<Move> moves_;
};

// A state in space, as seen from the Origins. It refers to the state itself where they are at rest.
class SeenFromBase {
  public:
    explicit SeenFromBase(const ConstrainedSystem& system) : system_(system), base_(system) {}
    void see(double t, const double* x, const double* v);
    const double* x() const { return x_; }
    const double* v() const { return v_; }
    // (2); s as for ConstrainedSystem::energy().
    double energy(const double* s = nullptr) const;
    // The same, given the kinetic energy in space, J.
    double energy(double kinetic, const double* s) const;
    // (2) minus the energy of (y, w).
    double energy_of_motion() const;

  private:
    double without_constant_work(double energy) const;  // minus F_constant . a

    const ConstrainedSystem& system_;
    const BaseMotion base_;
    const double *x_ = nullptr, *v_ = nullptr, *in_space_ = nullptr;
    double t_ = 0;
    std::vector<double> y_, w_;
};

}  // namespace cchnn
