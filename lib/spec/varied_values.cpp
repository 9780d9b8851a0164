#include "spec/varied_values.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace cchnn {
namespace {

bool allowed(VariedProperty::Range range, double value) {
    if (range == VariedProperty::Range::positive) return value > 0;
    return range == VariedProperty::Range::any || value >= 0;
}

// The number of an item that its kind calls `key`.
template <class Kinds>
double& number(Kinds kinds, typename Kinds::Spec& item, const std::string& key) {
    double* found = nullptr;
    std::visit(
        [&]<class Spec>(Spec& spec) {
            with_kind_of<Spec>(kinds, [&]<class K>(KindTag<K>) {
                for (const VariedNumber<Spec>& varied : K::varied())
                    if (key == varied.key) found = &(spec.*varied.field);
            });
        },
        item);
    if (!found) throw std::logic_error("no kind has a number " + key);
    return *found;
}

double& number_of_body(BodySpec& body, const std::vector<std::string>& parts) {
    if (parts[2] == "mass") return body.mass;
    return (parts[2] == "position" ? body.position : body.second_moments)[std::stoul(parts[3])];
}

// "/constraints/0/between/1/point/0"
template <class Item>
double& number_of_point(Item& item, const std::vector<std::string>& parts) {
    double* found = nullptr;
    std::visit(
        [&]<class Spec>(Spec& spec) {
            if constexpr (requires { spec.a.point, spec.b.point; })
                found = &(parts[3] == "0" ? spec.a : spec.b).point[std::stoul(parts[5])];
        },
        item);
    if (!found) throw std::logic_error("no kind has points at " + parts[0] + "/" + parts[1]);
    return *found;
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
    if (parts[0] == "bodies") return number_of_body(spec.bodies[at], parts);
    if (key == "between" && parts[0] == "constraints") return number_of_point(spec.constraints[at], parts);
    if (key == "between") return number_of_point(spec.potentials[at], parts);
    if (parts[0] == "constraints") return number(ConstraintKinds{}, spec.constraints[at], key);
    if (parts[0] == "potentials") return number(PotentialKinds{}, spec.potentials[at], key);
    return number(DampingKinds{}, spec.damping[at], key);
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
