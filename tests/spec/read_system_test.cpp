#include "spec/read_system.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <concepts>
#include <cstring>
#include <functional>
#include <set>

#include "contains_text.hpp"
#include "core/embedded_files.hpp"
#include "elements/kinds.hpp"
#include "elements/parts/formula/number_formula.hpp"
#include "spec/broken_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// All that a reader gives, apart from the text itself: two specs with the same account are the same.
struct Account {
    std::string text;
    void say(const std::string& word) { text += word + ";"; }
    void say(double number) { say(Json(number).dump()); }
    template <class... T>
    void say_each(const T&... values) {
        (say(values), ...);
    }
    void say(const Constant& c) { say_each("constant", c.value); }
    void say(const Normal& n) { say_each("normal", n.mean, n.std); }
    void say(const Uniform& u) { say_each("uniform", u.low, u.high); }
    void say(const Shaped& s) { say_each("shaped", s.normal, s.limit, s.scale, s.random_sign); }
    void say(const Units& u) { say_each(u.length, u.mass, u.time); }
    void say(const BodySpec& b) {
        say_each(b.id, type_name(b.type), b.mass, b.position, b.second_moments);
        if (b.mesh) say(*b.mesh);
    }
    void say(const MeshSpec& m) { say_each(m.file, m.sha256, m.scale, m.volume, m.centre_of_mass, m.axes); }
    void say(const PointSpec& p) { say_each(p.body, p.point); }
    void say(const LinkSpec& l) { say_each("Link", l.a, l.b, l.length); }
    void say(const JointSpec& j) { say_each("Joint", j.a, j.b); }
    void say(const JointAxisSpec& j) { say_each("Joint+Axis", j.a, j.b, j.axis_a, j.axis_b); }
    void say(const NewtonianSpec& n) { say_each("Newtonian", n.gravitational_constant, n.bodies); }
    void say(const DipoleSpec::Magnet& m) { say_each(m.position, m.moment); }
    void say(const DipoleSpec& p) { say_each("Dipole", p.body, p.pivot, p.moment, p.mu0, p.magnets); }
    void say(const DampingSpec& p) { say_each(p.body, p.pivot.value_or("everywhere"), p.coefficient); }
    void say(const DashpotSpec& s) { say_each("Dashpot", s.a, s.b, s.coefficient); }
    void say(const TorsionDamperSpec& t) { say_each("TorsionDamper", t.a, t.b, t.coefficient); }
    void say(const AngleSpec& a) { say_each(a.a, a.b, a.axis); }
    void say(const TorsionSpringSpec& t) { say_each("TorsionSpring", t.angle, t.stiffness, t.rest_angle, t.input); }
    void say(const TorqueSpec& t) { say_each("Torque", t.angle, t.torque, t.input, t.frame); }
    void say(const ForceSpec& f) { say_each("Force", f.on, f.force, f.input, f.frame); }
    void say(const MagneticFieldSpec& m) {
        say_each("MagneticField", m.on, m.charge, m.field, m.formula, m.vector_potential);
    }
    void say(const RotatingFrameSpec& f) { say_each("RotatingFrame", f.rate); }
    void say(const DragSpec& d) { say_each("Drag", d.on, d.coefficient); }
    void say(const FormulaPotentialSpec& p) { say_each("Potential", p.points, p.constants, p.energy); }
    void say(const ConstraintSpec& c) { say_each("Constraint", c.points, c.constants, c.equation, c.names); }
    void say(const VelocityConstraintSpec& c) {
        say_each("VelocityConstraint", c.points, c.constants, c.equation, c.names);
    }
    void say(const LagrangianSpec& l) {
        say_each("Lagrangian", l.coordinates, l.angles, l.constants, l.kinetic, l.potential, l.dissipation, l.forces,
                 l.inputs, l.positions);
        for (const std::vector<std::string>& rod : l.rods) say(rod);
    }
    void say(const LagrangianSpec::Place& place) { say_each(place.name, place.at); }
    void say(const ContactSpec& c) {
        say_each(c.name, std::string(shape_name(c.shape)), c.a, c.b, c.radius_a, c.radius_b, c.point, c.normal,
                 c.distance, c.gap.points, c.gap.constants, c.gap.equation, c.restitution, c.stop.angle, c.stop.slide,
                 c.stop.low.value_or(-99), c.stop.high.value_or(99));
    }
    void say(const GravitySpec& g) { say_each("Gravity", g.g, g.up); }
    void say(const SpringSpec& s) { say_each("Spring", s.a, s.b, s.stiffness, s.rest_length, s.input); }
    void say(const CartesianPlacement& p) { say_each(p.position, p.velocity); }
    void say(const AngularPlacement& p) { say_each(p.from, p.angles, p.rates, p.length.value_or(-1)); }
    void say(const RigidPlacement& p) {
        say_each(p.from, p.hinge ? "hinge" : "free", p.angles, p.rates, p.position, p.velocity, p.track);
    }
    void say(const TrackPlacement& p) {
        say_each("on track", p.parameter, p.rate, p.from, p.ahead ? "ahead" : "behind", p.length.value_or(-1));
    }
    void say(const HeldPlacement& p) {
        say_each("held", p.from, p.slide.value_or(Constant{-1}), p.slide_rate, p.hinge ? "hinge" : "free", p.angles,
                 p.rates);
    }
    void say(const LowerPairSpec& p) { say_each("pair", p.a, p.b, p.axis, p.across, p.turn ? "turn" : "no turn"); }
    void say(const ScrewSpec& s) {
        say_each("Screw", static_cast<const LowerPairSpec&>(s), s.lead, s.phase.value_or(-1));
    }
    void say(const RopeSpec& r) { say_each("Rope", r.points, r.length); }
    void say(const GearSpec& g) { say_each("Gear", g.first, g.second, g.teeth[0], g.teeth[1], g.phase.value_or(-1)); }
    void say(const SlideSpec& s) { say_each("slide", s.a, s.b, s.along); }
    void say(const RackSpec& r) { say_each("Rack", r.wheel, r.slide, r.radius, r.phase.value_or(-1)); }
    void say(const SlideGearSpec& g) { say_each("SlideGear", g.first, g.second, g.ratio, g.offset); }
    void say(const RollingSpec& r) { say_each("Rolling", r.body, r.radius, r.up, r.height, r.axle, r.upright); }
    void say(const TrackSpec& t) { say_each("Track", t.points, t.curve.parameter, t.curve.formulas, t.curve.range); }
    void say(const DrawnStates& d) {
        const std::vector<std::string> held(d.held.begin(), d.held.end());
        say_each(d.bodies, held, d.position_noise, d.velocity_factor, d.velocity_noise);
    }
    void say(const GivenState& s) { say_each("x", s.position, "v", s.velocity); }
    void say(const FormulaSignal& f) { say_each("formula", f.text); }
    void say(const SampledSignal& s) { say_each("samples", s.formula->text()); }
    void say(const SteppedSignal& s) { say_each("steps", s.value, s.every); }
    void say(const WanderingSignal& w) { say_each("walk", w.mean, w.std, w.time); }
    void say(const InputSpec& i) { say_each(i.id, i.unit, i.linear ? "linear" : "held", i.signal); }
    void say(const NamedDraw& d) { say_each(d.name, d.distribution); }
    void say(const SamplingSpec& s) { say_each(s.dt, s.steps); }
    void say(const Listed& l) { say_each("values", l.values); }
    void say(const Chosen& c) { say_each("choice", c.values); }
    void say(const Computed& c) { say(c.formula->text()); }
    template <std::same_as<ItemSpec> Item>  // what else becomes one is no item
    void say(const Item& item) {
        for_each_kind(AllKinds{}, [&]<class K>(KindTag<K>) {
            if (const auto* spec = item.template as<typename K::Spec>()) say(*spec);
        });
    }
    template <class... T>
    void say(const std::variant<T...>& value) {
        std::visit([&](const auto& v) { say(v); }, value);
    }
    template <class T>
    void say(const std::vector<T>& values) {
        say("[");
        for (const T& value : values) say(value);
        say("]");
    }
    template <class T>
    void say(const std::map<std::string, T>& values) {
        for (const auto& [key, value] : values) say_each(key, value);
    }
};
std::string finish_step(const SystemSpec& s) {
    Account a;
    a.say_each(s.name, s.title, s.description, s.reference, s.dimension, s.units);
    a.say_each(s.bodies, s.constraints, s.potentials, s.damping, s.contacts, s.inputs, s.draws, s.initial_conditions,
               s.sampling, s.conserved);
    for (const auto& [id, moves] : s.moves)
        for (const MoveSpec& move : moves) a.say_each(id, move.along, move.input);
    return a.text;
}

// Together these use every key of the schema, and every kind of placement, distribution and state.
std::vector<Json> full_documents() {
    Json drawn_2d = pendulum_2d();
    drawn_2d["$schema"] = "../schemas/system.schema.json";
    drawn_2d["title"] = "Title";
    drawn_2d["description"] = "Description";
    drawn_2d["reference"] = "Reference";
    drawn_2d["potentials"][0]["g"] = 1.6;
    drawn_2d["potentials"][0]["up"] = {0.6, 0.8};
    drawn_2d["initial_conditions"] = Json::parse(R"({
        "bodies": {"bob": {"from": "pivot", "angle": {"normal": {"mean": 0.5, "std": 1}}, "angle_rate": 2, "length": 1},
                   "tail": {"position": [1, {"uniform": {"low": -1, "high": 1}}], "velocity": [3, 4]}},
        "noise": {"position": {"normal": {"mean": 0.125, "std": 0.2}}, "velocity_factor": 1.5, "velocity": 0.25}})");
    drawn_2d["draws"] = Json::parse(R"({"m": {"values": [1, 2]}, "r": {"uniform": {"low": 0, "high": 1}},
                                        "s": {"choice": [3, 4]}})");
    drawn_2d["sampling"] = {{"dt", 0.03}, {"steps", 7}};
    drawn_2d["conserved"] = {"energy"};

    Json drawn_3d = pendulum_2d();
    drawn_3d["dimension"] = 3;
    drawn_3d["bodies"][0]["position"] = {1, 2, 3};
    drawn_3d["initial_conditions"] = Json::parse(R"({"bodies": {
        "bob": {"from": "pivot", "azimuth": 1, "polar": 2, "azimuth_rate": 3, "polar_rate": 4},
        "tail": {"from": "bob", "azimuth": 5, "polar": 6, "length": 7}}})");

    Json one_state = pendulum_2d();
    one_state["initial_conditions"] =
        Json::parse(R"({"state": {"position": {"bob": [0, -1], "tail": [1, 2]}, "velocity": {"bob": [3, 4]}}})");
    Json two_states = pendulum_2d();
    two_states["initial_conditions"] = Json::parse(
        R"({"states": [{"position": {"bob": [0, -1], "tail": [1, 2]}},
                       {"position": {"bob": [5, 6], "tail": [7, 8]}, "velocity": {"tail": [9, 10]}}]})");

    Json meshed = Json::parse(R"({"name": "meshed", "dimension": 3,
        "bodies": [{"id": "base", "type": "Origin"},
                   {"id": "top", "type": "Obj3D", "mass": 6, "second_moments": [1, 2, 3],
                    "mesh": {"file": "a.obj", "scale": 0.5, "density": 2, "volume": 3, "centre_of_mass": [4, 5, 6],
                             "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}}],
        "constraints": [{"type": "Joint+Axis", "between": ["base", {"body": "top", "mesh_point": [7, 8, 9]}],
                         "axis": [[0, 0, 1], {"mesh_axis": [0, 0, 1]}]}],
        "initial_conditions": {"bodies": {"top": {"from": "base", "hinge_angle": 0}}}})");
    Json touching = pendulum_2d();
    touching["contacts"] = Json::parse(R"([
        {"type": "Contact", "shape": "plane", "name": "floor", "on": "bob", "radius": 0.5, "point": [0, -5], "normal": [0, 1],
         "restitution": 0.25},
        {"type": "Contact", "shape": "balls", "between": ["bob", "tail"], "radii": [0.125, 0.25], "restitution": 0.5},
        {"type": "Contact", "shape": "within", "between": ["tail", "pivot"], "distance": 9, "restitution": 0.125},
        {"type": "Contact", "shape": "formula", "points": ["tail"], "constants": {"k": 3}, "gap": "y + 4*k",
         "restitution": 0.75}])");
    Json stopped = machine_2d();
    stopped["contacts"] = Json::parse(R"([
        {"type": "Stop", "shape": "angle", "name": "knee", "bodies": ["pin", "rod"], "low": -7, "high": 7, "restitution": 0.5},
        {"type": "Stop", "shape": "slide", "name": "rail", "between": ["pin", {"body": "plate", "point": [1, 2]}],
         "along": [0, 1], "low": -20, "high": 30, "restitution": 0.25}])");
    meshed["bodies"][1]["mesh"]["sha256"] = std::string(64, '0');
    return {drawn_2d, drawn_3d,   one_state,   two_states,  machine_3d(), machine_2d(), meshed,          touching,
            stopped,  carts_2d(), wheels_3d(), forces_2d(), drawer_3d(),  shaken_2d(),  coordinates_1d()};
}

// Names listed under "properties", anywhere in the schema.
void collect_schema_keys(const nlohmann::json& schema, std::set<std::string>& keys) {
    if (!schema.is_structured()) return;
    if (schema.is_object() && schema.contains("properties"))
        for (const auto& [key, inner] : schema.at("properties").items()) keys.insert(key);
    for (const auto& inner : schema) collect_schema_keys(inner, keys);
}
void collect_keys(const Json& value, std::set<std::string>& keys) {
    for (const auto& [key, inner] : value.items()) {
        if (value.is_object()) keys.insert(key);
        if (inner.is_structured()) collect_keys(inner, keys);
    }
}

TEST_CASE("the documents of these tests use every key that the schema allows") {
    std::set<std::string> allowed, used;
    collect_schema_keys(nlohmann::json::parse(embedded_files().at("schemas/system.schema.json")), allowed);
    for (const Json& document : full_documents()) collect_keys(document, used);
    for (const std::string& key : allowed) CHECK_MESSAGE(used.contains(key), key);
}

Json changed(const Json& value) {
    if (value.is_number_integer()) return value.get<int>() + 1;
    if (value.is_number()) return value.get<double>() * 1.5;
    if (value.is_boolean()) return !value.get<bool>();
    return value.get<std::string>() + "x";
}

TEST_CASE("every value that the schema allows is read: another value gives another spec, or a problem of meaning") {
    for (const Json& document : full_documents()) {
        const std::string before = finish_step(parse_system(document.dump(), "a.json"));
        const Json leaves = document.flatten();
        for (const auto& leaf : leaves.items()) {
            const std::string& pointer = leaf.key();
            CAPTURE(pointer);
            if (pointer == "/$schema" || pointer.ends_with("/type") || pointer.starts_with("/conserved")) continue;
            Json other = document;
            other[Json::json_pointer(pointer)] = changed(leaf.value());
            const std::string said = complaint(other);
            if (said.empty()) CHECK(finish_step(parse_system(other.dump(), "a.json")) != before);
            else CHECK_MESSAGE(said.find("a.json#/") == 0, said);
            CHECK_FALSE(contains_text(said, "key"));  // a problem of structure would prove nothing
        }
    }
}

std::vector<std::string> choices(const char* definition) {
    const auto schema = nlohmann::json::parse(embedded_files().at("schemas/system.schema.json"));
    return schema.at("definitions").at(definition).at("properties").at("type").at("enum");
}

TEST_CASE("every type that the schema allows is read as its own kind") {
    const SystemSpec spec = parse_system(pendulum_2d().dump(), "a.json");
    const SystemSpec machine = parse_system(machine_3d().dump(), "a.json");
    CHECK(choices("body") == std::vector<std::string>{"Origin", "Obj0D", "Obj1D", "Obj2D", "Obj3D"});
    CHECK(machine.bodies[0].type == BodyType::origin);
    CHECK(machine.bodies[1].type == BodyType::obj0d);
    CHECK(machine.bodies[2].type == BodyType::obj1d);
    CHECK(machine.bodies[3].type == BodyType::obj2d);
    CHECK(machine.bodies[4].type == BodyType::obj3d);
    CHECK(choices("constraint") == std::vector<std::string>{"Link", "Joint", "Joint+Axis", "Rolling", "Track", "Weld",
                                                            "Slider", "Universal", "Planar", "Rope", "Gear", "Rack",
                                                            "Screw", "SlideGear", "Constraint", "VelocityConstraint",
                                                            "Parallel"});
    CHECK((spec.constraints[0].as<LinkSpec>() != nullptr));
    CHECK((machine.constraints[0].as<JointSpec>() != nullptr));
    CHECK((machine.constraints[1].as<JointAxisSpec>() != nullptr));
    CHECK(choices("potential") == std::vector<std::string>{"Gravity", "Spring", "Newtonian", "Dipole", "Force",
                                                           "Potential", "TorsionSpring", "Torque", "MagneticField",
                                                           "RotatingFrame", "Lagrangian"});
    CHECK((spec.potentials[0].as<GravitySpec>() != nullptr));
    CHECK((spec.potentials[1].as<SpringSpec>() != nullptr));
    CHECK((machine.potentials[0].as<NewtonianSpec>() != nullptr));
    CHECK((machine.potentials[1].as<DipoleSpec>() != nullptr));
    CHECK(choices("damping") == std::vector<std::string>{"Damping", "Dashpot", "TorsionDamper", "Drag"});
    CHECK(machine.damping.size() == 2);
}

TEST_CASE("every conserved quantity that the schema allows is known in some dimension") {
    const auto schema = nlohmann::json::parse(embedded_files().at("schemas/system.schema.json"));
    const Json all = schema.at("properties").at("conserved").at("items").at("enum");
    Json spatial = full_documents()[1];
    spatial["conserved"] = all;
    CHECK(complaint(spatial) == "");
    CHECK(parse_system(spatial.dump(), "a.json").conserved == all.get<std::vector<std::string>>());
}

TEST_CASE("what is left out has the default that the schema declares") {
    Json document = pendulum_2d();
    document["bodies"][0].erase("position");
    document["potentials"][1].erase("rest_length");
    const SystemSpec spec = parse_system(document.dump(), "a.json");
    const auto schema = nlohmann::json::parse(embedded_files().at("schemas/system.schema.json"));
    const auto declared = [&](const char* pointer) { return schema.at(nlohmann::json::json_pointer(pointer)); };

    CHECK(spec.title == "own");
    CHECK(spec.description == declared("/properties/description/default").get<std::string>());
    CHECK(spec.reference == declared("/properties/reference/default").get<std::string>());
    CHECK(spec.bodies[0].position == std::vector<double>{0, 0});
    const auto& gravity = (*spec.potentials[0].as<GravitySpec>());
    CHECK(gravity.g == declared("/definitions/Gravity/properties/g/default").get<double>());
    CHECK(gravity.up == std::vector<double>{0, 1});
    CHECK((*spec.potentials[1].as<SpringSpec>()).rest_length ==
          declared("/definitions/Spring/properties/rest_length/default").get<double>());
    CHECK(spec.sampling.dt == declared("/properties/sampling/properties/dt/default").get<double>());
    CHECK(spec.sampling.steps == declared("/properties/sampling/properties/steps/default").get<int>());
    CHECK(spec.conserved.empty());

    const auto& drawn = std::get<DrawnStates>(spec.initial_conditions);
    CHECK(
        drawn.velocity_factor ==
        declared("/definitions/initial_conditions/properties/noise/properties/velocity_factor/default").get<double>());
    CHECK(std::get<Constant>(drawn.position_noise).value == 0);
    CHECK(std::get<Constant>(drawn.velocity_noise).value == 0);
    const auto& bob = std::get<AngularPlacement>(drawn.bodies.at("bob"));
    CHECK(std::get<Constant>(bob.rates.at(0)).value == 0);
    CHECK(!bob.length);
    const auto& tail = std::get<CartesianPlacement>(drawn.bodies.at("tail"));
    CHECK(tail.velocity.size() == 2);
    CHECK(std::get<Constant>(tail.velocity.at(1)).value == 0);
}

TEST_CASE("constraints and potentials may be left out") {
    Json document = pendulum_2d();
    document.erase("constraints");
    document.erase("potentials");
    document["initial_conditions"]["bodies"]["bob"]["length"] = 1;
    const SystemSpec spec = parse_system(document.dump(), "a.json");
    CHECK(spec.constraints.empty());
    CHECK(spec.potentials.empty());
}

TEST_CASE("values arrive in their own places") {
    const auto documents = full_documents();
    const SystemSpec planar = parse_system(documents[0].dump(), "a.json");
    const auto& drawn = std::get<DrawnStates>(planar.initial_conditions);
    const auto& tail = std::get<CartesianPlacement>(drawn.bodies.at("tail"));
    CHECK(std::get<Constant>(tail.position[0]).value == 1);
    CHECK(std::get<Uniform>(tail.position[1]).low == -1);
    CHECK(std::get<Uniform>(tail.position[1]).high == 1);
    CHECK(std::get<Constant>(tail.velocity[1]).value == 4);
    CHECK(std::get<Normal>(drawn.position_noise).mean == 0.125);
    CHECK(std::get<Normal>(drawn.position_noise).std == 0.2);
    CHECK(std::get<Constant>(drawn.velocity_noise).value == 0.25);
    CHECK(drawn.velocity_factor == 1.5);

    const SystemSpec spatial = parse_system(documents[1].dump(), "a.json");
    const auto& bob = std::get<AngularPlacement>(std::get<DrawnStates>(spatial.initial_conditions).bodies.at("bob"));
    CHECK(std::get<Constant>(bob.angles[0]).value == 1);  // azimuth
    CHECK(std::get<Constant>(bob.angles[1]).value == 2);  // polar angle
    CHECK(std::get<Constant>(bob.rates[0]).value == 3);
    CHECK(std::get<Constant>(bob.rates[1]).value == 4);
    CHECK(spatial.bodies[0].position == std::vector<double>{1, 2, 3});
    CHECK((*spatial.potentials[0].as<GravitySpec>()).up == std::vector<double>{0, 0, 1});

    const SystemSpec one = parse_system(documents[2].dump(), "a.json");
    const auto& state = std::get<std::vector<GivenState>>(one.initial_conditions).at(0);
    CHECK(state.position.at("tail") == std::vector<double>{1, 2});
    CHECK(state.velocity.at("bob") == std::vector<double>{3, 4});
    CHECK(!state.velocity.contains("tail"));
    const SystemSpec two = parse_system(documents[3].dump(), "a.json");
    CHECK(std::get<std::vector<GivenState>>(two.initial_conditions).size() == 2);
    CHECK(std::get<std::vector<GivenState>>(two.initial_conditions)[1].velocity.at("tail")[1] == 10);
}

TEST_CASE("the stored text reads back as the same system, and does not change when stored again") {
    std::vector<std::string> texts;
    for (const Json& document : full_documents()) texts.push_back(document.dump());
    for (const auto& [file, text] : embedded_files())
        if (file.starts_with("systems/") && !file.starts_with("systems/suites/") &&
            !file.starts_with("systems/recipes/") && file.ends_with(".json"))
            texts.push_back(text);
    const FileFinder embedded = [](const std::string& path) {
        return NamedText{path, embedded_files().at("systems/" + path)};
    };
    for (const std::string& text : texts) {
        const SystemSpec once = parse_system(text, "a.json", embedded);
        const SystemSpec twice = parse_system(once.json, "b.json");
        CHECK(finish_step(once) == finish_step(twice));
        CHECK(once.json == twice.json);
    }
}

TEST_CASE("numbers of the stored text are the same doubles, bit by bit") {
    for (const char* number : {"0.1", "1.0390508031418597", "0.93892383947112379", "5e-324", "1.7976931348623157e308",
                               "2.2250738585072011e-308", "9007199254740993", "0.30000000000000004", "1e23",
                               "123456789012345678901234567890", "1.0", "3"}) {
        CAPTURE(number);
        std::string text = pendulum_2d().dump();
        text.replace(text.find("\"mass\":2"), 8, std::string("\"mass\":") + number);
        const SystemSpec once = parse_system(text, "a.json");
        const SystemSpec twice = parse_system(once.json, "a.json");
        const double expected = std::strtod(number, nullptr);
        CHECK(std::memcmp(&once.bodies[1].mass, &expected, sizeof expected) == 0);
        CHECK(std::memcmp(&once.bodies[1].mass, &twice.bodies[1].mass, sizeof expected) == 0);
    }
}

}  // namespace
