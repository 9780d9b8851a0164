#pragma once
// What is known of a system that compiled, as JSON: of list, check and info (schemas/commands.md).

#include <array>
#include <string>
#include <vector>

#include "model/compiled_system.hpp"

namespace cchnn {

// Name, title, description, dimension, bodies, constraints, rank, degrees of freedom, what is conserved, dt, samples.
std::string system_facts_json(const CompiledSystem& compiled);

// Of these facts: dimension, bodies, constraints, degrees of freedom, title.
std::array<std::string, 5> listed_cells(const std::string& facts);

// Of list: a group and the facts of its systems.
struct ListedGroup {
    std::string name, what;  // "benchmarks", "problems with printed or exact answers"
    std::vector<std::string> systems{};
};
std::string group_json(const ListedGroup& group);

}  // namespace cchnn
