#include "spec/system_family.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "contains_text.hpp"
#include "core/errors.hpp"
#include "dataset/content_digest.hpp"
#include "elements/gravity.hpp"
#include "elements/link.hpp"
#include "elements/spring.hpp"
#include "mechanics/constrained_system.hpp"
#include "spec/json/readable_json.hpp"
#include "spec/read_system.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

SystemSpec member(const SystemFamily& family, const FamilyMember& choices = {}) {
    return parse_system(system_text(family, choices), "member.json");
}

// Digests of every array and attribute but the text of the system itself.
std::vector<std::pair<std::string, std::string>> trajectories_of(const SystemSpec& spec) {
    const cchnn_test::ScratchDirectory scratch;
    GenerateOptions options = cchnn_test::small(scratch.path(), 0, 0, 3);
    options.samples = spec.sampling.steps / 10;
    (void)generate(spec, options);
    auto arrays = digest_content(Hdf5File::open(scratch / spec.name / "test.h5")).arrays;
    std::erase_if(arrays, [](const auto& array) { return array.first.find("/system") != std::string::npos; });
    return arrays;
}

TEST_CASE("members that are built in have the graph and the trajectories of the built-in systems") {
    const std::vector<std::pair<std::string, SystemFamily>> members = {
        {"chain_pendulum_1", ChainFamily{.count = 1}}, {"chain_pendulum_2", ChainFamily{.count = 2}},
        {"chain_pendulum_3", ChainFamily{.count = 3}}, {"chain_pendulum_5", ChainFamily{.count = 5}},
        {"coupled_pendulum_3", CoupledFamily{}},       {"beam_chain_3", BeamChainFamily{}}};
    for (const auto& each : members) {
        const std::string& name = each.first;
        CAPTURE(name);
        const SystemSpec made = member(each.second), builtin = load_system(name);
        CHECK(made.name == name);
        CHECK(made.sampling.dt == builtin.sampling.dt);
        CHECK(made.sampling.steps == builtin.sampling.steps);
        CHECK(made.conserved == builtin.conserved);
        const auto trajectories = trajectories_of(made);
        CHECK(trajectories.size() > 5);
        CHECK(trajectories == trajectories_of(builtin));
    }
}

TEST_CASE("numbers are one for all bodies or one for each, and choices of a member are kept") {
    const SystemSpec chain = member(ChainFamily{.count = 3, .masses = {1, 2, 3}, .lengths = {0.5}, .g = 1.62},
                                    {.name = "own", .dt = 0.01, .steps = 7});
    CHECK(chain.name == "own");
    CHECK(chain.sampling.dt == 0.01);
    CHECK(chain.sampling.steps == 7);
    CHECK((*chain.potentials[0].as<GravitySpec>()).g == 1.62);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(chain.bodies[i + 1].mass == static_cast<double>(i + 1));
        CHECK((*chain.constraints[i].as<LinkSpec>()).length == 0.5);
    }
    const SystemSpec coupled = member(CoupledFamily{.count = 2, .spacing = 0.7, .stiffness = 3});
    CHECK(coupled.bodies[1].position == std::vector<double>{0.7, 0, 0});
    CHECK((*coupled.potentials[1].as<SpringSpec>()).stiffness == 3);
    CHECK((*coupled.potentials[1].as<SpringSpec>()).rest_length == 0.7);
    const SystemSpec beams = member(BeamChainFamily{.count = 2, .lengths = {2, 3}});
    CHECK(beams.bodies[2].mass == 3);  // 1 kg per metre
    CHECK(beams.bodies[2].second_moments == std::vector<double>{0.75});
}

TEST_CASE("families of other sizes compile, with the degrees of freedom of their kind") {
    const auto degrees = [](const SystemSpec& spec) {
        return ConstrainedSystem(spec, BodyGraph(spec)).degrees_of_freedom();
    };
    CHECK(degrees(member(ChainFamily{.count = 40})) == 40);
    CHECK(degrees(member(CoupledFamily{.count = 7})) == 14);
    CHECK(degrees(member(BeamChainFamily{.count = 4})) == 8);
    CHECK(degrees(member(RingFamily{.count = 9})) == 9);  // 18 coordinates, 9 rods
}

TEST_CASE("a ring starts as a polygon that closes") {
    const SystemSpec ring = member(RingFamily{.count = 7, .length = 0.5, .spin = 2});
    const auto& placed = std::get<DrawnStates>(ring.initial_conditions).bodies;
    const auto entry = [&](int bob, bool position, std::size_t k) {
        const auto& p = std::get<CartesianPlacement>(placed.at("bob" + std::to_string(bob)));
        return std::get<Constant>((position ? p.position : p.velocity)[k]).value;
    };
    for (int i = 1; i <= 7; ++i) {
        const int next = i % 7 + 1;
        const double dx = entry(i, true, 0) - entry(next, true, 0), dy = entry(i, true, 1) - entry(next, true, 1);
        CHECK(std::sqrt(dx * dx + dy * dy) == doctest::Approx(0.5).epsilon(1e-8));  // written with 9 digits
        CHECK(entry(i, false, 0) == doctest::Approx(-2 * entry(i, true, 1)).epsilon(1e-8));
    }
}

TEST_CASE("every value out of range is said, by the option that holds it") {
    const auto refused = [](const SystemFamily& family, const FamilyMember& choices = {}) -> std::string {
        try {
            (void)system_text(family, choices);
        } catch (const UsageError& error) {
            return error.what();
        }
        return "";
    };
    CHECK(refused(ChainFamily{.count = 0}) == "--links: must be 1 to 10000, got 0");
    CHECK(refused(RingFamily{.count = 3}) == "--bobs: must be 4 to 10000, got 3");
    CHECK(refused(ChainFamily{.count = 3, .masses = {1, -2}, .lengths = {0}, .g = -1},
                  {.name = "No", .dt = 0, .steps = 1}) ==
          "--mass: must be > 0, got -2\n"
          "--mass: must be one number, or one for each of 3, got 2\n"
          "--length: must be > 0, got 0\n"
          "--g: must be >= 0, got -1\n"
          "--name: must be 1 to 64 lower-case letters, digits and '_', got 'No'\n"
          "--dt: must be > 0, got 0\n"
          "--steps: must be at least 2, got 1");
    CHECK(refused(CoupledFamily{.count = 2, .spacing = 0, .stiffness = -1, .rest_length = -2}) ==
          "--spacing: must be > 0, got 0\n--stiffness: must be > 0, got -1\n--rest-length: must be >= 0, got -2");
    CHECK(refused(CoupledFamily{.count = 2, .masses = {0}, .lengths = {-1}, .g = -1}, {.name = "No"}) ==
          "--mass: must be > 0, got 0\n--length: must be > 0, got -1\n--g: must be >= 0, got -1\n"
          "--name: must be 1 to 64 lower-case letters, digits and '_', got 'No'");
    CHECK(refused(BeamChainFamily{.count = 2, .masses = {-1}, .lengths = {1, 0}, .g = -1}, {.steps = 1}) ==
          "--length: must be > 0, got 0\n--mass: must be > 0, got -1\n--g: must be >= 0, got -1\n"
          "--steps: must be at least 2, got 1");
    CHECK(refused(RingFamily{.count = 4, .masses = {0}, .length = 0, .spin = INFINITY}, {.dt = -1}) ==
          "--mass: must be > 0, got 0\n--length: must be > 0, got 0\n--spin: must be a finite number, got inf\n"
          "--dt: must be > 0, got -1");
}

TEST_CASE("a thousand links are written and compiled in a moment") {
    const SystemSpec chain = member(ChainFamily{.count = 1000});
    const BodyGraph graph(chain);
    const ConstrainedSystem system(chain, graph);
    CHECK(system.degrees_of_freedom() == 1000);
    CHECK(graph.link_between("bob499", "bob500")->length == 1);
}

TEST_CASE("a body stands on one line, and what is long is broken where its keys are") {
    const std::string text = system_text(ChainFamily{.count = 2}, {});
    CHECK(contains_text(text, "\n    {\"id\": \"pivot\", \"type\": \"Origin\", \"position\": [0, 0]},\n"));
    CHECK(text.find("\n      \"bob2\": {\"from\": \"bob1\", \"angle\": {\"normal\": {\"mean\": 0, \"std\": 1}}, ") !=
          std::string::npos);
    CHECK(readable_json(nlohmann::ordered_json::parse(R"({"a": [1, 2], "b": {"c": {"d": 0.1}}, "e": []})")) ==
          "{\n  \"a\": [1, 2],\n  \"b\": {\n    \"c\": {\"d\": 0.1}\n  },\n  \"e\": []\n}");
}

}  // namespace
