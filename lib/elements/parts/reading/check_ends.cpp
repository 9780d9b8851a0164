#include "elements/parts/reading/check_ends.hpp"

namespace cchnn {
namespace {

void check_point(const std::string& pointer, const PointSpec& end, const BodySpec& body, Findings& findings) {
    if (end.point.empty()) return;
    const std::string at = child(pointer, "point");
    if (is_origin(body))
        findings.add(at, "'" + body.id + "' is an Origin, a single point: give its id alone, and its own 'position'");
    else if (body.type == BodyType::obj0d)
        findings.add(at, "'" + body.id + "' is an Obj0D, a single point: give its id alone");
    else findings.check_in_body(at, end.point, body.type);
}

}  // namespace

bool check_known_end(const std::string& pointer, const PointSpec& end, const BodyTable& bodies, Findings& findings) {
    const std::string at = end.point.empty() ? pointer : child(pointer, "body");
    if (!bodies.check_known(at, end.body, findings)) return false;
    check_point(pointer, end, bodies.at(end.body), findings);
    return true;
}

bool check_moving_end(const std::string& pointer, const PointSpec& end, const BodyTable& bodies, Findings& findings) {
    const std::string at = end.point.empty() ? pointer : child(pointer, "body");
    if (!bodies.check_moves(at, end.body, findings)) return false;
    check_point(pointer, end, bodies.at(end.body), findings);
    return true;
}

bool check_between(const std::string& pointer, const PointSpec& a, const PointSpec& b, const std::string& article_kind,
                   const BodyTable& bodies, Findings& findings) {
    const std::string between = child(pointer, "between");
    const bool known_a = check_known_end(child(between, 0), a, bodies, findings);
    const bool known_b = check_known_end(child(between, 1), b, bodies, findings);
    if (!known_a || !known_b) return false;
    if (a.body == b.body)
        findings.add(between, article_kind + " joins two different bodies, got '" + a.body + "' twice");
    else if (is_origin(bodies.at(a.body)) && is_origin(bodies.at(b.body)))
        findings.add(between, "'" + a.body + "' and '" + b.body + "' are both an Origin and never move: " +
                                  article_kind + " between them does nothing");
    return true;
}

}  // namespace cchnn
