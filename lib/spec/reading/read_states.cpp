#include "spec/reading/read_states.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "elements/parts/formula/number_formula.hpp"
#include "elements/parts/reading/optional_value.hpp"
#include "elements/rolling.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

Distribution read_normal(const Json& n) {
    const Normal normal{n.at("mean"), n.at("std")};
    if (!n.contains("limit") && !n.contains("scale") && !n.contains("random_sign")) return normal;
    const Shaped plain;
    return Shaped{normal, optional_value(n, "limit", plain.limit), optional_value(n, "scale", plain.scale),
                  optional_value(n, "random_sign", plain.random_sign)};
}

using Numbers = std::vector<double>;
using Distributions = std::vector<Distribution>;

// The constant 0 when the key is left out.
Distribution optional_distribution(const Json& object, const char* key) {
    return object.contains(key) ? read_distribution(object.at(key)) : Constant{0};
}
Distributions read_distributions(const Json& values) {
    Distributions distributions;
    for (const Json& value : values) distributions.push_back(read_distribution(value));
    return distributions;
}
// `count` zeros when the key is left out.
Distributions optional_distributions(const Json& object, const char* key, std::size_t count) {
    return object.contains(key) ? read_distributions(object.at(key)) : Distributions(count, Constant{0});
}

// The angles of a pose with as many rates.
struct Angles {
    Distributions angles, rates;
};
// Angles in the plane or in space, or of a hinge, under whichever keys the pose has. Schema and
// placement_meaning.cpp decide which of them go together.
Angles read_angles(const Json& placement) {
    if (placement.contains("euler_zxz"))
        return {read_distributions(placement.at("euler_zxz")), optional_distributions(placement, "euler_rates", 3)};
    Angles read;
    const auto add = [&](const char* key, const char* rate) {
        if (!placement.contains(key)) return;
        read.angles.push_back(read_distribution(placement.at(key)));
        read.rates.push_back(optional_distribution(placement, rate));
    };
    add("angle", "angle_rate");
    add("azimuth", "azimuth_rate");
    add("polar", "polar_rate");
    add("hinge_angle", "hinge_rate");
    return read;
}

// The keys that a pose has, and the type of its body, decide which kind of Placement it becomes.
class StateReader {
  public:
    StateReader(const SystemSpec& spec, Findings& findings) : findings_(findings), dimension_(spec.dimension) {
        for (const BodySpec& body : spec.bodies) types_.try_emplace(body.id, body.type);
        for (const RollingSpec* rolling : items_of<RollingSpec>(spec.constraints)) rolling_.insert(rolling->body);
    }

    InitialConditionsSpec read(const Json& conditions) {
        const std::string pointer = "/initial_conditions";
        if (conditions.contains("bodies")) return read_drawn(conditions, child(pointer, "bodies"));
        if (conditions.contains("state"))
            return std::vector{read_state(conditions.at("state"), child(pointer, "state"))};
        std::vector<GivenState> states;
        for (const Json& state : conditions.at("states"))
            states.push_back(read_state(state, child(child(pointer, "states"), states.size())));
        return states;
    }

  private:
    DrawnStates read_drawn(const Json& conditions, const std::string& pointer) {
        DrawnStates drawn;
        for (const auto& [id, given] : conditions.at("bodies").items()) {
            Json placement = given;
            if (optional_value(placement, "hold", false)) drawn.held.insert(id);
            placement.erase("hold");  // which says nothing of where the body is
            drawn.bodies[id] = read_placement(placement, type_of(id), rolls(id), child(pointer, id));
        }
        const Json noise = optional_value(conditions, "noise", Json::object());
        drawn.position_noise = optional_distribution(noise, "position");
        drawn.velocity_noise = optional_distribution(noise, "velocity");
        drawn.velocity_factor = optional_value(noise, "velocity_factor", drawn.velocity_factor);
        return drawn;
    }

    // The type of a body. Unknown bodies are reported by state_problems() and read as point masses here.
    BodyType type_of(const std::string& id) const {
        const auto found = types_.find(id);
        return found == types_.end() ? BodyType::obj0d : found->second;
    }
    bool rolls(const std::string& id) const { return rolling_.contains(id); }

    // The cases from the most special: held by a Weld or Slider, on a Track, a rigid body, a point at a
    // position, a point on an angle from another one.
    Placement read_placement(const Json& placement, BodyType type, bool rolls, const std::string& pointer) {
        const Angles read = read_angles(placement);
        if (placement.contains("slide") || (placement.size() == 1 && placement.contains("from")))
            return read_held(placement, read);
        const bool along = placement.contains("along");
        if (along || (placement.contains("parameter") && axis_count(type) == 0 && read.angles.empty()))
            return read_track(placement, along);
        if (axis_count(type) > 0) return read_rigid(placement, read, type, rolls, pointer);
        const bool has_frame = placement.contains("euler_zxz") || placement.contains("hinge_angle");
        if (read.angles.empty())
            return CartesianPlacement{read_distributions(placement.at("position")),
                                      optional_distributions(placement, "velocity", dimension_)};
        if (has_frame || placement.contains("position") || placement.contains("parameter"))
            return read_rigid(placement, read, type, rolls, pointer);
        AngularPlacement angular{placement.at("from"), read.angles, read.rates, {}};
        if (placement.contains("length")) angular.length = placement.at("length").get<double>();
        return angular;
    }
    HeldPlacement read_held(const Json& placement, const Angles& read) {
        HeldPlacement held{.from = placement.at("from"),
                           .slide = {},
                           .slide_rate = optional_distribution(placement, "slide_rate"),
                           .hinge = placement.contains("hinge_angle"),
                           .angles = read.angles,
                           .rates = read.rates};
        if (placement.contains("slide")) held.slide = read_distribution(placement.at("slide"));
        return held;
    }
    TrackPlacement read_track(const Json& placement, bool along) {
        TrackPlacement track;
        track.parameter = optional_distribution(placement, "parameter");
        track.rate = optional_distribution(placement, "parameter_rate");
        track.from = optional_value(placement, "from", std::string());
        track.ahead = !along || placement.at("along") == "ahead";
        if (placement.contains("length")) track.length = placement.at("length").get<double>();
        return track;
    }
    // A rolling body may leave its velocity out: it then has the one with which it rolls, and `velocity` stays
    // empty.
    RigidPlacement read_rigid(const Json& placement, const Angles& read, BodyType type, bool rolls,
                              const std::string& pointer) {
        if (placement.contains("length"))
            findings_.add(child(pointer, "length"), std::string("places an Obj0D; an ") + type_name(type) +
                                                        " starts where its Joint to 'from' puts it");
        RigidPlacement rigid{.from = optional_value(placement, "from", std::string()),
                             .hinge = placement.contains("hinge_angle"),
                             .angles = read.angles,
                             .rates = read.rates,
                             .position = {},
                             .velocity = {},
                             .track = {}};
        if (placement.contains("parameter"))
            rigid.track = {read_distribution(placement.at("parameter")),
                           optional_distribution(placement, "parameter_rate")};
        if (!placement.contains("position")) return rigid;
        rigid.position = read_distributions(placement.at("position"));
        if (placement.contains("velocity") || !rolls)
            rigid.velocity = optional_distributions(placement, "velocity", dimension_);
        return rigid;
    }

    GivenState read_state(const Json& state, const std::string& pointer) {
        return {read_arrays(state, "position", pointer), read_arrays(state, "velocity", pointer)};
    }
    std::map<std::string, Numbers> read_arrays(const Json& state, const char* key, const std::string& pointer) {
        std::map<std::string, Numbers> arrays;
        if (!state.contains(key)) return arrays;
        for (const auto& [id, nodes] : state.at(key).items())
            arrays[id] = read_nodes(nodes, type_of(id), child(child(pointer, key), id));
        return arrays;
    }
    // The coordinates of all nodes of a body one after the other. A problem gives zeros of the right number, so
    // that later checks find no second fault in them.
    Numbers read_nodes(const Json& nodes, BodyType type, const std::string& pointer) {
        const bool has_list = std::ranges::any_of(nodes, &Json::is_array);
        if (axis_count(type) == 0 && !has_list) return nodes;
        const std::size_t count = axis_count(type) + 1;
        const bool fits = axis_count(type) == 0 ? false : check_lists(nodes, type, count, pointer);
        if (axis_count(type) == 0)
            findings_.add(pointer, std::string("must be a list of numbers: an ") + type_name(type) + " has no axes");
        if (!fits) return Numbers(count * dimension_, 0.0);
        Numbers flat;
        for (const Json& node : nodes)
            for (const Json& entry : node) flat.push_back(entry);
        return flat;
    }
    // One list for each node, each with a number for each axis of space.
    bool check_lists(const Json& nodes, BodyType type, std::size_t count, const std::string& pointer) {
        const auto is_list = [](const Json& node) { return node.is_array(); };
        if (nodes.size() != count || !std::ranges::all_of(nodes, is_list)) {
            findings_.add(pointer, "must be " + std::to_string(count) + " lists of " + std::to_string(dimension_) +
                                       (dimension_ == 1 ? " number" : " numbers") + ", one for each node of an " +
                                       type_name(type) + ": its centre of mass, then the tips of its axes; got " +
                                       nodes.dump());
            return false;
        }
        bool fits = true;
        for (std::size_t i = 0; i < count; ++i)
            fits =
                findings_.check_shape(child(pointer, i), nodes[i].get<Numbers>(), static_cast<int>(dimension_)) && fits;
        return fits;
    }

    Findings& findings_;
    std::size_t dimension_;
    std::map<std::string, BodyType> types_{};
    std::set<std::string> rolling_{};  // bodies
};

}  // namespace

Distribution read_distribution(const Json& value) {
    if (value.is_number()) return Constant{value.get<double>()};
    if (value.is_string()) return Computed{std::make_shared<const NumberFormula>(value.get<std::string>())};
    if (const auto list = value.find("values"); list != value.end()) return Listed{*list};
    if (const auto choice = value.find("choice"); choice != value.end()) return Chosen{*choice};
    if (const auto n = value.find("normal"); n != value.end()) return read_normal(*n);
    const Json& u = value.at("uniform");
    return Uniform{u.at("low"), u.at("high")};
}

void read_initial_conditions(const Json& conditions, SystemSpec& spec, Findings& findings) {
    spec.initial_conditions = StateReader(spec, findings).read(conditions);
}

}  // namespace cchnn
