#include "report/tables/audit_report.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace cchnn;

namespace {

AuditReport report(bool bounded, double error) {
    AuditTally tally;
    tally.add({"test", 7}, {0, error, error},
              bounded ? std::vector<double>{1e-15, 1e-10, 1e-10} : std::vector<double>{}, 0.5);
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
