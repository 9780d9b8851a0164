#include "sample/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>
#include <set>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/joined.hpp"
#include "core/number_text.hpp"
#include "core/overloaded.hpp"
#include "core/to_size.hpp"
#include "elements/track.hpp"
#include "graph/large_lengths.hpp"
#include "mechanics/rows_in_time.hpp"
#include "mechanics/singular_places.hpp"
#include "numbers/vector3.hpp"
#include "sample/input_signals.hpp"
#include "spec/meaning/placement_meaning.hpp"

namespace cchnn {
namespace {

// The streams of one seed differ in the word a of the counter (random_stream.hpp), those of one a in b and c.
std::uint32_t state_stream(Split split, std::uint32_t attempt) {
    return static_cast<std::uint32_t>(split) | attempt << 16;
}
constexpr std::uint32_t perturbation_stream = 0x200;

// A formula of draws may divide by zero.
bool is_finite(const InitialState& state) {
    const auto finite = [](double c) { return std::isfinite(c); };
    return std::ranges::all_of(state.x, finite) && std::ranges::all_of(state.v, finite);
}

// The bodies in the order of the file, but each after the one that it is placed from; read_system() has rejected
// cycles.
std::vector<std::string> placing_order(const SystemSpec& spec, const DrawnStates& drawn) {
    std::vector<std::string> order;
    std::set<std::string> ordered;
    for (const BodySpec& body : spec.bodies) {
        std::vector<std::string> chain;  // each placed from the next
        for (auto at = drawn.bodies.find(body.id); at != drawn.bodies.end() && ordered.insert(at->first).second;
             at = drawn.bodies.find(placed_from(at->second)))
            chain.push_back(at->first);
        order.insert(order.end(), chain.rbegin(), chain.rend());
    }
    return order;
}

// A body placed on a hinge by `hinge_angle` starts with that counted angle, whole turns included.
void count_hinge(const std::string& id, const Placement& placement, const DrawnNumbers& numbers, const BodyGraph& graph,
                 const std::vector<CountedAngle>& angles, InitialState& state) {
    const bool on_hinge = std::visit(
        Overloaded{[](const RigidPlacement& one) { return one.hinge; },
                   [](const HeldPlacement& one) { return one.hinge; }, [](const CartesianPlacement&) { return false; },
                   [](const AngularPlacement&) { return false; }, [](const TrackPlacement&) { return false; }},
        placement);
    if (!on_hinge) return;
    const std::string from = placed_from(placement);
    for (std::size_t i = 0; i < angles.size(); ++i) {
        const std::string &a = graph.parts().at(angles[i].a.body).id, &b = graph.parts().at(angles[i].b.body).id;
        double& theta = state.s[graph.track_points().size() + i];
        if (a == from && b == id) theta = numbers.angles[0];
        if (a == id && b == from) theta = -numbers.angles[0];
    }
}

// Which entries of (n, d) the projection leaves as they are placed: those of held bodies, and of the bodies that these
// are placed from. Empty if no body is held.
std::vector<bool> held_entries(const DrawnStates& drawn, const BodyGraph& graph) {
    std::vector<bool> held;
    const std::size_t d = graph.dimension();
    for (const std::string& id : drawn.held)
        for (auto at = drawn.bodies.find(id); at != drawn.bodies.end();
             at = drawn.bodies.find(placed_from(at->second))) {
            held.resize(to_size(graph.node_count()) * d);
            const Body& body = graph.body(at->first);
            std::fill_n(held.begin() + static_cast<std::ptrdiff_t>(to_size(body.first_node) * d),
                        to_size(body.node_count) * d, true);
        }
    return held;
}

// A state before its projection: draws the numbers of all bodies in the order of the file, places the bodies in
// `order`, scales velocities and adds noise entry by entry. Points on curves and counted angles that no initial pose
// sets have s = NaN.
InitialState placed(const SystemSpec& spec, const DrawnStates& drawn, const std::vector<std::string>& order,
                    const BodyGraph& graph, const NumberSource& source, const std::vector<CountedAngle>& angles) {
    std::map<std::string, DrawnNumbers> numbers;
    for (const BodySpec& body : spec.bodies)
        if (const auto found = drawn.bodies.find(body.id); found != drawn.bodies.end())
            numbers[body.id] = draw_numbers(found->second, source);

    InitialState state{std::vector<double>(graph.node_count() * graph.dimension()), {}};
    state.v = state.x;
    state.s.assign(graph.track_points().size() + angles.size(), NAN);
    for (const std::string& id : order) {
        place_body(id, drawn.bodies.at(id), numbers.at(id), graph, state);
        count_hinge(id, drawn.bodies.at(id), numbers.at(id), graph, angles, state);
    }
    const std::vector<bool> held = held_entries(drawn, graph);
    const auto noise = [&](const Distribution& distribution, std::size_t i) {
        const double drawn_noise = draw(distribution, source);
        return !held.empty() && held[i] ? 0 : drawn_noise;
    };
    for (std::size_t i = 0; i < state.x.size(); ++i) state.x[i] += noise(drawn.position_noise, i);
    for (std::size_t i = 0; i < state.v.size(); ++i)
        state.v[i] = drawn.velocity_factor * state.v[i] + noise(drawn.velocity_noise, i);
    return state;
}

RandomStream stream_of(const SampleKey& key) {
    return {key.seed, state_stream(key.split, key.attempt), static_cast<std::uint32_t>(key.trajectory),
            static_cast<std::uint32_t>(key.trajectory >> 32)};
}

// A violation up to this share is taken as rounding in the file and projected; a larger one is projected with a remark.
constexpr double left_out_digits = 0.01;

// The length that the violation of a row at x is a share of. An equation of a file has no length of its own, so the
// largest entry of x sets it.
double typical_length(const ConstraintRow& row, const std::vector<double>& x, double length_scale) {
    if (row.kind != ConstraintRow::Kind::formula || !row.up.empty()) return length_scale;
    double largest = 0;
    for (const double entry : x) largest = std::max(largest, std::fabs(entry));
    return largest > 0 ? largest : length_scale;
}

// The relative violation of a row, in units of its own size. For a Gear that size is 2 pi/p, the angle of one tooth.
double share_off(const ConstraintRow& row, double off, double length_scale) {
    if (row.kind == ConstraintRow::Kind::gear) return std::fabs(off) * row.teeth[0] / (2 * std::numbers::pi);
    return row.kind == ConstraintRow::Kind::rope ? std::fabs(off) / row.length
                                                 : relative_violation(row, off, length_scale);
}

// The state at the midpoint of each distribution, without noise of positions.
InitialState middle_placed(const SystemSpec& spec, DrawnStates drawn, const BodyGraph& graph) {
    drawn.position_noise = Constant{0};
    RandomStream unused(0, 0, 0, 0);
    NamedNumbers named;
    for (const NamedDraw& one : spec.draws) named[one.name] = draw(one.distribution, {unused, named, 0, true});
    return placed(spec, drawn, placing_order(spec, drawn), graph, {unused, named, 0, true}, {});
}

// Positions of a state that the file gives.
std::vector<double> positions_of(const GivenState& given, const BodyGraph& graph) {
    std::vector<double> x(graph.node_count() * graph.dimension(), 0.0);
    for (const auto& [id, entries] : given.position)
        std::ranges::copy(entries, x.begin() + graph.body(id).first_node * graph.dimension());
    return x;
}

// Whether a violation is no inaccuracy but another system than the constraint describes: a length that is off by more
// than a tenth, a point that is off a surface by more than a tenth of a typical length, or a disk or wheel that leans by more than 0.05 rad where its Rolling keeps it upright.
bool contradicts(const ConstraintRow& row, double off, double length_scale) {
    constexpr double most_of_length = 0.1, most_lean = 0.05;
    if (row.name.ends_with(", upright") || row.name.ends_with(", axle")) return std::fabs(off) > std::sin(most_lean);
    const bool has_length = row.kind == ConstraintRow::Kind::distance || row.kind == ConstraintRow::Kind::rope ||
                            (row.kind == ConstraintRow::Kind::formula && row.up.empty());
    return has_length && share_off(row, off, length_scale) > most_of_length;
}

// Why no state has what is held.
std::string held_text(const DrawnStates& drawn) {
    return "\"hold\" of '" + joined(drawn.held, "', '") +
           "' contradicts the constraints: no positions and rates of the other "
           "bodies satisfy them; hold fewer bodies, or give other values";
}

// Why a projection from x cannot work however near the constraints are: x is no number, or no velocity appears in the rate
// of a row there. Empty where neither is so.
std::string lost_rows(const ConstrainedSystem& system, const std::vector<double>& x) {
    if (!std::ranges::all_of(x, [](double entry) { return std::isfinite(entry); }))
        return "its positions are not finite: look for a division by 0 in the formulas of its draws";
    if (is_singular_at(system, x, x)) return describe_singular_place(system) + " there; choose another start";
    std::vector<bool> has_rate(system.rows().size(), false);
    std::vector<double> along(x.size(), 0.0), rate(system.rows().size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        along[i] = 1;
        system.phi_rate(x.data(), along.data(), rate.data());
        along[i] = 0;
        for (std::size_t c = 0; c < rate.size(); ++c) has_rate[c] = has_rate[c] || std::fabs(rate[c]) > 0;
    }
    for (std::size_t c = 0; c < rate.size(); ++c)
        if (!has_rate[c])
            return system.rows()[c].name +
                   " has no direction there, as all its coefficients vanish; choose another start";
    return "";
}

// Beside held bodies the projection is dense: its time grows with the cube of the number of constraints.
void require_few_rows(const SystemSpec& spec, const DrawnStates& drawn, const ConstrainedSystem& system) {
    constexpr std::size_t most = 300;
    if (drawn.held.empty() || system.rows().size() <= most) return;
    throw SpecError(spec.source + "#/initial_conditions/bodies/" + *drawn.held.begin() + "/hold",
                    "is for systems of up to " + std::to_string(most) + " scalar constraints, this one has " +
                        std::to_string(system.rows().size()) + "; give a 'state'");
}

// A remark on each of the first bodies whose velocity, or rate of turning, the projection changes by more than a
// hundredth of what the file gives. Rates that it leaves at zero are free to follow from the others.
std::vector<std::string> rates_off(const SystemSpec& spec, const BodyGraph& graph, const InitialState& placed,
                                   const InitialState& projected) {
    constexpr double most = 0.01, zero = 1e-6;
    constexpr std::size_t most_remarks = 10;
    const std::size_t d = graph.dimension();
    double fastest = 0;
    for (const double c : placed.v) fastest = std::max(fastest, std::fabs(c));
    std::vector<std::string> remarks;
    for (const BodySpec& body : spec.bodies) {
        if (remarks.size() == most_remarks) break;
        const Body& nodes = graph.body(body.id);
        std::string remark;
        double worst = most;
        for (std::size_t node = 0; node < to_size(nodes.node_count); ++node) {
            // Axes have length 1, so that their ends move around the centre as fast as the body turns.
            const auto velocity = [&](const InitialState& state) {
                Vector3 v{};
                for (std::size_t k = 0; k < d; ++k) {
                    const double* first = &state.v[to_size(nodes.first_node) * d + k];
                    v[k] = node == 0 ? first[0] : first[node * d] - first[0];
                }
                return v;
            };
            const Vector3 before = velocity(placed), after = velocity(projected);
            const auto length = [](const Vector3& v) { return std::sqrt(dot(v, v)); };
            const double size = length(before), change = length(minus(after, before)) / size;
            if (!(size > zero * fastest) || !(change > worst)) continue;
            worst = change;
            remark = spec.source + "#/initial_conditions/bodies/" + body.id + ": " +
                     (node == 0 ? "its centre moves at " : "its axis " + std::to_string(node) + " turns at ") +
                     short_number(length(after)) + " instead of " + short_number(size) +
                     (node == 0 ? " m/s" : " rad/s") +
                     " at the start, since no motion has all rates that the file gives; projected";
        }
        if (!remark.empty()) remarks.push_back(remark);
    }
    return remarks;
}

// A remark if the initial poses or rates violate constraints at the midpoints of their ranges, because motions then
// start otherwise than the file says. Violations by ranges and noise are intended and give no remark: states are
// projected. A pose that contradicts a constraint is an error.
template <class Project>
std::vector<std::string> placements_off(const SystemSpec& spec, const BodyGraph& graph, const ConstrainedSystem& system,
                                        const Project& project) {
    const auto& drawn = std::get<DrawnStates>(spec.initial_conditions);
    const InitialState state = middle_placed(spec, drawn, graph);
    if (!is_finite(state) || system.rows().empty()) return {};
    std::vector<double> off(system.rows().size());
    system.position_errors(state.x.data(), off.data());
    const auto length = [&](std::size_t c) { return typical_length(system.rows()[c], state.x, system.length_scale()); };
    const auto share = [&](std::size_t c) { return share_off(system.rows()[c], off[c], length(c)); };
    std::size_t worst = 0;
    for (std::size_t c = 1; c < off.size(); ++c)
        if (share(c) > share(worst)) worst = c;
    const std::string where =
                          spec.source + (system.lagrangian() ? "#/initial_conditions" : "#/initial_conditions/bodies"),
                      mean = "the mean of the drawn states";
    std::vector<Problem> contradictions;
    for (std::size_t c = 0; c < off.size(); ++c)
        if (contradicts(system.rows()[c], off[c], length(c)))
            contradictions.push_back(
                {where, violation_text(system.rows()[c], off[c], mean) + "; place its bodies as the constraint says"});
    if (!contradictions.empty()) throw SpecError(std::move(contradictions));
    InitialState projected = state;
    const bool is_possible = project(projected);
    if (!is_possible && !drawn.held.empty()) throw SpecError(where, held_text(drawn));
    if (share(worst) > left_out_digits)
        return {where + ": " + violation_text(system.rows()[worst], off[worst], mean) + "; projected"};
    return is_possible ? rates_off(spec, graph, state, projected) : std::vector<std::string>();
}

// Where the file has state i of `count`, for messages.
std::string place_of_state(const SystemSpec& spec, std::size_t i, std::size_t count) {
    const std::string conditions = spec.source + "#/initial_conditions/";
    if (count == 1 && !spec.json.empty() && nlohmann::json::parse(spec.json).at("initial_conditions").contains("state"))
        return conditions + "state";
    return conditions + "states/" + std::to_string(i);
}

// Initial poses take lengths and axes from constraints. If such a constraint was dropped, there is no initial pose, and
// where motions start is unknown.
template <class Place>
std::vector<double> where_bodies_can_be_placed(const Place& place) {
    try {
        const InitialState state = place();
        return is_finite(state) ? state.x : std::vector<double>();
    } catch (const SpecError&) {
        return {};
    }
}

}  // namespace

std::vector<double> drawn_positions(const SystemSpec& spec, const BodyGraph& graph, std::uint32_t attempt) {
    const auto of_drawn = [&](const DrawnStates& drawn) {
        const SampleKey key{0, Split::test, 0, attempt};
        const NamedNumbers named = shared_draws(spec, key);
        RandomStream random = stream_of(key);
        return where_bodies_can_be_placed([&] {
            return placed(spec, drawn, placing_order(spec, drawn), graph, {random, named, key.trajectory}, {});
        });
    };
    const auto of_given = [](const std::vector<GivenState>&) { return std::vector<double>(); };
    return std::visit(Overloaded{of_drawn, of_given}, spec.initial_conditions);
}

std::vector<double> middle_positions(const SystemSpec& spec, const BodyGraph& graph) {
    const auto of_drawn = [&](const DrawnStates& drawn) {
        return where_bodies_can_be_placed([&] { return middle_placed(spec, drawn, graph); });
    };
    const auto of_given = [&](const std::vector<GivenState>& given) {
        return given.empty() ? std::vector<double>() : positions_of(given.front(), graph);
    };
    return std::visit(Overloaded{of_drawn, of_given}, spec.initial_conditions);
}

const char* name(Split split) {
    constexpr const char* names[] = {"train", "valid", "test"};
    return names[static_cast<int>(split)];
}

Sampler::Sampler(const SystemSpec& spec, const BodyGraph& graph, const ConstrainedSystem& system)
    : spec_(spec), graph_(graph), system_(system), base_(system), projection_(system) {
    std::visit(Overloaded{[&](const DrawnStates& drawn) {
                              placing_order_ = placing_order(spec, drawn);
                              held_ = held_entries(drawn, graph);
                              require_few_rows(spec, drawn, system);
                          },
                          [&](const std::vector<GivenState>& given) { read_given(given); }},
               spec.initial_conditions);
}

long Sampler::given_count() const {
    return std::visit(Overloaded{[](const DrawnStates&) { return -1L; },
                                 [&](const std::vector<GivenState>&) { return static_cast<long>(given_.size()); }},
                      spec_.initial_conditions);
}

long Sampler::trajectory_count() const {
    const long given = given_count(), listed = listed_count(spec_);
    return given < 0 || listed < 0 ? std::max(given, listed) : std::min(given, listed);
}

// The constraints that a state violates by more than `share` of their size, or of the largest component of a velocity.
std::vector<Problem> Sampler::off_manifold(const InitialState& state, const std::string& where, double share) const {
    std::vector<Problem> problems;
    std::vector<double> off(system_.rows().size()), rate(off);
    const RowsInTime rows(system_, state.t);
    rows.position_errors(state.x.data(), off.data());
    rows.phi_rate(state.x.data(), state.v.data(), rate.data());
    double speed = 0;
    for (double c : state.v) speed = std::max(speed, std::fabs(c));
    for (std::size_t c = 0; c < off.size(); ++c) {
        const ConstraintRow& row = system_.rows()[c];
        if (!(relative_violation(row, off[c], typical_length(row, state.x, system_.length_scale())) <= share))
            problems.push_back({where, violation_text(row, off[c], "this state")});
        const bool distance = row.kind == ConstraintRow::Kind::distance;
        const double growth = distance ? rate[c] / (2 * row.length) : rate[c];  // d|r|/dt, or of the component
        if (!(std::fabs(growth) <= share * speed))
            problems.push_back({where, row.name +
                                           (distance             ? " grows at "
                                            : row.on_positions() ? " parts at "
                                                                 : " slips at ") +
                                           short_number(growth) + " m/s in this state" +
                                           (distance ? ", a link keeps its length" : "")});
    }
    return problems;
}

// A listed state as seen from the Origins, not yet projected.
InitialState Sampler::given_state(const GivenState& given) const {
    InitialState state{std::vector<double>(system_.state_size()), {}};
    state.v = state.x;
    const long d = system_.dimension();
    const auto fill = [&](const auto& from, std::vector<double>& to) {
        for (const auto& [id, entries] : from) std::ranges::copy(entries, to.begin() + graph_.body(id).first_node * d);
    };
    fill(given.position, state.x);
    fill(given.velocity, state.v);
    base_.shift(0, -1, state.x, state.v);
    return state;
}

// With the inputs at the times of the system file; trajectory_source.cpp draws them for the times of an integration.
InitialState Sampler::finished(InitialState state, const SampleKey& key) const {
    base_.shift(0, 1, state.x, state.v);
    state.u = input_samples(spec_, key, spec_.sampling.dt, spec_.sampling.steps);
    return state;
}

bool Sampler::project(InitialState& state) const {
    base_.shift(state.t, -1, state.x, state.v);
    const bool projected = bring_to_manifold(state);
    base_.shift(state.t, 1, state.x, state.v);
    return projected;
}

// Computed on demand: members of families need no remarks, and systems with dropped Links cannot be placed.
std::vector<std::string> Sampler::remarks() const {
    std::vector<std::string> remarks = std::visit(
        Overloaded{[&](const DrawnStates&) {
                       return placements_off(spec_, graph_, system_,
                                             [&](InitialState& one) { return bring_to_manifold(one, held_); });
                   },
                   [&](const std::vector<GivenState>&) { return remarks_; }},
        spec_.initial_conditions);
    if (const std::string large = large_lengths_remark(graph_); !large.empty())
        remarks.push_back(spec_.source + "#/units: " + large);
    return remarks;
}

void Sampler::read_given(const std::vector<GivenState>& all) {
    constexpr double roughly = 0.1;  // beyond, the projection would be far from the state in the file
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string where = place_of_state(spec_, i, all.size());
        InitialState state = given_state(all[i]);
        std::vector<Problem> problems = off_manifold(state, where, roughly);
        const std::vector<Problem> violations = off_manifold(state, where, left_out_digits);
        if (problems.empty() && !bring_to_manifold(state))
            problems.push_back({where, "cannot be projected onto the constraints"});
        impossible_.insert(impossible_.end(), problems.begin(), problems.end());
        if (!problems.empty()) continue;
        for (const Problem& one : violations) remarks_.push_back(one.where + ": " + one.what + "; projected");
        given_.push_back(std::move(state));
    }
    // Values that are listed belong to states by their numbers.
    if (!impossible_.empty() && (given_.empty() || listed_count(spec_) >= 0)) throw SpecError(impossible_);
    for (const Problem& one : impossible_) remarks_.push_back(one.where + ": " + one.what + "; left out");
}

InitialState Sampler::place(const DrawnStates& drawn, const NumberSource& source) const {
    return placed(spec_, drawn, placing_order_, graph_, source, system_.angles());
}

bool Sampler::draws_at_random() const {
    const bool shares_draws = !spec_.draws.empty() || !spec_.varied.empty() || !spec_.inputs.empty();
    const auto of_drawn = [&](const DrawnStates& drawn) {
        RandomStream random(0, 0, 0, 0);
        const NamedNumbers none;
        if (!shares_draws) place(drawn, {random, none, 0});
        return shares_draws || !random.is_untouched();
    };
    const auto of_given = [](const std::vector<GivenState>&) { return false; };
    return std::visit(Overloaded{of_drawn, of_given}, spec_.initial_conditions);
}

InitialState Sampler::draw(SampleKey& key) const {
    if (given_count() >= 0) {
        if (key.trajectory >= given_.size())
            throw UsageError(spec_.source + "#/initial_conditions",
                             "has " + counted(given_.size(), "state") + ", asked for trajectory " +
                                 std::to_string(key.trajectory) +
                                 "; ask for fewer trajectories, or give more states, or 'bodies' that start at random "
                                 "(schemas/system/initial_conditions.md, cchnn-gen convert --random-starts)");
        return finished(given_[key.trajectory], key);
    }
    // If properties are formulas of the named draws, the system of this trajectory has been built with these draws, and
    // another attempt has to keep them.
    constexpr std::uint32_t most_attempts = 100;
    const auto& drawn = std::get<DrawnStates>(spec_.initial_conditions);
    NamedNumbers named = shared_draws(spec_, key);
    const bool keeps_draws = properties_are_computed(spec_);
    std::uint32_t tried = 0;
    InitialState as_placed;
    do {
        RandomStream random = stream_of(key);
        if (tried > 0 && !keeps_draws) named = shared_draws(spec_, key);
        const NumberSource source{random, named, key.trajectory};
        InitialState state = as_placed = place(drawn, source);
        if (is_finite(state) && bring_to_manifold(state, held_)) return finished(std::move(state), key);
        ++key.attempt;
    } while (++tried < most_attempts && draws_at_random());
    const bool is_random = tried > 1;
    const std::string trajectory = std::string(name(key.split)) + " trajectory " + std::to_string(key.trajectory);
    const std::string lost = lost_rows(system_, as_placed.x);
    throw NumericalError(spec_.source + "#/initial_conditions",
                         (is_random ? "no state drawn for " + trajectory + " can be projected onto the constraints (" +
                                          std::to_string(most_attempts) + " attempts); "
                                    : "the start of " + trajectory + " cannot be projected onto the constraints; ") +
                             (!lost.empty()         ? lost
                              : !drawn.held.empty() ? held_text(drawn)
                              : is_random           ? "make the noise smaller or place bodies closer to their links"
                                                    : "place bodies closer to where the constraints hold") +
                             large_lengths_hint(graph_));
}

// Points on curves without a given parameter start at the nearest point of the curve; angles are counted after the
// projection.
bool Sampler::bring_to_manifold(InitialState& state, const std::vector<bool>& held) const {
    const std::size_t tracks = system_.tracks().size();
    state.s.resize(system_.parameter_count(), NAN);
    if (std::any_of(state.s.begin(), state.s.begin() + tracks, [](double s) { return std::isnan(s); })) {
        const std::vector<double> nearest = system_.nearest_parameters(state.x.data(), state.v.data());
        for (std::size_t i = 0; i < tracks; ++i)
            if (std::isnan(state.s[i])) state.s[i] = nearest[i];
    }
    if (!projection_.project(state.x, state.v, state.s, held, state.t)) return false;
    system_.settle_angles(state.x.data(), state.s.data());
    return true;
}

// A random direction of (x, v): 2 n d independent N(0, 1).
std::vector<double> Sampler::direction(const InitialState& state, std::uint64_t seed, std::uint64_t trajectory) const {
    RandomStream random(seed, perturbation_stream, static_cast<std::uint32_t>(trajectory),
                        static_cast<std::uint32_t>(trajectory >> 32));
    std::vector<double> direction(state.x.size() + state.v.size());
    for (double& c : direction) c = random.normal();
    return direction;
}

// state + scale * direction, projected. `epsilon` is the perturbation as users know it, for the message.
InitialState Sampler::moved(const InitialState& state, const std::vector<double>& direction, double scale,
                            double epsilon, std::uint64_t trajectory) const {
    InitialState moved = state;
    for (std::size_t i = 0; i < state.x.size(); ++i) moved.x[i] += scale * direction[i];
    for (std::size_t i = 0; i < state.v.size(); ++i) moved.v[i] += scale * direction[state.x.size() + i];
    if (!project(moved))
        throw NumericalError("", "trajectory " + std::to_string(trajectory) + " perturbed by " + short_number(epsilon) +
                                     " cannot be projected onto the constraints; make the perturbation smaller");
    return moved;
}

InitialState Sampler::perturb_entries(const InitialState& state, double epsilon, std::uint64_t seed,
                                      std::uint64_t trajectory) const {
    return moved(state, direction(state, seed, trajectory), epsilon, epsilon, trajectory);
}

InitialState Sampler::perturb(const InitialState& state, double length, std::uint64_t seed,
                              std::uint64_t trajectory) const {
    const std::vector<double> way = direction(state, seed, trajectory);
    double square = 0;
    for (const double c : way) square += c * c;
    return moved(state, way, length / std::sqrt(square), length, trajectory);
}

}  // namespace cchnn
