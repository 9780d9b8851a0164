#include "elements/torque.hpp"

#include "elements/parts/reading/wording.hpp"

namespace cchnn {

void TorqueKind::check(const Spec& torque, const std::string& pointer, Checking& checking) {
    checking.check_input(pointer, torque.input);
}

std::string TorqueKind::line(const Term& torque, const Bodies&, const Units& u) {
    return torque.name + "  M = " + short_number(torque.torque) + " " + force_unit(u) + " " + u.length +
           (torque.input.empty() ? "" : ", times " + torque.input);
}

}  // namespace cchnn
