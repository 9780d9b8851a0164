#include "report/page/html_report.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/sha256.hpp"
#include "report/json_report.hpp"
#include "report/tables/score_tables.hpp"
#include "report/tables/table_reports.hpp"
#include "score/rollout_fixture.hpp"
#include "stories/evaluate/evaluate.hpp"
#include "stories/generate/described_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

const std::string hostile =
    "</script><script>window.hacked=1</script><img src=http://x onerror=\"hacked=1\"> {{data}} ${hacked=1} '\"";

struct Evaluated {
    Scores scores;
    DescribedSystem described;
};

Evaluated evaluated(const std::string& system, const std::string& model) {
    const RolloutFiles files(system, 3, 12);
    const auto path = files.submit(
        "a.h5",
        [](TrajectoryBatch& b) {
            for (int i = 0; i < b.count; ++i)
                for (int k = 1; k < b.samples; ++k) entry(b.v, b, i, k) += 1e-3 * (i + 1);
            entry(b.x, b, 1, 9) = NAN;
        },
        [&](DatasetDescription& d) {
            d.model = model;
            d.notes = model;
        });
    EvaluateRequest request{files.test(), {path, files.submit_perturbed("b.h5", 1e-5)}, {}};
    request.options.choices.resamples = 100;
    request.animate = true;
    Scores scores = evaluate(request);
    DescribedSystem described = described_test_set(files.test(), scores.shown.id);
    return {std::move(scores), std::move(described)};
}
Scores scores_of(const std::string& system, const std::string& model) { return evaluated(system, model).scores; }

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++n;
    return n;
}

std::string between(const std::string& text, const std::string& open, const std::string& close) {
    const std::size_t at = text.find(open) + open.size();
    return text.substr(at, text.find(close, at) - at);
}

}  // namespace

TEST_CASE("a page holds scores, signature, figures, tables and an animation, and asks nobody for anything") {
    const auto [scores, described] = evaluated("gyroscope", "net");
    const std::string page = html_report(scores, described);
    CHECK(count(page, "<code>" + scores.signature) == 1);
    CHECK(count(page, "<table>") == score_tables(scores).size() + 2);  // ranked; bodies of the system
    CHECK(count(page, "data-number=\"0\"") == 1);  // the first of the animations that the page holds
    CHECK(count(page, "class=\"figure chart\"") == 5);
    CHECK(count(page, "At rounding: at most ") == 1);   // constraint violation: only velocities were moved
    CHECK(count(page, "class=\"figure still\"") == 2);  // what the system is, and the motion for print
    for (const char* request :
         {"http:", "https:", "src=", "url(", "@import", "<link", "fetch(", "XMLHttp", "WebSocket", "innerHTML"})
        CHECK_MESSAGE(count(page, request) == 0, request);
    const auto data =
        nlohmann::json::parse(between(page, "<script type=\"application/json\" id=\"data\">", "</script>"));
    CHECK(data["players"][0]["system"] == "gyroscope");
    CHECK(data["players"][0]["trajectories"].size() == 3);
    CHECK(data["charts"].size() == 5);
    CHECK(page.size() < 500'000);  // 12 samples of 3 trajectories: figures and tables are most of it
}

TEST_CASE("the page's policy allows the one script that is ours, by its hash") {
    const std::string page = html_report(scores_of("chain_pendulum_2", "net"));
    const std::string policy = between(page, "Content-Security-Policy\" content=\"", "\"");
    const std::string script = between(page, "<script>", "</script>");
    CHECK(policy.starts_with("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" +
                             base64_sha256_of_text(script) + "';"));
    CHECK(count(page, "<script") == 2);
    // FIPS 180-4, "abc": ba7816bf... in base 64.
    CHECK(base64_sha256_of_text("abc") == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
}

TEST_CASE("a stranger's model name is text in every part of the page") {
    Scores scores = scores_of("chain_pendulum_2", hostile);
    const std::string page = html_report(scores), plain = html_report(scores_of("chain_pendulum_2", "net"));
    for (const char* markup : {"<script", "</script", "<img", "<svg", "onerror=\""})
        CHECK_MESSAGE(count(page, markup) == count(plain, markup), markup);
    CHECK(count(page, "&lt;/script&gt;&lt;script&gt;window.hacked=1") > 3);
    scores.grouped = true;
    Comparison comparison{{scores}, std::vector<Standing>(1), {hostile}};
    comparison.standings[0].model = hostile;
    CHECK(count(html_comparison(comparison), "<script") == 2);
    CHECK(count(html_gate(scores, {{hostile, {hostile, "mean", true, 1, ""}, 2, false}}), "<script") == 2);
    CHECK(count(html_comparison(comparison), "<img") == 0);
}

TEST_CASE("a page of a comparison shows the standings, then every system") {
    Comparison comparison{
        {scores_of("chain_pendulum_2", "net"), scores_of("gyroscope", "net")}, std::vector<Standing>(1), {"a remark"}};
    comparison.standings[0].model = "net";
    const std::string page = html_comparison(comparison);
    CHECK(count(page, "<h2 id=\"system-") == 2);
    CHECK(page.find("Over all 2 systems") < page.find("<h2 id=\"system-0\">chain_pendulum_2</h2>"));
    CHECK(count(page, "class=\"player\"") == 2);
    CHECK(count(page, "<li>a remark</li>") == 1);
    for (const Scores& scores : comparison.systems) CHECK(count(page, "<code>" + scores.signature) == 1);
}

TEST_CASE("a comparison of one system is the page of its scores, with one verdict and its own remarks") {
    Comparison comparison{{scores_of("gyroscope", "net")}, std::vector<Standing>(1), {"a remark"}};
    comparison.standings[0].model = "net";
    const std::string page = html_comparison(comparison);
    CHECK(count(page, "<h1>Scores on gyroscope</h1>") == 1);
    CHECK(count(page, "<p class=\"verdict\">") == 1);
    CHECK(count(page, "All systems") == 0);
    CHECK(count(page, "<li>a remark</li>") == 1);
}

TEST_CASE("a page says the verdict, then motion and figures, then ranking, system, metrics and remarks") {
    const auto [scores, described] = evaluated("chain_pendulum_2", "net");
    const std::string page = html_report(scores, described);
    std::size_t before = 0;
    for (const char* part : {"<h1>Scores on chain_pendulum_2", "class=\"verdict\"", "<h2>Motion", "<h2>Figures",
                             "<h2>Ranking", "<h2>The system", "<h2>All metrics", "<h2>Remarks"}) {
        const std::size_t at = page.find(part);
        CHECK_MESSAGE(at != std::string::npos, part);
        CHECK_MESSAGE(at > before, part);
        before = at;
    }
}

TEST_CASE("a number of a verdict stays on one line") {
    const auto [scores, described] = evaluated("chain_pendulum_2", "net");
    const std::string verdict = between(html_report(scores, described), "<p class=\"verdict\">", "</p>");
    // "5.39e-" at the end of a line reads as another number.
    CHECK(count(verdict, "<span class=\"number\">") > 0);
    CHECK(count(verdict, "<span class=\"number\">") == count(verdict, "e-"));
}

TEST_CASE("a page says what the system is: masses, forces, constraints, integration, seed, digest") {
    const auto [scores, described] = evaluated("chain_pendulum_2", "net");
    const std::string part = between(html_report(scores, described), "<section class=\"system\">", "</section>");
    for (const std::string& said : {std::string(">bob1</text>"), std::string("1.17215"), std::string("g = 9.81 m/s^2"),
                                    std::string("Link bob1-bob2"), std::string("verner87 (default), rtol 1e-13"),
                                    std::string("<dt>seed</dt><dd>0"), scores.truth.digest,
                                    std::string("degrees of freedom</dt><dd>2"), std::string("energy")})
        CHECK_MESSAGE(count(part, said) > 0, said);
}

TEST_CASE("the files that a page saves are the reports that the program writes") {
    const Scores scores = scores_of("chain_pendulum_2", "net");
    const auto files = nlohmann::json::parse(between(html_report(scores), "id=\"data\">", "</script>"))["files"];
    CHECK(nlohmann::json::parse(files["scores.json"].get<std::string>()) == nlohmann::json::parse(json_report(scores)));
    CHECK(files["scores.csv"] == csv_report({scores}));
}

TEST_CASE("a page of a gate says first whether its limits are met, and which are not") {
    const Scores scores = scores_of("chain_pendulum_2", "net");
    const Threshold limit{"relative_error", "mean", true, 1e-3, "--max"}, other{"diverged", "", true, 0, "--max"};
    const std::string failed = html_gate(scores, {{"net", limit, 2e-3, false}, {"net", other, 0, true}});
    CHECK(count(failed, "<p class=\"verdict failed\">Failed: 1 of 2 limits not met.</p>") == 1);
    CHECK(between(failed, "<ul class=\"limits\">", "</ul>")
              .starts_with("<li>net: relative_error (mean) is 0.002, at most 0.001: 2 times the limit"));
    CHECK(count(failed, "<td>FAILED</td>") == 1);
    const std::string passed = html_gate(scores, {{"net", other, 0, true}});
    CHECK(count(passed, "class=\"verdict passed\">Passed: 1 limit, all met.") == 1);
    CHECK(count(passed, "<ul class=\"limits\">") == 0);
}

TEST_CASE("the same scores are the same page, byte for byte") {
    const auto [scores, described] = evaluated("satellite", "net");
    CHECK(html_report(scores, described) == html_report(scores, described));
}
