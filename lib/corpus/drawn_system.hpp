#pragma once
// System k of a corpus, which follows from (recipe, seed, k) alone: drawn, read as any system file is, compiled, and
// its trajectories integrated. What cannot be used is drawn again, each attempt from a random stream of its own:
//
//   key = seed,  counter (a, b, c) = (0x700 + 65536 attempt, k mod 2^32, k / 2^32)
//
//   speed of starts     every entry of v gets N(0, s),  s^2 = 2 energy a l / d, a of (1) below, l a typical
//                       length; where nothing accelerates at rest, a = l / (1 second)^2
//   time between samples   dt = 2 pi / (samples_per_period rate), the highest rate (2) of the first starts
//
// A budget counts evaluations of the field, so that a slow machine draws the same systems.

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "corpus/graph_id.hpp"
#include "corpus/recipe.hpp"
#include "integrate/drawn_batch.hpp"
#include "integrate/trajectory.hpp"
#include "lyapunov/mean_interval.hpp"
#include "mechanics/constrained_system.hpp"
#include "sample/initial_state.hpp"

namespace cchnn {

// What a loader may select by.
struct SystemLabels {
    int dimension = 0, bodies = 0, nodes = 0, freedom = 0;
    bool closes_loops = false, has_joint = false;
    SystemParts parts{};
    std::map<std::string, int> kinds;        // type -> how many; bodies too
    std::vector<std::string> conserved;      // names
    double rate = 0;                         // 1/s, highest of the linearised system
    double stiffness = 0;                    // rate over that of free motion, sqrt(a / l)
    double evaluations = 0;                  // of the field, mean of a trajectory
    std::optional<MeanInterval> lyapunov{};  // 1/s, largest exponent; NaN where all trajectories meet singularities
};

struct DrawnSystem {
    std::uint64_t number = 0;
    std::uint32_t attempt = 0;
    std::string json;   // a system file
    std::string graph;  // canonical id (graph_id.hpp)
    SystemLabels labels;
    TimeGrid times;
    TrajectoryBatch batch;                         // of split train, bounded and refined
    std::map<std::string, std::uint64_t> redrawn;  // reason -> attempts
};

inline constexpr std::uint32_t most_attempts = 1000;
inline constexpr double most_lengths = 100;     // from a start, in typical lengths, unless a recipe allows free fall
inline constexpr double lyapunov_lengths = 20;  // time of an estimate of exponents, over that of the trajectories

// Throws NumericalError where no attempt gives a system, with the reasons.
DrawnSystem drawn_system(const Recipe& recipe, std::uint64_t seed, std::uint64_t number);

// Types that may be counted in `kinds`, in the order of a table's columns.
const std::vector<std::string>& drawn_kinds();

// How fast a system is: the scales by which a corpus chooses the speed of starts and the time between samples.
//
//   (1)  a = sqrt(F . M^-1 F / m),  F = dp/dt at rest, m the whole mass                        [m/s^2]
//   (2)  rate = (|J^16 u| / |J^8 u|)^(1/8),  J = d(dz/dt)/dz, u a fixed vector of random numbers   [1/s]
//
// (2) is power iteration for the spectral radius of the linearised field: the highest angular frequency, or the fastest
// decay. A pair of conjugate eigenvalues turns u in a plane, so that only even powers grow steadily. J u is a central
// difference of two evaluations.

double acceleration_at_rest(const ConstrainedSystem& system, const InitialState& state);
double highest_rate(const ConstrainedSystem& system, const InitialState& state);

}  // namespace cchnn
