#pragma once
// Many separations in the form that kernels loop over, and their gather and scatter: r(x) from nodes, and forces on
// nodes from a vector along r.

#include <vector>

#include "core/to_size.hpp"
#include "elements/parts/separation.hpp"
#include "numbers/square_root.hpp"

namespace cchnn {

// Most separations join two nodes, or a node and a fixed point; these need no weights.
struct SeparationTerms {
    enum class Kind { nodes, node_to_point, general } kind = Kind::general;
    int a = 0, b = 0;        // nodes: r = x_a - x_b; node_to_point: r = x_a + offset
    int begin = 0, end = 0;  // range in node/weight of a general one
};

struct SeparationTable {
    std::vector<SeparationTerms> terms;
    std::vector<double> offset;  // (terms, d)
    std::vector<int> node;
    std::vector<double> weight;

    void add(const Separation& separation, int dimension);
};

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
            for (int j = 0; j < D; ++j) out[j] += table.weight[to_size(e)] * nodes[table.node[to_size(e)] * D + j];
    }
    if (offset)
        for (int j = 0; j < D; ++j) out[j] += offset[j];
}

template <int D, class Real>
inline void scatter(const SeparationTable& table, std::size_t k, const Real* along, Real* nodes) {
    const SeparationTerms& t = table.terms[k];
    if (t.kind == SeparationTerms::Kind::general) {
        for (int e = t.begin; e < t.end; ++e)
            for (int j = 0; j < D; ++j) nodes[table.node[to_size(e)] * D + j] += table.weight[to_size(e)] * along[j];
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

// |r|, of the separation itself: plain reading of energies.
template <class Real>
Real separation_length(const Separation& separation, const Real* x, int dimension) {
    Real square = Real(0.0);
    for (int j = 0; j < dimension; ++j) {
        Real c = Real(separation.offset[to_size(j)]);
        for (const NodeWeight& w : separation.weights) c += w.weight * x[index(w.node) * dimension + j];
        square += c * c;
    }
    return square_root(square);
}

}  // namespace cchnn
