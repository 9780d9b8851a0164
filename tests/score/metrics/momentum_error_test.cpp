#include "score/metrics/conservation_errors.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "graph/body_graph.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;

namespace {

// Two masses of 1 and 2 kg.
const char* const pair_json = R"({
  "name": "pair", "dimension": 2,
  "bodies": [{"id": "a", "type": "Obj0D", "mass": 1}, {"id": "b", "type": "Obj0D", "mass": 2}],
  "potentials": [{"type": "Spring", "between": ["a", "b"], "stiffness": 10, "rest_length": 1}],
  "initial_conditions": {"bodies": {"a": {"position": [0, 0]}, "b": {"position": [1, 0]}}},
  "sampling": {"dt": 0.05, "steps": 21}
})";

struct Pair {
    SystemSpec spec = parse_system(pair_json, "pair.json");
    BodyGraph graph{spec};
    ConstrainedSystem system{spec, graph};
    // |p| = 5 and 2; from (3, -1): arms of 5 = |(-3, 4)| and 2, none of them what x + c gives.
    std::vector<double> x{0, 3, 3, 1}, v{3, 4, 0, -1};
};

}  // namespace

TEST_CASE("the scale of a linear momentum is the sum of the bodies' momenta, whatever their direction") {
    const Pair p;
    const ConservedQuantity linear{ConservedQuantity::Kind::linear_momentum, 0, {}, "p_x"};
    CHECK(momentum_scale(p.system, linear, p.x.data(), p.v.data()) == doctest::Approx(7).epsilon(1e-14));
}

TEST_CASE("the scale of an angular momentum takes each arm from the centre of the momentum") {
    const Pair p;
    const auto about = [&](double x, double y) {
        const ConservedQuantity angular{ConservedQuantity::Kind::angular_momentum, 0, {x, y}, "L"};
        return momentum_scale(p.system, angular, p.x.data(), p.v.data());
    };
    CHECK(about(3, -1) == doctest::Approx(5 * 5 + 2 * 2).epsilon(1e-14));
    CHECK(about(0, 0) == doctest::Approx(3 * 5 + std::sqrt(10.0) * 2).epsilon(1e-14));
}

TEST_CASE("an error of a momentum is in units of its scale, 0/0 is 0, and what is not finite is the worst value") {
    constexpr double inf = std::numeric_limits<double>::infinity();
    CHECK(scaled_momentum_error(1, 3, 4) == 0.5);
    CHECK(scaled_momentum_error(3, 1, 4) == 0.5);
    CHECK(scaled_momentum_error(2, 2, 0) == 0);
    CHECK(scaled_momentum_error(NAN, 2, 1) == inf);
    CHECK(scaled_momentum_error(-inf, 2, 1) == inf);
}
