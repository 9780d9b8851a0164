#include "spec/varied_values.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>

#include "core/overloaded.hpp"
#include "elements/items.hpp"
#include "elements/parts/formula/number_formula.hpp"

namespace cchnn {
namespace {

bool allowed(const VariedProperty& property, double value) {
    if (!std::isfinite(value) || (is_restitution(property) && value > 1)) return false;
    if (property.range == VariedProperty::Range::positive) return value > 0;
    return property.range == VariedProperty::Range::any || value >= 0;
}

// The number of an item at a pointer within it: "/stiffness", "/between/1/point/0".
double& number(ItemSpec& item, const std::string& pointer) {
    for (const ItemNumber& item_number : numbers_of(item))
        if (pointer == "/" + item_number.key) return *item_number.value;
    for (const ItemPoint& item_point : points_of(item))
        for (std::size_t i = 0; i < item_point.point->point.size(); ++i)
            if (pointer == item_point.pointer + "/point/" + std::to_string(i)) return item_point.point->point[i];
    throw std::logic_error("no kind has a number at " + pointer);
}

double& number_of_body(BodySpec& body, const std::vector<std::string>& parts) {
    if (parts[2] == "mass") return body.mass;
    return (parts[2] == "position" ? body.position : body.second_moments)[std::stoul(parts[3])];
}

// The number of a system at a pointer that take_varied() or system_parameters() has made.
double& field(SystemSpec& spec, const std::string& pointer) {
    std::vector<std::string> parts;
    for (std::size_t begin = 1; begin <= pointer.size();) {
        const std::size_t end = std::min(pointer.find('/', begin), pointer.size());
        parts.push_back(pointer.substr(begin, end - begin));
        begin = end + 1;
    }
    const std::size_t i = std::stoul(parts[1]);
    if (parts[0] == "bodies") return number_of_body(spec.bodies[i], parts);
    if (parts[0] == "contacts") return spec.contacts[i].restitution;
    std::vector<ItemSpec>& list = parts[0] == list_name(FileList::constraints)  ? spec.constraints
                                  : parts[0] == list_name(FileList::potentials) ? spec.potentials
                                                                                : spec.damping;
    return number(list[i], pointer.substr(parts[0].size() + parts[1].size() + 2));
}

}  // namespace

bool is_restitution(const VariedProperty& property) { return property.pointer.starts_with("/contacts/"); }

void set_values(SystemSpec& spec, const std::vector<double>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) field(spec, spec.varied[i].pointer) = values[i];
}

SystemSpec with_values(const SystemSpec& spec, const std::vector<double>& values) {
    SystemSpec changed = spec;
    set_values(changed, values);
    return changed;
}

bool in_range(const std::vector<VariedProperty>& varied, const std::vector<double>& values) {
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!allowed(varied[i], values[i])) return false;
    return true;
}

const VariedProperty* drawn_property(const SystemSpec& spec) {
    std::set<std::string> numbers;
    const auto is_number = [&](const Distribution& distribution) {
        return std::visit(Overloaded{[](const Constant&) { return true; },
                                     [&](const Computed& computed) {
                                         const auto& names = computed.formula->names();
                                         return std::ranges::all_of(
                                             names, [&](const std::string& name) { return numbers.contains(name); });
                                     },
                                     [](const auto&) { return false; }},
                          distribution);
    };
    for (const NamedDraw& draw : spec.draws)
        if (is_number(draw.distribution)) numbers.insert(draw.name);
    const auto drawn = std::ranges::find_if_not(
        spec.varied, [&](const VariedProperty& property) { return is_number(property.distribution); });
    return drawn == spec.varied.end() ? nullptr : &*drawn;
}

const NumberFormula* formula_of(const Distribution& distribution) {
    return std::visit(Overloaded{[](const Computed& computed) { return computed.formula.get(); },
                                 [](const auto&) { return static_cast<const NumberFormula*>(nullptr); }},
                      distribution);
}

bool draws_places(const std::vector<VariedProperty>& varied) {
    return std::ranges::any_of(varied, [](const VariedProperty& property) {
        return property.pointer.find("/point/") != std::string::npos ||
               property.pointer.find("/position/") != std::string::npos;
    });
}

bool leaves_no_problems(const std::vector<VariedProperty>& varied, const std::vector<double>& values) {
    return in_range(varied, values) && !draws_places(varied);
}

}  // namespace cchnn
