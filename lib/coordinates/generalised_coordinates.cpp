#include "coordinates/generalised_coordinates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "coordinates/body_frames.hpp"
#include "coordinates/charts.hpp"
#include "core/to_size.hpp"
#include "elements/parts/reading/body_coordinates.hpp"
#include "elements/terms.hpp"
#include "numbers/exact_functions.hpp"

namespace cchnn {
namespace {

using namespace body_frames;
using Hold = Branch::Hold;
using Turn = Branch::Turn;

// A number and its change along a direction. numbers/dual.hpp has the same with lanes, which are for kernels alone.
struct Along {
    double value = 0, change = 0;

    Along() = default;
    explicit Along(double number) : value(number) {}
    Along(double number, double along) : value(number), change(along) {}
    Along& operator+=(const Along& b) { return *this = *this + b; }

    friend Along operator-(const Along& a) { return {-a.value, -a.change}; }
    friend Along operator+(const Along& a, const Along& b) { return {a.value + b.value, a.change + b.change}; }
    friend Along operator+(double a, const Along& b) { return {a + b.value, b.change}; }
    friend Along operator-(const Along& a, const Along& b) { return {a.value - b.value, a.change - b.change}; }
    friend Along operator*(const Along& a, const Along& b) {
        return {a.value * b.value, a.value * b.change + a.change * b.value};
    }
    friend Along operator*(double a, const Along& b) { return {a * b.value, a * b.change}; }
    friend Along operator/(const Along& a, const Along& b) {
        const double ratio = a.value / b.value;
        return {ratio, (a.change - ratio * b.change) / b.value};
    }
    friend bool operator<(const Along& a, const Along& b) { return a.value < b.value; }
    friend bool operator<=(const Along& a, const Along& b) { return a.value <= b.value; }
    friend Along sqrt(const Along& a) {
        const double root = std::sqrt(a.value);
        return {root, a.change / (2 * root)};
    }
};

}  // namespace

GeneralisedCoordinates::Member::Member(Branch held, const BodyGraph& graph) : HeldBody(std::move(held), graph) {
    if (branch.hold == Hold::link) span = Span::of(branch.on_body, branch.on_parent);
}
template <class C>
MovingOf<C> GeneralisedCoordinates::Member::link(const C* x, const C* v, std::size_t d) const {
    return span ? (*span)(x, v, d) : between(branch.on_body, branch.on_parent, x, v, d);
}

GeneralisedCoordinates::GeneralisedCoordinates(const BodyGraph& graph)
    : dimension_(graph.dimension()), node_count_(graph.node_count()) {
    BodyTree tree = body_tree(graph);
    why_none_ = std::move(tree.why_none);
    if (!graph.base_moves().empty()) {
        why_none_ = "its Origins move";
        return;
    }
    for (Branch& branch : tree.branches) members_.emplace_back(std::move(branch), graph);
    // Coordinates are numbered in the order of the file's bodies, members in that of the tree, parents first.
    std::vector<Member*> by_body;
    for (Member& member : members_) by_body.push_back(&member);
    std::ranges::sort(by_body, [](const Member* a, const Member* b) { return a->first_node < b->first_node; });
    for (Member* member : by_body) {
        member->first = count();
        name_coordinates(graph, *member);
    }
    if (exist() && table_.empty()) why_none_ = "nothing in it can move";
}

// Bodies of a system with a Lagrangian are its coordinates, in their order.
static bool is_angle_of_lagrangian(const BodyGraph& graph, BodyIndex body) {
    const std::vector<bool> angles = angle_coordinates_of(graph.terms());
    return !angles.empty() && angles[to_size(index(body))];
}

void GeneralisedCoordinates::name_coordinates(const BodyGraph& graph, const Member& m) {
    static const std::vector<std::string> entries{"x", "y", "z"}, link{"link_angle"},
        links{"link_azimuth", "link_polar"}, one{"angle"}, two{"azimuth", "polar"},
        three{"euler_phi", "euler_theta", "euler_psi"}, hinge{"hinge_angle"}, slide{"slide"};
    const bool free = m.branch.hold == Hold::free, hinged = m.branch.turn == Turn::hinge,
               slides = m.branch.hold == Hold::slide;
    const auto id = [&](BodyIndex body) { return graph.bodies()[index(body)].id; };
    const std::string from = free ? "" : id(m.branch.parent);
    const auto name = [&](const std::vector<std::string>& kinds, int number, const char* unit, bool in_space) {
        for (std::size_t i = 0; i < to_size(number); ++i) {
            const bool turns =
                unit[0] == 'r' && kinds[i] != "link_polar" && kinds[i] != "polar" && kinds[i] != "euler_theta";
            table_.push_back({id(m.branch.body), kinds[i], unit, from, in_space ? "space" : from, turns});
        }
    };
    // The one coordinate of such a body is counted over turns in x already.
    if (is_angle_of_lagrangian(graph, m.branch.body)) return name(entries, 1, "rad", false);
    name(free              ? entries
         : slides          ? slide
         : dimension_ == 2 ? link
                           : links,
         m.held_by, free || slides ? "m" : "rad", !slides);
    name(hinged ? hinge : m.turned_by == 1 ? one : m.turned_by == 2 ? two : three, m.turned_by, "rad", !hinged);
}

// The axes of a member; for a hinge the hinge's frame on the member, and that on its parent, from which the angle is
// counted. `mirrored` means that the nodes form a left-handed frame.
template <class C>
struct GeneralisedCoordinates::Frames {
    MovingFrameOf<C> axes, before;
    bool mirrored;
};

template <class C>
GeneralisedCoordinates::Frames<C> GeneralisedCoordinates::frames(const Member& m, const C* x, const C* v) const {
    const NodesOf<C> nodes{x, v, to_size(dimension_)};
    Frames<C> out;
    out.axes = axes_of(nodes, m.first_node, m.axes);
    out.mirrored = left_handed(out.axes, m.axes, dimension_);
    if (m.branch.turn != Turn::hinge) return out;
    out.before = hinge_axes(axes_of(nodes, m.parent_node, m.parent_axes), m.branch.frame_in_parent);
    out.axes = hinge_axes(out.axes, m.branch.frame_in_body);
    return out;
}

// Whether a welded body is a mirror image. It has no coordinate that could be NaN, so all coordinates of the state are.
template <class C>
bool GeneralisedCoordinates::held_mirrored(const C* x, const C* v) const {
    const auto mirrored = [&](const Member& m) {
        return m.branch.turn == Turn::fixed && m.axes > 0 && frames(m, x, v).mirrored;
    };
    return std::ranges::any_of(members_, mirrored);
}

void GeneralisedCoordinates::to_q(const double* x, const double* v, const double* previous, double* q,
                                  double* qdot) const {
    const std::size_t d = dimension_;
    if (held_mirrored(x, v)) {
        std::fill_n(q, count(), std::numeric_limits<double>::quiet_NaN());
        std::fill_n(qdot, count(), std::numeric_limits<double>::quiet_NaN());
        return;
    }
    for (const Member& m : members_) {
        const auto first = to_size(m.first), turn = first + m.held_by;
        const auto before = [&](std::size_t i) {
            return previous && std::isfinite(previous[i]) ? previous + i : nullptr;
        };
        const auto direction = [&](const Moving& r, std::size_t i) {
            if (d == 2) charts::plane_angle(r, &q[i], &qdot[i]);
            else charts::sphere_angles(r, before(i), &q[i], &qdot[i]);
        };
        copy_lengths(m, x, v, q, qdot);
        if (m.branch.hold == Hold::link) direction(m.link(x, v, d), first);
        if (m.turned_by == 0) continue;
        const auto u = frames(m, x, v);
        if (m.branch.turn == Turn::hinge) charts::hinge_angle(u.before, u.axes, &q[turn], &qdot[turn]);
        else if (m.turned_by == 3) charts::euler_angles(u.axes, before(turn), &q[turn], &qdot[turn]);
        else direction(u.axes[0], turn);
        for (std::size_t i = turn; u.mirrored && i < turn + m.turned_by; ++i)
            q[i] = qdot[i] = std::numeric_limits<double>::quiet_NaN();
    }
}

template <class C>
void GeneralisedCoordinates::copy_lengths(const Member& m, const C* x, const C* v, C* q, C* qdot) const {
    const std::size_t slide = m.first;
    if (m.branch.hold == Hold::slide) {
        const MovingOf<C> u = m.slide_axis(x, v), r = m.along_slide_axis(x, v);
        q[slide] = dot(u.value, r.value);
        qdot[slide] = dot(u.rate, r.value) + dot(u.value, r.rate);
    }
    if (m.branch.hold != Hold::free) return;
    const auto d = to_size(dimension_), first = to_size(m.first), node = to_size(m.first_node);
    std::copy_n(x + node * d, d, q + first);
    std::copy_n(v + node * d, d, qdot + first);
}

template <class C>
bool GeneralisedCoordinates::to_sines_cosines(const C* x, const C* v, C* sine, C* cosine, C* qdot) const {
    const std::size_t d = dimension_;
    if (held_mirrored(x, v)) return false;
    for (const Member& m : members_) {
        const auto first = to_size(m.first), turn = first + m.held_by;
        const auto direction = [&](const MovingOf<C>& r, std::size_t i) {
            if (d == 3) return charts::sphere_sine_cosine(r, sine + i, cosine + i, qdot + i);
            charts::plane_sine_cosine(r, sine + i, cosine + i, qdot + i);
            return true;
        };
        if (m.branch.hold == Hold::link && !direction(m.link(x, v, d), first)) return false;
        if (m.turned_by == 0) continue;
        const auto u = frames(m, x, v);
        bool regular = !u.mirrored;
        if (m.branch.turn == Turn::hinge)
            charts::hinge_sine_cosine(u.before, u.axes, sine + turn, cosine + turn, qdot + turn);
        else if (m.turned_by == 3)
            regular = regular && charts::euler_sine_cosine(u.axes, sine + turn, cosine + turn, qdot + turn);
        else regular = regular && direction(u.axes[0], turn);
        if (!regular) return false;
    }
    return true;
}

// The rates of angles are linear in v, so those at the velocity dx are derivatives of the angles along dx.
void GeneralisedCoordinates::tangent(const double* x, const double* v, const double* dx, const double* dv, double* dq,
                                     double* dqdot) const {
    const std::size_t m = table_.size(), state = to_size(node_count_) * to_size(dimension_);
    std::vector<Along> along_x(state), along_v(state), sines(m), cosines(m), rates(m);
    for (std::size_t i = 0; i < state; ++i) {
        along_x[i] = {x[i], dx[i]};
        along_v[i] = {v[i], dv[i]};
    }
    std::vector<double> sine(m), cosine(m);
    const bool regular = to_sines_cosines(along_x.data(), along_v.data(), sines.data(), cosines.data(), rates.data()) &&
                         to_sines_cosines(x, dx, sine.data(), cosine.data(), dq);
    for (const Member& member : members_) {
        copy_lengths(member, along_x.data(), along_v.data(), sines.data(), rates.data());
        copy_lengths(member, x, dx, sine.data(), dq);
    }
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < m; ++i) {
        if (!regular) dq[i] = nan;
        dqdot[i] = regular ? rates[i].change : nan;
    }
}

void GeneralisedCoordinates::to_cartesian(const double* q, const double* qdot, double* x, double* v) const {
    for (const Member& m : members_) m.place(q + m.first, qdot + m.first, x, v);
}

// Computes the angles of all samples together, as atan2 in lanes is faster. Samples at poles, where the sample before
// matters, and mirror images then go one after the other through to_q().
void GeneralisedCoordinates::along_trajectory(int samples, double dt, const double* x, const double* v, double* q,
                                              double* qdot, FastAngles fast) const {
    const std::size_t m = table_.size(), state = node_count_ * dimension_, count = samples;
    std::vector<double> sines(count * m, 1.0), cosines(sines);  // of what is no angle, too
    std::vector<char> regular(count);
    for (std::size_t k = 0; k < count; ++k)
        regular[k] = to_sines_cosines(x + k * state, v + k * state, &sines[k * m], &cosines[k * m], qdot + k * m);
    for (double& sine : sines) sine += 0.0;
    exact_atan2(count * m, sines.data(), cosines.data(), q, fast);
    for (std::size_t k = 0; k < count; ++k, x += state, v += state, q += m, qdot += m) {
        if (!regular[k]) to_q(x, v, k == 0 ? nullptr : q - m, q, qdot);
        else
            for (const Member& member : members_) copy_lengths(member, x, v, q, qdot);
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
