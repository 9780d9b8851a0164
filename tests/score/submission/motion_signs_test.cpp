#include "score/submission/motion_signs.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "score/rollout_fixture.hpp"
#include "stories/evaluate/evaluate.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// Remarks of the truth, edited, with a model's error on top: 1 % of every entry after t = 0, slowly growing.
std::vector<std::string> remarks_of(const std::string& system, const RolloutFiles::EditBatch& edit) {
    const RolloutFiles files(system, 6, 60);
    ScoringOptions options;
    options.choices.resamples = 0;
    return evaluate({files.test(), {files.submit("mine.h5", edit)}, options}).submissions[0].remarks;
}

bool any_contains(const std::vector<std::string>& remarks, const std::string& part) {
    return std::any_of(remarks.begin(), remarks.end(),
                       [&](const std::string& remark) { return remark.find(part) != std::string::npos; });
}

bool of_motion(const std::vector<std::string>& remarks) {
    return any_contains(remarks, "does not move") || any_contains(remarks, "time derivative of x") ||
           any_contains(remarks, "one sample");
}

// Every state after the first is that of the sample `by` before.
void shift(std::vector<double>& values, const TrajectoryBatch& b, int by) {
    const std::vector<double> old = values;
    const std::size_t width = static_cast<std::size_t>(b.nodes * b.dimension);
    for (int i = 0; i < b.count; ++i)
        for (int k = 1; k < b.samples; ++k) {
            const int from = std::clamp(k - by, 0, b.samples - 1);
            std::copy_n(old.begin() + static_cast<long>(static_cast<std::size_t>(i * b.samples + from) * width), width,
                        values.begin() + static_cast<long>(static_cast<std::size_t>(i * b.samples + k) * width));
        }
}

}  // namespace

TEST_CASE("a prediction that stands still, in whole or in part, is told") {
    const auto still = [](int trajectories) {
        return remarks_of("chain_pendulum_2", [&](TrajectoryBatch& b) {
            for (int i = 0; i < trajectories; ++i)
                for (int k = 1; k < b.samples; ++k)
                    for (int n = 0; n < b.nodes; ++n)
                        for (int a = 0; a < b.dimension; ++a) {
                            entry(b.x, b, i, k, n, a) = entry(b.x, b, i, 0, n, a);
                            entry(b.v, b, i, k, n, a) = 0;
                        }
        });
    };
    CHECK(any_contains(still(6), "does not move in 6 of 6 trajectories"));
    CHECK(any_contains(still(2), "does not move in 2 of 6 trajectories"));
}

TEST_CASE("v that is per step, M v, or one sample late is told by name") {
    CHECK(any_contains(remarks_of("chain_pendulum_2",
                                  [](TrajectoryBatch& b) {
                                      for (int i = 0; i < b.count; ++i)
                                          for (int k = 1; k < b.samples; ++k)
                                              for (int n = 0; n < b.nodes; ++n)
                                                  for (int a = 0; a < 2; ++a) entry(b.v, b, i, k, n, a) *= 0.03;
                                  }),
                       "v is per step"));
    const RolloutFiles heavy("gyroscope", 6, 60);
    ScoringOptions options;
    options.choices.resamples = 0;
    const auto momentum = heavy.submit("p.h5", [&](TrajectoryBatch& b) {
        const std::size_t width = static_cast<std::size_t>(b.nodes * b.dimension);
        std::vector<double> p(width);
        for (std::size_t k = 0; k < b.v.size() / width; ++k) {
            if (k % static_cast<std::size_t>(b.samples) == 0) continue;
            heavy.system().momentum(&b.v[k * width], p.data());
            std::copy(p.begin(), p.end(), b.v.begin() + static_cast<long>(k * width));
        }
    });
    CHECK(any_contains(evaluate({heavy.test(), {momentum}, options}).submissions[0].remarks, "v is the momentum M v"));
    CHECK(any_contains(remarks_of("chain_pendulum_2", [](TrajectoryBatch& b) { shift(b.v, b, 1); }),
                       "v is that of the sample before"));
}

TEST_CASE("a whole prediction that is one sample late or early is told") {
    const auto shifted = [](int by) {
        return remarks_of("chain_pendulum_2", [&](TrajectoryBatch& b) {
            shift(b.x, b, by);
            shift(b.v, b, by);
        });
    };
    CHECK(any_contains(shifted(1), "one sample late"));
    CHECK(any_contains(shifted(-1), "one sample early"));
}

TEST_CASE("what is told of v and of late samples has the numbers of its sums, by hand") {
    const auto sum = [](double rho) { return MotionSigns::Sum{rho * rho * 3, 3}; };
    MotionSigns signs;
    signs.trajectories = 1;
    signs.states = 10;
    signs.truth = sum(0.0123);
    signs.readings.fill(sum(1));
    signs.readings[MotionSigns::as_v] = sum(0.056);  // up to 0.02 + 3 * 0.0123
    CHECK(remarks(signs).empty());
    signs.readings[MotionSigns::as_v] = sum(0.12);  // of a noisy network; up to 0.1 + 3 * 0.0123 no mistake explains it
    CHECK(remarks(signs).empty());
    signs.readings[MotionSigns::early] = sum(0.05);
    CHECK(remarks(signs).size() == 1);
    signs.readings[MotionSigns::early] = sum(1);
    signs.readings[MotionSigns::as_v] = sum(0.2567);
    const std::string off =
        "v is not the time derivative of x: dx/dt, by central differences, is 26 % off (the reference's own is 1.2 %)";
    signs.readings[MotionSigns::per_step] = sum(0.06);  // is off itself
    CHECK(remarks(signs) == std::vector{off});
    signs.readings[MotionSigns::per_step] = sum(0.05);
    CHECK(remarks(signs) == std::vector{off + "; it looks as if v is per step, not per second: divide it by dt"});
    signs.readings[MotionSigns::as_v] = sum(0);
    signs.behind = signs.ahead = 10 * std::log(0.5);  // half as far is not clearly nearer yet
    CHECK(remarks(signs).empty());
    signs.behind = 10 * std::log(0.495);
    CHECK(remarks(signs).size() == 1);
    signs.ahead = 10 * std::log(0.495);
    CHECK(remarks(signs).size() == 2);
}

TEST_CASE("the truth and perturbed motions of every kind are told nothing of the sort") {
    for (const char* name : {"chain_pendulum_3", "gyroscope", "magnet_pendulum", "rigid_rotor", "coupled_pendulum_3",
                             "outer_solar_system", "damped_pendulum", "rolling_disk"}) {
        CAPTURE(name);
        const RolloutFiles files(name, 4, 40);
        ScoringOptions options;
        options.choices.resamples = 0;
        const auto exact = files.submit("exact.h5", [](TrajectoryBatch&) {});
        const auto perturbed = files.submit_perturbed("perturbed.h5", 1e-2);
        for (const SubmissionScores& s : evaluate({files.test(), {exact, perturbed}, options}).submissions)
            CHECK(!of_motion(s.remarks));
    }
}

TEST_CASE("a prediction that goes a hundredth of the way moves barely and does not stand still") {
    const RolloutFiles files;
    const auto creeping = files.submit("creeping.h5", [](TrajectoryBatch& b) {
        const std::size_t state = static_cast<std::size_t>(b.nodes * b.dimension),
                          length = state * static_cast<std::size_t>(b.samples);
        for (std::size_t i = 0; i < b.x.size(); ++i) {
            const std::size_t start = i / length * length + i % state;
            b.x[i] = b.x[start] + (b.x[i] - b.x[start]) / 100;
        }
    });
    const SubmissionScores scores = evaluate({files.test(), {creeping}, {}}).submissions.front();
    CHECK(scores.motion.still == 0);
    CHECK(scores.motion.barely == scores.motion.trajectories);
}
