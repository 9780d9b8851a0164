#include "graph/contact_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <set>

#include "core/counted.hpp"
#include "core/to_size.hpp"
#include "elements/contact.hpp"
#include "elements/terms.hpp"

namespace cchnn {
namespace {

using Place = std::vector<double>;

// Of a circle: an even number, since every second edge is a line of the drawing, whose hull is the silhouette.
constexpr int corners = 24, wall_pieces = 48, floor_lines = 6;
// Parts of the size of a motion: between hatches, their length, and from a motion to a plane that its picture still shows.
constexpr double hatch_distance = 0.025, hatch_length = 0.02, farthest_plane = 1;

Place sum(const Place& a, double factor, const Place& b) {
    Place c = a;
    for (std::size_t i = 0; i < a.size(); ++i) c[i] += factor * b[i];
    return c;
}
double product(const Place& a, const Place& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

Place place_of(const Point& point, const double* x) {
    Place place = converted<double>(point.offset);
    for (const NodeWeight& w : point.weights)
        for (std::size_t i = 0; i < place.size(); ++i)
            place[i] += double(w.weight) * x[to_size(index(w.node)) * place.size() + i];
    return place;
}

Place lowest_of_rim(const Contact& contact, Place place, const double* x) {
    const Place first = place_of(contact.rim[0], x), second = place_of(contact.rim[1], x);
    const double b_1 = product(contact.normal, first), b_2 = product(contact.normal, second), w = std::hypot(b_1, b_2);
    return w > 0 ? sum(sum(place, -b_1 / w, first), -b_2 / w, second) : place;
}

// Where surfaces touch; of a Stop the second body, which its limits are for; of a rope its end.
Place touching(const ContactSpec& spec, const Contact& contact, const double* x) {
    const Place a = place_of(contact.a, x), b = place_of(contact.b, x);
    if (!contact.rim.empty()) return lowest_of_rim(contact, a, x);
    if (contact.shape == ContactShape::plane) return sum(a, -contact.reach, contact.normal);
    if (contact.shape == ContactShape::balls) return sum(a, spec.radius_a / contact.reach, sum(b, -1, a));
    return is_stop(contact.shape) || contact.a.weights.empty() ? b : a;
}

// Unit vectors that are orthogonal to a unit vector and to each other.
std::vector<Place> across(const Place& normal) {
    if (normal.size() == 2) return {{-normal[1], normal[0]}};
    if (normal.size() != 3) return {};
    Place first(3, 0.0);
    first[std::ranges::min_element(normal, [](double a, double b) { return std::abs(a) < std::abs(b); }) -
          normal.begin()] = 1;
    first = sum(first, -product(first, normal), normal);
    for (double& entry : first) entry /= std::sqrt(product(first, first));
    return {first,
            {normal[1] * first[2] - normal[2] * first[1], normal[2] * first[0] - normal[0] * first[2],
             normal[0] * first[1] - normal[1] * first[0]}};
}

class ContactSketch {
  public:
    ContactSketch(const SystemSpec& spec, const BodyGraph& graph, const std::vector<double>& x, Drawing& drawing)
        : spec_(spec), graph_(graph), drawing_(drawing), dimension_(to_size(graph.dimension())) {
        low_.assign(dimension_, INFINITY);
        high_.assign(dimension_, -INFINITY);
        for (const Body& body : graph.bodies()) add_body(body, x);
        const Place diagonal = sum(high_, -1, low_);
        size_ = std::sqrt(product(diagonal, diagonal));
    }

    void draw() {
        for (std::size_t i = 0; i < graph_.contacts().size(); ++i) {
            const Contact& contact = graph_.contacts()[i];
            if (contact.shape == ContactShape::within) within(contact);
            else if (contact.shape == ContactShape::slide) rail(contact);
            else if (!contact.rim.empty()) rim(contact);
            else ball(contact.a, spec_.contacts[i].radius_a);
            if (contact.shape == ContactShape::balls) ball(contact.b, spec_.contacts[i].radius_b);
        }
        if (!(size_ > 0)) return;
        // These reach beyond the largest ball.
        for (const Contact& contact : graph_.contacts())
            if (contact.shape == ContactShape::plane) plane(contact);
    }

  private:
    // The places of a point mass; of an extended body, whose nodes are 1 m from its centre, those of its outline.
    void add_body(const Body& body, const std::vector<double>& x) {
        if (body.node_count == 0 || x.empty()) return;
        const std::size_t first = to_size(body.first_node) * dimension_;
        double reach = 0;
        for (const Drawing::Line& line : drawing_.lines) {
            if (body.node_count == 1 || line.kind != Drawing::Line::Kind::outline || line.label != body.id) continue;
            const Place place = place_of(line.a, x.data());
            for (std::size_t i = 0; i < dimension_; ++i) reach = std::max(reach, std::abs(place[i] - x[first + i]));
        }
        const std::size_t each = to_size(graph_.node_count()) * dimension_;
        for (std::size_t state = 0; state + each <= x.size(); state += each)
            for (std::size_t i = 0; i < dimension_; ++i) {
                const double at = x[state + first + i];
                if (!std::isfinite(at)) continue;
                low_[i] = std::min(low_[i], at - reach);
                high_[i] = std::max(high_[i], at + reach);
            }
    }

    void within(const Contact& contact) {
        const bool a = contact.a.weights.empty();
        if (!a && !contact.b.weights.empty()) {
            drawing_.lines.push_back({Drawing::Line::Kind::rope, contact.a, contact.b, contact.name});
            return;
        }
        const Place centre = converted<double>((a ? contact.a : contact.b).offset);
        std::vector<double> key = centre;
        key.push_back(contact.reach);
        if (!circles_.insert(key).second) return;
        for (const std::pair<Place, Place>& plane : planes_of_circles()) {
            const auto rim = [&](int k) {
                const double angle = 2 * std::numbers::pi * k / wall_pieces, reach = contact.reach;
                return sum(sum(centre, reach * std::cos(angle), plane.first), reach * std::sin(angle), plane.second);
            };
            for (int k = 0; k < wall_pieces; ++k) piece(rim(k), rim(k + 1));
        }
    }

    // From one end of a slide to the other.
    void rail(const Contact& contact) {
        const Stop& stop = contact.stop;
        if (!std::isfinite(stop.low) || !std::isfinite(stop.high)) return;
        const auto end = [&](double way) { return combined({{1, &stop.slide.a}, {way, &stop.slide.along}}); };
        drawing_.lines.push_back({Drawing::Line::Kind::arm, end(stop.low), end(stop.high), contact.name});
    }

    // In a plane one circle; in space three great circles, whose hull is nearly that of the ball.
    std::vector<std::pair<Place, Place>> planes_of_circles() const {
        const auto axis = [&](std::size_t i) {
            Place unit(dimension_, 0.0);
            unit[i] = 1;
            return unit;
        };
        std::vector<std::pair<Place, Place>> planes;
        for (std::size_t i = 1; i < dimension_; ++i)
            for (std::size_t j = 0; j < i; ++j) planes.emplace_back(axis(j), axis(i));
        return planes;
    }

    // A ball that several contacts have is drawn once.
    void ball(const Point& centre, double radius) {
        if (!(radius > 0)) return;
        largest_ = std::max(largest_, radius);
        std::vector<double> key = converted<double>(centre.offset);
        for (const NodeWeight& w : centre.weights) {
            key.push_back(index(w.node));
            key.push_back(double(w.weight));
        }
        key.push_back(radius);
        if (!circles_.insert(key).second) return;
        const Body& body = graph_.parts().at(centre.body);
        const std::string label = body.id + (body.node_count > 1 ? " at a contact" : "");
        for (const auto& [u, w] : planes_of_circles()) {
            const Point along = fixed_point(u), beside = fixed_point(w);
            const auto rim = [&](int k) {
                const double angle = 2 * std::numbers::pi * k / corners;
                return combined(
                    {{1, &centre}, {radius * std::cos(angle), &along}, {radius * std::sin(angle), &beside}});
            };
            for (int k = 0; k < corners; k += 2)
                drawing_.lines.push_back({Drawing::Line::Kind::outline, rim(k), rim(k + 1), label});
        }
    }

    void rim(const Contact& contact) {
        largest_ = std::max(largest_, contact.reach);
        const auto at = [&](int k) {
            const double angle = 2 * std::numbers::pi * k / corners;
            return combined({{1, &contact.a}, {std::cos(angle), &contact.rim[0]}, {std::sin(angle), &contact.rim[1]}});
        };
        for (int k = 0; k < corners; ++k)
            drawing_.lines.push_back({Drawing::Line::Kind::arm, at(k), at(k + 1), contact.name});
    }

    // The smallest and the largest product of a direction with places of the motion.
    std::pair<double, double> reach_along(const Place& direction) const {
        double least = 0, most = 0;
        for (std::size_t i = 0; i < dimension_; ++i) {
            least += std::min(direction[i] * low_[i], direction[i] * high_[i]);
            most += std::max(direction[i] * low_[i], direction[i] * high_[i]);
        }
        return {least, most};
    }

    // The part of a plane beside the motion. Those that belong to several bodies are drawn once.
    void plane(const Contact& contact) {
        const Place& n = contact.normal;
        const Place point = converted<double>(contact.b.offset);
        Place key = n;
        key.push_back(product(n, point));
        if (!planes_.insert(key).second) return;
        const double distance = reach_along(n).first - product(n, point);
        if (distance > farthest_plane * size_) return;
        const double margin = largest_ + 0.05 * size_;
        std::vector<std::pair<double, double>> ranges;
        const std::vector<Place> directions = across(n);
        for (const Place& u : directions) {
            const auto [least, most] = reach_along(u);
            ranges.emplace_back(least - margin - product(u, point), most + margin - product(u, point));
        }
        if (directions.empty()) piece(point, sum(point, -4 * hatch_length * size_, n));
        else if (directions.size() == 1) line(contact, point, directions[0], ranges[0]);
        else grid(point, directions, ranges);
    }

    // A line with hatches behind it, cut where other planes cross it, so that walls make a box.
    void line(const Contact& contact, const Place& point, const Place& u, std::pair<double, double> range) {
        std::pair<double, double> cut = range;
        for (const Contact& other : graph_.contacts()) {
            if (other.shape != ContactShape::plane) continue;
            const double slope = product(other.normal, u);
            const double at = product(other.normal, sum(point, -1, converted<double>(other.b.offset)));
            if (slope > 1e-9) cut.first = std::max(cut.first, -at / slope);
            if (slope < -1e-9) cut.second = std::min(cut.second, -at / slope);
        }
        if (cut.first < cut.second) range = cut;
        const double length = range.second - range.first;
        const int pieces = std::max(1, static_cast<int>(std::ceil(length / (hatch_distance * size_))));
        const double shift = hatch_length * size_;
        for (int k = 0; k < pieces; ++k) {
            const Place from = sum(point, range.first + length * k / pieces, u),
                        to = sum(point, range.first + length * (k + 1) / pieces, u);
            piece(from, to);
            piece(to, sum(sum(to, -shift, contact.normal), -shift, u));
        }
    }

    void grid(const Place& point, const std::vector<Place>& u, const std::vector<std::pair<double, double>>& range) {
        for (const std::size_t along : {0, 1}) {
            const std::size_t beside = 1 - along;
            for (int k = 0; k < floor_lines; ++k) {
                const double s =
                    range[beside].first + (range[beside].second - range[beside].first) * k / (floor_lines - 1);
                const Place middle = sum(point, s, u[beside]);
                piece(sum(middle, range[along].first, u[along]), sum(middle, range[along].second, u[along]));
            }
        }
    }

    void piece(const Place& from, const Place& to) { drawing_.curves.push_back({from, to}); }

    const SystemSpec& spec_;
    const BodyGraph& graph_;
    Drawing& drawing_;
    std::size_t dimension_;
    Place low_, high_;
    double size_ = 0, largest_ = 0;
    std::set<std::vector<double>> circles_, planes_;
};

}  // namespace

void draw_contacts(const SystemSpec& spec, const BodyGraph& graph, const std::vector<double>& x, Drawing& drawing) {
    if (!spec.contacts.empty()) ContactSketch(spec, graph, x, drawing).draw();
}

std::vector<DrawnImpact> drawn_impacts(const SystemSpec& spec, const BodyGraph& graph, const std::vector<double>& x,
                                       double dt, const std::vector<double>& times,
                                       const std::vector<double>& contacts) {
    const std::size_t size = to_size(graph.node_count()) * to_size(graph.dimension());
    const std::size_t samples = size > 0 ? x.size() / size : 0;
    std::vector<DrawnImpact> impacts;
    // Pictures of a Lagrangian show places of no contact.
    if (!types_that(Energy::by_lagrangian, graph.terms()).empty()) return impacts;
    for (std::size_t i = 0; i < times.size() && samples > 1 && std::isfinite(times[i]); ++i) {
        const double position = times[i] / dt;
        if (!(position >= 0 && position <= to_double(samples - 1) && contacts[i] >= 0 &&
              contacts[i] < to_double(spec.contacts.size())))
            continue;
        const std::size_t before = std::min(static_cast<std::size_t>(position), samples - 2);
        const double part = position - to_double(before);
        const Place from(x.begin() + before * size, x.begin() + (before + 1) * size),
            to(x.begin() + (before + 1) * size, x.begin() + (before + 2) * size);
        const Place state = sum(from, part, sum(to, -1, from));
        const auto number = static_cast<std::size_t>(contacts[i]);
        impacts.push_back({times[i], touching(spec.contacts[number], graph.contacts()[number], state.data())});
    }
    return impacts;
}

}  // namespace cchnn
