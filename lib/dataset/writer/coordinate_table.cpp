#include "dataset/writer/coordinate_table.hpp"

#include <algorithm>

#include "dataset/dataset_layout.hpp"

namespace cchnn {

std::vector<std::pair<std::string, std::vector<std::string>>> coordinate_columns(
    const std::vector<Coordinate>& coordinates, const Units& units) {
    std::vector<std::pair<std::string, std::vector<std::string>>> columns{
        {"body", {}}, {"kind", {}}, {"unit", {}}, {"attached_to", {}}, {"relative_to", {}}};
    for (auto& [path, texts] : columns) path = "/system/coordinates/" + path;
    for (const Coordinate& c : coordinates) {
        const std::string entries[]{c.body, c.kind, unit_in(c.unit, units), c.attached_to, c.relative_to};
        for (std::size_t i = 0; i < columns.size(); ++i) columns[i].second.push_back(entries[i]);
    }
    return columns;
}

std::string coordinate_units(const std::string& both, const std::vector<Coordinate>& coordinates) {
    const auto angles =
        std::count_if(coordinates.begin(), coordinates.end(), [](const Coordinate& c) { return c.unit == "rad"; });
    const std::size_t comma = both.find(", ");
    if (angles == 0) return both.substr(comma + 2);
    return angles == static_cast<long>(coordinates.size()) ? both.substr(0, comma) : both;
}

}  // namespace cchnn
