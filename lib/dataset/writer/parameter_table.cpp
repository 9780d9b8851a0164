#include "dataset/writer/parameter_table.hpp"

#include "dataset/dataset_layout.hpp"

namespace cchnn {

std::vector<std::pair<std::string, std::vector<std::string>>> parameter_columns(
    const std::vector<VariedProperty>& varied, const Units& units) {
    std::vector<std::string> names, pointers, unit_names;
    for (const VariedProperty& property : varied) {
        names.push_back(property.name);
        pointers.push_back(property.pointer);
        unit_names.push_back(unit_in(property.unit, units));
    }
    return {{"/system/parameters/name", names},
            {"/system/parameters/pointer", pointers},
            {"/system/parameters/unit", unit_names}};
}

}  // namespace cchnn
