#include "elements/drag.hpp"

#include "elements/parts/reading/wording.hpp"

namespace cchnn {

std::string DragKind::line(const Term& drag, const Bodies&, const Units& u) {
    return drag.name + ", c = " + short_number(drag.coefficient) + " " + force_unit(u) + " " + u.time + "^2/" +
           u.length + "^2: force -c |v| v, energy is lost at the rate c |v|^3";
}

}  // namespace cchnn
