#pragma once
// The dense equations of motion in (x, v), and the projection onto the constraints; derived from the system
// alone, in the number type S. A state is y = (x, v, s, theta): s are the parameters of points on curves, theta
// the counted angles. Angles are constant during a step and are counted again after it: they only select one of
// the angles that differ by full turns. A system with inputs has t and each input behind them; inputs are constant
// from sample to sample, or grow at constant rates, unless they are formulas of t. The work W of inputs and Origins
// and the energy D that damping takes end the state of a system that gains or loses energy.
//
//   (1)  M a = F - G^T mu,   G a + c = 0                 F = -dV/dx - dR/dv and gyroscopic forces; c = dG/dt v,
//                                                        the bias of the rows (paper, eq. 7); G = dPhi/dx, the Jacobian
//        Of rows Phi(x, t) with Origins that move c also has dPhi/da a'', and G v becomes G v + dPhi/dt.
//   (2)  A mu = G M^-1 F + c,  A = G M^-1 G^T            solved by L D L^T (equations/make_elimination.hpp)
//   (3)  dW/dt = sum over forces of inputs F.v - (dPhi/dt).mu' + sum over Origins that move of (dV/da + dR/da').a'
//        dD/dt = sum of (dR/dw).w,   w with the velocity of the Origins: H(t) - H(0) = W - D
//        While a contact is closed its gap is one of the rows.
//   (4)  x -= M^-1 G^T A^-1 Phi, repeated; then v -= M^-1 G^T A^-1 G v: the nearest state in the metric of M
//   (5)  v -= M^-1 G^T lambda,  A lambda = (0, ..., 0, (1 + e) dg/dt)   an impact, whose gap g is the last row;
//        D grows by (1 - e) lambda dg/dt / 2, W by lambda . dPhi/dt
//
// Rows may depend on each other, as the axes of a hinge and closed loops do. An independent set is chosen at the end of
// each step before its projection, by the pivots of A with the rows of a piece scaled to a largest length of 1, and
// kept until the end of the next. On the constraints the other rows then hold by themselves.

#include <array>
#include <optional>
#include <vector>

#include "judge/system.hpp"

namespace cchnn::judge {

// The equations of one system, which must outlive them. Not for several threads: they hold work arrays.
template <class S>
class Equations {
  public:
    // Sizes all work arrays. size() is the number of entries of y.
    explicit Equations(const System<S>& system);

    std::size_t size() const { return work_index() + (with_work_ ? 2 : 0); }
    // The index of W in y, with D behind it, of a system that gains or loses energy.
    std::size_t work_index() const { return time_index() + (system_.inputs.empty() ? 0 : 1 + system_.inputs.size()); }
    // The index of t in y, of a system with inputs.
    std::size_t time_index() const { return 2 * n_ + system_.tracks.size() + system_.angles.size(); }

    // The displacement of the Origins at time t, its first and its second derivative.
    using Base = std::array<std::array<S, 3>, 3>;
    Base base(const S& time) const;

    // The rates of the inputs from here on.
    void set_input_rates(std::vector<S> rates) { input_rates_ = std::move(rates); }

    void choose_rows(const std::vector<S>& y);
    // dy/dt at y, by (1) and (2). NaN where the chosen rows have lost their rank, so that the caller takes a
    // shorter step.
    void field(const std::vector<S>& y, std::vector<S>& rate);
    // Moves y onto the constraints by (4), with s at the nearest points of the curves and angles counted anew;
    // exact to the rounding of `length`, the size of x in m. Returns false if it does not converge.
    bool project(std::vector<S>& y, double length);

    // |F| |x| + |M v| |v|, J, with all forces F of (1): the most that relative changes of x and v change energies and
    // work, per change.
    S energy_by_state(const std::vector<S>& y);
    S kinetic(const std::vector<S>& y) const;
    // The sum of the potentials, J. If `scale` is given it receives the sum of their magnitudes, by which
    // rounding is judged.
    S potential(const std::vector<S>& y, S* scale = nullptr) const;
    // The values of all rows of Phi in the order of the pieces; a row of a curve has d components. Without
    // `with_others`, only the rows that /system/constraints lists.
    std::vector<S> rows(const std::vector<S>& y, bool with_others) const;
    // The longest step from y, at most `wanted` in s, that cannot miss what happens on its way: bodies that
    // pass each other, narrow features of formulas and curves, half turns of angles.
    double longest_step(const std::vector<S>& y, const std::vector<S>& rate, double wanted) const;
    // The time in s in which places move by a rounding unit; 0 at rest. Steps that are much shorter come no nearer to a
    // singular point.
    double time_of_rounding(const std::vector<S>& y) const;

    // The gap of contact k, its first and second derivatives in time, and the length of its gradient in nodes, by which
    // a formula sets its unit; rate is that of field() at y.
    std::array<S, 4> gap(std::size_t k, const std::vector<S>& y, const std::vector<S>& rate);
    bool is_closed(std::size_t k) const { return is_closed_[system_.contacts[k].piece]; }
    // The caller chooses rows again.
    void set_closed(std::size_t k, bool closed) { is_closed_[system_.contacts[k].piece] = closed; }
    // By how much the closed contact k pushes, in the last call of field(): relative to the terms that it is a sum of.
    // Nothing if its row is not among the chosen ones, since it depends on others.
    std::optional<S> push(std::size_t k) const;
    // The impact (5) of contact k. False if other rows hold its gap. `pulled` receives a closed contact that would have
    // to pull, if there is one; then nothing has changed.
    bool impact(std::size_t k, const S& restitution, std::vector<S>& y, std::optional<std::size_t>& pulled);

  private:
    using Vector = std::vector<S>;
    // The chosen rows: those on positions first, in the order of the pieces.
    struct RowSet {
        std::vector<std::size_t> rows;
        std::size_t holonomic = 0;  // the first so many have a Phi
    };

    void evaluate(const Place<S>& place, const Vector& y, S* r, S* w) const;
    void evaluate_rates(const Place<S>& place, const Vector& rate, S* v, S* a) const;  // of nodes alone
    void sum_nodes(const S* offset, const Place<S>& place, const Vector& y, S* r, S* w) const;
    S times_base(const Piece<S>& piece, const S* gradient, const std::array<S, 3>& of_base) const;
    PieceState<S> state_of(const Piece<S>& piece, const Vector& y) const;
    void add_to_nodes(const Piece<S>& piece, const S* gradient, S* to, int sign) const;
    S input(std::size_t k, const Vector& y) const;
    bool has_rows(std::size_t piece) const {
        const Role role = system_.pieces[piece]->role;
        return role == Role::row || role == Role::velocity_row || (role == Role::gap && is_closed_[piece]);
    }
    void fill_forces(const Vector& y);
    void fill_rows(const Vector& y, bool with_curvature);
    void fill_products(const std::vector<std::size_t>& rows);
    S product(std::size_t i, std::size_t j) const;  // (A)_ij
    void times_inverse_mass(S* vector) const;
    std::vector<S> inputs_of_lagrangian(const Vector& y) const;
    void set_inertia(const Vector& y, bool of_motion);
    bool factor(const std::vector<std::size_t>& rows);
    void solve(std::size_t count, Vector& b) const;
    void move_along_rows(const std::vector<std::size_t>& rows, const Vector& mu, S* to) const;
    void follow_curves(Vector& y) const;
    void count_angles(Vector& y) const;
    double time_of_turn(const Vector& rate, double wanted) const;
    std::vector<std::size_t> independent(const std::vector<std::size_t>& candidates, std::size_t holonomic);

    const System<S>& system_;
    std::vector<Body<S>> bodies_;  // of the system; that of a Lagrangian has the inertia of the last state
    std::size_t n_, d_;
    bool with_work_;
    std::vector<std::size_t> first_row_;  // of each piece
    std::vector<bool> is_velocity_row_;   // of each row
    std::vector<bool> is_closed_;         // of each piece that is a gap
    std::vector<std::size_t> piece_of_row_;
    std::vector<std::vector<std::size_t>> bodies_of_row_;
    RowSet chosen_;
    std::vector<S> multipliers_;  // of the chosen rows, by the last field()
    std::vector<S> input_rates_;  // of all inputs, or none
    // Work arrays: G and M^-1 G by rows (rows, n d), curvature and Phi of each row, what Origins that move add to its
    // rate, the factor of A, forces; dW/dt of forces and dD/dt.
    S work_rate_ = 0, loss_rate_ = 0;
    Vector g_, m_inverse_g_, bias_, phi_, base_rate_, factor_, force_;
    mutable Vector r_, w_, out_;
};

extern template class Equations<long double>;
extern template class Equations<Quad>;

}  // namespace cchnn::judge
