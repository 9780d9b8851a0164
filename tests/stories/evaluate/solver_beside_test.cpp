#include "stories/evaluate/solver_beside.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "score/statistics/summary.hpp"
#include "stories/evaluate/evaluate.hpp"
#include "stories/evaluate/rollout.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

// A test set and rollouts of its own system as submissions, one a protocol.
struct Scored {
    explicit Scored(const SystemSpec& system, bool bound = true) : spec(system) {
        GenerateOptions options = small(scratch.path(), 0, 0, 12);
        options.protocol = default_protocol();
        options.bound = bound;
        test_set = generate(spec, options).splits.front().file;
    }

    fs::path submit(const std::string& name, const Protocol& protocol, bool timed = false) const {
        RolloutOptions options;
        options.test_set = test_set;
        options.output = scratch / name;
        options.protocol = protocol;
        options.model = name;
        options.timed = timed;
        options.threads = timed ? 1 : 2;
        rollout(spec, options);
        return options.output;
    }

    Scores with_solver(const std::vector<fs::path>& submissions, int threads = 1, std::optional<int> until = {}) const {
        EvaluateRequest request{test_set, submissions, {}};
        request.solver = true;
        request.options.threads = threads;
        request.options.choices.until = until;
        return evaluate(request);
    }

    ScratchDirectory scratch;
    SystemSpec spec;
    fs::path test_set;
};

Protocol rattle(long substeps) {
    Protocol protocol = fixed_step_protocol(Method::rattle2);
    protocol.substeps = substeps;
    return protocol;
}

// atol = rtol / 100, as literals.
Protocol dormand_prince(double rtol, double atol) {
    Protocol protocol = paper_protocol();
    protocol.name = "custom";
    protocol.rtol = rtol;
    protocol.atol = atol;
    return protocol;
}

const SolverRung* rung_called(const Scores& scores, const std::string& setting) {
    for (const SolverRung& rung : scores.solver.value().rungs)
        if (rung.setting == setting) return &rung;
    return nullptr;
}

const SolverRung& at_equal_error(const Scores& scores, std::size_t model) {
    return scores.solver->rungs.at(scores.models.at(model).solver.value().at_equal_error.value());
}

}  // namespace

TEST_CASE("a setting of the solver has the error that its rollout has as a submission, to the last digit") {
    for (const bool bound : {true, false}) {
        const Scored truth(load_system("chain_pendulum_2"), bound);
        const Scores scores = truth.with_solver(
            {truth.submit("even.h5", rattle(2)), truth.submit("tolerant.h5", dormand_prince(1e-7, 1e-9))});
        REQUIRE(scores.models.size() == 2);
        const SolverComparison &even = *scores.models[0].solver, &tolerant = *scores.models[1].solver;
        const SolverRung* const rungs[] = {rung_called(scores, "rattle2 substeps 2"),
                                           rung_called(scores, "dopri5 rtol 1e-7")};
        REQUIRE(rungs[0]);
        REQUIRE(rungs[1]);
        CHECK(rungs[0]->error == even.error);
        CHECK(rungs[1]->error == tolerant.error);
        CHECK(even.error == summarize(scores.submissions[0].bounded_error).geometric_mean);  // of all 12 trajectories
        CHECK(rungs[0]->flags == "--integrator rattle2 --substeps 2");
        CHECK(rungs[0]->steps == 20);  // of 11 samples
        CHECK(rungs[0]->evaluations == 20);
        CHECK(rungs[1]->evaluations == 7 * rungs[1]->steps);
        CHECK(at_equal_error(scores, 0).error <= even.error);
        CHECK(at_equal_error(scores, 1).error <= tolerant.error);
        // Hardly any system is that regular: what is coarser is less accurate.
        CHECK(rung_called(scores, "rattle2 substeps 1")->error > 2 * even.error);
    }
}

TEST_CASE("solver errors are the same digits from any number of threads, and are scored up to --until as models are") {
    const Scored truth(load_system("chain_pendulum_2"));
    const fs::path submission = truth.submit("even.h5", rattle(1));
    const Scores one = truth.with_solver({submission}, 1), many = truth.with_solver({submission}, 4),
                 early = truth.with_solver({submission}, 2, 3);
    CHECK(rung_called(one, "rattle2 substeps 1")->error == rung_called(many, "rattle2 substeps 1")->error);
    CHECK(rung_called(early, "rattle2 substeps 1")->error == early.models[0].solver->error);
    CHECK(early.models[0].solver->error < one.models[0].solver->error);
}

TEST_CASE("a time that a submission says gives the half at equal time, and none without it") {
    const Scored truth(load_system("chain_pendulum_2"));
    const fs::path submitted = truth.submit("timed.h5", rattle(256), true);
    const Scores scores = truth.with_solver({submitted, truth.submit("untimed.h5", dormand_prince(1e-3, 1e-5))});
    REQUIRE(scores.submissions[0].stated_time);
    const TrajectoryFile file(submitted);  // says it of all trajectories
    CHECK(scores.submissions[0].stated_time->seconds == file.info().description.rollout_time.value().seconds / 12);
    const SolverComparison &timed = *scores.models[0].solver, &untimed = *scores.models[1].solver;
    CHECK(timed.seconds.value() == scores.submissions[0].stated_time->seconds);
    CHECK(timed.seconds.value() > 0);
    CHECK(!untimed.seconds);
    CHECK(!untimed.at_equal_time);
    // 256 steps of order 2 take far longer than one of order 5 that is more accurate.
    REQUIRE(timed.at_equal_time);
    const SolverRung& as_long = scores.solver->rungs[*timed.at_equal_time];
    CHECK(as_long.seconds <= *timed.seconds);
    CHECK(as_long.error < timed.error);
    CHECK(at_equal_error(scores, 0).seconds < *timed.seconds);
}

TEST_CASE("a system with damping has settings of dopri5 alone") {
    const Scored truth(load_system("damped_pendulum"));
    const Scores scores = truth.with_solver({truth.submit("tolerant.h5", dormand_prince(1e-9, 1e-11))});
    CHECK(!rung_called(scores, "rattle2 substeps 1"));
    REQUIRE(rung_called(scores, "dopri5 rtol 1e-9"));
    CHECK(rung_called(scores, "dopri5 rtol 1e-9")->error == scores.models[0].solver->error);
}

TEST_CASE("a model that no setting is as accurate as stands beside every one of them, down to rtol 1e-12") {
    const Scored truth(load_system("damped_pendulum"), false);
    const Scores scores = truth.with_solver({truth.submit("exact.h5", default_protocol())});
    const std::vector<std::string> powers{"0.01",  "0.001", "0.0001", "1e-05", "1e-06", "1e-07", "1e-08",
                                          "1e-09", "1e-10", "1e-11",  "1e-12", "1e-13", "1e-14"};
    std::set<std::string> flags, all;
    for (const SolverRung& rung : scores.solver.value().rungs) flags.insert(rung.flags);
    for (std::size_t k = 0; k < 11; ++k)
        all.insert("--protocol paper --rtol " + powers[k] + " --atol " + powers[k + 2] +
                   " --max-steps 100000 --projection on");
    CHECK(flags == all);
    CHECK(!scores.models[0].solver->at_equal_error);
}

TEST_CASE("members of a family are solved each with its own masses and lengths") {
    const Scored truth(parse_system(R"({"name": "family", "dimension": 2,
          "bodies": [{"id": "hook", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": 1}],
          "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": {"uniform": {"low": 0.5, "high": 2}}}],
          "potentials": [{"type": "Gravity"}],
          "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 0.5}}}}}})",
                                    "family.json"));
    const Scores scores = truth.with_solver({truth.submit("even.h5", rattle(2))});
    // Side by side in lanes here, one by one in the rollout: the same bits.
    CHECK(rung_called(scores, "rattle2 substeps 2")->error == scores.models[0].solver->error);
}

TEST_CASE("of training seeds time and error are means, and one without a time leaves the method without") {
    const Scored truth(load_system("chain_pendulum_2"));
    Protocol other = rattle(2);
    const fs::path first = truth.submit("seed.h5", rattle(1), true);
    RolloutOptions options;
    options.test_set = truth.test_set;
    options.output = truth.scratch / "seed2.h5";
    options.model = "seed.h5";
    options.protocol = other;
    options.timed = true;
    rollout(truth.spec, options);
    EvaluateRequest request{truth.test_set, {first, options.output}, {}};
    request.solver = true;
    request.group_by_model = true;
    const Scores both = evaluate(request);
    REQUIRE(both.models.size() == 1);
    const auto seconds = [&](std::size_t i) { return both.submissions[i].stated_time->seconds; };
    CHECK(both.models[0].solver->seconds.value() == doctest::Approx((seconds(0) + seconds(1)) / 2).epsilon(1e-12));
    const auto error = [&](std::size_t i) { return summarize(both.submissions[i].bounded_error).geometric_mean; };
    CHECK(both.models[0].solver->error == doctest::Approx(std::sqrt(error(0) * error(1))).epsilon(1e-12));
    options.timed = false;
    options.overwrite = true;
    rollout(truth.spec, options);
    CHECK(!evaluate(request).models[0].solver->seconds);
}

TEST_CASE("--timed is of one thread") {
    const Scored truth(load_system("chain_pendulum_1"));
    RolloutOptions options;
    options.test_set = truth.test_set;
    options.output = truth.scratch / "timed.h5";
    options.timed = true;
    options.threads = 2;
    CHECK(
        contains_text(complaint([&] { rollout(truth.spec, options); }), "--timed: uses one core, but --threads is 2"));
}
