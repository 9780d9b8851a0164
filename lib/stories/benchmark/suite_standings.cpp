#include "stories/benchmark/suite_standings.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>

#include "core/counted.hpp"
#include "score/statistics/intervals.hpp"
#include "score/statistics/student_t.hpp"
#include "spec/suite_spec.hpp"

namespace cchnn {
namespace {

using Logs = std::vector<double>;

constexpr std::size_t fewest_trajectories = 5;  // for an interval
constexpr double worst_share = 2;               // of the CRPS of climatology: that of a point drawn from it

// Logarithms of the errors of one model on one split. See the header for E and f.
struct SplitErrors {
    Logs of_seeds, of_trajectories;
    double level = 0;          // log max(E, f), at most 0; 0 without a submission
    bool varies = false;       // the level is E: neither the floor nor the worst value
    bool persistence = false;  // of every seed
    double rest = 0;           // rest_variance
    double failed = 1;         // share of trajectories
    bool heavy = false;        // the tail of a score is too heavy for an interval
    bool answered = false;
    Logs of_samples = {};  // median_logs()
};

// The errors of all models on one split of a task, with what they are compared with: the floor, persistence and the
// truth.
struct SplitField {
    std::string task, name;
    bool out = false;
    double weight = 0;  // of its side
    double log_floor = 0;
    std::optional<double> persistence = {};  // log max(E, f) of the initial states kept
    std::size_t trajectories = 0, samples = 0;
    std::map<std::string, SplitErrors> models;
    std::map<long, double> truth;  // of the true motion: four times log10 of the start error -> log error
};

// What is summed for one model: plus or minus its errors on a split.
struct Term {
    const SplitField* split;
    const SplitErrors* errors;
    double weight;
};

const SplitErrors no_answer;

double mean_log(const Logs& logs) { return centre_of(logs).mean; }

// Logarithm of what errors on a split are divided by: by CRPS the worst one that counts.
double log_unit_of(const Scores& scores) {
    const bool by_crps = scores.choices.rank_by == RankChoice::crps && scores.truth.climatology_crps > 0;
    return by_crps ? std::log(worst_share * scores.truth.climatology_crps) : 0;
}

SplitErrors errors_of(const Scores& scores, const ModelScores& model, double log_floor) {
    SplitErrors errors;
    errors.answered = true;
    const double seeds = to_double(model.members.size());
    std::vector<Logs> tables;
    for (const std::size_t member : model.members) {
        Logs logs = ranked_logs(scores.submissions[member], scores.choices);
        for (double& log : logs) log -= log_unit_of(scores);
        errors.of_trajectories.resize(logs.size());
        errors.heavy = errors.heavy || tail_too_heavy(scores.submissions[member], scores.choices);
        for (std::size_t i = 0; i < logs.size(); ++i) errors.of_trajectories[i] += logs[i] / seeds;
        errors.of_seeds.push_back(mean_log(logs));
        tables.push_back(std::move(logs));
    }
    const double log_error = mean_log(errors.of_seeds);
    errors.level = clamped_log_error(log_error, log_floor);
    errors.varies = errors.level == log_error;
    errors.persistence = model.persistence;
    errors.of_samples = median_logs(scores, model);
    errors.failed = to_double(model.failed.failed) / to_double(std::max<std::uint64_t>(model.failed.trajectories, 1));
    errors.rest = rest_variance(tables);
    return errors;
}

// Levels of the start error that were measured for any model.
std::map<long, double> truth_of(const Scores& scores, double log_floor) {
    std::map<long, double> truth;
    // Start errors are of kinetic errors, which relative ones resemble.
    if (scores.choices.rank_by != RankChoice::kinetic && scores.choices.rank_by != RankChoice::error) return truth;
    for (const ModelScores& model : scores.models)
        if (const auto& start = model.start_error)
            for (std::size_t k = 0; k < start->levels.size(); ++k)
                truth[std::lround(4 * std::log10(start->levels[k]))] =
                    clamped_log_error(std::log(start->errors[k]), log_floor);
    return truth;
}

SplitField field_of(const SuiteTaskAnswers& task, const std::string& split, double tasks) {
    SplitField field{task.name, split, split != in_distribution, 1 / tasks, 0, {}, 0, 0, {}, {}};
    if (field.out) field.weight /= to_double(task.splits.size() - 1);
    const auto answered = task.scores.find(split);
    const double bound = answered == task.scores.end() ? 0 : answered->second.truth.typical_bound;
    field.log_floor = std::log(std::max(bound, task.scores.begin()->second.choices.error_floor));
    if (answered == task.scores.end()) return field;
    const TruthInfo& info = answered->second.truth;
    field.trajectories = ranked_logs(answered->second.submissions.front(), answered->second.choices).size();
    if (info.persistence_error > 0)
        field.persistence =
            clamped_log_error(std::log(info.persistence_error) - log_unit_of(answered->second), field.log_floor);
    for (const ModelScores& model : answered->second.models)
        field.models[model.label] = errors_of(answered->second, model, field.log_floor);
    for (const auto& [model, errors] : field.models) field.samples = std::max(field.samples, errors.of_samples.size());
    field.truth = truth_of(answered->second, field.log_floor);
    return field;
}

const SplitErrors& errors_on(const SplitField& split, const std::string& model) {
    const auto found = split.models.find(model);
    return found == split.models.end() ? no_answer : found->second;
}

// What a model is on all splits that it answers.
struct Kind {
    bool reference;
    std::string naive;
};

// All splits that count, and what is known of each model over all that were answered. Rankings resample it, and do not
// read scores again.
class SuiteField {
  public:
    // `counted` are the tasks that count; whoever answers others alone is there all the same, with nothing that counts.
    SuiteField(const std::vector<SuiteTaskAnswers>& tasks, const std::vector<SuiteTaskAnswers>& counted) {
        for (const SuiteTaskAnswers& task : counted)
            for (const std::string& split : task.splits)
                splits_.push_back(field_of(task, split, to_double(counted.size())));
        for (const SuiteTaskAnswers& task : tasks)
            for (const auto& [split, scores] : task.scores) {
                sets_.push_back(&scores);
                for (const ModelScores& model : scores.models) add_kind(model);
            }
        if (!sets_.empty() && sets_.front()->choices.rank_by == RankChoice::crps)
            for (const auto& [model, kind] : models_)
                for (const bool out : {false, true}) average_shares(model, out);
    }

    const std::vector<const Scores*>& sets() const { return sets_; }
    const std::vector<SplitField>& splits() const { return splits_; }
    const std::map<std::string, Kind>& models() const { return models_; }
    std::vector<Term> side(const std::string& model, bool out, double sign = 1) const {
        std::vector<Term> terms;
        for (const SplitField& split : splits_)
            if (split.out == out) terms.push_back({&split, &errors_on(split, model), sign * split.weight});
        return terms;
    }

  private:
    // Takes the arithmetic mean R over the splits of a side, which (1) is by CRPS: every split gets the level log R, and
    // deviations in proportion to its own part of R, as the logarithm of a mean has to first order.
    void average_shares(const std::string& model, bool out) {
        double mean = 0;
        for (const SplitField& split : splits_)
            if (split.out == out) mean += split.weight * std::exp(errors_on(split, model).level);
        for (SplitField& split : splits_) {
            if (split.out != out) continue;
            SplitErrors& errors = split.models[model];
            const double part = errors.varies ? std::exp(errors.level) / mean : 0, centre = errors.level;
            for (Logs* logs : {&errors.of_seeds, &errors.of_trajectories})
                for (double& log : *logs) log = std::log(mean) + (part > 0 ? part * (log - centre) : 0);
            errors.level = std::log(mean);
            errors.rest *= part * part;
        }
    }

    void add_kind(const ModelScores& model) {
        Kind& kind = models_.try_emplace(model.label, Kind{model.reference, model.naive}).first->second;
        kind.reference = kind.reference && model.reference;
        if (kind.naive != model.naive) kind.naive = "";
    }

    std::vector<SplitField> splits_;
    std::vector<const Scores*> sets_;
    std::map<std::string, Kind> models_;
};

double value_of(const std::vector<Term>& terms) {
    double sum = 0;
    for (const Term& term : terms) sum += term.weight * term.errors->level;
    return sum;
}

void add_scaled(Logs& sum, const Logs& numbers, double weight) {
    sum.resize(std::max(sum.size(), numbers.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i) sum[i] += weight * numbers[i];
}

// A training seed is the same trained model on all splits of a task, so its deviations there add up.
void add_seeds(const std::vector<Term>& terms, std::vector<Centre>& parts) {
    std::map<std::pair<std::string, std::size_t>, Logs> by_task;
    for (const Term& term : terms)
        if (const std::size_t seeds = term.errors->of_seeds.size(); term.errors->varies && seeds > 1)
            add_scaled(by_task[{term.split->task, seeds}], term.errors->of_seeds, term.weight);
    for (const auto& [task, sums] : by_task) parts.push_back(centre_of(sums));
}

void add_trajectories(const std::vector<Term>& terms, std::vector<Centre>& parts) {
    for (const Term& term : terms) {
        if (!term.errors->varies) continue;
        Logs scaled;
        add_scaled(scaled, term.errors->of_trajectories, term.weight);
        parts.push_back(centre_of(scaled));
    }
}

bool is_heavy(const std::vector<Term>& terms) {
    return std::any_of(terms.begin(), terms.end(),
                       [](const Term& term) { return term.errors->varies && term.errors->heavy; });
}

bool too_few(const std::vector<Term>& terms) {
    return std::any_of(terms.begin(), terms.end(), [](const Term& term) {
        return term.errors->varies && term.errors->of_trajectories.size() < fewest_trajectories;
    });
}

// How far the ends of a 95 % interval are from the middle; 0: there is none.
double half_width(const std::vector<Centre>& parts) {
    const Centre sum = sum_of_variances(0, parts);
    if (!(sum.variance_of_mean > 0) || !(sum.dof > 0) || !std::isfinite(sum.variance_of_mean)) return 0;
    return student_t_95(sum.dof) * std::sqrt(sum.variance_of_mean);
}

double half_width(const std::vector<Term>& terms) {
    if (too_few(terms) || is_heavy(terms)) return 0;
    std::vector<Centre> parts;
    add_seeds(terms, parts);
    add_trajectories(terms, parts);
    return half_width(parts);
}

std::optional<Interval> error_interval(const std::vector<Term>& terms, double worst) {
    const double off = half_width(terms), middle = value_of(terms);
    if (off == 0) return std::nullopt;
    double least = 0;
    for (const Term& term : terms) least += term.weight * term.split->log_floor;
    return Interval{worst * std::exp(std::max(middle - off, least)), worst * std::exp(std::min(middle + off, 0.0))};
}

PairedTest::Of kind_of(const std::vector<Term>& terms) {
    bool single = true, methods = true;
    for (const Term& term : terms) {
        const std::size_t seeds = term.errors->of_seeds.size();
        single = single && seeds <= 1;
        methods = methods && (seeds == 0 || seeds >= fewest_seeds);
    }
    return single ? PairedTest::Of::models : methods ? PairedTest::Of::methods : PairedTest::Of::too_few_seeds;
}

// Log error of trajectory i, or what the whole split counts as where it is the floor or the worst value.
double log_error_at(const SplitErrors& errors, std::size_t i) {
    return errors.varies ? errors.of_trajectories[i] : errors.level;
}

// Seeds of a task stand with the first of its splits that has them.
void place_seeds(const std::vector<Term>& terms, std::vector<double> PairOnSystem::*seeds,
                 std::vector<PairOnSystem>& pair) {
    std::map<std::pair<std::string, std::size_t>, std::size_t> first;
    for (std::size_t k = 0; k < terms.size(); ++k) {
        const SplitErrors& errors = *terms[k].errors;
        if (!errors.varies || errors.of_seeds.size() < 2) continue;
        const std::size_t at = first.emplace(std::pair(terms[k].split->task, errors.of_seeds.size()), k).first->second;
        add_scaled(pair[at].*seeds, errors.of_seeds, to_double(terms.size()) * std::abs(terms[k].weight));
    }
}

// A weighted sum over splits as the mean over as many systems of paired_test.hpp: what stands on one is scaled by its
// weight. `b` has the weights of `a` with the other sign.
std::vector<PairOnSystem> pair_on_splits(const std::vector<Term>& a, const std::vector<Term>& b) {
    std::vector<PairOnSystem> pair;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const SplitErrors &of_a = *a[k].errors, &of_b = *b[k].errors;
        const double scale = to_double(a.size()) * a[k].weight;
        PairOnSystem one{
            {}, {}, {}, of_a.varies ? scale * scale * of_a.rest : 0, of_b.varies ? scale * scale * of_b.rest : 0};
        for (std::size_t i = 0; i < std::max<std::size_t>(a[k].split->trajectories, 1); ++i)
            one.differences.push_back(scale * (log_error_at(of_a, i) - log_error_at(of_b, i)));
        pair.push_back(std::move(one));
    }
    place_seeds(a, &PairOnSystem::seeds_a, pair);
    place_seeds(b, &PairOnSystem::seeds_b, pair);
    return pair;
}

// Error of `a` over that of `b`, whose terms have the other sign.
PairedTest pair_of(const std::vector<Term>& a, const std::vector<Term>& b, const MetricChoices& choices) {
    std::vector<Term> both = a;
    both.insert(both.end(), b.begin(), b.end());
    const std::uint32_t flips = too_few(both) ? 0 : choices.resamples;
    PairedTest test = compare_pair(pair_on_splits(a, b), kind_of(both), {flips, choices.bootstrap_seed});
    if (is_heavy(both)) test.ratio_ci95.reset();
    return test;
}

// What persistence has on the splits that lead, as value_of(); none where a test set does not say it.
std::optional<double> persistence_level(const SuiteField& field, bool by_out, bool by_crps) {
    double sum = 0;
    for (const SplitField& split : field.splits()) {
        if (split.out != by_out) continue;
        if (!split.persistence) return std::nullopt;
        sum += split.weight * (by_crps ? std::exp(*split.persistence) : *split.persistence);
    }
    return by_crps ? std::log(sum) : sum;
}

// "persistence" of what stands still on every split that it answers, "no better than persistence" or climatology, or "".
std::string persistence_of(const SuiteField& field, const std::string& model, bool by_out, bool by_crps) {
    bool answered = false, moves = false;
    for (const SplitField& split : field.splits()) {
        const SplitErrors& errors = errors_on(split, model);
        answered = answered || errors.answered;
        moves = moves || (errors.answered && !errors.persistence);
    }
    if (answered && !moves) return "persistence";
    const double own = value_of(field.side(model, by_out));
    const std::optional<double> kept = persistence_level(field, by_out, by_crps);
    if (kept && own >= *kept && (by_crps || *kept < 0)) return "no better than persistence";
    return by_crps && own >= -std::log(worst_share) ? "no better than climatology" : "";
}

SuiteStanding standing_of(const SuiteField& field, const std::string& model, bool by_out, double worst) {
    const std::vector<Term> in = field.side(model, false), out = field.side(model, by_out);
    SuiteStanding found;
    found.out.model = model;
    for (const SplitField& split : field.splits())
        if (!errors_on(split, model).answered) found.out.missing.push_back(split.task + "/" + split.name);
    found.out.error = worst * std::exp(value_of(out));
    found.out.error_ci95 = error_interval(out, worst);
    found.in = worst * std::exp(value_of(in));
    found.in_ci95 = error_interval(in, worst);
    found.reference = field.models().at(model).reference;
    found.naive = field.models().at(model).naive;
    if (found.ranked()) {
        found.out.persistence = persistence_of(field, model, by_out, worst > 1);
        found.out.same_as = original_of(model, field.sets());
    }
    std::vector<Term> both = field.side(model, false, -1);
    both.insert(both.end(), out.begin(), out.end());
    found.of = kind_of(both);
    found.over_in.ratio = found.out.error / found.in;
    if (const double off = half_width(both); by_out && off > 0)
        found.over_in.ci95 = Interval{std::exp(value_of(both) - off), std::exp(value_of(both) + off)};
    return found;
}

// Which pairs have no order (ranks.hpp (3)), over the splits that lead.
Unordered unordered_in(const SuiteField& field, const std::vector<std::string>& models, bool by_out, RankChoice by) {
    std::vector<Rival> rivals;
    for (const std::string& model : models) {
        const std::vector<Term> terms = field.side(model, by_out);
        Rival rival{value_of(terms), {}, 0};
        for (const Term& term : terms) {
            for (std::size_t i = 0; i < term.split->trajectories; ++i)
                rival.of_trajectories.push_back(log_error_at(*term.errors, i));
            Logs samples = term.errors->of_samples;
            samples.resize(term.split->samples);  // log 1 without an answer
            rival.of_samples.insert(rival.of_samples.end(), samples.begin(), samples.end());
            rival.failed += term.weight * term.errors->failed;
        }
        rivals.push_back(std::move(rival));
    }
    return unordered_pairs(rivals, by);
}

std::vector<RankDraws> draws_of(const SuiteField& field, const std::vector<std::string>& models, const Copies& copies,
                                const Unordered& unordered, bool by_out, const MetricChoices& choices) {
    std::vector<DrawnSet> sets;
    for (const SplitField& split : field.splits()) {
        if (split.out != by_out) continue;
        sets.push_back({split.weight, split.log_floor, split.trajectories, {}});
        for (const std::string& model : models) {
            const SplitErrors& errors = errors_on(split, model);
            sets.back().models.push_back(
                {errors.of_trajectories, errors.of_seeds.empty() ? errors.level : mean_log(errors.of_seeds)});
        }
    }
    std::vector<std::optional<Centre>> seeds;
    for (const std::string& model : models) {
        std::vector<Centre> parts;
        add_seeds(field.side(model, by_out), parts);
        const Centre sum = sum_of_variances(0, parts);
        seeds.push_back(sum.variance_of_mean > 0 && sum.dof > 0 ? std::optional(sum) : std::nullopt);
    }
    return rank_draws(sets, seeds, copies, unordered, choices);
}

void add_ranks(std::vector<SuiteStanding>& all, const SuiteField& field, bool by_out, const MetricChoices& choices) {
    std::vector<std::string> models;
    std::vector<double> errors;
    for (const SuiteStanding& one : all)
        if (one.ranked()) {
            models.push_back(one.out.model);
            errors.push_back(one.out.error);
        }
    if (models.empty()) return;
    const Copies copies = copies_over(models, field.sets());
    const Unordered unordered = unordered_in(field, models, by_out, choices.rank_by);
    const std::vector<Place> places = places_of(errors, copies, unordered);
    const bool drawn = choices.resamples > 0 && models.size() > 1;  // one alone is no first
    const std::vector<RankDraws> draws =
        drawn ? draws_of(field, models, copies, unordered, by_out, choices) : std::vector<RankDraws>{};
    for (std::size_t m = 0; m < models.size(); ++m) {  // references and naive forecasts are last
        Standing& standing = all[m].out;
        standing.error_ratio = errors[m] / errors[0];
        standing.rank = places[m].rank();
        standing.unordered = unordered.pairs[m][0];
        if (!draws.empty()) standing.draws = draws[m];
        if (m > 0 && !copies[m][0])
            standing.against_first = pair_of(field.side(models[m], by_out), field.side(models[0], by_out, -1), choices);
    }
}

std::vector<TruePhysics> from_start_errors(const SuiteField& field) {
    std::set<long> levels;
    for (const auto& [level, error] : field.splits().front().truth) levels.insert(level);
    std::vector<TruePhysics> line;
    for (const long level : levels) {
        TruePhysics point;
        bool everywhere = true;
        for (const SplitField& split : field.splits()) {
            const auto error = split.truth.find(level);
            everywhere = everywhere && error != split.truth.end();
            if (everywhere) (split.out ? point.out : point.in) += split.weight * error->second;
        }
        if (everywhere) line.push_back({std::exp(point.in), std::exp(point.out)});
    }
    return line;
}

std::vector<TruePhysics> from_references(const std::vector<SuiteStanding>& models) {
    std::vector<TruePhysics> line;
    for (const SuiteStanding& one : models)
        if (one.reference && one.out.missing.empty()) line.push_back({one.in, one.out.error});
    std::sort(line.begin(), line.end(), [](const TruePhysics& a, const TruePhysics& b) { return a.in < b.in; });
    return line;
}

// Start errors need motions that do not forget where they began.
std::vector<SuiteTaskAnswers> without_too_regular(std::vector<SuiteTaskAnswers> tasks) {
    for (SuiteTaskAnswers& task : tasks)
        std::erase_if(task.splits, [&](const std::string& split) {
            const auto scores = task.scores.find(split);
            if (scores == task.scores.end() || !too_regular(scores->second)) return false;
            task.scores.erase(scores);
            return true;
        });
    std::erase_if(tasks, [](const SuiteTaskAnswers& task) { return task.scores.empty(); });
    return tasks;
}

}  // namespace

SuiteStandings suite_standings(const std::vector<SuiteTaskAnswers>& answered, const MetricChoices& choices) {
    std::vector<SuiteTaskAnswers> regular, with_out;
    if (choices.rank_by == RankChoice::start_error) regular = without_too_regular(answered);
    const std::vector<SuiteTaskAnswers>& tasks = choices.rank_by == RankChoice::start_error ? regular : answered;
    for (const SuiteTaskAnswers& task : tasks)
        if (task.splits.size() > 1) with_out.push_back(task);
    const bool by_out = !with_out.empty();
    const std::vector<SuiteTaskAnswers>& counted = by_out ? with_out : tasks;
    const SuiteField field(tasks, counted), everywhere(tasks, tasks);
    SuiteStandings found;
    found.ranked_by = choices.rank_by;
    found.members = choices.members;
    if (choices.rank_by == RankChoice::crps) found.worst = worst_share;
    found.tasks = counted.size();
    for (const SplitField& split : field.splits()) found.splits += split.out;
    for (const auto& [model, kind] : field.models())
        found.models.push_back(standing_of(field, model, by_out, found.worst));
    std::stable_sort(found.models.begin(), found.models.end(), [&](const SuiteStanding& a, const SuiteStanding& b) {
        const auto key = [&](const SuiteStanding& one) {
            return std::tuple(!one.ranked(), one.out.error, value_of(everywhere.side(one.out.model, false)));
        };
        return key(a) < key(b);
    });
    add_ranks(found.models, field, by_out, choices);
    if (!by_out) return found;
    found.truth = from_start_errors(field);
    if (found.truth.size() < 2) found.truth = from_references(found.models);
    return found;
}

}  // namespace cchnn
