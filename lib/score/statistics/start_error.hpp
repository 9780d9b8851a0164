#pragma once
// Equivalent start error: a prediction is as good as the true motion from starts that are off by epsilon, in units of
// the spread of the test set (score/metrics/kinetic_error.hpp (1)).
//
//   (1)  g_i(E)  = mean over draws of log h_i of the true motion from start i, moved by sample/tangent_noise.hpp with
//                  a = E s_x and b = E s_v
//   (2)  d_i(E)  = mean over training seeds of log h_i of the prediction - g_i(E)
//   (3)  epsilon = the E at which mean d_i(E) = 0;  95 % interval: all E around it with |mean d(E)| <= t s(E)
//
// h_i is K of kinetic_error.hpp of trajectory i, its geometric mean over time; s(E)^2 = s_N^2 / N + s_S^2 / S as in
// intervals.hpp (3). For a true motion from perturbed starts, d_i has mean 0 at its own epsilon, however errors grow.
// The interval of (3) inverts the test of that mean, so that it covers for any curve g. Between levels g is linear in
// log E. Where g hardly rises, epsilon is not determined.

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace cchnn {

// The equivalent start error of one model, or why it has none. stories/evaluate/start_errors.cpp computes it on
// request.
struct StartError {
    enum class Outcome {
        found,
        below,        // smaller than what the truth and its integration are known to: `value` is an upper limit
        saturated,    // errors are as large as they get: `low` is a lower limit, where there is one
        too_regular,  // nothing is left of an error at the start, however large
        too_chaotic   // errors from the smallest level on are as large as they get
    } outcome = Outcome::found;
    double value = 0;                           // of `found` and `below`
    std::optional<double> low = {}, high = {};  // ends of the interval
    // (E, exp mean_i g_i(E)) of the levels that were looked at.
    std::vector<double> levels = {}, errors = {};
    // Of `found`, one for each trajectory: log epsilon + d_i(epsilon) / (slope of mean g over log E), whose mean is log
    // epsilon, and its variance to first order.
    std::vector<double> logs = {};
};

const char* name(StartError::Outcome outcome);
// Why there is no number, in a sentence; "" where there is one.
const char* why_none(StartError::Outcome outcome);

// The curve g of (1) at some levels of E. A level is measured when it is first asked for and then kept, since each
// costs an integration of up to 200 trajectories for every draw (stories/evaluate/start_errors.hpp).
class ErrorGrowth {
  public:
    // (N) of one E; nothing where a start cannot be moved that far.
    using Measure = std::function<std::optional<std::vector<double>>(double)>;
    ErrorGrowth(std::vector<double> levels, Measure measure);

    std::size_t count() const { return levels_.size(); }
    double level(std::size_t k) const { return levels_[k]; }
    // (N) values of g_i at level k; null where starts cannot be moved that far.
    const std::vector<double>* at(std::size_t k);
    const std::map<std::size_t, std::optional<std::vector<double>>>& measured() const { return measured_; }

  private:
    std::vector<double> levels_;
    Measure measure_;
    std::map<std::size_t, std::optional<std::vector<double>>> measured_;
};

// Half decades from 1e-9 to 1.
std::vector<double> start_error_levels();

// (3) of one list of (N) errors h > 0 for each training seed.
StartError start_error(ErrorGrowth& growth, const std::vector<std::vector<double>>& seeds);

}  // namespace cchnn
