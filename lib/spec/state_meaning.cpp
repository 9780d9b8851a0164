#include <algorithm>
#include <set>

#include "core/nearest_name.hpp"
#include "spec/findings.hpp"
#include "spec/meaning_check.hpp"

namespace cchnn {
namespace {

const std::string conditions = "/initial_conditions";

class StateCheck {
  public:
    explicit StateCheck(const SystemSpec& spec) : spec_(spec), findings_{spec.source} {
        for (const BodySpec& body : spec.bodies) {
            if (contains(ids_, body.id)) continue;  // told by graph_problems
            ids_.push_back(body.id);
            (body.type == BodyType::origin ? origins_ : moving_).push_back(body.id);
        }
    }

    std::vector<Problem> run(bool single_state) {
        if (const auto* drawn = std::get_if<DrawnStates>(&spec_.initial_conditions))
            check_drawn(*drawn);
        else
            check_given(std::get<std::vector<GivenState>>(spec_.initial_conditions), single_state);
        check_sampling();
        check_conserved();
        return std::move(findings_.problems);
    }

  private:
    void check_drawn(const DrawnStates& drawn) {
        const std::string bodies = child(conditions, "bodies");
        check_covers(bodies, drawn.bodies, "placement");
        for (const auto& [id, placement] : drawn.bodies)
            std::visit([&, at = child(bodies, id), name = id](const auto& p) { check(at, name, p); }, placement);
        check_cycles(drawn);
        const std::string noise = child(conditions, "noise");
        check_distribution(child(noise, "position"), drawn.position_noise);
        check_distribution(child(noise, "velocity"), drawn.velocity_noise);
        findings_.check_finite(child(noise, "velocity_factor"), drawn.velocity_factor);
    }
    void check_given(const std::vector<GivenState>& states, bool single_state) {
        if (states.empty()) findings_.add(child(conditions, "states"), "needs at least one state");
        for (std::size_t i = 0; i < states.size(); ++i) {
            const std::string at = single_state ? child(conditions, "state") : child(child(conditions, "states"), i);
            check_covers(child(at, "position"), states[i].position, "position");
            check_known(child(at, "velocity"), states[i].velocity);
            for (const auto& [id, x] : states[i].position)
                findings_.check_vector(child(child(at, "position"), id), x, spec_.dimension);
            for (const auto& [id, v] : states[i].velocity)
                findings_.check_vector(child(child(at, "velocity"), id), v, spec_.dimension);
        }
    }

    // Every name is a body that moves, and every such body is named.
    template <class Value>
    void check_covers(const std::string& pointer, const std::map<std::string, Value>& values, const std::string& what) {
        check_known(pointer, values);
        for (const std::string& id : moving_)
            if (!values.contains(id)) findings_.add(pointer, "body '" + id + "' has no " + what);
    }
    template <class Value>
    void check_known(const std::string& pointer, const std::map<std::string, Value>& values) {
        for (const auto& [id, value] : values) {
            if (contains(origins_, id))
                findings_.add(child(pointer, id), "'" + id + "' is an Origin: it stays at its own 'position'");
            else if (!contains(moving_, id))
                findings_.add(child(pointer, id), "unknown body '" + id + "'" + suggestion(id, moving_));
        }
    }
    static bool contains(const std::vector<std::string>& names, const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    }

    void check(const std::string& pointer, const std::string&, const CartesianPlacement& placement) {
        check_distributions(child(pointer, "position"), placement.position);
        check_distributions(child(pointer, "velocity"), placement.velocity);
    }
    void check(const std::string& pointer, const std::string& id, const AngularPlacement& placement) {
        check_angles(pointer, placement);
        if (placement.length) findings_.check_positive(child(pointer, "length"), *placement.length, " m");
        const std::string from = child(pointer, "from");
        if (!contains(ids_, placement.from))
            findings_.add(from, "unknown body '" + placement.from + "'" + suggestion(placement.from, ids_));
        else if (placement.from == id)
            findings_.add(from, "'" + id + "' is placed relative to itself");
        else if (!placement.length && !linked(id, placement.from))
            findings_.add(pointer,
                          "no Link between '" + id + "' and '" + placement.from + "' gives the distance: add 'length'");
    }
    void check_angles(const std::string& pointer, const AngularPlacement& placement) {
        const std::vector<std::string> names = placement.angles.size() == 1
                                                   ? std::vector<std::string>{"angle"}
                                                   : std::vector<std::string>{"azimuth", "polar"};
        if (spec_.dimension == 1)
            findings_.add(pointer, "angles need dimension 2 or 3: give 'position'");
        else if (std::ssize(placement.angles) != spec_.dimension - 1)
            findings_.add(pointer, spec_.dimension == 2 ? "dimension 2 needs 'angle', got 'azimuth' and 'polar'"
                                                        : "dimension 3 needs 'azimuth' and 'polar', got 'angle'");
        for (std::size_t i = 0; i < std::min(names.size(), placement.angles.size()); ++i)
            check_distribution(child(pointer, names[i]), placement.angles[i]);
        for (std::size_t i = 0; i < std::min(names.size(), placement.rates.size()); ++i)
            check_distribution(child(pointer, names[i] + "_rate"), placement.rates[i]);
    }
    bool linked(const std::string& a, const std::string& b) const {
        for (const ConstraintSpec& constraint : spec_.constraints)
            if (const auto* link = std::get_if<LinkSpec>(&constraint))
                if (std::minmax(link->a, link->b) == std::minmax(a, b)) return true;
        return false;
    }

    // Follows 'from' until it ends at an Origin or a Cartesian placement; a cycle is told once, at its first name.
    void check_cycles(const DrawnStates& drawn) {
        for (const auto& [start, placement] : drawn.bodies) {
            std::string path = start;
            std::string at = next(drawn, start);
            for (std::size_t steps = 0; steps < drawn.bodies.size() && at > start; ++steps) {
                path += " from " + at;
                at = next(drawn, at);
            }
            if (at == start && path != start)
                findings_.add(child(child(conditions, "bodies"), start),
                              "placed in a circle: " + path + " from " + start + "; give one of them a 'position'");
        }
    }
    static std::string next(const DrawnStates& drawn, const std::string& id) {
        const auto found = drawn.bodies.find(id);
        if (found == drawn.bodies.end()) return "";
        const auto* angular = std::get_if<AngularPlacement>(&found->second);
        return angular && drawn.bodies.contains(angular->from) ? angular->from : "";
    }

    void check_distributions(const std::string& pointer, const std::vector<Distribution>& values) {
        findings_.check_shape(pointer, values, spec_.dimension);
        for (std::size_t i = 0; i < values.size(); ++i) check_distribution(child(pointer, i), values[i]);
    }
    void check_distribution(const std::string& pointer, const Distribution& value) {
        std::visit([&](const auto& v) { check_parameters(pointer, v); }, value);
    }
    void check_parameters(const std::string& pointer, const Constant& c) { findings_.check_finite(pointer, c.value); }
    void check_parameters(const std::string& pointer, const Normal& n) {
        findings_.check_finite(child(child(pointer, "normal"), "mean"), n.mean);
        findings_.check_not_negative(child(child(pointer, "normal"), "std"), n.std, "");
    }
    void check_parameters(const std::string& pointer, const Uniform& u) {
        const std::string at = child(pointer, "uniform");
        findings_.check_finite(child(at, "low"), u.low);
        findings_.check_finite(child(at, "high"), u.high);
        if (u.low > u.high)
            findings_.add(at,
                          "low must be <= high, got low " + number_text(u.low) + " and high " + number_text(u.high));
    }

    void check_sampling() {
        findings_.check_positive("/sampling/dt", spec_.sampling.dt, " s");
        if (spec_.sampling.steps < 2)
            findings_.add("/sampling/steps", "must be >= 2, got " + std::to_string(spec_.sampling.steps));
    }
    void check_conserved() {
        const std::vector<std::string> known = conserved_names(spec_.dimension);
        std::set<std::string> seen;
        for (std::size_t i = 0; i < spec_.conserved.size(); ++i) {
            const std::string& name = spec_.conserved[i];
            const std::string at = child("/conserved", i);
            if (!contains(known, name))
                findings_.add(at, "'" + name + "' does not exist in dimension " + std::to_string(spec_.dimension) +
                                      suggestion(name, known));
            if (!seen.insert(name).second) findings_.add(at, "'" + name + "' is listed twice");
        }
    }

    const SystemSpec& spec_;
    Findings findings_;
    std::vector<std::string> ids_, origins_, moving_;
};

}  // namespace

std::vector<Problem> state_problems(const SystemSpec& spec, bool single_state) {
    return StateCheck(spec).run(single_state);
}

std::vector<std::string> conserved_names(int dimension) {
    const std::vector<std::string> axes = {"x", "y", "z"};
    std::vector<std::string> names = {"energy"};
    for (int axis = 0; axis < dimension && axis < 3; ++axis)
        names.push_back("linear_momentum_" + axes[static_cast<std::size_t>(axis)]);
    if (dimension == 2) names.push_back("angular_momentum_z");
    if (dimension == 3)
        for (const std::string& axis : axes) names.push_back("angular_momentum_" + axis);
    return names;
}

}  // namespace cchnn
