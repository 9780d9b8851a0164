#pragma once
// Estimates Lyapunov exponents, the rates at which neighbouring motions separate, for initial states drawn as those of
// the test set:
//
//   (1)  lambda = lim 1/T ln |dz(T)| / |dz(0)|                       largest, almost every tangent vector dz
//   (2)  lambda_i = lim 1/T sum ln R_ii,  Q R = tangent vectors       all: Benettin, Galgani, Giorgilli, Strelcyn 1980
//   (3)  lambda_i = -lambda_(2f+1-i)                                  Hamiltonian, f degrees of freedom: 2f exponents
//
// Tangent vectors are exact derivatives (integrate/steppers/tangent_flow.hpp): dual numbers pass through the equations
// of motion and the projection onto the constraints. After every `interval` they are orthonormalised in |dx|^2 +
// (interval |dp/m|)^2; the exponents do not depend on this metric. Time is divided into ten blocks. The first one is
// left out, while the vectors align with their directions.
//
// A finite time cannot distinguish 0 from ln t / t: tangent vectors of regular motion grow like t, at most like t^2.
// Hence
//
//   (4)  resolution = 2 ln 10 / (0.9 T),  what growth like t^2 from T/10 to T shows as an exponent
//
// and confidence intervals extend towards 0 by this much beyond their statistics.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "integrate/trajectory.hpp"
#include "lyapunov/mean_interval.hpp"
#include "mechanics/constrained_system.hpp"
#include "sample/sampler.hpp"

namespace cchnn {

// The options of an estimate; `cchnn-gen lyapunov`, `generate --lyapunov` and corpora set them.
struct LyapunovOptions {
    std::optional<double> time;  // s, T of each trajectory; default: 100 times as long as the system's own trajectories
    std::uint64_t trajectories = 16;
    std::uint64_t seed = 0;
    bool spectrum = false;     // all exponents, not the largest alone
    double tolerance = 1e-10;  // of a step, rtol and atol of verner87
    int threads = 1;
    // Called from any thread, one at a time, with the blocks of time done and to do.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress = nullptr;

    // All violated rules, in terms of the command line; empty if there are none.
    std::vector<Problem> check() const;
};

// The exponents of one trajectory.
struct TrajectoryExponents {
    std::uint64_t trajectory = 0;      // of the test split
    bool failed = false;               // steps too short or too many, or a growth of 0 or NaN; no exponents
    std::vector<double> exponents;     // 1/s, largest first
    MeanInterval largest_over_blocks;  // of the first vector, from the nine blocks of time
};

// The estimate over all trajectories. A motion counts as chaotic if the interval of the largest exponent lies above 0.
struct LyapunovEstimate {
    double time = 0, interval = 0, tolerance = 0;  // s of each trajectory, s between orthonormalisations, of a step
    std::uint64_t seed = 0, failed = 0;
    double resolution = 0;                // (4), 1/s
    std::vector<MeanInterval> exponents;  // over trajectories, 1/s, largest first; one without `spectrum`
    std::vector<TrajectoryExponents> trajectories;

    const MeanInterval& largest() const { return exponents.front(); }
    bool chaotic() const { return largest().low > 0; }
};

// `own` are the system's sampling times, from which default durations follow. Throws UsageError for invalid options,
// too long a time, and for a system without degrees of freedom, with inputs or with varied properties, whose exponents
// would be those of no one system. Throws NumericalError if every trajectory fails.
LyapunovEstimate lyapunov(const ConstrainedSystem& system, const Sampler& sampler, TimeGrid own,
                          const LyapunovOptions& options);

// The estimate as JSON, as `cchnn-gen lyapunov --json` prints it and datasets store it.
std::string to_json(const LyapunovEstimate& estimate);

}  // namespace cchnn
