#include "elements/torque.hpp"

#include "elements/parts/reading/wording.hpp"

namespace cchnn {

std::string TorqueKind::line(const Term& torque, const Bodies&, const Units& u) {
    return torque.name + "  M = " + short_number(torque.torque) + " " + force_unit(u) + " " + u.length;
}

}  // namespace cchnn
