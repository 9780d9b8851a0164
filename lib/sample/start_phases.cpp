#include "sample/start_phases.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <typeindex>

#include "elements/items.hpp"
#include "mechanics/plan/constraint_rows.hpp"
#include "sample/sampler.hpp"

namespace cchnn {
namespace {

bool lacks_phase(ItemSpec item) {
    const std::optional<double>* const phase = phase_of(item);
    return phase && !phase->has_value();
}

// The constraint error at x of a term with phase 0, as an angle, rad: the phase that makes it 0.
double phase_at(const ConstraintRow& row, int dimension, const std::vector<double>& x) {
    const std::vector<SystemTrack> no_tracks;
    const double off = RowReader{x.data(), dimension, no_tracks, nullptr}.phi(row);
    const double phase = row.kind == ConstraintRow::Kind::rack ? -off / double(row.radius) : off;
    constexpr double rounding = 1e-12;  // the error of an initial pose with phase 0
    return std::fabs(phase) > rounding ? phase : 0;
}

}  // namespace

SystemSpec with_start_phases(SystemSpec spec) {
    if (std::ranges::none_of(spec.constraints, lacks_phase)) return spec;
    const BodyGraph graph(spec);
    const std::vector<double> x = middle_positions(spec, graph);
    if (x.empty()) return spec;
    const std::vector<ConstraintRow> rows = paper_rows(graph);
    const RowPlaces places = row_places(graph);
    std::map<std::type_index, std::size_t> terms;  // of each type, in the order of the file
    nlohmann::ordered_json text;
    if (!spec.json.empty()) text = nlohmann::ordered_json::parse(spec.json);
    for (std::size_t i = 0; i < spec.constraints.size(); ++i) {
        ItemSpec& constraint = spec.constraints[i];
        std::optional<double>* const phase = phase_of(constraint);
        if (!phase) continue;
        const std::type_index type = kind_of(constraint).term;
        const RowPlace& place = places.terms.at(type).at(terms[type]++);
        if (*phase) continue;
        *phase = phase_at(rows[place.first], graph.dimension(), x);
        if (!text.is_null()) text.at("constraints").at(i)["phase"] = **phase;
    }
    if (!text.is_null()) spec.json = text.dump(2);
    return spec;
}

}  // namespace cchnn
