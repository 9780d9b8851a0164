#include "graph/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace cchnn {
namespace {

using Kind = Drawing::Line::Kind;

constexpr int circle_edges = 24, curve_points = 160;

// sum of factors times points and directions.
struct Term {
    double factor;
    const Point* point;
};
Point combined(const std::vector<Term>& terms) {
    Point sum{terms.front().point->body, {}, std::vector<double>(terms.front().point->offset.size())};
    std::map<int, double> weights;
    for (const auto& [factor, point] : terms) {
        for (const NodeWeight& w : point->weights) weights[index(w.node)] += factor * w.weight;
        for (std::size_t axis = 0; axis < sum.offset.size(); ++axis) sum.offset[axis] += factor * point->offset[axis];
    }
    for (const auto& [node, weight] : weights)
        if (weight != 0) sum.weights.push_back({NodeIndex{node}, weight});
    return sum;
}

Point node_point(int node, int dimension) {
    return {BodyIndex{0}, {{NodeIndex{node}, 1}}, std::vector<double>(static_cast<std::size_t>(dimension))};
}

Point fixed_point(const std::vector<double>& position) { return {BodyIndex{0}, {}, position}; }

// Corner s of the box of a body: x_0 + sum +-a_i (x_i - x_0), the sign of axis i being bit i of s.
Point corner(const Body& body, int dimension, unsigned s) {
    const Point centre = node_point(body.first_node, dimension);
    std::vector<Point> tips;
    for (int i = 1; i < body.node_count; ++i) tips.push_back(node_point(body.first_node + i, dimension));
    std::vector<Term> terms{{1, &centre}};
    for (std::size_t i = 0; i < tips.size(); ++i) {
        const double half = std::sqrt(3 * body.second_moments[i]) * (s >> i & 1 ? 1 : -1);
        terms.push_back({half, &tips[i]});
        terms.push_back({-half, &centre});
    }
    return combined(terms);
}

class Draftsman {
  public:
    explicit Draftsman(const BodyGraph& graph) : graph_(graph) {}

    Drawing draw() {
        for (const Body& body : graph_.bodies()) add(body);
        for (const Link& link : graph_.links()) connect(Kind::rod, link.a, link.b);
        for (const Spring& spring : graph_.springs()) connect(Kind::spring, spring.a, spring.b);
        for (const Joint& joint : graph_.joints()) {
            attach(joint.a), attach(joint.b);
            drawing_.spots.push_back({Drawing::Spot::Kind::joint, joint.a, joint.name, 0});
        }
        for (const Rolling& rolling : graph_.rollings()) add(rolling);
        for (const TrackPoint& on_track : graph_.track_points()) add(on_track);
        for (const Dipole& dipole : graph_.dipoles())
            for (const DipoleSpec::Magnet& magnet : dipole.magnets)
                drawing_.spots.push_back({Drawing::Spot::Kind::magnet, fixed_point(magnet.position), "magnet", 0});
        drawing_.up = up_axis();
        return std::move(drawing_);
    }

  private:
    bool rolls(const Body& body) const { return graph_.rolling_of(body.id) != nullptr; }

    void add(const Body& body) {
        if (body.node_count == 0) {
            drawing_.spots.push_back({Drawing::Spot::Kind::fixed, fixed_point(body.position), body.id, 0});
            return;
        }
        const double size = std::clamp(std::cbrt(body.mass / heaviest()), 0.25, 1.0);
        drawing_.spots.push_back(
            {Drawing::Spot::Kind::mass, node_point(body.first_node, graph_.dimension()), body.id, size});
        if (rolls(body)) return;
        const unsigned corners = 1U << (body.node_count - 1);
        for (unsigned s = 0; s < corners; ++s)
            for (unsigned axis = 1; axis < corners; axis <<= 1)
                if (!(s & axis))
                    drawing_.lines.push_back({Kind::outline, corner(body, graph_.dimension(), s),
                                              corner(body, graph_.dimension(), s | axis)});
    }

    // A circle for each pair of axes: one of a disk, three of a ball or a wheel.
    void add(const Rolling& rolling) {
        for (std::size_t i = 0; i < rolling.axes.size(); ++i)
            for (std::size_t j = i + 1; j < rolling.axes.size(); ++j) {
                const auto rim = [&](int k) {
                    const double angle = 2 * std::numbers::pi * k / circle_edges;
                    return combined({{1, &rolling.centre},
                                     {rolling.radius * std::cos(angle), &rolling.axes[i]},
                                     {rolling.radius * std::sin(angle), &rolling.axes[j]}});
                };
                for (int k = 0; k < circle_edges; ++k) drawing_.lines.push_back({Kind::outline, rim(k), rim(k + 1)});
                drawing_.lines.push_back({Kind::arm, rolling.centre, rim(0)});  // a spoke shows the turning
            }
    }

    void add(const TrackPoint& on_track) {
        attach(on_track.point);
        if (std::find(tracks_.begin(), tracks_.end(), on_track.curve.get()) != tracks_.end()) return;
        const Curve& curve = *on_track.curve;
        tracks_.push_back(&curve);
        std::vector<std::vector<double>> points;
        for (int k = 0; k <= curve_points; ++k) {
            const CurvePoint at(curve, curve.low() + (curve.high() - curve.low()) * k / curve_points);
            points.emplace_back(at.position, at.position + graph_.dimension());
        }
        drawing_.curves.push_back(std::move(points));
    }

    void connect(Kind kind, const Point& a, const Point& b) {
        attach(a), attach(b);
        drawing_.lines.push_back({kind, a, b});
    }

    void attach(const Point& point) {
        const Body& body = graph_.bodies()[static_cast<std::size_t>(index(point.body))];
        if (body.node_count > 1 && point.weights.size() > 1)
            drawing_.lines.push_back({Kind::arm, node_point(body.first_node, graph_.dimension()), point});
    }

    double heaviest() const {
        double most = 0;
        for (const Body& body : graph_.bodies())
            if (body.node_count > 0) most = std::max(most, body.mass);
        return most;
    }

    int up_axis() const {
        if (graph_.gravities().empty()) return graph_.dimension() - 1;
        const std::vector<double>& up = graph_.gravities().front().up;
        const auto longest =
            std::max_element(up.begin(), up.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
        return static_cast<int>(longest - up.begin());
    }

    const BodyGraph& graph_;
    Drawing drawing_;
    std::vector<const Curve*> tracks_;
};

}  // namespace

Drawing drawing_of(const BodyGraph& graph) { return Draftsman(graph).draw(); }

}  // namespace cchnn
