#include "convert/moving_bodies.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cchnn/cchnn.hpp"
#include "convert/model_text.hpp"

namespace cchnn_test {
namespace {

std::string type_of(const nlohmann::json& system, std::size_t constraint = 0) {
    return system.at("constraints").at(constraint).at("type");
}
std::string held_by(const std::string& joints) { return type_of(system_of(mjcf(joints + solid))); }

TEST_CASE("joints of a body are what they allow together") {
    const std::string x = "<joint type='slide' axis='1 0 0'/>", y = "<joint type='slide' axis='0 1 0'/>",
                      z = "<joint type='slide' axis='0 0 1'/>", rx = "<joint axis='1 0 0'/>",
                      ry = "<joint axis='0 1 0'/>", rz = "<joint axis='0 0 1'/>", ball = "<joint type='ball'/>";
    CHECK(held_by(rx) == "Joint+Axis");
    CHECK(held_by(x) == "Slider");
    CHECK(held_by(ball) == "Joint");
    CHECK(held_by(rx + ry) == "Universal");
    CHECK(held_by(rx + ry + rz) == "Joint");
    CHECK(held_by(x + y + rz) == "Planar");
    CHECK(held_by(x + rx) == "Slider");
    CHECK(held_by(x + y + z + rx) == "Parallel");
    CHECK(held_by(rx + x + y + z) == "Parallel");
    CHECK(contains_text(Text().complaint(mjcf(x + y + z + rx + ry + solid)), "not to turn in every direction"));
    CHECK(system_of(mjcf(x + rx + solid)).at("constraints")[0].at("turn") == true);
    CHECK(system_of(mjcf(x + y + z + ball + solid)).at("constraints").empty());
    CHECK(system_of(mjcf(x + y + z + rx + ry + rz + solid)).at("constraints").empty());
    const std::string oblique = "<joint axis='1 1 0'/>", off = "<joint axis='0 1 0' pos='0 0 1'/>",
                      beside = "<joint axis='-1 0 0' pos='0 0 1'/>", along = "<joint axis='1 0 0' pos='1 0 0'/>",
                      elsewhere = "<joint axis='0 1 0' pos='0.3 1 0'/>", nearly = "<joint axis='1 1e-5 0'/>";
    CHECK(held_by(x + y) == "Planar");
    CHECK(held_by(x + "<joint type='slide' axis='1 1 0'/>") == "Planar");
    CHECK(system_of(mjcf(x + y + solid)).at("bodies")[1].at("type") == "Obj0D");  // it does not turn
    CHECK(system_of(mjcf(x + y + z + solid)).at("constraints").empty());
    CHECK(contains_text(Text().complaint(mjcf(rx + solid + "<body name='c'>" + x + y + solid + "</body>")),
                        "'c' has 2 slides on a body that turns"));
    CHECK(contains_text(Text().complaint(mjcf(x + y + solid + "<body name='c'>" + rx + solid + "</body>")),
                        "has no thickness, and its joint points across it"));
    CHECK(held_by(rx + oblique) == "Joint");
    CHECK(held_by(rx + off) == "Link");
    CHECK(held_by(rx + beside) == "Link");
    CHECK(type_of(system_of(mjcf(rx + beside + solid)), 1) == "Planar");
    CHECK(held_by(rx + elsewhere) == "Universal");  // they meet at (0.3, 0, 0)
    for (const std::string& joints :
         {x + x, x + y + x, rx + along, rx + nearly, x + ry, rx + ry + rz + rx, ball + ball, rx + rx + ry})
        CHECK_MESSAGE(contains_text(Text().complaint(mjcf(joints + solid)), "have no counterpart together"), joints);
}

TEST_CASE("a body that moves has mass, and moments of a solid") {
    const Text text;
    CHECK(text.complaint(mjcf(hinge)) ==
          "m.xml:2: 'b' moves and has no mass: give it one, or remove the joint that moves it");
    CHECK(contains_text(text.complaint(mjcf(hinge + "<inertial pos='0 0 0' mass='1' diaginertia='1 1 3'/>")),
                        "m.xml:2: no solid has the moments of inertia of 'b'"));
    // 0.101 is 0.001 more than 0.04 + 0.06. By hand: the second moments of 1 kg are (0.04 + 0.06 - 0.101)/2 = -0.0005,
    // (0.101 + 0.04 - 0.06)/2 = 0.0405 and 0.0605; the first becomes 0.0005.
    const std::string rounded = mjcf(hinge + "<inertial pos='0 0 0' mass='1' diaginertia='0.04 0.06 0.101'/>");
    CHECK(text.notes(rounded) ==
          "m.xml:2: the largest moment of inertia of 'b' is 0.00990099 of it more than the sum of the other two, as "
          "rounding "
          "of typed numbers does; the second moment along that axis is taken as 0.0005 m^2 instead of -0.0005");
    const nlohmann::json moments = system_of(rounded).at("bodies")[1].at("second_moments");
    const double expected[] = {0.0005, 0.0405, 0.0605};
    std::vector<double> sorted = moments;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t k = 0; k < 3; ++k) CHECK(sorted[k] == doctest::Approx(expected[k]));
    CHECK(text.complaint(mjcf(solid)) == "m.xml: no body moves: no joint but fixed ones holds one");
}

TEST_CASE("bodies that are fixed to each other are one, those without mass as well") {
    const nlohmann::json merged = system_of(mjcf(
        hinge + solid +
        "<body pos='0 0 1'><body name='frame'/><inertial pos='0 0 0' mass='2' diaginertia='0.2 0.3 0.4'/></body>"));
    REQUIRE(merged.at("bodies").size() == 2);
    CHECK(merged.at("bodies")[1].at("mass") == 4.0);
    // Two masses of 2 kg that are 1 m apart: second moment 1/4 m^2 along z, beside that of each.
    CHECK(merged.at("bodies")[1].at("second_moments")[2].get<double>() == doctest::Approx(0.25 + 0.025));
}

TEST_CASE("bodies are flat where their mass is, and points where it is one") {
    const auto type = [](const std::string& inertia) {
        return system_of(mjcf("<freejoint/><inertial pos='0 0 0' mass='1' diaginertia='" + inertia + "'/>"))
            .at("bodies")[0]
            .at("type");
    };
    CHECK(type("1 1 1") == "Obj3D");
    CHECK(type("0.1 0.2 0.3") == "Obj2D");  // 0.1 + 0.2 is not 0.3 in binary numbers
    CHECK(type("0.1 0 0.1") == "Obj1D");
    CHECK(type("0 0 0") == "Obj0D");
}

TEST_CASE("a point mass hangs from a link, or moves in a plane") {
    const std::string point = "<inertial pos='0.3 0 -0.4' mass='1' diaginertia='0 0 0'/>";
    const nlohmann::json ball = system_of(mjcf("<joint type='ball'/>" + point));
    CHECK(type_of(ball) == "Link");
    CHECK(ball.at("constraints")[0].at("length").get<double>() == doctest::Approx(0.5));
    const nlohmann::json turning = system_of(mjcf("<joint axis='1 0 0'/>" + point));
    CHECK(type_of(turning) == "Link");
    CHECK(type_of(turning, 1) == "Planar");
    CHECK(turning.at("constraints")[0].at("length").get<double>() == doctest::Approx(0.4));
    CHECK(contains_text(Text().complaint(mjcf("<joint type='ball'/>" + point + "<body><joint/>" + solid + "</body>")),
                        "has no thickness, and its joint points across it"));
}

TEST_CASE("rods turn about a hinge across them") {
    const std::string rod = "<inertial pos='0 0 -0.5' mass='1' diaginertia='0.1 0.1 0'/>";
    CHECK(type_of(system_of(mjcf(hinge + rod))) == "Universal");
    // With friction it is a solid, since a rod alone cannot be braked.
    const nlohmann::json braked = system_of(mjcf("<joint axis='0 1 0' damping='0.1'/>" + rod));
    CHECK(type_of(braked) == "Joint+Axis");
    CHECK(braked.at("damping")[0].at("type") == "TorsionDamper");
    // A second one needs directions across the first: both are solids that move in the same way.
    const Text text;
    const std::string two = mjcf(hinge + rod + "<body name='c' pos='0 0 -1'><joint axis='0 1 0'/>" + rod + "</body>");
    CHECK(contains_text(text.notes(two), "'b' has no thickness, but is an Obj3D"));
    const std::string in_space =
        mjcf("<joint type='ball'/>" + rod + "<body name='c' pos='0 0 -1'><joint axis='0 1 0'/>" + rod + "</body>");
    CHECK(contains_text(text.complaint(in_space), "give it moments of inertia of a solid"));
    // On a body that turns about another axis it turns about any, and moments that nobody gave would count.
    const std::string hanging = "<body name='c' pos='0 0 -1'><joint axis='0 1 0' damping='0.1'/>" + rod + "</body>";
    CHECK(contains_text(text.notes(mjcf(hinge + solid + hanging)), "'c' has no thickness, but is an Obj3D"));
    for (const char* holding : {"<joint type='ball'/>", "<joint axis='1 0 0'/>"})
        CHECK_MESSAGE(type_of(system_of(mjcf(holding + solid + hanging)), 1) == "Universal", holding);
}

TEST_CASE("a plate slides along itself, on a body that turns in space too") {
    const nlohmann::json system = system_of(mjcf("<joint type='ball'/>" + solid +
                                                 "<body name='c'><joint type='slide' axis='0.6 0.8 0'/>"
                                                 "<inertial pos='0 0 0' mass='1' diaginertia='0.1 0.2 0.3'/></body>"));
    CHECK(system.at("bodies")[2].at("type") == "Obj2D");
    CHECK(type_of(system, 1) == "Slider");
    const nlohmann::json &axis = system.at("constraints")[1].at("axis"),
                         &across = system.at("constraints")[1].at("across");
    for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
        double along = 0;
        for (std::size_t k = 0; k < axis[end].size(); ++k)
            along += axis[end][k].get<double>() * across[end][k].get<double>();
        CHECK(along == doctest::Approx(0).epsilon(1e-12));
    }
}

TEST_CASE("a solid slides along a plate that turns in space") {
    const nlohmann::json system =
        system_of(mjcf("<joint type='ball'/><inertial pos='0 0 0' mass='1' diaginertia='0.1 0.2 0.3'/>"
                       "<body name='c' quat='1 1 0 0'><joint type='slide' axis='0.6 0 -0.8'/>" +
                       solid + "</body>"));
    CHECK(system.at("bodies")[1].at("type") == "Obj2D");
    const nlohmann::json& slider = system.at("constraints")[1];
    CHECK(slider.at("type") == "Slider");
    CHECK(slider.at("between") == nlohmann::json{"c", "b"});
    const auto in_space = [&](const char* key, std::size_t end) {
        const nlohmann::json& nodes =
            system.at("initial_conditions").at("state").at("position").at(slider.at("between")[end].get<std::string>());
        std::array<double, 3> sum{};
        for (std::size_t i = 0; i < slider.at(key)[end].size(); ++i)
            for (std::size_t k = 0; k < 3; ++k)
                sum[k] +=
                    slider.at(key)[end][i].get<double>() * (nodes[i + 1][k].get<double>() - nodes[0][k].get<double>());
        return sum;
    };
    // A quarter of a turn about x takes (0.6, 0, -0.8) to (0.6, 0.8, 0); across it in the plate is (-0.8, 0.6, 0).
    const std::array<double, 3> along{0.6, 0.8, 0}, across{-0.8, 0.6, 0};
    const double sign = in_space("across", 0)[0] < 0 ? 1 : -1;
    for (const std::size_t end : {std::size_t{0}, std::size_t{1}})
        for (std::size_t k = 0; k < 3; ++k) {
            CHECK(std::abs(in_space("axis", end)[k] - along[k]) < 1e-14);  // rounding
            CHECK(std::abs(in_space("across", end)[k] - sign * across[k]) < 1e-14);
        }
}

TEST_CASE("armature is inertia where the parent does not turn, and a loss elsewhere") {
    const auto with = [](const std::string& attributes) { return "<joint name='j' axis='0 1 0' " + attributes + "/>"; };
    const nlohmann::json without = system_of(mjcf(with("") + solid)),
                         rotor = system_of(mjcf(with("armature='0.5'") + solid));
    const auto about_y = [](const nlohmann::json& system) {
        const nlohmann::json& m = system.at("bodies")[1].at("second_moments");
        return 2 * (m[0].get<double>() + m[2].get<double>());  // mass 2
    };
    CHECK(about_y(rotor) == doctest::Approx(about_y(without) + 0.5));
    // On a slide it is mass, held up by a force.
    const nlohmann::json slide = system_of(mjcf("<joint type='slide' axis='0 0 1' armature='0.5'/>" + solid));
    CHECK(slide.at("bodies")[1].at("mass") == 2.5);
    CHECK(slide.at("potentials")[1].at("force")[2].get<double>() == doctest::Approx(0.5 * 9.81));
    CHECK(contains_text(
        Text().losses(mjcf(hinge + solid + "<body name='c'>\n<joint name='k' armature='0.1'/>" + solid + "</body>")),
        "m.xml:4 armature: armature 0.1 of joint 'k'"));
    // About z at 0.5 m beside its centre, with 1 kg fixed at 1 m: 0.4 + 2 0.5^2 + 1 1^2 = 1.9 kg m^2.
    const std::string fixed = "<body pos='1 0 0'><inertial pos='0 0 0' mass='1' diaginertia='0 0 0'/></body>";
    CHECK(contains_text(
        Text().losses(mjcf(hinge + solid + "<body name='c'><joint name='k' armature='0.1' axis='0 0 1'/>" +
                           "<inertial pos='0.5 0 0' mass='2' diaginertia='0.2 0.3 0.4'/>" + fixed + "</body>")),
        "armature 0.1 of joint 'k', 5 % of its inertia, turns with its parent"));
}

// A body of 2 kg with the moment 0.3 kg m^2 about every axis of its own. The first hinge is the y axis; the second, at
// (r, 0, 0) and turned by alpha from it, goes through the centre, at s = 0.7 m along it. At rest only the first is
// turned by gravity (-g, 0, -g), with the lever r - s sin(alpha). Both together give
//   q_1'' = m g (r - s sin(alpha))/(m (r^2 + s^2 sin(alpha)^2) + I sin(alpha)^2).
TEST_CASE("two hinges of a body hold it at any distance and any angle") {
    constexpr double g = 9.81, mass = 2, moment = 0.3, s = 0.7;
    const auto text = [](double number) { return nlohmann::json(number).dump(); };
    for (const double r : {0.0, 1e-6, 1.0})
        for (const double alpha : {0.0, 1e-3, 1.5707963267948966}) {
            if (r == 0 && alpha == 0) continue;  // one line
            CAPTURE(r);
            CAPTURE(alpha);
            const double sine = std::sin(alpha), cosine = alpha > 1 ? 0 : std::cos(alpha);
            const std::string model =
                "<mujoco><option gravity='" + text(-g) + " 0 " + text(-g) + "'/><worldbody><body name='b' pos='" +
                text(r) + " " + text(s * cosine) + " " + text(s * sine) + "'><joint axis='0 1 0' pos='" + text(-r) +
                " 0.4 " + text(-s * sine) + "'/><joint axis='0 " + text(cosine) + " " + text(sine) +
                "'/><inertial pos='0 0 0' mass='2' diaginertia='0.3 0.3 0.3'/></body></worldbody></mujoco>";
            CHECK(Text().losses(model) == "");
            const nlohmann::json document = system_of(model);
            const cchnn::System system = cchnn::System::from_json(document.dump());
            CHECK(system.degrees_of_freedom() == 2);
            std::vector<double> x;
            for (const nlohmann::json& node : document.at("initial_conditions").at("state").at("position").at("b"))
                for (const double c : node) x.push_back(c);
            const std::vector<double> a = system.acceleration(x, std::vector<double>(x.size(), 0.0));
            const double rate =
                mass * g * (r - s * sine) / (mass * (r * r + s * s * sine * sine) + moment * sine * sine);
            // Rounding of x over the length that tells the directions of skew, parallel and crossing axes.
            const double length = r == 0 ? sine * sine : sine == 0 ? r : r * sine;
            const double rounding = 1e-14 + 1e-15 / length;
            CHECK(std::abs(a[0] - rate * s * sine) < rounding * g);
            CHECK(std::abs(a[1]) < rounding * g);
            CHECK(std::abs(a[2] + rate * r) < rounding * g);
        }
}

TEST_CASE("ids are valid, unique and near the names") {
    const auto ids = [](const std::string& first, const std::string& second) {
        const nlohmann::json system =
            system_of("<mujoco><worldbody><body name='" + first + "'><freejoint/>" + solid + "</body><body name='" +
                      second + "'><freejoint/>" + solid + "</body></worldbody></mujoco>");
        return system.at("bodies")[0].at("id").get<std::string>() + " " +
               system.at("bodies")[1].at("id").get<std::string>();
    };
    CHECK(ids("a b", "a-b") == "a_b a_b_2");
    CHECK(ids("2nd", "\xd1\x8f") == "body_2nd body");
    // Joints on the world hang from points of it, which have names as well.
    const nlohmann::json bodies =
        system_of("<mujoco><worldbody><body name='world'>" + hinge + solid + "</body></worldbody></mujoco>")
            .at("bodies");
    CHECK(bodies[0].at("id") == "world_2");
    CHECK(bodies[1].at("id") == "world");
    CHECK(ids(std::string(100, 'q'), std::string(101, 'q')) ==
          std::string(64, 'q') + " " + std::string(62, 'q') + "_2");
}

TEST_CASE("a body that is called otherwise than in its file is told, one without a name or by its own is not") {
    const Text text;
    const auto body = [](const std::string& name) { return "<body" + name + "><freejoint/>" + solid + "</body>\n"; };
    CHECK(text.notes("<mujoco><worldbody>\n" + body(" name='a'") + body("") + body("") + body(" name='a b'") +
                     "</worldbody></mujoco>") == "m.xml:5: body 'a b' is called 'a_b'");
}

}  // namespace
}  // namespace cchnn_test
