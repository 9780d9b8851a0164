#include "stories/benchmark/evaluate_suite.hpp"

#include <algorithm>
#include <map>

#include "core/counted.hpp"
#include "core/joined.hpp"
#include "core/nearest_name.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/paths/given_directory.hpp"
#include "dataset/documents/lock_file.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "score/submission/submission.hpp"
#include "spec/suite_spec.hpp"
#include "stories/evaluate/compared_entries.hpp"
#include "stories/evaluate/evaluate.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

constexpr const char* full_training = "full";

// Throws if a directory of submissions has no place in the suite. Ignoring it would lose submissions because of
// a typing error.
void check_places(const SuiteSpec& suite, const std::vector<fs::path>& submissions) {
    std::vector<Problem> problems;
    const auto check = [&](const fs::path& directory, const std::vector<std::string>& known, const std::string& what) {
        std::vector<std::string> found;
        for (const std::string& name : names_in(directory, true))
            if (std::ranges::find(known, name) != known.end()) found.push_back(name);
            else problems.push_back({(directory / name).string(), "is not a " + what + suggestion(name, known)});
        return found;
    };
    std::vector<std::string> tasks;
    for (const SuiteTask& task : suite.tasks) tasks.push_back(task.name);
    for (const fs::path& root : submissions)
        for (const std::string& name : check(root, tasks, "task of this suite")) {
            const SuiteTask& task = suite.tasks[std::ranges::find(tasks, name) - tasks.begin()];
            std::vector<std::string> trainings{full_training}, splits;
            for (const std::uint64_t size : task.training_sizes) trainings.push_back("size_" + std::to_string(size));
            for (const double level : task.noise) trainings.push_back("noise_" + number_text(level));
            for (const SuiteSplit& split : task.splits) splits.push_back(split.name);
            for (const std::string& training : check(root / name, trainings, "training set of " + name))
                check(root / name / training, splits, "split of " + name);
        }
    if (!problems.empty()) throw UsageError(std::move(problems));
}

// One run of evaluate_suite(): names the entries of all files, then scores part after part, then ranks over all
// tasks. A part is one training set and one split of a task; each is scored by evaluate() as a test set of its
// own.
class SuiteEvaluation {
  public:
    SuiteEvaluation(const SuiteRequest& request, const SuiteLock& lock)
        : request_(request), suite_(parse_suite(lock.suite_json, (request.directory / "suite.lock.json").string())) {
        for (const SuitePart& part : lock.parts)
            for (const SuitePart::File& file : part.files)
                if (file.split == "test") truths_[part.path] = {file.truth_digest, file.content_digest};
        result_.name = suite_.name;
        result_.title = suite_.title;
        result_.directory = request.directory.string();
        result_.most = lock.most;
    }

    SuiteScores run() {
        check_places(suite_, request_.submissions);
        name_entries();
        if (answers_ == 0)
            throw IoError(option("submissions"),
                          "no submission was found; they are expected as DIR/<task>/<training>/<split>/*.h5 or *.npz, "
                          "<training> full, size_<n> or noise_<level>");
        for (const SuiteTask& task : suite_.tasks) add_task(task);
        if (result_.most > 0)
            result_.remarks.push_back("the suite was limited to " + trajectories_text(result_.most) + " a set (" +
                                      option("most") + "): its numbers cannot be compared with other suites");
        MetricChoices choices = request_.options.choices;
        choices.rank_by = rank_choice(suite_.rank_by);
        choices.members = suite_.members;
        result_.standings = suite_standings(answered_tasks_, choices);
        for (SuiteStanding& one : result_.standings.models)
            if (const auto declared = compute_.find(one.out.model); declared != compute_.end())
                one.compute = declared->second;
        add_unanswered();
        add_means();
        return std::move(result_);
    }

  private:
    // Calls f(task, training, split) for every part that can have submissions, in the order in which add_task()
    // scores them.
    template <class Each>
    void for_each_part(const Each& f) const {
        for (const SuiteTask& task : suite_.tasks) {
            for (const SuiteSplit& split : task.splits) f(task.name, full_training, split.name);
            for (const std::uint64_t size : task.training_sizes)
                f(task.name, "size_" + std::to_string(size), in_distribution);
            for (const double level : task.noise) f(task.name, "noise_" + number_text(level), in_distribution);
        }
    }

    // The submissions for one part in one given directory, in the order of their names.
    std::vector<fs::path> files_in(const fs::path& root, const std::string& task, const std::string& training,
                                   const std::string& split) const {
        const fs::path directory = root / task / training / split;
        std::vector<fs::path> files;
        if (!fs::is_directory(directory)) return files;
        for (const std::string& name : names_in(directory, false))
            if (is_submission(name)) files.push_back(directory / name);
        return files;
    }

    // Finds all submission files and names their entries. Equal model names join files only within one given
    // directory, because whoever submits another one chooses its text. Reference rollouts and naive forecasts
    // are never training seeds.
    void name_entries() {
        std::vector<fs::path> files;
        std::vector<NamedEntry> entries;
        std::map<fs::path, BoardEntry> declared;
        for (const fs::path& root : request_.submissions)
            if (const auto entry = read_board_entry(root)) declared[root] = *entry;
        std::vector<const BoardEntry*> of_files;
        for_each_part([&](const std::string& task, const std::string& training, const std::string& split) {
            const std::uint64_t before = answers_;
            for (const fs::path& root : request_.submissions)
                for (const fs::path& file : files_in(root, task, training, split)) {
                    files.push_back(file);
                    entries.push_back(entry_of(root, file));
                    const auto entry = declared.find(root);
                    const bool own = entry != declared.end() && entry->second.model == entries.back().name;
                    of_files.push_back(own ? &entry->second : nullptr);
                    ++answers_;
                }
            parts_ += answers_ > before;
        });
        tell_apart(entries);
        for (std::size_t i = 0; i < files.size(); ++i) {
            names_[files[i]] = entries[i].name;
            if (of_files[i]) compute_[entries[i].name] = of_files[i]->compute;
        }
        for (const auto& [root, entry] : declared)
            if (std::ranges::find(of_files, &entry) == of_files.end())
                result_.remarks.push_back((root / "entry.json").string() + " is of the model " + entry.model +
                                          ", which no submission there names");
    }

    // The entry of one file. A file that cannot be read is named after itself here, and evaluate() reports it.
    static NamedEntry entry_of(const fs::path& root, const fs::path& file) {
        std::string name, kind = "model";
        try {
            const TrajectoryFile opened(file);
            const DatasetDescription& description = opened.info().description;
            name = description.model;
            if (is_reference(opened)) kind = "reference";
            else if (!description.naive.empty()) kind = "naive";
        } catch (const Error&) {
        }
        if (name.empty()) name = file.stem().string();
        const fs::path normal = root.lexically_normal(), last = normal.has_filename() ? normal : normal.parent_path();
        std::vector<std::string> places{last.filename().string(), root.string()};
        if (kind != "model") places.insert(places.begin(), kind);
        return {kind + "\n" + root.string() + "\n" + name, name, std::move(places)};
    }

    // The training set from which naive forecasts are made again. A noisy view shows all of it, so noise
    // changes nothing here.
    static fs::path training_set(const std::string& task, const std::string& training) {
        return fs::path(task) / (training.starts_with("size_") ? training : in_distribution) / "train.h5";
    }

    // Scores of one part; nothing if it has no submission.
    std::optional<Scores> scores_of(const SuiteTask& task, const std::string& training, const std::string& split) {
        std::vector<fs::path> files;
        std::vector<SubmissionName> names;
        for (const fs::path& root : request_.submissions)
            for (fs::path& file : files_in(root, task.name, training, split)) {
                names.push_back({names_.at(file), ""});
                files.push_back(std::move(file));
            }
        if (files.empty()) return std::nullopt;
        const std::string part = task.name + "/" + split;
        if (request_.progress)
            request_.progress(task.name + "/" + training + "/" + split, ++part_, parts_, answered_, answers_);
        answered_ += files.size();
        const fs::path view = view_of(task, split);
        Scores scores = evaluate({.truth = request_.directory / part / "test.h5",
                                  .submissions = files,
                                  .options = options_of(task),
                                  .group_by_model = true,
                                  .start_error = request_.start_error,
                                  .names = std::move(names),
                                  .train = request_.directory / training_set(task.name, training),
                                  .view = view});
        require_locked(part, scores.truth);
        if (!view.empty()) require_locked(task.name + "/" + context_directory(split), scores.choices, view);
        if (too_regular(scores))
            result_.remarks.push_back(part + " is left out: its motions are too regular for a start error");
        for (const SubmissionScores& s : scores.submissions)
            for (const std::string& remark : s.remarks)
                if (!s.reference && remark.find("error_bound of the reference") == std::string::npos)
                    result_.remarks.push_back(part + ", " + s.label + ": " + remark);
        return scores;
    }

    // The file of the view whose samples are given; "" where they are those of the test set.
    fs::path view_of(const SuiteTask& task, const std::string& split) const {
        if (!task.context_noise) return {};
        return request_.directory / task.name / context_directory(split) / "test.h5";
    }

    // The context of a task belongs to the suite, so that a user may repeat it but not change it.
    ScoringOptions options_of(const SuiteTask& task) const {
        ScoringOptions options = request_.options;
        if (options.choices.context != 1 && options.choices.context != task.context)
            throw UsageError(option("context"), "is " + std::to_string(task.context) + " for the task " + task.name +
                                                    " of this suite, got " + std::to_string(options.choices.context) +
                                                    "; a suite says it itself");
        options.choices.context = task.context;
        options.choices.rank_by = rank_choice(suite_.rank_by);
        options.choices.members = suite_.members;
        return options;
    }

    void require_locked(const std::string& part, const MetricChoices& choices, const fs::path& view) const {
        const auto locked = truths_.find(part);
        if (locked == truths_.end() || locked->second.content != choices.context_view)
            throw DataError(view.string(), "is not the view that suite.lock.json names; make the suite again");
    }

    // Throws unless the test set has the reference solution and all other content that the lock names: error
    // bounds, for instance, decide which errors count as zero.
    void require_locked(const std::string& part, const TruthInfo& found) const {
        const auto locked = truths_.find(part);
        const std::string file = (request_.directory / part / "test.h5").string();
        if (locked == truths_.end() || locked->second.truth != found.digest)
            throw DataError(file, "is not the test set that suite.lock.json names; make the suite again");
        if (locked->second.content != found.content_digest)
            throw DataError(file,
                            "has the reference solution that suite.lock.json names, but other content differs, such "
                            "as its bounds: its content digest is " +
                                found.content_digest.substr(0, 12) + ", expected " +
                                locked->second.content.substr(0, 12) + "; make the suite again");
    }

    static std::vector<std::vector<double>> seeds_of(const Scores& scores, const ModelScores& model) {
        std::vector<std::vector<double>> seeds;
        for (const std::size_t member : model.members) seeds.push_back(scores.submissions[member].judged_error);
        return seeds;
    }

    // Splits are scored first. Errors of all models follow, in the order in which models first appear, then the
    // curves.
    void add_task(const SuiteTask& task) {
        SuiteTaskScores task_scores{task.name, "", {}, {}, {}, {}, {}, {}};
        const RankChoice by = rank_choice(suite_.rank_by);
        task_scores.error_words = by == RankChoice::structure ? words(by) : shown_words(by);
        std::map<std::string, Scores> by_split;
        for (const SuiteSplit& split : task.splits) {
            task_scores.splits.push_back(split.name);
            task_scores.why.push_back(split.why);
            if (auto scores = scores_of(task, full_training, split.name))
                by_split.emplace(split.name, std::move(*scores));
        }
        std::vector<std::string> models;
        for (const std::string& split : task_scores.splits)
            if (by_split.contains(split))
                for (const ModelScores& model : by_split.at(split).models)
                    if (std::ranges::find(models, model.label) == models.end()) models.push_back(model.label);
        for (const std::string& model : models)
            for (const std::string& split : task_scores.splits) add_error(task, by_split, model, split, task_scores);
        for (const std::string& split : task_scores.splits)
            if (by_split.contains(split)) task_scores.signatures.push_back(by_split.at(split).signature);
        if (by_split.contains(in_distribution)) task_scores.system = by_split.at(in_distribution).truth.system;
        add_curves(task, by_split, task_scores);
        if (!by_split.empty()) answered_tasks_.push_back({task_scores.name, task_scores.splits, std::move(by_split)});
        result_.tasks.push_back(std::move(task_scores));
    }

    static const ModelScores* model_in(const std::map<std::string, Scores>& by_split, const std::string& split,
                                       const std::string& model) {
        if (!by_split.contains(split)) return nullptr;
        for (const ModelScores& one : by_split.at(split).models)
            if (one.label == model) return &one;
        return nullptr;
    }

    static std::optional<double> crps_of(const ModelScores& model) {
        for (const MetricScore& score : model.metrics)
            if (score.metric.kind == Metric::Kind::crps) return score.summary.mean;
        return std::nullopt;
    }

    // What the tables of a task show of a model.
    static std::pair<double, std::optional<Interval>> shown_of(const ModelScores& model) {
        const Summary& error = shown_error(model).summary;
        for (const MetricScore& score : model.metrics)
            if (score.metric.kind == Metric::Kind::structure_error)
                return {score.summary.mean, score.summary.mean_ci95};
        return {error.geometric_mean, error.geometric_mean_ci95};
    }

    static std::vector<MetricScore> structure_of(const ModelScores& model) {
        std::vector<MetricScore> found;
        for (const MetricScore& score : model.metrics)
            if (family(score.metric) == MetricFamily::structure) found.push_back(score);
        return found;
    }

    // Adds the error of a model on a split, and its ratio to the error on `in`. The ratio pairs training seeds,
    // so that both must be answered by the same number of seeds; otherwise there is a remark in its place.
    void add_error(const SuiteTask& task, const std::map<std::string, Scores>& by_split, const std::string& name,
                   const std::string& split, SuiteTaskScores& task_scores) {
        const ModelScores* model = model_in(by_split, split, name);
        if (!model) return;
        const auto [shown, ends] = shown_of(*model);
        SuiteError error{name,
                         split,
                         model->reference,
                         model->members.size(),
                         shown,
                         ends,
                         {},
                         model->start_error,
                         model->naive,
                         crps_of(*model),
                         by_split.at(split).truth.climatology_crps,
                         structure_of(*model)};
        const ModelScores* in = model_in(by_split, in_distribution, name);
        if (in && in != model && error.structure.empty()) {
            const auto a = seeds_of(by_split.at(in_distribution), *in), b = seeds_of(by_split.at(split), *model);
            if (a.size() == b.size()) {
                error.over_in = generalisation(a, b);
                if (const auto ratio = log_generalisation(a, b)) ratios_[{name, split}].push_back(*ratio);
            } else {
                result_.remarks.push_back(task.name + ", " + name + ": " + std::to_string(a.size()) +
                                          " training seeds answer in, " + std::to_string(b.size()) + " answer " +
                                          split + "; no ratio");
            }
        }
        task_scores.errors.push_back(std::move(error));
    }

    static void add_points(const Scores& scores, const std::string& training, double at,
                           std::vector<SuitePoint>& points) {
        for (const ModelScores& model : scores.models) {
            const auto [shown, ends] = shown_of(model);
            points.push_back({model.label, training, at, model.members.size(), shown, ends, crps_of(model),
                              scores.truth.climatology_crps});
        }
    }

    // Trajectories of a set that is made of so many.
    std::uint64_t cut(std::uint64_t count) const { return result_.most > 0 ? std::min(count, result_.most) : count; }

    // Adds the curves over training size and noise. Each ends at the model that was trained on everything.
    void add_curves(const SuiteTask& task, const std::map<std::string, Scores>& by_split,
                    SuiteTaskScores& task_scores) {
        for (const std::uint64_t size : task.training_sizes) {
            const std::string training = "size_" + std::to_string(size);
            if (const auto scores = scores_of(task, training, in_distribution))
                add_points(*scores, training, static_cast<double>(cut(size)), task_scores.by_size);
        }
        std::vector<SuitePoint> noisy;
        for (const double level : task.noise) {
            const std::string training = "noise_" + number_text(level);
            if (const auto scores = scores_of(task, training, in_distribution))
                add_points(*scores, training, level, noisy);
        }
        const auto all = by_split.find(in_distribution);
        if (all != by_split.end() && !task_scores.by_size.empty())
            add_points(all->second, full_training, static_cast<double>(cut(suite_.train)), task_scores.by_size);
        if (all != by_split.end() && !noisy.empty()) add_points(all->second, full_training, 0, task_scores.by_noise);
        task_scores.by_noise.insert(task_scores.by_noise.end(), noisy.begin(), noisy.end());
    }

    // A remark for each model about splits that it left out, each of which counts as the worst error.
    void add_unanswered() {
        for (const SuiteStanding& one : result_.standings.models) {
            if (one.out.missing.empty()) continue;
            result_.remarks.push_back(one.out.model + " does not answer " + joined(one.out.missing) +
                                      (one.out.missing.size() == 1 ? ", which counts" : "; each counts") + " as " +
                                      number_text(result_.standings.worst) + ", the worst " +
                                      (result_.standings.worst > 1 ? "CRPS over that of climatology" : "error"));
        }
    }

    // The mean ratio of each model and split over all tasks for which there is one.
    void add_means() {
        for (const auto& [key, ratios] : ratios_)
            result_.means.push_back({key.first, key.second, ratios.size(), mean_generalisation(ratios)});
    }

    const SuiteRequest& request_;
    SuiteSpec suite_;
    struct Digests {
        std::string truth, content;
    };
    std::map<std::string, Digests> truths_;  // of "<task>/<split>"
    std::map<std::pair<std::string, std::string>, std::vector<LogGeneralisation>> ratios_;
    std::vector<SuiteTaskAnswers> answered_tasks_;
    std::map<fs::path, std::string> names_;  // of the entry that a file belongs to
    std::map<std::string, TrainingCompute> compute_;
    std::size_t part_ = 0, parts_ = 0;          // that somebody answers
    std::uint64_t answered_ = 0, answers_ = 0;  // submissions to parts so far, and to all
    SuiteScores result_;
};

}  // namespace

SuiteScores evaluate_suite(const SuiteRequest& request) {
    require_directory(request.directory);
    return SuiteEvaluation(request, read_suite_lock(request.directory / "suite.lock.json")).run();
}

}  // namespace cchnn
