#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "contains_text.hpp"
#include "integrate/impacts/contact_gaps.hpp"
#include "integrate/integrate_fixture.hpp"
#include "places.hpp"
#include "report/example_scores.hpp"
#include "report/json_report.hpp"
#include "report/page/html_parts.hpp"
#include "report/tables/table_reports.hpp"
#include "score/ensemble/ensemble_scores.hpp"
#include "score/metrics/impact_errors.hpp"
#include "score/metrics/kinetic_error.hpp"
#include "score/metrics/metrics.hpp"
#include "score/metrics/sensitivity_error.hpp"
#include "score/metrics/spread_fixture.hpp"
#include "score/metrics/structure_error.hpp"
#include "score/metrics/trajectory_curves.hpp"
#include "stories/story_fixture.hpp"

// Every row of the table of metrics answers truly, as far as one system shows in which all of them exist: an answer
// that is missing does not compile, one that is trivial, or another row's, fails here.

using namespace cchnn;
using cchnn_test::Compiled;
using cchnn_test::contains_text;
using Json = nlohmann::json;

namespace {

// Two masses on a rod, thrown into empty space: constraints, bodies, and all six momenta. The spring between them does
// no work in the truth, and makes a kinetic energy another number than the energy in a prediction that leaves the rod.
const Compiled& thrown() {
    static const Compiled c(R"({
      "name": "thrown_rod", "dimension": 3,
      "bodies": [{"id": "light", "type": "Obj0D", "mass": 1}, {"id": "heavy", "type": "Obj0D", "mass": 2}],
      "constraints": [{"type": "Link", "between": ["light", "heavy"], "length": 1}],
      "potentials": [{"type": "Spring", "between": ["light", "heavy"], "stiffness": 1, "rest_length": 0.5}],
      "initial_conditions": {"states": [{"position": {"light": [1, 0.5, 0.2], "heavy": [0, 0.5, 0.2]},
                                         "velocity": {"light": [0.3, 1, 0.4], "heavy": [0.3, -0.6, 0.1]}}]},
      "sampling": {"dt": 0.02, "steps": 1003}})");
    return c;
}

MetricChoices choices() {
    MetricChoices all;
    all.constraint = ConstraintChoice::stacked;
    all.context = 3;  // 1001 samples are left, the last given one with them
    all.rank_by = RankChoice::kinetic;
    all.sensitivities = true;
    all.found = true;
    return all;
}

std::vector<Metric> all_metrics() {
    static const MetricChoices all = choices();
    static const std::vector<BodyNodes> bodies{{"light", 0, 1}, {"heavy", 1, 1}};
    return metrics_for({all, 1001, true, true, thrown().system.conserved(), bodies, true, true, true});
}

TrajectoryBatch motion() {
    return integrate(thrown().system, thrown().draw(1), thrown().own_times(), default_protocol());
}

// Drifts off, each body on its own way, until nothing of the motion is left in it; furthest at a sample that no metric
// looks at alone.
TrajectoryBatch drifting(TrajectoryBatch batch, double part = 1) {
    for (int k = 1; k < batch.samples - 2; ++k)
        for (int i = 0; i < 6; ++i) {
            const std::size_t at = to_size(6 * (k + 2) + i);
            const double far = part * (k == 90 ? 10 : 1);
            batch.x[at] += far * 1e-3 * k * k * (1 + 0.3 * i);
            batch.v[at] += far * 0.012 * k * (1 - 0.4 * i);
        }
    return batch;
}

// What a motion states of its derivatives: numbers that follow from its states, of other sizes in each column.
std::vector<double> derivatives_of(const TrajectoryBatch& motion, std::size_t columns) {
    std::vector<double> all;
    for (std::size_t at = 0; at < motion.x.size(); at += 6)
        for (std::size_t row = 0; row < 12; ++row)
            for (std::size_t j = 1; j <= columns; ++j)
                all.push_back(motion.x[at + (row + j) % 6] + static_cast<double>(j) * motion.x[at + row % 6]);
    return all;
}

// What is found of a motion, from how far it is off where it ends: nothing is missed by the truth, all by one that is not finite.
StructureScores structure_of(const TrajectoryBatch& predicted, const TrajectoryBatch& truth) {
    const double apart = std::fabs(predicted.x.back() - truth.x.back()),
                 off = apart < INFINITY ? apart / (1 + apart) : 1;
    const auto of = [&](double a) {
        return StructureScores::Of{90 * a * off, 89 * a * off, 3 - 2.7 * a * off, 2.5 * a * off, 2.3 * a * off};
    };
    return {of(1), of(0.97), of(0.91), 0.93 * off};
}

// A floor where the light mass turns for the first time: to (2) of impact_errors.hpp this is an impact.
struct TouchedFloor {
    explicit TouchedFloor(const TrajectoryBatch& motion, int given) {
        int k = given;
        while (motion.v[to_size(6 * k + 1)] < 0 || motion.v[to_size(6 * k - 5)] >= 0) ++k;
        ContactSpec floor;
        floor.a.body = "light";
        floor.point = {0, motion.x[to_size(6 * k + 1)], 0};
        floor.normal = {0, 1, 0};
        gaps = gaps_of(resolved_contacts({floor}, thrown().graph.parts()), thrown().system);
        impacts = {&gaps, {(k - given - 0.5) * 0.02}, {0}, std::numeric_limits<double>::infinity()};
    }
    std::vector<ContactGap> gaps;
    ReferenceImpacts impacts;
};

TrajectoryScores scores_of(const TrajectoryBatch& predicted) {
    const TrajectoryBatch truth = motion();
    const CoordinateSpread spread = cchnn_test::spread_of_one(1003, truth.x, truth.v);
    constexpr std::size_t given = 6 * 2;  // before the last given state
    // The other one of two members is half as far off, so that the fair scores are no others.
    EnsembleTally tally(spread, 2);
    for (std::size_t at = given + 6; at < truth.x.size(); at += 6) {
        std::vector<double> x, v;
        for (const double part : {1.0, 0.5})
            for (std::size_t i = at; i < at + 6; ++i) {
                x.push_back(truth.x[i] + part * (predicted.x[i] - truth.x[i]));
                v.push_back(truth.v[i] + part * (predicted.v[i] - truth.v[i]));
            }
        tally.add(&truth.x[at], &truth.v[at], x.data(), v.data(), 6);
    }
    const EnsembleScores ensemble = tally.finish();
    const std::vector<double> centre(6, 0.25);
    const KineticSpread kinetic{&thrown().system, 2, 3, centre, centre};
    const std::vector<double> start = derivatives_of(truth, 4), said = derivatives_of(predicted, 4),
                              numbers = derivatives_of(truth, 2), said_numbers = derivatives_of(predicted, 2);
    const SensitivityScores sensitivity =
        sensitivity_scores(thrown().system, {1001, 4, {0.5, 2}},
                           {&predicted.x[given], &predicted.v[given], {&said[given * 8], &said_numbers[given * 4]}},
                           {&truth.x[given], &truth.v[given], {&start[given * 8], &numbers[given * 4]}});
    const StructureScores structure = structure_of(predicted, truth);
    const TouchedFloor floor(truth, 2);
    return score_trajectory(
        thrown().system, choices(), all_metrics(), 1001, 0.02,
        {&truth.x[given], &truth.v[given], nullptr, &spread, &kinetic, nullptr, nullptr, &floor.impacts},
        {&predicted.x[given], &predicted.v[given], nullptr, nullptr, nullptr, &sensitivity, &structure}, &ensemble);
}

std::string file(const std::string& path) { return cchnn_test::bytes_of(cchnn_test::source_dir() + "/" + path); }

// A row of the table of metrics in schemas/metrics.md.
struct Documented {
    std::string key;
    std::regex pattern;  // K, E, ID at the end of a key stand for anything
    std::string unit, table;
};
std::vector<Documented> documented() {
    static const std::regex row(R"(\n\| (`[^\n]*`) \|[^\n]* \| ([^|\n]+) \| ([^|\n]+) \|(?=\n))"),
        key("`([a-z_A-Z0-9]+)`");
    const std::string all = file("schemas/metrics.md"), text = all.substr(0, all.find("\n## 2."));
    std::vector<Documented> found;
    for (std::sregex_iterator r(text.begin(), text.end(), row), end; r != end; ++r) {
        std::string unit = (*r)[2];
        if (const std::size_t square = unit.find("²"); square != std::string::npos)
            unit.replace(square, std::string("²").size(), "^2");
        const std::string keys = (*r)[1];
        for (std::sregex_iterator k(keys.begin(), keys.end(), key); k != end; ++k) {
            const std::string name = (*k)[1];
            found.push_back(
                {name, std::regex(std::regex_replace(name, std::regex("_(K|E|ID)$"), "_.+")), unit, (*r)[3]});
        }
    }
    return found;
}

// One submission in which every metric has a number of its own, told apart in two decimals and in three digits.
Scores told_apart() {
    Scores scores = example_scores();
    SubmissionScores submission = scores.submissions[0];
    submission.metrics.clear();
    double value = 1;
    for (const Metric& metric : all_metrics()) submission.metrics.push_back(example_metric(metric, value += 0.17));
    scores.submissions = {submission};
    return scores;
}

// The tables that show a value.
std::vector<const CaptionedTable*> tables_with(const std::vector<CaptionedTable>& tables, const std::string& value) {
    std::vector<const CaptionedTable*> found;
    for (const CaptionedTable& t : tables) {
        const auto& row = t.table.rows.front();
        if (std::any_of(row.begin(), row.end(), [&](const std::string& cell) { return cell.starts_with(value); }))
            found.push_back(&t);
    }
    return found;
}

}  // namespace

TEST_CASE("each metric exists in a system that has everything, with a key of its own") {
    std::set<std::string> keys;
    std::set<Metric::Kind> kinds;
    for (const Metric& metric : all_metrics()) {
        CHECK_MESSAGE(keys.insert(metric.key).second, metric.key);
        kinds.insert(metric.kind);
        for (const std::string& text : {metric.key, metric.title, metric.heading})
            CHECK_FALSE_MESSAGE(contains_text(text, "{}"), metric.key << ": nothing is put in for {}");
    }
    std::set<std::string> titles;
    for (const MetricFacts& row : metric_table()) {
        CHECK_MESSAGE(kinds.contains(row.kind), row.key << ": subjects() finds none");
        CHECK_MESSAGE(titles.insert(row.title).second, row.key << " has the title of another metric");
    }
    CHECK(all_metrics().front().key == "relative_error");
}

TEST_CASE("each metric is best for the truth, worse for a motion that drifts off, worst for one that is not finite") {
    const TrajectoryBatch truth = motion();
    TrajectoryBatch lost = truth;
    for (double& x : lost.x) x = std::numeric_limits<double>::quiet_NaN();
    const TrajectoryScores best = scores_of(truth), worse = scores_of(drifting(truth)), worst = scores_of(lost);
    const std::vector<Metric> metrics = all_metrics();
    for (std::size_t m = 0; m < metrics.size(); ++m) {
        CAPTURE(metrics[m].key);
        const double sign = facts(metrics[m].kind).better == Better::larger ? -1 : 1;
        CHECK(metrics[m].larger_is_better == (sign < 0));
        CHECK(sign * worse.values[m] > sign * best.values[m]);
        CHECK(sign * worst.values[m] >= sign * worse.values[m]);
        CHECK(best.censored[m] == (family(metrics[m]) == MetricFamily::valid_time));
        CHECK(!worse.censored[m]);
    }
}

TEST_CASE("no metric has the value of another one") {
    // What drifts off far turns at no floor, which gives several metrics their worst value; what drifts little does.
    const TrajectoryScores far = scores_of(drifting(motion())), near = scores_of(drifting(motion(), 1e-6));
    const std::vector<Metric> metrics = all_metrics();
    for (std::size_t a = 0; a < metrics.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            CHECK_MESSAGE((far.values[a] != far.values[b] || near.values[a] != near.values[b]),
                          metrics[a].key << " is " << metrics[b].key);
}

// Spectra are compared by their shares, which neither a sign nor a factor changes.
TEST_CASE("a motion mirrored at the origin and doubled has other momenta, and the spectra of the truth") {
    TrajectoryBatch doubled = motion();
    for (double& x : doubled.x) x *= -2;
    for (double& v : doubled.v) v *= -2;
    const TrajectoryScores scores = scores_of(doubled);
    std::map<std::string, double> value;
    const std::vector<Metric> metrics = all_metrics();
    for (std::size_t m = 0; m < metrics.size(); ++m) value[metrics[m].key] = scores.values[m];
    CHECK(value.at("linear_momentum_error_y") > 0.1);
    CHECK(value.at("angular_momentum_error_y") > 0.01);
    // A square root of a difference of numbers that round at 1e-16.
    CHECK(value.at("spectrum_hellinger") < 1e-7);
    CHECK(value.at("wasserstein_spectrum") < 1e-12);  // rounding
}

TEST_CASE("schemas/metrics.md has each metric once, with its unit, and no metric that is not there") {
    const std::vector<Documented> rows = documented();
    std::set<std::string> used;
    for (const Metric& metric : all_metrics()) {
        CAPTURE(metric.key);
        int found = 0;
        for (const Documented& row : rows) {
            if (!std::regex_match(metric.key, row.pattern)) continue;
            ++found;
            used.insert(row.key);
            CHECK(row.unit == metric.unit);
        }
        CHECK_MESSAGE(found == 1, "rows of the table in schemas/metrics.md: " << found);
    }
    for (const Documented& row : rows) CHECK_MESSAGE(used.contains(row.key), row.key << " is no metric");
}

TEST_CASE("the schema of reports takes the key of each metric") {
    const Json schema = Json::parse(file("schemas/report.schema.json"));
    const std::string pattern = schema.at("definitions").at("metric_key").at("pattern");
    for (const Metric& metric : all_metrics())
        CHECK_MESSAGE(std::regex_search(metric.key, std::regex(pattern)),
                      metric.key << " is not in the pattern of schemas/report.schema.json");
}

TEST_CASE("the metrics of a system without constraints, momenta or bodies are those that the schema requires") {
    const Json schema = Json::parse(file("schemas/report.schema.json"));
    std::set<std::string> required, there;
    for (const std::string key : schema.at("definitions").at("metrics").at("required")) required.insert(key);
    for (const Metric& metric : metrics_for({}, 1, false)) there.insert(metric.key);
    CHECK(there == required);
}

static double shown(const MetricScore& score) {
    return headline_is_mean(score.metric) ? score.summary.mean : score.summary.geometric_mean;
}

TEST_CASE("each metric stands in the table that schemas/metrics.md says, under a heading of its own") {
    const Scores scores = told_apart();
    const std::vector<CaptionedTable> tables = score_tables(scores);
    std::set<std::string> places;
    for (const MetricScore& score : scores.submissions[0].metrics) {
        CAPTURE(score.metric.key);
        const auto found = tables_with(tables, with_interval(score.metric, shown(score), {}));
        REQUIRE(found.size() == 1);
        const CaptionedTable* table = found[0];
        for (const Documented& row : documented())
            if (std::regex_match(score.metric.key, row.pattern)) CHECK(table->caption.starts_with(row.table));
        const auto& headings = table->table.headings;
        CHECK(places.insert(table->caption + score.metric.heading).second);
        // "VPT, Err > 0.1": what has a threshold is what the title compares.
        const std::string& heading = score.metric.heading;
        if (const std::size_t limit = heading.find(" > "); limit != std::string::npos) {
            const std::size_t compared = heading.rfind(' ', limit - 1) + 1;
            CHECK(contains_text(score.metric.title, heading.substr(compared, limit - compared)));
        }
        if (score.metric.kind != Metric::Kind::relative_error)  // its table shows more than one number of it
            CHECK(std::count(headings.begin(), headings.end(), score.metric.heading) == 1);
        else CHECK(table->caption.starts_with(score.metric.heading));
    }
}

TEST_CASE("each metric is in every form of a report, with title, unit and which values are better") {
    const Scores scores = told_apart();
    const Json metrics = Json::parse(json_report(scores)).at("submissions").at(0).at("metrics");
    const std::string csv = csv_report({scores});
    std::set<std::string> titles;
    for (const MetricScore& score : scores.submissions[0].metrics) {
        const Metric& metric = score.metric;
        CAPTURE(metric.key);
        const Json& json = metrics.at(metric.key);
        CHECK(json.at("mean") == score.summary.mean);
        CHECK(json.at("title") == metric.title);
        CHECK(json.at("unit") == metric.unit);
        CHECK(json.at("larger_is_better") == metric.larger_is_better);
        CHECK(json.contains("censored") == (family(metric) == MetricFamily::valid_time));
        CHECK_MESSAGE(titles.insert(metric.title).second, "another metric has this title: " << metric.title);
        CHECK(csv.find("," + metric.key + "," + metric.unit + "," + csv_number(score.summary.mean) + ",") !=
              std::string::npos);
        const std::string value = with_interval(metric, shown(score), {});
        for (const std::string& form :
             {text_report(scores, 120), markdown_report(scores), html_tables(score_tables(scores)).text()})
            CHECK(contains_text(form, value));
    }
}
