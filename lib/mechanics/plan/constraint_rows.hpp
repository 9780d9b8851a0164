#pragma once
// Constraints of the graph as rows: the paper's Phi, which is reported, and the solver's rows, which are independent in
// general position. They describe the same manifold.
//
//   graph            paper's Phi                                       solver's rows
//   rigidity of Obj  |x_i - x_j|^2 - l^2, l^2 = 1 or 2                 the same
//   Link             |P_a - P_b|^2 - l^2                               the same
//   Joint            P_a - P_b, d rows                                 the same
//   Joint+Axis       Joint, and R_a u_a - R_b u_b, d rows of rank d-1  Joint, and across_j . axis = 0, d-1 rows
//   Rolling          up . x_c - (height + radius)                      the same
//     of a disk      up . (r_1 x r_2)                                  the same
//     of a wheel     up . axle                                         the same
//     velocities     across_j . (v_c - radius sum_i (up . r_i) s_i)    the same, 2 rows; not a Phi: at the end of the list
//   Track            n_j . (x - C(s)), s that of the nearest point     the same, s part of the state, d-1 rows
//   Weld, Slider,    x_a - x_b, or its products with directions        the same
//   Universal,         u_a - u_b, w_a - w_b                            products of directions, as many as are
//   independent Planar
//   Rope             sum_i |x_i - x_(i+1)| - length                    the same
//   Gear, Rack       angles, or an angle and a way, up to turns        the sine of what they are off by

#include <array>
#include <map>
#include <string>
#include <typeindex>
#include <vector>

#include "elements/parts/constraint_row.hpp"
#include "elements/parts/solver_row.hpp"
#include "graph/body_graph.hpp"
#include "mechanics/plan/track_search.hpp"

namespace cchnn {

// Value and rate of a row at a state. distance_error is |r| - length, or what the row is off by; of a row on velocities
// alone phi and distance_error are 0.
using Vector3 = std::array<double, 3>;
// A curve at one parameter, and what is normal to it there.
struct TrackPlace {
    Vector3 position{};
    std::array<Vector3, 2> normals{};
    TrackPlace(const Curve& curve, double s);
};
struct RowReader {
    const double* x;  // (n, d)
    int dimension;
    const std::vector<SystemTrack>& tracks;
    const double* s;                     // of each track
    const TrackPlace* places = nullptr;  // at these s, where they are known
    Vector3 value(const Separation& separation) const;
    TrackPlace place(const ConstraintRow& row) const;
    Vector3 rate(const Separation& separation, const double* v) const;
    struct Legs {
        double cosine, sine, cosine_rate, sine_rate;
    };
    // Of directions m_b, m_a, and in space u_a.
    Legs legs(const Separation& of_b, const Separation& of_a, const Separation& axis, const double* v) const;
    Legs gear_legs(const ConstraintRow& row, std::size_t angle, const double* v) const;
    Legs rack_legs(const ConstraintRow& row, const double* v) const;
    double rack_way(const ConstraintRow& row) const;
    double rack_value(const ConstraintRow& row) const;  // in [-pi radius, pi radius]
    double rack_rate(const ConstraintRow& row, const double* v) const;
    double gear_angle(const ConstraintRow& row) const;  // in (-pi/p, pi/p]
    double gear_rate(const ConstraintRow& row, const double* v) const;
    double rope_length(const ConstraintRow& row) const;  // without pieces between fixed points
    double rope_rate(const ConstraintRow& row, const double* v) const;
    double phi(const ConstraintRow& row) const;
    double distance_error(const ConstraintRow& row) const;
    double phi_rate(const ConstraintRow& row, const double* v) const;
};

std::vector<ConstraintRow> paper_rows(const BodyGraph& graph);
// Where the rows stand that come from one body or one term.
struct RowPlace {
    int first = 0, count = 0;                        // on positions
    int first_on_velocities = 0, on_velocities = 0;  // on velocities alone
};
struct RowPlaces {
    std::vector<RowPlace> bodies;  // rigidity
    std::map<std::type_index, std::vector<RowPlace>>
        terms;  // of each type of term, in the order of graph.terms<Term>()
};
RowPlaces row_places(const BodyGraph& graph);
std::vector<SolverRow> solver_rows(const BodyGraph& graph);
// The paper's rows as the solver would take them: for feasible configurations and their rank.
std::vector<SolverRow> as_solver_rows(const std::vector<ConstraintRow>& rows, const BodyGraph& graph);

}  // namespace cchnn
