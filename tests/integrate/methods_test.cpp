#include "integrate/methods.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "contains_text.hpp"
#include "integrate/integrate_fixture.hpp"
#include "integrate/protocol/read_protocol.hpp"
#include "places.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn;
using cchnn_test::Compiled;
using cchnn_test::contains_text;
using cchnn_test::same_bits;

namespace {

bool in_double_doubles(const MethodFacts& row) { return row.numbers == Precision::double_doubles; }

Protocol protocol_of(const MethodFacts& row) {
    if (fixed_step(row.method)) return fixed_step_protocol(row.method);
    // Loose, so that no two methods round to the same numbers.
    return {"custom", row.method, in_double_doubles(row) ? 1e-20 : 1e-6, in_double_doubles(row) ? 1e-20 : 1e-6};
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
        ends.back().push_back(in_double_doubles(row) ? static_cast<double>(batch.outcomes[0].accepted) : 0);
        for (std::size_t k = 0; k + 1 < ends.size(); ++k) CHECK(!same_bits(ends[k], ends.back()));
    }
}

TEST_CASE("a method that chooses its steps takes as many more of them for a smaller tolerance as its order says") {
    const Compiled c("chain_pendulum_2");
    const auto states = c.draw(1);
    for (const MethodFacts& row : method_table()) {
        if (fixed_step(row.method)) continue;  // fixed_step_driver_test.cpp looks at those
        CAPTURE(std::string(row.name));
        const auto steps = [&](double tolerance) {
            const TrajectoryBatch batch =
                integrate(c.system, states, {3, 2}, {"custom", row.method, tolerance, tolerance});
            CHECK(batch.outcomes[0].reason == EndReason::completed);
            return static_cast<double>(batch.outcomes[0].accepted);
        };
        const double loose = in_double_doubles(row) ? 1e-12 : 1e-6,
                     tight = loose * (in_double_doubles(row) ? 1e-10 : 1e-6);
        const double found = std::log(loose / tight) / std::log(steps(tight) / steps(loose));
        // Thirty steps are few: they are off by up to a fifth. That tells 5, 8 and 20 apart.
        CHECK(found == doctest::Approx(row.order).epsilon(0.25));
    }
}

TEST_CASE("a method that chooses its steps runs in the numbers that its row says: a circle to the last bit, or not") {
    // G M = 1, r = 1 and v = 1: x = (cos t, sin t), all of it exact in binary, and so are the times.
    const Compiled c(R"({"name": "circle", "dimension": 2,
        "bodies": [{"id": "sun", "type": "Origin", "mass": 2}, {"id": "earth", "type": "Obj0D", "mass": 1}],
        "potentials": [{"type": "Newtonian", "gravitational_constant": 0.5, "bodies": ["sun", "earth"]}],
        "initial_conditions": {"bodies": {"earth": {"position": [1, 0], "velocity": [0, 1]}}},
        "sampling": {"dt": 0.25, "steps": 9}})");
    for (const MethodFacts& row : method_table()) {
        if (fixed_step(row.method)) continue;  // these have no tolerance
        CAPTURE(std::string(row.name));
        const TrajectoryBatch batch =
            integrate(c.system, c.draw(1), c.own_times(), {"custom", row.method, 1e-20, 1e-20});
        double off = 0;
        for (int k = 0; k < batch.samples; ++k) {
            const double* const x = &batch.x[to_size(k) * 2];
            off = std::max({off, std::fabs(x[0] - std::cos(0.25 * k)), std::fabs(x[1] - std::sin(0.25 * k))});
        }
        // Half a last place of numbers up to one, and what cos() and sin() are off by; doubles add up some ten of them.
        const bool to_the_last_bit = batch.outcomes[0].reason == EndReason::completed && off < 1.2e-16;
        CHECK(to_the_last_bit == in_double_doubles(row));
    }
}

TEST_CASE(
    "the energy of a pendulum stays near its first value with a method that is symplectic, and drifts with another") {
    const Compiled c("chain_pendulum_1");
    const auto states = c.draw(1);
    constexpr std::size_t samples = 401, tenth = samples / 10;  // 200 s, some hundred swings
    for (const MethodFacts& row : method_table()) {
        CAPTURE(std::string(row.name));
        Protocol loose = protocol_of(row);
        if (fixed_step(row.method)) {
            loose.substeps = 10;  // of 0.05 s
        } else {
            loose.rtol = in_double_doubles(row) ? 1e-9 : 1e-5;
            loose.atol = loose.rtol;
        }
        const TrajectoryBatch batch = integrate(c.system, states, {0.5, static_cast<int>(samples)}, loose);
        REQUIRE(batch.outcomes[0].reason == EndReason::completed);
        const auto largest = [&](std::size_t first, std::size_t last) {
            double most = 0;
            for (std::size_t k = first; k < last; ++k)
                most = std::max(most, std::fabs(batch.energy[k] - batch.energy[0]));
            return most;
        };
        const double early = largest(1, tenth), late = largest(samples - tenth, samples);
        // A drift of equal size each swing is ten times as large in the end; a bounded error is about as large.
        CHECK((late < 2 * early) == symplectic(row.method));
    }
}

TEST_CASE("methods that users choose are those of the schema, and are read back from the JSON that says them") {
    const auto schema =
        nlohmann::json::parse(cchnn_test::bytes_of(cchnn_test::source_dir() + "/schemas/manifest.schema.json"));
    std::set<std::string> in_schema;
    for (const std::string name : schema.at("properties").at("protocol").at("properties").at("method").at("enum"))
        in_schema.insert(name);
    for (const MethodFacts& row : method_table()) {
        CAPTURE(std::string(row.name));
        const std::string json = to_json(protocol_of(row));
        CHECK((row.chooser == Chooser::users) == in_schema.contains(row.name));
        if (!in_schema.contains(row.name)) {
            CHECK_THROWS_AS(read_protocol(json, "test"), DataError);
            continue;
        }
        const Protocol read = read_protocol(json, "test");
        CHECK(read.method == row.method);
        CHECK(read.rtol == protocol_of(row).rtol);
        CHECK(read.atol == protocol_of(row).atol);
        CHECK(to_json(read) == json);
    }
}

TEST_CASE("each method is described by a line of its own, which says its order") {
    std::set<std::string> descriptions;
    for (const MethodFacts& row : method_table()) {
        CAPTURE(std::string(row.name));
        const std::string text = row.description;
        CHECK(descriptions.insert(text).second);
        CHECK((text + " ").find("order " + std::to_string(row.order) + " ") != std::string::npos);
        CHECK((text.find("RATTLE") != std::string::npos) == !row.weights.empty());
        CHECK((text.find("double-double") != std::string::npos) == in_double_doubles(row));
    }
}

TEST_CASE("schemas/dataset.md says how many fixed steps are usual") {
    const std::string page = cchnn_test::bytes_of(cchnn_test::source_dir() + "/schemas/dataset.md");
    std::string of_rattle, of_others;
    for (const MethodFacts& row : method_table()) {
        if (!fixed_step(row.method)) continue;
        std::string& usual = row.weights.empty() ? of_others : of_rattle;
        usual += (usual.empty() ? "" : ", ") + std::to_string(row.substeps);
    }
    CHECK(contains_text(page, "equal steps between samples: " + of_rattle + " by default |"));
    CHECK(contains_text(page, "equal steps between samples, " + of_others + " by default;"));
}

TEST_CASE("what is known of a method is known apart: symplectic, fixed steps, constraints, weights") {
    for (const Method method : {Method::rattle2, Method::rattle8}) {
        CHECK(symplectic(method));
        CHECK(fixed_step(method));
        CHECK(!projects(method));
    }
    CHECK(!symplectic(Method::rk4));
    CHECK(fixed_step(Method::rk4));
    CHECK(projects(Method::rk4));
    CHECK(facts(Method::rk4).weights.empty());
    CHECK(!symplectic(Method::dopri5));
    CHECK(!fixed_step(Method::dopri5));
    CHECK(projects(Method::dopri5));
    CHECK(fixed_step_names() == "rattle2, rattle4, rattle6, rattle8 or rk4");
}
