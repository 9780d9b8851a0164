#include "stories/generate/start_states.hpp"

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/sha256.hpp"
#include "core/to_size.hpp"
#include "dataset/reader/states_file.hpp"
#include "mechanics/base_motion.hpp"
#include "mechanics/rows_in_time.hpp"

namespace cchnn {
namespace {

constexpr std::size_t most_problems = 10;
constexpr double rounding = 1e-13;  // of a state on the manifold, which keeps its bits
constexpr double allowed = 0.01;    // rounding in a file is projected away; more is an error

double largest(const std::vector<double>& values) {
    double most = 0;
    for (double value : values) most = std::max(most, std::fabs(value));
    return most;
}

// The speed at which the ends of a distance part, from the rate of its square; of any other constraint its rate.
double parting_speed(const ConstraintRow& row, double rate) {
    return row.kind == ConstraintRow::Kind::distance && row.length > 0 ? rate / (2 * row.length) : rate;
}

// The largest relative violation: of positions by lengths, of velocities by the largest speed.
double violation(const ConstrainedSystem& system, const InitialState& state) {
    std::vector<double> off(system.rows().size()), rate(off);
    SeenFromBase seen(system);
    seen.see(state.t, state.x.data(), state.v.data());
    const RowsInTime rows(system, state.t);
    rows.position_errors(seen.x(), off.data());
    rows.phi_rate(seen.x(), seen.v(), rate.data());
    const double speed = largest(state.v);
    double most = 0;
    for (std::size_t c = 0; c < off.size(); ++c) {
        const ConstraintRow& row = system.rows()[c];
        const double parting = std::fabs(parting_speed(row, rate[c]));
        most = std::max({most, std::fabs(relative_violation(row, off[c], system.length_scale())),
                         parting > 0 ? parting / speed : 0});
    }
    return most;
}

// Reports the first violated constraint of each state, for at most ten states. evaluate(rows, seen, errors) computes an
// error of each constraint, and problem_of(state, constraint, error) is "" where it is allowed.
template <class Evaluate, class ProblemOf>
void check_constraints(const ConstrainedSystem& system, const std::vector<InitialState>& states,
                       const std::string& where, const Evaluate& evaluate, const ProblemOf& problem_of) {
    std::vector<Problem> problems;
    std::vector<double> errors(system.rows().size());
    SeenFromBase seen(system);
    for (std::size_t i = 0; i < states.size() && problems.size() < most_problems; ++i) {
        seen.see(states[i].t, states[i].x.data(), states[i].v.data());
        evaluate(RowsInTime(system, states[i].t), seen, errors.data());
        std::string problem;
        for (std::size_t c = 0; c < errors.size() && problem.empty(); ++c)
            problem = problem_of(i, system.rows()[c], errors[c]);
        if (!problem.empty()) problems.push_back({where, problem});
    }
    if (!problems.empty()) throw DataError(std::move(problems));
}

// Reports velocities that violate a constraint.
void check_rates(const ConstrainedSystem& system, const std::vector<InitialState>& states,
                 const std::filesystem::path& path) {
    std::vector<double> speeds;
    for (const InitialState& state : states) speeds.push_back(largest(state.v));
    check_constraints(
        system, states, path.string() + ":/v",
        [](const RowsInTime& rows, const SeenFromBase& seen, double* rate) { rows.phi_rate(seen.x(), seen.v(), rate); },
        [&](std::size_t i, const ConstraintRow& row, double rate) -> std::string {
            const double off = parting_speed(row, rate), speed = speeds[i];
            if (std::fabs(off) <= allowed * speed) return "";
            return "state " + std::to_string(i) + ": " + row.name + " changes by " + short_number(off) +
                   " m/s, the largest speed is " + short_number(speed) + " m/s; 1 % of it is allowed";
        });
}

// SHA-256 over the shape and the bytes of all states.
std::string digest_of(const ConstrainedSystem& system, const std::vector<InitialState>& states) {
    Sha256 hash;
    const std::string shape = "cchnn-states 1 (" + std::to_string(states.size()) + "," +
                              std::to_string(system.node_count()) + "," + std::to_string(system.dimension()) + ")\n";
    hash.add(shape.data(), shape.size());
    for (const InitialState& state : states)
        for (const std::vector<double>* values : {&state.x, &state.v, &state.s})
            hash.add(values->data(), values->size() * sizeof(double));
    return hash.hex();
}

}  // namespace

void check_on_manifold(const ConstrainedSystem& system, const std::vector<InitialState>& states,
                       const std::filesystem::path& path, std::uint64_t first) {
    check_constraints(
        system, states, path.string() + ":/x",
        [](const RowsInTime& rows, const SeenFromBase& seen, double* off) { rows.position_errors(seen.x(), off); },
        [&](std::size_t i, const ConstraintRow& row, double off) -> std::string {
            if (relative_violation(row, off, system.length_scale()) <= allowed) return "";
            return violation_text(row, off, "state " + std::to_string(first + i));
        });
}

// Compares stored parameters of curves and counted angles with those of the projected state: parameters that belong to
// other positions are an error.
void check_parameters(const CompiledSystem& compiled, const InitialState& state, const std::string& where,
                      std::uint64_t trajectory) {
    const std::vector<SystemTrack>& tracks = compiled.system.tracks();
    InitialState there = state;  // projected: at most so far along the curve from where the point is
    const bool projected = compiled.sampler.project(there);
    double off = projected ? 0 : INFINITY, turned = off;
    for (std::size_t t = 0; t < state.s.size(); ++t) {
        const double change = std::fabs(there.s[t] - state.s[t]);
        if (t < tracks.size()) off = std::max(off, change * tracks[t].search->fastest());
        else turned = std::max(turned, change);
    }
    const std::string of = "of trajectory " + std::to_string(trajectory) + " is ";
    if (!tracks.empty() && !(off <= allowed * compiled.system.length_scale()))
        throw DataError(where + "track_parameter", of + short_number(off) + " m along the curve from the point in /x");
    if (!compiled.system.angles().empty() && !(turned <= allowed))
        throw DataError(where + "counted_angle",
                        of + short_number(turned) + " rad off the angle of /x; whole turns do not count");
}

// The digest is that of the states as read, before projection. A state that violates its constraints by more
// than rounding is projected; one that is far off has caused an error before, unless any distance is allowed.
StartStates read_start_states(const CompiledSystem& compiled, const std::filesystem::path& path, StartsAt at,
                              bool any_distance) {
    const ConstrainedSystem& system = compiled.system;
    StartStates start;
    start.states = read_states(path, system.node_count(), system.dimension(), &compiled.coordinates,
                               count_of(system.tracks()), count_of(system.angles()), at);
    start.sha256 = digest_of(system, start.states);
    if (!any_distance) {
        check_on_manifold(system, start.states, path, 0);
        check_rates(system, start.states, path);
    }
    for (std::size_t i = 0; i < start.states.size(); ++i) {
        InitialState& state = start.states[i];
        if (!state.s.empty()) check_parameters(compiled, state, path.string() + ":/", i);
        if (violation(system, state) > rounding && !compiled.sampler.project(state))
            throw DataError(path.string() + ":/x",
                            "state " + std::to_string(i) + " cannot be projected onto the constraints");
    }
    return start;
}

}  // namespace cchnn
