#pragma once
// The columns of /system/inputs.

#include <string>
#include <utility>
#include <vector>

#include "dataset/writer/column.hpp"
#include "elements/parts/input.hpp"

namespace cchnn {

inline std::vector<std::pair<std::string, Column>> input_columns(const std::vector<Input>& inputs) {
    std::vector<std::int64_t> numbers;
    std::vector<std::string> ids, units;
    std::vector<std::uint8_t> held;
    for (const Input& input : inputs) {
        numbers.push_back(numbers.size());
        ids.push_back(input.id);
        units.push_back(input.unit);
        held.push_back(input.formula ? 0 : input.linear ? 2 : 1);
    }
    const std::string group = "/system/inputs/";
    return {{group + "input", numbers}, {group + "id", ids}, {group + "unit", units}, {group + "held", held}};
}

}  // namespace cchnn
