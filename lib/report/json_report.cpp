#include "report/json_report.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "report/json_parts.hpp"
#include "score/horizons.hpp"
#include "score/model_scores.hpp"
#include "score/statistics/paired_test.hpp"
#include "spec/json/json_list.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const MetricChoices& choices) {
    Json json{{"preset", choices.preset},
              {"norm", name(choices.norm)},
              {"state", name(choices.state)},
              {"floor", choices.floor},
              {"include_t0", choices.include_t0},
              {"span", name(choices.span)},
              {"constraint", name(choices.constraint)},
              {"until", choices.until ? Json(*choices.until) : Json(nullptr)},
              {"context", choices.context},
              {"rank_by", name(choices.rank_by)},
              {"error_floor", choices.error_floor},
              {"members", of_ensembles(choices.rank_by) ? Json(choices.members) : Json(nullptr)},
              {"context_view", text_or_null(choices.context_view)},
              {"bootstrap", {{"resamples", choices.resamples}, {"seed", choices.bootstrap_seed}}}};
    if (choices.of_sensitivities()) json["sensitivities"] = true;
    if (choices.of_found()) json["found"] = true;
    return json;
}

Json to_json(const TruthInfo& truth) {
    Json json{{"path", truth.path},
              {"system", truth.system},
              {"digest", truth.digest},
              {"split", truth.split},
              {"seed", truth.seed},
              {"trajectories", truth.trajectories},
              {"samples", truth.samples},
              {"nodes", truth.nodes},
              {"dimension", truth.dimension},
              {"dt", truth.dt},
              {"still_coordinates", truth.still_coordinates},
              {"persistence_error", json_number(truth.persistence_error)}};
    if (truth.lyapunov)
        json["lyapunov_exponent"] = {
            {"mean", truth.lyapunov->mean}, {"low", truth.lyapunov->low}, {"high", truth.lyapunov->high}};
    return json;
}

// Intervals are null where none was computed. `censored` counts trajectories that stay valid to the end, so that
// their valid time is only known to be at least that.
Json to_json(const MetricScore& score) {
    const Summary& s = score.summary;
    Json json{{"title", score.metric.title},
              {"unit", score.metric.unit},
              {"larger_is_better", score.metric.larger_is_better},
              {"mean", json_number(s.mean)},
              {"mean_ci95", json_interval(s.mean_ci95)},
              {"tail_too_heavy", s.tail_too_heavy},
              {"geometric_mean", json_number(s.geometric_mean)},
              {"geometric_mean_ci95", json_interval(s.geometric_mean_ci95)},
              {"median", json_number(s.median)},
              {"p05", json_number(s.p05)},
              {"p95", json_number(s.p95)}};
    if (family(score.metric) == MetricFamily::valid_time) json["censored"] = score.censored;
    if (score.worst_member) json["worst_member"] = json_number(*score.worst_member);
    return json;
}

Json to_json(const ErrorOverTime& curve) {
    return {{"times", json_numbers(curve.times)},
            {"mean", json_numbers(curve.mean)},
            {"median", json_numbers(curve.median)},
            {"p05", json_numbers(curve.p05)},
            {"p95", json_numbers(curve.p95)}};
}

Json to_json(const std::optional<TruthFloor>& floor) {
    if (!floor) return nullptr;
    return {{"samples", floor->samples},
            {"of_samples", floor->of_samples},
            {"trajectories", floor->trajectories},
            {"largest_bound", floor->largest_bound}};
}

// With the curve of levels and errors.
Json to_json(const StartError& e) {
    Json json = json_start_error(e);
    json["levels"] = json_numbers(e.levels);
    json["errors"] = json_numbers(e.errors);
    return json;
}

Json to_json(const std::optional<ParameterBound::Deviation>& bound) {
    if (!bound) return nullptr;
    return {{"deviation", json_number(bound->value)}, {"error_over_bound", json_number(bound->ratio)}};
}

// `truth` is null if it differs from trajectory to trajectory; `estimate` is null if there are several, of trajectories
// or of training seeds, or if it is not finite. The summary is that of the errors.
Json to_json(const ParameterScore& p) {
    Json json{{"pointer", p.pointer},
              {"name", p.name},
              {"unit", p.unit},
              {"error", name(p.kind)},
              {"per_trajectory", p.per_trajectory},
              {"truth", json_number(p.truth)},
              {"estimate", p.estimate && std::isfinite(*p.estimate) ? Json(*p.estimate) : Json(nullptr)}};
    json.update(json_summary(p.summary));
    if (p.bound)
        json["bound"] = {{"start_estimated", to_json(p.bound->start_estimated)},
                         {"start_known", to_json(p.bound->start_known)}};
    return json;
}

Json parameters_json(const std::vector<ParameterScore>& parameters) {
    return json_list(parameters, [](const ParameterScore& p) { return to_json(p); });
}

Json to_json(const EnsembleSummary& e) {
    const auto coverage_json = [](const EnsembleSummary::Coverage& c) {
        return Json{{"interval", c.interval.wanted},
                    {"nominal", c.interval.nominal},
                    {"share", c.share},
                    {"share_ci95", json_interval(c.ci95)}};
    };
    const auto rank_json = [](const EnsembleSummary::Rank& rank) {
        return Json{{"share", rank.share}, {"share_ci95", json_interval(rank.ci95)}};
    };
    return {{"members", e.members},
            {"spread_skill", json_number(e.spread_skill)},
            {"spread_skill_ci95", json_interval(e.spread_skill_ci95)},
            {"coverage", json_list(e.coverage, coverage_json)},
            {"rank_histogram", json_list(e.ranks, rank_json)},
            {"unranked", e.unranked}};
}

// All that is known of one file. Keys that only some files have (an ensemble, parameters, a time that the model
// states) are left out where they are missing; schemas/report.schema.json lists them.
Json to_json(const SubmissionScores& submission) {
    Json metrics = Json::object();
    for (const MetricScore& score : submission.metrics) metrics[score.metric.key] = to_json(score);
    const Diverged& diverged = submission.diverged;
    Json json{
        {"label", submission.label},
        {"path", submission.path},
        {"model", submission.model},
        {"notes", submission.notes},
        {"reference", submission.reference},
        {"naive", text_or_null(submission.naive)},
        {"remarks", submission.remarks},
        {"diverged", {{"trajectories", diverged.trajectories}, {"values", diverged.values}, {"ids", diverged.ids}}},
        {"truth_floor", to_json(submission.truth_floor)},
        {"at_floor", submission.at_floor},
        {"still_trajectories", submission.motion.still},
        {"metrics", metrics},
        {"relative_error_per_trajectory", json_numbers(submission.relative_error)},
        {"error_over_time", to_json(submission.error_over_time)},
        {"energy_over_time", to_json(submission.energy_over_time)},
        {"nrmse_over_time", to_json(submission.nrmse_over_time)},
        {"violation_over_time",
         submission.violation_over_time.times.empty() ? Json(nullptr) : to_json(submission.violation_over_time)}};
    if (submission.ensemble) json["ensemble"] = to_json(*submission.ensemble);
    if (submission.start_error) json["start_error"] = to_json(*submission.start_error);
    if (!submission.parameters.empty()) json["parameters"] = parameters_json(submission.parameters);
    if (const auto& time = submission.stated_time)
        json["stated_time"] = {{"seconds", time->seconds}, {"hardware", time->hardware}};
    return json;
}

// A method with all its training seeds, in contrast to a single file.
Json to_json(const ModelScores& model) {
    Json metrics = Json::object();
    for (const MetricScore& score : model.metrics) metrics[score.metric.key] = to_json(score);
    Json json{{"label", model.label},
              {"submissions", model.members},
              {"reference", model.reference},
              {"naive", text_or_null(model.naive)},
              {"metrics", metrics},
              {"failed", json_failed(model.failed)},
              {"persistence", text_or_null(persistence_words(model))}};
    if (model.start_error) json["start_error"] = to_json(*model.start_error);
    if (!model.parameters.empty()) json["parameters"] = parameters_json(model.parameters);
    return json;
}

// The name of the test that gave p; null without p.
Json name_or_null(const PairedTest& test) { return test.p_value ? Json(name(test.test)) : Json(nullptr); }

// How many training seeds would show an error ratio of `ratio` with probability `power`; seeds null if no
// number of them would on these trajectories.
Json seeds_json(const PairedTest& test) {
    if (!test.seeds_for_power) return nullptr;
    const auto& seeds = test.seeds_for_power->seeds;
    return {{"ratio", ratio_to_see}, {"power", power_to_see_it}, {"seeds", seeds ? Json(*seeds) : Json(nullptr)}};
}

Json to_json(const ModelComparison& c) {
    return {{"a", c.a},
            {"b", c.b},
            {"ratio", json_number(c.test.ratio)},
            {"ratio_ci95", json_interval(c.test.ratio_ci95)},
            {"better", c.test.better},
            {"worse", c.test.worse},
            {"p_value", json_number(c.test.p_value)},
            {"p_holm", json_number(c.p_holm)},
            {"exact", c.test.exact},
            {"of", name(c.test.of)},
            {"test", name_or_null(c.test)},
            {"seeds_for_power", seeds_json(c.test)},
            {"at_floor", c.at_floor}};
}

Json published_json(const Scores& scores) {
    const auto score_json = [](const PublishedScore& p) {
        return Json{{"model", p.model},
                    {"trajectories", p.trajectories},
                    {"mean", p.mean},
                    {"mean_ci95", json_interval(p.mean_ci95)},
                    {"geometric_mean", p.geometric_mean},
                    {"geometric_mean_ci95", json_interval(p.geometric_mean_ci95)}};
    };
    return {{"recipe", "preset published"},
            {"remarks", published_remarks(scores.truth.system)},
            {"scores", json_list(scores.published, score_json)}};
}

Json to_json(const GateResult& r) {
    Json json{{"submission", r.submission},
              {"metric", r.threshold.metric},
              {"statistic", r.threshold.statistic},
              {"rule", r.threshold.against_baseline ? "worse_by"
                       : r.threshold.at_most        ? "max"
                                                    : "min"},
              {"limit", r.threshold.limit},
              {"value", json_number(r.value)},
              {"passed", r.passed}};
    if (!r.system.empty()) json["system"] = r.system;
    if (const auto& against = r.against)
        json["baseline"] = {{"label", against->baseline},
                            {"own", json_number(against->own)},
                            {"value", json_number(against->its)},
                            {"ratio_low", json_number(against->low)},
                            {"ratio_high", json_number(against->high)},
                            {"how", against->how}};
    if (!r.passed) json["what"] = gate_text(r);
    return json;
}

// The paired test against the first model. p_holm is p corrected for the number of such tests (Holm).
Json json_against_first(const Standing& s) {
    const PairedTest& test = *s.against_first;
    return {{"of", name(test.of)},
            {"test", name_or_null(test)},
            {"seeds_for_power", seeds_json(test)},
            {"ratio", json_number(test.ratio)},
            {"ratio_ci95", json_interval(test.ratio_ci95)},
            {"p_value", json_number(test.p_value)},
            {"p_holm", json_number(s.p_holm)}};
}

Json to_json(const Standing& s) {
    return {{"model", s.model},
            {"error", json_number(s.error)},
            {"error_ci95", json_interval(s.error_ci95)},
            {"error_ratio", json_number(s.error_ratio)},
            {"rank", s.rank},
            {"first_in_draws", s.draws ? Json(s.draws->first) : Json(nullptr)},
            {"rank_range95", s.draws ? Json::array({s.draws->lowest, s.draws->highest}) : Json(nullptr)},
            {"against_first", s.against_first ? json_against_first(s) : Json(nullptr)},
            {"persistence", text_or_null(s.persistence)},
            {"same_as", s.same_as.empty() ? Json(nullptr) : Json(s.same_as)},
            {"failed", json_failed(s.failed)},
            {"unordered_with_first", s.unordered},
            {"interquartile_mean", json_number(s.interquartile_mean)},
            {"improvement_over_first", json_number(s.improvement)},
            {"missing", s.missing}};
}

Json to_json(const SolverRung& rung) {
    return {{"setting", rung.setting},          {"flags", rung.flags}, {"seconds", rung.seconds},
            {"error", json_number(rung.error)}, {"steps", rung.steps}, {"evaluations", rung.evaluations}};
}

// The name of a solver's setting; null if no setting of the ladder does it.
Json setting_of(const SolverLadder& ladder, std::optional<std::size_t> rung) {
    return rung ? Json(ladder.rungs[*rung].setting) : Json(nullptr);
}

Json to_json(const SolverLadder& ladder, const std::vector<ModelScores>& models) {
    Json json{{"machine", ladder.machine}, {"trajectories", ladder.trajectories}};
    for (const SolverRung& rung : ladder.rungs) json["settings"].push_back(to_json(rung));
    for (const ModelScores& model : models) {
        const SolverComparison& c = *model.solver;
        json["models"].push_back({{"label", model.label},
                                  {"error", json_number(c.error)},
                                  {"seconds", json_number(c.seconds)},
                                  {"at_equal_error", setting_of(ladder, c.at_equal_error)},
                                  {"cheapest_is_enough", c.cheapest_is_enough},
                                  {"at_equal_time", setting_of(ladder, c.at_equal_time)},
                                  {"fewest_evaluations", setting_of(ladder, c.fewest_evaluations)}});
    }
    return json;
}

template <class T>
Json list(const std::vector<T>& all) {
    return json_list(all, [](const T& item) { return to_json(item); });
}

// Valid times of a chaotic system are given in Lyapunov times too: times the mean exponent.
Json submissions_json(const Scores& scores) {
    Json all = list(scores.submissions);
    if (!scores.truth.chaotic()) return all;
    for (std::size_t i = 0; i < all.size(); ++i)
        for (const MetricScore& score : scores.submissions[i].metrics)
            if (family(score.metric) == MetricFamily::valid_time)
                all[i]["metrics"][score.metric.key]["lyapunov_times"] =
                    score.summary.mean * scores.truth.lyapunov->mean;
    return all;
}

Json horizons_json(const Scores& scores) {
    const Horizons horizons = horizons_of(scores);
    Json json{{"unit", horizons.of_lyapunov_time ? "lyapunov_time" : "span"},
              {"seconds", horizons.unit},
              {"at", horizons.at},
              {"submissions", Json::array()}};
    for (const SubmissionScores& s : scores.submissions) {
        json["submissions"].push_back({{"label", s.label},
                                       {"error", json_numbers(medians_at(horizons, s.error_over_time))},
                                       {"nrmse", json_numbers(medians_at(horizons, s.nrmse_over_time))}});
        if (!s.crps_over_time.times.empty())
            json["submissions"].back()["crps"] = json_numbers(means_at(horizons, s.crps_over_time));
    }
    return json;
}

// What a plain report, a gate and each system of a comparison have in common.
Json body_json(const Scores& scores) {
    Json json{{"signature", scores.signature},
              {"choices", to_json(scores.choices)},
              {"truth", to_json(scores.truth)},
              {"submissions", submissions_json(scores)}};
    json["horizons"] = horizons_json(scores);
    if (scores.grouped) json["models"] = list(scores.models);
    json["comparisons"] = list(scores.comparisons);
    if (scores.solver) json["solver"] = to_json(*scores.solver, scores.models);
    if (!scores.observed.empty()) json["observed"] = scores.observed;
    if (!scores.published.empty()) json["published"] = published_json(scores);
    if (!scores.published_elsewhere.empty()) json["published_left_out"] = scores.published_elsewhere;
    return json;
}

void add_comparison(const Comparison& comparison, Json& json) {
    json["error_floor"] = comparison.systems.front().choices.error_floor;
    json["rank_by"] = name(comparison.systems.front().choices.rank_by);
    json["standings"] = list(comparison.standings);
    json["remarks"] = comparison.remarks;
    json["systems"] = json_list(comparison.systems, body_json);
}

}  // namespace

// The word for an exit code by which scripts branch without looking at the number.
const char* verdict(ExitCode code) {
    switch (code) {
        case ExitCode::ok: return "scored";
        case ExitCode::gate_failed: return "failed";
        case ExitCode::usage: return "usage";
        case ExitCode::invalid_input: return "invalid_input";
        case ExitCode::io: return "io";
        case ExitCode::numerical: return "numerical";
        case ExitCode::not_judged: return "not_judged";
    }
    return "unknown";
}

std::string json_report(const Scores& scores) {
    Json json = report_head("cchnn-eval report", verdict(ExitCode::ok), ExitCode::ok);
    json.update(body_json(scores));
    return json_document(json);
}

std::string json_gate_report(const Scores& scores, const std::vector<GateResult>& results) {
    const bool passed = all_passed(results);
    Json json =
        report_head("cchnn-eval report", passed ? "passed" : "failed", passed ? ExitCode::ok : ExitCode::gate_failed);
    json["gate"] = list(results);
    json.update(body_json(scores));
    return json_document(json);
}

std::string json_comparison(const Comparison& comparison) {
    Json json = report_head("cchnn-eval comparison", "compared", ExitCode::ok);
    add_comparison(comparison, json);
    return json_document(json);
}

std::string json_gate_report(const std::vector<Scores>& systems, const std::vector<GateResult>& results) {
    if (systems.size() == 1) return json_gate_report(systems.front(), results);
    const bool passed = all_passed(results);
    Json json = report_head("cchnn-eval comparison", passed ? "passed" : "failed",
                            passed ? ExitCode::ok : ExitCode::gate_failed);
    json["gate"] = list(results);
    add_comparison({systems, {}, {}}, json);
    return json_document(json);
}

}  // namespace cchnn
