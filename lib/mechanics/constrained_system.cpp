#include "mechanics/constrained_system.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iterator>
#include <numbers>
#include <utility>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "core/overloaded.hpp"
#include "core/to_size.hpp"
#include "elements/terms.hpp"
#include "graph/body_graph.hpp"
#include "graph/groups.hpp"
#include "mechanics/plan/constraint_rows.hpp"
#include "mechanics/rank/independent_rows.hpp"
#include "mechanics/rank/tolerance_masses.hpp"
#include "mechanics/rows/formula_terms.hpp"
#include "numbers/exact_functions.hpp"
#include "spec/varied_properties.hpp"

namespace cchnn {
namespace {

// Mean of every length in the graph; 1 where there is none.
double typical_length(const BodyGraph& graph) {
    MeanLength lengths;
    add_lengths(graph.terms(), lengths);
    for (const Body& body : graph.bodies())
        if (body.node_count > 1) lengths.add(1);
    return lengths.count > 0 ? lengths.sum / static_cast<double>(lengths.count) : 1;
}

// Rejects declared quantities that the graph does not conserve.
void check_declared(const SystemSpec& spec, const std::vector<ConservedQuantity>& found) {
    std::vector<std::string> names;
    for (const ConservedQuantity& q : found) names.push_back(q.name);
    std::vector<Problem> problems;
    for (std::size_t i = 0; i < spec.conserved.size(); ++i)
        if (std::find(names.begin(), names.end(), spec.conserved[i]) == names.end())
            problems.push_back(
                {spec.source + "#/conserved/" + std::to_string(i),
                 "'" + spec.conserved[i] + "' is not conserved by this graph" + suggestion(spec.conserved[i], names)});
    if (!problems.empty()) throw SpecError(std::move(problems));
}

// Whether constraints close a loop among the bodies. All Origins count as one body; with `through_surfaces` the planes
// on which bodies roll and the curves of Tracks are parts of it.
bool has_loops(const BodyGraph& graph, bool through_surfaces) {
    Groups groups(graph.bodies().size() + 1);
    for (std::size_t i = 0; i < graph.bodies().size(); ++i)
        if (graph.bodies()[i].node_count == 0) groups.join(i, graph.bodies().size());
    bool closes = false;
    for (const TermCoupling& coupling : graph.couplings())
        if (coupling.list == FileList::constraints && coupling.a &&
            (coupling.b || (through_surfaces && coupling.relation == Coupling::Relation::environment)))
            closes = !groups.join(index(coupling.a->body),
                                  coupling.b ? to_size(index(coupling.b->body)) : graph.bodies().size()) ||
                     closes;
    return closes;
}

// The types of kinds whose forces depend on velocities, dissipative ones first; those of contacts are impulses.
std::vector<std::string> velocity_dependent_kinds(const BodyGraph& graph) {
    std::vector<std::string> types = types_that(Energy::dissipates, graph.terms());
    for (std::string& type : types_that(Energy::does_no_work, graph.terms())) types.push_back(std::move(type));
    if (!graph.contacts().empty()) types.push_back("Contact");
    return types;
}

// Positions of the first state that the file gives; empty without one.
std::vector<double> given_positions(const SystemSpec& spec, const BodyGraph& graph) {
    std::vector<double> x;
    const auto read = [&](const std::vector<GivenState>& given) {
        if (given.empty()) return;
        x.assign(graph.node_count() * graph.dimension(), 0.0);
        for (const auto& [id, entries] : given.front().position)
            std::copy(entries.begin(), entries.end(), x.begin() + graph.body(id).first_node * graph.dimension());
    };
    std::visit(Overloaded{[](const DrawnStates&) {}, read}, spec.initial_conditions);
    return x;
}

// Rejects a system that leaves a row out at t = 0 because of an equation that moves: what follows from others there need not
// do so later. Rows that depend on each other without those equations do so at all times.
void check_own_at_start(const ConstraintManifold& manifold, const std::vector<SolverRow>& rows, const BodyGraph& graph,
                        const IndependentRows& found, const std::vector<double>& given, const DrawPositions& drawn) {
    const auto moving = [&](const auto& row) {
        return row.equation && moves_in_time(*row.equation, graph.dimension() * (1 + count_of(row.axes)));
    };
    if (found.chosen.size() == rows.size() || std::none_of(manifold.rows.begin(), manifold.rows.end(), moving)) return;
    std::vector<ConstraintRow> still;
    std::copy_if(manifold.rows.begin(), manifold.rows.end(), std::back_inserter(still), std::not_fn(moving));
    std::vector<SolverRow> still_rows;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(still_rows), std::not_fn(moving));
    const IndependentRows alone =
        independent_rows({manifold.dimension, still, manifold.tracks, manifold.masses, manifold.length_scale},
                         still_rows, graph, given, drawn);
    if (rows.size() - found.chosen.size() == still_rows.size() - alone.chosen.size()) return;
    std::string name;
    for (std::size_t c = 0, k = 0; c < manifold.rows.size() && name.empty(); ++c) {
        const bool own = moving(manifold.rows[c]) || alone.paper_independent[k++];
        if (own && !found.paper_independent[c]) name = manifold.rows[c].name;
    }
    throw SpecError(graph.source() + "#/constraints",
                    name +
                        " does not restrict the motion on its own at t = 0: it follows from the other constraints, or "
                        "its coefficients vanish or are not finite. Equations of this system move in time, so that it "
                        "may do so later: remove it, or write it so that it does at t = 0");
}

}  // namespace

// Everything except the rows that are solved for and the conserved quantities.
ConstrainedSystem::Parts ConstrainedSystem::without_plan(const std::string& name, const BodyGraph& graph,
                                                         const std::vector<SystemTrack>& tracks) {
    Parts parts{name,    paper_rows(graph), tracks, counted_angles(graph), graph.inputs(), {}, {}, {},
                nullptr, nullptr,           false,  typical_length(graph)};
    SystemConstants<Exact>& constants = parts.constants;
    constants.dimension = graph.dimension();
    constants.state_size = graph.node_count() * graph.dimension();
    constants.tracks = tracks.size();
    constants.masses = NodeMassesOf<Exact>(graph.bodies());
    constants.forces = forces_of(graph, parts.angles);
    const std::vector<bool> angles = angle_coordinates_of(graph.terms());
    for (std::size_t i = 0; i < angles.size(); ++i)
        if (angles[i]) parts.angle_coordinates.push_back(static_cast<int>(i));
    return parts;
}

ConstrainedSystem::Parts ConstrainedSystem::solved(Parts parts, const BodyGraph& graph,
                                                   const std::vector<SolverRow>& rows, const std::vector<int>& chosen,
                                                   const ConstrainedSystem* like) {
    SystemConstants<Exact>& constants = parts.constants;
    const NodeMatrix& inverse = constants.masses.inverse();
    constants.plan =
        solve_plan(rows, chosen, inverse, graph.dimension(), true, like ? &like->exact_constants().plan : nullptr);
    parts.pairs = like && like->plan().pattern == constants.plan.pattern
                      ? like->parts_.pairs
                      : std::make_shared<const LdltPattern>(pair_pattern(constants.plan.pattern));
    constants.rigid = rigid_plan(graph, rows, chosen, inverse);
    const bool leaves_rows_out = chosen.size() < rows.size();
    parts.velocity_dependent_kinds = like ? like->velocity_dependent_kinds() : cchnn::velocity_dependent_kinds(graph);
    parts.closes_loops = like ? like->closes_loops() : has_loops(graph, leaves_rows_out);
    // With closed loops rows may lose rank during a motion (folds): elimination of all rows detects that, a tree does
    // not. Neither a tree nor what watches these rows knows the time.
    const bool in_time = any_moves_in_time(constants.plan.formulas, graph.dimension());
    if (!parts.closes_loops && !in_time) constants.tree = rigid_tree(graph, rows, chosen, inverse);
    constants.chain = chain_links(constants.plan, constants.masses, graph.dimension());
    if (!parts.closes_loops && !leaves_rows_out)
        constants.free_bodies = free_bodies(graph.dimension(), constants.masses.body_mass(),
                                            constants.forces.only_constant(), constants.rigid, constants.tree);
    const ForcesOf<Exact>& forces = constants.forces;
    const bool on_nodes_alone = !forces.dissipative && forces.angles.empty() && forces.driven.empty();
    if (!parts.closes_loops && !leaves_rows_out && constants.free_bodies.empty() && on_nodes_alone)
        constants.joint_tree = joint_tree(graph, constants.state_size - count_of(rows), forces.only_constant());
    if (parts.closes_loops && leaves_rows_out && !in_time)
        parts.row_selection_monitor = cchnn::row_selection_monitor(inverse, graph.dimension(), rows);
    return parts;
}

ConstrainedSystem::Parts ConstrainedSystem::parts_of(const SystemSpec& spec, const BodyGraph& graph,
                                                     const DrawPositions& drawn) {
    Parts parts = without_plan(graph.name(), graph, system_tracks(graph, {}));
    parts.conserved = conserved_quantities(graph);
    if (!spec.varied.empty())
        for (const SystemSpec& member : some_members(spec))
            parts.conserved = conserved_by_both(parts.conserved, BodyGraph(member));
    check_declared(spec, parts.conserved);
    const std::vector<SolverRow> rows = solver_rows(graph);
    const auto masses = converted<NodeMasses>(parts.constants.masses);
    const ConstraintManifold manifold{graph.dimension(), parts.rows, parts.tracks, masses, parts.length_scale};
    const std::vector<double> given = given_positions(spec, graph);
    const IndependentRows found = independent_rows(manifold, rows, graph, given, drawn);
    check_own_at_start(manifold, rows, graph, found, given, drawn);
    for (std::size_t c = 0; c < parts.rows.size(); ++c) parts.rows[c].independent = found.paper_independent[c];
    parts.tolerance_mass_factors = tolerance_mass_factors(manifold, rows, found.chosen, found.x);
    return solved(std::move(parts), graph, rows, found.chosen, nullptr);
}

ConstrainedSystem::Parts ConstrainedSystem::parts_like(const SystemSpec& spec, const BodyGraph& graph,
                                                       const ConstrainedSystem& like) {
    Parts parts = without_plan(spec.name, graph, system_tracks(graph, like.tracks()));
    parts.conserved = like.conserved();
    parts.tolerance_mass_factors = like.parts_.tolerance_mass_factors;
    for (std::size_t c = 0; c < parts.rows.size(); ++c) parts.rows[c].independent = like.rows()[c].independent;
    std::vector<int> chosen = like.plan().row;
    std::sort(chosen.begin(), chosen.end());
    return solved(std::move(parts), graph, solver_rows(graph), chosen, &like);
}

// For a part of one trajectory, so that the special plans for rigid bodies and chains, which serve speed only, are not
// made.
ConstrainedSystem::Parts ConstrainedSystem::parts_with(const ConstrainedSystem& other,
                                                       const std::vector<SolverRow>& rows,
                                                       const std::vector<int>& chosen) {
    Parts parts = other.parts_;
    SystemConstants<Exact>& constants = parts.constants;
    const NodeMatrix& inverse = constants.masses.inverse();
    constants.plan = solve_plan(rows, chosen, inverse, constants.dimension, true);
    if (other.lagrangian()) constants.forces = held_by(constants.forces, rows);
    const bool has_more = chosen.size() > other.plan().row.size(), leaves_rows_out = chosen.size() < rows.size();
    if (has_more && leaves_rows_out)
        parts.row_selection_monitor = cchnn::row_selection_monitor(inverse, constants.dimension, rows);
    else if (has_more) parts.row_selection_monitor = nullptr;
    parts.pairs = std::make_shared<const LdltPattern>(pair_pattern(constants.plan.pattern));
    constants.rigid = {};
    constants.tree = {};
    constants.chain = {};
    constants.free_bodies = {};
    constants.joint_tree = {};
    return parts;
}

ConstrainedSystem::ConstrainedSystem(Parts parts)
    : parts_(std::move(parts)),
      constants_(converted<SystemConstants<double>>(parts_.constants)),
      position_row_count_(static_cast<int>(std::count_if(parts_.rows.begin(), parts_.rows.end(),
                                                         [](const ConstraintRow& row) { return row.on_positions(); }))),
      tolerance_masses_(masses().body_mass()) {
    const std::vector<double>& factors = parts_.tolerance_mass_factors;
    for (std::size_t i = 0; i < factors.size(); ++i) tolerance_masses_[i] *= factors[i];
}
ConstrainedSystem::ConstrainedSystem(const SystemSpec& spec, const BodyGraph& graph, const DrawPositions& drawn)
    : ConstrainedSystem(parts_of(spec, graph, drawn)) {}
ConstrainedSystem::ConstrainedSystem(const SystemSpec& spec, const BodyGraph& graph, const ConstrainedSystem& like)
    : ConstrainedSystem(parts_like(spec, graph, like)) {}
ConstrainedSystem::ConstrainedSystem(const ConstrainedSystem& other, const std::vector<SolverRow>& rows,
                                     const std::vector<int>& chosen)
    : ConstrainedSystem(parts_with(other, rows, chosen)) {}

std::vector<double> ConstrainedSystem::dense(const NodeMatrix& matrix) const {
    std::vector<double> full(to_size(node_count()) * node_count(), 0.0);
    for (std::size_t i = 0; i < matrix.size(); ++i)
        for (const NodeWeight& entry : matrix[i])
            full[i * to_size(node_count()) + index(entry.node)] = double(entry.weight);
    return full;
}

std::vector<double> ConstrainedSystem::nearest_parameters(const double* x, const double* v) const {
    std::vector<double> s = manifold().nearest_tracks(x, v);
    s.resize(parameter_count(), NAN);
    settle_angles(x, s.data());
    return s;
}

// In (-pi, pi].
double ConstrainedSystem::angle_at(std::size_t i, const double* x) const {
    double cosine, sine;
    if (dimension() == 2) forces().angles.legs<2>(i, x, cosine, sine);
    else forces().angles.legs<3>(i, x, cosine, sine);
    return exact_atan2(sine + 0.0, cosine);
}

void ConstrainedSystem::settle_angles(const double* x, double* s) const {
    constexpr double turn = 2 * std::numbers::pi;
    // A state exactly half a turn away counts as the upper end; its rounding must not move it to the lower one.
    constexpr double half = 0.5 + 1e-10;
    for (std::size_t i = 0; i < angles().size(); ++i) {
        double& angle = s[tracks().size() + i];
        const double here = angle_at(i, x), near = std::isnan(angle) ? angles()[i].middle : angle;
        angle = here + turn * std::floor((near - here) / turn + half);
    }
}

void ConstrainedSystem::angle_rates(const double* x, const double* v, double* out) const {
    for (std::size_t i = 0; i < angles().size(); ++i)
        out[i] = dimension() == 2 ? forces().angles.rate<2>(i, x, v) : forces().angles.rate<3>(i, x, v);
}

double ConstrainedSystem::potential_energy(const double* x, const double* s) const {
    if (s || angles().empty()) return ForceFunctions<double, double>::energy(dimension(), forces(), x, s);
    std::vector<double> own(parameter_count(), NAN);
    settle_angles(x, own.data());
    return ForceFunctions<double, double>::energy(dimension(), forces(), x, own.data());
}

void ConstrainedSystem::phi(const double* x, double* out) const {
    const std::vector<double> s = nearest_parameters(x, nullptr);
    const RowReader at{x, dimension(), tracks(), s.data()};
    for (std::size_t c = 0; c < rows().size(); ++c) out[c] = at.phi(rows()[c]);
}

void ConstrainedSystem::phi_rate(const double* x, const double* v, double* out) const {
    const std::vector<double> s = nearest_parameters(x, v);
    const RowReader at{x, dimension(), tracks(), s.data()};
    for (std::size_t c = 0; c < rows().size(); ++c) out[c] = at.phi_rate(rows()[c], v);
}

void ConstrainedSystem::position_errors(const double* x, double* out) const { manifold().position_errors(x, out); }

void ConstrainedSystem::violations(const double* x, const double* v, double* phi, double* phi_rate,
                                   double* distances) const {
    std::vector<TrackPlace> nearest, along;
    const RowReader points{x, dimension(), tracks(), nullptr};
    for (const SystemTrack& track : tracks()) {
        const Vector3 point = points.value(track.point), speed = points.rate(track.point, v);
        const TrackSearch::Nearest s = track.search->nearest_both(point.data(), speed.data());
        nearest.emplace_back(track.search->curve(), s.to_point);
        along.push_back(s.to_motion == s.to_point ? nearest.back() : TrackPlace(track.search->curve(), s.to_motion));
    }
    const RowReader at{x, dimension(), tracks(), nullptr, nearest.data()},
        moving{x, dimension(), tracks(), nullptr, along.data()};
    const auto dot = [](const Vector3& a, const Vector3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; };
    for (std::size_t c = 0; c < rows().size(); ++c) {
        const ConstraintRow& row = rows()[c];
        if (row.kind != ConstraintRow::Kind::distance) {
            phi[c] = distances[c] = at.phi(row);
            phi_rate[c] = moving.phi_rate(row, v);
            continue;
        }
        const Vector3 r = at.value(row.separation);  // once for all three
        const double square = dot(r, r);
        phi[c] = square - double(row.square);
        phi_rate[c] = 2 * dot(r, at.rate(row.separation, v));
        distances[c] = std::sqrt(square) - row.length;
    }
}

std::string violation_text(const ConstraintRow& row, double position_error, const std::string& where) {
    char number[40];
    if (row.kind != ConstraintRow::Kind::distance && row.kind != ConstraintRow::Kind::rope) {
        std::snprintf(number, sizeof number, "%.6g", position_error);
        return row.name + " is off by " + number + " in " + where;
    }
    std::snprintf(number, sizeof number, "%.6g", row.length + position_error);
    const std::string found = number;
    std::snprintf(number, sizeof number, "%.6g", row.length);
    return row.name + " is " + found + " m long in " + where + ", its length is " + number + " m";
}

double ConstrainedSystem::conserved_value(const ConservedQuantity& q, const double* x, const double* v,
                                          const double* s) const {
    if (q.kind == ConservedQuantity::Kind::energy) return energy(x, v, s);
    double sum = 0;
    for (int i = 0; i < node_count(); ++i) {
        double p[3] = {0, 0, 0}, arm[3] = {0, 0, 0};
        for (int k = 0; k < dimension(); ++k) {
            for (const NodeWeight& entry : masses().matrix()[i])
                p[k] += double(entry.weight) * v[index(entry.node) * dimension() + k];
            if (!q.centre.empty()) arm[k] = x[i * dimension() + k] - q.centre[k];
        }
        const int a = (q.axis + 1) % 3, b = (q.axis + 2) % 3;
        sum += q.kind == ConservedQuantity::Kind::linear_momentum ? p[q.axis] : arm[a] * p[b] - arm[b] * p[a];
    }
    return sum;
}

}  // namespace cchnn
