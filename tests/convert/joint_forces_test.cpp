#include "convert/joint_forces.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "convert/model_text.hpp"

// The numbers are compared with MuJoCo's in against_mujoco_test.cpp; here, which item stands for which joint.

namespace cchnn_test {
namespace {

std::string damping_of(const std::string& body) {
    const nlohmann::json system = system_of(mjcf(body));
    std::string types;
    if (system.contains("damping"))
        for (const nlohmann::json& item : system.at("damping")) types += item.at("type").get<std::string>() + " ";
    return types;
}

TEST_CASE("damping of joints is that of the two bodies, where there is one") {
    const std::string slide = "<joint type='slide' axis='1 0 0' damping='2'/>";
    CHECK(damping_of("<joint damping='2'/>" + solid) == "TorsionDamper ");
    CHECK(damping_of("<joint type='ball' damping='2'/>" + solid) == "TorsionDamper ");
    CHECK(damping_of(slide + solid) == "Damping ");
    CHECK(damping_of(hinge + solid + "<body name='c'>" + slide + solid + "</body>") == "Dashpot ");
    CHECK(damping_of("<joint type='free' damping='2'/>" + solid) == "TorsionDamper Damping ");
    const auto slides = [](const std::string& first, const std::string& second) {
        return "<joint type='slide' axis='1 0 0' damping='" + first + "'/><joint type='slide' axis='0 1 0' damping='" +
               second + "'/>" + solid;
    };
    CHECK(damping_of(slides("2", "2")) == "Damping ");
    CHECK(damping_of(slides("2", "1")) == "");
    CHECK(contains_text(Text().losses(mjcf(slides("2", "1"))), "damping: the damping of joint 'b_joint', 2"));
    const std::string lost =
        Text().losses(mjcf("<joint name='p' axis='1 0 0' damping='2'/><joint name='q' axis='0 1 0'/>" + solid));
    CHECK(lost == "m.xml:3 damping: the damping of joint 'p', 2, has no counterpart on these bodies\n");
}

// 0.3 kg m^2 about y and, of a body that hangs from it, 0.3 + 2 1^2: 2.6 kg m^2 of the first hinge, 0.3 of the second.
TEST_CASE("damping that stops a motion at once is reported with its time constant, gentle damping is not") {
    const auto two = [](const std::string& first, const std::string& second) {
        return mjcf("<joint name='j' axis='0 1 0' damping='" + first + "'/>" + solid +
                    "\n<body name='c' pos='1 0 0'><joint name='k' axis='0 1 0' damping='" + second + "'/>" + solid +
                    "</body>");
    };
    CHECK(Text().notes(two("2500", "250")) == "");
    CHECK(Text().notes(two("5200", "3000")) ==
          "m.xml:3: the damping of joint 'j', 5200 N m s on 2.6 kg m^2, ends its motion within 0.0005 s: a second of "
          "motion "
          "takes about 500 steps; more inertia or less damping needs fewer\n"
          "m.xml:4: the damping of joint 'k', 3000 N m s on 0.3 kg m^2, ends its motion within 0.0001 s: a second of "
          "motion "
          "takes about 2500 steps; more inertia or less damping needs fewer");
    CHECK(Text().notes(mjcf("<joint name='s' type='slide' damping='20000'/>" + solid)) ==
          "m.xml:3: the damping of joint 's', 20000 N s/m on 2 kg, ends its motion within 0.0001 s: a second of motion "
          "takes "
          "about 2500 steps; more inertia or less damping needs fewer");
}

TEST_CASE("damping that has an item is no loss") {
    const std::string slide = "<joint type='slide' axis='1 0 0' damping='2'/>";
    for (const std::string& body :
         {"<joint damping='2'/>" + solid, "<joint type='ball' damping='2'/>" + solid, slide + solid,
          hinge + solid + "<body name='c'>" + slide + solid + "</body>", "<joint type='free' damping='2'/>" + solid})
        CHECK_MESSAGE(Text().losses(mjcf(body)).empty(), body);
}

// Ten times (7 m of range and 5 m between the bodies) behind the centre of mass, which is 5 m ahead.
TEST_CASE("a Dashpot of a slide begins far behind all that the joint may reach") {
    const nlohmann::json system =
        system_of(mjcf(hinge + solid +
                       "<body name='c' pos='5 0 0'><joint type='slide' axis='1 0 0' damping='2' limited='true' "
                       "range='-7 3'/>" +
                       solid + "</body>"));
    const nlohmann::json& between = system.at("damping").at(0).at("between");
    CHECK(between[1] == "c");
    CHECK(between[0].at("body") == "b");
    double far = 0;
    for (const nlohmann::json& coordinate : between[0].at("point")) far = std::hypot(far, coordinate.get<double>());
    CHECK(far == doctest::Approx(10 * (7 + 5) - 5));
}

// Damping and TorsionDamper of one body act against its motion in space.
TEST_CASE("damping of a floating joint between two bodies that move is a loss") {
    const std::string robot =
        urdf("",
             "<link name='hand'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>\n"
             "<joint name='k' type='floating'><parent link='arm'/><child link='hand'/><dynamics damping='3'/>"
             "</joint>");
    CHECK(Text().losses(robot) == "m.xml:6 damping: the damping of joint 'k', 3, has no counterpart on these bodies\n");
    CHECK_FALSE(system_of(robot).contains("damping"));
}

TEST_CASE(
    "a spring of a hinge rests where the joint does, its turns are a torque, and it is a loss where they differ") {
    const std::string joint = "<joint name='s' axis='0 1 0' ref='10' springref='400' stiffness='7'/>";
    const auto key = [](double q) { return "<keyframe><key qpos='" + std::to_string(q) + "'/></keyframe>"; };
    const auto rest = [&](const std::string& sections) {
        const nlohmann::json spring = system_of(mjcf(joint + solid, sections)).at("potentials")[1];
        CHECK(spring.at("type") == "TorsionSpring");
        return spring.at("rest_angle").get<double>();
    };
    const double degree = 0.017453292519943295, turn = 360 * degree;
    const auto torque = [&](const std::string& sections) {
        const nlohmann::json potentials = system_of(mjcf(joint + solid, sections)).at("potentials");
        return potentials.size() < 3 ? 0 : potentials[2].at("torque").get<double>();
    };
    for (const std::string& sections : {std::string(), key(190 * degree), key(720 * degree), key(0) + key(3)})
        CHECK(rest(sections) == doctest::Approx(390 * degree));
    CHECK(torque("") == doctest::Approx(7 * turn));                  // of 400 degrees, 360
    CHECK(torque(key(190 * degree)) == doctest::Approx(7 * turn));   // of 210
    CHECK(torque(key(225 * degree)) == 0);                           // of 175
    CHECK(torque(key(720 * degree)) == doctest::Approx(-7 * turn));  // of -320
    const Text text;
    CHECK(contains_text(text.losses(mjcf(joint + solid, key(220 * degree))), "stiffness: the spring of joint 's', 7"));
    CHECK(contains_text(text.losses(mjcf(joint + solid, key(0) + key(6))), "stiffness: the spring of joint 's', 7"));
    CHECK(contains_text(text.losses(mjcf("<joint type='ball' stiffness='2'/>" + solid)), "stiffness: "));
}

TEST_CASE("a spring of a slide rests where the joint does") {
    const nlohmann::json system =
        system_of(mjcf("<joint name='s' type='slide' axis='1 0 0' ref='0.1' springref='0.4' stiffness='7'/>" + solid));
    const nlohmann::json& spring = system.at("potentials")[1];
    CHECK(spring.at("type") == "Spring");
    CHECK(spring.at("stiffness") == 7.0);
    CHECK(spring.at("between")[0] == "s_rest_origin");
    CHECK(system.at("bodies")[0].at("position") == nlohmann::json{0, 0, 0});
    CHECK(system.at("bodies")[1].at("position")[0].get<double>() == doctest::Approx(0.3));
}

}  // namespace
}  // namespace cchnn_test
