#include "elements/torque.hpp"

#include <nlohmann/json.hpp>

#include "elements/parts/reading/wording.hpp"

namespace cchnn {

TorqueSpec TorqueKind::read(const nlohmann::ordered_json& item, int) { return {read_angle(item), item.at("torque")}; }

void TorqueKind::check(const Spec& torque, const std::string& pointer, Checking& checking) {
    check_angle(pointer, torque.angle, "a Torque", checking);
    const std::string at = child(pointer, "torque");
    checking.findings.check_finite(at, torque.torque);
    if (torque.torque == 0) checking.findings.add(at, "is zero, so the Torque does nothing: remove it");
}

void TorqueKind::resolve(const Spec& torque, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back({name_of("Torque", {torque.angle.a, {}}, {torque.angle.b, {}}),
                     resolved_angle(torque.angle, bodies), torque.torque});
}

void TorqueKind::edges(const Spec& torque, const Bodies& bodies, std::vector<Edge>& edges) {
    edges.push_back(edge_of_angle(torque.angle, bodies));
    edges.back().numbers.push_back({"torque", torque.torque, "N m"});
}

std::string TorqueKind::explain(const std::vector<const Spec*>&, const std::vector<Term>& terms, const Bodies&,
                                const Units& u) {
    if (terms.empty()) return "";
    std::vector<std::string> lines;
    for (const Torque& torque : terms)
        lines.push_back(torque.name + "  M = " + short_number(torque.torque) + " " + force_unit(u) + " " + u.length);
    return "  Torque, V = -M theta, theta counted over turns\n" + listed(lines, 4);
}

}  // namespace cchnn
