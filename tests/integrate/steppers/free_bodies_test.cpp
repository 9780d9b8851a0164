// Orientations and angular velocities against nodes: two formulations of the same bodies. Steps in doubles have the
// first, double-double numbers the second.

#include "mechanics/kernels/free_bodies.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <nlohmann/json.hpp>
#include <vector>

#include "integrate/integrate_fixture.hpp"
#include "integrate/two_formulations.hpp"

using namespace cchnn_test;

namespace {

using Json = nlohmann::json;

// A top and a plate held at points off all axes, a free plate, a free body that is pushed at a point.
std::string four_bodies(const OwnUnits& units) {
    const double l = units.length, m = units.mass, t = units.time, force = m * l / (t * t);
    const auto scaled = [](std::vector<double> numbers, double by) {
        for (double& c : numbers) c *= by;
        return numbers;
    };
    const auto place = [&](std::vector<double> numbers) {
        for (std::size_t i = 0; i < 3; ++i) numbers[i] = l * (numbers[i] + units.at[i]);
        return numbers;
    };
    const auto start = [&](std::vector<double> angles, std::vector<double> rates) {
        return Json{{"euler_zxz", angles}, {"euler_rates", scaled(rates, 1 / t)}};
    };
    Json json = {{"name", "four_bodies"}, {"dimension", 3}, {"sampling", {{"dt", 0.05 * t}, {"steps", 81}}}};
    json["bodies"] = {
        {{"id", "hook"}, {"type", "Origin"}, {"position", place({0.5, -1, 2})}},
        {{"id", "nail"}, {"type", "Origin"}, {"position", place({-2, 1, 0})}},
        {{"id", "top"}, {"type", "Obj3D"}, {"mass", 0.4 * m}, {"second_moments", scaled({0.11, 0.23, 0.05}, l * l)}},
        {{"id", "plate"}, {"type", "Obj2D"}, {"mass", 0.7 * m}, {"second_moments", scaled({0.2, 0.09}, l * l)}},
        {{"id", "sheet"}, {"type", "Obj2D"}, {"mass", 1.1 * m}, {"second_moments", scaled({0.3, 0.17}, l * l)}},
        {{"id", "stone"}, {"type", "Obj3D"}, {"mass", 2 * m}, {"second_moments", scaled({0.3, 0.1, 0.2}, l * l)}}};
    json["constraints"] = {
        {{"type", "Joint"}, {"between", {"hook", {{"body", "top"}, {"point", scaled({0.1, -0.2, -0.3}, l)}}}}},
        {{"type", "Joint"}, {"between", {{{"body", "plate"}, {"point", scaled({0.4, 0.1}, l)}}, "nail"}}}};
    json["potentials"] = {{{"type", "Gravity"}, {"g", 9.81 * l / (t * t)}, {"up", units.up}},
                          {{"type", "Force"},
                           {"on", {{"body", "stone"}, {"point", scaled({0.1, 0.4, -0.3}, l)}}},
                           {"force", scaled({0.8, -0.3, 0.5}, force)}},
                          {{"type", "Force"},
                           {"on", {{"body", "top"}, {"point", scaled({0.2, 0, 0.3}, l)}}},
                           {"force", scaled({0.1, 0.2, 0.3}, force)}}};
    Json& starts = json["initial_conditions"]["bodies"];
    starts["top"] = start({0.3, 1.1, 0.7}, {1.4, 0.2, 5});
    starts["top"]["from"] = "hook";
    starts["plate"] = start({2.3, 2.9, -0.7}, {-0.4, 0.9, 1});
    starts["plate"]["from"] = "nail";
    starts["sheet"] = start({3, 1.2, 3.1}, {0.4, 2, -1});
    starts["stone"] = start({-1, 0.4, 0.1}, {3, 0.2, -2});
    for (const char* id : {"sheet", "stone"}) {
        starts[id]["position"] = place({0.1, 0.2, 0.3});
        starts[id]["velocity"] = scaled({0.5, -0.2, 1}, l / t);
    }
    return json.dump();
}

// Each solid as its mirror image, about its fixed point or its centre of mass: all distances stay.
InitialState mirrored(const Compiled& c, InitialState state) {
    for (const FreeBodyOf<double>& body : c.system.constants().free_bodies) {
        if (body.tips != 3) continue;
        double* const x = &state.x[to_size(body.first) * 3];
        const double at = body.held ? body.place[2] : x[2];
        for (std::size_t node = 0; node < 4; ++node) {
            x[3 * node + 2] = 2 * at - x[3 * node + 2];
            if (body.held || node > 0) state.v[to_size(body.first) * 3 + 3 * node + 2] *= -1;
        }
        if (!body.held)
            for (std::size_t node = 1; node < 4; ++node)
                state.v[to_size(body.first) * 3 + 3 * node + 2] += 2 * state.v[to_size(body.first) * 3 + 2];
    }
    return state;
}

void check_bodies(const Compiled& c, const std::vector<InitialState>& states, TimeGrid times, double off = 3e-12) {
    REQUIRE_FALSE(c.system.constants().free_bodies.empty());
    check_formulations(c, states, times, off);
}

}  // namespace

// Each component of a quaternion is 0, or small, at some of these turns.
TEST_CASE("the quaternion of a turn about any axis, by nothing, a little, half a turn or nearly so, has its axes") {
    const double pi = 0x1.921fb54442d18p+1;
    for (const auto& u : std::vector<std::vector<double>>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0, -0.8}})
        for (const double angle : {0.0, 1e-9, 1.0, pi - 1e-9, pi, pi + 1e-9}) {
            const double c = std::cos(angle), s = std::sin(angle);
            double e[3][3], q[4], found[3][3];
            for (int k = 0; k < 3; ++k)
                for (int i = 0; i < 3; ++i) {  // Rodrigues' formula; e[k] is the image of the k-th axis
                    const int third = 3 - i - k;
                    const double across = i == k ? 0 : (k + 1) % 3 == i ? u[to_size(third)] : -u[to_size(third)];
                    e[k][i] = (i == k ? c : 0) + (1 - c) * u[to_size(k)] * u[to_size(i)] + s * across;
                }
            quaternion_of(e, q);
            axes_of(q, found);
            for (int k = 0; k < 3; ++k)
                for (int i = 0; i < 3; ++i) CHECK(std::fabs(found[k][i] - e[k][i]) < 2e-15);
        }
}

TEST_CASE("tops and free bodies of systems/: orientations and nodes describe the same motions") {
    for (const char* name : {"gyroscope", "rigid_rotor", "mesh_top", "lagrange_top", "kovalevskaya_top"}) {
        const Compiled c(name);
        const TimeGrid times{c.spec.sampling.dt, std::min(c.spec.sampling.steps, 101)};
        check_bodies(c, c.draw(c.sampler.trajectory_count() < 0 ? 6 : 1), times);
    }
}

TEST_CASE("bodies held off their axes and pushed at points: orientations and nodes describe the same motions") {
    // Far away, a position of some 1e3 m holds the axes to 1e-13 only.
    const std::vector<double> aslant{0.48, -0.6, 0.64};
    for (const auto& one : std::vector<std::pair<OwnUnits, double>>{{{1, 1, 1, {0, 0, 0}, {0, 0, 1}}, 3e-12},
                                                                    {{1, 1, 1, {0, 0, 0}, aslant}, 3e-12},
                                                                    {{1, 1, 1, {900, -400, 70}, aslant}, 1e-10},
                                                                    {{100, 1e-3, 10, {1, 0, -3}, aslant}, 3e-11},
                                                                    {{0.01, 1e4, 0.1, {1, 2, 0}, aslant}, 3e-11}}) {
        CAPTURE(one.first.length);
        CAPTURE(one.first.at[0]);
        const Compiled c(four_bodies(one.first));
        check_bodies(c, c.draw(1), c.own_times(), one.second);
    }
}

TEST_CASE("tips that are a mirror image of the axes: orientations and nodes describe the same motions") {
    const Compiled c(four_bodies({}));
    const InitialState state = mirrored(c, c.draw(1)[0]);
    check_bodies(c, {state}, c.own_times());
}

TEST_CASE("orientations start from the point of the manifold next to the nodes in the mass metric") {
    check_start(Compiled(four_bodies({})), 1e-7);
}

TEST_CASE("a trajectory of orientations has the same bits in any lane and beside any other, mirror images too") {
    const Compiled c(four_bodies({}));
    std::vector<InitialState> states;
    for (int i = 0; i < 40; ++i) {
        InitialState state = c.draw(1)[0];
        for (double& v : state.v) v *= 1 - 0.02 * i;
        states.push_back(i % 3 ? state : mirrored(c, state));
    }
    check_lanes(c, states, c.own_times());
}

TEST_CASE("members of a family of tops have the bits that each has alone") {
    std::deque<Compiled> members;
    for (int i = 0; i < 20; ++i) {
        Json json = Json::parse(four_bodies({}));
        json["bodies"][2]["mass"] = 0.4 + 0.01 * i;
        json["bodies"][0]["position"][1] = -1 - 0.1 * i;
        json["constraints"][0]["between"][1]["point"][2] = -0.3 - 0.01 * i;
        members.emplace_back(json.dump());
    }
    check_members(members, {0.05, 21});
}
