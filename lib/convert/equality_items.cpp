#include "convert/equality_items.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "convert/body_motion.hpp"
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
        for (std::size_t i = 0; i < holding.size(); ++i)
            if (moving.bodies[i].hold == HeldBy::hinge && holding[i].front().type == "Joint+Axis")
                wheels_[model.bodies[moving.bodies[i].source].joints[0].name] = static_cast<int>(i);
    }

    // An equality without a counterpart is a loss, with the reason in words.
    void add(const EqualityConstraint& equality) {
        const std::string trouble =
            equality.kind == EqualityConstraint::Kind::joints ? gear(equality) : attach(equality);
        if (!trouble.empty()) remarks_.lose(equality.loss, equality.where, equality.what + ": " + trouble);
    }

  private:
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

    std::string gear(const EqualityConstraint& equality) {
        DraftItem item{"Gear"};
        double phase = equality.offset;
        const std::optional<std::array<int, 2>> teeth = teeth_of(equality.ratio);
        if (equality.joints[0] == equality.joints[1]) return "it has one joint twice";
        if (!teeth) return "its ratio " + number_text(equality.ratio) + " is none of two numbers of teeth up to 1000";
        for (std::size_t i = 0; i < 2; ++i) {
            const auto wheel = wheels_.find(equality.joints[i]);
            if (wheel == wheels_.end()) return "a Gear needs two hinges that are each alone between two bodies";
            const DraftItem& held = holding_[wheel->second].front();
            DraftItem angle{"", held.between, held.axis};
            angle.whole = true;
            angle.origin_name = equality.joints[i];
            item.wheels.push_back(angle);
            const double drawn = drawn_angle(Touching(moving_.bodies, wheel->second), held.axis);
            phase += i == 0 ? drawn : -equality.ratio * drawn;
        }
        const double slip = start_slip(equality);
        if (!(slip < std::min(nearly_there, 0.5 / (*teeth)[0])))
            return "motions start " + short_number(slip) + " rad away from it; give a keyframe that satisfies it";
        item.teeth = *teeth;
        item.phase = phase;
        draft_.constraints.push_back(item);
        return "";
    }
    double start_slip(const EqualityConstraint& equality) const {
        double least = HUGE_VAL;
        for (const ModelState& state : states_)
            least = std::min(least, std::abs(from_reference(equality.joints[0], state) - equality.offset -
                                             equality.ratio * from_reference(equality.joints[1], state)));
        return least;
    }
    double from_reference(const std::string& joint, const ModelState& state) const {
        const MovingBody& body = moving_.bodies[wheels_.at(joint)];
        const ModelJoint& hinge = model_.bodies[body.source].joints[0];
        return state.qpos[hinge.q] - hinge.reference;
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
    std::map<std::string, int> wheels_;
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
