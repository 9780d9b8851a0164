#include "graph/drop_constraints.hpp"

#include <doctest/doctest.h>

#include "core/errors.hpp"
#include "mechanics/constrained_system.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;

TEST_CASE("constraints have the names of the graph, in the order of the file") {
    CHECK(constraint_names(load_system("chain_pendulum_2")) ==
          std::vector<std::string>{"Link pivot-bob1", "Link bob1-bob2"});
    for (const std::string& name : constraint_names(load_system("hinged_arm_3"))) CHECK(name.starts_with("Joint"));
}

TEST_CASE("what is dropped is gone, the rest stays: one row less for a Link") {
    const SystemSpec spec = load_system("chain_pendulum_3");
    const SystemSpec rest = without_constraints(spec, {"Link bob1-bob2"});
    CHECK(constraint_names(rest) == std::vector<std::string>{"Link pivot-bob1", "Link bob2-bob3"});
    const BodyGraph graph(rest);
    CHECK(ConstrainedSystem(rest, graph).rows().size() == 2);
    CHECK(constraint_names(without_constraints(spec, constraint_names(spec))).empty());
}

TEST_CASE("what was declared conserved may have depended on what is dropped, and is declared no more") {
    const SystemSpec spec = load_system("chain_pendulum_3");
    REQUIRE_FALSE(spec.conserved.empty());
    CHECK(without_constraints(spec, {"Link bob1-bob2"}).conserved.empty());
}

TEST_CASE("a name that does not exist is told with the nearest one") {
    CHECK_THROWS_WITH_AS(without_constraints(load_system("chain_pendulum_2"), {"Link bob1-bob3"}),
                         "--drop: chain_pendulum_2 has no constraint 'Link bob1-bob3', did you mean 'Link bob1-bob2'?",
                         UsageError);
}
