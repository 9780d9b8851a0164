#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "integrate/kernel_door.hpp"
#include "mechanics/bennett.hpp"
#include "mechanics/example_systems.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Json = nlohmann::json;
using Vector = std::vector<double>;

// Bennett's mechanism at q = 1, and a bead on a parabola that nothing joins to it.
std::string beside_a_bead(const Bennett& bennett) {
    Json json = Json::parse(bennett.text(1, 3, false));
    json["bodies"].push_back(Json{{"id", "bead"}, {"type", "Obj0D"}, {"mass", 2}});
    json["constraints"].push_back(Json::parse(R"({"type": "Track", "points": ["bead"],
        "curve": {"parameter": "s", "x": "s", "y": "0.5*s^2", "z": "2", "range": [-3, 3]}})"));
    Json& state = json["initial_conditions"]["state"];
    state["position"]["bead"] = {0.4, 0.08, 2};
    state["velocity"]["bead"] = {0.5, 0.2, 0};
    return json.dump();
}

TEST_CASE(
    "the field of a loop with too many rows is right beside a bead on a wire, where its rows lose their rank too") {
    const Bennett bennett;
    const ExampleSystem s(parse_system(beside_a_bead(bennett), "beside.json"));
    const RowSelectionMonitor* const rows = s.system.row_selection_monitor();
    REQUIRE(rows);
    InitialState state = s.state(0);
    REQUIRE(state.s.size() == 1);
    constexpr int states = 2001;  // of one turn
    Vector momentum(state.x), acceleration(state.x);
    double off = 0, least = 1;
    for (int k = 0; k < states; ++k) {
        const long double q = 0.05L + 6.2L * k / states, rate = 2, second = bennett.rates({q, rate, 0}, false)[1];
        const auto links = bennett.links(q);
        Vector wanted;
        for (std::size_t node = 0; node < 12; ++node) {
            std::array<long double, 3> along{};
            if (node % 4 > 0) along[node % 4 - 1] = 1;
            const auto x = Bennett::point(links[node / 4], along);
            for (std::size_t i = 0; i < 3; ++i) {
                state.x[3 * node + i] = static_cast<double>(x[i].v);
                state.v[3 * node + i] = static_cast<double>(x[i].d * rate);
                wanted.push_back(static_cast<double>(x[i].d * second + x[i].dd * rate * rate));
            }
        }
        s.system.momentum(state.v.data(), momentum.data());
        Vector z(state.x);
        z.insert(z.end(), momentum.begin(), momentum.end());
        z.insert(z.end(), state.s.begin(), state.s.end());
        Vector field(z.size());
        cchnn_kernels()->vector_field(s.system, z, field);
        s.system.velocity(&field[state.x.size()], acceleration.data());
        for (std::size_t i = 0; i < wanted.size(); ++i) off = std::max(off, std::fabs(acceleration[i] - wanted[i]));
        least = std::min(least, rows->conditioning(s.system, state.x.data(), state.s.data()));
    }
    CHECK(least < 1e-3);  // the rows of the start do not serve everywhere
    CHECK(off < 1e-9);    // of 100 m/s^2: rounding of states over shares of rows of 0.04 and more
}

}  // namespace
