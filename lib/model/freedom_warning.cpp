#include "model/freedom_warning.hpp"

namespace cchnn {

std::string freedom_warning(const ConstrainedSystem& system) {
    if (system.degrees_of_freedom() > 0) return "";
    return "warning: " + std::to_string(system.rows().size()) + " scalar constraints of rank " +
           std::to_string(system.independent_count()) + " leave 0 of " + std::to_string(system.state_size()) +
           " coordinates of its nodes free";
}

}  // namespace cchnn
