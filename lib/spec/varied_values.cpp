#include "spec/varied_values.hpp"

#include <algorithm>
#include <string>

namespace cchnn {
namespace {

bool allowed(VariedProperty::Range range, double value) {
    if (range == VariedProperty::Range::positive) return value > 0;
    return range == VariedProperty::Range::any || value >= 0;
}

double& field(SystemSpec& spec, const std::string& pointer) {
    std::vector<std::string> parts;
    for (std::size_t begin = 1; begin <= pointer.size();) {
        const std::size_t end = std::min(pointer.find('/', begin), pointer.size());
        parts.push_back(pointer.substr(begin, end - begin));
        begin = end + 1;
    }
    const auto at = static_cast<std::size_t>(std::stoul(parts[1]));
    const std::string& key = parts[2];
    if (parts[0] == "bodies")
        return key == "mass" ? spec.bodies[at].mass : spec.bodies[at].second_moments[std::stoul(parts[3])];
    if (parts[0] == "constraints") return std::get<LinkSpec>(spec.constraints[at]).length;
    if (parts[0] == "damping") return spec.damping[at].coefficient;
    PotentialSpec& potential = spec.potentials[at];
    if (key == "g") return std::get<GravitySpec>(potential).g;
    if (key == "moment") return std::get<DipoleSpec>(potential).moment;
    return key == "stiffness" ? std::get<SpringSpec>(potential).stiffness : std::get<SpringSpec>(potential).rest_length;
}

}  // namespace

SystemSpec with_values(const SystemSpec& spec, const std::vector<double>& values) {
    SystemSpec changed = spec;
    for (std::size_t i = 0; i < values.size(); ++i) field(changed, spec.varied[i].pointer) = values[i];
    return changed;
}

bool in_range(const std::vector<VariedProperty>& varied, const std::vector<double>& values) {
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!allowed(varied[i].range, values[i])) return false;
    return true;
}

}  // namespace cchnn
