#include "score/gate.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/counted.hpp"
#include "core/nearest_name.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/paths/read_file.hpp"
#include "score/metrics/metrics.hpp"
#include "score/model_scores.hpp"
#include "score/submission/score_members.hpp"
#include "spec/json/json_syntax.hpp"

namespace cchnn {
namespace {

constexpr const char* diverged = "diverged";
constexpr const char* to_reference = "ratio_to_reference";
constexpr const char* to_persistence = "ratio_to_persistence";
constexpr const char* of_start = "start_error";
constexpr const char* of_solver = "solver_evaluations";
constexpr const char* of_failed = "failed";
constexpr const char* of_worst_member = "worst_member";  // a statistic
// A number beyond is neither read as 0 nor as infinity.
const std::string limit_range = "outside the range of float64 (0, or 1e-307 to 1e308)";
const std::vector<std::string> statistics{"geometric_mean", "mean", "median", "p05", "p95", of_worst_member};

// One number of a submission or a pair, not one for each trajectory.
bool is_one_number(const std::string& name) {
    return name == diverged || name == to_reference || name == to_persistence || name == of_start ||
           name == of_solver || name == of_failed;
}

// "valid_time_0.5.p95" -> metric and statistic; a metric may hold a dot itself.
Threshold split_name(const std::string& name, bool at_most, double limit, const std::string& source) {
    Threshold threshold{name, "", at_most, limit, source};
    for (const std::string& statistic : statistics) {
        if (!name.ends_with("." + statistic)) continue;
        const std::string metric = name.substr(0, name.size() - statistic.size() - 1);
        if (!is_one_number(metric)) {
            threshold.metric = metric;
            threshold.statistic = statistic;
        }
    }
    return threshold;
}

void read_limits(const nlohmann::ordered_json& limits, bool at_most, const std::string& where,
                 std::vector<Threshold>& thresholds, std::vector<Problem>& problems) {
    if (!limits.is_object()) {
        problems.push_back({where, "must be an object of metrics and limits, got " + limits.dump()});
        return;
    }
    for (const auto& [name, limit] : limits.items()) {
        const std::string place = where + "/" + name;
        if (!limit.is_number()) problems.push_back({place, "must be a number, got " + limit.dump()});
        else thresholds.push_back(split_name(name, at_most, limit.get<double>(), place));
    }
}

double statistic_of(const Summary& s, const std::string& name) {
    if (name == "geometric_mean") return s.geometric_mean;
    if (name == "median") return s.median;
    if (name == "p05") return s.p05;
    return name == "p95" ? s.p95 : s.mean;
}

const MetricScore* find_metric(const std::vector<MetricScore>& metrics, const std::string& key) {
    for (const MetricScore& score : metrics)
        if (score.metric.key == key) return &score;
    return nullptr;
}

// Headings of columns that are not those of metrics.cpp, in small letters.
constexpr std::pair<const char*, const char*> other_headings[] = {{"vpt", "valid_time_0.1"},
                                                                  {"vpt (err > 0.1)", "valid_time_0.1"},
                                                                  {"energy error", "energy_error_scaled"},
                                                                  {"constraint", "constraint_rmse"}};

std::string in_small_letters(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

// Steps, momenta and bodies share headings that only their tables explain.
bool has_own_heading(const Metric& metric) {
    const MetricFamily of = family(metric);
    return of != MetricFamily::error_at_step && of != MetricFamily::momentum && of != MetricFamily::body;
}

// The key of the metric that a limit names by a heading, with its unit or without; else the name as it is.
std::string key_of(const std::string& name, const std::vector<MetricScore>& metrics) {
    if (is_one_number(name) || find_metric(metrics, name)) return name;
    const std::string given = in_small_letters(name);
    if (is_one_number(given) || find_metric(metrics, given)) return given;
    for (const auto& [heading, key] : other_headings) {
        const MetricScore* score = find_metric(metrics, key);
        if (score && (given == heading || given == std::string(heading) + ", " + score->metric.unit)) return key;
    }
    for (const MetricScore& score : metrics) {
        const std::string heading = in_small_letters(score.metric.heading);
        if (has_own_heading(score.metric) && (given == heading || given + ", " + score.metric.unit == heading))
            return score.metric.key;
    }
    return name;
}

std::vector<Threshold> by_keys(std::vector<Threshold> thresholds, const std::vector<MetricScore>& metrics) {
    for (Threshold& t : thresholds) t.metric = key_of(t.metric, metrics);
    return thresholds;
}

bool names_no_statistic(const Threshold& t) { return t.statistic.empty() && !is_one_number(t.metric); }

// Limits that name no statistic are on the headline of their metric.
std::vector<Threshold> on_headlines(std::vector<Threshold> thresholds, const std::vector<MetricScore>& metrics) {
    for (Threshold& t : thresholds)
        if (names_no_statistic(t))
            t.statistic = headline_is_mean(find_metric(metrics, t.metric)->metric) ? "mean" : "geometric_mean";
    return thresholds;
}

// Whether a limit is on a quantity that a prediction at rest keeps: energies, constraints, momenta.
bool is_kept(const Threshold& t, const std::vector<MetricScore>& metrics) {
    if (is_one_number(t.metric)) return false;
    const MetricFamily of = family(find_metric(metrics, t.metric)->metric);
    return of == MetricFamily::energy || of == MetricFamily::constraint || of == MetricFamily::momentum;
}

// The first limit, if all limits are on quantities that a prediction at rest keeps; else null.
const Threshold* beside_the_motion(const std::vector<MetricScore>& metrics, const std::vector<Threshold>& thresholds) {
    bool any_kept = false;
    for (const Threshold& t : thresholds) {
        if (t.metric == diverged) continue;
        if (is_one_number(t.metric)) return nullptr;
        if (!is_kept(t, metrics)) return nullptr;
        any_kept = true;
    }
    return any_kept ? &thresholds.front() : nullptr;
}

// What a limit cannot mean, or "".
std::string misused(const Threshold& t, const std::vector<MetricScore>& metrics) {
    if (t.against_baseline)
        return is_one_number(t.metric) || !t.statistic.empty()
                   ? "'" + t.metric + "' cannot be compared with a baseline; name a metric without a statistic"
                   : "";
    if (t.metric == of_failed && !(t.limit >= 0 && t.limit <= 1))
        return "'failed' is the share of failed trajectories, from 0 to 1 or in %, got " + short_number(t.limit, 3);
    if (t.statistic == of_worst_member && !of_each_member(family(find_metric(metrics, t.metric)->metric)))
        return "'" + t.metric +
               "' is of the mean of the members and has no worst one; energies, constraints, momenta " +
               "and statistics have";
    // Ratios and evaluations of a solver have limits of both kinds: what is better than its reference may have seen it.
    if (t.metric == to_reference || t.metric == to_persistence || t.metric == of_solver) return "";
    const bool larger_is_better = !is_one_number(t.metric) && find_metric(metrics, t.metric)->metric.larger_is_better;
    if (t.at_most != larger_is_better) return "";
    return "'" + t.metric + "' is better the " + (larger_is_better ? "larger" : "smaller") +
           " it is, so that this limit fails a model for being good; use " + option(t.at_most ? "min" : "max");
}

void check_names(const Scores& scores, const std::vector<Threshold>& thresholds) {
    const SubmissionScores& first = scores.submissions.front();
    std::vector<std::string> known{diverged, to_reference, to_persistence, of_start, of_solver, of_failed};
    for (const MetricScore& score : first.metrics) known.push_back(score.metric.key);
    std::vector<Problem> problems;
    for (const Threshold& t : thresholds)
        if (!is_one_number(t.metric) && !find_metric(first.metrics, t.metric))
            problems.push_back({t.source, "unknown metric '" + t.metric + "'" + suggestion(t.metric, known)});
        else if (const std::string what = misused(t, first.metrics); !what.empty())
            problems.push_back({t.source, what});
    if (thresholds.empty())
        problems.push_back({"", "no limit was given; use " + option("max") + ", " + option("min") + ", " +
                                    option("thresholds") + " or " + option("baseline")});
    if (!problems.empty()) throw UsageError(std::move(problems));
    if (const Threshold* t = beside_the_motion(first.metrics, thresholds))
        throw UsageError(
            t->source,
            "limits on energy, constraints and momenta alone do not show that a prediction is right: one that hardly "
            "moves meets them; add one on the state, such as " +
                option("max") + " relative_error.geometric_mean=0.1 or " + option("min") + " valid_time_0.1=1");
}

// The number that a limit is compared with, and its interval where it has one.
struct Judged {
    double value = 0;
    std::optional<Interval> interval = {};
    std::string why = "";  // it cannot be judged
};

// The error ratio to the first reference rollout. Pairs are compared once, so it may have to be inverted.
Judged ratio_of(const Scores& scores, const ModelScores& model) {
    const auto reference = std::ranges::find_if(scores.models, &ModelScores::reference);
    if (reference == scores.models.end()) return {INFINITY, {}, "the submissions include no reference rollout"};
    for (const ModelComparison& c : scores.comparisons) {
        const PairedTest& test = c.test;
        if (c.a == model.label && c.b == reference->label) return {test.ratio, test.ratio_ci95};
        if (c.b != model.label || c.a != reference->label) continue;
        if (!test.ratio_ci95) return {1 / test.ratio};
        return {1 / test.ratio, Interval{1 / test.ratio_ci95->high, 1 / test.ratio_ci95->low}};
    }
    return {INFINITY, {}, "was not compared with " + reference->label};
}

Judged ratio_to_persistence_of(const Scores& scores, const ModelScores& model) {
    const auto test = against_persistence(scores.submissions, model, scores.choices, 1);
    if (!test) return {INFINITY, {}, "the reference is at rest in a trajectory, where persistence has no error"};
    return {test->ratio, test->ratio_ci95};
}

Judged start_error_of(const ModelScores& model) {
    if (!model.start_error) return {INFINITY, {}, "was not computed"};
    const StartError& e = *model.start_error;
    switch (e.outcome) {
        case StartError::Outcome::found:
            if (e.low && e.high) return {e.value, Interval{*e.low, *e.high}};
            return {e.value};
        case StartError::Outcome::below: return {e.value, Interval{0, e.value}};
        case StartError::Outcome::saturated:
        case StartError::Outcome::too_regular:
        case StartError::Outcome::too_chaotic: break;
    }
    return {INFINITY, {}, why_none(e.outcome)};
}

// If the coarsest setting of the solver is already as accurate as the model, the number is an upper limit only: it can
// meet a limit from above, but not one from below.
Judged solver_evaluations_of(const Scores& scores, const ModelScores& model, bool at_most) {
    if (!scores.solver || !model.solver) return {INFINITY, {}, "was not computed"};
    const SolverComparison& c = *model.solver;
    if (!c.fewest_evaluations) return {INFINITY, Interval{INFINITY, INFINITY}};
    const double evaluations = scores.solver->rungs[*c.fewest_evaluations].evaluations;
    if (c.fewest_is_enough && !at_most)
        return {evaluations, {}, "the coarsest setting of the solver is already as accurate"};
    return {evaluations, Interval{evaluations, evaluations}};
}

// Of several training seeds the share has no interval.
Judged failed_of(const ModelScores& model) {
    const FailedShare& f = model.failed;
    return {to_double(f.failed) / to_double(std::max<std::uint64_t>(f.trajectories, 1)), f.ci95};
}

// Valid times of predictions that stay valid to the end, or errors at the floor, are one value without spread and
// without an interval in tables. With at least as many trajectories as an interval needs, the value itself is tested.
bool all_alike(const Scores& scores, const ModelScores& model, std::size_t metric) {
    constexpr std::size_t fewest = 5;
    std::vector<double> values;
    for (const std::size_t member : model.members) {
        const std::vector<double>& all = scores.submissions[member].values;
        for (std::size_t at = metric; at < all.size(); at += model.metrics.size()) values.push_back(all[at]);
    }
    return values.size() >= fewest && std::ranges::adjacent_find(values, std::not_equal_to<>()) == values.end();
}

// The largest value of any member of any trajectory. A submission without members counts as equal ones.
double worst_member_of(const Scores& scores, const ModelScores& model, std::size_t metric) {
    double most = 0;
    for (const std::size_t seed : model.members) {
        const SubmissionScores& s = scores.submissions[seed];
        most = std::max(most, s.metrics[metric].worst_member.value_or(0));
        for (std::size_t at = metric; at < s.values.size(); at += s.metrics.size()) most = std::max(most, s.values[at]);
    }
    return most;
}

// The number that a limit is on: one of the model or of a pair, or a statistic of a metric. check_names() has found
// that the metric exists.
Judged number_of(const Scores& scores, const ModelScores& model, const Threshold& t) {
    if (t.metric == to_reference) return ratio_of(scores, model);
    if (t.metric == to_persistence) return ratio_to_persistence_of(scores, model);
    if (t.metric == of_start) return start_error_of(model);
    if (t.metric == of_solver) return solver_evaluations_of(scores, model, t.at_most);
    if (t.metric == of_failed) return failed_of(model);
    if (t.metric == diverged) {
        double sum = 0;
        for (const std::size_t member : model.members)
            sum += to_double(scores.submissions[member].diverged.trajectories);
        return {sum, Interval{sum, sum}};
    }
    const MetricScore* score = find_metric(model.metrics, t.metric);
    if (t.statistic == of_worst_member) return {worst_member_of(scores, model, score - model.metrics.data())};
    const Summary& s = score->summary;
    Judged judged{statistic_of(s, t.statistic)};
    if (t.statistic == "mean") judged.interval = s.mean_ci95;
    if (t.statistic == "geometric_mean") judged.interval = s.geometric_mean_ci95;
    if (all_alike(scores, model, score - model.metrics.data())) judged.interval = Interval{judged.value, judged.value};
    return judged;
}

// Compares one number with its limit, or says why that is not possible; then the limit is not met.
GateResult judge(const Scores& scores, const ModelScores& model, const Threshold& t, bool confident) {
    Judged found = number_of(scores, model, t);
    bool interval_end = false;
    if (confident && found.why.empty()) {
        if (found.interval) {
            found.value = t.at_most ? found.interval->high : found.interval->low;
            interval_end = found.interval->low < found.interval->high;
        } else
            found.why = "has no 95 % interval, which " + option("confident") +
                        " needs; use .geometric_mean, which has one from 5 trajectories "
                        "on if no value is 0";
    }
    const bool met = t.at_most ? found.value <= t.limit : found.value >= t.limit;
    return {model.label, t, found.value, met && found.why.empty(), found.why, interval_end};
}

// Errors below the level from which ranks tell models apart count as it, other values as rounding.
double floor_of(const Metric& metric, const MetricChoices& choices) {
    constexpr double rounding = 1e-12;
    const MetricFamily of = family(metric);
    const bool is_err =
        of == MetricFamily::relative_error || of == MetricFamily::error_at_step || of == MetricFamily::body;
    return is_err ? choices.error_floor : rounding;
}

GateResult judge_against(const Scores& scores, const ModelScores& model, const Threshold& t, bool confident,
                         const Baseline& baseline) {
    GateResult result{model.label, t, INFINITY};
    const BaselineModel* its = find_model(baseline, model.label);
    const std::size_t m = find_metric(model.metrics, t.metric) - model.metrics.data();
    const auto same_key = [&](const MetricNumbers& numbers) { return numbers.key == t.metric; };
    if (!its) result.why = "the baseline " + baseline.source + " has several models, and none of this name";
    else if (const auto found = std::ranges::find_if(its->metrics, same_key); found == its->metrics.end())
        result.why = "the baseline " + baseline.source + " does not have it";
    else {
        const Metric& metric = model.metrics[m].metric;
        result.against = compare_with_baseline(metric, numbers_of(scores, model, m), *found, baseline.trajectories,
                                               floor_of(metric, scores.choices));
        result.against->baseline = its->label;
        result.value = result.against->ratio;
        if (confident && !result.against->high)
            result.why = "has no interval, which " + option("confident") + " needs, " + result.against->how;
        result.passed = result.why.empty() &&
                        (confident ? *result.against->high : result.against->low.value_or(result.value)) <= t.limit;
    }
    return result;
}

// A failed result if the model does not move in half of its trajectories. If limits are on quantities that a
// prediction at rest keeps, moving means at least a tenth of the way of the reference.
std::optional<GateResult> still(const Scores& scores, const ModelScores& model, bool limits_what_is_kept) {
    std::uint64_t trajectories = 0, at_rest = 0;
    for (const std::size_t member : model.members) {
        const MotionSigns& motion = scores.submissions[member].motion;
        trajectories += motion.trajectories;
        at_rest += limits_what_is_kept ? std::max(motion.barely, motion.still) : motion.still;
    }
    if (2 * at_rest < trajectories || at_rest == 0) return std::nullopt;
    const std::uint64_t fewer_than_half = (trajectories - 1) / 2;
    Threshold moves{"still_trajectories", "", true, static_cast<double>(fewer_than_half), "gate"};
    return GateResult{model.label, moves, static_cast<double>(at_rest), false,
                      limits_what_is_kept
                          ? "the prediction moves less than a tenth as far as the reference, and a motion that hardly "
                            "moves conserves energy, constraints and momenta"
                          : "the prediction does not move, and a state at rest conserves energy and constraints"};
}

std::string where_of(const GateResult& r) { return (r.system.empty() ? "" : r.system + ", ") + r.submission; }

std::string worse_text(const GateResult& r) {
    const Threshold& t = r.threshold;
    const std::string name = where_of(r) + ": " + t.metric + (t.statistic.empty() ? "" : " (" + t.statistic + ")");
    const std::string allowed = ", at most " + short_number(t.limit, 4) + " times that of the baseline";
    if (!r.against) return name + allowed + ": " + r.why;
    const WorseThan& w = *r.against;
    const std::string sure = w.low ? "with 95 % confidence at least " + short_number(*w.low, 3) +
                                         ", and as surely at most " + short_number(*w.high, 3) + ", "
                                   : "";
    return name + " is " + short_number(w.own, 3) + ", of the baseline " + short_number(w.its, 3) + ": " +
           short_number(w.ratio, 3) + " times as bad (" + sure + w.how + "), at most " + short_number(t.limit, 4) +
           " times" + (r.why.empty() ? "" : ": " + r.why);
}

}  // namespace

void parse_threshold_flag(const std::string& text, bool at_most, std::vector<Threshold>& thresholds,
                          std::vector<Problem>& problems) {
    const std::string flag = option(at_most ? "max" : "min");
    const std::size_t equals = text.find('=');
    double limit = 0;
    const char* end = text.data() + text.size();
    std::from_chars_result read{end, std::errc::invalid_argument};
    const bool percent = text.ends_with('%') && text.starts_with(std::string(of_failed) + "=");
    if (percent) --end;
    if (equals != std::string::npos) read = std::from_chars(text.data() + equals + 1, end, limit);
    if (equals == 0 || read.ptr != end || read.ec == std::errc::invalid_argument || !std::isfinite(limit))
        problems.push_back({flag, "must be METRIC=NUMBER, such as relative_error=1e-3, got '" + text + "'"});
    else if (read.ec == std::errc::result_out_of_range)
        problems.push_back({flag, "the number is " + limit_range + ", got '" + text + "'"});
    else thresholds.push_back(split_name(text.substr(0, equals), at_most, percent ? limit / 100 : limit, flag));
}

void parse_worse_by_flag(const std::string& text, std::vector<Threshold>& thresholds, std::vector<Problem>& problems) {
    const std::size_t equals = text.rfind('=');
    const std::string metric = equals == std::string::npos ? "relative_error" : text.substr(0, equals);
    std::string number = equals == std::string::npos ? text : text.substr(equals + 1);
    const bool percent = number.ends_with('%');
    if (percent) number.pop_back();
    double share = 0;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), share);
    share = percent ? share / 100 : share;
    // 5 for 5 % would let five times as much pass.
    const bool in_range = share >= 0 && (percent ? share <= 1000 : share < 1);
    if (metric.empty() || number.empty() || read.ec != std::errc() || read.ptr != number.data() + number.size() ||
        !in_range)
        problems.push_back(
            {option("worse-by"), "must be a share such as 5% or 0.05, or METRIC=5%, got '" + text + "'"});
    else {
        Threshold threshold = split_name(metric, true, 1 + share, option("worse-by"));
        threshold.against_baseline = true;
        thresholds.push_back(threshold);
    }
}

std::vector<Threshold> read_thresholds(const std::string& path) {
    const nlohmann::ordered_json json = parse_json(read_named_file(path, "a JSON file of limits"), path);
    std::vector<Threshold> thresholds;
    std::vector<Problem> problems;
    if (!json.is_object() || json.empty())
        throw SpecError(path + "#",
                        R"(must be an object with "max", "min" or both, such as {"max": {"relative_error": 1e-3}})");
    for (const auto& [key, limits] : json.items()) {
        if (key == "max" || key == "min") read_limits(limits, key == "max", path + "#/" + key, thresholds, problems);
        else problems.push_back({path + "#/" + key, "unknown key '" + key + "'" + suggestion(key, {"max", "min"})});
    }
    if (!problems.empty()) throw SpecError(std::move(problems));
    return thresholds;
}

std::vector<GateResult> gate(const Scores& scores, const std::vector<Threshold>& limits, bool confident,
                             const Baseline* baseline) {
    const std::vector<Threshold> named = by_keys(limits, scores.submissions.front().metrics);
    check_names(scores, named);
    const std::vector<Threshold> thresholds = on_headlines(named, scores.submissions.front().metrics);
    const bool kept = std::ranges::any_of(
        thresholds, [&](const Threshold& t) { return is_kept(t, scores.submissions.front().metrics); });
    std::vector<GateResult> results;
    for (const ModelScores& model : scores.models) {
        if (!model.naive.empty()) continue;
        for (const Threshold& threshold : thresholds) {
            const bool of_models = threshold.metric == to_reference || threshold.against_baseline;
            if (of_models && model.reference) continue;
            results.push_back(threshold.against_baseline ? judge_against(scores, model, threshold, confident, *baseline)
                                                         : judge(scores, model, threshold, confident));
        }
        if (const auto at_rest = still(scores, model, kept)) results.push_back(*at_rest);
    }
    if (results.empty() && !thresholds.empty())  // no submission has to meet them: failed
        results.push_back({"all submissions", thresholds.front(), std::numeric_limits<double>::quiet_NaN(), false,
                           "all are reference rollouts or naive forecasts, which have no limit to meet"});
    return results;
}

bool asks_for_start_error(const std::vector<Threshold>& thresholds) {
    return std::ranges::any_of(thresholds, [](const Threshold& t) { return t.metric == of_start; });
}

bool asks_for_solver(const std::vector<Threshold>& thresholds) {
    return std::ranges::any_of(thresholds, [](const Threshold& t) { return t.metric == of_solver; });
}

namespace {

// Whether a limit is on a metric for which `wanted` holds, by its key or its heading.
template <class Wanted>
bool asks_for(const std::vector<Threshold>& thresholds, const Wanted& wanted) {
    const auto& table = metric_table();
    return std::ranges::any_of(thresholds, [&](const Threshold& t) {
        return std::ranges::any_of(table, [&](const MetricFacts& facts) {
            return wanted(facts) &&
                   (t.metric == facts.key || in_small_letters(t.metric) == in_small_letters(facts.heading));
        });
    });
}

}  // namespace

bool asks_for_ensembles(const std::vector<Threshold>& thresholds) {
    return asks_for(thresholds, [](const MetricFacts& facts) { return facts.family == MetricFamily::ensemble; });
}

bool asks_for_equal_members(const std::vector<Threshold>& thresholds) {
    return asks_for(thresholds, [](const MetricFacts& facts) {
        return facts.kind == Metric::Kind::crps || facts.kind == Metric::Kind::energy_score;
    });
}

std::vector<Problem> hints_on_statistics(const Scores& scores, const std::vector<Threshold>& of_file) {
    std::vector<Problem> hints;
    for (const Threshold& t : by_keys(of_file, scores.submissions.front().metrics)) {
        if (!names_no_statistic(t)) continue;
        if (headline_is_mean(find_metric(scores.submissions.front().metrics, t.metric)->metric)) continue;
        hints.push_back(
            {t.source,
             "names no statistic, so the geometric mean is tested; version 0.2 tested the arithmetic mean; write '" +
                 t.metric + ".geometric_mean' or '" + t.metric + ".mean'"});
    }
    return hints;
}

bool all_passed(const std::vector<GateResult>& results) { return std::ranges::all_of(results, &GateResult::passed); }

std::string gate_text(const GateResult& r) {
    if (r.threshold.against_baseline) return worse_text(r);
    const Threshold& t = r.threshold;
    // As many digits as tell the value from its limit.
    const bool alike = r.value != t.limit && short_number(r.value, 3) == short_number(t.limit, 3);
    const int digits = alike ? 9 : 3;
    std::string text = where_of(r) + ": " + t.metric + (t.statistic.empty() ? "" : " (" + t.statistic + ")") +
                       (r.interval_end ? ", end of its 95 % interval, is " : " is ") + short_number(r.value, digits) +
                       (t.at_most ? ", at most " : ", at least ") + short_number(t.limit, digits);
    if (r.passed) return text;
    if (!r.why.empty()) return text + ": " + r.why;
    if (t.limit > 0 && std::isfinite(r.value))
        return text + ": " + short_number(r.value / t.limit, 3) + " times the limit";
    return text + ": off by " + short_number(std::abs(r.value - t.limit), 3);
}

}  // namespace cchnn
