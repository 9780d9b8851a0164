#include "stories/benchmark/evaluate_board.hpp"

#include <algorithm>
#include <set>

#include "core/option.hpp"
#include "core/to_size.hpp"
#include "score/model_scores.hpp"
#include "score/submission/near_copies.hpp"
#include "stories/benchmark/board_answers.hpp"
#include "stories/evaluate/evaluate.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

// A problem if two training seeds of an entry are the same model. Seeds that are nearer to each other than independent
// trainings usually are, but no copies, count as one: the seeds of a model that has learned little have similar errors.
void require_own_seeds(const Scores& scores, const Board& board, std::vector<Problem>& problems) {
    const auto is_copied = [&](const std::string& model) {
        return std::ranges::any_of(scores.submissions, [&](const SubmissionScores& s) {
            return s.model == model && std::ranges::any_of(s.copies_of, [&](const CopyOf& copy) {
                       return scores.submissions[copy.submission].model == model && copy.distance <= near_copy_share;
                   });
        });
    };
    for (const BoardEntry& entry : board.entries)
        if (is_copied(entry.model))
            problems.push_back(
                {"entries/" + entry.id + "/entry.json#/answers/" + scores.truth.system,
                 "two of its seeds are the same model: they differ by less than a tenth of their own error"});
}

// The models of a division. A copy of a model in another division is left out; `elsewhere` gets the pair (copy,
// original).
std::vector<ModelScores> models_in(const Scores& all, const std::set<std::string>& names,
                                   std::vector<std::pair<std::string, std::string>>& elsewhere) {
    std::vector<ModelScores> models;
    for (const ModelScores& model : all.models) {
        if (model.ranked() && !names.contains(model.label)) continue;
        std::vector<std::size_t> here;
        for (const std::size_t original : model.same_as)
            for (std::size_t i = 0; i < models.size(); ++i)
                if (models[i].label == all.models[original].label) here.push_back(i);
        if (here.empty() && !model.same_as.empty()) {
            elsewhere.push_back({model.label, all.models[model.same_as.front()].label});
            continue;
        }
        models.push_back(model);
        if (!here.empty()) models.back().judged = models[here.front()].judged;  // it came later: it has that place
        models.back().same_as = std::move(here);
    }
    return models;
}

// Null for a reference rollout or a model that no entry has.
const BoardEntry* entry_named(const Board& board, const std::string& model) {
    for (const BoardEntry& entry : board.entries)
        if (entry.model == model) return &entry;
    return nullptr;
}

// One run of evaluate_board(). Collects problems in two lists: invalid data, and files that cannot be read.
// run() throws them after the last system.
class BoardEvaluation {
  public:
    explicit BoardEvaluation(const BoardRequest& request) : request_(request) {
        result_.board = read_board(request.directory, problems_);
        options_.choices = preset_choices(result_.board.preset);
        options_.choices.context = result_.board.context;
        options_.choices.rank_by = rank_choice(result_.board.rank_by);
        options_.choices.members = result_.board.members;
        options_.threads = request.threads;
    }

    // The order: the lock of the last evaluation, the files of all entries, the ledger, the scores of each
    // system, the check against the lock, then divisions. Nothing is written here: the caller writes the lock
    // only if all succeeded.
    BoardScores run() {
        read_lock();
        std::map<std::string, BoardAnswers> answers;
        for (const std::string& system : result_.board.systems)
            answers[system] = answers_to(system, result_.board, request_.directory, problems_);
        if (problems_.empty()) arrive(answers);
        for (const std::string& system : result_.board.systems) {
            try {
                score(system, answers[system]);
            } catch (const DataError& error) {
                add(error.problems(), problems_);
            } catch (const IoError& error) {
                add(error.problems(), unread_);
            }
        }
        if (!problems_.empty()) {
            add(unread_, problems_);
            throw DataError(std::move(problems_));
        }
        if (!unread_.empty()) throw IoError(std::move(unread_));
        require_lock();
        for (const std::string& knows : divisions()) add_division(knows);
        add_errors();
        return std::move(result_);
    }

  private:
    fs::path lock_file() const { return request_.directory / "board.lock.json"; }

    // A changed line of the ledger is collected as a problem like those of entries.
    void read_lock() {
        try {
            lock_ = read_board_lock(lock_file());
        } catch (const DataError& error) {
            add(error.problems(), problems_);
        }
    }

    // Puts the entries that are new at the end of the ledger. Only for a board without problems, since a line
    // of the ledger is never taken back.
    void arrive(std::map<std::string, BoardAnswers>& answers) {
        Arrivals found = arrivals({result_.board, lock_ ? lock_->ledger : BoardLedger(), request_.renew, lock_file()},
                                  answers, problems_);
        result_.lock.ledger = std::move(found.ledger);
        result_.arrived = std::move(found.arrived);
        result_.remarks = std::move(found.remarks);
    }

    // The test set lies beside the board, or where the caller says; it is not part of the board, which names
    // its digest.
    fs::path test_set(const std::string& system) const {
        const fs::path data = request_.data.empty() ? request_.directory / "data" : request_.data;
        const fs::path file = data / system / "test.h5";
        if (!fs::is_regular_file(file))
            throw IoError(file.string(),
                          why_unread(file, "does not exist; make it, for example with cchnn-gen generate --lock " +
                                               (data / system / "manifest.json").string() + " -o " + data.string()));
        return file;
    }

    // Adds problems that are not in the list yet: those of a test set are found again with every entry.
    static void add(const std::vector<Problem>& found, std::vector<Problem>& problems) {
        for (const Problem& one : found)
            if (std::ranges::none_of(
                    problems, [&](const Problem& other) { return other.where == one.where && other.what == one.what; }))
                problems.push_back(one);
    }

    // The scores of one system. Throws DataError if the test set is that of a system of another name.
    Scores evaluated(const std::string& system, const BoardAnswers& answers, const ScoringOptions& options,
                     bool start_error) const {
        const fs::path file = test_set(system);
        Scores scores = evaluate({.truth = file,
                                  .submissions = answers.files,
                                  .options = options,
                                  .group_by_model = true,
                                  .start_error = start_error,
                                  .names = answers.names});
        if (scores.truth.system != system)
            throw DataError(file.string(), "is of " + scores.truth.system + ", and " + system +
                                               " is what board.json calls it; give both the same name");
        return scores;
    }

    // Scores one system with all answers together, since copies and paired tests concern all entries. If the
    // board is known to be invalid, entries are only checked.
    void score(const std::string& system, const BoardAnswers& answers) {
        if (!problems_.empty()) return check_each(system, answers);
        if (answers.files.empty()) return result_.remarks.push_back("no entry answers " + system);
        try {
            Scores scores = evaluated(system, answers, options_, result_.board.start_error);
            for (std::size_t i = 0; i < answers.paths.size(); ++i) scores.submissions[i].path = answers.paths[i];
            scores.truth.path = "data/" + system + "/test.h5";
            require_own_seeds(scores, result_.board, problems_);
            result_.lock.systems[system] = {scores.truth.digest, scores.signature};
            result_.systems.push_back(std::move(scores));
        } catch (const DataError& error) {
            add(error.problems(), problems_);
            check_each(system, answers);
        }
    }

    // Used once the board is known to be invalid: scores each entry alone, so that problems of one do not hide
    // those of another. Intervals are left out, because the scores are thrown away.
    void check_each(const std::string& system, const BoardAnswers& answers) {
        ScoringOptions plain = options_;
        plain.choices.resamples = 0;  // nobody sees the scores
        for (const BoardEntry& entry : result_.board.entries) {
            try {
                const BoardAnswers own = answers.of_entry(entry.id);
                if (own.files.empty()) continue;
                const Scores scores = evaluated(system, own, plain, false);
                Board alone;
                alone.entries = {entry};
                std::vector<Problem> found;
                if (std::ssize(own.files) == entry.seeds) require_own_seeds(scores, alone, found);
                add(found, problems_);
            } catch (const DataError& error) {
                add(error.problems(), problems_);
            }
        }
    }

    // Throws if a test set or a definition of scores is not the one of the lock: the numbers would not be
    // comparable.
    void require_lock() const {
        if (!lock_ || request_.renew) return;
        std::vector<Problem> problems;
        const auto refuse = [&](const std::string& system, const std::string& what, const std::string& here,
                                const std::string& there) {
            problems.push_back({"data/" + system + "/test.h5", what + " is " + here + ", board.lock.json has " + there +
                                                                   "; give " + option("renew") +
                                                                   " to start a board with the new one"});
        };
        for (const auto& [system, found] : result_.lock.systems) {
            const auto expected = lock_->systems.find(system);
            if (expected == lock_->systems.end()) continue;  // a system that nobody answered before
            if (found.truth_digest != expected->second.truth_digest)
                refuse(system, "its truth digest", found.truth_digest, expected->second.truth_digest);
            else if (found.signature != expected->second.signature)
                refuse(system, "the signature of its scores", found.signature, expected->second.signature);
        }
        if (!problems.empty()) throw DataError(std::move(problems));
    }

    // Whether the model competes on any system, or is only a reference or a naive forecast.
    bool is_ranked(const std::string& model) const {
        for (const Scores& scores : result_.systems)
            for (const ModelScores& one : scores.models)
                if (one.label == model && one.ranked()) return true;
        return false;
    }

    // Those with at least one model that is ranked, in alphabetical order.
    std::set<std::string> divisions() const {
        std::set<std::string> all;
        for (const BoardEntry& entry : result_.board.entries)
            if (is_ranked(entry.model)) all.insert(division_of(entry.knows));
        return all;
    }

    // Ranks the models of one division by themselves: on each system only its members are compared, and
    // standings follow over the systems that it answers.
    void add_division(const std::string& knows) {
        std::set<std::string> names;
        for (const BoardEntry& entry : result_.board.entries)
            if (division_of(entry.knows) == knows) names.insert(entry.model);
        BoardDivision division{knows, {}};
        for (const Scores& all : result_.systems) {
            Scores scores = all;
            std::vector<std::pair<std::string, std::string>> elsewhere;
            scores.models = models_in(all, names, elsewhere);
            for (const auto& [copy, original] : elsewhere)
                result_.remarks.push_back(scores.truth.system + ": " + copy + " is not ranked among those that know " +
                                          knows + ", since its predictions are the same as those of " + original +
                                          ", entered before with " +
                                          division_of(entry_named(result_.board, original)->knows));
            if (std::ranges::none_of(scores.models, &ModelScores::ranked)) continue;
            scores.comparisons = compare_models(scores.submissions, scores.models, scores.choices, options_.threads);
            division.comparison.systems.push_back(std::move(scores));
        }
        if (division.comparison.systems.empty()) return;  // all are copies of what others know
        division.comparison.standings = standings(division.comparison.systems, options_.choices, Arrival::known);
        result_.divisions.push_back(std::move(division));
    }

    // The place in the division; one without a rank for a copy, which is known to have arrived later.
    RankedModel place_of(const BoardEntry& entry, const std::string& system) const {
        for (const BoardDivision& division : result_.divisions) {
            if (division.knows != division_of(entry.knows)) continue;
            for (const Scores& scores : division.comparison.systems)
                for (const RankedModel& ranked : ranked_models(scores))
                    if (const ModelScores& model = scores.models[ranked.model];
                        scores.truth.system == system && model.label == entry.model && model.same_as.empty())
                        return ranked;
        }
        return {};
    }

    // Whether this model is first of its division among submissions that arrived no later.
    bool best_by_then(const BoardEntry& entry, const ModelScores& model, const Scores& scores) const {
        const BoardLedger& ledger = result_.lock.ledger;
        const auto arrival = [&](const BoardEntry& of) { return ledger.arrival(of.id, scores.truth.system); };
        std::vector<std::size_t> by_then;
        for (std::size_t m = 0; m < scores.models.size(); ++m) {
            const BoardEntry* of = entry_named(result_.board, scores.models[m].label);
            if (of && scores.models[m].ranked() && scores.models[m].same_as.empty() && arrival(*of) <= arrival(entry) &&
                division_of(of->knows) == division_of(entry.knows))
                by_then.push_back(m);
        }
        const std::vector<RankedModel> order = ranked_among(scores, by_then);
        return std::ranges::any_of(
            order, [&](const RankedModel& ranked) { return ranked.first && &scores.models[ranked.model] == &model; });
    }

    // The errors of each entry on the systems that it answers, in the order of the board's entries.
    void add_errors() {
        for (const BoardEntry& entry : result_.board.entries) {
            std::vector<BoardError> errors;
            for (const Scores& scores : result_.systems)
                for (const ModelScores& model : scores.models) {
                    if (model.label != entry.model) continue;
                    const Summary& summary = shown_error(model).summary;
                    const RankedModel place = place_of(entry, scores.truth.system);
                    errors.push_back({scores.truth.system, summary.geometric_mean, summary.geometric_mean_ci95,
                                      place.rank, model.reference, place.first, best_by_then(entry, model, scores),
                                      model.start_error, model.naive});
                }
            result_.errors.push_back(std::move(errors));
        }
    }

    const BoardRequest& request_;
    ScoringOptions options_;
    BoardScores result_;
    std::optional<BoardLock> lock_;           // as it was
    std::vector<Problem> problems_, unread_;  // of entries, and of test sets that are not there
};

}  // namespace

BoardScores evaluate_board(const BoardRequest& request) { return BoardEvaluation(request).run(); }

}  // namespace cchnn
