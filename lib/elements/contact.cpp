#include "elements/contact.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "elements/contact_name.hpp"
#include "elements/parts/drawing.hpp"
#include "elements/parts/reading/check_ends.hpp"
#include "elements/parts/reading/checking.hpp"
#include "elements/parts/reading/wording.hpp"
#include "elements/rim.hpp"

namespace cchnn {
namespace {

void check_axle(const ContactSpec& contact, const std::string& pointer, Checking& checking) {
    if (contact.axle.empty()) return;
    const std::string at = child(pointer, "axle");
    const BodySpec& body = checking.bodies.at(contact.a.body);
    if (checking.dimension != 3)
        return checking.findings.add(at, "needs dimension 3, got " + std::to_string(checking.dimension) +
                                             ": there a rim is the circle of its radius, leave it out");
    if (body.type != BodyType::obj2d && body.type != BodyType::obj3d)
        return checking.findings.add(at, named_type(body) + ": an Obj2D or an Obj3D has a rim");
    checking.findings.check_vector(at, contact.axle, 3);
    checking.findings.check_unit(at, contact.axle);
    if (body.type == BodyType::obj2d && contact.axle != std::vector<double>{0, 0, 1})
        checking.findings.add(at, named_type(body) + ": the axle of a disk is across its own plane, [0, 0, 1]");
    checking.findings.check_positive(child(pointer, "radius"), contact.radius_a, " m");
}

void check_gap(const EquationSpec& gap, const std::string& pointer, Checking& checking) {
    if (check_equation("Contact", gap, "gap", pointer, checking) && moves_in_time(gap, checking.dimension, false))
        checking.findings.add(child(pointer, "gap"), "names the time t, on which a gap cannot depend");
}

void check_contact_ends(const ContactSpec& contact, const std::string& pointer, Checking& checking) {
    if (is_stop(contact.shape))
        return check_stop(contact.stop, contact.shape == ContactShape::angle, pointer, checking);
    if (contact.shape == ContactShape::plane) {
        if (check_moving_end(child(pointer, "on"), contact.a, checking.bodies, checking.findings))
            check_axle(contact, pointer, checking);
        return;
    }
    if (contact.shape == ContactShape::formula) return check_gap(contact.gap, pointer, checking);
    check_between(pointer, contact.a, contact.b, "a Contact", checking.bodies, checking.findings);
}

std::string made_name(const ContactSpec& contact) {
    if (contact.shape == ContactShape::plane) return "Contact " + contact.a.body;
    if (contact.shape == ContactShape::formula) {
        std::string name = "Contact";
        for (const PointSpec& point : contact.gap.points) name += (name == "Contact" ? " " : "-") + point.body;
        return name;
    }
    return name_of(is_stop(contact.shape) ? "Stop" : "Contact", contact.a, contact.b);
}

std::vector<double> normalised(std::vector<double> vector) {
    double square = 0;
    for (const double entry : vector) square += entry * entry;
    for (double& entry : vector) entry /= std::sqrt(square);
    return vector;
}

Contact resolved_contact(const ContactSpec& contact, std::string name, const Bodies& bodies) {
    const bool plane = contact.shape == ContactShape::plane;
    Contact made{
        std::move(name),
        contact.shape,
        bodies.point(contact.a),
        plane ? fixed_point(contact.point) : bodies.point(contact.b),
        plane ? normalised(contact.normal) : std::vector<double>(),
        contact.shape == ContactShape::within ? contact.distance : contact.radius_a + contact.radius_b,
        contact.restitution,
        is_stop(contact.shape) ? resolved_stop(contact.stop, contact.shape == ContactShape::angle, bodies) : Stop()};
    if (contact.shape == ContactShape::formula) {
        made.gap = resolved_equation(made.name, contact.gap, " >= 0", bodies, false);
        made.a = made.b = *std::find_if(made.gap.points.begin(), made.gap.points.end(),
                                        [](const Point& point) { return !point.weights.empty(); });
    }
    if (contact.axle.empty()) return made;
    made.rim = rim_vectors(bodies, bodies.named(contact.a.body), contact.axle, contact.radius_a);
    double height = 0;
    for (std::size_t k = 0; k < made.normal.size(); ++k)
        height += made.normal[k] * static_cast<double>(made.b.offset[k]);
    made.gap = {made.name, {made.a, made.rim[0], made.rim[1]}, "", nullptr, {}};
    made.gap.equation = rim_height(made.gap.points, made.normal, height);
    return made;
}

}  // namespace

std::string owner_of(const ContactSpec& contact) { return contact.name.empty() ? made_name(contact) : contact.name; }

const char* shape_name(ContactShape shape) {
    switch (shape) {
        case ContactShape::plane: return "plane";
        case ContactShape::balls: return "balls";
        case ContactShape::within: return "within";
        case ContactShape::angle: return "angle";
        case ContactShape::slide: return "slide";
        case ContactShape::formula: break;
    }
    return "formula";
}

void check_contact(const ContactSpec& contact, const std::string& pointer, Checking& checking) {
    Findings& findings = checking.findings;
    check_contact_ends(contact, pointer, checking);
    if (!(contact.restitution >= 0 && contact.restitution <= 1))
        findings.add(child(pointer, "restitution"), "must be 0 to 1, got " + number_text(contact.restitution));
    switch (contact.shape) {
        case ContactShape::plane:
            findings.check_not_negative(child(pointer, "radius"), contact.radius_a, " m");
            findings.check_vector(child(pointer, "point"), contact.point, checking.dimension);
            findings.check_vector(child(pointer, "normal"), contact.normal, checking.dimension);
            findings.check_unit(child(pointer, "normal"), contact.normal);
            break;
        case ContactShape::balls:
            findings.check_not_negative(child(pointer, "radii/0"), contact.radius_a, " m");
            findings.check_not_negative(child(pointer, "radii/1"), contact.radius_b, " m");
            findings.check_positive(child(pointer, "radii"), contact.radius_a + contact.radius_b, " m in sum");
            break;
        case ContactShape::within: findings.check_positive(child(pointer, "distance"), contact.distance, " m"); break;
        case ContactShape::angle:
        case ContactShape::slide:
        case ContactShape::formula: break;
    }
}

std::vector<Contact> resolved_contacts(const std::vector<ContactSpec>& contacts, const Bodies& bodies) {
    std::vector<Contact> all;
    std::map<std::string, int> names;
    for (const ContactSpec& contact : contacts) {
        std::string name = owner_of(contact);
        const int number = ++names[name];
        if (number > 1) name += " (" + std::to_string(number) + ")";
        all.push_back(resolved_contact(contact, std::move(name), bodies));
    }
    return all;
}

}  // namespace cchnn
