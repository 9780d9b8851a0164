#include "convert/hold_items.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "convert/joint_kinds.hpp"
#include "core/to_size.hpp"
#include "elements/parts/axis_frame.hpp"

namespace cchnn {
namespace {

constexpr double outside = 1e-9;  // of a size: what rounding of the file's numbers leaves of zero

// Coordinates of v along the axes, and the length of the part of v outside their span.
std::pair<std::vector<double>, double> along(const std::vector<Vector3>& axes, const Vector3& v) {
    std::vector<double> coordinates;
    Vector3 rest = v;
    for (const Vector3& axis : axes) {
        coordinates.push_back(dot(axis, v));
        rest = minus(rest, times(coordinates.back(), axis));
    }
    return {coordinates, axes.size() == 3 ? 0.0 : length(rest)};
}

std::vector<double> of_unit_length(std::vector<double> u) {
    double square = 0;
    for (const double entry : u) square += entry * entry;
    for (double& entry : u) entry = std::abs(entry) < 1e-15 ? 0 : entry / std::sqrt(square);
    return u;
}

using Items = std::optional<std::vector<DraftItem>>;
using Numbers = std::vector<double>;

constexpr double right_angle = 1e-9;  // what rounding of the file's numbers leaves of zero

// Makes the items of one body; one function for each kind of holding.
class Holding {
  public:
    Holding(const Touching& touching, const ModelBody& source, const MovingBody& body)
        : t_(touching), source_(source), body_(body) {}

    Items items() const {
        switch (body_.hold) {
            case HeldBy::free: return std::vector<DraftItem>{};
            case HeldBy::hinge: return hinge();
            case HeldBy::slide: return slide();
            case HeldBy::ball: return ball();
            case HeldBy::universal: return universal();
            case HeldBy::planar: return planar();
            case HeldBy::cylinder: return cylinder();
            case HeldBy::parallel: return parallel();
            case HeldBy::oblique: return oblique();
            case HeldBy::skew: return skew();
            case HeldBy::in_plane:
                return pair("Planar", body_.mass.centre,
                            {of_parent(unit(cross(source_.joints[0].axis, source_.joints[1].axis)))});
            case HeldBy::anywhere: return std::vector<DraftItem>{};
            case HeldBy::untilted: return untilted();
        }
        return std::nullopt;
    }

  private:
    // Whether neither body has all three axes. Items that need a direction across an axis cannot be given then.
    bool flat_pair() const { return !t_.parent.has_frame() && !t_.child.has_frame(); }
    // The coordinates of a direction, which is given in the child's drawn frame, along the axes of the parent.
    // Nothing if the parent is flat and the direction leaves its plane.
    std::optional<Numbers> of_parent(const Vector3& u) const { return t_.parent.direction(t_.drawn.direction(u)); }
    std::optional<Numbers> of_child(const Vector3& u) const { return t_.child.direction(u); }

    // An item between the points of both bodies that are at `point` in the child's drawn frame. Nothing if one of them,
    // or one of the directions, is outside a flat body.
    Items pair(const char* type, const Vector3& point, const std::vector<std::optional<Numbers>>& axis) const {
        const std::optional<DraftEnd> a = t_.of_parent(point), b = t_.of_child(point);
        if (!a || !b) return std::nullopt;
        DraftItem item{type, {*a, *b}};
        for (const std::optional<Numbers>& u : axis) {
            if (!u) return std::nullopt;
            item.axis.push_back(*u);
        }
        item.origin_name = source_.joints[0].name;
        return std::vector{item};
    }

    // Any point of the axis may be used: the anchor of the file, or the point next to the centre of mass if the
    // anchor lies outside a flat body.
    Items hinge() const {
        const ModelJoint& joint = source_.joints[0];
        const Vector3 to_centre = minus(body_.mass.centre, joint.anchor);
        const Vector3 foot = plus(joint.anchor, times(dot(to_centre, joint.axis), joint.axis));
        if (t_.child.axes() == 0) return point_on_hinge(foot, joint.axis);
        const Items at_anchor = hinge_at(joint.anchor, joint.axis);
        return at_anchor ? at_anchor : hinge_at(foot, joint.axis);
    }
    // A Joint with an axis if both bodies can carry it. A rod, which has one axis, can still be hinged across
    // itself: a Universal then keeps the rod at right angles to the hinge.
    Items hinge_at(const Vector3& anchor, const Vector3& u) const {
        const bool rods = t_.parent.axes() < 2 || t_.child.axes() < 2;
        if (!rods && !flat_pair())
            if (const Items joint = pair("Joint+Axis", anchor, {of_parent(u), of_child(u)})) return joint;
        if (t_.child.axes() == 1 && std::abs(dot(u, body_.axes[0])) < right_angle)
            return pair("Universal", anchor, {of_parent(u), Numbers{1}});
        return std::nullopt;
    }
    // A point mass on a hinge moves on a circle: a Link keeps its distance from the foot on the axis, and a
    // Planar keeps it in the plane through that foot.
    Items point_on_hinge(const Vector3& foot, const Vector3& u) const {
        Items linked = link(foot);
        const std::optional<Numbers> axis = of_parent(u);
        if (!linked || !axis) return std::nullopt;
        DraftItem plane = linked->front();
        plane.type = "Planar";
        plane.length = 0;
        plane.axis = {*axis};
        linked->push_back(plane);
        return linked;
    }
    Items link(const Vector3& anchor) const { return link(anchor, body_.mass.centre); }
    // A Link as long as the two points are apart as drawn. Two points at one place have none: a Link has a
    // length > 0.
    Items link(const Vector3& on_parent, const Vector3& on_child) const {
        const std::optional<DraftEnd> a = t_.of_parent(on_parent), b = t_.of_child(on_child);
        const double distance = length(minus(on_child, on_parent));
        if (!a || !b || distance == 0) return std::nullopt;
        DraftItem item{"Link", {*a, *b}};
        item.length = distance;
        item.origin_name = source_.joints[0].name;
        return std::vector{item};
    }
    static Items all_of(const std::vector<Items>& parts) {
        std::vector<DraftItem> all;
        for (const Items& part : parts) {
            if (!part) return std::nullopt;
            all.insert(all.end(), part->begin(), part->end());
        }
        return all;
    }

    // The Link of joint_kinds.hpp, and a Planar between the same points; both bodies must have the direction of
    // the hinges.
    Items parallel() const {
        const HingePair hinges = hinge_pair(source_, body_.mass.centre);
        const std::optional<Numbers> u_a = of_parent(hinges.a), u_b = of_child(hinges.a);
        Items linked = link(hinges.p, hinges.q);
        if (flat_pair() || t_.child.axes() < 2 || !linked || !u_a || !u_b) return std::nullopt;
        DraftItem plane = linked->front();
        plane.type = "Planar";
        plane.length = 0;
        plane.axis = {*u_a, *u_b};
        linked->push_back(plane);
        return linked;
    }
    // Two hinges whose axes meet, without a body between them: see joint_kinds.hpp for why these constraints
    // are equivalent.
    Items oblique() const {
        const HingePair hinges = hinge_pair(source_, {});
        if (std::abs(dot(hinges.a, hinges.b)) < right_angle)
            return pair("Universal", hinges.p, {of_parent(hinges.a), of_child(hinges.b)});
        const double along = reach(0);
        return all_of({pair("Joint", hinges.p, {}),
                       link(plus(hinges.p, times(along, hinges.a)), plus(hinges.p, times(along, hinges.b)))});
    }
    Items skew() const {
        const HingePair hinges = hinge_pair(source_, {});
        const double along = reach(length(minus(hinges.q, hinges.p)));
        const Vector3 p = plus(hinges.p, times(along, hinges.a)), q = plus(hinges.q, times(along, hinges.b));
        return all_of({link(hinges.p, hinges.q), link(p, hinges.q), link(hinges.p, q), link(p, q)});
    }
    // The distance between ends of Links on an axis: the size of the body, or `least` if that is larger.
    double reach(double least) const {
        for (const double moment : body_.moments) least = std::max(least, std::sqrt(moment));
        return least;
    }

    // A point mass has no orientation, so it needs only its distance from the anchor.
    Items ball() const {
        const Vector3& anchor = source_.joints[0].anchor;
        return t_.child.axes() == 0 ? link(anchor) : pair("Joint", anchor, {});
    }
    Items universal() const {
        const std::vector<ModelJoint>& hinges = source_.joints;
        return pair("Universal", hinges[0].anchor, {of_parent(hinges[0].axis), of_child(hinges[1].axis)});
    }
    Items planar() const {
        const Vector3& u = hinge_of(source_).axis;
        if (flat_pair() || t_.child.axes() < 2) return std::nullopt;
        return pair("Planar", body_.mass.centre, {of_parent(u), of_child(u)});
    }
    // Its place is free, so that the ends are whole bodies.
    Items untilted() const {
        if (t_.child.axes() == 0) return std::vector<DraftItem>{};
        Items items = planar();
        if (!items) return std::nullopt;
        items->front().type = "Parallel";
        for (DraftEnd& end : items->front().between) end.point.clear();
        return items;
    }
    // A Slider that may turn about its axis.
    Items cylinder() const {
        const ModelJoint& joint = hinge_of(source_);
        if (!t_.parent.has_frame() || t_.child.axes() < 2) return std::nullopt;
        Items items = pair("Slider", joint.anchor, {of_parent(joint.axis), of_child(joint.axis)});
        if (items) items->front().turn = true;
        return items;
    }

    // The first body of a Slider carries the directions across the axis, so the order is exchanged if the
    // parent is flat.
    Items slide() const {
        const Vector3& u = source_.joints[0].axis;
        if (flat_pair()) return std::nullopt;
        const bool swapped = !t_.parent.has_frame();
        if (swapped && t_.parent.axes() == 0) return std::nullopt;
        if (t_.child.axes() == 0) return pair("Slider", body_.mass.centre, {of_parent(u)});
        Items items = pair("Slider", body_.mass.centre, {of_parent(u), of_child(u)});
        if (!items) return std::nullopt;
        DraftItem& item = items->front();
        if (t_.parent.axes() > 1 && t_.child.axes() > 1) {
            const std::optional<Vector3> w = across_both(u);
            const std::optional<Numbers> a = w ? of_parent(*w) : std::nullopt, b = w ? of_child(*w) : std::nullopt;
            if (!a || !b) return std::nullopt;
            item.across = {*a, *b};
        }
        if (swapped) {
            std::swap(item.between[0], item.between[1]);
            std::swap(item.axis[0], item.axis[1]);
            if (!item.across.empty()) std::swap(item.across[0], item.across[1]);
        }
        return items;
    }
    // A direction across u, in the child's frame, within the plane of whichever body is flat.
    std::optional<Vector3> across_both(const Vector3& u) const {
        if (t_.child.axes() == 2 || t_.parent.has_frame()) return across(u, t_.child);
        const std::optional<Vector3> w = across(t_.drawn.direction(u), t_.parent);
        if (!w) return std::nullopt;
        return rotated(transposed(t_.drawn.rotation), *w);
    }

    const Touching& t_;
    const ModelBody& source_;
    const MovingBody& body_;
};

// The third direction of a flat body is across its plane.
Vector3 in_frame(const BodyEnds& ends, const std::vector<double>& u) {
    std::vector<Vector3> axes = ends.body ? ends.body->axes : std::vector<Vector3>(identity.begin(), identity.end());
    if (axes.size() == 2) axes.push_back(cross(axes[0], axes[1]));
    Vector3 sum{};
    for (std::size_t i = 0; i < u.size(); ++i) sum = plus(sum, times(u[i], axes[i]));
    return sum;
}
Vector3 across_axis(const BodyEnds& ends, const std::vector<double>& u) {
    const std::array<double, 3> across = axis_frame(u).across_1;
    return in_frame(ends, {across[0], across[1], across[2]});
}

}  // namespace

std::optional<std::vector<double>> BodyEnds::direction(const Vector3& u) const {
    const auto [coordinates, rest] = body ? along(body->axes, u) : std::pair(std::vector(u.begin(), u.end()), 0.0);
    if (rest > outside || coordinates.empty()) return std::nullopt;
    return of_unit_length(coordinates);
}

std::optional<std::vector<double>> BodyEnds::point(const Vector3& p) const {
    if (!body) return std::vector<double>{};
    const Vector3 from_centre = minus(p, body->mass.centre);
    auto [coordinates, rest] = along(body->axes, from_centre);
    const double size = body->moments.empty() ? 0 : std::sqrt(*std::ranges::max_element(body->moments));
    if (rest > outside * (size + length(p))) return std::nullopt;
    return coordinates;
}

std::optional<Vector3> across(const Vector3& u, const BodyEnds& ends) {
    if (ends.axes() < 2) return std::nullopt;
    if (ends.axes() == 2) return unit(cross(cross(ends.body->axes[0], ends.body->axes[1]), u));
    std::size_t least = 0;
    for (std::size_t i = 1; i < 3; ++i)
        if (std::abs(u[i]) < std::abs(u[least])) least = i;
    Vector3 e{};
    e[least] = 1;
    return unit(minus(e, times(dot(e, u), u)));
}

double drawn_angle(const Touching& touching, const std::vector<std::vector<double>>& axis) {
    const Vector3 u = in_frame(touching.parent, axis[0]), a = across_axis(touching.parent, axis[0]),
                  b = touching.drawn.direction(across_axis(touching.child, axis[1]));
    return std::atan2(dot(u, cross(a, b)), dot(a, b));
}

Touching::Touching(const std::vector<MovingBody>& bodies, int body)
    : parent_index(bodies[body].parent), child_index(body), drawn(bodies[body].drawn) {
    child.body = &bodies[body];
    if (parent_index >= 0) parent.body = &bodies[parent_index];
}

std::optional<DraftEnd> Touching::of_child(const Vector3& p) const {
    const std::optional<Numbers> point = child.point(p);
    if (!point) return std::nullopt;
    return DraftEnd{child_index, *point, {}};
}
std::optional<DraftEnd> Touching::of_parent(const Vector3& p) const {
    const Vector3 place = drawn.point(p);
    const std::optional<Numbers> point = parent.point(place);
    if (!point) return std::nullopt;
    return DraftEnd{parent_index, *point, place};
}

std::optional<std::vector<DraftItem>> hold_items(const RobotModel& model, const std::vector<MovingBody>& bodies,
                                                 int body) {
    const MovingBody& moving = bodies[body];
    return Holding(Touching(bodies, body), model.bodies[moving.source], moving).items();
}

}  // namespace cchnn
