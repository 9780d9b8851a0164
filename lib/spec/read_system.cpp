#include "spec/read_system.hpp"

#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "spec/json_syntax.hpp"
#include "spec/meaning_check.hpp"
#include "spec/schema_check.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;
using Numbers = std::vector<double>;

// `object[key]` as T, or what holds when the key is left out.
template <class T>
T optional_value(const Json& object, const char* key, T otherwise) {
    const auto found = object.find(key);
    return found == object.end() ? otherwise : found->get<T>();
}

Numbers zeros(int dimension) { return Numbers(static_cast<std::size_t>(dimension), 0.0); }
Numbers last_axis(int dimension) {
    Numbers axis = zeros(dimension);
    axis.back() = 1;
    return axis;
}

Distribution read_distribution(const Json& value) {
    if (value.is_number()) return Constant{value.get<double>()};
    if (const auto n = value.find("normal"); n != value.end()) return Normal{n->at("mean"), n->at("std")};
    const Json& u = value.at("uniform");
    return Uniform{u.at("low"), u.at("high")};
}
Distribution optional_distribution(const Json& object, const char* key) {
    return object.contains(key) ? read_distribution(object.at(key)) : Constant{0};
}
std::vector<Distribution> read_distributions(const Json& values) {
    std::vector<Distribution> distributions;
    for (const Json& value : values) distributions.push_back(read_distribution(value));
    return distributions;
}

BodySpec read_body(const Json& body, int dimension) {
    BodySpec spec{.id = body.at("id"), .type = BodyType::origin, .mass = 0, .position = {}};
    if (body.at("type") == "Origin") {
        spec.position = optional_value(body, "position", zeros(dimension));
    } else {
        spec.type = BodyType::obj0d;
        spec.mass = body.at("mass");
    }
    return spec;
}

ConstraintSpec read_constraint(const Json& constraint) {
    const Json& between = constraint.at("between");
    return LinkSpec{between.at(0), between.at(1), constraint.at("length")};
}

PotentialSpec read_potential(const Json& potential, int dimension) {
    if (potential.at("type") == "Gravity")
        return GravitySpec{optional_value(potential, "g", GravitySpec{}.g),
                           optional_value(potential, "up", last_axis(dimension))};
    const Json& between = potential.at("between");
    return SpringSpec{between.at(0), between.at(1), potential.at("stiffness"),
                      optional_value(potential, "rest_length", 0.0)};
}

CartesianPlacement read_cartesian(const Json& placement, int dimension) {
    CartesianPlacement spec{read_distributions(placement.at("position")), {}};
    if (placement.contains("velocity"))
        spec.velocity = read_distributions(placement.at("velocity"));
    else
        spec.velocity.assign(static_cast<std::size_t>(dimension), Constant{0});
    return spec;
}

AngularPlacement read_angular(const Json& placement) {
    AngularPlacement spec{.from = placement.at("from"), .angles = {}, .rates = {}, .length = {}};
    const bool planar = placement.contains("angle");
    for (const char* key : planar ? std::vector{"angle"} : std::vector{"azimuth", "polar"}) {
        spec.angles.push_back(read_distribution(placement.at(key)));
        spec.rates.push_back(optional_distribution(placement, (std::string(key) + "_rate").c_str()));
    }
    if (placement.contains("length")) spec.length = placement.at("length").get<double>();
    return spec;
}

DrawnStates read_drawn(const Json& conditions, int dimension) {
    DrawnStates drawn;
    for (const auto& [id, placement] : conditions.at("bodies").items()) {
        if (placement.contains("position"))
            drawn.bodies[id] = read_cartesian(placement, dimension);
        else
            drawn.bodies[id] = read_angular(placement);
    }
    const Json noise = optional_value(conditions, "noise", Json::object());
    drawn.position_noise = optional_distribution(noise, "position");
    drawn.velocity_noise = optional_distribution(noise, "velocity");
    drawn.velocity_factor = optional_value(noise, "velocity_factor", drawn.velocity_factor);
    return drawn;
}

std::map<std::string, Numbers> read_arrays(const Json& state, const char* key) {
    std::map<std::string, Numbers> arrays;
    if (!state.contains(key)) return arrays;
    for (const auto& [id, numbers] : state.at(key).items()) arrays[id] = numbers.get<Numbers>();
    return arrays;
}
GivenState read_state(const Json& state) { return {read_arrays(state, "position"), read_arrays(state, "velocity")}; }

InitialConditionsSpec read_initial_conditions(const Json& conditions, int dimension) {
    if (conditions.contains("bodies")) return read_drawn(conditions, dimension);
    if (conditions.contains("state")) return std::vector{read_state(conditions.at("state"))};
    std::vector<GivenState> states;
    for (const Json& state : conditions.at("states")) states.push_back(read_state(state));
    return states;
}

SamplingSpec read_sampling(const Json& document) {
    const Json sampling = optional_value(document, "sampling", Json::object());
    return {optional_value(sampling, "dt", SamplingSpec{}.dt), optional_value(sampling, "steps", SamplingSpec{}.steps)};
}

// A document that the schema allows.
SystemSpec read_document(const Json& document) {
    SystemSpec spec;
    spec.name = document.at("name");
    spec.title = optional_value(document, "title", spec.name);
    spec.description = optional_value(document, "description", std::string());
    spec.reference = optional_value(document, "reference", std::string());
    spec.dimension = document.at("dimension");
    const Json none = Json::array();
    for (const Json& body : document.at("bodies")) spec.bodies.push_back(read_body(body, spec.dimension));
    for (const Json& c : optional_value(document, "constraints", none)) spec.constraints.push_back(read_constraint(c));
    for (const Json& p : optional_value(document, "potentials", none))
        spec.potentials.push_back(read_potential(p, spec.dimension));
    spec.initial_conditions = read_initial_conditions(document.at("initial_conditions"), spec.dimension);
    spec.sampling = read_sampling(document);
    spec.conserved = optional_value(document, "conserved", std::vector<std::string>());
    spec.json = document.dump(2);
    return spec;
}

void refuse(std::vector<Problem> problems) {
    if (!problems.empty()) throw SpecError(std::move(problems));
}

std::vector<Problem> meaning_problems(const SystemSpec& spec, bool single_state) {
    std::vector<Problem> problems = graph_problems(spec);
    for (Problem& problem : state_problems(spec, single_state)) problems.push_back(std::move(problem));
    return problems;
}

}  // namespace

SystemSpec parse_system(const std::string& json_text, const std::string& source) {
    const Json document = parse_json(json_text, source);
    refuse(schema_problems(document, source));
    SystemSpec spec = read_document(document);
    spec.source = source;
    refuse(meaning_problems(spec, document.at("initial_conditions").contains("state")));
    return spec;
}

}  // namespace cchnn
