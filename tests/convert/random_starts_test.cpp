// Starts that `convert --random-starts` draws: within the ranges of joints, counted from where the model draws them.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "convert/model_text.hpp"
#include "model/compiled_system.hpp"
#include "spec/read_system.hpp"

namespace cchnn_test {
namespace {

using cchnn::InitialState;

InitialState drawn(const cchnn::CompiledSystem& compiled, std::uint64_t trajectory) {
    cchnn::SampleKey key{1, cchnn::Split::train, trajectory, 0};
    return compiled.sampler.draw(key);
}

cchnn::CompiledSystem compiled(const std::string& text, const cchnn::ConvertChoices& choices) {
    return cchnn::CompiledSystem(cchnn::parse_system(Text().converted(text, choices).json, "m.json"));
}

// Two hinges that are skew to the axes of their bodies, one with a reference, and a slide, each in a range as narrow as
// a number allows; a keyframe says the same.
std::string arm(double width) {
    const auto range = [&](double q) {
        return " range='" + std::to_string(q - width) + " " + std::to_string(q + width) + "' limited='true'";
    };
    const std::string body = "<inertial pos='0.1 -0.2 0.3' mass='2' fullinertia='0.5 0.6 0.7 0.1 -0.1 0.05'/>";
    return "<mujoco><compiler angle='radian'/><worldbody><body name='a' pos='0 0 1' euler='0.3 0.2 0.1'>"
           "<joint axis='1 2 2' pos='0.1 0 0'" +
           range(0.4) + "/>" + body + "<body name='b' pos='0.5 0 0' euler='-0.4 0 0.9'><joint axis='0 1 -1' ref='0.5'" +
           range(-1.2) + "/>" + body + "<body name='c' pos='0 0.3 0'><joint type='slide' axis='1 0 1'" + range(0.25) +
           "/>" + body + "</body></body></body></worldbody><keyframe><key qpos='0.4 -1.2 0.25'/></keyframe></mujoco>";
}

TEST_CASE("a start in a narrow range is that of a keyframe in its middle") {
    const InitialState wanted = drawn(compiled(arm(0), {}), 0);
    for (std::uint64_t i = 0; i < 3; ++i) {
        const InitialState start = drawn(compiled(arm(1e-6), {false, "", 0.0}), i);
        REQUIRE(start.x.size() == wanted.x.size());
        for (std::size_t k = 0; k < start.x.size(); ++k) CHECK(std::abs(start.x[k] - wanted.x[k]) < 3e-6);
        CHECK(*std::max_element(start.v.begin(), start.v.end()) == 0);
    }
}

// A plate has no mass across itself, so that only one direction across a hinge in its plane is its own. The world and
// the second plate count from another one.
TEST_CASE("a plate on a hinge in its plane starts, rests and meshes at the angle that the model has") {
    const auto plate = [](const std::string& name, const std::string& axis, const std::string& moments,
                          const std::string& more = "") {
        return "<body name='" + name + "' pos='0 0 1'><joint name='" + name + "' axis='" + axis +
               "' range='0.399999 0.400001' limited='true' springref='0.4' stiffness='3'/><inertial pos='0.1 0 0' "
               "mass='1' diaginertia='" +
               moments + "'/>" + more + "</body>";
    };
    for (const char* axis : {"0 1 0", "1 0 0", "-3 4 0", "5 -1 0"}) {
        const std::string text = "<mujoco><compiler angle='radian'/><option gravity='0 0 0'/><worldbody>" +
                                 plate("a", axis, "0.01 0.02 0.03", plate("c", axis, "0.03 0.03 0.04")) +
                                 plate("b", axis, "0.02 0.01 0.03") + "</worldbody>",
                          end = "<keyframe><key qpos='0.4 0.4 0.4'/></keyframe></mujoco>",
                          gear = "<equality><joint joint1='a' joint2='b' polycoef='0.6 -0.5'/></equality>";
        const cchnn::CompiledSystem kept = compiled(text + gear + end, {});
        const InitialState wanted = drawn(kept, 0), start = drawn(compiled(text + end, {false, "", 0.0}), 0);
        for (std::size_t k = 0; k < wanted.x.size(); ++k) CHECK(std::abs(start.x[k] - wanted.x[k]) < 3e-6);
        // Each spring rests there.
        CHECK(std::abs(kept.system.energy(wanted.x.data(), wanted.v.data())) < 1e-20);
    }
}

TEST_CASE("random starts differ, and have the rates that were asked for") {
    const cchnn::CompiledSystem system = compiled(arm(0.3), {false, "", 2.0});
    CHECK(system.sampler.trajectory_count() < 0);  // as many as are asked for
    CHECK(system.sampler.remarks().empty());
    double squares = 0;
    constexpr int count = 200;
    for (std::uint64_t i = 0; i < count; ++i) {
        const InitialState start = drawn(system, i);
        // The first body turns about its hinge: the tip of axis k moves with rate |u x (tip - centre)|.
        double speed = 0;
        for (std::size_t axis = 1; axis <= 3; ++axis)
            for (std::size_t k = 0; k < 3; ++k) speed += std::pow(start.v[3 * axis + k] - start.v[k], 2) / 2;
        squares += speed;
    }
    CHECK(std::sqrt(squares / count) == doctest::Approx(2).epsilon(0.15));
}

TEST_CASE("a URDF joint without limits starts anywhere, and one with limits within them") {
    const auto start = [](const std::string& parts, const std::string& type) {
        const nlohmann::json made = system_of(urdf("<axis xyz='0 1 0'/>" + parts, "", type), {false, "", 1.0});
        return made.at("initial_conditions").at("bodies").at("arm");
    };
    const auto range = [&](const nlohmann::json& place) {
        const nlohmann::json& drawn = place.at("hinge_angle").at("uniform");
        return drawn.at("high").get<double>() - drawn.at("low").get<double>();
    };
    CHECK(range(start("", "continuous")) == doctest::Approx(2 * M_PI));
    CHECK(range(start("<limit lower='-0.5' upper='2'/>", "revolute")) == doctest::Approx(2.5));
    CHECK(start("", "continuous").at("hinge_rate") == nlohmann::json::parse(R"({"normal": {"mean": 0, "std": 1.0}})"));
    const nlohmann::json slide = start("<limit lower='-0.5' upper='2'/>", "prismatic");
    CHECK(slide.at("slide").at("uniform") == nlohmann::json::parse(R"({"low": -0.5, "high": 2.0})"));
    CHECK(start("", "prismatic").at("slide") == 0);
}

TEST_CASE("joints whose starts cannot be drawn one by one are named") {
    const auto said = [](const std::string& text) {
        try {
            system_of(text, {false, "", 1.0});
        } catch (const cchnn::SpecError& error) {
            return cchnn::to_text(error.problems());
        }
        return std::string();
    };
    CHECK(contains_text(said(mjcf("<joint type='ball'/>" + solid)),
                        "'b' is not held by one hinge or one slide alone, so its start cannot be drawn here"));
    const std::string pair = "<mujoco><worldbody><body name='a'><joint name='j' axis='0 1 0'/>" + solid +
                             "</body><body name='b' pos='2 0 0'><joint name='k' axis='0 1 0'/>" + solid +
                             "</body></worldbody><equality><joint joint1='j' joint2='k'/></equality></mujoco>";
    CHECK(contains_text(said(urdf("<limit lower='1' upper='-1'/>", "", "revolute")),
                        "m.xml:3: no start can be drawn within the limits of joint 'j', 1 to -1 rad: correct them, or "
                        "convert without random starts"));
    CHECK(contains_text(said(urdf("<limit lower='-1e308' upper='1e308'/>", "", "prismatic")),
                        "m.xml:3: no start can be drawn within the limits of joint 'j', -1e+308 to 1e+308 m:"));
    CHECK(contains_text(said(pair), "joints that are tied together by more than the tree of bodies"));
}

}  // namespace
}  // namespace cchnn_test
