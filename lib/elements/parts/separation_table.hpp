#pragma once
// Many separations in the form over which kernels loop, with the two operations on them: gather, which computes
// r(x) from nodes, and scatter, its transpose, which adds a force on r to the forces on nodes.

#include <limits>
#include <type_traits>
#include <vector>

#include "core/to_size.hpp"
#include "elements/parts/constants.hpp"
#include "elements/parts/separation.hpp"
#include "numbers/square_root.hpp"

namespace cchnn {

// The terms of one separation. Most join two nodes, or a node and a fixed point, and need no weights.
struct SeparationTerms {
    enum class Kind { nodes, node_to_point, general } kind = Kind::general;
    int a = 0, b = 0;        // nodes: r = x_a - x_b; node_to_point: r = x_a + offset
    int begin = 0, end = 0;  // range in node/weight of a general one
};

// Separations in order, with their numbers in the type C (constants.hpp).
template <class C>
struct SeparationTableOf {
    std::vector<SeparationTerms> terms;
    std::vector<C> offset;  // (terms, d)
    std::vector<int> node;
    std::vector<C> weight;

    static constexpr auto members = std::tuple(&SeparationTableOf::terms, &SeparationTableOf::offset,
                                               &SeparationTableOf::node, &SeparationTableOf::weight);
};
using SeparationTable = SeparationTableOf<Exact>;

void add_separation(SeparationTable& table, const Separation& separation, int dimension);

// r of separation k: `out` has D entries. With a null offset the result is the rate r(v), for velocities in
// `nodes`.
template <int D, class Real, class C>
[[gnu::always_inline]] inline void gather(const SeparationTableOf<C>& table, std::size_t k, const Real* nodes,
                                          std::type_identity_t<const C*> offset, Real* out) {
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
            for (int j = 0; j < D; ++j) out[j] += table.weight[e] * nodes[table.node[e] * D + j];
    }
    if (offset)
        for (int j = 0; j < D; ++j) out[j] += offset[j];
}

// Adds the vector `along` to the nodes with the weights of separation k.
template <int D, class Real, class C>
[[gnu::always_inline]] inline void scatter(const SeparationTableOf<C>& table, std::size_t k, const Real* along,
                                           Real* nodes) {
    const SeparationTerms& t = table.terms[k];
    if (t.kind == SeparationTerms::Kind::general) {
        for (int e = t.begin; e < t.end; ++e)
            for (int j = 0; j < D; ++j) nodes[table.node[e] * D + j] += table.weight[e] * along[j];
        return;
    }
    for (int j = 0; j < D; ++j) nodes[t.a * D + j] += along[j];
    if (t.kind == SeparationTerms::Kind::nodes)
        for (int j = 0; j < D; ++j) nodes[t.b * D + j] -= along[j];
}

template <int D, class Real>
[[gnu::always_inline]] inline Real dot(const Real* a, const Real* b) {
    Real sum = a[0] * b[0];
    for (int j = 1; j < D; ++j) sum += a[j] * b[j];
    return sum;
}

// |r|^2, and the smallest normal number at r = 0: a multiple of r that is divided by it, or by its root, is then 0.
// Compared with other squares that number is less than a rounding unit.
template <int D, class Real>
[[gnu::always_inline]] inline Real positive_square(const Real* r) {
    return dot<D>(r, r) + Real(std::numeric_limits<double>::min());
}

// |r| of separation k, summed in the order of the file: for energies, of any dimension.
template <class Real, class C>
Real separation_length(const SeparationTableOf<C>& table, std::size_t k, const Real* x, int dimension) {
    const SeparationTerms& t = table.terms[k];
    Real square = Real(0.0);
    for (int j = 0; j < dimension; ++j) {
        Real c = Real(table.offset[k * dimension + j]);
        if (t.kind == SeparationTerms::Kind::general)
            for (int e = t.begin; e < t.end; ++e) c += table.weight[e] * x[table.node[e] * dimension + j];
        else c += x[t.a * dimension + j];
        if (t.kind == SeparationTerms::Kind::nodes) c -= x[t.b * dimension + j];
        square += c * c;
    }
    return square_root(square);
}

}  // namespace cchnn
