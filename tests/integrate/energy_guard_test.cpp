// Steps that know nothing of what is narrow (Protocol::limited), and the energy that gives them away.

#include "integrate/energy_guard.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "contains_text.hpp"
#include "integrate/integrate_fixture.hpp"

using namespace cchnn_test;

namespace {

std::string bead_on(const std::string& height) {
    return R"({"name": "bead", "dimension": 2, "bodies": [{"id": "bead", "type": "Obj0D", "mass": 1.3}],
      "constraints": [{"type": "Track", "points": ["bead"],
                       "curve": {"parameter": "s", "x": "s", "y": ")" +
           height + R"(", "range": [-6, 6]}}],
      "potentials": [{"type": "Gravity"}],
      "initial_conditions": {"bodies": {"bead": {"parameter": {"uniform": {"low": -0.5, "high": 0.5}},
                                                 "parameter_rate": {"uniform": {"low": 2, "high": 3}}}}},
      "sampling": {"dt": 0.05, "steps": 21}})";
}
std::string bob_in(const std::string& energy) {
    return R"({"name": "bob", "dimension": 2, "bodies": [{"id": "bob", "type": "Obj0D", "mass": 1.3}],
      "potentials": [{"type": "Potential", "points": ["bob"], "energy": ")" +
           energy + R"("}],
      "initial_conditions": {"bodies": {"bob": {"position": [{"uniform": {"low": -0.5, "high": 0.5}}, 0.1],
                                                "velocity": [{"uniform": {"low": 2, "high": 3}}, 0.2]}}},
      "sampling": {"dt": 0.05, "steps": 21}})";
}

std::string damped(std::string json) {
    return json.insert(json.find("\"initial_conditions\""),
                       R"("damping": [{"type": "Damping", "body": "bob", "coefficient": 0.1}], )");
}

// Pushed by an input with a value for each sample.
std::string driven(std::string json, const std::string& hold) {
    json.insert(json.find("\"potentials\": [") + 15,
                R"({"type": "Force", "on": "bob", "force": [0.5, 1], "input": "u"}, )");
    return json.insert(json.find("\"initial_conditions\""),
                       R"json("inputs": [{"id": "u", "samples": "3*cos(5*t)", "hold": ")json" + hold + "\"}], ");
}

// The solution and those that bound it, none of which knows what is narrow.
struct Blind {
    explicit Blind(const std::string& json, int count) : c(json), states(c.draw(count)) {
        protocol.limited = false;
        rule = ErrorBoundRule(protocol, 0);
        for (OtherSolution& other : rule.others) other.protocol.limited = false;
        batch = integrate(c.system, states, c.own_times(), protocol);
    }
    int unexplained() const {
        int count = 0;
        for (std::size_t i = 0; i < states.size(); ++i)
            count += unexplained_sample(c.system, c.own_times(), i, batch) >= 0;
        return count;
    }
    // Samples that are further from the motion than their bound.
    int beyond() const {
        const TrajectoryBatch good = integrate(c.system, states, c.own_times(), default_protocol());
        int count = 0;
        for (int i = 0; i < batch.count; ++i)
            for (int k = 0; k < batch.samples; ++k)
                // The good solution has errors of its own: 1e-9 where it is steep.
                count +=
                    relative_error_at(batch, k, good, k, i) > batch.error_bound[to_size(i * batch.samples + k)] + 1e-9;
        return count;
    }

    Compiled c;
    std::vector<InitialState> states;
    Protocol protocol = default_protocol();
    ErrorBoundRule rule{protocol, 0};
    TrajectoryBatch batch;
};

}  // namespace

TEST_CASE("what every solution jumped is found by the energy, and met in shorter steps") {
    for (const std::string& json :
         {bead_on("0.1*tanh((s - 1.2345)*10000)"), bead_on("-0.05*tanh((s - 0.8)*20000)"),
          bob_in("0.5*tanh((x - 1.2345)*10000)"), damped(bob_in("0.5*tanh((x - 1.2345)*10000)")),
          driven(bob_in("0.5*tanh((x - 1.2345)*10000)"), "constant"),
          driven(bob_in("0.5*tanh((x - 1.2345)*10000)"), "linear"), bob_in("1e-4*tanh((0.6*x + 0.8*y - 0.9)*10000)")}) {
        Blind blind(json, 3);
        bound_by_other_solutions(blind.c.system, blind.states, blind.c.own_times(), blind.rule, blind.batch);
        CAPTURE(json);
        CHECK(blind.unexplained() >= 2);  // all that get there
        CHECK(blind.beyond() > 5);
        bound_by_others(blind.c.system, blind.states, blind.c.own_times(), blind.rule, blind.batch);
        CHECK(blind.unexplained() == 0);
        CHECK(blind.beyond() == 0);
        for (const Outcome& outcome : blind.batch.outcomes) {
            CHECK(outcome.unexplained_at == -1);
            CHECK(outcome.samples == blind.batch.samples);
            // Of the solution that is kept, whose steps end at the samples.
            CHECK(outcome.accepted >= blind.batch.samples - 1);
        }
    }
}

// 1e-11 m, 2e-8 of the smallest step: what it does to the energy is all that is known of it.
TEST_CASE("where shorter steps do not meet it either, the bound is raised to what the energy shows, and told") {
    Blind blind(bob_in("0.5*tanh((x - 1.2345)*1e11)"), 2);
    bound_by_others(blind.c.system, blind.states, blind.c.own_times(), blind.rule, blind.batch);
    CHECK(blind.unexplained() == 0);
    CHECK(blind.beyond() == 0);
    RaisedBounds raised;
    blind.batch.first = 7;
    raised.add(blind.batch);
    REQUIRE(raised.trajectories() >= 1);
    const auto& outcomes = blind.batch.outcomes;
    const auto first =
        std::find_if(outcomes.begin(), outcomes.end(), [](const Outcome& o) { return o.unexplained_at >= 0; });
    const auto i = static_cast<std::size_t>(first - outcomes.begin());
    CHECK(first->unexplained_energy == doctest::Approx(1).epsilon(1e-3));  // V from -0.5 to 0.5 J
    CHECK(blind.batch.valid_until[i] < first->unexplained_at);
    CHECK(raised.text().find("(trajectory " + std::to_string(7 + i) + " by 1 J, first seen at t = ") !=
          std::string::npos);
    CHECK(contains_text(raised.text(), "give a smaller --dt"));
    CHECK(RaisedBounds().text() == "");
}

// The refined solution's own bound knows nothing of it, and would take the place of a raised one.
TEST_CASE("a solution in double-double numbers whose energy is not explained does not replace one that is") {
    Blind blind(bob_in("0.5*tanh((x - 1.2345)*10000)"), 1);
    bound_by_other_solutions(blind.c.system, blind.states, blind.c.own_times(), blind.rule, blind.batch);
    REQUIRE(blind.unexplained() == 1);
    const double before = blind.batch.error_bound.back();
    raise_unexplained_bound(blind.c.system, blind.c.own_times(), blind.rule, 0, blind.batch);
    CHECK(blind.batch.error_bound.back() > 1e6 * before);
    CHECK(blind.unexplained() == 0);
}

TEST_CASE("bounds of motions that nothing narrow is in explain their energy: chaotic, closed, damped, from rest") {
    for (const char* name : {"chain_pendulum_3", "magnet_pendulum", "four_bar_linkage", "roller_coaster", "mesh_top",
                             "spring_pendulum", "damped_pendulum"}) {
        const Compiled c(name);
        for (const Protocol& protocol : {default_protocol(), paper_protocol(), fixed_step_protocol(Method::rattle4)}) {
            if (!refusals(protocol, c.system).empty()) continue;
            auto states = c.draw(6);
            for (std::size_t i = 0; i < states.size(); i += 3)
                for (double& v : states[i].v) v = 0;
            TrajectoryBatch batch = integrate(c.system, states, c.own_times(), protocol);
            bound_by_other_solutions(c.system, states, c.own_times(), ErrorBoundRule(protocol, 0), batch);
            CAPTURE(name);
            CAPTURE(to_json(protocol));
            for (std::size_t i = 0; i < states.size(); ++i)
                CHECK(unexplained_sample(c.system, c.own_times(), i, batch) == -1);
        }
    }
}
