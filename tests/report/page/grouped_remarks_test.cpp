#include "report/page/grouped_remarks.hpp"

#include <doctest/doctest.h>

#include "contains_text.hpp"
#include "report/example_scores.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

TEST_CASE("what is said of several models is said once, with who it is about and the numbers of each") {
    const std::vector<RemarkGroup> groups =
        grouped({{"a", "3 of 100 trajectories differ from test.h5 (ids 1, 2, 3)"},
                 {"b", "no digest"},
                 {"c", "17 of 100 trajectories differ from test.h5 (ids 4; by up to 1e-06)"},
                 {"d", "no digest"}});
    REQUIRE(groups.size() == 2);
    CHECK(groups[0].text == "… of … trajectories differ from test.h5");
    REQUIRE(groups[0].remarks.size() == 2);
    CHECK(groups[0].remarks[1].who == "c");
    CHECK(groups[1].text == "no digest");
    const std::string html =
        html_remarks({{"<a>", "x 1"}, {"b", "x 2"}, {"", "of <all>"}}, "<h2>Remarks</h2>\n").text();
    CHECK(contains_text(html, "<summary>x … <span class=\"who\">&lt;a&gt;; b</span></summary>"));
    CHECK(contains_text(html, "<li>&lt;a&gt;: x 1</li>"));
    CHECK(contains_text(html, "<li>of &lt;all&gt;</li>"));
    CHECK(html_remarks({}, "<h2>Remarks</h2>").empty());
}

TEST_CASE("remarks know whom they are about: a submission, in a comparison with its system") {
    Scores scores = example_scores();
    const std::vector<Remark> remarks = remarks_of(scores);
    REQUIRE(remarks.size() == 2);
    CHECK(remarks[1].who == "bad");
    CHECK(remarks[1].text == "reference rollout");
    const std::vector<Remark> all = remarks_of(Comparison{{scores}, {}, {"of all"}});
    CHECK(all.front().who == "");
    CHECK(all.back().who == "chain_pendulum_1, bad");
}
