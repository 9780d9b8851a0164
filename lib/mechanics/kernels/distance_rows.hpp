#pragma once
// The constraint Jacobian of a system in which each constraint fixes the distance of two nodes, or of a node and a
// fixed point, such as nets of links; chains and rigid bodies have kernels of their own. It computes the same numbers
// as RowValues (row_values.hpp (1) to (6)), with one separation in each row, so that no table of terms is needed:
//
//   (1)  r_k = x_a - x_b or x_a + offset,  s_k = v_a - v_b or v_a            g_k = r_k, h_k = s_k
//
// Loops keep their pointers in local variables, because a store of Lanes may alias anything, members included.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/to_size.hpp"
#include "mechanics/plan/solve_plan.hpp"
#include "mechanics/rows/row_values.hpp"

namespace cchnn {

// Owns r and s of all rows and copies of the plan's products; refers to the plan, which outlives it.
// DynamicsInDimension uses it in place of RowValues where fits() holds.
template <class Real, int D, class C = double>
class DistanceRows {
  public:
    using Constant = C;

    // Whether every row is the distance of two nodes, or of a node and a fixed point. A separation with weights on more
    // nodes, as of a point within a body, is not.
    static bool fits(const SolvePlanOf<C>& plan) {
        const auto& terms = plan.separations.terms;
        return std::all_of(plan.kind.begin(), plan.kind.end(), [](auto k) { return k == SolverRow::Kind::distance; }) &&
               std::none_of(terms.begin(), terms.end(),
                            [](const SeparationTerms& t) { return t.kind == SeparationTerms::Kind::general; });
    }

    explicit DistanceRows(const SolvePlanOf<C>& plan) : plan_(plan), r_(to_size(plan.size()) * D, Real(0.0)), s_(r_) {
        for (int k = 0; k < plan.size(); ++k) {
            const SeparationTerms& t = plan.separations.terms[k];
            const C* offset = &plan.separations.offset[to_size(k) * D];
            if (t.kind == SeparationTerms::Kind::nodes)
                pairs_.push_back({bytes(k), bytes(k * D), bytes(t.a * D), bytes(t.b * D), offset});
            else fixed_.push_back({bytes(k), bytes(k * D), bytes(t.a * D), 0, offset});
        }
        for (std::size_t e = 0; e + 1 < plan.coupling_begin.size(); ++e) {
            const std::size_t begin = plan.coupling_begin[e];
            const bool empty = begin == to_size(plan.coupling_begin[e + 1]);
            const CouplingTerm<C> c = empty ? CouplingTerm<C>{} : plan.coupling[begin];
            products_.push_back({bytes(c.slot_t * D), bytes(c.slot_u * D), c.mass});
        }
    }
    // Recomputes copies of the plan's constants.
    void constants_changed() {
        for (std::size_t e = 0; e < products_.size(); ++e)
            if (plan_.coupling_begin[e] < plan_.coupling_begin[e + 1])
                products_[e].mass = plan_.coupling[plan_.coupling_begin[e]].mass;
    }

    void read_positions(const Real* x) {
        Real* const all = r_.data();
        each(pairs_, [=](const Row& k) {
            Real* const r = at(all, k.row);
            const Real *const a = at(x, k.a), *const b = at(x, k.b);
            for (int j = 0; j < D; ++j) r[j] = a[j] - b[j];
        });
        each(fixed_, [=](const Row& k) {
            Real* const r = at(all, k.row);
            const Real* const a = at(x, k.a);
            for (int j = 0; j < D; ++j) r[j] = a[j] + k.offset[j];
        });
    }
    // Reads positions and velocities, and writes the rates G v.
    void read(const Real* x, const Real* v, Real* rate) {
        Real *const all_r = r_.data(), *const all_s = s_.data();
        each(pairs_, [=](const Row& k) {
            Real *const r = at(all_r, k.row), *const s = at(all_s, k.row);
            const Real *const xa = at(x, k.a), *const xb = at(x, k.b), *const va = at(v, k.a), *const vb = at(v, k.b);
            Real along = store(r, xa[0] - xb[0]) * store(s, va[0] - vb[0]);
            for (int j = 1; j < D; ++j) along += store(r + j, xa[j] - xb[j]) * store(s + j, va[j] - vb[j]);
            *at(rate, k.scalar) = along;
        });
        each(fixed_, [=](const Row& k) {
            Real *const r = at(all_r, k.row), *const s = at(all_s, k.row);
            const Real *const xa = at(x, k.a), *const va = at(v, k.a);
            Real along = store(r, xa[0] + k.offset[0]) * store(s, va[0]);
            for (int j = 1; j < D; ++j) along += store(r + j, xa[j] + k.offset[j]) * store(s + j, va[j]);
            *at(rate, k.scalar) = along;
        });
    }
    void read_motion(const Real* x, const Real* v) {
        read_positions(x);
        read_velocities(v);
    }
    void read_velocities(const Real* v) {
        Real* const all_s = s_.data();
        each(pairs_, [=](const Row& k) {
            Real* const s = at(all_s, k.row);
            const Real *const a = at(v, k.a), *const b = at(v, k.b);
            for (int j = 0; j < D; ++j) s[j] = a[j] - b[j];
        });
        each(fixed_, [=](const Row& k) {
            Real* const s = at(all_s, k.row);
            const Real* const a = at(v, k.a);
            for (int j = 0; j < D; ++j) s[j] = a[j];
        });
    }
    // Reads velocities after positions, and writes the rates G v.
    void read_velocities(const Real* v, Real* rate) {
        read_velocities(v);
        const Real *const r = r_.data(), *const s = s_.data();
        const int n = plan_.size();
        for (int k = 0; k < n; ++k) rate[k] = dot<D>(r + k * D, s + k * D);
    }

    void residual(Real* out) const {
        const Real* const r = r_.data();
        const C* const target = plan_.target.data();
        const int n = plan_.size();
        for (int k = 0; k < n; ++k) out[k] = 0.5 * dot<D>(r + k * D, r + k * D) - target[k];
    }
    void inverse_constraint_inertia(Real* out) const {
        const Real* const r = r_.data();
        const Product* const product = products_.data();
        const std::size_t n = products_.size();
        for (std::size_t e = 0; e < n; ++e) out[e] = product[e].mass * dot<D>(at(r, product[e].t), at(r, product[e].u));
    }

    // Adds G^T lambda to the node forces (n, D), or subtracts it.
    void add_gradient(const Real* lambda, Real* nodes) const {
        scatter(lambda, nodes, [](const Real& l) { return l; });
    }
    void subtract_gradient(const Real* lambda, Real* nodes) const {
        scatter(lambda, nodes, [](const Real& l) { return -l; });
    }
    // Adds G^T lambda to one array and W^T lambda to another.
    void add_gradients(const Real* lambda, Real* nodes, Real* rate_nodes) const {
        const Real *const all_r = r_.data(), *const all_s = s_.data();
        each(pairs_, [=](const Row& k) {
            const Real *const r = at(all_r, k.row), *const s = at(all_s, k.row);
            Real *const a = at(nodes, k.a), *const b = at(nodes, k.b);
            Real *const rate_a = at(rate_nodes, k.a), *const rate_b = at(rate_nodes, k.b);
            const Real l = *at(lambda, k.scalar);
            for (int j = 0; j < D; ++j) {
                const Real along = l * r[j], bent = l * s[j];
                a[j] += along;
                b[j] -= along;
                rate_a[j] += bent;
                rate_b[j] -= bent;
            }
        });
        each(fixed_, [=](const Row& k) {
            const Real *const r = at(all_r, k.row), *const s = at(all_s, k.row);
            Real *const a = at(nodes, k.a), *const rate_a = at(rate_nodes, k.a);
            const Real l = *at(lambda, k.scalar);
            for (int j = 0; j < D; ++j) {
                a[j] += l * r[j];
                rate_a[j] += l * s[j];
            }
        });
    }

    void constraint_acceleration(const Real* u, const Real* a, Real* out) const {
        const Real *const all_r = r_.data(), *const all_s = s_.data();
        each(pairs_, [=](const Row& k) {
            const Real *const r = at(all_r, k.row), *const s = at(all_s, k.row);
            const Real *const ua = at(u, k.a), *const ub = at(u, k.b), *const aa = at(a, k.a), *const ab = at(a, k.b);
            Real sum = s[0] * (ua[0] - ub[0]) + r[0] * (aa[0] - ab[0]);
            for (int j = 1; j < D; ++j) sum += s[j] * (ua[j] - ub[j]) + r[j] * (aa[j] - ab[j]);
            *at(out, k.scalar) = sum;
        });
        each(fixed_, [=](const Row& k) {
            *at(out, k.scalar) = dot<D>(at(all_s, k.row), at(u, k.a)) + dot<D>(at(all_r, k.row), at(a, k.a));
        });
    }

    // W v + G a for the v that was read.
    void constraint_acceleration(const Real* a, Real* out) const {
        const Real *const all_r = r_.data(), *const all_s = s_.data();
        each(pairs_, [=](const Row& k) {
            const Real *const r = at(all_r, k.row), *const s = at(all_s, k.row), *const aa = at(a, k.a),
                              *const ab = at(a, k.b);
            Real sum = s[0] * s[0] + r[0] * (aa[0] - ab[0]);
            for (int j = 1; j < D; ++j) sum += s[j] * s[j] + r[j] * (aa[j] - ab[j]);
            *at(out, k.scalar) = sum;
        });
        each(fixed_, [=](const Row& k) {
            const Real* const s = at(all_s, k.row);
            *at(out, k.scalar) = dot<D>(s, s) + dot<D>(at(all_r, k.row), at(a, k.a));
        });
    }

  private:
    // Where one row is, in bytes from the start of an array: its scalar, its vector, the vectors of its nodes. Offsets
    // in bytes need no multiplication by the size of Lanes.
    struct Row {
        std::ptrdiff_t scalar, row, a, b;
        const C* offset;
    };
    // One entry of A: a constant times r_t . r_u. Rows of one separation have one product for each entry.
    struct Product {
        std::ptrdiff_t t, u;
        C mass;
    };
    static std::ptrdiff_t bytes(int entry) { return static_cast<std::ptrdiff_t>(sizeof(Real)) * entry; }
    static Real* at(Real* base, std::ptrdiff_t bytes) {
        return reinterpret_cast<Real*>(reinterpret_cast<char*>(base) + bytes);
    }
    static const Real* at(const Real* base, std::ptrdiff_t bytes) {
        return reinterpret_cast<const Real*>(reinterpret_cast<const char*>(base) + bytes);
    }

    // Adds sign(lambda_k) r_k to node a of each row k and subtracts it from node b.
    template <class Sign>
    [[gnu::always_inline]] void scatter(const Real* lambda, Real* nodes, Sign&& sign) const {
        const Real* const all = r_.data();
        each(pairs_, [=](const Row& k) {
            const Real* const r = at(all, k.row);
            Real *const a = at(nodes, k.a), *const b = at(nodes, k.b);
            const Real l = sign(*at(lambda, k.scalar));
            for (int j = 0; j < D; ++j) {
                const Real force = l * r[j];
                a[j] += force;
                b[j] -= force;
            }
        });
        each(fixed_, [=](const Row& k) {
            const Real* const r = at(all, k.row);
            Real* const a = at(nodes, k.a);
            const Real l = sign(*at(lambda, k.scalar));
            for (int j = 0; j < D; ++j) a[j] += l * r[j];
        });
    }
    [[gnu::always_inline]] static Real store(Real* to, const Real& value) { return *to = value; }

    template <class Action>
    [[gnu::always_inline]] static void each(const std::vector<Row>& rows, Action&& action) {
        const Row* const begin = rows.data();
        const std::size_t n = rows.size();
        for (std::size_t i = 0; i < n; ++i) action(begin[i]);
    }

    const SolvePlanOf<C>& plan_;
    std::vector<Row> pairs_, fixed_;
    std::vector<Product> products_;
    std::vector<Real> r_, s_;
};

}  // namespace cchnn
