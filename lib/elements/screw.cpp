#include "elements/screw.hpp"

#include "core/to_size.hpp"
#include "elements/parts/reading/wording.hpp"
#include "elements/parts/row_parts.hpp"

namespace cchnn {

using Turning = LowerPairOf<SliderSpec>;

void ScrewKind::check(const Spec& screw, const std::string& pointer, Checking& checking) {
    if (!check_slider(screw, "a Screw", 3, pointer, checking) || checking.dimension != 3) return;
    const PointSpec* const ends[] = {&screw.a, &screw.b};
    for (std::size_t i = 0; i < 2; ++i)
        check_turns(child(child(pointer, "between"), i), checking.bodies.at(ends[i]->body), 3, checking.findings);
}

void ScrewKind::resolve(const Spec& screw, const Bodies& bodies, std::vector<Term>& terms) {
    std::vector<LowerPair> pair;
    Turning::resolve(screw, bodies, pair);
    const std::string name = pair.front().name = name_of("Screw", screw.a, screw.b);
    pair.front().no_coordinates = name + " ties an angle to a displacement";
    const CountedAngle angle = resolved_angle({screw.a.body, screw.b.body, screw.axis}, bodies);
    terms.push_back({std::move(pair.front()),
                     {name + ", thread",
                      angle,
                      {bodies.point(screw.a), bodies.point(screw.b), angle.axis.front()},
                      Exact(screw.lead) / (2.0 * exact_pi),
                      screw.phase.value_or(0)}});
}

void ScrewKind::edges(const Spec& screw, const Bodies& bodies, std::vector<Edge>& edges) {
    Turning::edges(screw, bodies, edges);
    add_numbers(edges.back(), fields, screw);
}

void ScrewKind::paper_rows(const Term& screw, PaperRows& rows) {
    RackKind::paper_rows(screw.thread, rows);
    LowerPairAnswers::paper_rows(screw, rows);
}

void ScrewKind::solver_rows(const Term& screw, int dimension, std::vector<SolverRow>& rows) {
    PaperRows thread{dimension};
    RackKind::paper_rows(screw.thread, thread);
    for (const ConstraintRow& row : thread.positions) rows.push_back(rack_row(row));
    LowerPairAnswers::solver_rows(screw, dimension, rows);
}

void ScrewKind::breaks(const Term& screw, Symmetry& symmetry) {
    LowerPairAnswers::breaks(screw, symmetry);
    RackKind::breaks(screw.thread, symmetry);
}

std::string ScrewKind::ends(const Term& screw, const Bodies& bodies) {
    return LowerPairAnswers::ends(screw, bodies) + "; lead " +
           short_number(double(2.0 * exact_pi * screw.thread.radius)) + ", phase " + short_number(screw.thread.phase) +
           " rad";
}

}  // namespace cchnn
