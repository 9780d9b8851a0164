// Results of a gate as Markdown and as JUnit.
#include "report/tables/gate_report.hpp"

#include <doctest/doctest.h>

#include "contains_text.hpp"
#include "report/example_scores.hpp"
#include "report/report_file.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

namespace {

std::vector<GateResult> results() {
    GateResult met{"net", {"relative_error", "geometric_mean", true, 1e-3, "--max"}, 5e-4, true};
    GateResult missed{"<a & \"b\"\x1b>", {"diverged", "", true, 0, "--max"}, 2, false};
    GateResult worse{"net", {"relative_error", "geometric_mean", true, 1.05, "--worse-by", true}, 1.2, false};
    worse.against = WorseThan{"net", 1.2e-2, 1e-2, 1.2, 1.1, 1.3, "paired over 100 trajectories"};
    return {met, missed, worse};
}

}  // namespace

TEST_CASE("JUnit has a suite for each system and a case for each limit, with what is not met") {
    Scores first = example_scores(), second = example_scores();
    second.truth.system = "gyroscope";
    std::vector<GateResult> all = results();
    for (GateResult& result : all) result.system = "gyroscope";
    all.front().system = first.truth.system;
    const std::string text = gate_junit(all, {first, second});
    CHECK(is_report(text, ReportFormat::junit));
    for (
        const std::string part :
        {R"(<testsuites name="cchnn-eval gate" tests="3" failures="2">)",
         R"(<testsuite name="chain_pendulum_1" tests="1" failures="0">)",
         R"(<testsuite name="gyroscope" tests="2" failures="2">)",
         R"(<testcase classname="chain_pendulum_1.net" name="relative_error (geometric_mean) at most 0.001"/>)",
         R"(<testcase classname="gyroscope.&lt;a &amp; &quot;b&quot;\x1b&gt;" name="diverged at most 0">)",
         R"(<failure type="limit" message="gyroscope, &lt;a &amp; &quot;b&quot;\x1b&gt;: diverged is 2, at most 0: off by 2"/>)",
         R"(name="relative_error (geometric_mean) against the baseline at most 1.05 times">)"})
        CHECK_MESSAGE(contains_text(text, part), part, " in ", text);
}

TEST_CASE("Markdown of a gate has the verdict, every limit, both numbers beside a baseline, and is ours to replace") {
    const std::string text = gate_markdown(results(), {example_scores()});
    CHECK(is_report(text, ReportFormat::markdown));
    for (const char* part :
         {"**Failed: 2 of 3 limits not met.**", "FAILED |", "passed |", "1.00e-02, times 1.2 (at least 1.1)"})
        CHECK(contains_text(text, part));
}

TEST_CASE("systems of one name are told apart by their files") {
    Scores first = example_scores(), second = example_scores();
    second.truth.path = "other/test.h5";
    CHECK(names_of_systems({first, second}) == std::vector<std::string>{"data/test.h5", "other/test.h5"});
    CHECK(names_of_systems({first}) == std::vector<std::string>{"chain_pendulum_1"});
}
