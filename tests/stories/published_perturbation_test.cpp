// The perturbation rows of the tables published with the paper's code (notebooks/*geom-mean.csv of
// github.com/mfinzi/constrained-hamiltonian-neural-networks, series avg_rel_err_pert, networks CHNN and CLNN, 100
// trajectories): N(0, 1e-4) added to every entry of states at the starts of random chunks, projected; geometric mean
// over time by the published recipe. The magnetic pendulum has the energy of that code.

#include <doctest/doctest.h>

#include <cmath>

#include "core/paths/temporary_directory.hpp"
#include "score/statistics/intervals.hpp"
#include "spec/read_system.hpp"
#include "stories/evaluate/evaluate.hpp"
#include "stories/evaluate/rollout.hpp"
#include "stories/generate/generate.hpp"

using namespace cchnn;

namespace {

struct Row {
    const char* system;
    double geometric_mean, log_spread;  // of the 100 trajectories
};
constexpr Row published[] = {{"chain_pendulum_1", 3.610e-5, 0.826},   {"chain_pendulum_2", 5.880e-5, 0.748},
                             {"chain_pendulum_3", 1.079e-4, 1.022},   {"chain_pendulum_5", 1.445e-4, 0.934},
                             {"coupled_pendulum_3", 1.241e-4, 0.476}, {"gyroscope", 2.212e-5, 0.659},
                             {"rigid_rotor", 1.170e-4, 0.475},        {"magnet_pendulum_published", 4.449e-4, 1.035}};

// log of the geometric mean of ours, and its standard error.
Centre reproduced(const std::string& system, double epsilon_length) {
    const TemporaryDirectory scratch("published");
    const SystemSpec spec = load_system(system);
    GenerateOptions drawn;
    drawn.directory = scratch.path() / "drawn";
    drawn.count = {200, 0, 0};
    generate(spec, drawn);
    GenerateOptions at_chunks;
    at_chunks.directory = scratch.path() / "chunks";
    at_chunks.starts = StartsAt::chunk;
    at_chunks.states = scratch.path() / "drawn" / system / "train.h5";
    generate(spec, at_chunks);
    RolloutOptions perturbed;
    perturbed.test_set = at_chunks.directory / system / "test.h5";
    perturbed.output = scratch.path() / "p.h5";
    (epsilon_length > 0 ? perturbed.epsilon_length : perturbed.epsilon) = epsilon_length > 0 ? epsilon_length : 1e-4;
    rollout(spec, perturbed);
    ScoringOptions options;
    options.choices = preset_choices("published");
    const Scores scores = evaluate({perturbed.test_set, {perturbed.output}, options});
    std::vector<double> logs;
    for (const double error : scores.submissions[0].relative_error) logs.push_back(std::log(error));
    return centre_of(logs);
}

// How many standard errors, theirs and ours, the two are apart.
double apart(const Row& row, const Centre& ours) {
    return (ours.mean - std::log(row.geometric_mean)) /
           std::sqrt(ours.variance_of_mean + row.log_spread * row.log_spread / 100);
}

}  // namespace

TEST_CASE("the eight published perturbation rows come out, by noise of every entry from chunk starts") {
    for (const Row& row : published) {
        CAPTURE(row.system);
        const Centre ours = reproduced(row.system, 0);
        CAPTURE(std::exp(ours.mean));
        CHECK(std::abs(apart(row, ours)) < 2);
    }
}

TEST_CASE("a perturbation of that total length is another one, several times smaller") {
    CHECK(apart(published[3], reproduced("chain_pendulum_5", 1e-4)) < -5);
}
