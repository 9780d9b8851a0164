#include <doctest/doctest.h>

#include <cmath>

#include "elements/dipole.hpp"
#include "elements/gravity.hpp"
#include "elements/joint.hpp"
#include "elements/link.hpp"
#include "elements/spring.hpp"
#include "spec/read_system.hpp"

// Systems of the paper: the constants on which published scores depend, typed here a second time.

using namespace cchnn;

namespace {

using Numbers = std::vector<double>;

void check_normal(const Distribution& distribution, double mean, double std) {
    REQUIRE(std::holds_alternative<Normal>(distribution));
    CHECK(std::get<Normal>(distribution).mean == mean);
    CHECK(std::get<Normal>(distribution).std == std);
}

struct Chain {
    int bobs;
    Numbers masses, lengths;  // kg, m, from pivot to tip
};
const std::vector<Chain> chains = {
    {1, {1.0390508031418597}, {1.1721514930979355}},
    {2, {1.1721514930979355, 1.0390508031418597}, {1.0359065463975174, 1.0822107008573152}},
    {3,
     {1.0822107008573152, 1.1721514930979355, 1.0390508031418597},
     {1.1167152904533248, 0.93892383947112379, 1.0359065463975174}},
    {5,
     {0.93892383947112379, 1.0359065463975174, 1.0822107008573152, 1.1721514930979355, 1.0390508031418597},
     {0.90675321506062212, 1.3709302084008235, 1.3134184006256637, 0.95006976901015405, 1.1167152904533248}}};

std::string bob(int i) { return "bob" + std::to_string(i + 1); }

TEST_CASE("chain pendulums have the masses and lengths of the published code, and hang one from the other") {
    for (const Chain& chain : chains) {
        CAPTURE(chain.bobs);
        const SystemSpec spec = load_system("chain_pendulum_" + std::to_string(chain.bobs));
        REQUIRE(static_cast<int>(spec.bodies.size()) == chain.bobs + 1);
        REQUIRE(static_cast<int>(spec.constraints.size()) == chain.bobs);
        CHECK(spec.bodies[0].type == BodyType::origin);
        CHECK(spec.bodies[0].position == Numbers{0, 0});
        for (int i = 0; i < chain.bobs; ++i) {
            const auto at = static_cast<std::size_t>(i);
            CHECK(spec.bodies[at + 1].id == bob(i));
            CHECK(spec.bodies[at + 1].mass == chain.masses[at]);
            const auto& link = (*spec.constraints[at].as<LinkSpec>());
            CHECK(link.a.body == (i == 0 ? "pivot" : bob(i - 1)));
            CHECK(link.b.body == bob(i));
            CHECK(link.length == chain.lengths[at]);
        }
    }
}

TEST_CASE("chain pendulums start, swing and are sampled as in the published code") {
    for (const Chain& chain : chains) {
        const SystemSpec spec = load_system("chain_pendulum_" + std::to_string(chain.bobs));
        CHECK(spec.dimension == 2);
        REQUIRE(spec.potentials.size() == 1);
        CHECK((*spec.potentials[0].as<GravitySpec>()).g == 9.81);
        CHECK((*spec.potentials[0].as<GravitySpec>()).up == Numbers{0, 1});
        CHECK(spec.sampling.dt == 0.03);
        CHECK(spec.sampling.steps == 100);
        const auto& drawn = std::get<DrawnStates>(spec.initial_conditions);
        for (int i = 0; i < chain.bobs; ++i) {
            const auto& placement = std::get<AngularPlacement>(drawn.bodies.at(bob(i)));
            CHECK(placement.from == (i == 0 ? "pivot" : bob(i - 1)));
            check_normal(placement.angles.at(0), 0, 1);
            check_normal(placement.rates.at(0), 0, 1);
        }
        check_normal(drawn.position_noise, 0, 0.2);
        CHECK(drawn.velocity_factor == 1.5);         // v <- 3 (v/2 + N(0, 0.4)):
        check_normal(drawn.velocity_noise, 0, 1.2);  // 3/2 and 3 x 0.4
    }
}

TEST_CASE("coupled pendulums are those of the published code") {
    const SystemSpec spec = load_system("coupled_pendulum_3");
    CHECK(spec.dimension == 3);
    REQUIRE(spec.bodies.size() == 6);
    REQUIRE(spec.constraints.size() == 3);
    REQUIRE(spec.potentials.size() == 3);
    CHECK(spec.sampling.dt == 0.05);
    CHECK(spec.sampling.steps == 100);
    CHECK((*spec.potentials[0].as<GravitySpec>()).g == 9.81);
    CHECK((*spec.potentials[0].as<GravitySpec>()).up == Numbers{0, 0, 1});
    for (int i = 0; i < 3; ++i) {
        const auto at = static_cast<std::size_t>(i);
        CHECK(spec.bodies[at].position == Numbers{static_cast<double>(i), 0, 0});
        CHECK(spec.bodies[at + 3].mass == 1);
        const auto& link = (*spec.constraints[at].as<LinkSpec>());
        CHECK(link.a.body == "anchor" + std::to_string(i + 1));
        CHECK(link.b.body == bob(i));
        CHECK(link.length == 1);
        if (i == 2) continue;
        const auto& spring = (*spec.potentials[at + 1].as<SpringSpec>());
        CHECK(spring.a.body == bob(i));
        CHECK(spring.b.body == bob(i + 1));
        CHECK(spring.stiffness == 10);
        CHECK(spring.rest_length == 1);
    }
}

TEST_CASE("coupled pendulums start about hanging straight down, without noise") {
    const SystemSpec spec = load_system("coupled_pendulum_3");
    const auto& drawn = std::get<DrawnStates>(spec.initial_conditions);
    for (int i = 0; i < 3; ++i) {
        const auto& placement = std::get<AngularPlacement>(drawn.bodies.at(bob(i)));
        CHECK(placement.from == "anchor" + std::to_string(i + 1));
        check_normal(placement.angles.at(0), 3.141592653589793, 0.3);   // azimuth
        check_normal(placement.angles.at(1), 1.5707963267948966, 0.3);  // polar angle
        check_normal(placement.rates.at(0), 0, 0.3);
        check_normal(placement.rates.at(1), 0, 0.3);
    }
    CHECK(std::get<Constant>(drawn.position_noise).value == 0);
    CHECK(std::get<Constant>(drawn.velocity_noise).value == 0);
    CHECK(drawn.velocity_factor == 1);
}

template <class T>
const T& placement_of(const SystemSpec& spec, const std::string& body) {
    return std::get<T>(std::get<DrawnStates>(spec.initial_conditions).bodies.at(body));
}
void check_uniform(const Distribution& distribution, double low, double high) {
    REQUIRE(std::holds_alternative<Uniform>(distribution));
    CHECK(std::get<Uniform>(distribution).low == low);
    CHECK(std::get<Uniform>(distribution).high == high);
}
void check_shaped(const Distribution& distribution, Shaped expected) {
    REQUIRE(std::holds_alternative<Shaped>(distribution));
    const auto& shaped = std::get<Shaped>(distribution);
    CHECK(shaped.normal.mean == expected.normal.mean);
    CHECK(shaped.normal.std == expected.normal.std);
    CHECK(shaped.limit == expected.limit);
    CHECK(shaped.scale == expected.scale);
    CHECK(shaped.random_sign == expected.random_sign);
}

TEST_CASE("the magnetic pendulum has the constants of the published code, and magnets that repel") {
    const SystemSpec spec = load_system("magnet_pendulum");
    CHECK(spec.dimension == 3);
    CHECK(spec.sampling.dt == 0.05);
    CHECK(spec.bodies.at(1).mass == 3);
    CHECK((*spec.constraints.at(0).as<LinkSpec>()).length == 1);
    CHECK((*spec.potentials.at(0).as<GravitySpec>()).g == 9.81);
    const auto& dipole = (*spec.potentials.at(1).as<DipoleSpec>());
    CHECK(dipole.moment == 0.3);  // away from the pivot: down, against magnets that point up
    CHECK(dipole.mu0 == 1);
    REQUIRE(dipole.magnets.size() == 2);
    CHECK(dipole.magnets[0].position == Numbers{0.1, 0, -1.05});
    CHECK(dipole.magnets[1].position == Numbers{-0.1, 0, -1.05});
    for (const auto& magnet : dipole.magnets) CHECK(magnet.moment == Numbers{0, 0, 0.3});
    const auto& bob = placement_of<AngularPlacement>(spec, "bob");
    check_normal(bob.angles.at(0), 3.141592653589793, 0.3);
    check_normal(bob.angles.at(1), 1.5707963267948966, 0.2);
    check_normal(bob.rates.at(0), 0, 0.05);
    check_normal(bob.rates.at(1), 0, 0.4);
}

// The energy itself is typed a second time in tests/physics/pendulum_test.cpp.
TEST_CASE("the magnetic pendulum of the published code differs from the other one in its energy alone") {
    const SystemSpec spec = load_system("magnet_pendulum_published"), other = load_system("magnet_pendulum");
    CHECK(spec.bodies.at(0).position == Numbers{0, 0, 0});
    CHECK(spec.bodies.at(1).position == Numbers{0.1, 0, -1.05});
    CHECK(spec.bodies.at(2).position == Numbers{-0.1, 0, -1.05});
    CHECK(spec.bodies.at(3).mass == 3);
    CHECK((*spec.constraints.at(0).as<LinkSpec>()).length == 1);
    CHECK((*spec.potentials.at(0).as<GravitySpec>()).g == 9.81);
    CHECK(spec.potentials.size() == 3);
    CHECK(spec.sampling.dt == other.sampling.dt);
    CHECK(spec.sampling.steps == other.sampling.steps);
    const auto& bob = placement_of<AngularPlacement>(spec, "bob");
    check_normal(bob.angles.at(0), 3.141592653589793, 0.3);
    check_normal(bob.angles.at(1), 1.5707963267948966, 0.2);
    check_normal(bob.rates.at(0), 0, 0.05);
    check_normal(bob.rates.at(1), 0, 0.4);
}

TEST_CASE("the gyroscope is that of the published code") {
    const SystemSpec spec = load_system("gyroscope");
    CHECK(spec.sampling.dt == 0.02);
    CHECK(spec.bodies.at(1).type == BodyType::obj3d);
    CHECK(spec.bodies[1].mass == 0.1);
    CHECK(spec.bodies[1].second_moments == Numbers{0.241378, 0.241378, 0.0369415});
    CHECK((*spec.constraints.at(0).as<JointSpec>()).b.point == Numbers{0, 0, -0.2217285});
    CHECK((*spec.potentials.at(0).as<GravitySpec>()).up == Numbers{0, 0, 1});
    const auto& top = placement_of<RigidPlacement>(spec, "top");
    CHECK(top.from == "pivot");
    for (std::size_t i = 0; i < 3; ++i) check_uniform(top.angles.at(i), -1.5, 1.5);
    check_uniform(top.rates.at(0), -4.5, 4.5);
    check_uniform(top.rates.at(1), -0.3, 0.3);
    check_shaped(top.rates.at(2), {{7, 1}, INFINITY, 1.5, true});
}

TEST_CASE("the rigid rotor is that of the published code, free in space") {
    const SystemSpec spec = load_system("rigid_rotor");
    CHECK(spec.sampling.dt == 0.05);
    REQUIRE(spec.bodies.size() == 1);
    CHECK(spec.bodies[0].mass == 0.1);
    CHECK(spec.bodies[0].second_moments == Numbers{0.00298513, 0.0990634, 0.0211085});
    CHECK(spec.constraints.empty());
    CHECK(spec.potentials.empty());
    const auto& rotor = placement_of<RigidPlacement>(spec, "rotor");
    for (std::size_t i = 0; i < 3; ++i) {
        check_shaped(rotor.angles.at(i), {{0, 2}, 3, 1, false});
        check_shaped(rotor.rates.at(i), {{0, 2}, 3, 1, false});
        check_shaped(rotor.position.at(i), {{0, 2}, 3, 0.1, false});
        check_shaped(rotor.velocity.at(i), {{0, 2}, 3, 0.1, false});
    }
}

}  // namespace
