#include "spec/varied_properties.hpp"

#include <doctest/doctest.h>

#include "contains_text.hpp"
#include "core/errors.hpp"
#include "elements/damping.hpp"
#include "elements/force.hpp"
#include "elements/formula_potential.hpp"
#include "elements/gravity.hpp"
#include "elements/joint.hpp"
#include "elements/link.hpp"
#include "elements/newtonian.hpp"
#include "elements/spring.hpp"
#include "spec/broken_system.hpp"
#include "spec/system_parameters.hpp"
#include "spec/varied_values.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

Json uniform(double low, double high) { return {{"uniform", {{"low", low}, {"high", high}}}}; }
Json normal(double mean, double std) { return {{"normal", {{"mean", mean}, {"std", std}}}}; }

Json varied_pendulum() {
    Json document = pendulum_2d();
    document["bodies"][1]["mass"] = uniform(1, 4);
    document["constraints"][0]["length"] = normal(1.5, 0.1);
    document["potentials"][0]["g"] = uniform(0, 10);
    document["potentials"][1]["stiffness"] = uniform(5, 7);
    document["damping"] =
        Json::array({{{"type", "Damping"}, {"body", "bob"}, {"about", "pivot"}, {"coefficient", uniform(0, 1)}}});
    return document;
}

SystemSpec read(const Json& document) { return parse_system(document.dump(), "a.json"); }

}  // namespace

TEST_CASE(
    "properties drawn for each trajectory are listed in the order of the file, and read as the mean of the drawn "
    "states") {
    const SystemSpec spec = read(varied_pendulum());
    REQUIRE(spec.varied.size() == 5);
    const auto says = [&](std::size_t i) {
        return spec.varied[i].name + " | " + spec.varied[i].pointer + " | " + spec.varied[i].unit;
    };
    CHECK(says(0) == "bob mass | /bodies/1/mass | kg");
    CHECK(says(1) == "Link pivot-bob length | /constraints/0/length | m");
    CHECK(says(2) == "Gravity g | /potentials/0/g | m/s^2");
    CHECK(says(3) == "Spring bob-tail stiffness | /potentials/1/stiffness | N/m");
    CHECK(says(4) == "Damping bob coefficient | /damping/0/coefficient | N m s");
    CHECK(spec.bodies[1].mass == 2.5);
    CHECK((*spec.constraints[0].as<LinkSpec>()).length == 1.5);
    CHECK((*spec.potentials[0].as<GravitySpec>()).g == 5);
    CHECK((*spec.damping[0].as<DampingSpec>()).coefficient == 0.5);
    CHECK(Json::parse(spec.json) == varied_pendulum());  // what a dataset stores still has the distributions
}

TEST_CASE("values go where their properties stand, and nowhere else") {
    const SystemSpec spec = read(varied_pendulum()), own = with_values(spec, {1.25, 2, 3, 6, 0.25});
    CHECK(own.bodies[1].mass == 1.25);
    CHECK(own.bodies[2].mass == 3);
    CHECK((*own.constraints[0].as<LinkSpec>()).length == 2);
    CHECK((*own.potentials[0].as<GravitySpec>()).g == 3);
    CHECK((*own.potentials[1].as<SpringSpec>()).stiffness == 6);
    CHECK((*own.potentials[1].as<SpringSpec>()).rest_length == 1);
    CHECK((*own.damping[0].as<DampingSpec>()).coefficient == 0.25);
    CHECK(in_range(spec.varied, {1, 1, 0, 5, 0}));
    CHECK_FALSE(in_range(spec.varied, {0, 1, 0, 5, 0}));   // a mass is above zero
    CHECK_FALSE(in_range(spec.varied, {1, 1, -1, 5, 0}));  // g is not below it
    CHECK_FALSE(in_range(spec.varied, {1, -0.1, 0, 5, 0}));
}

TEST_CASE("second moments are drawn axis by axis, a mass beside inertia is refused") {
    Json document = {
        {"name", "own"},
        {"dimension", 3},
        {"initial_conditions", {{"bodies", {{"top", {{"position", {0, 0, 0}}, {"euler_zxz", {0, 1, 0}}}}}}}}};
    document["bodies"] =
        Json::array({{{"id", "top"}, {"type", "Obj3D"}, {"mass", 1}, {"second_moments", {uniform(1, 3), 2, 1}}}});
    const SystemSpec spec = read(document);
    REQUIRE(spec.varied.size() == 1);
    CHECK(spec.varied[0].name == "top second_moments 1");
    CHECK(spec.bodies[0].second_moments == std::vector<double>{2, 2, 1});
    CHECK(with_values(spec, {1.5}).bodies[0].second_moments == std::vector<double>{1.5, 2, 1});

    document["bodies"][0] = {{"id", "top"}, {"type", "Obj3D"}, {"mass", uniform(1, 2)}, {"inertia", {1, 1, 1}}};
    CHECK(complaint(document) ==
          "a.json#/bodies/0/mass: cannot be drawn beside 'inertia', which would not follow it; give "
          "'second_moments' instead");
}

TEST_CASE("the position of an Origin is drawn, whatever is about it") {
    Json document = varied_pendulum();
    document["bodies"][0]["position"] = Json::array({uniform(-1, 2), 0});
    const SystemSpec spec = read(document);
    CHECK(spec.varied[0].name == "pivot position 1");
    CHECK(with_values(spec, {1.75, 1, 2, 3, 6, 0.25}).bodies[0].position == std::vector<double>{1.75, 0});
}

TEST_CASE("constants of a Potential and components of a Force are drawn, also where their means do nothing") {
    Json document = pendulum_2d();
    document["potentials"] = Json::parse(R"json([
        {"type": "Potential", "points": ["bob", "tail"], "energy": "q*r + a*r^2",
         "constants": {"q": {"choice": [-1, 1, 4]}, "a": {"normal": {"mean": 0, "std": 1}}}},
        {"type": "Force", "on": "tail", "force": [{"normal": {"mean": 0, "std": 2}}, 0]}])json");
    const SystemSpec spec = read(document);
    std::vector<std::string> named;
    for (const VariedProperty& property : spec.varied)
        named.push_back(property.pointer + " " + property.name + " " + property.unit);
    CHECK(named == std::vector<std::string>{"/potentials/0/constants/q Potential bob-tail q 1",
                                            "/potentials/0/constants/a Potential bob-tail a 1",
                                            "/potentials/1/force/0 Force tail force 1 N"});
    const auto& nominal = *spec.potentials[0].as<FormulaPotentialSpec>();
    CHECK(nominal.constants == std::map<std::string, double>{{"a", 0}, {"q", -1}});
    const SystemSpec own = with_values(spec, {4, 0.5, -3});
    CHECK(own.potentials[0].as<FormulaPotentialSpec>()->constants ==
          std::map<std::string, double>{{"a", 0.5}, {"q", 4}});
    CHECK(own.potentials[1].as<ForceSpec>()->force == std::vector<double>{-3, 0});
    document["potentials"][1]["force"][0] = 0;
    CHECK(complaint(document) == "a.json#/potentials/1/force: is zero, so the Force does nothing: remove it");
}

TEST_CASE("a choice has two numbers or more, each in range") {
    Json document = pendulum_2d();
    const auto with = [&](const char* mass) {
        document["bodies"][1]["mass"] = Json::parse(mass);
        return complaint(document);
    };
    CHECK(with(R"({"choice": [1, 2]})") == "");
    CHECK(with(R"({"choice": [1, 0, 2]})") == "a.json#/bodies/1/mass: must be > 0 wherever it is drawn, but reaches 0");
    CHECK(with(R"({"choice": [1]})") == "a.json#/bodies/1/mass/choice: must have at least 2 entries, got [1]");
    CHECK(contains_text(with(R"({"choice": [1, "m"]})"), "/bodies/1/mass/choice/1: must be a number"));
    CHECK(contains_text(with(R"({"choice": {"a": 1}})"), "/bodies/1/mass/choice: must be an array"));
}

TEST_CASE("the restitution of a contact is drawn from 0 to 1, after all other properties") {
    Json document = varied_pendulum();
    const auto with = [&](const Json& restitution) {
        document["contacts"] = Json::parse(R"([
            {"type": "Contact", "shape": "plane", "name": "floor", "on": "bob", "point": [0, -9], "normal": [0, 1], "restitution": 1},
            {"type": "Contact", "shape": "balls", "between": ["bob", "tail"], "radii": [0.1, 0.1], "restitution": 1}])");
        document["contacts"][1]["restitution"] = restitution;
        return complaint(document);
    };
    CHECK(with(uniform(0.5, 1)) == "");
    const SystemSpec spec = read(document);
    REQUIRE(spec.varied.size() == 6);
    CHECK(spec.varied[5].name == "Contact bob-tail restitution");
    CHECK(spec.varied[5].pointer == "/contacts/1/restitution");
    CHECK(spec.contacts[1].restitution == 0.75);
    CHECK(with_values(spec, {1, 2, 3, 6, 0.25, 0.5}).contacts[1].restitution == 0.5);
    CHECK(with_values(spec, {1, 2, 3, 6, 0.25, 0.5}).contacts[0].restitution == 1);
    CHECK(in_range(spec.varied, {1, 2, 3, 6, 0.25, 1}));
    CHECK_FALSE(in_range(spec.varied, {1, 2, 3, 6, 0.25, 1.01}));
    const std::string at = "a.json#/contacts/1/restitution: must be 0 to 1 wherever it is drawn, but reaches ";
    CHECK(with(uniform(0.5, 1.25)) == at + "1.25");
    CHECK(with(uniform(-0.5, 1)) == at + "-0.5");
    CHECK(with({{"choice", {0.5, 2, 1}}}) == at + "2");
    CHECK(with(normal(3, 1)) == at + "3");
}

TEST_CASE("what could not be stated as a number is refused as a distribution, all at once") {
    Json document = varied_pendulum();
    document["bodies"][1]["mass"] = uniform(-1, 4);
    document["constraints"][0]["length"] = normal(0, 1);
    document["potentials"][0]["g"] = uniform(3, 2);
    CHECK(complaint(document) ==
          "a.json#/bodies/1/mass: must be > 0 wherever it is drawn, but reaches -1\n"
          "a.json#/constraints/0/length: must be > 0 wherever it is drawn, but reaches 0\n"
          "a.json#/potentials/0/g/uniform: low must be <= high, got low 3 and high 2");
}

TEST_CASE(
    "points of bodies, places of Origins and the constant of gravitation may be drawn, and are written where they "
    "stand") {
    Json document = machine_2d();
    document["bodies"][0]["position"] = Json::parse(R"([{"uniform": {"low": 0, "high": 2}}, 3])");
    document["constraints"][0]["between"][1]["point"][0] = uniform(-0.6, -0.4);
    document["potentials"] = Json::parse(R"([{"type": "Newtonian", "bodies": ["rod", "plate"]},
        {"type": "Spring", "between": [{"body": "plate", "point": [0.25, 0]}, "pin"], "stiffness": 1}])");
    document["potentials"][0]["gravitational_constant"] = normal(6, 1);
    document["potentials"][1]["between"][0]["point"][1] = uniform(1, 3);
    const SystemSpec spec = read(document);
    std::vector<std::string> named;
    for (const VariedProperty& property : spec.varied) named.push_back(property.pointer + " " + property.name);
    CHECK(named == std::vector<std::string>{"/bodies/0/position/0 pin position 1",
                                            "/constraints/0/between/1/point/0 Joint pin-rod point of rod 1",
                                            "/potentials/0/gravitational_constant Newtonian gravitational_constant",
                                            "/potentials/1/between/0/point/1 Spring plate-pin point of plate 2"});
    CHECK(spec.bodies[0].position == std::vector<double>{1, 3});
    const SystemSpec changed = with_values(spec, {10, 20, 30, 40});
    CHECK(changed.bodies[0].position == std::vector<double>{10, 3});
    CHECK((*changed.constraints[0].as<JointSpec>()).b.point == std::vector<double>{20});
    CHECK((*changed.potentials[0].as<NewtonianSpec>()).gravitational_constant == 30);
    CHECK((*changed.potentials[1].as<SpringSpec>()).a.point == std::vector<double>{0.25, 40});
}

TEST_CASE(
    "what is drawn has a name of its own, that of the item with its bodies, and a number where these have several") {
    const std::string rod = R"(, "type": "Obj2D", "mass": 1, "second_moments": [0.1, 0.1]})",
                      drawn = R"({"uniform": {"low": 1, "high": 2}})";
    const auto turned = [&](const std::string& type, const std::string& bodies, const std::string& key) {
        return R"({"type": ")" + type + R"(", "bodies": )" + bodies + R"(, "stiffness": 1, ")" + key + "\": " + drawn +
               "}";
    };
    const auto rope = R"({"type": "Rope", "points": ["o", "pin", "b"], "length": )" + drawn + "}";
    const SystemSpec spec = parse_system(
        R"({"name": "several", "dimension": 2, "bodies": [{"id": "o", "type": "Origin"},
            {"id": "pin", "type": "Origin", "position": [1, 0]}, {"id": "a")" +
            rod + R"(, {"id": "b")" + rod + R"(],
        "constraints": [{"type": "Joint", "between": ["o", "a"]}, )" +
            rope + ", " + rope + R"(],
        "potentials": [)" +
            turned("TorsionSpring", R"(["o", "a"])", "rest_angle") + ", " +
            turned("TorsionSpring", R"(["a", "b"])", "rest_angle") + ", " +
            turned("TorsionSpring", R"(["o", "a"])", "rest_angle") + R"(,
            {"type": "Torque", "bodies": ["o", "a"], "torque": )" +
            drawn + R"(},
            {"type": "Torque", "bodies": ["o", "b"], "torque": )" +
            drawn + R"(}],
        "damping": [{"type": "TorsionDamper", "bodies": ["o", "a"], "coefficient": )" +
            drawn + R"(},
                    {"type": "TorsionDamper", "bodies": ["a", "b"], "coefficient": )" +
            drawn + R"(}],
        "initial_conditions": {"bodies": {"a": {"from": "o", "angle": 0}, "b": {"position": [1, -1], "angle": 0}}}})",
        "a.json");
    std::vector<std::string> names, of_parameters;
    for (const VariedProperty& property : spec.varied) {
        names.push_back(property.name);
        for (const VariedProperty& parameter : system_parameters(spec))
            if (parameter.pointer == property.pointer) of_parameters.push_back(parameter.name);
    }
    CHECK(names == std::vector<std::string>{"Rope o-b length", "Rope o-b (2) length", "TorsionSpring o-a rest_angle",
                                            "TorsionSpring a-b rest_angle", "TorsionSpring o-a (2) rest_angle",
                                            "Torque o-a torque", "Torque o-b torque", "TorsionDamper o-a coefficient",
                                            "TorsionDamper a-b coefficient"});
    CHECK(of_parameters == names);
}

TEST_CASE("a property that is a formula of draws has the value of their middles, and must be in range there") {
    Json document = pendulum_2d();
    document["draws"] = Json::parse(R"({"m": {"uniform": {"low": 1, "high": 3}}, "twice": "2*m"})");
    document["bodies"][1]["mass"] = "m";
    document["bodies"][2]["mass"] = "twice + m^2";
    const SystemSpec spec = read(document);
    CHECK(spec.bodies[1].mass == 2);
    CHECK(spec.bodies[2].mass == 8);
    document["bodies"][1]["mass"] = "m - 2";
    CHECK(complaint(document) == "a.json#/bodies/1/mass: must be > 0 wherever it is drawn, but reaches 0");
    document["bodies"][1]["mass"] = 1;
    document["bodies"][0]["position"][0] = "1/(m - m)";
    CHECK(complaint(document).starts_with("a.json#/bodies/0/position/0: must be a finite number wherever it is drawn"));
    document["bodies"][0]["position"][0] = 0;
    document["bodies"][1]["mass"] = Json::parse(R"({"values": [2, 0, 1]})");
    CHECK(complaint(document) == "a.json#/bodies/1/mass: must be > 0 wherever it is drawn, but reaches 0");
}
