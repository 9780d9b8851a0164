#include "stories/evaluate/evaluate.hpp"

#include <algorithm>
#include <map>

#include "core/at_work.hpp"
#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "dataset/content_digest.hpp"
#include "dataset/documents/manifest.hpp"
#include "integrate/protocol/protocol.hpp"
#include "model/compiled_system.hpp"
#include "score/judged_errors.hpp"
#include "score/model_scores.hpp"
#include "score/shown_trajectories.hpp"
#include "score/submission/found_structure.hpp"
#include "score/submission/given_samples.hpp"
#include "score/submission/near_copies.hpp"
#include "score/submission/submission.hpp"
#include "score/submission/submitted_sensitivities.hpp"
#include "spec/read_system.hpp"
#include "stories/evaluate/collected_problems.hpp"
#include "stories/evaluate/naive_rollout.hpp"
#include "stories/evaluate/reference_again.hpp"
#include "stories/evaluate/solver_beside.hpp"
#include "stories/evaluate/start_errors.hpp"

namespace cchnn {
namespace {

constexpr std::size_t most_ids = 5;  // of trajectories that a message names

// One submission on its way through evaluate(): its open file and what was found out about it before scoring.
struct OpenedSubmission {
    TrajectoryFile file;
    std::vector<std::string> remarks;
    std::string naive = {};     // the name of the naive forecast that it is
    bool starts_later = false;  // its initial states are compared while it is scored
};

// A single submission is compared with initial states while it is scored, so that each chunk is decoded once; several
// are compared before the first is scored. So is a naive forecast, because it is recomputed before it is scored.
SubmissionCheck check_opened(const TrajectoryFile& truth, const TrajectoryFile& file, int context, bool& later) {
    const TrajectoryFileInfo& info = file.info();
    later = later && info.description.naive.empty() && info.members == 0 && context == 1;
    if (later) {
        SubmissionCheck check = check_submission(truth, file, most_ids, StartOf::truth_while_scored, context);
        if (check.problems.empty()) return check;
        later = false;
    }
    return check_submission(truth, file, most_ids, StartOf::truth, context);
}

// Opens and checks all submissions before any of them is scored, so that a user corrects all files in one go.
std::vector<OpenedSubmission> open_submissions(const TrajectoryFile& truth, const GeneralisedCoordinates& coordinates,
                                               const std::vector<std::filesystem::path>& paths,
                                               const MetricChoices& choices) {
    AtWork reading(Work::reading, paths.size());
    std::vector<OpenedSubmission> opened;
    CollectedProblems problems;
    for (const std::filesystem::path& path : paths) {
        problems.collect([&] {
            TrajectoryFile file(path, coordinates, truth.info());
            bool later = paths.size() == 1;
            SubmissionCheck check = check_opened(truth, file, choices.context, later);
            problems.add(check.problems);
            if (!choices.of_found() && says_structure(file))
                check.remarks.push_back("has constraints or invariants in /found, which " + option("found") +
                                        " scores");
            opened.push_back({std::move(file), std::move(check.remarks), {}, later});
        });
        reading.add();
    }
    problems.refuse();
    return opened;
}

// A score of members becomes smaller with their number, so that one number of them is compared.
void require_members(const std::vector<OpenedSubmission>& submissions, int members) {
    std::vector<Problem> problems;
    for (const OpenedSubmission& one : submissions)
        if (const int own = one.file.info().members; own > 0 && own != members)
            problems.push_back({one.file.path().string(),
                                "has " + counted(own, "member") + ", and scores of ensembles are compared at " +
                                    std::to_string(members) + "; submit as many, or give " + option("members") + " " +
                                    std::to_string(own) + " where all have so many"});
    if (!problems.empty()) throw DataError(std::move(problems));
}

// Why a reference rollout is incomplete, or "". Missing samples would count as the worst error, so that an
// incomplete reference would make every model look better than the true system.
std::string left_out(const TrajectoryFileInfo& truth, const TrajectoryFileInfo& reference,
                     const MetricChoices& choices) {
    if (reference.count < truth.count)
        return "has " + std::to_string(reference.count) + " of " + trajectories_text(truth.count);
    const int samples = choices.context - 1 + choices.scored_samples(truth.samples);
    return reference.samples < samples
               ? "has " + std::to_string(reference.samples) + " of " + std::to_string(samples) + " samples"
               : "";
}

// Recomputes reference rollouts, because models are compared with them and a submitted label alone proves
// nothing. If all submissions are references, they are compared with one another only, and are not recomputed.
void check_references(const EvaluateRequest& request, const CompiledSystem& compiled, const TrajectoryFile& truth,
                      const std::vector<OpenedSubmission>& opened) {
    const auto refers = [](const OpenedSubmission& one) { return is_reference(one.file); };
    if (std::ranges::all_of(opened, refers)) return;
    CollectedProblems problems;
    for (const OpenedSubmission& one : opened) {
        if (!refers(one)) continue;
        if (const std::string text = left_out(truth.info(), one.file.info(), request.options.choices); !text.empty()) {
            problems.add({{one.file.path().string(), "is marked as a reference rollout, but " + text +
                                                         "; regenerate it with cchnn-gen rollout"}});
            continue;
        }
        problems.collect([&] { problems.add(reference_problems(compiled, truth, one.file, request.options.threads)); });
    }
    problems.refuse();
}

// Sets the labels: the model's name; the file's name where a file names no model or two name the same one; the
// whole path where two files have the same name as well.
void name_submissions(std::vector<SubmissionScores>& submissions) {
    const auto same_model = [&](const SubmissionScores& s) {
        return std::ranges::count(submissions, s.model, &SubmissionScores::model);
    };
    for (SubmissionScores& s : submissions) {
        const std::filesystem::path path(s.path);
        s.label = !s.model.empty() && same_model(s) == 1 ? s.model : path.stem().string();
    }
    for (std::size_t i = 0; i < submissions.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (submissions[i].label == submissions[j].label) submissions[i].label = submissions[i].path;
}

// The node of a centre of mass has the name of its body, the tips of axes have their number too.
std::vector<std::string> label_nodes(const BodyGraph& graph) {
    std::vector<std::string> labels;
    for (const Body& body : graph.bodies())
        for (int node = 0; node < body.node_count; ++node)
            labels.push_back(node == 0 ? body.id : body.id + " axis " + std::to_string(node));
    return labels;
}

// What reports say about the test set.
TruthInfo describe_truth(const TrajectoryFile& truth, const CompiledSystem& compiled) {
    const BodyGraph& graph = compiled.graph;
    const TrajectoryFileInfo& info = truth.info();
    TruthInfo described{truth.path().string(), graph.name(),
                        truth.truth_digest(),  info.description.split,
                        info.description.seed, info.count,
                        info.samples,          info.nodes,
                        info.dimension,        info.description.times.dt,
                        label_nodes(graph)};
    if (info.description.lyapunov) described.lyapunov = info.description.lyapunov->largest;
    described.reference = compiled.spec.reference;
    described.freedom = compiled.system.degrees_of_freedom();
    described.state_freedom = compiled.system.tangent_dimension();
    return described;
}

// The trajectory that a report is to show must exist. This is checked before anything is computed.
void check_shown(const EvaluateRequest& request, std::uint64_t count) {
    if (request.shown && *request.shown >= count)
        throw UsageError(option("trajectory"), "must be 0 .. " + std::to_string(count - 1) + " for " +
                                                   request.truth.string() + ", got " + std::to_string(*request.shown));
}

std::vector<const TrajectoryFile*> files_of(const std::vector<OpenedSubmission>& submissions) {
    std::vector<const TrajectoryFile*> files;
    for (const OpenedSubmission& submission : submissions) files.push_back(&submission.file);
    return files;
}

// The trajectories that reports show and animate. They are chosen by the errors of the first submission, so
// that a report is the same whichever others follow it.
void add_trajectories(const EvaluateRequest& request, const ScoredSystem& scored, const BodyGraph& graph,
                      const TrajectoryFile& truth, const std::vector<OpenedSubmission>& submissions, Scores& scores) {
    const std::vector<const TrajectoryFile*> files = files_of(submissions);
    scores.shown = show_trajectory(request.shown.value_or(typical_trajectory(scores.submissions.front())),
                                   request.options.choices.context, truth, files);
    if (!request.animate) return;
    scores.drawing = drawing_of(graph);
    for (const ChosenTrajectory& chosen : trajectories_to_animate(scores.submissions.front(), request.shown)) {
        scores.animated.push_back(animate_trajectory(chosen, scored, request.options.choices, truth, files));
        for (std::vector<double>& x : scores.animated.back().x)
            x = scores.drawing.states(x, to_size(scored.system.state_size()),
                                      scores.truth.dt * scores.animated.back().stride);
    }
    std::vector<double> motions;
    for (AnimatedTrajectory& trajectory : scores.animated) {
        motions.insert(motions.end(), trajectory.x.front().begin(), trajectory.x.front().end());
        trajectory.impacts = drawn_impacts(
            scored.spec, graph, trajectory.x.front(), scores.truth.dt * trajectory.stride,
            truth.rows("/events/time", trajectory.id, 1), truth.rows("/events/contact", trajectory.id, 1));
    }
    draw_contacts(scored.spec, graph, motions, scores.drawing);
}

std::vector<BodyNodes> nodes_of_bodies(const BodyGraph& graph) {
    std::vector<BodyNodes> bodies;
    for (const Body& body : graph.bodies())
        if (body.node_count > 0) bodies.push_back({body.id, body.first_node, body.node_count});
    return bodies;
}

// The remark for a test set without error bounds; "" where it has them.
std::string unbounded(const TrajectoryFile& truth) {
    const DatasetDescription& description = truth.info().description;
    if (description.bounded) return "";
    return is_imported(description.protocol_json)
               ? "the test set was made elsewhere and imported: its accuracy is unknown"
               : "the test set has no error bounds: its accuracy is unknown";
}

// The remark for trajectories whose reference does not move; "" when every trajectory moves.
std::string standing_still(std::uint64_t at_rest, std::uint64_t count) {
    if (at_rest == 0) return "";
    return "the reference is at rest in " + std::to_string(at_rest) + " of " + trajectories_text(count) +
           ": energies and momenta there are measured against those of a motion by a typical length in "
           "the "
           "time span";
}

// Accepts a file's label "naive forecast" only if the forecast comes out again; otherwise the file is scored as
// a model, with a remark that says why.
void confirm_naive(const EvaluateRequest& request, const CompiledSystem& compiled, const TrajectoryFile& truth,
                   OpenedSubmission& submission) {
    const DatasetDescription& description = submission.file.info().description;
    if (description.naive.empty() || is_reference(submission.file)) return;
    const std::filesystem::path train = request.train.empty() ? training_set_beside(request.truth) : request.train;
    const std::string why =
        why_not_naive(compiled, truth, train, request.view, submission.file, request.options.threads);
    if (why.empty()) submission.naive = description.naive;
    else submission.remarks.push_back(why + ": scored as a model");
}

// Scores of one submission, with what its file says of itself and the remarks in the order in which they are
// shown.
SubmissionScores score(const ScoredSystem& scored, const TrajectoryFile& truth, const OpenedSubmission& submission,
                       const ScoringOptions& options) {
    std::optional<ComparedStarts> starts;
    if (submission.starts_later) starts.emplace(truth, submission.file, most_ids);
    SubmissionScores scores = score_submission(scored, truth, submission.file, options, starts ? &*starts : nullptr);
    const DatasetDescription& description = submission.file.info().description;
    scores.path = submission.file.path().string();
    scores.model = description.model;
    scores.notes = description.notes;
    scores.remarks = submission.remarks;
    if (starts)
        for (std::string& text : starts->finish().remarks) scores.remarks.push_back(std::move(text));
    scores.reference = is_reference(submission.file);
    scores.naive = submission.naive;
    if (const auto& time = description.rollout_time)
        scores.stated_time = {time->seconds / to_double(submission.file.info().count), time->hardware};
    if (scores.reference) scores.rtol = protocol_rtol(description.protocol_json);
    if (scores.naive.empty())  // of others it is known how they move
        for (std::string& text : remarks(scores.motion)) scores.remarks.push_back(std::move(text));
    if (!scores.exact_samples.empty()) scores.remarks.push_back(scores.exact_samples);
    if (const std::string text = scores.truth_floor ? remark(*scores.truth_floor) : ""; !text.empty())
        scores.remarks.push_back(text);
    if (const std::string text = unbounded(truth); !text.empty()) scores.remarks.push_back(text);
    if (const std::string text = standing_still(scores.truths_at_rest, truth.info().count); !text.empty())
        scores.remarks.push_back(text);
    return scores;
}

// One submission after the other; within one the work is on threads.
void score_all(const ScoredSystem& scored, const TrajectoryFile& truth,
               const std::vector<OpenedSubmission>& submissions, const ScoringOptions& options, Scores& scores) {
    AtWork work(Work::submissions, submissions.size());
    for (const OpenedSubmission& submission : submissions) {
        scores.submissions.push_back(score(scored, truth, submission, options));
        work.add();
    }
}

// The earlier submissions that have the same predictions as submission i, exact copies first. Similarity is
// tested for each pair: it is not transitive, so two submissions near to a third one are not copies of each
// other by that alone. `remarks` are on training seeds that are nearer to each other than trainings without a common
// bias, but not so near that they count as one: the interval of their model holds for independent ones.
std::vector<CopyOf> copies_among(const std::vector<SubmissionScores>& all, std::size_t i, const TrajectoryFile& truth,
                                 const std::vector<OpenedSubmission>& opened, int context, bool grouped,
                                 std::vector<std::string>& remarks) {
    std::vector<CopyOf> copies;
    for (std::size_t j = 0; j < i; ++j) {
        const bool exact = all[i].values == all[j].values, seeds = grouped && all[i].model == all[j].model;
        const CopyDistance distance = exact ? CopyDistance{0, 0, 1}
                                            : distance_in_errors(truth, opened[i].file, opened[j].file, context,
                                                                 all[i].relative_error, all[j].relative_error);
        if (distance.as_it_is <= (seeds && !all[i].model.empty() ? one_training_share : near_copy_share))
            copies.push_back({j, exact, distance.as_it_is});
        else if (distance.moved <= near_copy_share) copies.push_back({j, false, distance.moved, distance.share});
        else if (seeds && !all[i].model.empty() && distance.as_it_is < 1)
            remarks.push_back("differs from " + all[j].label + " by " + short_number(distance.as_it_is, 2) +
                              " of its own error, errors with nothing in common by about 1.4: the interval of " +
                              all[i].model + " holds if they were trained independently");
    }
    std::ranges::stable_sort(copies, std::ranges::greater{}, &CopyOf::exact);
    return copies;
}

// Whoever submits a file chooses its model's name, which joins it to the files of its own directory alone. A later
// directory that has the name of an earlier one is another model.
void separate_directories(std::vector<SubmissionScores>& all) {
    std::map<std::string, std::filesystem::path> directories;
    for (SubmissionScores& s : all) {
        if (s.model.empty() || s.reference || !s.naive.empty()) continue;
        const std::filesystem::path own = std::filesystem::path(s.path).parent_path();
        const auto [first, is_new] = directories.emplace(s.model, own);
        if (is_new || first->second == own) continue;
        s.remarks.push_back("is not a training seed of " + s.model + " in " + first->second.string() +
                            "/, since it lies in another directory; seeds of one model belong into one");
        s.model += " (" + own.string() + ")";
    }
}

// distance_in_errors() reads three files again only where their errors are so similar that they could be copies.
void find_copies(const TrajectoryFile& truth, const std::vector<OpenedSubmission>& opened, int context, bool grouped,
                 std::vector<SubmissionScores>& all) {
    AtWork looking(Work::finding_copies, all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        looking.add();
        all[i].copies_of = copies_among(all, i, truth, opened, context, grouped, all[i].remarks);
        if (all[i].copies_of.empty()) continue;
        const CopyOf& copy = all[i].copies_of.front();
        if (!all[i].naive.empty() && !all[copy.submission].naive.empty()) continue;  // neither is ranked
        const std::string& original = all[copy.submission].label;
        all[i].remarks.push_back(
            copy.exact       ? "has the same predictions as " + original + ", number for number: they count once"
            : copy.share < 1 ? "has the errors of " + original + " times a number, up to " +
                                   short_number(copy.distance, 2) + " of the smaller of the two: both count as one"
                             : "differs from " + original + " by " + short_number(copy.distance, 2) +
                                   " of its own error, errors with nothing in common by about 1.4: both count as one");
    }
}

// Scores estimated parameters of the submissions that contain any, and adds the Cramer-Rao bounds if the
// request says what was observed.
void add_parameters(const CompiledSystem& compiled, const TrajectoryFile& truth,
                    const std::vector<OpenedSubmission>& submissions, const EvaluateRequest& request, Scores& scores) {
    std::vector<double> values;
    values = truth.rows("/parameters", 0, truth.info().count);
    std::vector<std::vector<ParameterEstimate>> estimates;
    for (std::size_t i = 0; i < submissions.size(); ++i) {
        estimates.push_back(submissions[i].file.info().estimates);
        scores.submissions[i].parameters =
            score_parameters(estimates.back(), compiled.spec, values, truth.info().count);
    }
    const AtWork informing(Work::informing);
    if (request.observed.given())
        add_parameter_bounds(compiled, truth, request.observed, estimates, request.options.threads, scores);
}

// Groups training seeds of a model if asked to, and compares models in pairs.
void compare(const EvaluateRequest& request, const TrajectoryFile& truth, Scores& scores) {
    const MetricChoices& choices = request.options.choices;
    scores.grouped = request.group_by_model;
    scores.models = request.group_by_model ? group_by_model(scores.submissions, choices)
                                           : one_model_each(scores.submissions, choices);
    scores.comparisons = compare_models(scores.submissions, scores.models, choices, request.options.threads);
    if (!request.published) return;
    const MeasuredOn data{scores.truth.system, truth.info().description.system_json, scores.truth.dt,
                          choices.scored_samples(scores.truth.samples)};
    scores.published = published_scores(data);
    scores.published_elsewhere = published_elsewhere(data);
}

}  // namespace

// See the steps in evaluate.hpp. `request` is a copy of `asked` in which --until is a number of steps.
Scores evaluate(const EvaluateRequest& asked) {
    const TrajectoryFile truth(asked.truth);
    CheckedTruth checked = check_truth(truth);
    check_shown(asked, truth.info().count);
    require_context(asked.options.choices, truth.info().samples, asked.truth.string());
    if (asked.published && asked.options.choices.context > 1)
        throw UsageError(option("published"), "shows scores of forecasts from one state; remove " + option("context"));
    EvaluateRequest request = asked;
    request.options.choices = until_in_steps(asked.options.choices, truth.info().description.times.dt);
    if (!request.view.empty())
        request.options.choices.context_view =
            GivenSamples(truth, request.options.choices.context, request.view).view_digest();
    const CompiledSystem compiled(
        parse_system(truth.info().description.system_json, request.truth.string() + ":/system/json"));
    std::vector<OpenedSubmission> submissions =
        open_submissions(truth, compiled.coordinates, request.submissions, request.options.choices);
    if (of_ensembles(request.options.choices.rank_by) || request.limits_on_ensembles)
        require_members(submissions, request.options.choices.members);
    if (request.options.choices.of_sensitivities()) require_sensitivities(truth);
    check_references(request, compiled, truth, submissions);
    for (OpenedSubmission& submission : submissions) confirm_naive(request, compiled, truth, submission);

    ScoredSystem scored{compiled.spec, compiled.system, nodes_of_bodies(compiled.graph), std::move(checked.spread)};
    scored.gaps = gaps_of(compiled.graph.contacts(), compiled.system);
    Scores scores;
    scores.truth = describe_truth(truth, compiled);
    scores.truth.still_coordinates = scored.spread.still();
    scores.choices = request.options.choices;
    const RankChoice by = scores.choices.rank_by;
    scores.signature =
        signature(scores.choices, scores.truth.system, scores.truth.digest, digest_of(checked.digests, "/error_bound"));
    scores.truth.content_digest = checked.digests.content;
    const double bound = bounds_apply(scores.choices) ? typical_bound(truth, scores.choices) : 0;
    scored.floor = std::max(scores.choices.error_floor, bound);
    if (by == RankChoice::kinetic || scores.choices.of_found()) scored.kinetic = kinetic_spread(compiled.system, truth);
    if (!by_means(by) && by != RankChoice::start_error) scores.truth.typical_bound = bound;
    request.options.ensembles =
        request.options.ensembles || of_ensembles(by) ||
        std::ranges::any_of(submissions, [](const auto& one) { return one.file.info().members > 0; });
    score_all(scored, truth, submissions, request.options, scores);
    if (by != RankChoice::start_error) scores.truth.persistence_error = scores.submissions.front().persistence_error;
    scores.truth.climatology_crps = scores.submissions.front().climatology_crps;
    for (std::size_t i = 0; i < request.names.size(); ++i) scores.submissions.at(i).model = request.names[i].model;
    if (request.group_by_model && request.names.empty()) separate_directories(scores.submissions);
    name_submissions(scores.submissions);
    for (std::size_t i = 0; i < request.names.size(); ++i)
        if (!request.names[i].label.empty()) scores.submissions.at(i).label = request.names[i].label;
    if (by != RankChoice::structure)  // whatever is found, forecasts may be those of a template
        find_copies(truth, submissions, scores.choices.context, request.group_by_model, scores.submissions);
    add_parameters(compiled, truth, submissions, request, scores);
    compare(request, truth, scores);
    if (request.start_error || by == RankChoice::start_error)
        add_start_errors(compiled, truth, files_of(submissions), request.options, scores.choices.bootstrap_seed,
                         scores);
    if (request.solver) add_solver(compiled, truth, request.options, scores);
    add_trajectories(request, scored, compiled.graph, truth, submissions, scores);
    return scores;
}

}  // namespace cchnn
