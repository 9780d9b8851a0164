#include "convert/write_system.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>
#include <set>
#include <tuple>

#include "convert/body_motion.hpp"
#include "convert/body_names.hpp"
#include "convert/equality_items.hpp"
#include "convert/geom_contacts.hpp"
#include "convert/hold_items.hpp"
#include "convert/joint_forces.hpp"
#include "convert/joint_inertia.hpp"
#include "convert/joint_limits.hpp"
#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "elements/stop.hpp"
#include "spec/json/json_list.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_origin_letters = 48;  // of a joint's name

// Owns the moving bodies and the draft; text() fills the draft and writes it.
class SystemWriter {
  public:
    SystemWriter(const RobotModel& model, const ConvertChoices& choices, Remarks& remarks)
        : model_(model),
          choices_(choices),
          rate_std_(choices.rate_std),
          remarks_(remarks),
          moving_(moving_bodies(model, remarks)) {}

    // Items are written before bodies, because writing an end in the world makes the Origin for it.
    std::string text() {
        draft();
        for (const MovingBody& body : bodies_) taken_.emplace(body.id, 2);
        Json constraints = items(draft_.constraints), potentials = items(draft_.potentials),
             damping = items(draft_.damping), contacts = json_list(draft_.contacts, [&](const DraftItem&one) {
                                                  return one.type == "Stop" ? limits(one) : contact(one);
                                              });
        if (const double g = length(model_.gravity); g > 0)
            potentials.insert(potentials.begin(),
                              Json{{"type", "Gravity"}, {"g", g}, {"up", plus(unit(times(-1, model_.gravity)), {})}});
        Json document{{"name", valid_system_name(model_.name)}, {"description", description()}, {"dimension", 3}};
        document["bodies"] = bodies();
        document["constraints"] = constraints;
        document["potentials"] = potentials;
        if (!damping.empty()) document["damping"] = damping;
        if (!contacts.empty()) document["contacts"] = contacts;
        document["initial_conditions"] = rate_std_ ? random_starts() : initial_conditions();
        remarks_.throw_problems();
        return readable_json(document) + "\n";
    }

  private:
    // The file itself says what was lost, so that later readers of it know.
    std::string description() const {
        std::string text = "Converted from '" + model_.name + "' by cchnn-gen convert.";
        std::set<std::string> kinds;
        for (const Loss& loss : remarks_.losses()) kinds.insert(loss.kind);
        if (kinds.empty()) return text;
        text += " Not carried over:";
        for (const std::string& kind : kinds) text += (text.back() == ':' ? " " : ", ") + kind;
        return text + ".";
    }
    const ModelBody& source_of(const MovingBody& body) const { return model_.bodies[body.source]; }

    // Flat bodies that cannot carry their joints are given thickness where that changes no motion. This takes a
    // first pass over all bodies, because the joints of children count too.
    void draft() {
        for (int i = 0; i < std::ssize(bodies_); ++i) {
            MovingBody& body = bodies_[i];
            if (body.axes.size() == 1 && asks_for_thickness(source_of(body), body)) thicken_one_of(body);
            while (!hold_items(model_, bodies_, i))
                if (!thicken_one_of(bodies_[i])) {
                    const ModelBody& source = source_of(bodies_[i]);
                    remarks_.problem(
                        source.where,
                        source.shown() +
                            " or the body it is joined to has no thickness, and its joint points across it: no "
                            "constraint can be attached there; give it moments of inertia of a solid");
                    break;
                }
        }
        remarks_.throw_problems();
        const std::vector<MassDistribution> hanging = with_descendants(bodies_);
        for (int i = 0; i < std::ssize(bodies_); ++i) {
            holding_.push_back(*hold_items(model_, bodies_, i));
            draft_.constraints.insert(draft_.constraints.end(), holding_.back().begin(), holding_.back().end());
            add_joint_forces(model_, bodies_, i, holding_.back(), hanging[i], draft_, remarks_);
            if (choices_.restitution)
                add_joint_limits(model_, bodies_, i, holding_.back(), rate_std_.has_value(), *choices_.restitution,
                                 draft_, remarks_);
            add_weight(i);
        }
        if (!draft_.contacts.empty())
            remarks_.note(model_.file, "limits become " + counted(draft_.contacts.size(), "Stop") +
                                           " with the restitution " + short_number(*choices_.restitution) +
                                           ", which a model does not give");
        if (choices_.contacts)
            add_geom_contacts(model_, moving_, rate_std_.has_value(), *choices_.contacts, draft_, remarks_);
        const std::size_t of_joints = draft_.constraints.size();
        add_equalities(model_, moving_, holding_, draft_, remarks_);
        if (rate_std_ && draft_.constraints.size() > of_joints)
            remarks_.problem(model_.equalities.front().where,
                             "joints that are tied together by more than the tree of bodies do not start at random "
                             "one by one: give keyframes, or write the starts by hand");
    }
    // Tries the child first, then its parent. False if neither can be made thick.
    bool thicken_one_of(MovingBody& child) {
        for (MovingBody* body : {&child, child.parent < 0 ? nullptr : &bodies_[child.parent]})
            if (body && thicken(*body)) {
                remarks_.note(source_of(*body).where, "'" + body->id +
                                                          "' has no thickness, but is an Obj3D: it turns about one "
                                                          "direction at most, and moments about others move nothing");
                return true;
            }
        return false;
    }
    // Balances the weight of rotor inertia and of masses with gravity compensation by constant forces.
    void add_weight(int i) {
        const MovingBody& body = bodies_[i];
        if (length(model_.gravity) == 0) return;
        for (const Weightless& part : body.weightless) {
            // A flat body is flat because all centres of its parts lie within it.
            const std::vector<double> middle(body.axes.size(), 0.0);
            DraftItem force{"Force", {{i, BodyEnds{&body}.point(part.point).value_or(middle), {}}}};
            for (const double g : model_.gravity) force.force.push_back(-part.mass * g);
            draft_.potentials.push_back(force);
        }
    }

    // The Origin at a place of the world. All ends at one place share it. It is named after the first joint
    // there; the one at the origin of space is called world.
    std::string origin_at(const Vector3& place, const std::string& name) {
        const auto known = origins_.find(place);
        if (known != origins_.end()) return known->second;
        const std::string wanted =
            place == Vector3{} ? "world" : valid_id(name, "world").substr(0, most_origin_letters) + "_origin";
        return origins_[place] = unique_id(wanted, taken_);
    }
    // A point of a body, or just the body if the point is its centre of mass.
    Json end(const DraftEnd& end, const std::string& name) {
        if (end.body < 0) return origin_at(end.place, name);
        const std::string& id = bodies_[end.body].id;
        if (std::ranges::all_of(end.point, [](double c) { return c == 0; })) return id;
        return {{"body", id}, {"point", end.point}};
    }
    // A body as a whole, for items that act on its rotation or on its centre.
    Json whole(const DraftEnd& end, const std::string& name) {
        return end.body < 0 ? origin_at(end.place, name) : bodies_[end.body].id;
    }

    Json items(const std::vector<DraftItem>& drafts) {
        return json_list(drafts, [&](const DraftItem& draft) { return item(draft); });
    }
    // The keys of an item in the order of the schemas. Numbers that are zero are left out: zero is what the
    // schemas take for them.
    Json item(const DraftItem& draft) {
        Json json{{"type", draft.type}};
        const Json ends = json_list(draft.between, [&](const DraftEnd& point) {
            return draft.whole ? whole(point, draft.origin_name) : end(point, draft.origin_name);
        });
        if (!draft.force.empty()) {
            json["on"] = ends[0];
            json["force"] = draft.force;
        } else if (draft.whole && ends.size() == 1) json["body"] = ends[0];
        else if (!ends.empty()) json[draft.whole ? "bodies" : "between"] = ends;
        if (!draft.axis.empty()) json["axis"] = draft.axis;
        if (!draft.across.empty()) json["across"] = draft.across;
        if (draft.turn) json["turn"] = true;
        if (draft.length > 0) json["length"] = draft.length;
        if (draft.stiffness > 0) json["stiffness"] = draft.stiffness;
        if (draft.rest_angle != 0) json["rest_angle"] = draft.rest_angle;
        if (draft.torque != 0) json["torque"] = draft.torque;
        if (draft.coefficient > 0) json["coefficient"] = draft.coefficient;
        if (draft.slides.size() == 2) {
            json["first"] = slide(draft.slides[0]);
            json["second"] = slide(draft.slides[1]);
            json["ratio"] = draft.ratio;
            json["offset"] = draft.offset;
        } else if (!draft.slides.empty()) {
            json["wheel"] = angle(draft.wheels[0]);
            json["slide"] = slide(draft.slides[0]);
            json["radius"] = draft.radius;
            json["phase"] = draft.phase;
        } else if (!draft.wheels.empty()) {
            json["first"] = angle(draft.wheels[0]);
            json["second"] = angle(draft.wheels[1]);
            json["teeth"] = draft.teeth;
            json["phase"] = draft.phase;
        }
        return json;
    }

    Json contact(const DraftItem& draft) {
        const bool is_plane = draft.between.size() == 1;
        Json json{{"type", draft.type}, {"shape", is_plane ? "plane" : "balls"}, {"name", draft.name}};
        const Json ends = json_list(draft.between, [&](const DraftEnd& one) { return end(one, draft.origin_name); });
        if (is_plane)
            json.update(
                {{"on", ends[0]}, {"radius", draft.radii[0]}, {"point", draft.place}, {"normal", draft.normal}});
        else json.update({{"between", ends}, {"radii", draft.radii}});
        json["restitution"] = draft.restitution;
        return json;
    }

    // The axis of a slide is that of its first body.
    Json limits(const DraftItem& draft) {
        Json stop{{"type", draft.type},
                  {"shape", draft.whole ? "angle" : "slide"},
                  {"name", valid_id(draft.origin_name, "joint")}};
        stop.update(draft.whole ? angle(draft) : slide(draft));
        stop["low"] = draft.low;
        stop["high"] = draft.high;
        stop["restitution"] = draft.restitution;
        return stop;
    }
    Json slide(const DraftItem& draft) {
        const Json slider = item(draft);
        return {{"between", slider.at("between")}, {"along", slider.at("axis")[0]}};
    }
    // An angle of a Gear or Rack is written like an item, without a type.
    Json angle(const DraftItem& draft) {
        Json json = item(draft);
        json.erase("type");
        return json;
    }

    // The Origins first, then the moving bodies with principal second moments in m^2, which are all that their
    // axes need: the axes themselves are part of the initial state.
    Json bodies() const {
        Json list = Json::array();
        for (const auto& [place, id] : origins_) list.push_back({{"id", id}, {"type", "Origin"}, {"position", place}});
        for (const MovingBody& body : bodies_) {
            Json json{
                {"id", body.id}, {"type", "Obj" + std::to_string(body.axes.size()) + "D"}, {"mass", body.mass.mass}};
            if (!body.axes.empty()) json["second_moments"] = body.moments;
            list.push_back(json);
        }
        return list;
    }

    // One state for each keyframe of the model, or the drawn configuration at rest.
    Json initial_conditions() const {
        std::vector<Json> states;
        for (const ModelState& state : model_.states) states.push_back(state_of(state));
        if (states.empty()) states.push_back(state_of(drawn_state(model_)));
        return states.size() == 1 ? Json{{"state", states[0]}} : Json{{"states", states}};
    }
    // Where each body starts from the one that it hangs from: anywhere in the range of its joint, a hinge without one
    // anywhere, a slide without one where it is drawn.
    Json random_starts() {
        Json starts = Json::object();
        for (int i = 0; i < std::ssize(bodies_); ++i) {
            const MovingBody& body = bodies_[i];
            const DraftItem* item = holding_[i].size() == 1 ? &holding_[i].front() : nullptr;
            if (!item || (item->type != "Joint+Axis" && item->type != "Slider") || item->turn) {
                remarks_.problem(source_of(body).where, source_of(body).shown() +
                                                            " is not held by one hinge or one slide alone, so its "
                                                            "start cannot be drawn here; write it by hand");
                continue;
            }
            const ModelJoint& joint = source_of(body).joints.front();
            const bool swapped = item->between[0].body == i, is_hinge = item->type == "Joint+Axis";
            Json start{{"from", whole(item->between[swapped ? 1 : 0], item->origin_name)}};
            if (!(joint.low <= joint.high && std::isfinite(joint.high - joint.low))) {
                remarks_.problem(joint.limits.empty() ? source_of(body).where : joint.limits,
                                 "no start can be drawn within the limits of joint '" + joint.name + "', " +
                                     limits_text(joint.low, joint.high, is_hinge ? " rad" : " m") +
                                     ": correct them, or convert without random starts");
                continue;
            }
            double low = joint.low - joint.reference, high = joint.high - joint.reference;
            if (is_hinge) {
                if (low == high) std::tie(low, high) = std::pair{-std::numbers::pi, std::numbers::pi};
                const double drawn = drawn_angle(Touching(bodies_, i), item->axis);
                start["hinge_angle"] = uniform(drawn + low, drawn + high);
            } else {
                if (low == high) low = high = 0;
                start["slide"] = swapped ? uniform(-high, -low) : uniform(low, high);
            }
            if (*rate_std_ > 0)
                start[is_hinge ? "hinge_rate" : "slide_rate"] = {{"normal", {{"mean", 0}, {"std", *rate_std_}}}};
            starts[body.id] = start;
        }
        return {{"bodies", starts}};
    }
    static Json uniform(double low, double high) {
        return low == high ? Json(low) : Json{{"uniform", {{"low", low}, {"high", high}}}};
    }
    // The nodes of each body in space: its centre of mass, then the tips of its axes (unit vectors from the
    // centre). Velocities that are all zero are left out.
    Json state_of(const ModelState& state) const {
        const std::vector<BodyMotion> motions = motions_of(model_, state);
        Json position = Json::object(), velocity = Json::object();
        for (const MovingBody& body : bodies_) {
            const BodyMotion& motion = motions[body.source];
            std::vector<Vector3> x{motion.frame.point(body.mass.centre)}, v;
            for (const Vector3& axis : body.axes) x.push_back(plus(x[0], motion.frame.direction(axis)));
            for (const Vector3& node : x) v.push_back(motion.velocity_of(node));
            const bool moves = std::ranges::any_of(v, [](const Vector3& u) { return u != Vector3{}; });
            position[body.id] = body.axes.empty() ? Json(x[0]) : Json(x);
            if (moves) velocity[body.id] = body.axes.empty() ? Json(v[0]) : Json(v);
        }
        return velocity.empty() ? Json{{"position", position}} : Json{{"position", position}, {"velocity", velocity}};
    }

    const RobotModel& model_;
    const ConvertChoices& choices_;
    const std::optional<double> rate_std_;
    Remarks& remarks_;
    MovingBodies moving_;
    std::vector<MovingBody>& bodies_ = moving_.bodies;
    SystemDraft draft_;
    std::vector<std::vector<DraftItem>> holding_;  // of each body
    TakenIds taken_;
    std::map<Vector3, std::string> origins_;
};

}  // namespace

std::string write_system(const RobotModel& model, const ConvertChoices& choices, Remarks& remarks) {
    return SystemWriter(model, choices, remarks).text();
}

}  // namespace cchnn
