#include "mechanics/rows/row_reader.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "core/to_size.hpp"
#include "mechanics/rows/formula_terms.hpp"
#include "mechanics/rows/track_terms.hpp"
#include "numbers/exact_functions.hpp"

namespace cchnn {
namespace {

double dot3(const Vector3& a, const Vector3& b) {
    double sum = a[0] * b[0];
    for (std::size_t k = 1; k < 3; ++k) sum += a[k] * b[k];
    return sum;
}
Vector3 cross3(const Vector3& a, const Vector3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vector3 vector3(const std::vector<Exact>& v) {
    Vector3 out{};
    for (std::size_t k = 0; k < v.size(); ++k) out[k] = double(v[k]);
    return out;
}

}  // namespace

Vector3 RowReader::rate(const Separation& r, const double* v) const {
    Vector3 out{};
    for (std::size_t j = 0; j < to_size(dimension); ++j)
        for (const NodeWeight& w : r.weights) out[j] += double(w.weight) * v[to_size(index(w.node) * dimension) + j];
    return out;
}

Vector3 RowReader::value(const Separation& r) const {
    Vector3 out{};
    for (std::size_t j = 0; j < to_size(dimension); ++j) {
        out[j] = double(r.offset[j]);
        for (const NodeWeight& w : r.weights) out[j] += double(w.weight) * x[to_size(index(w.node) * dimension) + j];
    }
    return out;
}

// The frame is that of the kernels, TrackFrame, so that paper rows and solver rows have the same normals.
TrackPlace::TrackPlace(const Curve& curve, double s) {
    std::vector<Jet<double>> work(curve.steps());
    const auto read = [&]<int D>(TrackFrame<double, D>& frame) {
        frame.read(curve, s, work.data());
        std::copy_n(frame.position, D, position.begin());
        for (int j = 0; j < D - 1; ++j) std::copy_n(frame.normals + j * D, D, normals[j].begin());
    };
    if (curve.dimension() == 2) {
        TrackFrame<double, 2> frame;
        read(frame);
    } else {
        TrackFrame<double, 3> frame;
        read(frame);
    }
}

TrackPlace RowReader::place(const ConstraintRow& row) const {
    return places ? places[row.track] : TrackPlace(tracks[row.track].search->curve(), s[row.track]);
}

double RowReader::rope_length(const ConstraintRow& row) const {
    const auto length = [&](const Separation& piece) { return std::sqrt(dot3(value(piece), value(piece))); };
    double sum = length(row.separation);
    for (const Separation& piece : row.axes) sum += length(piece);
    return sum;
}

double RowReader::rope_rate(const ConstraintRow& row, const double* v) const {
    const auto length_rate = [&](const Separation& piece) {
        const Vector3 r = value(piece);
        return dot3(r, rate(piece, v)) / std::sqrt(dot3(r, r));
    };
    double sum = length_rate(row.separation);
    for (const Separation& piece : row.axes) sum += length_rate(piece);
    return sum;
}

RowReader::AngleSinCos RowReader::sin_cos(const Separation& of_b, const Separation& of_a, const Separation& axis,
                                          const double* v) const {
    const Vector3 a = value(of_a), b = value(of_b);
    const Vector3 u = dimension == 2 ? Vector3{0, 0, 1} : value(axis), across = cross3(a, b);
    AngleSinCos at{dot3(a, b), dot3(u, across), 0, 0};
    if (!v) return at;
    const Vector3 a_rate = rate(of_a, v), b_rate = rate(of_b, v);
    at.cosine_rate = dot3(a_rate, b) + dot3(a, b_rate);
    at.sine_rate = dot3(u, cross3(a_rate, b)) + dot3(u, cross3(a, b_rate));
    if (dimension == 3) at.sine_rate += dot3(rate(axis, v), across);
    return at;
}

namespace {

// The rate of an angle with known cosine and sine.
double angle_rate(const RowReader::AngleSinCos& at) {
    return (at.cosine * at.sine_rate - at.sine * at.cosine_rate) / (at.cosine * at.cosine + at.sine * at.sine);
}

constexpr double two_pi = 2 * std::numbers::pi, half_pi = std::numbers::pi / 2;

}  // namespace

// Of the first or second angle of a gear; in a plane the axis is not read.
RowReader::AngleSinCos RowReader::gear_sin_cos(const ConstraintRow& row, std::size_t angle, const double* v) const {
    const auto direction = [&](std::size_t i) -> const Separation& {
        return i == 0 ? row.separation : row.axes[i - 1];
    };
    return sin_cos(direction(2 * angle), direction(2 * angle + 1), direction(dimension == 2 ? 0 : 2 * angle + 5), v);
}
RowReader::AngleSinCos RowReader::rack_sin_cos(const ConstraintRow& row, const double* v) const {
    return sin_cos(row.separation, row.axes[0], row.axes[dimension == 2 ? 0 : 2], v);
}

// The angle error p theta_1 + q theta_2 - p phase, reduced to the nearest whole turn and divided by p.
double RowReader::gear_angle(const ConstraintRow& row) const {
    double turned = row.quarter_turns * half_pi - row.teeth[0] * row.phase;
    for (std::size_t angle = 0; angle < 2; ++angle) {
        const AngleSinCos at = gear_sin_cos(row, angle, nullptr);
        turned += row.teeth[angle] * exact_atan2(at.sine + 0.0, at.cosine);
    }
    return (turned - two_pi * std::nearbyint(turned / two_pi)) / row.teeth[0];
}

double RowReader::gear_rate(const ConstraintRow& row, const double* v) const {
    double turned = 0;
    for (std::size_t angle = 0; angle < 2; ++angle)
        turned += row.teeth[angle] * angle_rate(gear_sin_cos(row, angle, v));
    return turned / row.teeth[0];
}

double RowReader::rack_travel(const ConstraintRow& row) const {
    return dot3(value(row.axes.back()), value(row.axes[row.axes.size() - 2]));
}

// The distance along the rack minus radius times (angle - phase), reduced by whole turns of the wheel.
double RowReader::rack_value(const ConstraintRow& row) const {
    const AngleSinCos at = rack_sin_cos(row, nullptr);
    const double radius = double(row.radius), travel_per_turn = radius * two_pi;
    const double theta = exact_atan2(at.sine + 0.0, at.cosine) + row.quarter_turns * half_pi;
    const double error = rack_travel(row) - radius * (theta - row.phase);
    return error - travel_per_turn * std::nearbyint(error / travel_per_turn);
}

double RowReader::rack_rate(const ConstraintRow& row, const double* v) const {
    const Separation &way = row.axes[row.axes.size() - 2], &along = row.axes.back();
    return dot3(value(along), rate(way, v)) + dot3(rate(along, v), value(way)) -
           double(row.radius) * angle_rate(rack_sin_cos(row, v));
}

// Declared in equation_at.hpp.
double equation_at(const RowReader& at, const ConstraintRow& row, double t, const double* v) {
    std::vector<double> r, rates;
    const auto put = [&](const Separation& point) {
        const Vector3 place = at.value(point), moves = v ? at.rate(point, v) : Vector3{};
        r.insert(r.end(), place.begin(), place.begin() + at.dimension);
        rates.insert(rates.end(), moves.begin(), moves.begin() + at.dimension);
    };
    put(row.separation);
    for (const Separation& point : row.axes) put(point);
    std::vector<double> g(r.size());
    EquationWork<double> work;
    work.make_room(*row.equation);
    const auto row_of = [&]<int D>() {
        return equation_row<D>(*row.equation, count_of(r) / D, r.data(), t, g.data(), work.values.data(),
                               work.back.data());
    };
    const FormulaState<double> state = at.dimension == 1   ? row_of.operator()<1>()
                                       : at.dimension == 2 ? row_of.operator()<2>()
                                                           : row_of.operator()<3>();
    return v ? std::inner_product(g.begin(), g.end(), rates.begin(), state.drift) : state.psi;
}

double RowReader::equation(const ConstraintRow& row, const double* v) const { return equation_at(*this, row, 0, v); }

double RowReader::phi(const ConstraintRow& row) const {
    if (!row.on_positions()) return 0;
    const Vector3 r = value(row.separation);
    switch (row.kind) {
        case ConstraintRow::Kind::distance: return dot3(r, r) - double(row.square);
        case ConstraintRow::Kind::component: return r[row.axis];
        case ConstraintRow::Kind::linear: return dot3(vector3(row.normal), r);
        case ConstraintRow::Kind::track: {
            const TrackPlace at = place(row);
            const Vector3& normal = at.normals[row.across];
            return normal[0] * (r[0] - at.position[0]) + normal[1] * (r[1] - at.position[1]) +
                   normal[2] * (r[2] - at.position[2]);
        }
        case ConstraintRow::Kind::triple_product: return dot3(vector3(row.up), cross3(r, value(row.axes[0])));
        case ConstraintRow::Kind::perpendicular: return dot3(r, value(row.axes[0]));
        case ConstraintRow::Kind::crossed: return cross3(r, value(row.axes[0]))[2];
        case ConstraintRow::Kind::rope: return rope_length(row) - double(row.target);
        case ConstraintRow::Kind::gear: return gear_angle(row);
        case ConstraintRow::Kind::rack: return rack_value(row);
        case ConstraintRow::Kind::slides:
            return dot3(r, value(row.axes[0])) + dot3(value(row.axes[1]), value(row.axes[2])) - double(row.target);
        case ConstraintRow::Kind::formula: return equation(row, nullptr);
        case ConstraintRow::Kind::formula_rate:
        case ConstraintRow::Kind::rolling: break;  // not on positions
    }
    return 0;
}

double RowReader::position_error(const ConstraintRow& row) const {
    if (row.kind != ConstraintRow::Kind::distance) return phi(row);
    const Vector3 r = value(row.separation);
    return std::sqrt(dot3(r, r)) - row.length;
}

// For a rolling row, after the switch, the rate is the slip velocity of the contact point along `normal`.
double RowReader::phi_rate(const ConstraintRow& row, const double* v) const {
    const Vector3 r = value(row.separation), velocity = rate(row.separation, v);
    switch (row.kind) {
        case ConstraintRow::Kind::distance: return 2 * dot3(r, velocity);
        case ConstraintRow::Kind::component: return velocity[row.axis];
        case ConstraintRow::Kind::linear: return dot3(vector3(row.normal), velocity);
        case ConstraintRow::Kind::triple_product:
            return dot3(vector3(row.up), cross3(velocity, value(row.axes[0]))) +
                   dot3(vector3(row.up), cross3(r, rate(row.axes[0], v)));
        case ConstraintRow::Kind::track: return dot3(place(row).normals[row.across], velocity);
        case ConstraintRow::Kind::perpendicular:
            return dot3(velocity, value(row.axes[0])) + dot3(r, rate(row.axes[0], v));
        case ConstraintRow::Kind::crossed:
            return cross3(velocity, value(row.axes[0]))[2] + cross3(r, rate(row.axes[0], v))[2];
        case ConstraintRow::Kind::rope: return rope_rate(row, v);
        case ConstraintRow::Kind::gear: return gear_rate(row, v);
        case ConstraintRow::Kind::rack: return rack_rate(row, v);
        case ConstraintRow::Kind::slides:
            return dot3(velocity, value(row.axes[0])) + dot3(r, rate(row.axes[0], v)) +
                   dot3(rate(row.axes[1], v), value(row.axes[2])) + dot3(value(row.axes[1]), rate(row.axes[2], v));
        case ConstraintRow::Kind::formula:
        case ConstraintRow::Kind::formula_rate: return equation(row, v);
        case ConstraintRow::Kind::rolling: break;
    }
    double slip = dot3(vector3(row.normal), velocity);
    for (const Separation& axis : row.axes)
        slip -= double(row.radius) * dot3(vector3(row.up), value(axis)) * dot3(vector3(row.normal), rate(axis, v));
    return slip;
}

double relative_violation(const ConstraintRow& row, double position_error, double length_scale) {
    return std::fabs(position_error) / (row.kind == ConstraintRow::Kind::distance ? row.length : length_scale);
}

}  // namespace cchnn
