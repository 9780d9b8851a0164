#include "integrate/protocol/protocol.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/number_text.hpp"
#include "core/option.hpp"
#include "integrate/impacts/contact_gaps.hpp"
#include "integrate/impacts/sampled_impacts.hpp"
#include "mechanics/constrained_system.hpp"
#include "spec/json/json_syntax.hpp"

namespace cchnn {
namespace {

// JSON has no nan and no infinity.
std::string number(double value) { return std::isfinite(value) ? nlohmann::json(value).dump() : number_text(value); }

// "Damping, Dashpot"
std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

constexpr long most_substeps = 1'000'000'000;

}  // namespace

Protocol default_protocol() { return {"default", Method::verner87, 1e-13, 1e-13}; }

Protocol paper_protocol() { return {"paper", Method::dopri5, 1e-7, 1e-9}; }

Protocol fixed_step_protocol(Method method) {
    Protocol protocol{symplectic(method) ? "symplectic" : "custom", method, 0, 0};
    protocol.substeps = facts(method).substeps;
    return protocol;
}

std::vector<Problem> Protocol::check() const {
    std::vector<Problem> problems;
    if (fixed_step(method)) {
        if (step && !(std::isfinite(*step) && *step > 0))
            problems.push_back({option("step"), "must be > 0 s, got " + number(*step)});
        if (!step && (substeps < 1 || substeps > most_substeps))
            problems.push_back({option("substeps"), "must be 1 .. 10^9, got " + std::to_string(substeps)});
        return problems;
    }
    // A step cannot be accurate to less than the rounding of its own state, 2.2e-16.
    if (!(std::isfinite(rtol) && rtol >= 1e-15 && rtol < 1))
        problems.push_back({option("rtol"), "must be between 1e-15 and 1, got " + number(rtol)});
    if (!(std::isfinite(atol) && atol > 0)) problems.push_back({option("atol"), "must be > 0, got " + number(atol)});
    if (substeps < 0 || substeps > most_substeps)  // sampled impacts
        problems.push_back({option("substeps"), "must be 1 .. 10^9, got " + std::to_string(substeps)});
    if (max_steps < 1)
        problems.push_back({option("max-steps"), "must be at least 1, got " + std::to_string(max_steps)});
    return problems;
}

Protocol with_substeps(const Protocol& protocol, double dt) {
    if (!protocol.step) return protocol;
    const double step = *protocol.step, ratio = dt / step, whole = std::nearbyint(ratio);
    // A step typed as 0.0003 for a dt of 0.03 is off by rounding alone.
    if (!(whole >= 1 && whole <= static_cast<double>(most_substeps) && std::fabs(ratio - whole) <= 1e-9 * whole)) {
        const double longer = std::max(1.0, std::floor(ratio)), shorter = std::max(1.0, std::ceil(ratio));
        throw UsageError(option("step"), "must divide dt = " + number(dt) + " s into 1 .. 10^9 equal steps, got " +
                                             number(step) + "; nearest are " + number(dt / longer) + " and " +
                                             number(dt / shorter) + ", or give " + option("substeps"));
    }
    Protocol resolved = protocol;
    resolved.substeps = static_cast<long>(whole);
    resolved.step.reset();
    return resolved;
}

std::vector<Problem> refusals(const Protocol& protocol, const ConstrainedSystem& system) {
    const Method method = protocol.method;
    std::vector<Problem> problems;
    const auto refuse = [&](const std::string& why) {
        problems.push_back({option("integrator"), name(method) + why + "; use " + name(default_protocol().method)});
    };
    if (symplectic(method) && system.forces().depends_on_velocities())
        refuse(" cannot compute forces that depend on velocities, and " + system.name() +
               (system.lagrangian() ? " is given by a Lagrangian"
                                    : " has them: " + joined(system.velocity_dependent_kinds())));
    if (symplectic(method) && !system.holonomic())
        refuse(" is symplectic, and the flow of " + system.name() +
               ", which has constraints on velocities alone (Rolling, VelocityConstraint), is not");
    if (symplectic(method) && system.driven())
        refuse(" does not take inputs, and " + system.name() + " is driven by " + system.inputs().front().id);
    if (fixed_step(method) && has_contacts(system))
        refuse(" takes steps of equal length, and impacts of the contacts of " + system.name() + " lie between them");
    if (samples_impacts(protocol) && !has_contacts(system))
        problems.push_back({option("protocol"), "sampled-impacts is for systems with contacts, which " + system.name() +
                                                    " has not; use default"});
    if (samples_impacts(protocol) && (system.driven() || !system.tracks().empty()))
        problems.push_back({option("protocol"), "sampled-impacts follows neither inputs nor Tracks, and " +
                                                    system.name() + " has some; use default"});
    if (!projects(method) && !system.tracks().empty())
        refuse(" does not follow points on curves (Track), which " + system.name() + " has");
    return problems;
}

std::string to_json(const Protocol& p) {
    nlohmann::ordered_json json{{"name", p.name}, {"method", name(p.method)}};
    if (fixed_step(p.method)) {
        json["substeps"] = p.substeps;
        if (projects(p.method)) json["project"] = p.project;
        return json.dump(2);
    }
    json["rtol"] = p.rtol;
    json["atol"] = p.atol;
    json["project"] = p.project;
    json["max_steps"] = p.max_steps;
    if (samples_impacts(p)) json["substeps"] = p.substeps;
    return json.dump(2);
}

std::optional<double> protocol_rtol(const std::string& text) {
    const nlohmann::ordered_json json = json_object_in(text);
    if (!json.contains("rtol") || !json["rtol"].is_number()) return std::nullopt;
    return json["rtol"].get<double>();
}

std::string to_flags(const Protocol& p) {
    if (fixed_step(p.method))
        return std::string("--integrator ") + name(p.method) + " --substeps " + std::to_string(p.substeps) +
               (p.project ? "" : " --projection off");
    if (samples_impacts(p)) return "--protocol " + p.name + " --substeps " + std::to_string(p.substeps);
    std::string flags = std::string("--protocol ") + (p.method == paper_protocol().method ? "paper" : "default");
    if (p.name == "custom")
        flags += " --rtol " + number(p.rtol) + " --atol " + number(p.atol) + " --max-steps " +
                 std::to_string(p.max_steps) + " --projection " + (p.project ? "on" : "off");
    return flags;
}

}  // namespace cchnn
