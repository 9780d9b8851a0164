#include "mechanics/forces.hpp"

#include <cmath>

namespace cchnn {
namespace {

double norm(const Separation& separation, const double* x, int dimension) {
    double square = 0;
    for (int j = 0; j < dimension; ++j) {
        double c = separation.offset[to_size(j)];
        for (const NodeWeight& w : separation.weights) c += w.weight * x[index(w.node) * dimension + j];
        square += c * c;
    }
    return std::sqrt(square);
}

}  // namespace

Forces::Forces(const BodyGraph& graph)
    : constant(to_size(graph.node_count() * graph.dimension()), 0.0), dipoles(graph.dipoles()),
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

double Forces::potential_energy(const double* x, int dimension) const {
    double sum = 0;
    for (std::size_t i = 0; i < constant.size(); ++i) sum -= constant[i] * x[i];
    for (const SpringTerm& spring : springs) {
        const double stretch = norm(spring.separation, x, dimension) - spring.rest_length;
        sum += 0.5 * spring.stiffness * stretch * stretch;
    }
    for (const AttractionTerm& pair : attractions) sum -= pair.strength / norm(pair.separation, x, dimension);
    for (const Dipole& dipole : dipoles) {
        double unused[3] = {};
        sum += dipole_force(dipole, x + index(dipole.node) * dimension, unused);
    }
    return sum;
}

}  // namespace cchnn
