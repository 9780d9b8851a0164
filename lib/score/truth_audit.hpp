#pragma once
// The result of an audit: true errors of stored trajectories, found by an independent solver (judge/), against their
// estimated error bounds. stories/verify/audit.cpp fills it in.
//
//   (1)  share = samples with true Err <= error_bound / samples,   t = 0 is given and not counted
//   (2)  ratio = true Err / error_bound: 1 at most where the bound holds, far below 1 where it is wasteful
//   (3)  judged share = trajectories whose motion was found far below their bound / trajectories looked at, without
//        those that ended before their second sample and intervals whose bound is 1; 0 where none is left
//
// From where a bound is 1 a sample is within it by definition: it counts in (1), and has no error, which is NaN.
// Errors, ratios and quantiles are over the samples that were compared.
//
// By intervals: each from a stored sample to the next is a trajectory here. What is made wrong on its way alone is
// compared with the bound at its end, which holds for all that was made wrong until then: an interval beyond it breaks
// the bound, but intervals within it do not prove that they add up to less.
//
// Stored derivatives of motions are a report of their own in that of their dataset, with their own errors and bounds.
//
// An audit fails when the share is below 99.9 %, the judged share below 90 %, or when mass matrix, energies, Phi or the
// work are not those of the system. Where nothing is wrong but that the budget ended too early for the judged share, it
// says neither: not judged. Quantiles are order statistics: q of n numbers is the ceil(q n)-th.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/counted.hpp"
#include "core/errors.hpp"

namespace cchnn {

// One trajectory, or one interval of a trajectory, that the audit has looked at.
struct AuditedTrajectory {
    std::string split;
    std::uint64_t trajectory = 0;
    std::optional<std::uint64_t> interval;   // its first sample, where it is one interval of a trajectory
    std::string not_judged;                  // why; empty: it was, and only then the numbers below count
    bool out_of_time = false;                // it was not judged because the budget ended
    bool nothing_there = false;              // no second sample, or an interval with a bound of 1: nothing to judge
    double worst_error = 0;                  // max over time of the true Err
    double worst_time = 0;                   // s, when
    double worst_bound = 0;                  // error_bound at that time
    double worst_ratio = 0, ratio_time = 0;  // the largest (2), and when; 0 without bounds
    std::uint64_t samples = 0, within = 0, compared = 0;
    int digits = 0;         // of the arithmetic that decided: 19 or 34
    double seconds = 0;     // of processor time
    double energy_off = 0;  // largest |E - H(x, v)|/(K + sum |V|)
    // Largest difference of work and dissipated energy from those of the solution, relative to the energies that pass,
    // and relative to what errors of the states explain; none without inputs and damping.
    std::optional<double> work_off = {};
    double work_ratio = 0;

    // (T) true Err at each sample, of an audit that keeps them; 0 at the first, NaN where it was not compared.
    std::vector<double> errors = {};

    bool judged() const { return not_judged.empty(); }
};

// Sets and files that could not be read, and so were not audited: the exit code of the first one.
struct Refused {
    ExitCode code = ExitCode::ok;
    std::vector<Problem> problems;

    void add(const Error& error);
    void add(const Refused& others);
};

enum class AuditVerdict { passed, failed, not_judged };
const char* name(AuditVerdict verdict);  // "not_judged"

// The audit of one set. verdict() and the exit code follow from it.
struct AuditReport {
    std::string system, directory;
    bool bounded = false;                   // does the dataset have bounds? Otherwise within, bounds and ratios are 0
    bool by_intervals = false;              // are `trajectories` intervals of trajectories?
    std::uint64_t population = 0;           // trajectories to draw from
    std::uint64_t judged = 0;               // of `trajectories`
    std::uint64_t wholly_within = 0;        // trajectories, all samples
    std::uint64_t samples = 0, within = 0;  // of judged trajectories
    std::uint64_t compared = 0;             // of `samples`, those that have an error
    double median_error = 0, median_bound = 0;         // over samples
    double median_worst = 0;                           // over trajectories, of the worst error of each
    std::array<double, 4> ratio{};                     // over samples: median, 99 %, 99.9 %, largest
    double mass_off = 0, phi_off = 0, energy_off = 0;  // largest relative differences of what is stored
    std::optional<double> work_off = {};               // the largest of the trajectories
    double work_ratio = 0;
    std::vector<AuditedTrajectory> trajectories;
    std::vector<double> times = {};             // (T) s, where trajectories keep their errors; else empty
    bool of_derivatives = false;                // of stored derivatives, not of states
    std::vector<AuditReport> derivatives = {};  // that of its /sensitivity, where some were judged; else none
    Refused refused = {};                       // of its files; without any trajectory: the whole set

    double share() const { return samples == 0 ? 1 : to_double(within) / to_double(samples); }
    double judged_share() const { return share_of_trajectories(judged); }  // (3)
    bool physics_agrees() const {
        return mass_off <= allowed_physics && phi_off <= allowed_physics && energy_off <= allowed_physics;
    }
    bool work_agrees() const { return work_ratio <= 1; }
    AuditVerdict verdict() const;
    bool passed() const { return verdict() == AuditVerdict::passed; }
    AuditedTrajectory worst_trajectory() const;  // largest ratio (error without bounds)

    static constexpr double required_share = 0.999, required_judged = 0.9;
    // Stored energies and matrices are sums of some dozen doubles; a constant that is wrong is off by more.
    static constexpr double allowed_physics = 1e-13;

  private:
    double share_of_trajectories(std::uint64_t some) const;
    AuditVerdict verdict_of_states() const;
};

// Collects trajectory by trajectory.
class AuditTally {
  public:
    // errors (NaN: not compared), bound and times of (T); bound is empty when the dataset has none. `which` says split
    // and number, and how it was judged; one that was not needs no errors.
    void add(AuditedTrajectory which, const std::vector<double>& errors, const std::vector<double>& bound,
             const std::vector<double>& times);
    AuditReport finish();

  private:
    void count(AuditedTrajectory& which, const std::vector<double>& errors, const std::vector<double>& bound,
               const std::vector<double>& times);

    AuditReport report_;
    std::vector<double> errors_, bounds_, ratios_, worst_;
};

}  // namespace cchnn
