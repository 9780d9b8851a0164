#include "graph/drop_constraints.hpp"

#include <algorithm>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "core/option.hpp"

namespace cchnn {

std::vector<std::string> constraint_names(const SystemSpec& spec) { return BodyGraph(spec).constraint_names(); }

SystemSpec without_constraints(const SystemSpec& spec, const std::vector<std::string>& names) {
    const std::vector<std::string> known = constraint_names(spec);
    std::vector<Problem> problems;
    for (const std::string& name : names)
        if (std::ranges::find(known, name) == known.end())
            problems.push_back(
                {option("drop"), spec.name + " has no constraint '" + name + "'" + suggestion(name, known)});
    if (!problems.empty()) throw UsageError(std::move(problems));
    SystemSpec rest = spec;
    rest.conserved.clear();
    for (std::size_t i = known.size(); i-- > 0;)
        if (std::ranges::find(names, known[i]) != names.end()) rest.constraints.erase(rest.constraints.begin() + i);
    return rest;
}

}  // namespace cchnn
