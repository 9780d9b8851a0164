#include "sample/start_phases.hpp"

#include <algorithm>
#include <cmath>

#include "mechanics/plan/constraint_rows.hpp"
#include "sample/sampler.hpp"

namespace cchnn {
namespace {

bool lacks_phase(const ConstraintSpec& constraint) {
    return std::visit(
        []<class Spec>(const Spec& spec) {
            if constexpr (requires { spec.phase.has_value(); }) return !spec.phase.has_value();
            else return false;
        },
        constraint);
}

// What the row of a term without a phase is off by at x, as an angle.
template <class K>
double phase_at(const typename K::Term& term, const BodyGraph& graph, const std::vector<double>& x) {
    PaperRows rows{graph.dimension()};
    K::paper_rows(term, rows);
    const std::vector<SystemTrack> no_tracks;
    const double off = RowReader{x.data(), graph.dimension(), no_tracks, nullptr}.phi(rows.positions.front());
    const double phase = std::is_same_v<K, RackKind> ? -off / rows.positions.front().radius : off;
    constexpr double rounding = 1e-12;  // what a start that fits a phase of 0 is off by
    return std::fabs(phase) > rounding ? phase : 0;
}

}  // namespace

SystemSpec with_start_phases(SystemSpec spec) {
    if (std::none_of(spec.constraints.begin(), spec.constraints.end(), lacks_phase)) return spec;
    const BodyGraph graph(spec);
    const std::vector<double> x = middle_positions(spec, graph);
    if (x.empty()) return spec;
    std::size_t gears = 0, racks = 0;  // terms are in the order of the file
    const auto take_phase = [&]<class Spec>(Spec& one) {
        with_kind_of<Spec>(ConstraintKinds{}, [&]<class K>(KindTag<K>) {
            if constexpr (requires { one.phase.has_value(); }) {
                const std::size_t place = std::is_same_v<K, GearKind> ? gears++ : racks++;
                if (!one.phase) one.phase = phase_at<K>(graph.terms<typename K::Term>()[place], graph, x);
            }
        });
    };
    for (ConstraintSpec& constraint : spec.constraints) std::visit(take_phase, constraint);
    return spec;
}

}  // namespace cchnn
