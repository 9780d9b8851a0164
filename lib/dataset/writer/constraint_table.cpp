#include "dataset/writer/constraint_table.hpp"

#include <nlohmann/json.hpp>

#include "core/to_size.hpp"

namespace cchnn {
namespace {

// In the order of ConstraintRow::Kind. audited_files.cpp and readers of datasets rely on these names.
const char* kind_name(ConstraintRow::Kind kind) {
    constexpr const char* names[] = {"distance", "component", "linear", "upright", "track",  "rolling", "perpendicular",
                                     "crossed",  "rope",      "gear",   "rack",    "slides", "formula", "formula_rate"};
    return names[static_cast<int>(kind)];
}

// Appends the d components of a direction, or zeros if the constraint has none. Adding 0.0 turns -0 into 0.
void append(std::vector<double>& to, const std::vector<double>& direction, std::size_t dimension) {
    for (std::size_t k = 0; k < dimension; ++k) to.push_back(direction.empty() ? 0 : direction[k] + 0.0);  // no -0
}

}  // namespace

std::string curve_json(const CurveSpec& curve) {
    nlohmann::ordered_json json{{"parameter", curve.parameter}};
    constexpr const char* axes[] = {"x", "y", "z"};
    for (std::size_t i = 0; i < curve.formulas.size(); ++i)
        if (!curve.formulas[i].empty()) json[axes[i]] = curve.formulas[i];
    json["range"] = curve.range;
    return json.dump();
}

ConstraintTable constraint_table(const ConstrainedSystem& system) {
    const std::size_t n = system.node_count(), d = system.dimension();
    ConstraintTable table;
    table.weights.resize(system.rows().size() * n);
    for (std::size_t row = 0; row < system.rows().size(); ++row) {
        const ConstraintRow& constraint = system.rows()[row];
        table.kind.push_back(kind_name(constraint.kind));
        table.name.push_back(constraint.name);
        for (const NodeWeight& w : constraint.separation.weights)
            table.weights[row * n + index(w.node)] += double(w.weight);
        append(table.offset, converted<double>(constraint.separation.offset), d);
        table.length.push_back(constraint.length);
        table.component.push_back(constraint.kind == ConstraintRow::Kind::component ? constraint.axis : -1);
        table.independent.push_back(constraint.independent);
        append(table.normal, converted<double>(constraint.normal), d);
        append(table.up, converted<double>(constraint.up), d);
        table.radius.push_back(double(constraint.radius));
        table.track.push_back(constraint.track);
    }
    return table;
}

}  // namespace cchnn
