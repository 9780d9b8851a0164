#pragma once
// Values and rates of the paper's rows (mechanics/plan/constraint_rows.hpp) at one state, in double, off the stepping
// path.

#include <array>

#include "elements/parts/constraint_row.hpp"
#include "mechanics/plan/track_search.hpp"

namespace cchnn {

using Vector3 = std::array<double, 3>;
// A curve at one parameter s: the point and the normals there.
struct TrackPlace {
    Vector3 position{};
    std::array<Vector3, 2> normals{};
    TrackPlace(const Curve& curve, double s);
};
// Evaluates the paper's rows at one state (x, s), in double, off the stepping path; owns nothing. position_error is |r|
// - length for distances, else phi. For a velocity-level constraint phi and position_error are 0.
struct RowReader {
    const double* x;  // (n, d)
    int dimension;
    const std::vector<SystemTrack>& tracks;
    const double* s;                     // curve parameter of each track
    const TrackPlace* places = nullptr;  // curve points at these s, if known
    Vector3 value(const Separation& separation) const;
    TrackPlace place(const ConstraintRow& row) const;
    Vector3 rate(const Separation& separation, const double* v) const;
    // Cosine and sine of the angle between two body directions, up to a common factor, and their rates.
    struct AngleSinCos {
        double cosine, sine, cosine_rate, sine_rate;
    };
    // The angle from direction m_a to direction m_b, in space about the axis u_a; rates are 0 where v is null.
    AngleSinCos sin_cos(const Separation& of_b, const Separation& of_a, const Separation& axis, const double* v) const;
    AngleSinCos gear_sin_cos(const ConstraintRow& row, std::size_t angle, const double* v) const;
    AngleSinCos rack_sin_cos(const ConstraintRow& row, const double* v) const;
    double rack_travel(const ConstraintRow& row) const;
    double rack_value(const ConstraintRow& row) const;  // error in [-pi radius, pi radius]
    double rack_rate(const ConstraintRow& row, const double* v) const;
    double gear_angle(const ConstraintRow& row) const;  // error in (-pi/p, pi/p]
    double gear_rate(const ConstraintRow& row, const double* v) const;
    double rope_length(const ConstraintRow& row) const;  // without pieces between fixed points
    double rope_rate(const ConstraintRow& row, const double* v) const;
    // psi of an equation of the file, or its rate where v is not null.
    double equation(const ConstraintRow& row, const double* v) const;
    double phi(const ConstraintRow& row) const;
    double position_error(const ConstraintRow& row) const;
    double phi_rate(const ConstraintRow& row, const double* v) const;
};

// The size of a row's relative violation: ||r|/length - 1| for distances, else the error, in whatever unit, divided by
// a typical length. It decides whether a state satisfies the row.
double relative_violation(const ConstraintRow& row, double position_error, double length_scale);

}  // namespace cchnn
