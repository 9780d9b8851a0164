#include <algorithm>
#include <filesystem>
#include <limits>

#include "../command_json.hpp"
#include "../progress.hpp"
#include "../tell.hpp"
#include "commands.hpp"
#include "core/counted.hpp"
#include "core/paths/input_files.hpp"
#include "core/to_size.hpp"
#include "dataset/dataset_description.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "dataset/writer/submission_writer.hpp"
#include "integrate/batch_coordinates.hpp"
#include "model/compiled_system.hpp"
#include "report/commands/made_files.hpp"
#include "score/submission/given_samples.hpp"
#include "score/submission/submission.hpp"
#include "score/submission/submitted_sensitivities.hpp"
#include "score/trajectory_blocks.hpp"
#include "spec/read_system.hpp"
#include "stories/corpus/score_corpus.hpp"
#include "stories/corpus/verify_corpus.hpp"

namespace cchnn {
namespace {

constexpr double not_predicted = std::numeric_limits<double>::quiet_NaN();

DatasetDescription describe(const TemplateOptions& options, const TrajectoryFile& truth) {
    DatasetDescription description = truth.info().description;
    description.kind = "submission";
    description.chunks = false;
    description.bounded = false;   // how far a prediction is off is for its score
    description.system_json = "";  // the test set has it
    description.nodes.clear();
    description.protocol_json = "";  // a model's prediction, no integration of ours
    description.model = options.model;
    description.notes = options.notes;
    description.context = options.context;
    description.answers_truth = truth.truth_digest();
    description.members = options.members.value_or(0);
    description.to_fill = true;
    description.with.sensitivities = options.sensitivities;
    if (options.sensitivities) description.with.sensitive = truth.texts("/sensitivity/pointer");
    return description;
}

// Given samples of trajectories first .. first+count-1, of each member, everything after them NaN.
TrajectoryBatch empty_batch(const TrajectoryFile& truth, const GivenSamples& given,
                            const GeneralisedCoordinates& coordinates, std::uint64_t first, std::uint64_t count,
                            std::size_t members) {
    const TrajectoryFileInfo& info = truth.info();
    TrajectoryBatch batch;
    batch.first = first;
    batch.count = static_cast<int>(count * members);
    batch.samples = info.samples;
    batch.nodes = info.nodes;
    batch.dimension = info.dimension;
    std::vector<double> x, v;
    given.read(first, count, x, v);
    const std::size_t context = x.size() / count, size = context / to_size(given.context()) * to_size(info.samples);
    batch.x.assign(count * members * size, not_predicted);
    batch.v = batch.x;
    for (std::size_t i = 0; i < count * members; ++i) {
        std::copy_n(&x[i / members * context], context, &batch.x[i * size]);
        std::copy_n(&v[i / members * context], context, &batch.v[i * size]);
    }
    add_coordinates(coordinates, info.description.times.dt, batch);
    return batch;
}

// The derivatives of trajectories first .. first+count-1 at sample 0, everything after it NaN.
DerivedArrays empty_derivatives(const TrajectoryFile& truth, std::uint64_t first, std::uint64_t count) {
    DerivedArrays empty;
    const std::pair<const char*, std::vector<double>*> arrays[] = {
        {"/sensitivity/start", &empty.sensitivity_start}, {"/sensitivity/parameters", &empty.sensitivity_parameters}};
    for (const auto& [path, values] : arrays) {
        *values = truth.rows(path, first, count);
        const std::size_t each = values->size() / count, sample = each / to_size(truth.info().samples);
        for (std::size_t i = 0; i < values->size(); ++i)
            if (i % each >= sample) (*values)[i] = not_predicted;
    }
    return empty;
}

// Whether a file has given samples and not one prediction yet: nothing is lost with it. Of an ensemble that is not
// known, as its mean lacks what any member lacks.
bool is_unfilled(const std::string& path, const TrajectoryFile& truth) {
    if (!std::filesystem::is_regular_file(path)) return false;
    try {
        const TrajectoryFile file(path, coordinates_of(truth), truth.info());
        const TrajectoryFileInfo& info = file.info();
        const int context = std::min(info.description.context, info.samples);
        const std::uint64_t open = 2 * info.count * static_cast<std::uint64_t>(info.samples - context) *
                                   static_cast<std::uint64_t>(info.nodes * info.dimension);
        return info.description.kind == "submission" && info.members == 0 && file.shape("/sensitivity/start").empty() &&
               count_not_finite(file, 0, context).values == open;
    } catch (const Error&) {  // no submission
        return false;
    }
}

std::string given_text(int context) {
    return context == 1 ? "; sample 0 is given" : "; samples 0 .. " + std::to_string(context - 1) + " are given";
}

// Trajectories and samples of the file that was written.
std::pair<std::uint64_t, int> write_template(const TemplateOptions& options) {
    const Progress progress("template", "reading and writing");
    const TrajectoryFile truth(options.truth);
    check_truth(truth);
    const TrajectoryFileInfo& info = truth.info();
    MetricChoices choices;
    choices.context = options.context;
    if (auto problems = choices.check(); !problems.empty()) throw UsageError(std::move(problems));
    require_context(choices, info.samples, options.truth);
    const GivenSamples given(truth, options.context, options.view);
    if (options.sensitivities) require_sensitivities(truth);
    const CompiledSystem compiled(parse_system(info.description.system_json, options.truth + ":/system/json"));
    const GeneralisedCoordinates& coordinates = compiled.coordinates;
    const bool in_coordinates = options.coordinates == "q";
    if (const std::string why = why_not_from_q(compiled.spec, coordinates); in_coordinates && !why.empty())
        throw UsageError("--coordinates", compiled.system.name() + " " + why);
    DatasetDescription description = describe(options, truth);
    if (in_coordinates) description.coordinates = coordinates.table();
    const bool replaces = options.overwrite || is_unfilled(options.output, truth);
    SubmissionWriter writer(options.output, description, compiled.system, replaces);
    const std::uint64_t members = std::max<std::uint64_t>(1, to_size(options.members.value_or(0))),
                        per_block = std::max<std::uint64_t>(1, trajectories_per_block(info) / members);
    for (std::uint64_t first = 0; first < info.count; first += per_block) {
        const std::uint64_t count = std::min(per_block, info.count - first);
        writer.append(empty_batch(truth, given, coordinates, first, count, members),
                      options.sensitivities ? empty_derivatives(truth, first, count) : DerivedArrays{});
    }
    writer.finish();
    return {info.count, info.samples};
}

// Trajectories and samples of a submission to a corpus.
std::pair<std::uint64_t, int> write_for_corpus(const TemplateOptions& options) {
    std::vector<Problem> problems;
    const std::pair<const char*, bool> flags[] = {{"--coordinates", options.coordinates != "x"},
                                                  {"--view", !options.view.empty()},
                                                  {"--members", options.members.has_value()},
                                                  {"--sensitivities", options.sensitivities}};
    for (const auto& [flag, given] : flags)
        if (given) problems.push_back({flag, "is for a test set, and " + options.truth + " is a corpus"});
    const std::vector<std::string> sides{"train", "valid", "test"};
    const auto side = std::find(sides.begin(), sides.end(), options.side.empty() ? "test" : options.side);
    if (side == sides.end()) problems.push_back({"--side", "must be train, valid or test, got '" + options.side + "'"});
    if (!options.output.ends_with(".h5")) problems.push_back({"--output", "must end in .h5 for a corpus"});
    if (!problems.empty()) throw UsageError(std::move(problems));
    return write_corpus_template({options.truth, options.output, static_cast<int>(side - sides.begin()), options.model,
                                  options.notes, options.overwrite, options.context});
}

}  // namespace

ExitCode run(const TemplateOptions& options) {
    const bool is_corpus = std::filesystem::is_directory(options.truth) && is_corpus_target(options.truth);
    if (!is_corpus && !options.side.empty()) throw UsageError("--side", "is for a corpus");
    refuse_inputs(options.output, {options.truth, options.view});
    if (const std::string what = wrong_suffix(options.output); !what.empty()) throw UsageError("--output", what);
    if (options.members && (*options.members < 1 || *options.members > most_members))
        throw UsageError("--members",
                         "must be 1 .. " + std::to_string(most_members) + ", got " + std::to_string(*options.members));
    if (options.members && options.sensitivities)
        throw UsageError("--sensitivities", "are those of one forecast; leave --members out");
    const OutputRule rule{{options.truth, options.view}, options.overwrite, {options.output}};
    return with_json({"cchnn-eval template", "files"}, options.json, rule, [&](auto& command_report) {
        const auto [count, samples] = is_corpus ? write_for_corpus(options) : write_template(options);
        const bool in_coordinates = options.coordinates == "q";
        command_report.items.push_back(template_json(options.output, count, options.members.value_or(0), samples,
                                                     in_coordinates, options.context));
        if (!is_silent(options.json))
            tell(options.output + ": " + trajectories_text(count) + " of " +
                 (options.members ? std::to_string(*options.members) + " members of " : "") + std::to_string(samples) +
                 " samples to fill in" + (in_coordinates ? ", q and qdot" : "") + given_text(options.context) + "\n");
        return ExitCode::ok;
    });
}

}  // namespace cchnn
