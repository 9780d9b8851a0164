#include "score/observed_scores.hpp"

#include <cmath>

#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "core/parallel_for.hpp"
#include "core/to_size.hpp"
#include "core/version.hpp"
#include "score/metrics/relative_error.hpp"
#include "score/statistics/intervals.hpp"
#include "score/submission/prepared_submission.hpp"
#include "score/trajectory_blocks.hpp"

namespace cchnn {
namespace {

// The sum behind a root mean square; root() is NaN before the first add().
struct Squares {
    double sum = 0;
    std::uint64_t count = 0;
    void add(double off) {
        sum += off * off;
        ++count;
    }
    double root() const { return std::sqrt(sum / to_double(count)); }
};

// The measures of one trajectory: (1), and the squares of (2) and (3).
struct ErrorsAtSamples {
    double error = 0;
    Squares x, v, seen, unseen;
    bool diverged = false;
};

// The states of one trajectory, in an array that the caller owns.
struct SeenStates {
    const double *x, *v;  // (T, n, d)
};

// Scores the trajectories of one submission at the samples of a view; constant, shared by threads.
class SamplesJudge {
  public:
    SamplesJudge(const TrajectoryFileInfo& info, const std::vector<int>& visible, const MetricChoices& choices)
        : nodes_(info.nodes), dimension_(info.dimension), choices_(choices), place_(nodes_, -1) {
        for (std::size_t i = 0; i < visible.size(); ++i) place_[visible[i]] = static_cast<int>(i);
        visible_ = visible.size();
    }

    ErrorsAtSamples judge(const ObservedTrajectory& seen, SeenStates truth, SeenStates predicted) const {
        ErrorsAtSamples at_samples;
        const std::size_t size = nodes_ * dimension_;
        double logs = 0;
        for (std::size_t j = 0; j < seen.samples.size(); ++j) {
            const std::size_t at = seen.samples[j] * size;
            const StateParts guess{predicted.x + at, predicted.v + at}, exact{truth.x + at, truth.v + at};
            logs += std::log(relative_error(guess, exact, size, choices_.norm) + choices_.floor);
            const bool finite = is_finite(guess, size);
            at_samples.diverged = at_samples.diverged || !finite;
            for (std::size_t i = 0; i < size; ++i) {
                const double off = finite ? guess.x[i] - exact.x[i] : INFINITY;
                at_samples.x.add(off);
                at_samples.v.add(finite ? guess.v[i] - exact.v[i] : INFINITY);
                (is_seen(seen, j, i / dimension_) ? at_samples.seen : at_samples.unseen).add(off);
            }
        }
        at_samples.error = std::exp(logs / to_double(seen.samples.size()));
        return at_samples;
    }

  private:
    bool is_seen(const ObservedTrajectory& seen, std::size_t sample, std::size_t node) const {
        return place_[node] >= 0 && seen.observed[sample * visible_ + place_[node]] != 0;
    }

    std::size_t nodes_, dimension_, visible_ = 0;
    const MetricChoices& choices_;
    std::vector<int> place_;  // (n) index of each node among those of the view, -1: hidden
};

ObservedMetric metric_at_samples(const char* key, const char* heading, const char* unit,
                                 const std::vector<double>& values, bool intervals) {
    const Summary summary = summarize(values);
    return {key, heading, unit, intervals ? with_intervals(summary, values) : summary};
}

// The metrics (1) to (3) over all trajectories. A metric of (3) is left out where no trajectory has any such node.
std::vector<ObservedMetric> metrics_at_samples(const std::vector<ErrorsAtSamples>& all, bool intervals) {
    std::vector<double> error, x, v, seen, unseen;
    for (const ErrorsAtSamples& at_samples : all) {
        error.push_back(at_samples.error);
        x.push_back(at_samples.x.root());
        v.push_back(at_samples.v.root());
        if (at_samples.seen.count > 0) seen.push_back(at_samples.seen.root());
        if (at_samples.unseen.count > 0) unseen.push_back(at_samples.unseen.root());
    }
    std::vector<ObservedMetric> metrics{metric_at_samples("relative_error_at", "Relative error", "1", error, intervals),
                                        metric_at_samples("rmse_x_at", "x, m", "m", x, intervals),
                                        metric_at_samples("rmse_v_at", "v, m/s", "m/s", v, intervals)};
    if (!seen.empty()) metrics.push_back(metric_at_samples("rmse_x_seen", "x seen, m", "m", seen, intervals));
    if (!unseen.empty()) metrics.push_back(metric_at_samples("rmse_x_unseen", "x not seen, m", "m", unseen, intervals));
    return metrics;
}

}  // namespace

std::string observed_signature(const MetricChoices& choices, const std::string& system, const std::string& truth_digest,
                               const std::string& view_digest) {
    return "cchnn|at:" + view_digest.substr(0, 12) + "|err:" + name(choices.norm) +
           "|z:xv|floor:" + number_text(choices.floor) +
           "|t0:yes|agg:geomean|ci:" + (choices.resamples > 0 ? "t" : "none") + "|sys:" + system +
           "|truth:" + truth_digest.substr(0, 12) + "|v:" + tool_version;
}

ObservedSubmission score_observed(const TrajectoryFile& truth, const ViewFile& view, const TrajectoryFile& submission,
                                  const MetricChoices& choices, int threads) {
    const TrajectoryFileInfo& info = truth.info();
    const SamplesJudge judge(info, view.info().seen, choices);
    std::vector<ErrorsAtSamples> all;
    std::vector<double> x, v;
    for_each_trajectory_block(truth, trajectories_per_block(info), [&](const TrajectoryBlock& block) {
        read_padded(submission, info.samples, block.first, block.count, x, v);
        const std::vector<ObservedTrajectory> seen = view.read(block.first, block.count);
        const std::size_t size = block.x.size() / block.count;
        std::vector<ErrorsAtSamples> at_samples(block.count);
        parallel_for(block.count, threads, [&](std::size_t i) {
            at_samples[i] =
                judge.judge(seen[i], {&block.x[i * size], &block.v[i * size]}, {&x[i * size], &v[i * size]});
        });
        all.insert(all.end(), at_samples.begin(), at_samples.end());
    });
    ObservedSubmission scores;
    scores.metrics = metrics_at_samples(all, choices.resamples > 0);
    for (const ErrorsAtSamples& at_samples : all) {
        scores.diverged += at_samples.diverged;
        scores.relative_error_at.push_back(at_samples.error);
    }
    return scores;
}

}  // namespace cchnn
