#include "elements/contact.hpp"

#include <cmath>
#include <map>

#include "elements/contact_name.hpp"
#include "elements/parts/drawing.hpp"
#include "elements/parts/reading/check_ends.hpp"
#include "elements/parts/reading/checking.hpp"

namespace cchnn {
namespace {

void check_contact_ends(const ContactSpec& contact, const std::string& pointer, Checking& checking) {
    if (is_stop(contact.shape)) check_stop(contact.stop, contact.shape == ContactShape::angle, pointer, checking);
    else if (contact.shape == ContactShape::plane)
        check_moving_end(child(pointer, "on"), contact.a, checking.bodies, checking.findings);
    else check_between(pointer, contact.a, contact.b, "a Contact", checking.bodies, checking.findings);
}

std::string made_name(const ContactSpec& contact) {
    if (contact.shape == ContactShape::plane) return "Contact " + contact.a.body;
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
    return {
        std::move(name),
        contact.shape,
        bodies.point(contact.a),
        plane ? fixed_point(contact.point) : bodies.point(contact.b),
        plane ? normalised(contact.normal) : std::vector<double>(),
        contact.shape == ContactShape::within ? contact.distance : contact.radius_a + contact.radius_b,
        contact.restitution,
        is_stop(contact.shape) ? resolved_stop(contact.stop, contact.shape == ContactShape::angle, bodies) : Stop()};
}

}  // namespace

std::string owner_of(const ContactSpec& contact) { return contact.name.empty() ? made_name(contact) : contact.name; }

const char* shape_name(ContactShape shape) {
    switch (shape) {
        case ContactShape::plane: return "plane";
        case ContactShape::balls: return "balls";
        case ContactShape::within: return "within";
        case ContactShape::angle: return "angle";
        case ContactShape::slide: break;
    }
    return "slide";
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
        case ContactShape::slide: break;
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
