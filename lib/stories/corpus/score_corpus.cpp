#include "stories/corpus/score_corpus.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/parallel_for.hpp"
#include "core/to_size.hpp"
#include "corpus/graph_id.hpp"
#include "files/atomic_file.hpp"
#include "files/hdf5_file.hpp"
#include "model/compiled_system.hpp"
#include "score/metrics/kinetic_error.hpp"
#include "score/metrics/over_time.hpp"
#include "score/metrics/relative_error.hpp"
#include "score/statistics/intervals.hpp"
#include "spec/read_system.hpp"
#include "stories/corpus/corpus_file.hpp"
#include "stories/corpus/corpus_lock.hpp"
#include "stories/corpus/make_corpus.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

constexpr int test_side = 2, sides = 3;
constexpr double worst = 1, least = 1e-6;

// A corpus as its lock and its index describe it, with the systems that --select has left.
struct OpenCorpus {
    explicit OpenCorpus(const fs::path& directory)
        : lock(read_corpus_lock(directory / "corpus.json")),
          recipe(parse_recipe(lock.recipe_json, (directory / "corpus.json").string() + "#/recipe")) {
        CorpusTables tables = read_tables(directory / "index.h5");
        counted_rows(tables.index, lock.select);
        if (tables.index.rows.size() != lock.systems)
            throw DataError((directory / "index.h5").string(), "has another number of systems than corpus.json");
        for (std::size_t i = 0; i < tables.index.rows.size(); ++i)
            if (CorpusRow& row = tables.index.rows[i]; tables.index.selected[i] && side_of(row) < sides) {
                row.file = i / systems_of_a_shard;
                row.row = i % systems_of_a_shard;
                rows.push_back(row);
            }
    }
    static int side_of(const CorpusRow& row) { return side_of_parts(row.labels.parts.ids); }
    std::uint64_t state_size(const CorpusRow& row) const {
        return to_size(row.labels.nodes) * to_size(row.labels.dimension);
    }
    std::uint64_t size(const CorpusRow& row) const {
        return recipe.trajectories * to_size(recipe.samples) * state_size(row);
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
    CorpusSubmission(const fs::path& path, const OpenCorpus& corpus) : file_(Hdf5File::open(path)) {
        if (kind_of(file_) != "corpus submission")
            throw DataError(path.string(), "is not a submission to a corpus; cchnn-eval template writes one");
        if (const std::string answers = text_attribute(file_, "answers_corpus"); answers != corpus.lock.digest)
            throw DataError(path.string(), "answers the corpus " + answers.substr(0, 12) + ", this one is " +
                                               corpus.lock.digest.substr(0, 12));
        if (const Shape shape = file_.array("/system").shape; shape.size() != 1 || shape[0] > corpus.rows.size())
            throw DataError(file_.where("/system"), "must list at most " + std::to_string(corpus.rows.size()) +
                                                        " systems, has the shape " + to_text(shape));
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

    bool has(std::uint64_t number) const { return begin_.contains(number); }
    States read(std::uint64_t number, std::uint64_t size) const {
        States states;
        file_.read_doubles("/x", {begin_.at(number)}, {size}, states.x);
        file_.read_doubles("/v", {begin_.at(number)}, {size}, states.v);
        return states;
    }
    CorpusEntry entry() const {
        const std::string model = text_attribute(file_, "model");
        return {model.empty() ? file_.path().stem().string() : model, text_attribute(file_, "notes"),
                file_.path().string()};
    }

  private:
    Hdf5File file_;
    std::map<std::uint64_t, std::uint64_t> begin_{};  // in /x and /v
};

// From the first state of each trajectory, which is kept, or moves on at its velocity.
States naive_forecast(const States& truth, std::size_t state, std::size_t samples, double dt, bool moves) {
    States forecast = truth;
    for (std::size_t i = 0; i < truth.x.size(); ++i) {
        const std::size_t start = i - i % (state * samples) + i % state, k = i / state % samples;
        forecast.x[i] = truth.x[start] + (moves ? static_cast<double>(k) * dt * truth.v[start] : 0);
        forecast.v[i] = moves ? truth.v[start] : 0;
    }
    return forecast;
}

struct SystemErrors {
    double kinetic = worst, relative = worst;  // (1)
    std::uint64_t not_finite = 0;
};

// Scores predictions of one system.
class SystemScorer {
  public:
    SystemScorer(const std::string& json, const Recipe& recipe, double dt, const States& truth)
        : compiled_(parse_system(json, "a system of the corpus")),
          samples_(recipe.samples),
          dt_(dt),
          truth_(truth),
          spread_(kinetic_spread(compiled_.system, dt * (samples_ - 1), truth.x, truth.v)) {}

    SystemErrors errors(const States& predicted) const {
        const std::size_t size = compiled_.system.state_size() * to_size(samples_), count = truth_.x.size() / size;
        SystemErrors errors;
        double kinetic = 0, relative = 0;
        for (std::size_t at = 0; at < truth_.x.size(); at += size) {
            const TrajectoryView truth{&truth_.x[at], &truth_.v[at]}, guess{&predicted.x[at], &predicted.v[at]};
            kinetic += log_mean(kinetic_error_curve(spread_, samples_, guess, truth));
            relative += log_mean(error_curve(compiled_.system, choices_, samples_, guess, truth));
            errors.not_finite += !is_finite({guess.x, guess.v}, size);
        }
        errors.kinetic = std::exp(kinetic / to_double(count));
        errors.relative = std::exp(relative / to_double(count));
        return errors;
    }

  private:
    double log_mean(std::vector<double> curve) const {
        for (double& h : curve) h = std::max(h, least);
        return std::log(geometric_mean_over_time(curve, dt_, choices_));
    }

    const CompiledSystem compiled_;
    const int samples_;
    const double dt_;
    const States& truth_;
    const KineticSpread spread_;
    const MetricChoices choices_{};
};

// The rows of a corpus shard by shard; each shard is read once, by this thread alone.
class CorpusScorer {
  public:
    explicit CorpusScorer(const CorpusScoring& scoring) : scoring_(scoring), corpus_(scoring.directory) {
        for (const fs::path& path : scoring.submissions) submissions_.emplace_back(path, corpus_);
        std::set<int> scored{test_side};
        for (const CorpusRow& row : corpus_.rows)
            for (const CorpusSubmission& one : submissions_)
                if (one.has(row.number)) scored.insert(OpenCorpus::side_of(row));
        std::erase_if(corpus_.rows, [&](const CorpusRow& row) { return !scored.contains(OpenCorpus::side_of(row)); });
        if (corpus_.rows.empty())
            throw DataError(scoring.directory.string(), "has no system on the side test; make a larger corpus");
    }

    CorpusScores run() {
        scores_.directory = scoring_.directory.string();
        scores_.recipe = corpus_.recipe.name;
        scores_.digest = corpus_.lock.digest;
        scores_.seed = corpus_.lock.seed;
        for (const CorpusSubmission& one : submissions_) scores_.entries.push_back(one.entry());
        for (const char* name : {"constant velocity", "persistence"}) scores_.entries.push_back({name, "naive", ""});
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
        const Hdf5File shard = Hdf5File::open(scoring_.directory / "shards" / shard_name(corpus_.rows[begin].file));
        const std::size_t models = submissions_.size(), count = end - begin;
        std::vector<std::string> texts(count);
        std::vector<States> truths(count);
        std::vector<std::vector<std::optional<States>>> answers(count);
        for (std::size_t i = 0; i < count; ++i) {
            const CorpusRow& row = corpus_.rows[begin + i];
            StoredStates stored = stored_states(shard, row.row);
            if (stored.x.size() != corpus_.size(row))
                throw DataError(shard.where("/x"),
                                "has another size for system " + std::to_string(row.number) + " than its recipe says");
            texts[i] = stored.json;
            truths[i] = {std::move(stored.x), std::move(stored.v)};
            for (const CorpusSubmission& one : submissions_) {
                answers[i].emplace_back();
                if (one.has(row.number)) answers[i].back() = one.read(row.number, corpus_.size(row));
            }
        }
        std::vector<std::vector<SystemErrors>> errors(count, std::vector<SystemErrors>(models + 2));
        parallel_for(count, scoring_.threads, [&](std::size_t i) {
            const CorpusRow& row = corpus_.rows[begin + i];
            const SystemScorer scorer(texts[i], corpus_.recipe, row.dt, truths[i]);
            for (std::size_t m = 0; m < models; ++m)
                if (answers[i][m]) errors[i][m] = scorer.errors(*answers[i][m]);
            for (const bool moves : {true, false})
                errors[i][models + (moves ? 0 : 1)] = scorer.errors(
                    naive_forecast(truths[i], corpus_.state_size(row), to_size(corpus_.recipe.samples), row.dt, moves));
        });
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t m = 0; m < models + 2; ++m) {
                CorpusEntry& entry = scores_.entries[m];
                entry.kinetic.push_back(errors[i][m].kinetic);
                entry.relative.push_back(errors[i][m].relative);
                entry.not_finite += errors[i][m].not_finite;
                entry.missing += m < models && !answers[i][m];
            }
        if (scoring_.progress) scoring_.progress(end, corpus_.rows.size());
    }

    // Numbers are padded, so that texts are in their order.
    void group(CorpusEntry& entry) const {
        constexpr const char* side_names[] = {"train", "valid", "test"};
        constexpr const char* by_names[] = {"side", "dimension", "freedom", "parts", "kind"};
        std::map<std::tuple<int, int, std::string>, std::vector<std::size_t>> groups;
        for (std::size_t i = 0; i < corpus_.rows.size(); ++i) {
            const SystemLabels& labels = corpus_.rows[i].labels;
            groups[{0, -scores_.sides[i], side_names[scores_.sides[i]]}].push_back(i);
            if (scores_.sides[i] != test_side) continue;
            groups[{1, labels.dimension, std::to_string(labels.dimension)}].push_back(i);
            groups[{2, labels.freedom, std::to_string(labels.freedom)}].push_back(i);
            const auto parts = static_cast<int>(labels.parts.ids.size());
            groups[{3, parts, std::to_string(parts)}].push_back(i);
            for (const auto& [kind, number] : labels.kinds) groups[{4, 0, kind}].push_back(i);
        }
        for (const auto& [key, systems] : groups) {
            std::vector<double> kinetic, relative;
            for (const std::size_t i : systems) {
                kinetic.push_back(entry.kinetic[i]);
                relative.push_back(entry.relative[i]);
            }
            entry.groups.push_back({by_names[std::get<0>(key)], std::get<2>(key), summarize(kinetic).geometric_mean,
                                    summarize(relative).geometric_mean, geometric_mean_interval(kinetic),
                                    geometric_mean_interval(relative), failed_share({kinetic})});
        }
    }

    const CorpusScoring& scoring_;
    OpenCorpus corpus_;
    std::vector<CorpusSubmission> submissions_{};
    CorpusScores scores_{};
};

}  // namespace

CorpusScores score_corpus(const CorpusScoring& scoring) { return CorpusScorer(scoring).run(); }

std::pair<std::uint64_t, int> write_corpus_template(const CorpusTemplate& options) {
    OpenCorpus corpus(options.directory);
    std::erase_if(corpus.rows, [&](const CorpusRow& row) { return OpenCorpus::side_of(row) != options.side; });
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
    file.make_array("/system", int64, {numbers.size()}, {});
    if (!numbers.empty()) file.write("/system", {0}, {numbers.size()}, numbers.data());
    for (const char* name : {"/x", "/v"}) file.make_array(name, float64, {size}, {});
    std::uint64_t place = 0;
    std::map<std::uint64_t, Hdf5File> open;  // the shard of the last system
    for (const CorpusRow& row : corpus.rows) {
        if (!open.contains(row.file)) {
            open.clear();
            open.emplace(row.file, Hdf5File::open(options.directory / "shards" / shard_name(row.file)));
        }
        const StoredStates stored = stored_states(open.at(row.file), row.row);
        const std::size_t state = corpus.state_size(row), whole = state * to_size(corpus.recipe.samples);
        for (const auto& [name, values] : {std::pair{"/x", &stored.x}, {"/v", &stored.v}}) {
            std::vector<double> part(values->size(), std::numeric_limits<double>::quiet_NaN());
            for (std::size_t at = 0; at < part.size(); at += whole)
                std::copy_n(values->begin() + static_cast<std::ptrdiff_t>(at), state,
                            part.begin() + static_cast<std::ptrdiff_t>(at));
            file.write(name, {place}, {part.size()}, part.data());
        }
        place += stored.x.size();
    }
    file.close();
    pending.commit();
    return {corpus.rows.size() * corpus.recipe.trajectories, corpus.recipe.samples};
}

}  // namespace cchnn
