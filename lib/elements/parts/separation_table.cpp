#include "elements/parts/separation_table.hpp"

#include "core/to_size.hpp"

#include <algorithm>

namespace cchnn {

void add_separation(SeparationTable& table, const Separation& separation, int dimension) {
    SeparationTerms t;
    const auto& w = separation.weights;
    const bool moved =
        std::any_of(separation.offset.begin(), separation.offset.end(), [](const Exact& c) { return !(c == 0.0); });
    if (w.size() == 2 && w[0].weight == 1.0 && w[1].weight == -1.0 && !moved) {
        t.kind = SeparationTerms::Kind::nodes;
        t.a = index(w[0].node);
        t.b = index(w[1].node);
    } else if (w.size() == 1 && w[0].weight == 1.0) {
        t.kind = SeparationTerms::Kind::node_to_point;
        t.a = index(w[0].node);
    } else {
        t.begin = count_of(table.node);
        for (const NodeWeight& p : w) {
            table.node.push_back(index(p.node));
            table.weight.push_back(p.weight);
        }
        t.end = count_of(table.node);
    }
    table.terms.push_back(t);
    for (int k = 0; k < dimension; ++k) table.offset.push_back(separation.offset[k]);
}

}  // namespace cchnn
