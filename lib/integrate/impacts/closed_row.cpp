#include "integrate/impacts/closed_row.hpp"

#include <utility>
#include <vector>

#include "elements/contact.hpp"

namespace cchnn {
namespace {

Separation fixed_direction(std::vector<Exact> direction) { return {{}, std::move(direction)}; }

// n . (x_a - c - radius n), as a linear row keeps 0. The square of a normal in doubles is 1 to rounding.
ConstraintRow plane_row(const Contact& contact) {
    ConstraintRow row{ConstraintRow::Kind::linear, contact.name, signed_difference(contact.a, contact.b), 0, 0, 0.0};
    Exact square = 0.0;
    for (const Exact entry : contact.normal) square += entry * entry;
    for (std::size_t k = 0; k < contact.normal.size(); ++k) {
        row.normal.push_back(contact.normal[k]);
        row.separation.offset[k] -= contact.reach * row.normal[k] / square;
    }
    return row;
}

// That of a Gear whose second wheel stands still.
ConstraintRow angle_row(const Contact& contact, double limit) {
    const CountedAngle& angle = *contact.stop.angle;
    ConstraintRow row{ConstraintRow::Kind::gear, contact.name, separation_of(angle.across_b), 0, 0, 0.0};
    const bool plane = angle.axis.empty();
    const Separation still = fixed_direction(plane ? std::vector<Exact>{1.0, 0.0} : std::vector<Exact>{1.0, 0.0, 0.0});
    row.axes = {separation_of(angle.across_a), still, still};
    for (std::size_t i = angle.axis.size(); i-- > 0;) row.axes.push_back(separation_of(angle.axis[i]));
    if (!plane) row.axes.resize(7, fixed_direction({0.0, 0.0, 1.0}));
    row.teeth = {1, 1};
    row.phase = limit;
    row.quarter_turns = angle.quarter_turns;
    return row;
}

// That of a SlideGear whose first slide is none.
ConstraintRow slide_row(const Contact& contact, double limit) {
    const Slide& slide = contact.stop.slide;
    ConstraintRow row{ConstraintRow::Kind::slides, contact.name, signed_difference(slide.b, slide.a), 0, 0, 0.0};
    const Separation none = fixed_direction(std::vector<Exact>(slide.along.offset.size(), 0.0));
    row.target = limit;
    row.axes = {separation_of(slide.along), none, none};
    return row;
}

}  // namespace

ConstraintRow closed_row(const Contact& contact, double limit) {
    switch (contact.shape) {
        case ContactShape::plane: return contact.rim.empty() ? plane_row(contact) : row_of(contact.gap);
        case ContactShape::formula: return row_of(contact.gap);
        case ContactShape::angle: return angle_row(contact, limit);
        case ContactShape::slide: return slide_row(contact, limit);
        case ContactShape::balls:
        case ContactShape::within: break;
    }
    return {ConstraintRow::Kind::distance,       contact.name, difference(contact.a, contact.b), 0, contact.reach,
            Exact(contact.reach) * contact.reach};
}

}  // namespace cchnn
