#include "stories/evaluate/naive_rollout.hpp"

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "core/option.hpp"
#include "core/to_size.hpp"
#include "dataset/writer/submission_writer.hpp"
#include "score/metrics/relative_error.hpp"
#include "score/naive/naive_forecast.hpp"
#include "score/submission/given_samples.hpp"
#include "score/submission/submission.hpp"
#include "score/trajectory_blocks.hpp"
#include "spec/read_system.hpp"
#include "stories/evaluate/rollout_source.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

// How much a stored forecast may differ from the one that is made again, relative to its states: submissions
// may be in float32.
constexpr double copy_tolerance = 1e-6;

// Forecasts of a test set, block by block. Owns the open test set and, for a context of one state, the fitted
// forecast. naive_rollout() writes its blocks to a file, why_not_naive() compares them with one.
class NaiveBlocks {
  public:
    // Of a test set that is open, and whose digest was checked; else it is opened.
    NaiveBlocks(const CompiledSystem& compiled, const RolloutOptions& options, const TrajectoryFile* checked = nullptr)
        : options_(options),
          coordinates_(options.in_coordinates ? &compiled.coordinates : nullptr),
          source_(checked ? RolloutSource(compiled, options, *checked) : RolloutSource(compiled, options)),
          given_(*source_.test_set, options.context, options.view),
          features_(source_.test_set->info().nodes, source_.test_set->info().dimension, coordinates_) {
        MetricChoices choices;
        choices.context = options.context;
        require_context(choices, source_.times.samples, options.test_set.string());
        if (options.context == 1)
            forecast_.emplace(*options.naive, source_.test_set->info(), source_.times, coordinates_,
                              options.train.empty() ? training_set_beside(options.test_set) : options.train);
    }

    const RolloutSource& source() const { return source_; }
    std::uint64_t size() const { return trajectories_per_block(source_.test_set->info()); }

    // What the forecast was made from, for the reader of the file.
    std::string notes() const {
        std::string text = "naive forecast";
        if (options_.context > 1) text += ", from a context of " + std::to_string(options_.context) + " samples";
        else if (const auto& train = forecast_->training_set())
            text += ", of the training set with truth digest " + train->file().truth_digest().substr(0, 12);
        const std::string view = given_.view_digest();
        return view.empty() ? text : text + ", as view " + view.substr(0, 12) + " saw it";
    }

    // The forecasts of some trajectories. The given samples are read, checked and converted to coordinates if
    // wanted; then either the fitted forecast or one from the context alone continues them.
    NaiveStates block(std::uint64_t first, std::uint64_t count) const {
        NaiveStates given{first, count, {}, {}};
        given_.read(first, count, given.positions, given.rates);
        require_whole(given);
        if (coordinates_) given = in_coordinates(given);
        if (forecast_) return forecast_->from(given, options_.threads);
        return forecast_from_context(*options_.naive, features_, source_.times, options_.context, given,
                                     options_.threads);
    }

  private:
    // The given samples as generalised coordinates. Angles of several samples are counted along them, so that a
    // turn past pi does not jump.
    NaiveStates in_coordinates(const NaiveStates& given) const {
        const std::size_t size = given.positions.size() / given.count,
                          width = to_size(options_.context) * coordinates_->count();
        NaiveStates angles{given.first, given.count, std::vector<double>(given.count * width),
                           std::vector<double>(given.count * width)};
        for (std::size_t i = 0; i < given.count; ++i) {
            const double *x = &given.positions[i * size], *v = &given.rates[i * size];
            double *q = &angles.positions[i * width], *qdot = &angles.rates[i * width];
            if (options_.context == 1) coordinates_->to_q(x, v, nullptr, q, qdot);
            else coordinates_->along_trajectory(options_.context, source_.times.dt, x, v, q, qdot);
        }
        return angles;
    }

    // Throws if a given sample is not finite: a view may hide bodies or lose samples.
    void require_whole(const NaiveStates& given) const {
        for (std::size_t at = 0; at < given.positions.size(); ++at) {
            if (std::isfinite(given.positions[at]) && std::isfinite(given.rates[at])) continue;
            const std::size_t size = given.positions.size() / given.count, context = options_.context;
            throw DataError(options_.view.string(),
                            "did not see all of trajectory " + std::to_string(given.first + at / size) + " at sample " +
                                std::to_string(at % size / (size / context)) +
                                "; a naive forecast needs every body, with its velocity, at every given sample");
        }
    }

    const RolloutOptions& options_;
    const GeneralisedCoordinates* coordinates_;
    RolloutSource source_;
    GivenSamples given_;
    NaiveFeatures features_;
    std::optional<NaiveForecast> forecast_;  // of one given state
};

// Throws if the forecast learns from a training set and none is named or beside the test set.
void require_training_set(const RolloutOptions& options) {
    if (options.context > 1 || !needs_training_set(*options.naive) || !options.train.empty()) return;
    const fs::path beside = training_set_beside(options.test_set);
    if (!fs::exists(beside))
        throw UsageError(option("baseline"), std::string(name(*options.naive)) + " needs a training set, and " +
                                                 beside.string() + " does not exist; name one with " + option("train") +
                                                 " FILE");
}

// The system stored in the test set if its bodies are those of `spec`; a split of a suite has another name and
// other properties than the system that a user names. Otherwise `spec`, whose mismatch is then reported.
SystemSpec system_of_test_set(const SystemSpec& spec, const fs::path& test_set) {
    const TrajectoryFile file(test_set);
    const DatasetDescription& description = file.info().description;
    if (description.system_json.empty() || description.nodes != node_labels(BodyGraph(spec))) return spec;
    return parse_system(description.system_json, test_set.string() + ":/system/json");
}

// The description of the file. It carries the name of the forecast, by which why_not_naive() can make it again.
DatasetDescription describe_forecast(const NaiveBlocks& blocks, const CompiledSystem& compiled,
                                     const RolloutOptions& options) {
    DatasetDescription description;
    description.kind = "submission";
    description.count = blocks.source().count;
    description.times = blocks.source().times;
    description.system_json = compiled.spec.json;
    description.units = compiled.spec.units;
    description.nodes = node_labels(compiled.graph);
    description.naive = name(*options.naive);
    description.model = options.model.empty() ? description.naive : options.model;
    description.notes = blocks.notes();
    description.context = options.context;
    description.answers_truth = blocks.source().answers_truth;
    if (options.in_coordinates) description.coordinates = compiled.coordinates.table();
    return description;
}

// A block of forecasts in the form that the writer takes, with every trajectory complete.
TrajectoryBatch batch_of(NaiveStates&& states, const NaiveBlocks& blocks, bool in_coordinates) {
    const TrajectoryFileInfo& info = blocks.source().test_set->info();
    TrajectoryBatch batch;
    batch.first = states.first;
    batch.count = static_cast<int>(states.count);
    batch.samples = blocks.source().times.samples;
    batch.nodes = info.nodes;
    batch.dimension = info.dimension;
    batch.outcomes.resize(states.count);
    (in_coordinates ? batch.q : batch.x) = std::move(states.positions);
    (in_coordinates ? batch.qdot : batch.v) = std::move(states.rates);
    return batch;
}

// The first sample in which a file differs from the forecast by more than copy_tolerance; "" if there is none.
// Samples that are not finite in the forecast must not be finite in the file either.
std::string difference(const NaiveStates& made, const std::vector<double>& positions, const std::vector<double>& rates,
                       std::size_t samples) {
    const std::size_t size = made.positions.size() / (made.count * samples);
    for (std::size_t at = 0; at < made.positions.size(); at += size) {
        const StateParts forecast{&made.positions[at], &made.rates[at]}, file{&positions[at], &rates[at]};
        const bool finite = is_finite(forecast, size);
        if (finite ? relative_error(file, forecast, size) <= copy_tolerance : !is_finite(file, size)) continue;
        const std::size_t sample = at / size;
        return "trajectory " + std::to_string(made.first + sample / samples) + ", sample " +
               std::to_string(sample % samples);
    }
    return "";
}

// Compares the file with the forecast block by block and stops at the first difference.
std::string first_difference(const NaiveBlocks& blocks, const TrajectoryFile& submission) {
    const TrajectoryFileInfo& info = submission.info();
    std::vector<double> positions, rates;
    for (std::uint64_t first = 0; first < info.count; first += blocks.size()) {
        const std::uint64_t count = std::min(blocks.size(), info.count - first);
        if (info.in_coordinates) submission.read_coordinates(first, count, positions, rates);
        else submission.read(first, count, positions, rates);
        const std::string found = difference(blocks.block(first, count), positions, rates, info.samples);
        if (!found.empty()) return found;
    }
    return "";
}

}  // namespace

fs::path training_set_beside(const fs::path& test_set) { return test_set.parent_path() / "train.h5"; }

// Writes block by block, so that memory does not grow with the test set; finish() gives the file its name.
RolloutReport naive_rollout(const SystemSpec& spec, const RolloutOptions& options) {
    require_training_set(options);
    const CompiledSystem compiled(system_of_test_set(spec, options.test_set));
    if (options.in_coordinates)
        if (const std::string why = why_not_from_q(compiled.spec, compiled.coordinates); !why.empty())
            throw UsageError(option("coordinates"), compiled.spec.name + " " + why);
    const NaiveBlocks blocks(compiled, options);
    SubmissionWriter writer(options.output, describe_forecast(blocks, compiled, options), compiled.system,
                            options.overwrite);
    const RolloutSource& source = blocks.source();
    for (std::uint64_t first = 0; first < source.count; first += blocks.size()) {
        const std::uint64_t count = std::min(blocks.size(), source.count - first);
        writer.append(batch_of(blocks.block(first, count), blocks, options.in_coordinates));
        if (options.progress) options.progress(first + count, source.count);
    }
    RolloutReport report{source.count, source.times.samples, source.times.dt, {}, {}};
    report.content_digest = writer.finish();
    return report;
}

// Makes the forecast again with the settings that the file names and compares. Errors of the disk are passed
// on; all others are reasons why the label is not accepted.
std::string why_not_naive(const CompiledSystem& compiled, const TrajectoryFile& truth, const fs::path& train,
                          const fs::path& view, const TrajectoryFile& submission, int threads) {
    const TrajectoryFileInfo& info = submission.info();
    const std::string& said = info.description.naive;
    const std::string label = "says that it is the naive forecast " + said + ", but ";
    RolloutOptions options;
    options.naive = naive_named(said);
    if (!options.naive) return label + "there is none of this name" + suggestion(said, naive_names());
    options.test_set = truth.path();
    options.train = train;
    options.threads = threads;
    options.in_coordinates = info.in_coordinates;
    options.context = info.description.context;
    options.view = view;
    if (options.context == 1 && needs_training_set(*options.naive) && !fs::exists(train))
        return label + train.string() + ", from which it could be made again, does not exist";
    try {
        const NaiveBlocks blocks(compiled, options, &truth);
        if (info.count != blocks.source().count || info.samples != blocks.source().times.samples)
            return label + "it is not complete";
        const std::string apart = first_difference(blocks, submission);
        return apart.empty() ? "" : label + "its predictions are others, from " + apart + " on";
    } catch (const IoError&) {
        throw;
    } catch (const Error& error) {
        return label + "it cannot be made again: " + error.problems().front().where + " " +
               error.problems().front().what;
    }
}

}  // namespace cchnn
