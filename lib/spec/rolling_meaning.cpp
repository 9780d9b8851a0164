#include "spec/attachment_meaning.hpp"

namespace cchnn {
namespace {

void check_shape_of(const std::string& pointer, const RollingSpec& rolling, const BodySpec& body, Findings& findings) {
    const std::string named = "'" + body.id + "' is an " + type_name(body.type);
    const std::string axle = child(pointer, "axle");
    if (body.type != BodyType::obj2d && body.type != BodyType::obj3d)
        return findings.add(child(pointer, "body"),
                            named + ": an Obj2D rolls as a disk, an Obj3D as a wheel or a ball");
    if (rolling.axle.empty()) return;
    if (body.type == BodyType::obj2d)
        return findings.add(axle, named + ": the axle of a disk is across its own plane, leave it out");
    findings.check_in_body(axle, rolling.axle, body.type);
    findings.check_unit(axle, rolling.axle);
}

}  // namespace

void check_rolling(const std::string& pointer, const RollingSpec& rolling, int dimension, const BodyTable& bodies,
                   Findings& findings) {
    if (dimension != 3)
        return findings.add(child(pointer, "type"),
                            "Rolling needs dimension 3, got " + std::to_string(dimension) +
                                (dimension == 2 ? ": there a wheel's turning and its way are one coordinate" : ""));
    findings.check_positive(child(pointer, "radius"), rolling.radius, " m");
    findings.check_finite(child(pointer, "height"), rolling.height);
    findings.check_vector(child(pointer, "up"), rolling.up, dimension);
    findings.check_unit(child(pointer, "up"), rolling.up);
    if (bodies.check_moves(child(pointer, "body"), rolling.body, findings))
        check_shape_of(pointer, rolling, bodies.at(rolling.body), findings);
}

}  // namespace cchnn
