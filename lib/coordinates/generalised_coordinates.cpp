#include "coordinates/generalised_coordinates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "coordinates/charts.hpp"
#include "core/to_size.hpp"
#include "elements/parts/body_coordinates.hpp"
#include "numbers/exact_functions.hpp"

namespace cchnn {
namespace {

using charts::Moving;
using charts::MovingFrame;
using charts::Vector;
using Hold = Branch::Hold;

// Nodes of a state in d dimensions, as vectors of three.
struct Nodes {
    const double *x, *v;
    std::size_t d;

    Moving node(int i) const {
        Moving m{};
        for (std::size_t k = 0; k < d; ++k) m.at[k] = x[to_size(i) * d + k], m.rate[k] = v[to_size(i) * d + k];
        return m;
    }
    Moving point(const Point& p) const {
        Moving m{};
        for (std::size_t k = 0; k < d; ++k) {
            m.at[k] = double(p.offset[k]);
            for (const NodeWeight& w : p.weights) {
                m.at[k] += double(w.weight) * x[to_size(index(w.node)) * d + k];
                m.rate[k] += double(w.weight) * v[to_size(index(w.node)) * d + k];
            }
        }
        return m;
    }
};

Moving difference(const Moving& a, const Moving& b) {
    Moving m{};
    for (std::size_t k = 0; k < 3; ++k) m.at[k] = a.at[k] - b.at[k], m.rate[k] = a.rate[k] - b.rate[k];
    return m;
}
// r and its rate from one point to another, entry by entry: numbers that go through memory as vectors have to wait.
double entry(const Point& p, const double* nodes, std::size_t d, std::size_t k, double sum) {
    for (const NodeWeight& w : p.weights) sum += double(w.weight) * nodes[to_size(index(w.node)) * d + k];
    return sum;
}
Moving between(const Point& here, const Point& there, const double* x, const double* v, std::size_t d) {
    Moving r{};
    for (std::size_t k = 0; k < d; ++k) {
        r.at[k] = entry(here, x, d, k, double(here.offset[k])) - entry(there, x, d, k, double(there.offset[k]));
        r.rate[k] = entry(here, v, d, k, 0) - entry(there, v, d, k, 0);
    }
    return r;
}
void add(Moving& sum, double factor, const Moving& m) {
    for (std::size_t k = 0; k < 3; ++k) sum.at[k] += factor * m.at[k], sum.rate[k] += factor * m.rate[k];
}
Moving crossed(const Moving& a, const Moving& b) {
    const Vector first = cross(a.rate, b.at), second = cross(a.at, b.rate);
    return {cross(a.at, b.at), {first[0] + second[0], first[1] + second[1], first[2] + second[2]}};
}

// Axes in space; an Origin has those of space, and a flat body in space gets its third by a cross product.
MovingFrame axes_of(const Nodes& nodes, int first_node, int axes) {
    MovingFrame e{};
    if (first_node < 0)
        for (std::size_t k = 0; k < 3; ++k) e[k].at[k] = 1;
    for (int i = 0; i < axes; ++i) e[to_size(i)] = difference(nodes.node(first_node + i + 1), nodes.node(first_node));
    if (axes == 2 && nodes.d == 3) e[2] = crossed(e[0], e[1]);
    return e;
}

// (across_1, across_2, axis) of a Joint+Axis in space.
MovingFrame hinge_axes(const MovingFrame& e, const AxisFrame& frame) {
    MovingFrame f{};
    for (std::size_t i = 0; i < 3; ++i) {
        add(f[0], frame.across_1[i], e[i]);
        add(f[1], frame.across_2[i], e[i]);
        add(f[2], frame.axis[i], e[i]);
    }
    return f;
}
MovingFrame body_axes(const MovingFrame& f, const AxisFrame& frame) {
    MovingFrame e{};
    for (std::size_t i = 0; i < 3; ++i) {
        add(e[i], frame.across_1[i], f[0]);
        add(e[i], frame.across_2[i], f[1]);
        add(e[i], frame.axis[i], f[2]);
    }
    return e;
}

bool left_handed(const MovingFrame& e, int axes, std::size_t d) {
    if (to_size(axes) < d) return false;  // a flat body in space, a line in the plane
    const double volume =
        d == 2 ? e[0].at[0] * e[1].at[1] - e[0].at[1] * e[1].at[0] : dot(cross(e[0].at, e[1].at), e[2].at);
    return volume < 0;
}

Moving direction_of(std::size_t d, const double* q, const double* qdot) {
    return d == 2 ? charts::plane_direction(q[0], qdot[0]) : charts::sphere_direction(q, qdot);
}

// Axes of a body that no hinge holds.
MovingFrame free_axes(std::size_t d, int axes, const double* q, const double* qdot) {
    MovingFrame e{};
    if (d == 3 && axes > 1) return charts::euler_frame(q, qdot);
    e[0] = direction_of(d, q, qdot);
    if (d == 2) e[1] = {{-e[0].at[1], e[0].at[0], 0}, {-e[0].rate[1], e[0].rate[0], 0}};
    return e;
}

}  // namespace

GeneralisedCoordinates::GeneralisedCoordinates(const BodyGraph& graph)
    : dimension_(graph.dimension()), node_count_(graph.node_count()) {
    BodyTree tree = body_tree(graph);
    why_none_ = std::move(tree.why_none);
    for (Branch& branch : tree.branches) {
        const Body& body = graph.bodies()[to_size(index(branch.body))];
        const Body& parent = graph.bodies()[to_size(index(branch.parent))];
        Member member{{}, body.first_node, body.node_count - 1, parent.first_node, std::max(0, parent.node_count - 1),
                      {}};
        if (branch.hold != Hold::free) member.here = body_coordinates(branch.here, body);
        member.branch = std::move(branch);
        count_coordinates(member);
        members_.push_back(std::move(member));
    }
    // Coordinates stand in the order of the file's bodies, members in that of the tree.
    std::vector<Member*> by_body;
    for (Member& member : members_) by_body.push_back(&member);
    std::sort(by_body.begin(), by_body.end(),
              [](const Member* a, const Member* b) { return a->first_node < b->first_node; });
    for (Member* member : by_body) {
        member->first = count();
        name_coordinates(graph, *member);
    }
    if (exist() && table_.empty()) why_none_ = "nothing in it can move";
}

void GeneralisedCoordinates::count_coordinates(Member& m) const {
    if (m.branch.hold == Hold::free) m.held_by = dimension_;
    if (m.branch.hold == Hold::link) m.held_by = dimension_ - 1;
    if (m.axes == 0) return;
    if (m.branch.hold == Hold::hinge) m.turned_by = m.axes > 1 ? 1 : 0;
    else m.turned_by = dimension_ == 2 ? 1 : m.axes == 1 ? 2 : 3;
}

void GeneralisedCoordinates::name_coordinates(const BodyGraph& graph, const Member& m) {
    static const std::vector<std::string> entries{"x", "y", "z"}, link{"link_angle"},
        links{"link_azimuth", "link_polar"}, one{"angle"}, two{"azimuth", "polar"},
        three{"euler_phi", "euler_theta", "euler_psi"}, hinge{"hinge_angle"};
    const bool free = m.branch.hold == Hold::free, hinged = m.branch.hold == Hold::hinge;
    const auto id = [&](BodyIndex body) { return graph.bodies()[to_size(index(body))].id; };
    const std::string from = free ? "" : id(m.branch.parent);
    const auto name = [&](const std::vector<std::string>& kinds, int number, const char* unit) {
        for (std::size_t i = 0; i < to_size(number); ++i) {
            const bool turns =
                unit[0] == 'r' && kinds[i] != "link_polar" && kinds[i] != "polar" && kinds[i] != "euler_theta";
            table_.push_back({id(m.branch.body), kinds[i], unit, from, hinged ? from : "space", turns});
        }
    };
    name(free ? entries : dimension_ == 2 ? link : links, m.held_by, free ? "m" : "rad");
    name(hinged ? hinge : m.turned_by == 1 ? one : m.turned_by == 2 ? two : three, m.turned_by, "rad");
}

// Axes of a member that turn, and those that a hinge counts from, both in the hinge's own frame.
struct GeneralisedCoordinates::Frames {
    MovingFrame axes, before;
    bool mirrored;
};

GeneralisedCoordinates::Frames GeneralisedCoordinates::frames(const Member& m, const double* x, const double* v) const {
    const Nodes nodes{x, v, to_size(dimension_)};
    Frames out;
    out.axes = axes_of(nodes, m.first_node, m.axes);
    out.mirrored = left_handed(out.axes, m.axes, to_size(dimension_));
    if (m.branch.hold != Hold::hinge) return out;
    out.before = hinge_axes(axes_of(nodes, m.parent_node, m.parent_axes), m.branch.frame_there);
    out.axes = hinge_axes(out.axes, m.branch.frame_here);
    return out;
}

void GeneralisedCoordinates::to_q(const double* x, const double* v, const double* previous, double* q,
                                  double* qdot) const {
    const auto d = to_size(dimension_);
    for (const Member& m : members_) {
        const auto at = to_size(m.first), turn = at + to_size(m.held_by);
        const auto before = [&](std::size_t i) {
            return previous && std::isfinite(previous[i]) ? previous + i : nullptr;
        };
        const auto direction = [&](const Moving& r, std::size_t i) {
            if (d == 2) charts::plane_angle(r, &q[i], &qdot[i]);
            else charts::sphere_angles(r, before(i), &q[i], &qdot[i]);
        };
        copy_centre(m, x, v, q, qdot);
        if (m.branch.hold == Hold::link) direction(between(m.branch.here, m.branch.there, x, v, d), at);
        if (m.turned_by == 0) continue;
        const Frames u = frames(m, x, v);
        if (m.branch.hold == Hold::hinge) charts::hinge_angle(u.before, u.axes, &q[turn], &qdot[turn]);
        else if (m.turned_by == 3) charts::euler_angles(u.axes, before(turn), &q[turn], &qdot[turn]);
        else direction(u.axes[0], turn);
        for (std::size_t i = turn; u.mirrored && i < turn + to_size(m.turned_by); ++i)
            q[i] = qdot[i] = std::numeric_limits<double>::quiet_NaN();
    }
}

void GeneralisedCoordinates::copy_centre(const Member& m, const double* x, const double* v, double* q,
                                         double* qdot) const {
    if (m.branch.hold != Hold::free) return;
    const auto d = to_size(dimension_), at = to_size(m.first), node = to_size(m.first_node);
    std::copy_n(x + node * d, d, q + at);
    std::copy_n(v + node * d, d, qdot + at);
}

bool GeneralisedCoordinates::to_legs(const double* x, const double* v, double* sine, double* cosine,
                                     double* qdot) const {
    const auto d = to_size(dimension_);
    for (const Member& m : members_) {
        const auto at = to_size(m.first), turn = at + to_size(m.held_by);
        const auto direction = [&](const Moving& r, std::size_t i) {
            if (d == 3) return charts::sphere_legs(r, sine + i, cosine + i, qdot + i);
            charts::plane_legs(r, sine + i, cosine + i, qdot + i);
            return true;
        };
        if (m.branch.hold == Hold::link && !direction(between(m.branch.here, m.branch.there, x, v, d), at))
            return false;
        if (m.turned_by == 0) continue;
        const Frames u = frames(m, x, v);
        bool regular = !u.mirrored;
        if (m.branch.hold == Hold::hinge) charts::hinge_legs(u.before, u.axes, sine + turn, cosine + turn, qdot + turn);
        else if (m.turned_by == 3)
            regular = regular && charts::euler_legs(u.axes, sine + turn, cosine + turn, qdot + turn);
        else regular = regular && direction(u.axes[0], turn);
        if (!regular) return false;
    }
    return true;
}

void GeneralisedCoordinates::to_cartesian(const double* q, const double* qdot, double* x, double* v) const {
    const auto d = to_size(dimension_);
    const Nodes nodes{x, v, d};  // of the bodies before
    for (const Member& m : members_) {
        const auto at = to_size(m.first), turn = at + to_size(m.held_by);
        Moving centre{};
        if (m.branch.hold == Hold::free)
            for (std::size_t k = 0; k < d; ++k) centre.at[k] = q[at + k], centre.rate[k] = qdot[at + k];
        else centre = nodes.point(m.branch.there);
        if (m.branch.hold == Hold::link) add(centre, m.branch.length, direction_of(d, &q[at], &qdot[at]));
        MovingFrame e{};
        if (m.axes > 0 && m.branch.hold != Hold::hinge) e = free_axes(d, m.axes, &q[turn], &qdot[turn]);
        if (m.branch.hold == Hold::hinge) {
            const MovingFrame a = hinge_axes(axes_of(nodes, m.parent_node, m.parent_axes), m.branch.frame_there);
            e = body_axes(m.turned_by ? charts::hinged_frame(a, q[turn], qdot[turn]) : a, m.branch.frame_here);
        }
        for (std::size_t i = 0; i < m.here.size(); ++i) add(centre, -m.here[i], e[i]);
        for (int i = 0; i <= m.axes; ++i)
            for (std::size_t k = 0; k < d; ++k) {
                const std::size_t entry = to_size(m.first_node + i) * d + k;
                x[entry] = centre.at[k] + (i > 0 ? e[to_size(i - 1)].at[k] : 0);
                v[entry] = centre.rate[k] + (i > 0 ? e[to_size(i - 1)].rate[k] : 0);
            }
    }
}

// Angles of all samples side by side; where the sample before matters (at poles), and of mirror images, one after the
// other.
void GeneralisedCoordinates::along_trajectory(int samples, double dt, const double* x, const double* v, double* q,
                                              double* qdot, FastAngles fast) const {
    const std::size_t m = table_.size(), state = to_size(node_count_ * dimension_), count = to_size(samples);
    std::vector<double> sines(count * m, 1.0), cosines(sines);  // of what is no angle, too
    std::vector<char> regular(count);
    for (std::size_t k = 0; k < count; ++k)
        regular[k] = to_legs(x + k * state, v + k * state, &sines[k * m], &cosines[k * m], qdot + k * m);
    for (double& sine : sines) sine += 0.0;
    exact_atan2(count * m, sines.data(), cosines.data(), q, fast);
    for (std::size_t k = 0; k < count; ++k, x += state, v += state, q += m, qdot += m) {
        if (!regular[k]) to_q(x, v, k == 0 ? nullptr : q - m, q, qdot);
        else
            for (const Member& member : members_) copy_centre(member, x, v, q, qdot);
        if (k > 0) unwind(dt, q, qdot);
    }
}

void GeneralisedCoordinates::unwind(double dt, double* q, const double* qdot) const {
    const std::size_t m = table_.size();
    for (std::size_t i = 0; i < m; ++i) {
        const double last = *(q + i - m), last_rate = *(qdot + i - m), rate = qdot[i];
        if (!table_[i].turns || !std::isfinite(last)) continue;
        const bool steady = std::fabs(rate - last_rate) * dt < std::numbers::pi;
        q[i] = charts::nearest_turn(q[i], steady ? last + dt * (0.5 * (last_rate + rate)) : last);
    }
}

}  // namespace cchnn
