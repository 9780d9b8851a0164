#include "graph/drop_constraints.hpp"

#include <algorithm>
#include <type_traits>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"

namespace cchnn {

std::vector<std::string> constraint_names(const SystemSpec& spec) {
    const BodyGraph graph(spec);
    std::size_t links = 0, joints = 0, rollings = 0, points = 0;
    std::vector<std::string> names;
    for (const ConstraintSpec& constraint : spec.constraints)
        names.push_back(std::visit(
            [&](const auto& c) -> std::string {
                using Constraint = std::decay_t<decltype(c)>;
                if constexpr (std::is_same_v<Constraint, LinkSpec>) return graph.links()[links++].name;
                else if constexpr (std::is_same_v<Constraint, JointSpec> || std::is_same_v<Constraint, JointAxisSpec>)
                    return graph.joints()[joints++].name;
                else if constexpr (std::is_same_v<Constraint, RollingSpec>) return graph.rollings()[rollings++].name;
                else {  // a Track, by the first point on it
                    const std::size_t first = points;
                    points += c.points.size();
                    return graph.track_points()[first].name;
                }
            },
            constraint));
    return names;
}

SystemSpec without_constraints(const SystemSpec& spec, const std::vector<std::string>& names) {
    const std::vector<std::string> known = constraint_names(spec);
    std::vector<Problem> problems;
    for (const std::string& name : names)
        if (std::find(known.begin(), known.end(), name) == known.end())
            problems.push_back({"--drop", spec.name + " has no constraint '" + name + "'" + suggestion(name, known)});
    if (!problems.empty()) throw UsageError(std::move(problems));
    SystemSpec rest = spec;
    rest.conserved.clear();
    for (std::size_t i = known.size(); i-- > 0;)
        if (std::find(names.begin(), names.end(), known[i]) != names.end())
            rest.constraints.erase(rest.constraints.begin() + static_cast<std::ptrdiff_t>(i));
    return rest;
}

}  // namespace cchnn
