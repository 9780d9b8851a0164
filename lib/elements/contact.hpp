#pragma once
// Unilateral constraints without friction (schemas/system/contacts.md): a gap g(x) >= 0 that closes by an impact.
//
//   (1)  plane   g = n . (x_a - c) - radius      a ball, or a point, outside a plane fixed in space     [m]
//                g = n . (x_a - c) - w           a thin rim (rim.hpp) instead
//   (2)  balls   g = |x_a - x_b| - radius        two balls; the radius is the sum of both
//   (3)  within  g = distance - |x_a - x_b|      a ball inside a sphere or circle, or a rope that may be slack
//   (4)  angle, slide                            limits of a joint (stop.hpp)
//   (5)  formula                                 g of a few points as the file writes it, in a unit of its own
//
// A contact is no kind of an item (element.hpp): it has neither rows nor forces, so that kernels do not know it.
// integrate/impacts/contact_driver.hpp finds its impacts between steps.

#include <string>
#include <vector>

#include "elements/equation_of.hpp"
#include "elements/stop.hpp"

namespace cchnn {

enum class ContactShape { plane, balls, within, angle, slide, formula };
inline bool is_stop(ContactShape shape) { return shape == ContactShape::angle || shape == ContactShape::slide; }

// As a file gives it.
struct ContactSpec {
    std::string name{};  // for messages; "" if left out
    ContactShape shape = ContactShape::plane;
    PointSpec a, b{};            // b: of balls and within
    double radius_a = 0;         // m
    double radius_b = 0;         // m, of balls
    std::vector<double> point;   // (d) m, of a plane
    std::vector<double> normal;  // (d) of unit length, of a plane: to the side where the ball is
    std::vector<double> axle{};  // (3) of unit length, in the principal axes of the body: what touches a plane is a rim
    double distance = 0;         // m, of within
    StopSpec stop{};             // of angle and slide, whose bodies are also those of a and b
    EquationSpec gap{};          // of formula, of which a and b are the first point
    double restitution = 1;      // e
};

// With names resolved, and numbers as (1) to (3) need them.
struct Contact {
    std::string name;  // "floor"; if left out "Contact a-b", "Contact a" or "Stop a-b"
    ContactShape shape;
    Point a, b;  // of a plane, b is a point of it, fixed in space; of a formula both are its first point that moves
    std::vector<double> normal;
    double reach;  // m: the radius of (1) and (2), the distance of (3); 0 of (4) and (5)
    double restitution;
    Stop stop{};
    std::vector<Point> rim{};    // D_1 and D_2, or none
    FormulaConstraint gap = {};  // of a formula or a rim
};

// The word of the file for a shape.
const char* shape_name(ContactShape shape);
void check_contact(const ContactSpec& contact, const std::string& pointer, Checking& checking);
std::vector<Contact> resolved_contacts(const std::vector<ContactSpec>& contacts, const Bodies& bodies);

}  // namespace cchnn
