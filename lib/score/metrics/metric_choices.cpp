#include "score/metrics/metric_choices.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "core/nearest_name.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/version.hpp"
#include "score/metrics/relative_error.hpp"

namespace cchnn {
namespace {

std::string bootstrap_text(const MetricChoices& choices) {
    if (choices.resamples == 0) return "none";
    return "t,flips" + std::to_string(choices.resamples) + ",seed" + std::to_string(choices.bootstrap_seed);
}

}  // namespace

const char* name(NormChoice norm) { return norm == NormChoice::sum ? "sum" : "vector"; }
const char* name(StateChoice state) { return state == StateChoice::xv ? "xv" : "xp"; }
const char* name(SpanChoice span) { return span == SpanChoice::exact ? "T" : "Ndt"; }
const char* name(ConstraintChoice constraint) { return constraint == ConstraintChoice::rms ? "rms" : "stacked"; }

const char* name(RankChoice rank_by) {
    switch (rank_by) {
        case RankChoice::error: return "relative_error";
        case RankChoice::kinetic: return "kinetic";
        case RankChoice::start_error: return "start_error";
        case RankChoice::nrmse: return "nrmse";
        case RankChoice::crps: return "crps";
        case RankChoice::energy_score: return "energy_score";
        case RankChoice::sensitivity: return "sensitivity_error";
        case RankChoice::structure: return "structure_error";
    }
    throw std::logic_error("unknown RankChoice");
}

const char* words(RankChoice rank_by) {
    switch (rank_by) {
        case RankChoice::error: return "relative error";
        case RankChoice::kinetic: return "kinetic error";
        case RankChoice::start_error: return "start error";
        case RankChoice::nrmse: return "NRMSE";
        case RankChoice::crps: return "CRPS";
        case RankChoice::energy_score: return "energy score";
        case RankChoice::sensitivity: return "sensitivity error";
        case RankChoice::structure: return "structure error";
    }
    throw std::logic_error("unknown RankChoice");
}

RankChoice rank_choice(const std::string& text) {
    for (const RankChoice one : rank_choices)
        if (text == name(one)) return one;
    throw std::logic_error("no RankChoice is called " + text);
}

std::vector<Problem> MetricChoices::check() const {
    std::vector<Problem> problems;
    // Above 0.01 the floor would decide the score instead of the prediction. Below 1e-300 its logarithm loses digits.
    if (!(floor >= 1e-300 && floor <= 0.01))
        problems.push_back({option("floor"), "must be between 1e-300 and 0.01, got " + number_text(floor)});
    // The central 95 % of the ranks leaves out 2.5 % of the draws at either end, two of 100 draws.
    if (resamples != 0 && (resamples < 100 || resamples > 10'000'000))
        problems.push_back(
            {option("bootstrap"), "must be 0 (no intervals) or 100 .. 10000000, got " + std::to_string(resamples)});
    if (!(error_floor >= 1e-16 && error_floor <= 0.1))
        problems.push_back({option("error-floor"), "must be between 1e-16 and 0.1, got " + number_text(error_floor)});
    if (members < 2) problems.push_back({option("members"), "must be 2 or more, got " + std::to_string(members)});
    if (until && *until < 1)
        problems.push_back({option("until"), "must be a step >= 1, got " + std::to_string(*until)});
    if (context < 1)
        problems.push_back({option("context"), "must be 1 given sample or more, got " + std::to_string(context)});
    for (const double threshold : nrmse_at)
        if (!(threshold > 0 && std::isfinite(threshold)))
            problems.push_back({option("nrmse-at"), "must be a number > 0, got " + number_text(threshold)});
    for (const double threshold : valid_at)
        if (!(threshold > 0 && threshold < worst_error(norm)))
            problems.push_back(
                {option("valid-at"), "must be between 0 and the worst Err, got " + number_text(threshold)});
    return problems;
}

void read_until(const std::string& text, MetricChoices& choices, std::vector<Problem>& problems) {
    const bool is_time = text.ends_with('s');
    const char* end = text.data() + text.size() - (is_time ? 1 : 0);
    int step = 0;
    double time = 0;
    const std::from_chars_result read =
        is_time ? std::from_chars(text.data(), end, time) : std::from_chars(text.data(), end, step);
    const bool good =
        read.ec == std::errc() && read.ptr == end && (is_time ? time > 0 && std::isfinite(time) : step >= 1);
    if (!good)
        problems.push_back(
            {option("until"), "must be a step >= 1, such as 50, or a time, such as 1.5s, got '" + text + "'"});
    else if (is_time) choices.until_time = time;
    else choices.until = step;
}

MetricChoices until_in_steps(MetricChoices choices, double dt) {
    if (!choices.until_time) return choices;
    // 1.5 s are 50 steps of 0.03 s, whatever the quotient is rounded to.
    const double steps = std::floor(*choices.until_time / dt * (1 + 1e-9));
    if (steps < 1)
        throw UsageError(option("until"), "must reach the first step, " + number_text(dt) + " s, got " +
                                              number_text(*choices.until_time) + "s");
    choices.until = static_cast<int>(std::min(steps, 1e9));
    choices.until_time.reset();
    return choices;
}

void require_context(const MetricChoices& choices, int samples, const std::string& test_set) {
    if (choices.context < samples) return;
    throw UsageError(option("context"), "must be 1 .. " + std::to_string(samples - 1) + " for " + test_set +
                                            ", which has " + std::to_string(samples) + " samples, got " +
                                            std::to_string(choices.context) +
                                            "; at least one sample is left to predict");
}

MetricChoices preset_choices(const std::string& name) {
    MetricChoices choices;
    if (name == "paper") return choices;
    if (name != "published")
        throw UsageError(option("preset"), "unknown preset '" + name + "'" + suggestion(name, {"paper", "published"}));
    choices.preset = "published";
    choices.floor = 1e-8;
    choices.include_t0 = true;
    choices.span = SpanChoice::samples_dt;
    choices.constraint = ConstraintChoice::stacked;
    return choices;
}

std::string signature(const MetricChoices& choices, const std::string& system, const std::string& truth_digest,
                      const std::string& bound_digest) {
    return std::string("cchnn|err:") + name(choices.norm) + "|z:" + name(choices.state) +
           "|floor:" + number_text(choices.floor) + "|t0:" + (choices.include_t0 ? "yes" : "no") +
           "|span:" + name(choices.span) + "|phi:" + name(choices.constraint) +
           (choices.until ? "|until:" + std::to_string(*choices.until) : "") +
           (choices.context > 1 ? "|context:" + std::to_string(choices.context) : "") +
           (choices.context_view.empty() ? "" : "|view:" + choices.context_view.substr(0, 12)) +
           (choices.of_sensitivities() ? "|sensitivities" : "") + (choices.of_found() ? "|found" : "") +
           "|agg:geomean|ci:" + bootstrap_text(choices) + "|error-floor:" + number_text(choices.error_floor) +
           (choices.rank_by != RankChoice::error ? std::string("|by:") + name(choices.rank_by) : "") +
           (of_ensembles(choices.rank_by) ? ",M" + std::to_string(choices.members) : "") + "|sys:" + system +
           "|truth:" + truth_digest.substr(0, 12) +
           "|bound:" + (bound_digest.empty() ? "none" : bound_digest.substr(0, 12)) + "|v:" + tool_version;
}

}  // namespace cchnn
