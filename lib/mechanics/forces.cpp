#include "mechanics/forces.hpp"

namespace cchnn {
Forces::Forces(const BodyGraph& graph)
    : constant(to_size(graph.node_count() * graph.dimension()), 0.0),
      dipoles(graph.dipoles()),
      dampings(graph.dampings()) {
    const int d = graph.dimension();
    for (const Gravity& gravity : graph.gravities())
        for (const Body& body : graph.bodies())
            for (int k = 0; body.node_count > 0 && k < d; ++k)
                constant[to_size(body.first_node * d + k)] -= body.mass * gravity.g * gravity.up[to_size(k)];
    for (const Spring& spring : graph.springs()) {
        springs.push_back({difference(spring.a, spring.b), spring.stiffness, spring.rest_length});
        spring_separations.add(springs.back().separation, d);
    }
    for (const Attraction& pair : graph.attractions()) {
        attractions.push_back({difference(pair.a, pair.b), pair.strength});
        attraction_separations.add(attractions.back().separation, d);
    }
}

}  // namespace cchnn
