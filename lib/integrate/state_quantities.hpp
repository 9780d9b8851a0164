#pragma once
// What follows from one state of a system: (1) to (5) of derived_arrays.hpp, its energy, and dPhi/dx. Datasets store it,
// and cchnn-gen serve answers with it, so that both have the same bits.

#include <vector>

#include "mechanics/base_motion.hpp"
#include "model/compiled_system.hpp"

namespace cchnn {

// Owns workspace: one for each thread. The system outlives it.
class StateQuantities {
  public:
    explicit StateQuantities(const CompiledSystem& compiled);

    // Sets the state that the other members refer to. `s` holds parameters of points on curves, counted angles and, of
    // a driven system, work, time and inputs; if null, the first two are found from x and v, and there are no others.
    void see(double t, const double* x, const double* v, const double* s, bool with_acceleration);

    // For many states at once: appends z = (x, p[, e][, s]) of this one, to which KernelDoor::vector_field gives the rate
    // that take_rate() reads.
    void append_state(std::vector<double>& z) const;
    void take_rate(double t, const double* rate);

    const std::vector<double>& momentum() const { return momentum_; }
    std::vector<double> acceleration() const;  // in space
    double energy() const { return seen_.energy(s_.data()); }
    // (C, n, d) dPhi/dx; of rows on velocities alone, the derivative of the row by v.
    void jacobian(double* out);

    // (5). Solves A lambda = G (M^-1 f - a) in the independent rows; if these are nearly dependent in this state, in a
    // set of rows that PivotedLdlt chooses among all. `pushed` is M^-1 f - a, the acceleration that the constraints
    // take away.
    void multipliers(double* out);
    // (4), J^T p.
    void generalised_momentum(const double* q, double* out);
    // (2), the normal equations (J^T M J) qddot = J^T M (a - J' qdot). Here `bias` is the velocity-product (bias)
    // acceleration J' qdot, `left` is a - J' qdot, and `weighted_left` is M times that.
    void generalised_acceleration(const double* q, const double* qdot, double* out);

  private:
    double dot(const double* a, const double* b) const;
    double solve_for(const std::vector<std::size_t>& rows, double vanishes, const std::vector<double>& pushed,
                     double* out);
    void write_gradient(std::size_t row, double* out);
    std::vector<double> products(std::size_t count) const;
    void read_columns(const double* q);
    std::vector<double> velocity_rate(const double* q, const double* qdot) const;

    const ConstrainedSystem& system_;
    const GeneralisedCoordinates& coordinates_;
    std::size_t size_, m_;
    std::vector<std::size_t> every_, independent_;  // rows
    std::vector<std::vector<int>> nodes_;           // of each row
    const BaseMotion base_;
    SeenFromBase seen_;
    double t_ = 0;
    const double *x_ = nullptr, *v_ = nullptr;
    std::vector<double> s_, momentum_, acceleration_, unit_, gradient_, columns_;
};

}  // namespace cchnn
