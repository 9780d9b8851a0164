#include "spec/read_graph.hpp"

#include <nlohmann/json.hpp>

#include "spec/optional_value.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;
using Numbers = std::vector<double>;

Numbers zeros(int dimension) { return Numbers(static_cast<std::size_t>(dimension), 0.0); }
Numbers last_axis(int dimension) {
    Numbers axis = zeros(dimension);
    axis.back() = 1;
    return axis;
}

BodyType read_body_type(const Json& body) {
    for (const BodyType type : {BodyType::obj0d, BodyType::obj1d, BodyType::obj2d, BodyType::obj3d})
        if (body.at("type") == type_name(type)) return type;
    return BodyType::origin;
}

Numbers moments_of_inertia(const Json& body, const std::string& pointer, Findings& findings) {
    const Numbers inertia = body.at("inertia");
    const double mass = body.at("mass");
    Numbers moments;
    for (std::size_t i = 0; i < 3; ++i) {
        const double others = inertia[(i + 1) % 3] + inertia[(i + 2) % 3];
        moments.push_back((others - inertia[i]) / (2 * mass));
        if (moments.back() > 0) continue;
        findings.add(child(child(pointer, "inertia"), i), "must be less than the sum of the other two, " +
                                                              number_text(others) + ", got " + number_text(inertia[i]) +
                                                              ": no solid has such moments (a flat body is an Obj2D)");
        return {1, 1, 1};
    }
    return moments;
}

MeshSpec read_mesh(const Json& mesh) {
    return {mesh.at("file"),   mesh.at("sha256"),         mesh.at("scale"),
            mesh.at("volume"), mesh.at("centre_of_mass"), mesh.at("axes")};
}

BodySpec read_body(const Json& body, int dimension, const std::string& pointer, Findings& findings) {
    BodySpec spec{.id = body.at("id"), .type = read_body_type(body), .mass = 0, .position = {}, .second_moments = {}};
    spec.mass = optional_value(body, "mass", 0.0);
    if (spec.type == BodyType::origin) spec.position = optional_value(body, "position", zeros(dimension));
    spec.second_moments = body.contains("inertia") ? moments_of_inertia(body, pointer, findings)
                                                   : optional_value(body, "second_moments", Numbers());
    if (body.contains("mesh")) spec.mesh = read_mesh(body.at("mesh"));
    return spec;
}

PointSpec read_end(const Json& end) {
    if (end.is_string()) return {end, {}};
    return {end.at("body"), end.at("point")};
}

RollingSpec read_rolling(const Json& rolling, int dimension) {
    return {rolling.at("body"), rolling.at("radius"), optional_value(rolling, "up", last_axis(dimension)),
            optional_value(rolling, "height", 0.0), optional_value(rolling, "axle", Numbers())};
}

// All three formulas, "" where there is none: the meaning pass cuts them to the dimension or complains.
TrackSpec read_track(const Json& track) {
    TrackSpec spec;
    for (const Json& end : track.at("points")) spec.points.push_back(read_end(end));
    const Json& curve = track.at("curve");
    spec.curve.parameter = curve.at("parameter");
    spec.curve.range = curve.at("range").get<Numbers>();
    for (const char* axis : {"x", "y", "z"}) spec.curve.formulas.push_back(optional_value(curve, axis, std::string()));
    return spec;
}

ConstraintSpec read_constraint(const Json& constraint, int dimension) {
    if (constraint.at("type") == "Track") return read_track(constraint);
    if (constraint.at("type") == "Rolling") return read_rolling(constraint, dimension);
    const Json& between = constraint.at("between");
    PointSpec a = read_end(between.at(0)), b = read_end(between.at(1));
    if (constraint.at("type") == "Link") return LinkSpec{std::move(a), std::move(b), constraint.at("length")};
    if (constraint.at("type") == "Joint") return JointSpec{std::move(a), std::move(b)};
    const Json& axis = constraint.at("axis");
    return JointAxisSpec{std::move(a), std::move(b), axis.at(0), axis.at(1)};
}

DipoleSpec read_dipole(const Json& dipole) {
    DipoleSpec spec{dipole.at("body"), dipole.at("pivot"), dipole.at("moment"), dipole.at("mu0"), {}};
    for (const Json& magnet : dipole.at("magnets"))
        spec.magnets.push_back({magnet.at("position"), magnet.at("moment")});
    return spec;
}

PotentialSpec read_potential(const Json& potential, int dimension) {
    if (potential.at("type") == "Gravity")
        return GravitySpec{optional_value(potential, "g", GravitySpec{}.g),
                           optional_value(potential, "up", last_axis(dimension))};
    if (potential.at("type") == "Newtonian")
        return NewtonianSpec{potential.at("gravitational_constant"), potential.at("bodies")};
    if (potential.at("type") == "Dipole") return read_dipole(potential);
    const Json& between = potential.at("between");
    return SpringSpec{read_end(between.at(0)), read_end(between.at(1)), potential.at("stiffness"),
                      optional_value(potential, "rest_length", 0.0)};
}

DampingSpec read_damping(const Json& damping) {
    DampingSpec spec{.body = damping.at("body"), .pivot = {}, .coefficient = damping.at("coefficient")};
    if (damping.contains("about")) spec.pivot = damping.at("about").get<std::string>();
    return spec;
}

}  // namespace

void read_graph(const Json& document, SystemSpec& spec, Findings& findings) {
    const Json none = Json::array();
    for (const Json& body : document.at("bodies"))
        spec.bodies.push_back(read_body(body, spec.dimension, child("/bodies", spec.bodies.size()), findings));
    for (const Json& c : optional_value(document, "constraints", none))
        spec.constraints.push_back(read_constraint(c, spec.dimension));
    for (const Json& p : optional_value(document, "potentials", none))
        spec.potentials.push_back(read_potential(p, spec.dimension));
    for (const Json& d : optional_value(document, "damping", none)) spec.damping.push_back(read_damping(d));
}

}  // namespace cchnn
