#include "spec/reading/read_states.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "spec/broken_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

template <class T>
const T& placement_of(const SystemSpec& spec, const char* body) {
    return std::get<T>(std::get<DrawnStates>(spec.initial_conditions).bodies.at(body));
}
double constant(const Distribution& d) { return std::get<Constant>(d).value; }

TEST_CASE("placements of extended bodies arrive in their own places") {
    const SystemSpec spec = parse_system(machine_3d().dump(), "a.json");
    const auto& hub = placement_of<RigidPlacement>(spec, "hub");
    CHECK(hub.from == "base");
    CHECK(!hub.hinge);
    CHECK(hub.position.empty());
    CHECK(hub.velocity.empty());
    REQUIRE(hub.angles.size() == 3);
    REQUIRE(hub.rates.size() == 3);
    CHECK(constant(hub.angles[0]) == 38);
    CHECK(constant(hub.rates[1]) == 45);
    const auto& psi = std::get<Shaped>(hub.angles[2]);
    CHECK(psi.normal.mean == 40);
    CHECK(psi.normal.std == 41);
    CHECK(psi.limit == 42);
    CHECK(psi.scale == 43);
    CHECK(!psi.random_sign);
    const auto& spin = std::get<Shaped>(hub.rates[2]);
    CHECK(std::isinf(spin.limit));
    CHECK(spin.scale == 1);
    CHECK(spin.random_sign);

    const auto& plate = placement_of<RigidPlacement>(spec, "plate");
    CHECK(plate.hinge);
    CHECK(constant(plate.angles.at(0)) == 48);
    CHECK(constant(plate.rates.at(0)) == 49);
    CHECK(placement_of<AngularPlacement>(spec, "bob").from == "plate");
    const auto& rod = placement_of<RigidPlacement>(spec, "rod");
    REQUIRE(rod.angles.size() == 2);
    CHECK(constant(rod.angles[0]) == 52);
    CHECK(constant(rod.rates[1]) == 55);
    const auto& free = placement_of<RigidPlacement>(spec, "free");
    CHECK(free.from.empty());
    CHECK(constant(free.position.at(2)) == 58);
    CHECK(constant(free.velocity.at(0)) == 59);
    CHECK(free.rates.size() == 3);
    CHECK(constant(free.rates[1]) == 0);

    const SystemSpec planar = parse_system(machine_2d().dump(), "a.json");
    const auto& in_plane = placement_of<RigidPlacement>(planar, "plate");
    CHECK(constant(in_plane.angles.at(0)) == 8);
    CHECK(constant(in_plane.velocity.at(1)) == 0);
}

TEST_CASE("given nodes of an extended body are stored one after the other") {
    Json document = machine_2d();
    document["initial_conditions"] =
        Json::parse(R"({"state": {"position": {"rod": [[1, 2], [3, 4]], "plate": [[5, 6], [7, 8], [9, 10]]},
                                  "velocity": {"rod": [[11, 12], [13, 14]]}}})");
    const SystemSpec spec = parse_system(document.dump(), "a.json");
    const auto& state = std::get<std::vector<GivenState>>(spec.initial_conditions).at(0);
    CHECK(state.position.at("rod") == std::vector<double>{1, 2, 3, 4});
    CHECK(state.position.at("plate") == std::vector<double>{5, 6, 7, 8, 9, 10});
    CHECK(state.velocity.at("rod") == std::vector<double>{11, 12, 13, 14});
}

}  // namespace
