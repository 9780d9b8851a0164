// Joints against nodes: two formulations of the same trees. Steps in doubles have the first, double-double numbers the
// second.

#include "mechanics/kernels/joint_states.hpp"

#include <doctest/doctest.h>

#include <deque>
#include <nlohmann/json.hpp>
#include <numbers>

#include "integrate/integrate_fixture.hpp"
#include "integrate/two_formulations.hpp"

using namespace cchnn_test;

namespace {

using Json = nlohmann::json;

Json on_body(const char* body, const std::vector<double>& at) { return {{"body", body}, {"point", at}}; }

// R_z(phi) R_x(theta) R_z(psi) a
std::vector<double> rotated(const std::vector<double>& angles, std::vector<double> a) {
    for (const std::size_t k : {2, 1, 0}) {
        const double c = std::cos(angles[k]), s = std::sin(angles[k]);
        const std::size_t i = k == 1 ? 1 : 0, j = i + 1;
        const double before = a[i];
        a[i] = c * before - s * a[j];
        a[j] = s * before + c * a[j];
    }
    return a;
}

// Each kind of joint on the ground and on a body that moves: hinges, a ball, a slider, a cylinder, universals, a weld;
// a satellite that floats; springs between branches, and a push at a point.
std::string joints(const OwnUnits& units) {
    const double l = units.length, m = units.mass, t = units.time, force = m * l / (t * t);
    const auto scaled = [](std::vector<double> numbers, double by) {
        for (double& c : numbers) c *= by;
        return numbers;
    };
    const auto place = [&](std::vector<double> numbers) {
        for (std::size_t i = 0; i < 3; ++i) numbers[i] = l * (numbers[i] + units.at[i]);
        return numbers;
    };
    const auto at = [&](const char* body, std::vector<double> numbers) { return on_body(body, scaled(numbers, l)); };
    const auto solid = [&](const char* id, double mass, std::vector<double> moments) {
        return Json{{"id", id},
                    {"type", moments.size() == 3 ? "Obj3D" : "Obj2D"},
                    {"mass", mass * m},
                    {"second_moments", scaled(moments, l * l)}};
    };
    Json json = {{"name", "joints"}, {"dimension", 3}, {"sampling", {{"dt", 0.05 * t}, {"steps", 41}}}};
    json["bodies"] = {{{"id", "wall"}, {"type", "Origin"}, {"position", place({0.5, -1, 2})}},
                      {{"id", "hook"}, {"type", "Origin"}, {"position", place({-2, 1, 0})}},
                      solid("door", 2, {0.11, 0.23, 0.05}),
                      solid("handle", 0.4, {0.02, 0.03}),
                      solid("bell", 0.7, {0.04, 0.05, 0.02}),
                      solid("drawer", 1.5, {0.2, 0.09, 0.1}),
                      solid("bolt", 0.6, {0.03, 0.05, 0.04}),
                      solid("knob", 0.2, {0.01, 0.02, 0.03}),
                      solid("gimbal", 1.2, {0.1, 0.12, 0.2}),
                      solid("mast", 0.5, {0.06, 0.05, 0.01}),
                      solid("hub", 5, {0.3, 0.1, 0.2}),
                      solid("panel", 0.8, {0.3, 0.17}),
                      solid("rider", 0.9, {0.02, 0.06, 0.03})};
    const std::vector<double> up{0, 0, 1}, y{0, 1, 0}, aslant{0, 0.6, 0.8};
    json["constraints"] = {
        {{"type", "Joint+Axis"}, {"between", {"wall", at("door", {-0.4, 0, 0.1})}}, {"axis", {aslant, up}}},
        {{"type", "Joint+Axis"},
         {"between", {at("handle", {-0.1, 0.1}), at("door", {0.4, 0.1, 0})}},
         {"axis", {{0.6, 0.8}, up}}},
        {{"type", "Joint"}, {"between", {at("door", {0.2, 0, -0.3}), at("bell", {0, 0.1, 0.3})}}},
        {{"type", "Slider"}, {"between", {"hook", at("drawer", {0.1, 0, 0})}}, {"axis", {aslant, y}}},
        {{"type", "Slider"},
         {"between", {at("bolt", {0, 0.1, 0}), at("drawer", {0.2, 0.1, 0.3})}},
         {"axis", {aslant, up}},
         {"turn", true}},
        {{"type", "Weld"},
         {"between", {at("bolt", {0.3, 0, 0.1}), at("knob", {0, 0, -0.1})}},
         {"axis", {{1, 0, 0}, up}},
         {"across", {y, {1, 0, 0}}}},
        {{"type", "Universal"}, {"between", {"hook", at("gimbal", {0, 0.2, 0.5})}}, {"axis", {up, up}}},
        {{"type", "Universal"},
         {"between", {at("mast", {0, 0.1, 0.4}), at("gimbal", {0.1, 0, -0.4})}},
         {"axis", {y, {1, 0, 0}}}},
        {{"type", "Joint+Axis"},
         {"between", {at("panel", {0.5, 0}), at("hub", {-0.3, 0.2, 0})}},
         {"axis", {{0, 1}, aslant}}}};
    json["constraints"].push_back({{"type", "Slider"},
                                   {"between", {at("hub", {0.2, -0.1, 0}), at("rider", {0, 0.1, 0})}},
                                   {"axis", {aslant, {1, 0, 0}}}});
    json["potentials"] = {
        {{"type", "Gravity"}, {"g", 9.81 * l / (t * t)}, {"up", units.up}},
        {{"type", "Force"}, {"on", at("hub", {0.1, 0.4, -0.3})}, {"force", scaled({0.8, -0.3, 0.5}, force)}},
        {{"type", "Spring"}, {"between", {"hook", at("drawer", {0.3, 0, 0.2})}}, {"stiffness", 9 * m / (t * t)}},
        {{"type", "Spring"},
         {"between", {at("handle", {0, 0.3}), "bell"}},
         {"stiffness", 6 * m / (t * t)},
         {"rest_length", 0.3 * l}}};
    Json& starts = json["initial_conditions"]["bodies"];
    const auto hinge = [&](const char* from, double angle, double rate) {
        return Json{{"from", from}, {"hinge_angle", angle}, {"hinge_rate", rate / t}};
    };
    const auto turned = [&](std::vector<double> angles, std::vector<double> rates) {
        return Json{{"euler_zxz", angles}, {"euler_rates", scaled(rates, 1 / t)}};
    };
    starts["door"] = hinge("wall", 2.2, 1.4);
    starts["handle"] = hinge("door", -2.9, -2);
    starts["bell"] = turned({0.3, 1.1, 0.7}, {1.4, 0.2, 1});
    starts["bell"]["from"] = "door";
    starts["drawer"] = {{"from", "hook"}, {"slide", 0.2 * l}, {"slide_rate", 0.5 * l / t}};
    starts["bolt"] = hinge("drawer", 0.4, 1.7);
    starts["bolt"].update({{"slide", -0.3 * l}, {"slide_rate", 0.4 * l / t}});
    starts["knob"] = {{"from", "bolt"}};
    // Both have the same orientation, in which axis 3 is across that of space, and no placement follows a Universal.
    const std::vector<double> angles{0.3, std::numbers::pi / 2, 0.7};
    const std::vector<double> held = rotated(angles, {0, -0.2, -0.5}), hung = rotated(angles, {0.1, -0.1, -0.8});
    const std::vector<double> below{-2 + held[0], 1 + held[1], held[2]};
    starts["gimbal"] = turned(angles, {1, 0, 1.3});
    starts["gimbal"]["position"] = place(below);
    starts["mast"] = turned(angles, {0.4, 0.6, 1});
    starts["mast"]["position"] = place({below[0] + hung[0], below[1] + hung[1], below[2] + hung[2]});
    starts["hub"] = turned({3, 1.2, 3.1}, {0.4, 1, -1});
    starts["hub"].update({{"position", place({0.1, 0.2, 0.3})}, {"velocity", scaled({0.5, -0.2, 1}, l / t)}});
    starts["panel"] = hinge("hub", 1.3, 0.6);
    starts["rider"] = {{"from", "hub"}, {"slide", 0.3 * l}, {"slide_rate", -0.6 * l / t}};
    return json.dump();
}

// The arm in a mirror along its first axis, of which distances know nothing.
InitialState mirrored(InitialState state) {
    for (std::size_t i = 0; i < state.x.size(); i += 3) {
        state.x[i] *= -1;
        state.v[i] *= -1;
    }
    return state;
}

void check_joints(const Compiled& c, const std::vector<InitialState>& states, TimeGrid times, double off = 1e-11) {
    REQUIRE_FALSE(c.system.constants().joint_tree.empty());
    check_formulations(c, states, times, off);
}

}  // namespace

TEST_CASE("arms and satellites: joints and nodes describe the same motions") {
    for (const char* name : {"hinged_arm_3", "satellite"}) {
        const Compiled c(name);
        check_joints(c, c.draw(6), {c.spec.sampling.dt, 31}, 1e-10);
    }
}

TEST_CASE("trees of every joint: joints and nodes describe the same motions") {
    const std::vector<double> aslant{0.48, -0.6, 0.64};
    for (const auto& one : std::vector<std::pair<OwnUnits, double>>{{{1, 1, 1, {0, 0, 0}, {0, 0, 1}}, 1e-11},
                                                                    {{1, 1, 1, {900, -400, 70}, aslant}, 1e-10},
                                                                    {{100, 1e-3, 10, {1, 0, -3}, aslant}, 1e-10},
                                                                    {{0.01, 1e4, 0.1, {1, 2, 0}, aslant}, 1e-10}}) {
        CAPTURE(one.first.length);
        CAPTURE(one.first.at[0]);
        const Compiled c(joints(one.first));
        check_joints(c, c.draw(1), c.own_times(), one.second);
    }
}

TEST_CASE("trees that are the mirror image of their axes: joints and nodes describe the same motions") {
    const Compiled c("hinged_arm_3");
    check_joints(c, {mirrored(c.draw(1)[0])}, {c.spec.sampling.dt, 31});
}

TEST_CASE("joints start from the point of the manifold next to the nodes in the mass metric") {
    const Compiled c(joints({}));
    check_start(c, 1e-7);
}

TEST_CASE("steps of joints and of nodes pass the centres of springs alike") {
    const Compiled c("satellite");
    const auto states = c.draw(2);
    const auto joints = make_minimal_field<double>(c.system);
    const Dynamics<double> nodes(c.system);
    std::vector<double> y[2], w(joints->velocities());
    for (std::size_t k = 0; k < 2; ++k) {
        y[k].resize(joints->positions());
        joints->place(0, states[k].x.data(), states[k].v.data(), y[k].data(), w.data());
    }
    const double passage = nodes.square_passage(states[0].x, states[1].x);
    CHECK(passage > 0.01);
    CHECK(joints->square_passage(y[0].data(), y[1].data()) == doctest::Approx(passage).epsilon(1e-9));
    for (double& number : y[1]) number *= 1 + 1e-3;  // a predicted state is off the manifold
    CHECK(joints->square_passage(y[0].data(), y[1].data()) == doctest::Approx(passage).epsilon(0.05));
}

TEST_CASE("a trajectory of joints has the same bits in any lane and beside any other, mirror images too") {
    const Compiled c("hinged_arm_3");
    std::vector<InitialState> states = c.draw(40);
    for (std::size_t i = 0; i < states.size(); i += 3) states[i] = mirrored(states[i]);
    check_lanes(c, states, {c.spec.sampling.dt, 21});
}

TEST_CASE("members of a family of trees have the bits that each has alone") {
    std::deque<Compiled> members;
    for (int i = 0; i < 20; ++i) {
        Json json = Json::parse(joints({}));
        json["bodies"][2]["mass"] = 2 + 0.01 * i;
        json["bodies"][0]["position"][1] = -1 - 0.1 * i;
        json["constraints"][1]["between"][1]["point"][2] = -0.1 - 0.01 * i;
        json["potentials"][2]["stiffness"] = 9 + 0.1 * i;
        members.emplace_back(json.dump());
    }
    check_members(members, {0.05, 11});
}
