#include "elements/gravity.hpp"

#include <nlohmann/json.hpp>

#include "core/to_size.hpp"
#include "elements/parts/reading/optional_value.hpp"
#include "elements/parts/reading/read_item.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {

GravitySpec GravityKind::read(const nlohmann::ordered_json& item, int dimension) {
    return {optional_value(item, "g", Spec{}.g), optional_value(item, "up", last_axis(dimension))};
}

void GravityKind::check(const Spec& gravity, const std::string& pointer, Checking& checking) {
    Findings& findings = checking.findings;
    findings.check_not_negative(child(pointer, "g"), gravity.g, " m/s^2");
    findings.check_vector(child(pointer, "up"), gravity.up, checking.dimension);
    findings.check_unit(child(pointer, "up"), gravity.up);
}

void GravityKind::resolve(const Spec& spec, const Bodies&, std::vector<Term>& terms) {
    terms.push_back({spec.g, spec.up});
}

void GravityKind::edges(const Spec& gravity, const Bodies& bodies, std::vector<Edge>& edges) {
    for (const Body& body : bodies.all()) {
        if (body.type == BodyType::origin) continue;
        edges.push_back(edge_of({body.id}, bodies));
        edges.back().numbers = {{"g", gravity.g, "m/s^2"}};
        add_entries(edges.back(), "up", gravity.up, "1", true);
    }
}

void GravityKind::add_constant_force(const Term& gravity, const Bodies& bodies, std::vector<Exact>& force) {
    const int d = bodies.dimension();
    for (const Body& body : bodies.all())
        for (int k = 0; body.node_count > 0 && k < d; ++k)
            force[to_size(body.first_node * d + k)] -= Exact(body.mass) * gravity.g * gravity.up[to_size(k)];
}

void GravityKind::breaks(const Term& gravity, Symmetry& symmetry) {
    for (std::size_t k = 0; k < symmetry.field.size(); ++k) symmetry.field[k] += gravity.g * gravity.up[k];
}

std::string GravityKind::explain(const std::vector<const Spec*>&, const std::vector<Term>& terms, const Bodies&,
                                 const Units& u) {
    std::string text;
    for (const Gravity& gravity : terms)
        text += "  Gravity, V = sum of m g (up . x): g = " + short_number(gravity.g) + " " + u.length + "/" + u.time +
                "^2, up " + tuple_text(gravity.up) + "\n";
    return text;
}

}  // namespace cchnn
