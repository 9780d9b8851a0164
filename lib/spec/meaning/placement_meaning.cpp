#include "spec/meaning/placement_meaning.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "elements/joint.hpp"
#include "elements/link.hpp"
#include "elements/lower_pair.hpp"
#include "elements/rolling.hpp"
#include "elements/track.hpp"

namespace cchnn {
namespace {

const std::string placements = "/initial_conditions/bodies";

// The keys that hold so many angles, for messages: "'azimuth' and 'polar'".
std::string angle_keys(std::size_t count, bool hinge) {
    if (hinge) return "'hinge_angle'";
    const char* keys[] = {"no angles", "'angle'", "'azimuth' and 'polar'", "'euler_zxz'"};
    return keys[std::min<std::size_t>(count, 3)];
}
// The key of angle i in a file, and that of its rate.
struct AngleKey {
    std::string angle, rate;
};
AngleKey angle_key(std::size_t i, std::size_t count, bool hinge) {
    if (count == 3) return {child("euler_zxz", i), child("euler_rates", i)};
    const std::string key = hinge ? "hinge" : count == 1 ? "angle" : i == 0 ? "azimuth" : "polar";
    return {hinge ? "hinge_angle" : key, key + "_rate"};
}

// Checks poses one by one, with an overload for each kind. Its maps say which pairs of bodies are joined by
// which constraint, as that decides which keys a pose needs.
class PlacementCheck {
  public:
    PlacementCheck(const SystemSpec& spec, const BodyTable& bodies, Findings& findings)
        : spec_(spec), bodies_(bodies), findings_(findings) {
        for (const TrackSpec* track : items_of<TrackSpec>(spec.constraints))
            for (const PointSpec& point : track->points) tracks_.try_emplace(point.body, track);
        add_pairs<LinkSpec>(links_);
        add_pairs<JointSpec>(joints_);
        add_pairs<JointAxisSpec>(hinges_);
        for (const SliderSpec* slider : items_of<SliderSpec>(spec.constraints))
            sliders_.try_emplace(std::minmax(slider->a.body, slider->b.body), slider);
        for (const WeldSpec* weld : items_of<WeldSpec>(spec.constraints))
            welds_.try_emplace(std::minmax(weld->a.body, weld->b.body), weld);
    }

    void run(const DrawnStates& drawn) {
        for (const auto& [id, placement] : drawn.bodies) {
            if (!bodies_.contains(id) || is_origin(bodies_.at(id))) continue;  // reported by state_problems
            std::visit([&, body = bodies_.at(id)](const auto& p) { check(child(placements, body.id), body, p); },
                       placement);
        }
        check_cycles(drawn);
    }

  private:
    void check(const std::string& pointer, const BodySpec& body, const CartesianPlacement& placement) {
        if (axis_count(body.type) > 0) check_angle_count(pointer, body, {});
        check_vectors(pointer, placement.position, placement.velocity);
    }

    void check(const std::string& pointer, const BodySpec& body, const AngularPlacement& placement) {
        if (axis_count(body.type) > 0)
            findings_.add(pointer, "'" + body.id + "' is an " + type_name(body.type) +
                                       ": a direction alone places an "
                                       "Obj0D");
        if (spec_.dimension == 1) findings_.add(pointer, "angles need dimension 2 or 3: give 'position'");
        else if (std::ssize(placement.angles) != spec_.dimension - 1)
            findings_.add(pointer, spec_.dimension == 2 ? "dimension 2 needs 'angle', got 'azimuth' and 'polar'"
                                                        : "dimension 3 needs 'azimuth' and 'polar', got 'angle'");
        check_angles(pointer, placement.angles, placement.rates, false);
        if (placement.length) findings_.check_positive(child(pointer, "length"), *placement.length, " m");
        if (!check_from(pointer, body.id, placement.from) || placement.length) return;
        if (!attached(links_, body.id, placement.from))
            findings_.add(pointer, "no Link between '" + body.id + "' and '" + placement.from +
                                       "' gives the distance: add 'length'");
    }

    void check(const std::string& pointer, const BodySpec& body, const RigidPlacement& placement) {
        if (check_has_axes(pointer, body)) check_angle_count(pointer, body, placement);
        check_angles(pointer, placement.angles, placement.rates, placement.hinge);
        if (!placement.track.empty()) {
            track_of(pointer, body.id);
            check_distribution(child(pointer, "parameter"), placement.track[0], findings_);
            check_distribution(child(pointer, "parameter_rate"), placement.track[1], findings_);
        } else if (placement.from.empty()) {
            check_vector(child(pointer, "position"), placement.position);
            if (!placement.velocity.empty()) check_vector(child(pointer, "velocity"), placement.velocity);
        }
        if (!placement.from.empty() && check_from(pointer, body.id, placement.from))
            check_held(pointer, body.id, placement);
    }
    void check(const std::string& pointer, const BodySpec& body, const TrackPlacement& placement) {
        if (axis_count(body.type) > 0)
            findings_.add(pointer, "'" + body.id + "' is an " + type_name(body.type) +
                                       ": on a Track it starts with 'parameter' and angles");
        check_distribution(child(pointer, "parameter"), placement.parameter, findings_);
        check_distribution(child(pointer, "parameter_rate"), placement.rate, findings_);
        const TrackSpec* track = track_of(pointer, body.id);
        if (placement.from.empty() || !check_from(pointer, body.id, placement.from)) return;
        if (track && track != find_track(placement.from))
            findings_.add(child(pointer, "from"), "'" + placement.from + "' is not on the Track of '" + body.id + "'");
        if (placement.length) findings_.check_positive(child(pointer, "length"), *placement.length, " m");
        else if (!attached(links_, body.id, placement.from))
            findings_.add(pointer, "no Link between '" + body.id + "' and '" + placement.from +
                                       "' gives the distance: add 'length'");
    }
    void check(const std::string& pointer, const BodySpec& body, const HeldPlacement& placement) {
        if (placement.slide) check_distribution(child(pointer, "slide"), *placement.slide, findings_);
        check_distribution(child(pointer, "slide_rate"), placement.slide_rate, findings_);
        check_angles(pointer, placement.angles, placement.rates, placement.hinge);
        if (!check_from(pointer, body.id, placement.from)) return;
        const SliderSpec* slider = between(sliders_, body.id, placement.from);
        const WeldSpec* weld = between(welds_, body.id, placement.from);
        const std::string pair = "'" + body.id + "' and '" + placement.from + "'";
        if (placement.slide && !slider)
            findings_.add(child(pointer, "slide"), "no Slider between " + pair + " has an axis to slide along");
        else if (!placement.slide && slider)
            findings_.add(pointer, "a Slider holds it to '" + placement.from + "': give 'slide' too");
        else if (!slider && !weld) findings_.add(child(pointer, "from"), unheld(pair, body, placement.from));
        else if (slider) check_remaining_rotation(pointer, body, placement, *slider);
        else check_remaining_rotation(pointer, body, placement, *weld);
    }
    // Why a pose that gives only 'from' is incomplete. Only a Weld determines a pose completely; the message
    // depends on what joins the two bodies.
    std::string unheld(const std::string& pair, const BodySpec& body, const std::string& from) const {
        const bool point = axis_count(body.type) == 0;
        const auto lacks = [&](const char* kind, std::size_t angles, bool hinge) {
            return std::string("a ") + kind + " between " + pair + " does not determine its direction: give " +
                   angle_keys(angles, hinge) + " too";
        };
        const std::size_t free = spec_.dimension == 2 ? 1 : axis_count(body.type) < 2 ? 2 : 3;
        if (spec_.dimension > 1 && point && attached(links_, body.id, from)) return lacks("Link", free, false);
        if (!point && attached(hinges_, body.id, from))
            return lacks("Joint+Axis", free, bodies_.at(from).type != BodyType::obj1d);
        if (!point && attached(joints_, body.id, from)) return lacks("Joint", free, false);
        return "no Weld between " + pair + " determines its place: give 'position'";
    }
    // Which angles a body on a Weld or Slider still needs: none if they fix its direction, one about a hinge,
    // or all that its axes have.
    template <class Spec>
    void check_remaining_rotation(const std::string& pointer, const BodySpec& body, const HeldPlacement& placement,
                                  const Spec& pair) {
        const BodySpec &a = bodies_.at(pair.a.body), &b = bodies_.at(pair.b.body);
        const RemainingRotation left = remaining_rotation(pair, a.type, b.type, spec_.dimension);
        const std::size_t free = spec_.dimension == 2 ? 1 : axis_count(body.type) == 1 ? 2 : 3;
        const bool rod = axis_count(body.type) < 2, hinge = left == RemainingRotation::hinge && !rod;
        const std::size_t needed = axis_count(body.type) == 0 || left == RemainingRotation::fixed ? 0
                                   : left == RemainingRotation::hinge                             ? (rod ? 0 : 1)
                                                                                                  : free;
        if (placement.angles.size() == needed && placement.hinge == hinge) return;
        findings_.add(pointer, "on this " + std::string(std::is_same_v<Spec, WeldSpec> ? "Weld" : "Slider") + " '" +
                                   body.id + "' needs " + angle_keys(needed, hinge) + ", got " +
                                   angle_keys(placement.angles.size(), placement.hinge));
    }
    template <class Spec>
    using ByPair = std::map<std::pair<std::string, std::string>, const Spec*>;
    template <class Spec>
    static const Spec* between(const ByPair<Spec>& all, const std::string& a, const std::string& b) {
        const auto found = all.find(std::minmax(a, b));
        return found == all.end() ? nullptr : found->second;
    }
    const TrackSpec* find_track(const std::string& id) const {
        const auto found = tracks_.find(id);
        return found == tracks_.end() ? nullptr : found->second;
    }
    const TrackSpec* track_of(const std::string& pointer, const std::string& id) {
        const TrackSpec* track = find_track(id);
        if (!track) findings_.add(pointer, "'" + id + "' is on no Track: give 'position'");
        return track;
    }
    // Angles place bodies that have axes, in dimensions 2 and 3.
    bool check_has_axes(const std::string& pointer, const BodySpec& body) {
        if (spec_.dimension == 1) {
            findings_.add(pointer, "angles need dimension 2 or 3: give 'state' or 'states'");
            return false;
        }
        if (axis_count(body.type) > 0) return true;
        findings_.add(pointer, "'" + body.id +
                                   "' is an Obj0D and has no axes to turn: give 'position', or 'from' and " +
                                   angle_keys(spec_.dimension - 1, false));
        return false;
    }
    // One angle in a plane; in space azimuth and polar angle for a rod, Euler angles for a body of two or three
    // axes. A hinge angle replaces all of them.
    void check_angle_count(const std::string& pointer, const BodySpec& body, const RigidPlacement& placement) {
        const std::size_t needed = spec_.dimension < 3 ? 1 : body.type == BodyType::obj1d ? 2 : 3;
        if (placement.hinge || placement.angles.size() == needed) return;
        findings_.add(pointer, std::string("an ") + type_name(body.type) + " in dimension " +
                                   std::to_string(spec_.dimension) + " needs " + angle_keys(needed, false) + ", got " +
                                   angle_keys(placement.angles.size(), false));
    }
    // A pose with 'from' is completed by the Joint between both bodies, and a hinge angle by the axis of a
    // Joint+Axis.
    void check_held(const std::string& pointer, const std::string& id, const RigidPlacement& placement) {
        const std::string pair = "'" + id + "' and '" + placement.from + "'";
        const bool hinged = attached(hinges_, id, placement.from);
        if (placement.hinge && !hinged)
            findings_.add(child(pointer, "hinge_angle"),
                          "no Joint+Axis between " + pair + " has an axis to turn about");
        else if (placement.hinge && bodies_.at(placement.from).type == BodyType::obj1d)
            findings_.add(child(pointer, "hinge_angle"),
                          "'" + placement.from + "' is an Obj1D: it has no direction across its axis to count from");
        else if (!hinged && !attached(joints_, id, placement.from))
            findings_.add(child(pointer, "from"), unfollowed(pair, id, placement.from));
    }
    // Why 'from' cannot be used with a constraint that leaves more than one angle.
    std::string unfollowed(const std::string& pair, const std::string& id, const std::string& from) const {
        const auto held = [&]<class Spec>(const Spec& item) {
            return std::minmax(item.a.body, item.b.body) == std::minmax(id, from);
        };
        const auto any = [&](const auto& items) {
            return std::ranges::any_of(items, [&](const auto* item) { return held(*item); });
        };
        if (any(items_of<UniversalSpec>(spec_.constraints)))
            return "a Universal between " + pair + " is not one that 'from' follows: give 'position'";
        if (any(items_of<PlanarSpec>(spec_.constraints)))
            return "a Planar between " + pair + " is not one that 'from' follows: give 'position'";
        if (any(items_of<ParallelSpec>(spec_.constraints)))
            return "a Parallel between " + pair + " determines no place: give 'position'";
        return "no Joint between " + pair + " determines its place: give 'position'";
    }

    // False if nothing more can be checked of the pair.
    bool check_from(const std::string& pointer, const std::string& id, const std::string& from) {
        const std::string from_pointer = child(pointer, "from");
        if (!bodies_.check_known(from_pointer, from, findings_)) return false;
        if (from != id) return true;
        findings_.add(from_pointer, "'" + id + "' is placed relative to itself");
        return false;
    }
    using Pairs = std::set<std::pair<std::string, std::string>>;  // of bodies, the first name first
    template <class Attachment>
    void add_pairs(Pairs& pairs) {
        for (const Attachment* joint : items_of<Attachment>(spec_.constraints))
            pairs.insert(std::minmax(joint->a.body, joint->b.body));
    }
    static bool attached(const Pairs& pairs, const std::string& a, const std::string& b) {
        return pairs.contains(std::minmax(a, b));
    }

    void check_vectors(const std::string& pointer, const std::vector<Distribution>& position,
                       const std::vector<Distribution>& velocity) {
        check_vector(child(pointer, "position"), position);
        check_vector(child(pointer, "velocity"), velocity);
    }
    void check_vector(const std::string& pointer, const std::vector<Distribution>& values) {
        findings_.check_shape(pointer, values, spec_.dimension);
        for (std::size_t i = 0; i < values.size(); ++i) check_distribution(child(pointer, i), values[i], findings_);
    }
    // Each angle has a rate, and both are checked under the key that the file uses.
    void check_angles(const std::string& pointer, const std::vector<Distribution>& angles,
                      const std::vector<Distribution>& rates, bool hinge) {
        if (rates.size() != angles.size())
            findings_.add(pointer, "needs one rate for each of " + std::to_string(angles.size()) + " angles, got " +
                                       std::to_string(rates.size()));
        const auto key = [&](std::size_t i) { return angle_key(i, angles.size(), hinge); };
        for (std::size_t i = 0; i < angles.size(); ++i)
            check_distribution(pointer + "/" + key(i).angle, angles[i], findings_);
        for (std::size_t i = 0; i < rates.size(); ++i)
            check_distribution(pointer + "/" + key(i).rate, rates[i], findings_);
    }

    // Follows 'from' of each pose until the chain ends at an Origin, at a position, or where an earlier walk
    // has been. Each cycle is reported once, at the alphabetically first of its bodies.
    void check_cycles(const DrawnStates& drawn) {
        std::map<std::string, std::string> walk_of;  // by body: where the walk through it began
        for (const auto& [start, placement] : drawn.bodies) {
            std::string id = start;
            while (!id.empty() && walk_of.try_emplace(id, start).second) id = next(drawn, id);
            if (!id.empty() && walk_of.at(id) == start) report_cycle(drawn, id);
        }
    }
    // Names up to twenty bodies of a cycle, from the alphabetically first one on.
    void report_cycle(const DrawnStates& drawn, const std::string& member) {
        std::vector<std::string> cycle{member};
        for (std::string id = next(drawn, member); id != member; id = next(drawn, id)) cycle.push_back(id);
        if (cycle.size() == 1) return;  // reported by check_from
        std::rotate(cycle.begin(), std::ranges::min_element(cycle), cycle.end());
        constexpr std::size_t most = 20;
        std::string path = cycle.front();
        for (std::size_t i = 1; i < std::min(most, cycle.size()); ++i) path += " from " + cycle[i];
        if (cycle.size() > most) path += " ... (" + std::to_string(cycle.size()) + " bodies)";
        findings_.add(child(placements, cycle.front()), "placed relative to each other in a cycle: " + path + " from " +
                                                            cycle.front() + "; give one of them a 'position'");
    }
    // The body that `id` is placed from; empty if that one has no initial pose.
    static std::string next(const DrawnStates& drawn, const std::string& id) {
        const auto found = drawn.bodies.find(id);
        if (found == drawn.bodies.end()) return "";
        const std::string from = placed_from(found->second);
        return drawn.bodies.contains(from) ? from : "";
    }

    const SystemSpec& spec_;
    const BodyTable& bodies_;
    Findings& findings_;
    std::map<std::string, const TrackSpec*> tracks_{};  // by body: the first
    Pairs links_{}, joints_{}, hinges_{};
    ByPair<SliderSpec> sliders_{};
    ByPair<WeldSpec> welds_{};
};

// Reports numbers of a distribution that are not finite or out of order, one overload for each kind.
struct DistributionCheck {
    const std::string& pointer;
    Findings& findings;

    void operator()(const Constant& c) { findings.check_finite(pointer, c.value); }
    void operator()(const Normal& n) {
        findings.check_finite(child(child(pointer, "normal"), "mean"), n.mean);
        findings.check_not_negative(child(child(pointer, "normal"), "std"), n.std, "");
    }
    void operator()(const Uniform& u) {
        const std::string uniform = child(pointer, "uniform");
        findings.check_finite(child(uniform, "low"), u.low);
        findings.check_finite(child(uniform, "high"), u.high);
        if (u.low > u.high)
            findings.add(uniform,
                         "low must be <= high, got low " + number_text(u.low) + " and high " + number_text(u.high));
    }
    void operator()(const Listed&) {
        findings.add(pointer,
                     "a list of values, one for each trajectory, belongs in 'draws' or in a property of the system: "
                     "put it there, and write its name here");
    }
    void operator()(const Chosen& c) {
        for (std::size_t i = 0; i < c.values.size(); ++i)
            findings.check_finite(child(child(pointer, "choice"), i), c.values[i]);
    }
    void operator()(const Computed&) {}
    void operator()(const Shaped& s) {
        (*this)(s.normal);
        const std::string normal = child(pointer, "normal");
        if (!(s.limit > 0)) findings.add(child(normal, "limit"), "must be > 0, got " + number_text(s.limit));
        findings.check_finite(child(normal, "scale"), s.scale);
    }
};

}  // namespace

void check_placements(const SystemSpec& spec, const DrawnStates& drawn, const BodyTable& bodies, Findings& findings) {
    PlacementCheck(spec, bodies, findings).run(drawn);
}

void check_distribution(const std::string& pointer, const Distribution& value, Findings& findings) {
    std::visit(DistributionCheck{pointer, findings}, value);
}

}  // namespace cchnn
