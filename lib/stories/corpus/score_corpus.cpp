#include "stories/corpus/score_corpus.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/parallel_for.hpp"
#include "core/to_size.hpp"
#include "corpus/graph_id.hpp"
#include "dataset/content_digest.hpp"
#include "files/atomic_file.hpp"
#include "files/hdf5_file.hpp"
#include "model/compiled_system.hpp"
#include "score/metrics/kinetic_error.hpp"
#include "score/metrics/over_time.hpp"
#include "score/metrics/relative_error.hpp"
#include "score/naive/naive_forecast.hpp"
#include "score/statistics/intervals.hpp"
#include "spec/read_system.hpp"
#include "stories/corpus/corpus_file.hpp"
#include "stories/corpus/corpus_lock.hpp"
#include "stories/corpus/make_corpus.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

constexpr int test_side = 2, known_sides = 3;
constexpr double worst = 1, least = 1e-6;  // errors of a sample

// A corpus as its lock and its index describe it, with the systems that --select has left.
struct OpenCorpus {
    explicit OpenCorpus(const fs::path& directory)
        : lock(read_corpus_lock(directory / "corpus.json")),
          recipe(parse_recipe(lock.recipe_json, (directory / "corpus.json").string() + "#/recipe")) {
        require_same(directory, Hdf5File::open(directory / "index.h5"), "index.h5");
        CorpusTables tables = read_tables(directory / "index.h5");
        counted_rows(tables.index, lock.select);
        if (tables.index.rows.size() != lock.systems)
            throw DataError((directory / "index.h5").string(), "has another number of systems than corpus.json");
        for (std::size_t i = 0; i < tables.index.rows.size(); ++i)
            if (CorpusRow& row = tables.index.rows[i]; tables.index.selected[i] && side_of(row) < known_sides) {
                row.file = i / systems_of_a_shard;
                row.row = i % systems_of_a_shard;
                rows.push_back(row);
            }
    }
    // Opens a shard whose content is that of corpus.json, so that a score is one of this corpus.
    Hdf5File shard(const fs::path& directory, std::uint64_t number) const {
        const std::string name = "shards/" + shard_name(number);
        Hdf5File file = Hdf5File::open(directory / name);
        require_same(directory, file, name);
        return file;
    }
    void require_same(const fs::path& directory, const Hdf5File& file, const std::string& name) const {
        for (const CorpusLock::File& stated : lock.files)
            if (stated.file == name && digest_content(file).content == stated.content_digest) return;
        throw DataError((directory / name).string(), "has another content than corpus.json states; `cchnn-gen verify " +
                                                         directory.string() + "` says which files differ");
    }
    // Throws UsageError for a context that leaves no sample to predict.
    MetricChoices choices(const fs::path& directory, int context) const {
        MetricChoices choices;
        choices.context = context;
        if (auto problems = choices.check(); !problems.empty()) throw UsageError(std::move(problems));
        require_context(choices, recipe.samples, directory.string());
        choices.floor = 0;  // no logarithm is of less than `least`
        return choices;
    }
    static int side_of(const CorpusRow& row) { return side_of_parts(row.labels.parts.ids); }
    std::uint64_t state_size(const CorpusRow& row) const {
        return to_size(row.labels.nodes) * to_size(row.labels.dimension);
    }
    std::uint64_t size(const CorpusRow& row) const {
        return recipe.trajectories * to_size(recipe.samples) * state_size(row);
    }
    StoredStates states(const Hdf5File& shard, const CorpusRow& row) const {
        StoredStates stored = stored_states(shard, row.row);
        if (stored.x.size() != size(row))
            throw DataError(shard.where("/x"),
                            "has another size for system " + std::to_string(row.number) + " than its recipe says");
        return stored;
    }

    CorpusLock lock;
    Recipe recipe;
    std::vector<CorpusRow> rows{};
};

struct States {
    std::vector<double> x, v;  // (R, T, n, d)
};

// An open submission: the numbers of its systems, and where their states begin, which follows from the corpus.
class CorpusSubmission {
  public:
    CorpusSubmission(const fs::path& path, const OpenCorpus& corpus, int context)
        : file_(Hdf5File::open(path)), corpus_(corpus) {
        if (kind_of(file_) != "corpus submission" || number_attribute(file_, "format_version") != 1)
            throw DataError(path.string(),
                            "is not a submission to a corpus of format version 1; cchnn-eval template writes one");
        if (const std::string answers = text_attribute(file_, "answers_corpus"); answers != corpus.lock.digest)
            throw DataError(path.string(), "answers the corpus '" + answers.substr(0, 12) + "', and this one is " +
                                               corpus.lock.digest.substr(0, 12) + "; give the corpus it was made for");
        if (const std::uint64_t made_from = number_attribute(file_, "context"); made_from > to_size(context))
            throw DataError(path.string(), "was made from a context of " + std::to_string(made_from) +
                                               " samples; score it with " + option("context") + " " +
                                               std::to_string(made_from));
        std::map<std::uint64_t, std::uint64_t> sizes;
        for (const CorpusRow& row : corpus.rows) sizes[row.number] = corpus.size(row);
        std::uint64_t place = 0;
        for (const std::int64_t listed : whole_numbers(file_, "/system")) {
            const auto number = static_cast<std::uint64_t>(listed);
            if (!sizes.contains(number))
                throw DataError(file_.where("/system"), "lists system " + std::to_string(number) +
                                                            ", which is on no side of the corpus, or not selected");
            if (!begin_.emplace(number, place).second)
                throw DataError(file_.where("/system"), "lists system " + std::to_string(number) + " twice");
            place += sizes.at(number);
        }
        for (const char* name : {"/x", "/v"})
            if (const Shape shape = file_.array(name).shape; shape != Shape{place})
                throw DataError(file_.where(name),
                                "has the shape " + to_text(shape) + ", expected " + to_text(Shape{place}) +
                                    ": (R, T, n, d) numbers of each listed system, one after the other");
    }

    bool has(const CorpusRow& row) const { return begin_.contains(row.number); }
    std::optional<States> answer(const CorpusRow& row) const {
        if (!has(row)) return {};
        States states;
        for (const auto& [name, values] : {std::pair{"/x", &states.x}, {"/v", &states.v}})
            file_.read_doubles(name, {begin_.at(row.number)}, {corpus_.size(row)}, *values);
        return states;
    }
    CorpusEntry entry() const {
        const std::string model = text_attribute(file_, "model");
        return {model.empty() ? file_.path().stem().string() : model, text_attribute(file_, "notes"),
                file_.path().string()};
    }

  private:
    Hdf5File file_;
    const OpenCorpus& corpus_;
    std::map<std::uint64_t, std::uint64_t> begin_{};  // in /x and /v
};

// Naive forecasts in the order of their rows. A parrot repeats what it has heard, so it needs more than one sample.
std::vector<Naive> naive_forecasts(int context) {
    std::vector<Naive> kinds{Naive::constant_velocity, Naive::persistence};
    if (context > 1) kinds.push_back(Naive::parrot);
    return kinds;
}

// A system of a shard with all answers to it. What a submission leaves out has no States, and the worst error.
struct Question {
    StoredStates truth;
    std::vector<std::optional<States>> answers{};  // of submissions, then of naive forecasts
    std::vector<double> errors{};                  // (1)
    std::vector<std::uint64_t> not_finite{};       // trajectories

    void add_naive(const Recipe& recipe, const CorpusRow& row, int context) {
        const NaiveFeatures features(row.labels.nodes, row.labels.dimension, nullptr);
        const std::size_t size = truth.x.size() / recipe.trajectories, given = features.width() * to_size(context);
        NaiveStates seen{0, recipe.trajectories, {}, {}};
        for (std::size_t at = 0; at < truth.x.size(); at += size) {
            seen.positions.insert(seen.positions.end(), &truth.x[at], &truth.x[at] + given);
            seen.rates.insert(seen.rates.end(), &truth.v[at], &truth.v[at] + given);
        }
        for (const Naive kind : naive_forecasts(context)) {
            NaiveStates states = forecast_from_context(kind, features, {row.dt, recipe.samples}, context, seen, 1);
            answers.push_back(States{std::move(states.positions), std::move(states.rates)});
        }
    }

    // Curves begin with the last given sample, which does not count.
    void score(const Recipe& recipe, double dt, const MetricChoices& choices) {
        const CompiledSystem compiled(parse_system(truth.json, "a system of the corpus"));
        const std::size_t state = compiled.system.state_size(), size = state * to_size(recipe.samples);
        const std::size_t begin = state * choices.last_given(), first = begin + state;
        const KineticSpread spread = kinetic_spread(compiled.system, dt * (recipe.samples - 1), truth.x, truth.v);
        for (std::size_t m = 0; m < answers.size(); ++m) {
            if (!answers[m]) continue;
            double logs = 0;
            for (std::size_t at = 0; at < truth.x.size(); at += size) {
                const double *x = &answers[m]->x[at], *v = &answers[m]->v[at];
                std::vector<double> curve =
                    kinetic_error_curve(spread, choices.scored_samples(recipe.samples), {x + begin, v + begin},
                                        {&truth.x[at + begin], &truth.v[at + begin]});
                for (double& h : curve) h = std::max(h, least);
                logs += std::log(geometric_mean_over_time(curve, dt, choices));
                not_finite[m] += !is_finite({x + first, v + first}, size - first);
            }
            errors[m] = std::exp(logs / to_double(recipe.trajectories));
        }
    }
};

// The rows of a corpus shard by shard; each shard is read once, by this thread alone.
class CorpusScorer {
  public:
    explicit CorpusScorer(const CorpusScoring& scoring)
        : scoring_(scoring), corpus_(scoring.directory), choices_(corpus_.choices(scoring.directory, scoring.context)) {
        for (const fs::path& path : scoring.submissions) submissions_.emplace_back(path, corpus_, scoring.context);
        std::set<int> scored{test_side};
        for (const CorpusRow& row : corpus_.rows)
            for (const CorpusSubmission& one : submissions_)
                if (one.has(row)) scored.insert(OpenCorpus::side_of(row));
        std::erase_if(corpus_.rows, [&](const CorpusRow& row) { return !scored.contains(OpenCorpus::side_of(row)); });
        if (corpus_.rows.empty())
            throw DataError(scoring.directory.string(), "has no system on the side test; make a larger corpus");
    }

    CorpusScores run() {
        scores_.directory = scoring_.directory.string();
        scores_.recipe = corpus_.recipe.name;
        scores_.digest = corpus_.lock.digest;
        scores_.seed = corpus_.lock.seed;
        scores_.context = scoring_.context;
        for (const CorpusSubmission& one : submissions_) scores_.entries.push_back(one.entry());
        for (const Naive kind : naive_forecasts(scoring_.context))
            scores_.entries.push_back(
                {kind == Naive::constant_velocity ? "constant velocity" : name(kind), "naive", ""});
        for (const CorpusRow& row : corpus_.rows) {
            scores_.systems.push_back(row.number);
            scores_.sides.push_back(OpenCorpus::side_of(row));
        }
        for (std::size_t begin = 0, end = 0; begin < corpus_.rows.size(); begin = end) {
            while (end < corpus_.rows.size() && corpus_.rows[end].file == corpus_.rows[begin].file) ++end;
            score_shard(begin, end);
        }
        for (CorpusEntry& entry : scores_.entries) group(entry);
        return std::move(scores_);
    }

  private:
    void score_shard(std::size_t begin, std::size_t end) {
        const Hdf5File shard = corpus_.shard(scoring_.directory, corpus_.rows[begin].file);
        const Recipe& recipe = corpus_.recipe;
        std::vector<Question> questions;
        for (std::size_t i = begin; i < end; ++i) {
            const CorpusRow& row = corpus_.rows[i];
            Question one{corpus_.states(shard, row)};
            for (const CorpusSubmission& submission : submissions_) one.answers.push_back(submission.answer(row));
            one.add_naive(recipe, row, scoring_.context);
            one.errors.assign(one.answers.size(), worst);
            one.not_finite.assign(one.answers.size(), 0);
            questions.push_back(std::move(one));
        }
        parallel_for(questions.size(), scoring_.threads,
                     [&](std::size_t i) { questions[i].score(recipe, corpus_.rows[begin + i].dt, choices_); });
        for (const Question& one : questions)
            for (std::size_t m = 0; m < scores_.entries.size(); ++m) {
                scores_.entries[m].errors.push_back(one.errors[m]);
                scores_.entries[m].not_finite += one.not_finite[m];
                scores_.entries[m].missing += !one.answers[m];
            }
        if (scoring_.progress) scoring_.progress(end, corpus_.rows.size());
    }

    void group(CorpusEntry& entry) const {
        constexpr const char* by_names[] = {"side", "dimension", "freedom", "parts", "kind"};
        std::map<std::tuple<int, int, std::string>, std::vector<double>> groups;  // in the order of their numbers
        for (std::size_t i = 0; i < corpus_.rows.size(); ++i) {
            const SystemLabels& labels = corpus_.rows[i].labels;
            const auto add = [&](int by, int number, const std::string& value) {
                groups[{by, number, value}].push_back(entry.errors[i]);
            };
            add(0, -scores_.sides[i], side_names[scores_.sides[i]]);
            if (scores_.sides[i] != test_side) continue;
            const int numbers[] = {labels.dimension, labels.freedom, count_of(labels.parts.ids)};
            for (int k = 0; k < 3; ++k) add(k + 1, numbers[k], std::to_string(numbers[k]));
            for (const auto& [kind, number] : labels.kinds) add(4, 0, kind);
        }
        for (const auto& [key, errors] : groups)
            entry.groups.push_back({by_names[std::get<0>(key)], std::get<2>(key), summarize(errors).geometric_mean,
                                    geometric_mean_interval(errors), failed_share({errors})});
    }

    const CorpusScoring& scoring_;
    OpenCorpus corpus_;
    MetricChoices choices_;
    std::vector<CorpusSubmission> submissions_{};
    CorpusScores scores_{};
};

}  // namespace

CorpusScores score_corpus(const CorpusScoring& scoring) { return CorpusScorer(scoring).run(); }

std::pair<std::uint64_t, int> write_corpus_template(const CorpusTemplate& options) {
    OpenCorpus corpus(options.directory);
    corpus.choices(options.directory, options.context);
    std::erase_if(corpus.rows, [&](const CorpusRow& row) { return OpenCorpus::side_of(row) != options.side; });
    if (corpus.rows.empty())
        throw DataError(options.directory.string(), std::string("has no system on the side ") +
                                                        side_names[options.side] + "; make a larger corpus");
    std::vector<std::int64_t> numbers;
    std::uint64_t size = 0;
    for (const CorpusRow& row : corpus.rows) {
        numbers.push_back(static_cast<std::int64_t>(row.number));
        size += corpus.size(row);
    }
    PendingFile pending(options.output, options.overwrite);
    Hdf5File file = Hdf5File::create(pending.temporary_path(), options.output);
    file.set_attribute("/", "kind", std::string("corpus submission"));
    file.set_attribute("/", "format_version", std::int64_t{1});
    file.set_attribute("/", "answers_corpus", corpus.lock.digest);
    file.set_attribute("/", "model", options.model);
    file.set_attribute("/", "notes", options.notes);
    file.set_attribute("/", "context", std::int64_t{options.context});
    file.make_array("/system", int64, {numbers.size()}, {});
    file.write("/system", {0}, {numbers.size()}, numbers.data());
    for (const char* name : {"/x", "/v"}) file.make_array(name, float64, {size}, {});
    std::uint64_t place = 0;
    std::optional<Hdf5File> shard;
    for (std::size_t i = 0; i < corpus.rows.size(); ++i) {
        const CorpusRow& row = corpus.rows[i];
        if (i == 0 || row.file != corpus.rows[i - 1].file) shard = corpus.shard(options.directory, row.file);
        const StoredStates stored = corpus.states(*shard, row);
        const std::size_t state = corpus.state_size(row), whole = state * to_size(corpus.recipe.samples);
        const std::size_t given = state * to_size(options.context);
        for (const auto& [name, values] : {std::pair{"/x", &stored.x}, {"/v", &stored.v}}) {
            std::vector<double> part = *values;
            for (std::size_t k = 0; k < part.size(); ++k)
                if (k % whole >= given) part[k] = std::numeric_limits<double>::quiet_NaN();
            file.write(name, {place}, {part.size()}, part.data());
        }
        place += stored.x.size();
    }
    file.close();
    pending.commit();
    return {corpus.rows.size() * corpus.recipe.trajectories, corpus.recipe.samples};
}

}  // namespace cchnn
