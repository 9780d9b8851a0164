#include "convert/equality_items.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "convert/body_motion.hpp"
#include "convert/joint_kinds.hpp"
#include "core/number_text.hpp"

namespace cchnn {
namespace {

// Limits on the initial states that are examined, because each needs the motion of every body and every equality
// looks at each.
constexpr std::size_t most_starts = 100, most_motions = 1'000'000;
constexpr int most_teeth = 1000;       // of a Gear
constexpr double same_ratio = 1e-9;    // what typed ratios such as 0.333333333 differ by from those of teeth
constexpr double nearly_there = 0.05;  // of the sizes around an equality, or rad: a start is projected from there

// Adds the items of equality constraints after all bodies are held. It knows the initial states, because an equality
// can only be added where motions start near it, and which pairs of bodies have an item already, since that decides
// what an equality between them may add.
class Equalities {
  public:
    Equalities(const RobotModel& model, const MovingBodies& moving, const std::vector<std::vector<DraftItem>>& holding,
               SystemDraft& draft, Remarks& remarks)
        : model_(model), moving_(moving), holding_(holding), draft_(draft), remarks_(remarks) {
        states_ = model.states.empty() ? std::vector{drawn_state(model)} : model.states;
        const std::size_t most = most_motions / std::max<std::size_t>(model.bodies.size(), 1);
        states_.resize(std::clamp<std::size_t>(most, 1, std::min(states_.size(), most_starts)));
        for (const ModelState& state : states_) starts_.push_back(motions_of(model, state));
        for (std::size_t i = 0; i < draft.constraints.size(); ++i) note_joined(i);
        for (std::size_t i = 0; i < holding.size(); ++i) note_joints(static_cast<int>(i));
    }

    // An equality without a counterpart is a loss, with the reason in words.
    void add(const EqualityConstraint& equality) {
        const std::string trouble =
            equality.kind == EqualityConstraint::Kind::joints ? couple(equality) : attach(equality);
        if (!trouble.empty()) remarks_.lose(equality.loss, equality.where, equality.what + ": " + trouble);
    }

  private:
    // A hinge or slide that the item `held` stands for, alone or with one along it.
    struct Coupled {
        int body;
        const ModelJoint* joint;
        const DraftItem* held;
        bool slides;
        double sign = 1;  // of the way along `held` for a larger q
    };
    void note_joints(int i) {
        const MovingBody& body = moving_.bodies[i];
        const ModelBody& source = model_.bodies[body.source];
        if (holding_[i].size() != 1) return;
        const DraftItem& held = holding_[i].front();
        if (held.type != "Joint+Axis" && held.type != "Slider") return;
        for (const ModelJoint& joint : source.joints) {
            const bool turned = held.turn && dot(joint.axis, hinge_of(source).axis) < 0,
                       swapped = held.between[0].body == i;
            joints_[joint.name] = {i, &joint, &held, joint.motion == JointMotion::slide,
                                   turned != swapped ? -1.0 : 1.0};
        }
    }

    struct End {
        DraftEnd end;
        BodyEnds body;
        RigidFrame frame;  // of the equality, in the moving body or the world
    };
    // One end of an equality; nothing if its point lies outside a flat body.
    std::optional<End> end(const EqualityConstraint& equality, std::size_t which) const {
        const int source = equality.bodies[which];
        const BodyPlace place = source < 0 ? BodyPlace{} : moving_.places[source];
        End made{{place.carrier, {}, {}}, {}, combined(place.frame, equality.frames[which])};
        if (place.carrier >= 0) made.body.body = &moving_.bodies[place.carrier];
        const std::optional<std::vector<double>> point = made.body.point(made.frame.origin);
        if (!point) return std::nullopt;
        made.end.point = *point;
        made.end.place = made.frame.origin;
        return made;
    }

    // Makes a Joint or Weld. Returns why it cannot, or "".
    std::string attach(const EqualityConstraint& equality) {
        std::optional<End> a = end(equality, 0), b = end(equality, 1);
        if (!a || !b) return "a body without thickness does not have that point";
        if (a->end.body < 0 || (b->end.body >= 0 && b->end.body < a->end.body)) std::swap(a, b);  // the world is last
        if (a->end.body == b->end.body) return "";  // one body, or the world: nothing moves there
        const double apart = start_gap(equality);
        if (!(apart < nearly_there * (reach(*a) + reach(*b))))
            return "motions start " + short_number(apart) + " m away from it; give a keyframe that satisfies it";
        return equality.kind == EqualityConstraint::Kind::weld ? weld(*a, *b, equality) : joint(*a, *b, equality);
    }
    // How far the tied point is from the centre of mass [m]: the size by which a gap is judged.
    static double reach(const End& end) {
        return end.body.body ? length(minus(end.frame.origin, end.body.body->mass.centre)) : 0;
    }
    // How far the equality is from being satisfied in the best of the initial states [m]. The rotation of a weld
    // counts by the distance that it moves a point at 1 m.
    double start_gap(const EqualityConstraint& equality) const {
        double least = HUGE_VAL;
        for (const std::vector<BodyMotion>& motions : starts_) {
            RigidFrame frames[2];
            for (std::size_t i = 0; i < 2; ++i)
                frames[i] = equality.bodies[i] < 0 ? equality.frames[i]
                                                   : combined(motions[equality.bodies[i]].frame, equality.frames[i]);
            double gap = length(minus(frames[0].origin, frames[1].origin));
            if (equality.kind == EqualityConstraint::Kind::weld)
                for (const Vector3& axis : identity)
                    gap = std::max(gap, length(minus(frames[0].direction(axis), frames[1].direction(axis))));
            least = std::min(least, gap);
        }
        return least;
    }
    // A pair of moving bodies, or one moving body and a place in the world.
    using Joined = std::tuple<int, int, Vector3>;
    static Joined ends_of(const DraftEnd& a, const DraftEnd& b) {
        const auto [less, more] = std::minmax(a.body, b.body);
        return {less, more, less >= 0 ? Vector3{} : a.body < 0 ? a.place : b.place};
    }
    void note_joined(std::size_t item) {
        const std::vector<DraftEnd>& ends = draft_.constraints[item].between;
        if (ends.size() == 2) joined_.emplace(ends_of(ends[0], ends[1]), item);
    }
    void add_item(const DraftItem& item) {
        draft_.constraints.push_back(item);
        note_joined(draft_.constraints.size() - 1);
    }
    // The constraint that already joins these two, by its index in the draft.
    std::optional<std::size_t> joined(const End& a, const End& b) const {
        const auto found = joined_.find(ends_of(a.end, b.end));
        return found == joined_.end() ? std::nullopt : std::optional(found->second);
    }

    std::string weld(const End& a, const End& b, const EqualityConstraint& equality) {
        if (joined(a, b)) return "its bodies are joined already";
        DraftItem item{"Weld", {a.end, b.end}};
        for (const End* end : {&a, &b}) {
            const auto u = end->body.direction(end->frame.direction({0, 0, 1})),
                       w = end->body.direction(end->frame.direction({1, 0, 0}));
            if (!end->body.has_frame() || !u || !w) return "a body without thickness is not welded";
            item.axis.push_back(*u);
            item.across.push_back(*w);
        }
        item.origin_name = equality.name;
        add_item(item);
        return "";
    }

    // A second common point of the same two bodies turns the Joint into a hinge about the line through both.
    std::string joint(const End& a, const End& b, const EqualityConstraint& equality) {
        if (const std::optional<std::size_t> known = joined(a, b)) return hinge(*known, a, b);
        points_.emplace(draft_.constraints.size(), std::pair(a, b));
        DraftItem item{"Joint", {a.end, b.end}};
        item.origin_name = equality.name;
        add_item(item);
        return "";
    }
    std::string hinge(std::size_t known, const End& a, const End& b) {
        const auto first = points_.find(known);
        if (first == points_.end()) return "its bodies are joined already";
        const auto& [first_a, first_b] = first->second;
        const Vector3 along_a = minus(a.frame.origin, first_a.frame.origin),
                      along_b = minus(b.frame.origin, first_b.frame.origin);
        if (!(length(along_a) > 0 && length(along_b) > 0)) return "it stands here twice";
        const auto u_a = a.body.direction(unit(along_a)), u_b = b.body.direction(unit(along_b));
        if (!u_a || !u_b || (!a.body.has_frame() && !b.body.has_frame()))
            return "bodies without thickness have no hinge there";
        draft_.constraints[known].type = "Joint+Axis";
        draft_.constraints[known].axis = {*u_a, *u_b};
        points_.erase(first);
        return "";
    }

    // Makes a Gear, Rack or SlideGear.
    std::string couple(const EqualityConstraint& equality) {
        if (equality.joints[0] == equality.joints[1]) return "it has one joint twice";
        const auto first = joints_.find(equality.joints[0]), second = joints_.find(equality.joints[1]);
        if (first == joints_.end() || second == joints_.end())
            return "a Gear needs two hinges, a SlideGear two slides, and a Rack one of each, that are each alone "
                   "between "
                   "two bodies, or a hinge and a slide along it in one";
        const Coupled &a = first->second, &b = second->second;
        if (a.slides && b.slides) return slide_gear(equality, a, b);
        return a.slides || b.slides ? rack(equality, a, b) : gear(equality, a, b);
    }
    std::string gear(const EqualityConstraint& equality, const Coupled& a, const Coupled& b) {
        DraftItem item{"Gear"};
        const std::optional<std::array<int, 2>> teeth = teeth_of(equality.ratio);
        if (!teeth) return "its ratio " + number_text(equality.ratio) + " is none of two numbers of teeth up to 1000";
        item.phase = equality.offset + drawn(a) - equality.ratio * drawn(b);
        item.wheels = {angle(a), angle(b)};
        const double slip = start_slip(equality);
        if (!(slip < std::min(nearly_there, 0.5 / (*teeth)[0]))) return away(slip, "rad");
        item.teeth = *teeth;
        draft_.constraints.push_back(item);
        return "";
    }
    // With s along the Slider, of which the ends meet as drawn: s = +-(q - r) of the slide, theta = drawn + q - r of the
    // hinge, and s = radius (theta - phase).
    std::string rack(const EqualityConstraint& equality, const Coupled& a, const Coupled& b) {
        const Coupled &slide = a.slides ? a : b, &hinge = a.slides ? b : a;
        const double per_angle = a.slides ? equality.ratio : 1 / equality.ratio;  // m/rad
        const double slip = start_slip(equality), size = a.slides ? std::abs(per_angle) : 1;
        if (!(slip < nearly_there * size)) return away(slip, a.slides ? "m" : "rad");
        DraftItem item{"Rack"};
        item.wheels = {angle(hinge)};
        item.slides = {way(slide)};
        item.radius = slide.sign * per_angle;
        item.phase = drawn(hinge) + (a.slides ? -equality.offset / equality.ratio : equality.offset);
        draft_.constraints.push_back(item);
        return "";
    }
    // With s of each as for a Rack: sign_1 s_1 = offset + ratio sign_2 s_2, where 2 is the one that drives.
    std::string slide_gear(const EqualityConstraint& equality, const Coupled& a, const Coupled& b) {
        const double slip = start_slip(equality);
        double size = std::abs(equality.offset);
        for (const ModelState& state : states_)
            for (const std::string& joint : equality.joints)
                size = std::max(size, std::abs(from_reference(joint, state)));
        if (slip > nearly_there * size) return away(slip, "m");
        DraftItem item{"SlideGear"};
        item.slides = {way(b), way(a)};
        item.ratio = a.sign * b.sign * equality.ratio;
        item.offset = a.sign * equality.offset;
        draft_.constraints.push_back(item);
        return "";
    }
    static DraftItem way(const Coupled& slide) {
        DraftItem way{"", slide.held->between, slide.held->axis};
        way.origin_name = slide.joint->name;
        return way;
    }
    static std::string away(double slip, const std::string& unit) {
        return "motions start " + short_number(slip) + " " + unit + " away from it; give a keyframe that satisfies it";
    }
    double drawn(const Coupled& hinge) const {
        return drawn_angle(Touching(moving_.bodies, hinge.body), hinge.held->axis);
    }
    static DraftItem angle(const Coupled& hinge) {
        DraftItem angle{"", hinge.held->between, hinge.held->axis};
        angle.whole = true;
        angle.origin_name = hinge.joint->name;
        return angle;
    }
    double start_slip(const EqualityConstraint& equality) const {
        double least = HUGE_VAL;
        for (const ModelState& state : states_)
            least = std::min(least, std::abs(from_reference(equality.joints[0], state) - equality.offset -
                                             equality.ratio * from_reference(equality.joints[1], state)));
        return least;
    }
    double from_reference(const std::string& name, const ModelState& state) const {
        const ModelJoint& joint = *joints_.at(name).joint;
        return state.qpos[joint.q] - joint.reference;
    }
    // Numbers of teeth p, q with -ratio = q/p.
    static std::optional<std::array<int, 2>> teeth_of(double ratio) {
        for (int p = 1; p <= most_teeth; ++p) {
            const double q = std::round(-ratio * p);
            if (q != 0 && std::abs(q) <= most_teeth && std::abs(-ratio * p - q) <= same_ratio * std::abs(q))
                return std::array<int, 2>{p, static_cast<int>(q)};
        }
        return std::nullopt;
    }

    const RobotModel& model_;
    const MovingBodies& moving_;
    const std::vector<std::vector<DraftItem>>& holding_;
    SystemDraft& draft_;
    Remarks& remarks_;
    std::vector<ModelState> states_;
    std::vector<std::vector<BodyMotion>> starts_;  // of these
    std::map<Joined, std::size_t> joined_;
    std::map<std::string, Coupled> joints_;
    std::map<std::size_t, std::pair<End, End>> points_;  // Joints of one equality, by their place in the draft
};

}  // namespace

void add_equalities(const RobotModel& model, const MovingBodies& moving,
                    const std::vector<std::vector<DraftItem>>& holding, SystemDraft& draft, Remarks& remarks) {
    if (model.equalities.empty()) return;
    Equalities equalities(model, moving, holding, draft, remarks);
    for (const EqualityConstraint& equality : model.equalities) equalities.add(equality);
}
}  // namespace cchnn
