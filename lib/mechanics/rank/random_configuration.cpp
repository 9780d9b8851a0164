#include "mechanics/rank/random_configuration.hpp"

#include <cmath>

#include "core/to_size.hpp"
#include "elements/parts/curve/curve.hpp"
#include "elements/track.hpp"
#include "graph/body_graph.hpp"

namespace cchnn {

double RandomConfiguration::symmetric() { return 2 * (static_cast<double>(engine_() >> 11) * 0x1p-53) - 1; }

// Uniform on the sphere, so that no two rows of a graph are aligned by chance.
std::vector<double> RandomConfiguration::direction() {
    std::vector<double> u(graph_.dimension());
    double square = 0;
    do {
        square = 0;
        for (double& c : u) {
            c = symmetric();
            square += c * c;
        }
    } while (square > 1 || square < 1e-4);
    for (double& c : u) c /= std::sqrt(square);
    return u;
}

// Tips of the axes at unit distance from the centre, at right angles (Gram-Schmidt on random directions).
void RandomConfiguration::orient(const Body& body, std::vector<double>& x) {
    const auto d = to_size(graph_.dimension()), first = to_size(body.first_node) * d;
    std::vector<std::vector<double>> axes;
    while (axes.size() + 1 < to_size(body.node_count)) {
        std::vector<double> u = direction();
        for (const auto& e : axes) {
            double along = 0;
            for (std::size_t k = 0; k < d; ++k) along += u[k] * e[k];
            for (std::size_t k = 0; k < d; ++k) u[k] -= along * e[k];
        }
        double square = 0;
        for (double c : u) square += c * c;
        if (square < 1e-2) continue;
        for (double& c : u) c /= std::sqrt(square);
        axes.push_back(u);
    }
    for (std::size_t i = 0; i < axes.size(); ++i)
        for (std::size_t k = 0; k < d; ++k) x[first + (i + 1) * d + k] = x[first + k] + axes[i][k];
}

// The position of a body point at x.
std::vector<double> RandomConfiguration::value(const Point& point, const std::vector<double>& x) const {
    std::vector<double> sum = converted<double>(point.offset);
    const std::size_t d = graph_.dimension();
    for (const NodeWeight& w : point.weights)
        for (std::size_t k = 0; k < d; ++k) sum[k] += double(w.weight) * x[index(w.node) * d + k];
    return sum;
}

// Translates a body; its orientation stays.
void RandomConfiguration::attach(const Point& from, const Point& to, double length, std::vector<double>& x) {
    const std::size_t d = graph_.dimension();
    const Body& body = graph_.bodies()[index(to.body)];
    const auto u = direction(), a = value(from, x), b = value(to, x);
    for (int i = 0; i < body.node_count; ++i)
        for (std::size_t k = 0; k < d; ++k) x[to_size(body.first_node + i) * d + k] += a[k] + length * u[k] - b[k];
}

// Anywhere on the curve. Bodies that are tied to it follow, and Newton brings them onto their constraints.
void RandomConfiguration::put_on(const TrackPoint& track, std::vector<double>& x) {
    const Curve& curve = *track.curve;
    const CurvePoint at(curve, curve.low() + (curve.high() - curve.low()) * 0.5 * (1 + symmetric()));
    const Point there{track.point.body, {}, {at.position, at.position + graph_.dimension()}};
    attach(there, track.point, 0, x);
}

// For each body its constraints to other bodies; those whose length is free get the length scale of the system.
std::vector<std::vector<RandomConfiguration::Neighbour>> RandomConfiguration::neighbours_of_bodies() const {
    std::vector<std::vector<Neighbour>> neighbours(graph_.bodies().size());
    const auto add = [&](const Point& a, const Point& b, double length) {
        neighbours[index(a.body)].push_back({&a, &b, length});
        neighbours[index(b.body)].push_back({&b, &a, length});
    };
    for (const TermCoupling& coupling : graph_.couplings())
        if (coupling.list == FileList::constraints && coupling.a && coupling.b)
            add(*coupling.a, *coupling.b,
                coupling.length == TermCoupling::some_length ? length_scale_ : coupling.length);
    return neighbours;
}

// Places bodies breadth-first from those fixed in space. Each coupling is visited twice, so the time is linear in the
// size of the graph.
std::vector<double> RandomConfiguration::draw() {
    std::vector<double> x(graph_.node_count() * graph_.dimension());
    for (double& c : x) c = 2 * length_scale_ * symmetric();
    for (const Body& body : graph_.bodies())
        if (body.node_count > 0) orient(body, x);
    for (const TrackPoint& track : graph_.track_points()) put_on(track, x);
    const std::vector<std::vector<Neighbour>> neighbours = neighbours_of_bodies();
    std::vector<char> placed(neighbours.size(), 0);
    const auto spread = [&](std::size_t root) {
        std::vector<std::size_t> reached;
        if (!placed[root]) {
            reached.push_back(root);
            placed[root] = 1;
        }
        for (std::size_t i = 0; i < reached.size(); ++i)
            for (const Neighbour& neighbour : neighbours[reached[i]]) {
                const std::size_t other = index(neighbour.to->body);
                if (placed[other]) continue;
                attach(*neighbour.from, *neighbour.to, neighbour.length, x);
                reached.push_back(other);
                placed[other] = 1;
            }
    };
    for (std::size_t i = 0; i < neighbours.size(); ++i)
        if (graph_.bodies()[i].node_count == 0) spread(i);
    for (std::size_t i = 0; i < neighbours.size(); ++i) spread(i);  // groups without a fixed body start anywhere
    return x;
}

}  // namespace cchnn
