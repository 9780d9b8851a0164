#include "spec/reading/read_graph.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "elements/items.hpp"
#include "elements/parts/reading/optional_value.hpp"
#include "elements/parts/reading/read_fields.hpp"

namespace cchnn {
namespace {

// Whether two unit vectors are the same direction up to rounding: entries differ by at most 1e-9.
bool alike(const std::vector<double>& u, const std::vector<double>& w) {
    constexpr double last_digits = 1e-9;
    if (u.size() != w.size()) return false;
    for (std::size_t i = 0; i < u.size(); ++i)
        if (!(std::fabs(u[i] - w[i]) <= last_digits)) return false;
    return true;
}

void take_axis(AngleSpec& angle, const std::vector<HingeSpec>& hinges) {
    if (angle.axis.size() != 2) return;
    for (const HingeSpec& hinge : hinges) {
        const bool reversed = angle.a == hinge.b && angle.b == hinge.a;
        if (!reversed && (angle.a != hinge.a || angle.b != hinge.b)) continue;
        const std::vector<double>&first = reversed ? hinge.axis_b : hinge.axis_a,
              &second = reversed ? hinge.axis_a : hinge.axis_b;
        if (!alike(angle.axis[0], first) || !alike(angle.axis[1], second)) continue;
        angle.axis = {first, second};
        return;
    }
}

using Json = nlohmann::ordered_json;
using Numbers = std::vector<double>;

BodyType read_body_type(const Json& body) {
    for (const BodyType type : {BodyType::obj0d, BodyType::obj1d, BodyType::obj2d, BodyType::obj3d})
        if (body.at("type") == type_name(type)) return type;
    return BodyType::origin;
}

// The second moments of a body that is given by its inertia; all 1 if no solid has such moments, which is
// reported.
Numbers moments_of_inertia(const BodySpec& body, const std::string& pointer, Findings& findings) {
    const Numbers& inertia = body.inertia;
    Numbers moments;
    for (const Exact& moment : exact_second_moments(body)) moments.push_back(static_cast<double>(moment));
    for (std::size_t i = 0; i < 3; ++i) {
        if (moments[i] > 0) continue;
        const double others = inertia[(i + 1) % 3] + inertia[(i + 2) % 3];
        findings.add(child(child(pointer, "inertia"), i), "must be less than the sum of the other two, " +
                                                              number_text(others) + ", got " + number_text(inertia[i]) +
                                                              ": no solid has such moments (a flat body is an Obj2D)");
        return {1, 1, 1};
    }
    return moments;
}

MeshSpec read_mesh(const Json& mesh) {
    return {mesh.at("file"),   mesh.at("sha256"),         mesh.at("scale"),
            mesh.at("volume"), mesh.at("centre_of_mass"), mesh.at("axes")};
}

BodySpec read_body(const Json& body, int dimension, const std::string& pointer, Findings& findings) {
    BodySpec spec{.id = body.at("id"), .type = read_body_type(body), .mass = 0, .position = {}, .second_moments = {}};
    spec.mass = optional_value(body, "mass", 0.0);
    if (spec.type == BodyType::origin) spec.position = optional_value(body, "position", Numbers(dimension));
    spec.inertia = optional_value(body, "inertia", Numbers());
    spec.second_moments = spec.inertia.empty() ? optional_value(body, "second_moments", Numbers())
                                               : moments_of_inertia(spec, pointer, findings);
    if (body.contains("mesh")) spec.mesh = read_mesh(body.at("mesh"));
    return spec;
}

void read_stop(const Json& item, ContactSpec& contact) {
    StopSpec& stop = contact.stop;
    if (item.contains("low")) stop.low = item.at("low");
    if (item.contains("high")) stop.high = item.at("high");
    if (contact.shape == ContactShape::slide) {
        item.get_to(stop.slide);
        contact.a = stop.slide.a;
        contact.b = stop.slide.b;
        return;
    }
    item.get_to(stop.angle);
    contact.a = {stop.angle.a, {}};
    contact.b = {stop.angle.b, {}};
}

}  // namespace

ContactSpec read_contact(const Json& item) {
    ContactSpec contact;
    contact.name = optional_value(item, "name", std::string());
    contact.restitution = item.at("restitution");
    for (const ContactShape shape :
         {ContactShape::balls, ContactShape::within, ContactShape::angle, ContactShape::slide, ContactShape::formula})
        if (item.at("shape") == shape_name(shape)) contact.shape = shape;
    if (contact.shape == ContactShape::plane) {
        item.at("on").get_to(contact.a);
        item.at("point").get_to(contact.point);
        item.at("normal").get_to(contact.normal);
        contact.radius_a = optional_value(item, "radius", 0.0);
        contact.axle = optional_value(item, "axle", Numbers());
        return contact;
    }
    if (is_stop(contact.shape)) {
        read_stop(item, contact);
        return contact;
    }
    if (contact.shape == ContactShape::formula) {
        contact.gap.points = item.at("points").get<std::vector<PointSpec>>();
        contact.gap.names = optional_value(item, "names", std::vector<std::string>());
        contact.gap.constants = optional_value(item, "constants", std::map<std::string, double>());
        contact.gap.equation = item.at("gap");
        contact.a = contact.b = contact.gap.points.front();
        return contact;
    }
    item.at("between").at(0).get_to(contact.a);
    item.at("between").at(1).get_to(contact.b);
    if (contact.shape == ContactShape::within) {
        item.at("distance").get_to(contact.distance);
    } else {
        item.at("radii").at(0).get_to(contact.radius_a);
        item.at("radii").at(1).get_to(contact.radius_b);
    }
    return contact;
}

void take_hinge_axes(SystemSpec& spec) {
    std::vector<HingeSpec> hinges;
    for (const ItemSpec& constraint : spec.constraints)
        if (const std::optional<HingeSpec> hinge = hinge_of(constraint)) hinges.push_back(*hinge);
    for (std::vector<ItemSpec>* list : {&spec.constraints, &spec.potentials})
        for (ItemSpec& item : *list)
            for (AngleSpec* angle : angles_of(item)) take_axis(*angle, hinges);
    for (ContactSpec& contact : spec.contacts) take_axis(contact.stop.angle, hinges);
}

void read_graph(const Json& document, SystemSpec& spec, Findings& findings) {
    const Json none = Json::array();
    for (const Json& body : document.at("bodies")) {
        for (const Json& move : optional_value(body, "moves", none))
            spec.moves[body.at("id")].push_back({move.at("along"), move.at("input")});
        spec.bodies.push_back(read_body(body, spec.dimension, child("/bodies", spec.bodies.size()), findings));
    }
    const auto read_list = [&](FileList list, std::vector<ItemSpec>& items) {
        for (const Json& item : optional_value(document, list_name(list), none))
            items.push_back(read_item(list, item, spec.dimension));
    };
    read_list(FileList::constraints, spec.constraints);
    read_list(FileList::potentials, spec.potentials);
    read_list(FileList::damping, spec.damping);
    for (const Json& contact : optional_value(document, "contacts", none))
        spec.contacts.push_back(read_contact(contact));
}

}  // namespace cchnn
