#include "convert/mjcf/mjcf_equality.hpp"

#include <algorithm>
#include <cmath>

namespace cchnn {
namespace {

// Reads one element of <equality> into an EqualityConstraint, whose frames are in the two bodies.
class EqualityReader {
  public:
    EqualityReader(const XmlElement& element, const DefaultAttributes& defaults, const MjcfNames& names,
                   RobotModel& model, Remarks& remarks)
        : values_(element, remarks, defaults), names_(names), model_(model), remarks_(remarks) {
        equality_.name = values_.text("name", element.tag);
        equality_.where = element.where;
        equality_.loss = "equality";
        equality_.what = "<" + element.tag + ">" + (values_.has("name") ? " '" + equality_.name + "'" : "");
        values_.skip({"class", "solref", "solimp", "torquescale"});
    }

    void read() {
        if (!values_.yes("active", true)) return;
        const bool added = values_.tag() == "joint" ? joints() : values_.has("site1") ? sites() : bodies();
        values_.lose_rest();
        if (added) model_.equalities.push_back(equality_);
    }

  private:
    // Looks up what an attribute names. A name that is unknown is a problem, unless bodies of the file were
    // lost before (<replicate> and the like): then it may be the name of one of them, and the equality is lost with
    // it.
    template <class Named>
    const Named* find(const std::string& key, const std::map<std::string, Named>& named) {
        if (!values_.require(key)) return nullptr;
        const std::string name = values_.text(key);
        const auto found = named.find(name);
        if (found != named.end()) return &found->second;
        if (some_bodies_are_lost()) {
            values_.lose("equality", equality_.what + " of '" + name + "', which is not carried over");
            return nullptr;
        }
        values_.problem(key, "is unknown: '" + name + "'" + remarks_.nearest_to(name, named));
        return nullptr;
    }
    bool some_bodies_are_lost() const {
        return std::any_of(remarks_.losses().begin(), remarks_.losses().end(),
                           [](const Loss& loss) { return loss.kind == "bodies" || loss.kind == "deformable"; });
    }
    bool is_weld() const { return values_.tag() == "weld"; }

    // An equality between two sites gives both frames itself.
    bool sites() {
        for (std::size_t i = 0; i < 2; ++i) {
            const MjcfNames::Site* site = find(i == 0 ? "site1" : "site2", names_.sites);
            if (!site) return false;
            equality_.bodies[i] = site->body;
            equality_.frames[i] = site->frame;
        }
        equality_.kind = is_weld() ? EqualityConstraint::Kind::weld : EqualityConstraint::Kind::point;
        return true;
    }

    // An equality between two bodies gives one frame, and the other is where that one is as drawn. For a weld, MuJoCo
    // gives the anchor in the second body and, as an option, the pose of the second in the first.
    bool bodies() {
        const int *first = find("body1", names_.bodies), *second = nullptr;
        if (values_.has("body2")) second = find("body2", names_.bodies);
        if (!first || (values_.has("body2") && !second)) return false;
        equality_.bodies[0] = *first;
        equality_.bodies[1] = second ? *second : -1;
        const auto frame = [&](int body) { return body < 0 ? RigidFrame{} : names_.drawn[body]; };
        const RigidFrame in_space[2] = {frame(equality_.bodies[0]), frame(equality_.bodies[1])};
        equality_.kind = is_weld() ? EqualityConstraint::Kind::weld : EqualityConstraint::Kind::point;
        if (is_weld()) {
            equality_.frames[1].origin = values_.vector("anchor", {});
            equality_.frames[0] = seen_in(in_space[0], combined(in_space[1], equality_.frames[1]));
            const std::vector<double> pose = values_.numbers("relpose", 7, 7);
            if (!pose.empty() && length({pose[4], pose[5], pose[6]}) + std::abs(pose[3]) > 0)
                equality_.frames[0] = {rotation_of({pose[3], pose[4], pose[5], pose[6]}), {pose[0], pose[1], pose[2]}};
            return true;
        }
        values_.require("anchor");
        equality_.frames[0].origin = values_.vector("anchor", {});
        equality_.frames[1].origin = seen_in(in_space[1], combined(in_space[0], equality_.frames[0])).origin;
        return true;
    }

    // One joint as a polynomial of another one; only a constant and a linear term have a counterpart. Without the second,
    // or with a constant alone, the joint is locked.
    bool joints() {
        std::vector<double> law = values_.numbers("polycoef", 1, 5);
        law.resize(5, 0);
        if (!values_.has("polycoef")) law[1] = 1;
        const bool has_second = values_.has("joint2");
        bool fits = true;  // a free joint or ball has no single number
        for (std::size_t i = 0; i < (has_second ? 2U : 1U); ++i) {
            const std::string key = i == 0 ? "joint1" : "joint2";
            const JointMotion* motion = find(key, names_.joints);
            if (!motion) return false;
            fits = fits && (*motion == JointMotion::hinge || *motion == JointMotion::slide);
            equality_.joints[i] = values_.text(key);
        }
        if (!has_second) law = {law[0], 0, 0, 0, 0};
        if (!fits || law[2] != 0 || law[3] != 0 || law[4] != 0) {
            values_.lose("equality", equality_.what + " is not a ratio of two joints");
            return false;
        }
        equality_.kind = EqualityConstraint::Kind::joints;
        equality_.offset = law[0];
        equality_.ratio = law[1];
        return true;
    }

    Attributes values_;
    const MjcfNames& names_;
    RobotModel& model_;
    const Remarks& remarks_;
    EqualityConstraint equality_;
};

}  // namespace

void add_equality(const XmlElement& element, const DefaultAttributes& defaults, const MjcfSettings& settings,
                  const MjcfNames& names, RobotModel& model, Remarks& remarks) {
    if (settings.is_disabled("equality")) return;
    if (element.tag == "connect" || element.tag == "weld" || element.tag == "joint")
        return EqualityReader(element, defaults, names, model, remarks).read();
    const std::string* name = element.find("name");
    remarks.lose("equality", element.where, "<" + element.tag + ">" + (name ? " '" + *name + "'" : ""));
}

}  // namespace cchnn
