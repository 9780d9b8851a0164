#include "cchnn/file_tasks.hpp"

#include <mutex>

#include "report/json_report.hpp"
#include "stories/evaluate/evaluate.hpp"
#include "stories/generate/generate.hpp"

namespace cchnn {
namespace {

std::mutex& hdf5() {
    static std::mutex mutex;
    return mutex;
}

MetricValue value_of(const MetricScore& score) {
    const Summary& summary = score.summary;
    MetricValue value;
    value.key = score.metric.key;
    value.title = score.metric.title;
    value.unit = score.metric.unit;
    value.larger_is_better = score.metric.larger_is_better;
    value.mean = summary.mean;
    value.geometric_mean = summary.geometric_mean;
    value.median = summary.median;
    if (summary.mean_ci95) {
        value.low = summary.mean_ci95->low;
        value.high = summary.mean_ci95->high;
    }
    if (const auto& ends = summary.geometric_mean_ci95) {
        value.geometric_low = ends->low;
        value.geometric_high = ends->high;
    }
    return value;
}

}  // namespace

WrittenDataset write_dataset_files(const SystemSpec& spec, const DatasetOptions& options) {
    if (options.directory.empty()) throw UsageError("directory", "is empty; name one to write to");
    GenerateOptions asked;
    asked.directory = options.directory;
    asked.count = {options.train, options.valid, options.test};
    asked.seed = options.seed;
    asked.threads = options.threads;
    asked.overwrite = options.overwrite;
    const std::lock_guard lock(hdf5());
    const GenerateReport report = generate(spec, asked);
    WrittenDataset written{report.directory.string(), {}, {}};
    for (const SplitReport& split : report.splits) {
        const std::string file = split.file.filename().string();
        written.digests[file] = split.content_digest;
        written.truth_digests[file] = split.truth_digest;
    }
    return written;
}

Score score_files(const std::string& test_file, const std::string& submission_file, const ScoreOptions& options) {
    EvaluateRequest request;
    request.truth = test_file;
    request.submissions = {submission_file};
    request.options.choices = preset_choices(options.preset);
    request.options.choices.resamples = options.resamples;
    request.options.threads = options.threads;
    std::vector<Problem> problems = request.options.choices.check();
    if (options.threads < 1 || options.threads > 1024)
        problems.push_back({"threads", "must be 1 .. 1024, got " + std::to_string(options.threads)});
    if (!problems.empty()) throw UsageError(std::move(problems));
    const std::lock_guard lock(hdf5());
    const Scores scores = evaluate(request);
    const SubmissionScores& one = scores.submissions.front();
    Score score{one.model, scores.signature, scores.truth.trajectories, one.diverged.trajectories, one.remarks, {}, ""};
    for (const MetricScore& metric : one.metrics) score.metrics.push_back(value_of(metric));
    score.report = json_report(scores);
    return score;
}

}  // namespace cchnn
