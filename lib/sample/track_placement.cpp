#include "sample/track_placement.hpp"

#include <cmath>
#include <limits>

#include "core/to_size.hpp"
#include "elements/link.hpp"
#include "elements/parts/curve/curve.hpp"
#include "elements/track.hpp"

namespace cchnn {
namespace {

// The point that a body is placed from, the end of a Link or a centre, and its velocity.
struct Base {
    double x[3] = {}, v[3] = {};
};

// `end` is the point of the Link on that body; null for its centre.
Base base_of(const Body& from, const Point* end, std::size_t d, const InitialState& state) {
    Base base;
    const Point centre{BodyIndex{0}, {{NodeIndex(from.first_node), 1.0}}, std::vector<Exact>(d, 0.0)};
    const Point& point = end ? *end : centre;
    for (std::size_t k = 0; k < d; ++k) {
        base.x[k] = double(point.offset[k]);
        for (const NodeWeight& w : point.weights) {
            base.x[k] += double(w.weight) * state.x[index(w.node) * d + k];
            base.v[k] += double(w.weight) * state.v[index(w.node) * d + k];
        }
    }
    return base;
}

double distance(const Curve& curve, double s, const Base& base, std::size_t d) {
    const CurvePoint at(curve, s);
    double sum = 0;
    for (std::size_t k = 0; k < d; ++k) sum += (at.position[k] - base.x[k]) * (at.position[k] - base.x[k]);
    return std::sqrt(sum);
}

// (1): steps of a tenth of the length along the curve until the distance is reached, then bisection to the last digit.
// Steps are short to find the first solution; where the curve crosses the distance twice within one step, that solution
// is missed. NaN if the distance is not reached in 100,000 steps.
double parameter_at(const Curve& curve, double s, const Base& base, double length, bool ahead, std::size_t d) {
    double before = s;
    for (int step = 0; step < 100000; ++step) {
        const CurvePoint at(curve, before);
        double speed = 0;
        for (std::size_t k = 0; k < d; ++k) speed += at.first[k] * at.first[k];
        double after = before + (ahead ? 0.1 : -0.1) * length / std::sqrt(speed);
        if (distance(curve, after, base, d) < length) {
            before = after;
            continue;
        }
        for (int halving = 0; halving < 200; ++halving) {
            const double middle = 0.5 * (before + after);
            if (middle == before || middle == after) break;
            (distance(curve, middle, base, d) < length ? before : after) = middle;
        }
        return after;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

void place_on_track(const TrackPlacement& placement, const DrawnNumbers& numbers, const Body& body,
                    const BodyGraph& graph, InitialState& state) {
    const auto d = to_size(graph.dimension()), first = to_size(body.first_node) * d;
    const std::size_t track = graph.track_point_of(body.id);
    const Curve& curve = *graph.track_points()[track].curve;
    double s = 0, rate = 0;
    if (placement.from.empty()) {
        s = numbers.track[0];
        rate = numbers.track[1];
    } else {
        const Body& from = graph.body(placement.from);
        const Link* link = graph.link_between(placement.from, body.id);
        const bool first_end = link && &graph.bodies()[index(link->a.body)] == &from;
        const Base base = base_of(from, !link ? nullptr : first_end ? &link->a : &link->b, d, state);
        const double length = placement.length ? *placement.length : link->length;
        s = parameter_at(curve, state.s[graph.track_point_of(from.id)], base, length, placement.ahead, d);
        const CurvePoint at(curve, s);
        double moved = 0, slope = 0;
        for (std::size_t k = 0; k < d; ++k) {
            moved += (at.position[k] - base.x[k]) * base.v[k];
            slope += (at.position[k] - base.x[k]) * at.first[k];
        }
        rate = moved / slope;  // (2)
    }
    const CurvePoint at(curve, s);
    state.s[track] = s;
    for (std::size_t k = 0; k < d; ++k) {
        state.x[first + k] = at.position[k];
        state.v[first + k] = at.first[k] * rate;
    }
}

}  // namespace cchnn
