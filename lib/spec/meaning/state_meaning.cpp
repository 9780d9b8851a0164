#include <algorithm>
#include <set>

#include "core/nearest_name.hpp"
#include "core/overloaded.hpp"
#include "elements/parts/reading/body_table.hpp"
#include "spec/meaning/meaning_check.hpp"
#include "spec/meaning/placement_meaning.hpp"

namespace cchnn {
namespace {

const std::string conditions_pointer = "/initial_conditions";

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

// Checks initial conditions, sampling and the list of conserved quantities against the bodies.
class StateCheck {
  public:
    explicit StateCheck(const SystemSpec& spec)
        : spec_(spec), bodies_(spec.bodies), findings_{spec.source, spec.units == Units{}} {}

    std::vector<Problem> run(bool single_state) {
        std::visit(Overloaded{[&](const DrawnStates& drawn) { check_drawn(drawn); },
                              [&](const std::vector<GivenState>& given) { check_given(given, single_state); }},
                   spec_.initial_conditions);
        check_sampling();
        check_conserved();
        return std::move(findings_.problems);
    }

  private:
    void check_drawn(const DrawnStates& drawn) {
        check_covers(child(conditions_pointer, "bodies"), drawn.bodies, "initial pose");
        check_placements(spec_, drawn, bodies_, findings_);
        const std::string noise = child(conditions_pointer, "noise");
        check_distribution(child(noise, "position"), drawn.position_noise, findings_);
        check_distribution(child(noise, "velocity"), drawn.velocity_noise, findings_);
        findings_.check_finite(child(noise, "velocity_factor"), drawn.velocity_factor);
    }
    // The place in a message is that of the form that the file uses: 'state' for one, 'states' for a list.
    void check_given(const std::vector<GivenState>& states, bool single_state) {
        if (states.empty()) findings_.add(child(conditions_pointer, "states"), "needs at least one state");
        for (std::size_t i = 0; i < states.size(); ++i) {
            const std::string state_pointer =
                single_state ? child(conditions_pointer, "state") : child(child(conditions_pointer, "states"), i);
            check_covers(child(state_pointer, "position"), states[i].position, "position");
            check_known(child(state_pointer, "velocity"), states[i].velocity);
            for (const auto& [id, x] : states[i].position)
                check_nodes(child(child(state_pointer, "position"), id), x, id);
            for (const auto& [id, v] : states[i].velocity)
                check_nodes(child(child(state_pointer, "velocity"), id), v, id);
        }
    }
    // A body of k axes has k + 1 nodes of `dimension` coordinates each.
    void check_nodes(const std::string& pointer, const std::vector<double>& numbers, const std::string& id) {
        const int k = bodies_.contains(id) ? axis_count(bodies_.at(id).type) : 0;
        if (k == 0) return findings_.check_vector(pointer, numbers, spec_.dimension);
        findings_.check_count(pointer, numbers, (k + 1) * spec_.dimension,
                              std::to_string(spec_.dimension) + " for each of " + std::to_string(k + 1) + " nodes");
        findings_.check_entries_finite(pointer, numbers);
    }

    // Every name must be a moving body, and every moving body must be named.
    template <class Value>
    void check_covers(const std::string& pointer, const std::map<std::string, Value>& values, const std::string& what) {
        check_known(pointer, values);
        for (const std::string& id : bodies_.moving())
            if (!values.contains(id)) findings_.add(pointer, "body '" + id + "' has no " + what);
    }
    template <class Value>
    void check_known(const std::string& pointer, const std::map<std::string, Value>& values) {
        for (const auto& [id, value] : values) {
            if (!bodies_.contains(id))
                findings_.add(child(pointer, id),
                              "unknown body '" + id + "'" + findings_.nearest_to(id, bodies_.moving()));
            else if (is_origin(bodies_.at(id)))
                findings_.add(child(pointer, id), "'" + id + "' is an Origin: it stays at its own 'position'");
        }
    }

    void check_sampling() {
        findings_.check_positive("/sampling/dt", spec_.sampling.dt, " s");
        if (spec_.sampling.steps < 2)
            findings_.add("/sampling/steps", "must be >= 2, got " + std::to_string(spec_.sampling.steps));
    }
    void check_conserved() {
        const std::vector<std::string> known = conserved_names(spec_.dimension);
        std::set<std::string> names;
        for (std::size_t i = 0; i < spec_.conserved.size(); ++i) {
            const std::string& name = spec_.conserved[i];
            const std::string pointer = child("/conserved", i);
            if (!contains(known, name))
                findings_.add(pointer, "'" + name + "' does not exist in dimension " + std::to_string(spec_.dimension) +
                                           suggestion(name, known));
            if (!names.insert(name).second) findings_.add(pointer, "'" + name + "' is listed twice");
        }
    }

    const SystemSpec& spec_;
    BodyTable bodies_;
    Findings findings_;
};

}  // namespace

std::vector<Problem> state_problems(const SystemSpec& spec, bool single_state) {
    return StateCheck(spec).run(single_state);
}

// All quantities whose conservation can be declared in a dimension. On a line nothing turns.
std::vector<std::string> conserved_names(int dimension) {
    const std::vector<std::string> axes = {"x", "y", "z"};
    std::vector<std::string> names = {"energy"};
    for (int axis = 0; axis < dimension && axis < 3; ++axis) names.push_back("linear_momentum_" + axes[axis]);
    if (dimension == 2) names.push_back("angular_momentum_z");
    if (dimension == 3)
        for (const std::string& axis : axes) names.push_back("angular_momentum_" + axis);
    return names;
}

}  // namespace cchnn
