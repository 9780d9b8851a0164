#include "report/tables/audit_report.hpp"
#include "report/commands/command_report.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "contains_text.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

namespace {

AuditReport report(bool bounded, double error) {
    AuditTally tally;
    AuditedTrajectory which;
    which.split = "test";
    which.trajectory = 7;
    tally.add(which, {0, error, error}, bounded ? std::vector<double>{1e-15, 1e-10, 1e-10} : std::vector<double>{},
              {0, 0.5, 1});
    AuditReport r = tally.finish();
    r.system = "some_system";
    r.directory = "data/some_system";
    r.population = 100;
    return r;
}

}  // namespace

TEST_CASE("audit report: a row a system, and a line for one that failed") {
    const std::string good = audit_text({report(true, 2e-12)}, 200), bad = audit_text({report(true, 2e-9)}, 200);
    CHECK(contains_text(good, "some_system"));
    CHECK(contains_text(good, "100.000 %"));
    CHECK(contains_text(good, "test 7"));
    CHECK_FALSE(contains_text(good, "FAILED"));
    CHECK(contains_text(
        bad, "  data/some_system FAILED: 0.000 % of 2 samples are within their bound, 99.900 % are required\n"));
    CHECK(contains_text(audit_text({report(false, 2e-9)}, 200),
                        "  data/some_system has no error bounds: generated with --bound off, or imported\n"));
}

TEST_CASE("audit report: derivatives have a row and lines of their own, and decide with the states") {
    AuditReport both = report(true, 2e-12);
    both.derivatives = {report(true, 2e-12)};
    both.derivatives[0].of_derivatives = true;
    CHECK(both.passed());
    CHECK(contains_text(audit_text({both}, 200), "some_system, derivatives"));
    both.derivatives = {report(true, 2e-9)};
    both.derivatives[0].of_derivatives = true;
    CHECK(both.verdict() == AuditVerdict::failed);
    CHECK(contains_text(audit_text({both}, 200), "  data/some_system, derivatives FAILED: 0.000 % of 2 samples"));
    const auto json = nlohmann::json::parse(audit_json({both}))["systems"][0];
    CHECK(json["verdict"] == "failed");
    CHECK(json["within"] == 2);
    CHECK(json["derivatives"]["within"] == 0);
    CHECK_FALSE(json["derivatives"].contains("mass_matrix_off"));

    AuditedTrajectory& late = both.derivatives[0].trajectories[0];
    both.derivatives[0].samples = both.derivatives[0].within = both.derivatives[0].judged = 0;
    late.not_judged = "the time limit was reached";
    late.out_of_time = true;
    CHECK(both.verdict() == AuditVerdict::not_judged);
    CHECK(contains_text(
        audit_text({both}, 200),
        "  data/some_system, derivatives TIME LIMIT REACHED, and nothing wrong found: 1 (the time limit was "
        "reached); --budget allows more time\n"));
}

TEST_CASE("audit report: what was not judged, and what is not the system's, are said") {
    AuditReport some = report(true, 2e-12);
    some.trajectories.push_back(some.trajectories.front());
    some.trajectories.back().not_judged = "two solutions do not agree";
    CHECK(contains_text(audit_text({some}, 200), "1 of 2"));
    CHECK(contains_text(audit_text({some}, 200),
                        "  data/some_system FAILED: not decided: 1 (two solutions do not agree)\n"));
    AuditReport late = some;
    late.trajectories.back().not_judged = "the time limit was reached";
    late.trajectories.back().out_of_time = true;
    CHECK(late.verdict() == AuditVerdict::not_judged);
    CHECK(
        contains_text(audit_text({late}, 200),
                      "  data/some_system TIME LIMIT REACHED, and nothing wrong found: 1 (the time limit was reached); "
                      "--budget allows more time, --intervals looks at single intervals, which take far less\n"));
    AuditReport other = report(true, 2e-12);
    other.energy_off = 3e-12;
    other.mass_off = 1e-9;
    CHECK(
        contains_text(audit_text({other}, 200),
                      "  data/some_system FAILED: stored values contradict the system: mass matrix by 1e-09 energy by "
                      "3e-12\n"));
    CHECK_FALSE(contains_text(audit_text({other}, 200), ": work"));  // what was compared is said below
    AuditReport worked = report(true, 2e-12);
    worked.work_off = 2e-13;
    worked.work_ratio = 0.04;
    CHECK(worked.passed());
    CHECK(
        contains_text(audit_text({worked}, 200),
                      "  data/some_system: work and dissipated energy differ from those of the independent solution by "
                      "2e-13 of the energies that pass, 0.04 of what is allowed\n"));
    worked.work_ratio = 1.5;
    CHECK(worked.verdict() == AuditVerdict::failed);
    CHECK(contains_text(audit_text({worked}, 200), "  data/some_system FAILED: work and dissipated energy differ"));
    const auto json = nlohmann::json::parse(audit_json({some}));
    CHECK(json["verdict"] == "failed");
    CHECK(json["required_judged_share"] == 0.9);
    CHECK(json["systems"][0]["judged"] == 1);
    CHECK(json["systems"][0]["judged_share"] == 0.5);
    CHECK(json["systems"][0]["trajectories"][1]["why_not"] == "two solutions do not agree");
}

TEST_CASE("audit report: JSON has the verdict, its exit code and every trajectory") {
    const auto good = nlohmann::json::parse(audit_json({report(true, 2e-12), report(false, 1)}));
    CHECK(good["verdict"] == "passed");
    CHECK(good["exit_code"] == 0);
    CHECK(good["required_share"] == 0.999);
    const auto& system = good["systems"][0];
    CHECK(system["share"] == 1);
    CHECK(system["error_over_bound"]["max"] == 2e-12 / 1e-10);
    CHECK(system["trajectories"][0]["trajectory"] == 7);
    CHECK(system["trajectories"][0]["worst_time"] == 1.0);
    CHECK_FALSE(good["systems"][1].contains("share"));
    const auto bad = nlohmann::json::parse(audit_json({report(true, 2e-12), report(true, 1)}));
    const auto ended = nlohmann::json::parse(with_end(audit_json({report(true, 2e-12)}), 130, {{"", "stopped"}}));
    CHECK(ended["verdict"] == "stopped");
    CHECK(ended["exit_code"] == 130);
    CHECK(bad["verdict"] == "failed");
    CHECK(bad["exit_code"] == 1);
}

TEST_CASE("audit report: every number stands under its own name, in the table and in JSON") {
    AuditReport r = report(true, 2e-12);
    r.population = 11;
    r.wholly_within = 12;
    r.samples = 4000;
    r.compared = 3998;
    r.within = 3997;
    r.ratio = {0.11, 0.22, 0.33, 0.44};
    r.median_error = 1e-12;
    r.median_bound = 2e-12;
    r.median_worst = 3e-12;
    r.mass_off = 1e-14;
    r.phi_off = 2e-14;
    r.energy_off = 3e-14;
    r.work_off = 5e-14;
    r.work_ratio = 0.25;
    r.trajectories[0].worst_error = 4e-12;
    r.trajectories[0].ratio_time = 0.75;
    r.trajectories[0].seconds = 2.5;
    const auto json = nlohmann::json::parse(audit_json({r}))["systems"][0];
    const std::vector<std::pair<const char*, double>> numbers{
        {"population", 11},      {"wholly_within", 12},      {"samples", 4000},
        {"compared", 3998},      {"within", 3997},           {"share", 3997 / 4000.},
        {"median_error", 1e-12}, {"median_bound", 2e-12},    {"median_worst_error", 3e-12},
        {"worst_error", 4e-12},  {"mass_matrix_off", 1e-14}, {"phi_off", 2e-14},
        {"energy_off", 3e-14},   {"work_off", 5e-14},        {"work_off_over_allowed", 0.25}};
    for (const auto& number : numbers) CHECK_MESSAGE(json[number.first] == number.second, number.first);
    const nlohmann::json ratios{{"median", 0.11}, {"p99", 0.22}, {"p99.9", 0.33}, {"max", 0.44}};
    CHECK(json["error_over_bound"] == ratios);
    std::istringstream lines(audit_text({r}, 400));
    std::string row;
    while (std::getline(lines, row) && !contains_text(row, "some_system")) {
    }
    std::istringstream words(row);
    std::string said;
    for (std::string word; words >> word;) said += word + " ";
    CHECK(said ==
          "some_system 1 of 1 12 99.925 % 0.11 0.22 0.33 0.44 1.00e-12 2.00e-12 3.00e-12 test 7 4.00e-12 0.75 2.5 ");
}

TEST_CASE("audit report: what was not found is a dash and null, and what is infinite is called so") {
    AuditTally tally;
    AuditedTrajectory which;
    which.split = "test";
    which.not_judged = "the time limit was reached";
    tally.add(which, {}, {1e-15, 1e-10}, {0, 0.5});
    AuditReport r = tally.finish();
    r.system = "some_system";
    r.mass_off = std::numeric_limits<double>::infinity();
    CHECK_FALSE(contains_text(audit_text({r}, 200), "100.000 %"));
    CHECK_FALSE(contains_text(audit_text({r}, 200), "test 0"));
    const auto json = nlohmann::json::parse(audit_json({r}))["systems"][0];
    for (const char* key : {"share", "median_error", "median_bound", "median_worst_error", "worst_error"})
        CHECK(json[key].is_null());
    CHECK(json["error_over_bound"]["max"].is_null());
    CHECK(json["trajectories"][0]["worst_error"].is_null());
    CHECK(json["compared"] == 0);
    CHECK(json["mass_matrix_off"] == "infinity");
}

TEST_CASE("audit report: the tables over time leave out samples without an error and say over how many they are") {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    AuditTally tally;
    for (const std::vector<double>& errors : {std::vector<double>{0, 2e-2, nan}, {0, 3e-2, 4e-2}}) {
        AuditedTrajectory which;
        which.split = "test";
        which.errors = errors;
        tally.add(which, errors, {1e-15, 0.5, std::isnan(errors[2]) ? 1 : 0.5}, {0, 0.5, 1});
    }
    AuditReport r = tally.finish();
    r.times = {0, 0.5, 1};
    const TextTable growth = growth_table(r).table, each = trajectories_table(r).table;
    CHECK(growth.headings.back() == "over");
    REQUIRE(growth.rows.size() == 2);
    CHECK(growth.rows[0].back() == "2");
    CHECK(growth.rows[1].back() == "1");
    CHECK(growth.rows[1][1] == growth.rows[1][3]);  // the median is that of the one there is
    REQUIRE(each.rows.size() == 2);
    CHECK(each.rows[1][1] == "-");
}
