#include "mechanics/plan/node_masses.hpp"

#include "elements/parts/point.hpp"

namespace cchnn {

template <>
NodeMassesOf<Exact>::NodeMassesOf(const std::vector<Body>& bodies) {
    const auto node = [](const Body& body, int i) { return NodeIndex(body.first_node + i); };
    for (const Body& body : bodies) {
        if (body.node_count == 0) continue;
        const std::vector<Exact>& lambda = body.exact_second_moments;
        const Exact mass = body.mass, inverse_mass = 1.0 / mass;
        blocks_.push_back({body.first_node, body.node_count, inverse_mass, mass});
        points_only_ = points_only_ && body.node_count == 1;
        inverse_masses_.push_back(inverse_mass);
        inverse_moments_.push_back(0.0);
        moments_.push_back(0.0);
        moments_.insert(moments_.end(), lambda.begin(), lambda.end());
        body_mass_.insert(body_mass_.end(), body.node_count, body.mass);
        Exact moments = 0.0;
        for (const Exact& l : lambda) moments += l;
        std::vector<NodeWeight> centre{{node(body, 0), mass * (1.0 + moments)}};
        for (int i = 1; i < body.node_count; ++i) centre.push_back({node(body, i), -mass * lambda[i - 1]});
        matrix_.push_back(centre);
        for (int i = 1; i < body.node_count; ++i) {
            const Exact moment = mass * lambda[i - 1];
            inverse_moments_.push_back(1.0 / moment);
            matrix_.push_back({{node(body, 0), -moment}, {node(body, i), moment}});
        }
        for (int i = 0; i < body.node_count; ++i) {
            inverse_.emplace_back();
            for (int j = 0; j < body.node_count; ++j)
                inverse_.back().push_back(
                    {node(body, j), i == j ? inverse_mass + inverse_moments_[body.first_node + i] : inverse_mass});
        }
    }
}

template <>
void NodeMasses::multiply(const double* in, int dimension, double* out) const {
    for (const Block& block : blocks_)
        for (int k = 0; k < dimension; ++k) {
            const int centre = block.first * dimension + k;
            double sum = in[centre];
            for (int i = 1; i < block.count; ++i) {
                const double across = moments_[block.first + i] * (in[centre + i * dimension] - in[centre]);
                out[centre + i * dimension] = block.mass * across;
                sum -= across;
            }
            out[centre] = block.mass * sum;
        }
}

}  // namespace cchnn
