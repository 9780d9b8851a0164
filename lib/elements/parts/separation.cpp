#include "elements/parts/separation.hpp"

namespace cchnn {

bool same_point(const Point& a, const Point& b) {
    if (a.body != b.body || a.weights.size() != b.weights.size()) return false;
    for (std::size_t i = 0; i < a.weights.size(); ++i)
        if (a.weights[i].node != b.weights[i].node || !(a.weights[i].weight == b.weights[i].weight)) return false;
    for (std::size_t i = 0; i < a.offset.size(); ++i)
        if (!(a.offset[i] == b.offset[i])) return false;
    return true;
}

Separation signed_difference(const Point& a, const Point& b) {
    Separation r;
    r.weights = a.weights;
    for (const NodeWeight& w : b.weights) r.weights.push_back({w.node, -w.weight});
    for (std::size_t k = 0; k < a.offset.size(); ++k) r.offset.push_back(a.offset[k] - b.offset[k]);
    return r;
}

Separation difference(const Point& a, const Point& b) {
    return a.weights.empty() ? signed_difference(b, a) : signed_difference(a, b);
}

Exact length_of(const std::vector<Exact>& vector) {
    Exact square = 0.0;
    for (const Exact& c : vector) square += c * c;
    return square_root(square);
}

Separation separation_of(const Point& direction) { return {direction.weights, direction.offset}; }

}  // namespace cchnn
