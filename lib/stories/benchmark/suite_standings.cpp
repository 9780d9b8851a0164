#include "stories/benchmark/suite_standings.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "score/statistics/intervals.hpp"
#include "score/statistics/student_t.hpp"
#include "spec/suite_spec.hpp"

namespace cchnn {
namespace {

using Logs = std::vector<double>;

constexpr std::size_t fewest_trajectories = 5;  // for an interval

// Logarithms of the errors of one model on one split.
struct SplitErrors {
    Logs of_seeds, of_trajectories;
    double level = 0;     // log max(E, f), at most 0; 0 without a submission
    bool varies = false;  // the level is E: neither the floor nor the worst value
};

struct SplitField {
    std::string task, name;
    bool out = false;
    double weight = 0;  // of its side
    double log_floor = 0;
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

double mean_of(const Logs& logs) { return centre_of(logs).mean; }

SplitErrors errors_of(const Scores& scores, const ModelScores& model, double log_floor) {
    SplitErrors errors;
    const double seeds = static_cast<double>(model.members.size());
    errors.of_trajectories.resize(scores.submissions[model.members.front()].judged_error.size());
    for (const std::size_t member : model.members) {
        Logs logs = scores.submissions[member].judged_error;
        for (std::size_t i = 0; i < logs.size(); ++i) {
            logs[i] = std::log(logs[i]);
            errors.of_trajectories[i] += logs[i] / seeds;
        }
        errors.of_seeds.push_back(mean_of(logs));
    }
    const double log_error = mean_of(errors.of_seeds);
    errors.level = std::min(std::max(log_error, log_floor), 0.0);
    errors.varies = errors.level == log_error;
    return errors;
}

// Levels of the start error that were measured for any model.
std::map<long, double> truth_of(const Scores& scores, double log_floor) {
    std::map<long, double> truth;
    for (const ModelScores& model : scores.models)
        if (const auto& start = model.start_error)
            for (std::size_t k = 0; k < start->levels.size(); ++k)
                truth[std::lround(4 * std::log10(start->levels[k]))] =
                    std::min(std::max(std::log(start->errors[k]), log_floor), 0.0);
    return truth;
}

SplitField field_of(const SuiteTaskAnswers& task, const std::string& split, double tasks) {
    SplitField field{task.name, split, split != in_distribution, 1 / tasks, 0, {}, {}};
    if (field.out) field.weight /= static_cast<double>(task.splits.size() - 1);
    const auto answered = task.scores.find(split);
    const double bound = answered == task.scores.end() ? 0 : answered->second.truth.typical_bound;
    field.log_floor = std::log(std::max(bound, task.scores.begin()->second.choices.error_floor));
    if (answered == task.scores.end()) return field;
    for (const ModelScores& model : answered->second.models)
        field.models[model.label] = errors_of(answered->second, model, field.log_floor);
    field.truth = truth_of(answered->second, field.log_floor);
    return field;
}

const SplitErrors& errors_on(const SplitField& split, const std::string& model) {
    const auto found = split.models.find(model);
    return found == split.models.end() ? no_answer : found->second;
}

class SuiteField {
  public:
    explicit SuiteField(const std::vector<SuiteTaskAnswers>& tasks) {
        for (const SuiteTaskAnswers& task : tasks)
            for (const std::string& split : task.splits)
                splits_.push_back(field_of(task, split, static_cast<double>(tasks.size())));
        for (const SuiteTaskAnswers& task : tasks)
            for (const auto& [split, scores] : task.scores)
                for (const ModelScores& model : scores.models) is_reference_.emplace(model.label, true);
        for (const SuiteTaskAnswers& task : tasks)
            for (const auto& [split, scores] : task.scores)
                for (const ModelScores& model : scores.models)
                    if (!model.reference) is_reference_[model.label] = false;
    }

    const std::vector<SplitField>& splits() const { return splits_; }
    const std::map<std::string, bool>& models() const { return is_reference_; }
    std::vector<Term> side(const std::string& model, bool out, double sign = 1) const {
        std::vector<Term> terms;
        for (const SplitField& split : splits_)
            if (split.out == out) terms.push_back({&split, &errors_on(split, model), sign * split.weight});
        return terms;
    }

  private:
    std::vector<SplitField> splits_;
    std::map<std::string, bool> is_reference_;
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
    if (too_few(terms)) return 0;
    std::vector<Centre> parts;
    add_seeds(terms, parts);
    add_trajectories(terms, parts);
    return half_width(parts);
}

std::optional<Interval> error_interval(const std::vector<Term>& terms) {
    const double off = half_width(terms), middle = value_of(terms);
    if (off == 0) return std::nullopt;
    double least = 0;
    for (const Term& term : terms) least += term.weight * term.split->log_floor;
    return Interval{std::exp(std::max(middle - off, least)), std::exp(std::min(middle + off, 0.0))};
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

// Both models answer the same trajectories, so their part is that of differences.
void add_differences(const std::vector<Term>& a, const std::vector<Term>& b, std::vector<Centre>& parts) {
    for (std::size_t k = 0; k < a.size(); ++k) {
        Logs difference;
        for (const Term* term : {&a[k], &b[k]})
            if (term->errors->varies) add_scaled(difference, term->errors->of_trajectories, term->weight);
        if (!difference.empty()) parts.push_back(centre_of(difference));
    }
}

// Error of `a` over that of `b`, whose terms have the other sign.
PairedTest pair_of(const std::vector<Term>& a, const std::vector<Term>& b) {
    std::vector<Term> both = a;
    both.insert(both.end(), b.begin(), b.end());
    PairedTest test;
    const double log_ratio = value_of(both);
    test.ratio = std::exp(log_ratio);
    test.of = kind_of(both);
    if (test.of == PairedTest::Of::too_few_seeds || too_few(both)) return test;
    std::vector<Centre> parts;
    add_seeds(a, parts);
    add_seeds(b, parts);
    add_differences(a, b, parts);
    const double off = half_width(parts);
    if (off == 0) return test;
    const Centre sum = sum_of_variances(log_ratio, parts);
    test.ratio_ci95 = Interval{std::exp(log_ratio - off), std::exp(log_ratio + off)};
    test.p_value = student_t_p_value(log_ratio / std::sqrt(sum.variance_of_mean), sum.dof);
    return test;
}

SuiteStanding standing_of(const SuiteField& field, const std::string& model, bool by_out) {
    const std::vector<Term> in = field.side(model, false), out = field.side(model, by_out);
    SuiteStanding found;
    found.out.model = model;
    for (const SplitField& split : field.splits())
        if (!split.models.contains(model)) found.out.missing.push_back(split.task + "/" + split.name);
    found.out.error = std::exp(value_of(out));
    found.out.error_ci95 = error_interval(out);
    found.in = std::exp(value_of(in));
    found.in_ci95 = error_interval(in);
    found.reference = field.models().at(model);
    std::vector<Term> both = field.side(model, false, -1);
    both.insert(both.end(), out.begin(), out.end());
    found.of = kind_of(both);
    found.over_in.ratio = found.out.error / found.in;
    if (const double off = half_width(both); by_out && off > 0)
        found.over_in.ci95 = Interval{std::exp(value_of(both) - off), std::exp(value_of(both) + off)};
    return found;
}

void add_ranks(std::vector<SuiteStanding>& models, const SuiteField& field, bool by_out) {
    if (models.empty() || models.front().reference) return;
    const Standing& first = models.front().out;
    for (SuiteStanding& one : models) {
        if (one.reference) continue;
        one.out.error_ratio = one.out.error / first.error;
        one.out.rank = 1;
        for (const SuiteStanding& other : models) {
            if (other.reference || &other == &one) continue;
            one.out.rank += other.out.error < one.out.error ? 1 : other.out.error == one.out.error ? 0.5 : 0;
        }
        if (&one.out != &first)
            one.out.against_first = pair_of(field.side(one.out.model, by_out), field.side(first.model, by_out, -1));
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

}  // namespace

SuiteStandings suite_standings(std::vector<SuiteTaskAnswers> tasks) {
    const auto has_out = [](const SuiteTaskAnswers& task) { return task.splits.size() > 1; };
    const bool by_out = std::any_of(tasks.begin(), tasks.end(), has_out);
    if (by_out) std::erase_if(tasks, [&](const SuiteTaskAnswers& task) { return !has_out(task); });
    const SuiteField field(tasks);
    SuiteStandings found;
    found.tasks = tasks.size();
    for (const SplitField& split : field.splits()) found.splits += split.out;
    for (const auto& [model, reference] : field.models()) found.models.push_back(standing_of(field, model, by_out));
    std::stable_sort(found.models.begin(), found.models.end(), [](const SuiteStanding& a, const SuiteStanding& b) {
        return std::pair(a.reference, a.out.error) < std::pair(b.reference, b.out.error);
    });
    add_ranks(found.models, field, by_out);
    if (!by_out) return found;
    found.truth = from_start_errors(field);
    if (found.truth.size() < 2) found.truth = from_references(found.models);
    return found;
}

}  // namespace cchnn
