#include <map>

#include "dataset/dataset_layout.hpp"

namespace cchnn {

// SI units of dataset_layout.hpp in the declared units of a system. A unit that the table does not have is
// returned unchanged; a dimensionless one must be.
std::string unit_in(const std::string& si_unit, const Units& u) {
    if (u == Units{}) return si_unit;
    const std::map<std::string, std::string> other{
        {"m", u.length},
        {"s", u.time},
        {"kg", u.mass},
        {"1/kg", "1/(" + u.mass + ")"},
        {"1/s", "1/" + u.time},
        {"m/s", u.length + "/" + u.time},
        {"rad/s", "rad/" + u.time},
        {"rad, m", "rad, " + u.length},
        {"rad/s, m/s", "rad/" + u.time + ", " + u.length + "/" + u.time},
        {"J", u.mass + " " + u.length + "^2/" + u.time + "^2"},
        {"m^2", u.length + "^2"},
        {"m^3/(kg s^2)", u.length + "^3/(" + u.mass + " " + u.time + "^2)"},
        {"m/s^2", u.length + "/" + u.time + "^2"},
        {"rad/s^2", "rad/" + u.time + "^2"},
        {"rad/s^2, m/s^2", "rad/" + u.time + "^2, " + u.length + "/" + u.time + "^2"},
        {"kg m/s", u.mass + " " + u.length + "/" + u.time},
        {"kg m^2/s", u.mass + " " + u.length + "^2/" + u.time},
        {"kg m^2/s, kg m/s", u.mass + " " + u.length + "^2/" + u.time + ", " + u.mass + " " + u.length + "/" + u.time},
        {"N/m", u.mass + "/" + u.time + "^2"},
        {"N s/m", u.mass + "/" + u.time},
        {"N m", u.mass + " " + u.length + "^2/" + u.time + "^2"},
        {"N m s", u.mass + " " + u.length + "^2/" + u.time}};
    const auto found = other.find(si_unit);
    return found == other.end() ? si_unit : found->second;
}

}  // namespace cchnn
