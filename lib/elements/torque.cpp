#include "elements/torque.hpp"

#include "elements/parts/axis_frame.hpp"
#include "elements/parts/reading/resolve_fields.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {

void TorqueKind::check(const Spec& torque, const std::string& pointer, Checking& checking) {
    checking.check_input(pointer, torque.input);
    if (!checking.check_frame(pointer, torque.frame, torque.input)) return;
    const std::string bodies = child(pointer, "bodies");
    if (checking.dimension == 2)
        return checking.findings.add(child(pointer, "frame"),
                                     "is the same as 'space' in a plane, where all axes are parallel: leave it out");
    if (checking.bodies.contains(torque.angle.a) && !is_origin(checking.bodies.at(torque.angle.a)))
        checking.findings.add(child(bodies, 0), named_type(checking.bodies.at(torque.angle.a)) +
                                                    ": nothing acts back on the frame 'body': name an Origin here");
    if (checking.bodies.contains(torque.angle.b) && checking.bodies.at(torque.angle.b).type != BodyType::obj3d)
        checking.findings.add(child(bodies, 1), named_type(checking.bodies.at(torque.angle.b)) +
                                                    ": only an Obj3D has three axes of its own");
}

void TorqueKind::resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms) {
    terms.push_back(term_by_fields<TorqueKind>(spec, bodies));
    if (spec.frame != "body") return;
    terms.back().axes = bodies.axes(bodies.named(spec.angle.b));
    terms.back().along = exact_axis_frame(spec.angle.axis.at(1)).axis;
}

std::string TorqueKind::line(const Term& torque, const Bodies&, const Units& u) {
    return torque.name + "  M = " + short_number(torque.torque) + " " + force_unit(u) + " " + u.length +
           (torque.input.empty() ? "" : ", times " + torque.input) +
           (torque.axes.empty() ? "" : ", about an axis of the body");
}

}  // namespace cchnn
