#include "elements/screw.hpp"

#include <utility>

#include "core/to_size.hpp"
#include "elements/parts/reading/wording.hpp"
#include "elements/parts/row_parts.hpp"

namespace cchnn {
namespace {

using SliderKindOf = LowerPairOf<SliderSpec>;

AngleSpec angle_of(const ScrewSpec& screw) { return {screw.a.body, screw.b.body, screw.axis}; }

ConstraintRow thread_row(const Screw& screw, int dimension) {
    PaperRows rows{dimension};
    RackKind::paper_rows(screw.thread, rows);
    rows.positions.front().name = screw.name + ", thread";
    return std::move(rows.positions.front());
}

}  // namespace

void ScrewKind::check(const Spec& screw, const std::string& pointer, Checking& checking) {
    const std::string between = child(pointer, "between");
    if (check_slider(screw, "a Screw", 3, pointer, checking) && checking.dimension == 3)
        for (const auto& [end, body] : {std::pair(0, screw.a.body), std::pair(1, screw.b.body)})
            check_turns(child(between, to_size(end)), checking.bodies.at(body), 3, checking.findings);
    if (screw.lead == 0) checking.findings.add(child(pointer, "lead"), "must not be 0: for a hinge use a Joint+Axis");
}

void ScrewKind::resolve(const Spec& screw, const Bodies& bodies, std::vector<Term>& terms) {
    std::vector<LowerPair> pair;
    SliderKindOf::resolve(screw, bodies, pair);
    pair.front().name = name_of("Screw", screw.a, screw.b);
    const CountedAngle angle = resolved_angle(angle_of(screw), bodies);
    terms.push_back({std::move(pair.front()),
                     {"", angle, bodies.point(screw.a), bodies.point(screw.b), angle.axis.front(),
                      Exact(screw.lead) / (2.0 * exact_pi), screw.phase.value_or(0)}});
}

void ScrewKind::edges(const Spec& screw, const Bodies& bodies, std::vector<Edge>& edges) {
    SliderKindOf::edges(screw, bodies, edges);
    edges.back().numbers.push_back({"lead", screw.lead, "m"});
    edges.back().numbers.push_back({"phase", screw.phase.value_or(0), "rad"});
}

Tie ScrewKind::tie(const Term& screw) {
    Tie tie = LowerPairAnswers::tie(screw);
    tie.no_coordinates = screw.name + " ties an angle to a displacement";
    return tie;
}

void ScrewKind::paper_rows(const Term& screw, PaperRows& rows) {
    rows.positions.push_back(thread_row(screw, rows.dimension));
    LowerPairAnswers::paper_rows(screw, rows);
}

void ScrewKind::solver_rows(const Term& screw, int dimension, std::vector<SolverRow>& rows) {
    rows.push_back(rack_row(thread_row(screw, dimension)));
    LowerPairAnswers::solver_rows(screw, dimension, rows);
}

std::string ScrewKind::ends(const Term& screw, const Bodies& bodies) {
    const Exact lead = 2.0 * exact_pi * screw.thread.radius;
    return LowerPairAnswers::ends(screw, bodies) + "; lead " + short_number(double(lead)) + ", phase " +
           short_number(screw.thread.phase) + " rad";
}

}  // namespace cchnn
