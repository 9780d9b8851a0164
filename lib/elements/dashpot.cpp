#include "elements/dashpot.hpp"

#include "elements/parts/reading/wording.hpp"

namespace cchnn {

std::string DashpotKind::line(const Term& dashpot, const Bodies& bodies, const Units& u) {
    return dashpot.name + ", c = " + short_number(dashpot.coefficient) + " " + force_unit(u) + " " + u.time + "/" +
           u.length + ": R = c (d|x_a - x_b|/dt)^2/2  (" + point_text(bodies, dashpot.a) + ", " +
           point_text(bodies, dashpot.b) + ")";
}

}  // namespace cchnn
