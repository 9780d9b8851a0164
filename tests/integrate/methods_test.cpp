#include "integrate/methods.hpp"

#include <doctest/doctest.h>

#include <set>

#include "integrate/integrate_fixture.hpp"
#include "integrate/read_protocol.hpp"

using namespace cchnn;
using cchnn_integrate_test::Compiled;
using cchnn_integrate_test::same_bits;

namespace {

Protocol protocol_of(const MethodFacts& row) {
    if (row.symplectic) return symplectic_protocol(row.method);
    // Loose, so that no two methods round to the same numbers.
    return {"custom", row.method, row.double_double ? 1e-20 : 1e-6, row.double_double ? 1e-20 : 1e-6};
}

}  // namespace

TEST_CASE("every method has a name of its own and runs by itself: no two rows give the same trajectory") {
    const Compiled c("chain_pendulum_2");
    const auto states = c.draw(1);
    std::set<std::string> names;
    std::vector<std::vector<double>> ends;
    for (const MethodFacts& row : method_table()) {
        CAPTURE(std::string(row.name));
        CHECK(names.insert(row.name).second);
        const TrajectoryBatch batch = integrate(c.system, states, {0.3, 5}, protocol_of(row));
        CHECK(batch.outcomes[0].reason == EndReason::completed);
        // Errors of 1e-6 a step, and of RATTLE at steps ten times its usual ones, grow by some 10 in this time.
        const TrajectoryBatch good = integrate(c.system, states, {0.3, 5}, default_protocol());
        for (std::size_t i = 0; i < batch.x.size(); ++i) CHECK(std::fabs(batch.x[i] - good.x[i]) < 1e-2);
        // Both extrapolations are right to the last bit of a double: they are told apart by their steps.
        ends.push_back(batch.x);
        ends.back().push_back(row.double_double ? static_cast<double>(batch.outcomes[0].accepted) : 0);
        for (std::size_t k = 0; k + 1 < ends.size(); ++k) CHECK(!same_bits(ends[k], ends.back()));
    }
}

TEST_CASE("a method that users choose is read back from the JSON that says it, another is refused") {
    for (const MethodFacts& row : method_table()) {
        CAPTURE(std::string(row.name));
        const std::string json = to_json(protocol_of(row));
        if (row.chosen_by_users) CHECK(read_protocol(json, "test").method == row.method);
        else CHECK_THROWS_AS(read_protocol(json, "test"), DataError);
    }
}
