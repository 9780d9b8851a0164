#pragma once
// The planned rows at one state: separations r_k(x), s_k = r_k(v), and everything built from them.
//
//   (1)  half Phi_k  = |r_k|^2/2 - length_k^2/2
//   (2)  (G v)_k     = r_k . s_k
//   (3)  A_kl        = coupling_kl (r_k . r_l)
//   (4)  G^T lambda  = sum_k lambda_k r_k w_k^T      scattered to nodes, (n, d)
//   (5)  W^T lambda  = sum_k lambda_k s_k w_k^T      W = d(G v)/dx
//
// A template on the number type and, inside, on the dimension, so that loops over components unroll.

#include <vector>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

// One separation's gather and scatter: r(x) from nodes, and node forces from a vector along r.
template <int D, class Real>
inline void gather(const SeparationTable& table, std::size_t k, const Real* nodes, const double* offset, Real* out) {
    const SeparationTerms& t = table.terms[k];
    if (t.kind == SeparationTerms::Kind::nodes) {
        for (int j = 0; j < D; ++j) out[j] = nodes[t.a * D + j] - nodes[t.b * D + j];
        return;
    }
    if (t.kind == SeparationTerms::Kind::node_to_point) {
        for (int j = 0; j < D; ++j) out[j] = nodes[t.a * D + j];
    } else {
        for (int j = 0; j < D; ++j) out[j] = Real(0.0);
        for (int e = t.begin; e < t.end; ++e)
            for (int j = 0; j < D; ++j)
                out[j] += table.weight[static_cast<std::size_t>(e)] *
                          nodes[table.node[static_cast<std::size_t>(e)] * D + j];
    }
    if (offset)
        for (int j = 0; j < D; ++j) out[j] += offset[j];
}

template <int D, class Real>
inline void scatter(const SeparationTable& table, std::size_t k, const Real* along, Real* nodes) {
    const SeparationTerms& t = table.terms[k];
    if (t.kind == SeparationTerms::Kind::general) {
        for (int e = t.begin; e < t.end; ++e)
            for (int j = 0; j < D; ++j)
                nodes[table.node[static_cast<std::size_t>(e)] * D + j] +=
                    table.weight[static_cast<std::size_t>(e)] * along[j];
        return;
    }
    for (int j = 0; j < D; ++j) nodes[t.a * D + j] += along[j];
    if (t.kind == SeparationTerms::Kind::nodes)
        for (int j = 0; j < D; ++j) nodes[t.b * D + j] -= along[j];
}

template <int D, class Real>
inline Real dot(const Real* a, const Real* b) {
    Real sum = a[0] * b[0];
    for (int j = 1; j < D; ++j) sum += a[j] * b[j];
    return sum;
}

// Plain reading of one plan, for compilation and sampling; the stepping path has its own fused loops (dynamics.hpp).
template <class Real>
class RowValues {
  public:
    RowValues(const ConstrainedSystem& system, const SolvePlan& plan)
        : system_(system), plan_(plan), r_(plan.row.size() * 3, Real(0.0)), s_(plan.row.size() * 3, Real(0.0)) {}

    void read_positions(const Real* x) { read(x, true, r_); }
    void read_velocities(const Real* v) { read(v, false, s_); }

    std::vector<Real> half_phi() const {
        std::vector<Real> out;
        for (std::size_t k = 0; k < plan_.row.size(); ++k)
            out.push_back(0.5 * product(r_, k, r_, k) - plan_.half_square[k]);
        return out;
    }
    std::vector<Real> rate() const {
        std::vector<Real> out;
        for (std::size_t k = 0; k < plan_.row.size(); ++k) out.push_back(product(r_, k, s_, k));
        return out;
    }
    // Entries of (3) in the order of the plan's pattern.
    std::vector<Real> matrix(const std::vector<double>& coupling) const {
        return entries([&](std::size_t k, std::size_t l) { return product(r_, k, r_, l); }, coupling);
    }
    void add_gradient(const Real* lambda, Real* nodes) const { add(lambda, r_, nodes); }
    void add_rate_gradient(const Real* lambda, Real* nodes) const { add(lambda, s_, nodes); }

    Real rr(std::size_t k, std::size_t l) const { return product(r_, k, r_, l); }
    Real rs(std::size_t k, std::size_t l) const { return product(r_, k, s_, l); }
    Real ss(std::size_t k, std::size_t l) const { return product(s_, k, s_, l); }

    void multiply_inverse_mass(Real* nodes) const {
        const int d = system_.dimension();
        const std::vector<Real> in(nodes, nodes + system_.state_size());
        for (std::size_t i = 0; i < system_.inverse_masses().size(); ++i)
            for (std::size_t j = 0; j < static_cast<std::size_t>(d); ++j) {
                Real sum = Real(0.0);
                for (const NodeWeight& entry : system_.inverse_masses()[i])
                    sum += entry.weight * in[static_cast<std::size_t>(index(entry.node) * d) + j];
                nodes[i * static_cast<std::size_t>(d) + j] = sum;
            }
    }

  private:
    void read(const Real* nodes, bool with_offset, std::vector<Real>& out) {
        const auto d = static_cast<std::size_t>(system_.dimension());
        for (std::size_t k = 0; k < plan_.row.size(); ++k) {
            const double* offset = with_offset ? &plan_.separations.offset[k * d] : nullptr;
            if (d == 1) gather<1>(plan_.separations, k, nodes, offset, &out[k * 3]);
            if (d == 2) gather<2>(plan_.separations, k, nodes, offset, &out[k * 3]);
            if (d == 3) gather<3>(plan_.separations, k, nodes, offset, &out[k * 3]);
        }
    }
    void add(const Real* lambda, const std::vector<Real>& vectors, Real* nodes) const {
        for (std::size_t k = 0; k < plan_.row.size(); ++k) {
            Real along[3];
            for (std::size_t j = 0; j < 3; ++j) along[j] = lambda[k] * vectors[k * 3 + j];
            if (system_.dimension() == 1) scatter<1>(plan_.separations, k, along, nodes);
            if (system_.dimension() == 2) scatter<2>(plan_.separations, k, along, nodes);
            if (system_.dimension() == 3) scatter<3>(plan_.separations, k, along, nodes);
        }
    }
    // Vectors are stored with three components, unused ones zero.
    static Real product(const std::vector<Real>& a, std::size_t k, const std::vector<Real>& b, std::size_t l) {
        return dot<3>(&a[k * 3], &b[l * 3]);
    }
    template <class Entry>
    std::vector<Real> entries(Entry&& entry, const std::vector<double>& coupling) const {
        std::vector<Real> out;
        const LdltPattern& p = plan_.pattern;
        for (std::size_t k = 0; k < plan_.row.size(); ++k)
            for (auto e = static_cast<std::size_t>(p.a_begin[k]); e < static_cast<std::size_t>(p.a_begin[k + 1]); ++e)
                out.push_back(coupling[e] * entry(k, static_cast<std::size_t>(p.a_columns[e])));
        return out;
    }

    const ConstrainedSystem& system_;
    const SolvePlan& plan_;
    std::vector<Real> r_, s_;  // (rows, 3)
};

}  // namespace cchnn
