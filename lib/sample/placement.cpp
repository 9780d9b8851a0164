#include "sample/placement.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "coordinates/held_body.hpp"
#include "core/errors.hpp"
#include "core/overloaded.hpp"
#include "core/to_size.hpp"
#include "elements/joint.hpp"
#include "elements/link.hpp"
#include "elements/parts/curve/curve.hpp"
#include "elements/parts/reading/body_coordinates.hpp"
#include "elements/rolling.hpp"
#include "elements/track.hpp"
#include "sample/track_placement.hpp"

namespace cchnn {
namespace {

using Vector = std::vector<double>;

// The value of a body point or direction at a state; without offset, its rate.
Vector value(const Point& point, const Vector& nodes, bool with_offset) {
    Vector sum = converted<double>(point.offset);
    if (!with_offset) std::ranges::fill(sum, 0.0);
    for (const NodeWeight& w : point.weights)
        for (std::size_t k = 0; k < sum.size(); ++k)
            sum[k] += double(w.weight) * nodes[to_size(index(w.node)) * sum.size() + k];
    return sum;
}

// Rotation matrices about the axes z and x, by rows, and their rates.
using Matrix = std::array<std::array<double, 3>, 3>;

Matrix product(const Matrix& a, const Matrix& b) {
    Matrix c{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) c[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
    return c;
}
Matrix about_z(double c, double s) { return {{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}}; }
Matrix about_x(double c, double s) { return {{{1, 0, 0}, {0, c, -s}, {0, s, c}}}; }
Matrix rate_about_z(double c, double s, double w) { return {{{-s * w, -c * w, 0}, {c * w, -s * w, 0}, {0, 0, 0}}}; }
Matrix rate_about_x(double c, double s, double w) { return {{{0, 0, 0}, {0, -s * w, -c * w}, {0, c * w, -s * w}}}; }

// R = R_z(phi) R_x(theta) R_z(psi): its columns are the axes.
Frame euler_frame(const DrawnNumbers& n, int axes) {
    const SinCos phi = exact_sin_cos(n.angles[0]), theta = exact_sin_cos(n.angles[1]), psi = exact_sin_cos(n.angles[2]);
    const Matrix a = about_z(phi.cos, phi.sin), b = about_x(theta.cos, theta.sin), c = about_z(psi.cos, psi.sin);
    const Matrix r = product(product(a, b), c);
    const Matrix da = product(product(rate_about_z(phi.cos, phi.sin, n.rates[0]), b), c);
    const Matrix db = product(product(a, rate_about_x(theta.cos, theta.sin, n.rates[1])), c);
    const Matrix dc = product(product(a, b), rate_about_z(psi.cos, psi.sin, n.rates[2]));
    Frame result;
    for (std::size_t i = 0; i < to_size(axes); ++i) {
        result.axes.push_back({r[0][i], r[1][i], r[2][i]});
        result.rates.push_back(
            {da[0][i] + db[0][i] + dc[0][i], da[1][i] + db[1][i] + dc[1][i], da[2][i] + db[2][i] + dc[2][i]});
    }
    return result;
}

using Frame3 = std::array<Vector, 3>;

// The axes of a body in space and their rates, of a flat body completed to three by a cross product; axes that a body
// does not have are 0.
struct SpaceFrame {
    Frame3 axes, rates;
};

Vector cross(const Vector& a, const Vector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vector sum(const Vector& a, const Vector& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }

SpaceFrame space_frame(const Body& body, const InitialState& state) {
    SpaceFrame f;
    for (std::size_t i = 0; i < 3; ++i) {
        f.axes[i] = f.rates[i] = Vector(3, 0.0);
        if (body.node_count == 0) f.axes[i][i] = 1;
    }
    const std::size_t first = body.node_count > 0 ? to_size(body.first_node) * 3 : 0;
    for (std::size_t i = 1; i < to_size(body.node_count); ++i)
        for (std::size_t k = 0; k < 3; ++k) {
            f.axes[i - 1][k] = state.x[first + 3 * i + k] - state.x[first + k];
            f.rates[i - 1][k] = state.v[first + 3 * i + k] - state.v[first + k];
        }
    if (body.node_count == 3) {
        f.axes[2] = cross(f.axes[0], f.axes[1]);
        f.rates[2] = sum(cross(f.rates[0], f.axes[1]), cross(f.axes[0], f.rates[1]));
    }
    return f;
}

// The space vector with these body coordinates, or its rate.
Vector in_space(const Frame3& axes, const std::array<double, 3>& coordinates) {
    Vector v(3, 0.0);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) v[k] += coordinates[i] * axes[i][k];
    return v;
}

// Of the two points of an attachment, the one on this body.
const Point& side_of(const Body& body, const BodyGraph& graph, const Point& a, const Point& b) {
    return &graph.bodies()[index(a.body)] == &body ? a : b;
}

// The frame of a body on a hinge: the frames (across_1, across_2, axis) of both bodies coincide at angle 0 and differ
// by a rotation about the axis.
Frame hinge_frame(const RigidPlacement& placement, const DrawnNumbers& n, const Body& body, const BodyGraph& graph,
                  const InitialState& state) {
    const Joint& joint = *graph.joint_between(placement.from, body.id);
    const Body& from = graph.body(placement.from);
    const auto axis = [&](const Body& of) {
        return axis_frame(body_coordinates(side_of(of, graph, joint.axis->axis_a, joint.axis->axis_b), of));
    };
    const AxisFrame there = axis(from), here = axis(body);
    const SpaceFrame space = space_frame(from, state);
    const SinCos turn = exact_sin_cos(n.angles[0]);
    const double rate = n.rates[0];
    Frame3 f, df;
    const Vector a1 = in_space(space.axes, there.across_1), a2 = in_space(space.axes, there.across_2);
    const Vector d1 = in_space(space.rates, there.across_1), d2 = in_space(space.rates, there.across_2);
    f = df = {Vector(3), Vector(3), Vector(3)};
    f[2] = in_space(space.axes, there.axis);
    df[2] = in_space(space.rates, there.axis);
    for (std::size_t k = 0; k < 3; ++k) {
        f[0][k] = turn.cos * a1[k] + turn.sin * a2[k];
        f[1][k] = turn.cos * a2[k] - turn.sin * a1[k];
        df[0][k] = turn.cos * d1[k] + turn.sin * d2[k] + rate * f[1][k];
        df[1][k] = turn.cos * d2[k] - turn.sin * d1[k] - rate * f[0][k];
    }
    Frame result;
    for (std::size_t i = 0; i + 1 < to_size(body.node_count); ++i) {
        const std::array<double, 3> row{here.across_1[i], here.across_2[i], here.axis[i]};
        result.axes.push_back(in_space(f, row));
        result.rates.push_back(in_space(df, row));
    }
    return result;
}

// In the plane the angle is counted from straight down, counter-clockwise (coordinates/charts.hpp (1)).
Frame plane_frame(const DrawnNumbers& n, int axes) {
    const SinCos a = exact_sin_cos(n.angles[0]);
    const double w = n.rates[0];
    Frame result{{{a.sin, -a.cos}, {a.cos, a.sin}}, {{a.cos * w, a.sin * w}, {-a.sin * w, a.cos * w}}};
    result.axes.resize(axes);
    result.rates.resize(axes);
    return result;
}

// The velocity of the centre for which the contact point is at rest; of what leans, (4) of elements/rolling.hpp.
Vector rolling_velocity(const Rolling& rolling, const Frame& axes, const Body& body) {
    Vector v(3, 0.0);
    double square = 0;
    for (const Point& rim : rolling.rim) {
        const Vector c = body_coordinates(rim, body);
        Vector way(3, 0.0);
        double height = 0;
        for (std::size_t i = 0; i < c.size(); ++i)
            for (std::size_t k = 0; k < 3; ++k) {
                height += rolling.up[k] * c[i] * axes.axes[i][k];
                way[k] += c[i] * axes.rates[i][k];
            }
        for (std::size_t k = 0; k < 3; ++k) v[k] += height * way[k];
        square += height * height;
    }
    if (rolling.leans()) {
        for (double& entry : v) entry /= std::sqrt(square);
        return v;
    }
    for (std::size_t i = 0; i < axes.axes.size(); ++i) {
        double height = 0;
        for (std::size_t k = 0; k < 3; ++k) height += rolling.up[k] * axes.axes[i][k];
        for (std::size_t k = 0; k < 3; ++k) v[k] += rolling.radius * height * axes.rates[i][k];
    }
    return v;
}

// An extended body: first its frame, then its centre, from a joint, from a curve, or as drawn; a rolling body without a
// drawn velocity gets its rolling velocity.
void place_extended(const RigidPlacement& placement, const DrawnNumbers& n, const Body& body, const BodyGraph& graph,
                    InitialState& state) {
    const Frame axes = frame(placement, n, body, graph, state);
    const auto d = to_size(graph.dimension()), first = to_size(body.first_node) * d;
    Vector x = n.position, v = n.velocity.empty() ? Vector(d, 0.0) : n.velocity;
    const auto hold_at = [&](const Point& here) {  // x, v of that point of the body become those of its centre
        const Vector c = body_coordinates(here, body);
        for (std::size_t i = 0; i < c.size(); ++i)
            for (std::size_t k = 0; k < d; ++k) {
                x[k] -= c[i] * axes.axes[i][k];
                v[k] -= c[i] * axes.rates[i][k];
            }
    };
    if (!placement.from.empty()) {
        const Joint& joint = *graph.joint_between(placement.from, body.id);
        const Point& there = side_of(graph.body(placement.from), graph, joint.a, joint.b);
        x = value(there, state.x, true);
        v = value(there, state.v, false);
        hold_at(side_of(body, graph, joint.a, joint.b));
    }
    if (!n.track.empty()) {
        const int track = graph.track_point_of(body.id);
        const TrackPoint& on_curve = graph.track_points()[track];
        const CurvePoint at(*on_curve.curve, n.track[0]);
        x.assign(at.position, at.position + d);
        for (std::size_t k = 0; k < d; ++k) v[k] = at.first[k] * n.track[1];
        state.s[track] = n.track[0];
        hold_at(on_curve.point);
    }
    if (const Rolling* rolling = graph.rolling_of(body.id); rolling && n.velocity.empty() && placement.from.empty())
        v = rolling_velocity(*rolling, axes, body);
    for (std::size_t i = 0; i < to_size(body.node_count); ++i)
        for (std::size_t k = 0; k < d; ++k) {
            state.x[first + i * d + k] = x[k] + (i > 0 ? axes.axes[i - 1][k] : 0);
            state.v[first + i * d + k] = v[k] + (i > 0 ? axes.rates[i - 1][k] : 0);
        }
}

// A point mass at its drawn position. Without drawn velocities it is at rest.
void place_point(const DrawnNumbers& n, const Body& body, const BodyGraph& graph, InitialState& state) {
    const auto d = to_size(graph.dimension()), first = to_size(body.first_node) * d;
    for (std::size_t k = 0; k < d; ++k) {
        state.x[first + k] = n.position[k];
        state.v[first + k] = k < n.velocity.size() ? n.velocity[k] : 0;
    }
}

// A point mass at the end of a Link from another body, in the direction of its angles. The length is that of the
// initial conditions if they have one, else that of the Link. Without a Link it counts from the centre of that body.
void place_on_link(const AngularPlacement& placement, const DrawnNumbers& n, const Body& body, const BodyGraph& graph,
                   InitialState& state) {
    const Link* link = graph.link_between(placement.from, body.id);
    if (!link && !placement.length)
        throw SpecError(graph.source() + "#/initial_conditions/bodies/" + body.id, "needs a length");
    const double length = placement.length ? *placement.length : link->length;
    const Body& from = graph.body(placement.from);
    const Direction u = direction(n.angles, n.rates, graph.dimension());
    const auto d = to_size(graph.dimension()), first = to_size(body.first_node) * d;
    Point centre{BodyIndex{0}, {}, {from.position.begin(), from.position.end()}};
    if (from.node_count > 0) centre = {BodyIndex{0}, {{NodeIndex(from.first_node), 1.0}}, std::vector<Exact>(d, 0.0)};
    const Point& base = link ? side_of(from, graph, link->a, link->b) : centre;
    const Vector x = value(base, state.x, true), v = value(base, state.v, false);
    for (std::size_t k = 0; k < d; ++k) {
        state.x[first + k] = x[k] + length * u.u[k];
        state.v[first + k] = v[k] + length * u.rate[k];
    }
}

BodyIndex index_of(const std::string& id, const BodyGraph& graph) {
    return BodyIndex{static_cast<int>(&graph.body(id) - graph.bodies().data())};
}

// A body on a Slider or Weld, by relative coordinates along the branch.
void place_held(const HeldPlacement& placement, const DrawnNumbers& n, const Body& body, const BodyGraph& graph,
                InitialState& state) {
    const std::optional<Branch> branch = rail_or_weld(graph, index_of(placement.from, graph), index_of(body.id, graph));
    if (!branch)
        throw SpecError(graph.source() + "#/initial_conditions/bodies/" + body.id, "hangs on no Slider or Weld");
    Vector q, qdot;
    if (!n.slide.empty()) {
        q.push_back(n.slide[0]);
        qdot.push_back(n.slide[1]);
    }
    q.insert(q.end(), n.angles.begin(), n.angles.end());
    qdot.insert(qdot.end(), n.rates.begin(), n.rates.end());
    const HeldBody held(*branch, graph);
    if (std::ssize(q) != held.held_by + held.turned_by)
        throw SpecError(
            graph.source() + "#/initial_conditions/bodies/" + body.id,
            "needs " + std::to_string(held.held_by + held.turned_by) + " numbers, got " + std::to_string(q.size()));
    held.place(q.data(), qdot.data(), state.x.data(), state.v.data());
}

}  // namespace

DrawnNumbers draw_numbers(const Placement& placement, const NumberSource& source) {
    DrawnNumbers numbers;
    const auto fill = [&](const std::vector<Distribution>& from, Vector& to) {
        for (const Distribution& d : from) to.push_back(draw(d, source));
    };
    std::visit(Overloaded{[&](const CartesianPlacement& cartesian) {
                              fill(cartesian.position, numbers.position);
                              fill(cartesian.velocity, numbers.velocity);
                          },
                          [&](const AngularPlacement& angular) {
                              fill(angular.angles, numbers.angles);
                              fill(angular.rates, numbers.rates);
                          },
                          [&](const TrackPlacement& track) {
                              if (track.from.empty()) fill({track.parameter, track.rate}, numbers.track);
                          },
                          [&](const HeldPlacement& held) {
                              if (held.slide) fill({*held.slide, held.slide_rate}, numbers.slide);
                              fill(held.angles, numbers.angles);
                              fill(held.rates, numbers.rates);
                          },
                          [&](const RigidPlacement& rigid) {
                              fill(rigid.angles, numbers.angles);
                              fill(rigid.rates, numbers.rates);
                              fill(rigid.position, numbers.position);
                              fill(rigid.velocity, numbers.velocity);
                              fill(rigid.track, numbers.track);
                          }},
               placement);
    return numbers;
}

Direction direction(const std::vector<double>& angles, const std::vector<double>& rates, int dimension) {
    if (dimension == 2) {
        const SinCos a = exact_sin_cos(angles[0]);
        return {{a.sin, -a.cos}, {a.cos * rates[0], a.sin * rates[0]}};
    }
    const SinCos azimuth = exact_sin_cos(angles[0]), polar = exact_sin_cos(angles[1]);
    const double z = rates[0], p = rates[1];
    return {{-polar.cos, azimuth.sin * polar.sin, azimuth.cos * polar.sin},
            {polar.sin * p, azimuth.cos * polar.sin * z + azimuth.sin * polar.cos * p,
             -azimuth.sin * polar.sin * z + azimuth.cos * polar.cos * p}};
}

Frame frame(const RigidPlacement& placement, const DrawnNumbers& n, const Body& body, const BodyGraph& graph,
            const InitialState& state) {
    const int axes = body.node_count - 1;
    if (placement.hinge) return hinge_frame(placement, n, body, graph, state);
    if (graph.dimension() == 2) return plane_frame(n, axes);
    if (axes == 1) {
        const Direction u = direction(n.angles, n.rates, 3);
        return {{u.u}, {u.rate}};
    }
    return euler_frame(n, axes);
}

void place_body(const std::string& id, const Placement& placement, const DrawnNumbers& n, const BodyGraph& graph,
                InitialState& state) {
    const Body& body = graph.body(id);
    std::visit(Overloaded{[&](const CartesianPlacement&) { place_point(n, body, graph, state); },
                          [&](const AngularPlacement& angular) { place_on_link(angular, n, body, graph, state); },
                          [&](const RigidPlacement& rigid) { place_extended(rigid, n, body, graph, state); },
                          [&](const TrackPlacement& track) { place_on_track(track, n, body, graph, state); },
                          [&](const HeldPlacement& held) { place_held(held, n, body, graph, state); }},
               placement);
}

}  // namespace cchnn
