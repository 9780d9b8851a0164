#include "elements/torque.hpp"

#include "elements/parts/reading/wording.hpp"

namespace cchnn {

void TorqueKind::check(const Spec& torque, const std::string& pointer, Checking& checking) {
    if (torque.torque == 0)
        checking.findings.add(child(pointer, "torque"), "is zero, so the Torque does nothing: remove it");
    checking.check_input(pointer, torque.input);
}

void TorqueKind::resolve(const Spec& torque, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back({name_of("Torque", {torque.angle.a, {}}, {torque.angle.b, {}}),
                     resolved_angle(torque.angle, bodies), torque.torque, torque.input});
}

std::string TorqueKind::explain(const std::vector<const Spec*>&, const std::vector<Term>& terms, const Bodies&,
                                const Units& u) {
    if (terms.empty()) return "";
    std::vector<std::string> lines;
    for (const Torque& torque : terms)
        lines.push_back(torque.name + "  M = " + short_number(torque.torque) + " " + force_unit(u) + " " + u.length +
                        (torque.input.empty() ? "" : ", times " + torque.input));
    return "  Torque, V = -M theta without an input, theta counted over turns\n" + listed(lines, 4);
}

}  // namespace cchnn
