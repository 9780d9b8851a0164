#include <algorithm>
#include <map>

#include "spec/attachment_meaning.hpp"

namespace cchnn {
namespace {

class ConstraintCheck {
  public:
    ConstraintCheck(const SystemSpec& spec, const BodyTable& bodies, Findings& findings)
        : spec_(spec), bodies_(bodies), findings_(findings) {}

    void run() {
        for (std::size_t i = 0; i < spec_.constraints.size(); ++i)
            std::visit([&](const auto& c) { check(child("/constraints", i), c); }, spec_.constraints[i]);
    }

  private:
    void check(const std::string& pointer, const LinkSpec& link) {
        check_between(pointer, link.a, link.b, "a Link", bodies_, findings_);
        findings_.check_positive(child(pointer, "length"), link.length, " m");
        const auto end = [](const PointSpec& point) { return std::pair(point.body, point.point); };
        const auto [first, is_new] = linked_.try_emplace(std::minmax(end(link.a), end(link.b)), pointer);
        if (!is_new)
            findings_.add(child(pointer, "between"),
                          "'" + link.a.body + "' and '" + link.b.body + "' are already linked by " + first->second);
    }
    void check(const std::string& pointer, const JointSpec& joint) {
        check_between(pointer, joint.a, joint.b, "a Joint", bodies_, findings_);
        check_joined_once(pointer, joint.a.body, joint.b.body);
    }
    void check(const std::string& pointer, const JointAxisSpec& joint) {
        const bool known = check_between(pointer, joint.a, joint.b, "a Joint+Axis", bodies_, findings_);
        check_joined_once(pointer, joint.a.body, joint.b.body);
        if (spec_.dimension != 3) {
            findings_.add(
                child(pointer, "type"),
                "a Joint+Axis needs dimension 3, got " + std::to_string(spec_.dimension) +
                    (spec_.dimension == 2 ? ": there a Joint turns about one axis already, use a Joint" : ""));
            return;
        }
        if (!known) return;
        const BodySpec &a = bodies_.at(joint.a.body), &b = bodies_.at(joint.b.body);
        const bool has_axes_a = check_axis(child(child(pointer, "axis"), 0), joint.axis_a, a);
        const bool has_axes_b = check_axis(child(child(pointer, "axis"), 1), joint.axis_b, b);
        if (has_axes_a && has_axes_b) check_has_across(pointer, a, b);
    }

    void check(const std::string& pointer, const RollingSpec& rolling) {
        check_rolling(pointer, rolling, spec_.dimension, bodies_, findings_);
        const auto [first, is_new] = rolling_.try_emplace(rolling.body, pointer);
        if (!is_new) findings_.add(child(pointer, "body"), "'" + rolling.body + "' rolls already by " + first->second);
    }

    void check(const std::string& pointer, const TrackSpec& track) {
        check_track(pointer, track, spec_.dimension, bodies_, findings_);
        for (std::size_t i = 0; i < track.points.size(); ++i) {
            const std::string at = child(child(pointer, "points"), i);
            const auto [first, is_new] = tracked_.try_emplace({track.points[i].body, track.points[i].point}, at);
            if (!is_new)
                findings_.add(at, "this point of '" + track.points[i].body + "' is on the Track of " + first->second +
                                      " already");
        }
    }

    // One joint places a body (RigidPlacement), and a second one would take away turns that it allows.
    void check_joined_once(const std::string& pointer, const std::string& a, const std::string& b) {
        const auto [first, is_new] = joined_.try_emplace(std::minmax(a, b), pointer);
        if (!is_new)
            findings_.add(child(pointer, "between"),
                          "'" + a + "' and '" + b + "' are already joined by " + first->second +
                              (spec_.dimension == 3 ? "; to turn about one axis only, use one Joint+Axis"
                                                    : "; a second joint would make them one body"));
    }
    bool check_axis(const std::string& pointer, const std::vector<double>& axis, const BodySpec& body) {
        if (body.type == BodyType::obj0d) {
            findings_.add(pointer, "'" + body.id + "' is an Obj0D and has no axes: use a Joint");
            return false;
        }
        if (is_origin(body)) findings_.check_vector(pointer, axis, spec_.dimension);
        else findings_.check_in_body(pointer, axis, body.type);
        findings_.check_unit(pointer, axis);
        return true;
    }
    void check_has_across(const std::string& pointer, const BodySpec& a, const BodySpec& b) {
        const auto has = [](const BodySpec& body) { return is_origin(body) || body.type == BodyType::obj3d; };
        const auto named = [](const BodySpec& body) { return "'" + body.id + "' is an " + type_name(body.type); };
        if (!has(a) && !has(b))
            findings_.add(child(pointer, "between"),
                          named(a) + " and " + named(b) +
                              ": one of the two must be an Obj3D or an Origin, because the directions across the axis "
                              "that hold it lie outside of a flat body");
    }

    using End = std::pair<std::string, std::vector<double>>;
    const SystemSpec& spec_;
    const BodyTable& bodies_;
    Findings& findings_;
    std::map<std::pair<End, End>, std::string> linked_{};                  // ends in order -> pointer
    std::map<std::pair<std::string, std::string>, std::string> joined_{};  // names in order -> pointer
    std::map<End, std::string> tracked_{};                                 // end -> pointer
    std::map<std::string, std::string> rolling_{};                         // body -> pointer
};

}  // namespace

void check_constraints(const SystemSpec& spec, const BodyTable& bodies, Findings& findings) {
    ConstraintCheck(spec, bodies, findings).run();
}

}  // namespace cchnn
