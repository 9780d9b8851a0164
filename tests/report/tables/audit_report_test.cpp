#include "report/tables/audit_report.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace cchnn;

namespace {

AuditReport report(bool bounded, double error) {
    AuditTally tally;
    AuditedTrajectory which;
    which.split = "test", which.trajectory = 7;
    tally.add(which, {0, error, error}, bounded ? std::vector<double>{1e-15, 1e-10, 1e-10} : std::vector<double>{},
              {0, 0.5, 1});
    AuditReport r = tally.finish();
    r.system = "some_system", r.directory = "data/some_system", r.population = 100;
    return r;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("audit report: a row a system, and a line for one that failed") {
    const std::string good = audit_text({report(true, 2e-12)}, 200), bad = audit_text({report(true, 2e-9)}, 200);
    CHECK(contains(good, "some_system"));
    CHECK(contains(good, "100.000 %"));
    CHECK(contains(good, "test 7"));
    CHECK_FALSE(contains(good, "FAILED"));
    CHECK(contains(bad,
                   "  data/some_system FAILED: 0.000 % of 2 samples are within their bound, 99.900 % are required\n"));
    CHECK(contains(audit_text({report(false, 2e-9)}, 200),
                   "  data/some_system has no error bounds: generated with --bound off, or imported\n"));
}

TEST_CASE("audit report: what was not judged, and what is not the system's, are said") {
    AuditReport some = report(true, 2e-12);
    some.trajectories.push_back(some.trajectories.front());
    some.trajectories.back().not_judged = "time is up";
    CHECK(contains(audit_text({some}, 200), "1 of 2"));
    CHECK(contains(audit_text({some}, 200),
                   "  data/some_system FAILED: not judged: 1 (time is up); --budget allows more time\n"));
    AuditReport other = report(true, 2e-12);
    other.energy_off = 3e-12, other.mass_off = 1e-9;
    CHECK(contains(
        audit_text({other}, 200),
        "  data/some_system FAILED: what is stored is not what the system says: mass matrix by 1e-09 energy by "
        "3e-12\n"));
    const auto json = nlohmann::json::parse(audit_json({some}));
    CHECK(json["verdict"] == "failed");
    CHECK(json["required_judged_share"] == 0.9);
    CHECK(json["systems"][0]["judged"] == 1);
    CHECK(json["systems"][0]["judged_share"] == 0.5);
    CHECK(json["systems"][0]["trajectories"][1]["why_not"] == "time is up");
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
    CHECK(bad["verdict"] == "failed");
    CHECK(bad["exit_code"] == 1);
}
