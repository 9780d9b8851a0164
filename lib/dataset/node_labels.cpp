#include "dataset/dataset_description.hpp"

namespace cchnn {

std::vector<NodeLabel> node_labels(const BodyGraph& graph) {
    std::vector<NodeLabel> labels;
    for (const Body& body : graph.bodies())
        for (int i = 0; i < body.node_count; ++i) labels.push_back({body.id, i});
    return labels;
}

}  // namespace cchnn
