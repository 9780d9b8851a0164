#include "score/statistics/start_error.hpp"

#include <algorithm>
#include <cmath>

#include "core/counted.hpp"
#include "score/statistics/intervals.hpp"

namespace cchnn {
namespace {

using StartOutcome = StartError::Outcome;
using Logs = std::vector<double>;

constexpr std::size_t fewest_of_interval = 5;  // trajectories of an interval, as of intervals.hpp
// The slope of g over log E below which E is not determined. An error that is carried along unchanged has slope 1.
constexpr double flat_curve = 0.2;
constexpr double rise_of_any = 2.302585092994046;  // log 10, over all levels
constexpr double grown = 0.1;                      // K of states that have little to do with each other

double log_mean(const Logs& logs) { return centre_of(logs).mean; }

Logs logarithms_of(const std::vector<double>& values) {
    Logs logs;
    for (const double value : values) logs.push_back(std::log(value));
    return logs;
}

// The search of (3) over the levels of a curve. A position is the index of a level plus the part of the way, in log E,
// to the next one.
class Search {
  public:
    Search(ErrorGrowth& growth, const std::vector<std::vector<double>>& seeds) : growth_(growth) {
        predicted_.assign(seeds.front().size(), 0);
        for (const std::vector<double>& seed : seeds) {
            const Logs logs = logarithms_of(seed);
            of_seeds_.push_back(log_mean(logs));
            for (std::size_t i = 0; i < logs.size(); ++i) predicted_[i] += logs[i] / to_double(seeds.size());
        }
    }

    StartError run() {
        StartError found = search();
        for (const auto& [k, logs] : growth_.measured())
            if (logs) {
                found.levels.push_back(growth_.level(k));
                found.errors.push_back(std::exp(log_mean(*logs)));
            }
        return found;
    }

  private:
    StartError search() {
        const std::size_t k = first_level_above();
        if (k == 0) return beyond(StartOutcome::below);
        if (k == growth_.count()) return beyond(StartOutcome::saturated);
        const double low = log_mean(*growth_.at(k - 1)), high = log_mean(*growth_.at(k));
        const double at = to_double(k - 1) + (high > low ? (log_mean(predicted_) - low) / (high - low) : 0.5);
        if (!steep(k)) return in_flat_part(at);
        StartError found{StartOutcome::found, epsilon_at(at)};
        const double slope = (high - low) / std::log(growth_.level(k) / growth_.level(k - 1));
        for (const double off : differences_at(at)) found.logs.push_back(std::log(found.value) + off / slope);
        if (predicted_.size() < fewest_of_interval) return found;
        found.low = end(at, -1);
        found.high = end(at, 1);
        if (!found.high) found.outcome = StartOutcome::saturated;
        else if (!found.low) {
            found.outcome = StartOutcome::below;
            found.value = *found.high;
        }
        return found;
    }

    // The lowest level whose errors are larger than the predicted ones, count() if there is none. Begins at the level
    // that errors would have if they did not grow, which saves measurements of levels far away.
    std::size_t first_level_above() {
        const double error = log_mean(predicted_);
        std::size_t k = 0;
        while (k + 1 < growth_.count() && std::log(growth_.level(k)) < error) ++k;
        while (k > 0 && !growth_.at(k)) --k;
        if (!growth_.at(k)) return growth_.count();
        if (log_mean(*growth_.at(k)) > error) {
            while (k > 0 && log_mean(*growth_.at(k - 1)) > error) --k;
            return k;
        }
        while (k + 1 < growth_.count() && growth_.at(k + 1)) {
            ++k;
            if (log_mean(*growth_.at(k)) > error) return k;
        }
        return growth_.count();
    }

    // The highest level to which starts can be moved.
    std::size_t highest() {
        std::size_t k = growth_.count() - 1;
        while (k > 0 && !growth_.at(k)) --k;
        return k;
    }

    // The outcome where no level has the predicted error, or where the curve is too flat there.
    StartError beyond(StartOutcome outcome) {
        const std::size_t top = highest();
        if (!growth_.at(0)) return {StartOutcome::too_regular};
        const double low = log_mean(*growth_.at(0)), high = log_mean(*growth_.at(top));
        if (high - low < rise_of_any)
            return {low > std::log(grown) ? StartOutcome::too_chaotic : StartOutcome::too_regular};
        StartError found{outcome, outcome == StartOutcome::below ? first_rising_level(top) : 0};
        if (outcome == StartOutcome::saturated && predicted_.size() >= fewest_of_interval)
            found.low = end(to_double(top), -1);
        return found;
    }

    // The predicted error is met where the curve is flat. Nearer to the errors of the lowest level, that is the floor
    // of the reference, and E is below the level at which the curve rises; nearer to the highest, errors are
    // saturated.
    StartError in_flat_part(double at) {
        if (!growth_.at(0)) return beyond(StartOutcome::below);
        const double low = log_mean(*growth_.at(0)), high = log_mean(*growth_.at(highest()));
        if (2 * log_mean(predicted_) > low + high) {
            StartError found = beyond(StartOutcome::saturated);
            if (found.outcome == StartOutcome::saturated && predicted_.size() >= fewest_of_interval)
                found.low = end(at, -1);
            return found;
        }
        return beyond(StartOutcome::below);
    }

    // Whether g rises enough from level k - 1 to level k.
    bool steep(std::size_t k) {
        if (!growth_.at(k) || !growth_.at(k - 1)) return true;
        return log_mean(*growth_.at(k)) - log_mean(*growth_.at(k - 1)) >=
               flat_curve * std::log(growth_.level(k) / growth_.level(k - 1));
    }

    // Where the curve leaves the errors of the lowest level.
    double first_rising_level(std::size_t top) {
        std::size_t k = 1;
        while (k < top && !steep(k)) ++k;
        return growth_.level(k == 1 ? 0 : k);
    }

    // E at a position: levels are interpolated in the logarithm.
    double epsilon_at(double at) const {
        const auto k = static_cast<std::size_t>(std::floor(at));
        if (k + 1 >= growth_.count()) return growth_.level(growth_.count() - 1);
        return growth_.level(k) * std::pow(growth_.level(k + 1) / growth_.level(k), at - std::floor(at));
    }

    // (N) d of (2) at a position.
    Logs differences_at(double at) {
        const auto k = static_cast<std::size_t>(std::floor(at));
        const double share = at - std::floor(at);
        const Logs &low = *growth_.at(k), &high = share > 0 ? *growth_.at(k + 1) : low;
        Logs differences = predicted_;
        for (std::size_t i = 0; i < low.size(); ++i) differences[i] -= low[i] + share * (high[i] - low[i]);
        return differences;
    }

    // Mean d of (2) at a position, in units of the half-width of its 95 % interval: beyond +-1 that E is rejected.
    double significance(double at) {
        const Logs differences = differences_at(at);
        Centre centre = centre_of(differences);
        if (of_seeds_.size() > 1) centre = sum_of_variances(centre.mean, {centre_of(of_seeds_), centre});
        const double off = student_t_95(centre.dof) * std::sqrt(centre.variance_of_mean);
        return off > 0 ? centre.mean / off : centre.mean == 0 ? 0 : std::copysign(INFINITY, centre.mean);
    }

    // The end of the interval (3) below (way = -1) or above: steps over levels, then bisection. None where it is beyond
    // the levels.
    std::optional<double> end(double at, int way) {
        const auto beyond_end = [&](double p) { return way < 0 ? significance(p) > 1 : significance(p) < -1; };
        double inside = at;
        for (double next = way < 0 ? std::ceil(at) - 1 : std::floor(at) + 1;; next += way) {
            if (next < 0 || next >= to_double(growth_.count())) return std::nullopt;
            if (!growth_.at(static_cast<std::size_t>(next))) return std::nullopt;
            if (!beyond_end(next)) {
                inside = next;
                continue;
            }
            double outside = next;
            for (int halving = 0; halving < 40; ++halving) {
                const double middle = (inside + outside) / 2;
                (beyond_end(middle) ? outside : inside) = middle;
            }
            return epsilon_at(inside);
        }
    }

    ErrorGrowth& growth_;
    Logs predicted_;                // (N)
    std::vector<double> of_seeds_;  // means
};

}  // namespace

const char* name(StartOutcome outcome) {
    switch (outcome) {
        case StartOutcome::found: return "found";
        case StartOutcome::below: return "below";
        case StartOutcome::saturated: return "saturated";
        case StartOutcome::too_regular: return "too_regular";
        case StartOutcome::too_chaotic: return "too_chaotic";
    }
    return "unknown";
}

const char* why_none(StartOutcome outcome) {
    switch (outcome) {
        case StartOutcome::found:
        case StartOutcome::below: return "";
        case StartOutcome::saturated:
            return "errors are as large as they can be for this motion; the equivalent perturbation cannot be "
                   "determined";
        case StartOutcome::too_regular:
            return "the motion is too regular: a perturbation of the initial condition does not grow";
        case StartOutcome::too_chaotic:
            return "the motion is too chaotic: the smallest perturbation of the initial condition saturates";
    }
    return "";
}

ErrorGrowth::ErrorGrowth(std::vector<double> levels, Measure measure)
    : levels_(std::move(levels)), measure_(std::move(measure)) {}

const std::vector<double>* ErrorGrowth::at(std::size_t k) {
    auto found = measured_.find(k);
    if (found == measured_.end()) found = measured_.emplace(k, measure_(levels_[k])).first;
    return found->second ? &*found->second : nullptr;
}

std::vector<double> start_error_levels() {
    std::vector<double> levels;
    for (int half = -18; half <= 0; ++half)
        levels.push_back(std::pow(10, half / 2) * (half % 2 == 0 ? 1 : std::sqrt(0.1)));
    return levels;
}

StartError start_error(ErrorGrowth& growth, const std::vector<std::vector<double>>& seeds) {
    return Search(growth, seeds).run();
}

}  // namespace cchnn
