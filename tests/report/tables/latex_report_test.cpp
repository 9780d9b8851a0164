#include "report/tables/latex_report.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include <cstdlib>
#include <fstream>

#include "contains_text.hpp"
#include "core/latex_text.hpp"
#include "report/example_scores.hpp"
#include "score/model_scores.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

namespace {

// Every environment ends, and every row has as many cells as the table has columns.
void check_form(const std::string& latex) {
    for (const char* environment : {contains_text(latex, "{table*}") ? "table*" : "table", "tabular"}) {
        const auto count = [&](const std::string& word) {
            int found = 0;
            for (std::size_t at = 0; (at = latex.find(word + environment + "}", at)) != std::string::npos; ++at)
                ++found;
            return found;
        };
        CHECK(count("\\begin{") == count("\\end{"));
        CHECK(count("\\begin{") > 0);
    }
    std::ptrdiff_t columns = 0;
    for (std::size_t at = 0, end; (end = latex.find('\n', at)) != std::string::npos; at = end + 1) {
        const std::string line = latex.substr(at, end - at);
        if (const std::size_t form = line.find("\\begin{tabular}{@{}"); form != std::string::npos)
            columns = static_cast<std::ptrdiff_t>(line.size() - form) - 23;
        if (!line.ends_with(" \\\\")) continue;
        std::ptrdiff_t between = 0;
        for (std::size_t i = 1; i < line.size(); ++i) between += line[i] == '&' && line[i - 1] != '\\';
        CHECK_MESSAGE(between == columns - 1, line);
    }
}

Comparison comparison_of(std::size_t systems) {
    Comparison comparison;
    for (std::size_t i = 0; i < systems; ++i) {
        comparison.systems.push_back(example_scores());
        Scores& scores = comparison.systems.back();
        scores.models = {{"good", {0}, false, scores.submissions[0].metrics},
                         {"bad", {1}, false, scores.submissions[1].metrics}};
    }
    comparison.systems.back().models.pop_back();  // bad does not answer the last one
    comparison.standings.resize(3);
    Standing &good = comparison.standings[0], &bad = comparison.standings[1], &copy = comparison.standings[2];
    good.model = "good";
    good.error = copy.error = 0.001;
    bad.model = "bad";
    bad.missing = {"chain_pendulum_1"};
    bad.error = 0.0125;
    bad.error_ci95 = Interval{0.011, 0.014};
    bad.rank = 3;
    bad.draws = RankDraws{0, 2, 3};
    copy.model = "copy";
    copy.same_as = "good";
    return comparison;
}

// How far a line reaches beyond the column, pt.
double most_overfull(const std::string& said) {
    const std::string word = "Overfull \\hbox (";
    double most = 0;
    for (std::size_t at = 0; (at = said.find(word, at)) != std::string::npos; at += word.size())
        most = std::max(most, std::atof(said.c_str() + at + word.size()));
    return most;
}

}  // namespace

TEST_CASE("numbers of a LaTeX table share the power of ten with the ends of their interval, where these are near") {
    CHECK(latex_number(5e-5, Interval{2.5e-5, 1.04e-4}) == "$5.00\\,[2.50,\\,10.40]\\times10^{-5}$");
    CHECK(latex_number(1.3, Interval{1.2, 1.44}) == "$1.30\\,[1.20,\\,1.44]$");
    CHECK(latex_number(0.125) == "$1.25\\times10^{-1}$");
    CHECK(latex_number(9.999e-4) == "$1.00\\times10^{-3}$");
    CHECK(latex_number(1e-3, Interval{1e-6, 1}) == "$1.00\\times10^{-3}$ [$1.00\\times10^{-6}$, $1.00$]");
    CHECK(latex_number(0) == "$0$");
    CHECK(latex_number(std::numeric_limits<double>::infinity()) == "$\\infty$");
}

TEST_CASE("a LaTeX table of scores has the numbers of the text report, its signature and who diverged") {
    Scores scores = example_scores();
    const std::string latex = latex_report(scores, LatexWidth::wide);
    check_form(latex);
    CHECK(contains_text(latex, "{@{}lrrr@{}}"));
    CHECK(contains_text(
        latex, "    good & $5.00\\,[2.50,\\,10.00]\\times10^{-5}$ & $1.00\\,[0.50,\\,2.00]\\times10^{-4}$ & "));
    CHECK(contains_text(latex, "\\texttt{cchnn\\textbar{}\\allowbreak{}err:sum\\textbar{}\\allowbreak{}z:xv"));
    CHECK(contains_text(latex, "Not finite, with the worst value: 1 of bad."));
    CHECK(contains_text(latex, "\n% bad: reference rollout\n"));
    scores.models = {{"method", {0, 1}, false, scores.submissions[1].metrics}};
    CHECK(contains_text(latex_report(scores), "\n    method & 2 & $5.00"));
    CHECK(contains_text(latex_report(scores), " & Seeds & Err & "));
    CHECK_FALSE(contains_text(latex_report(scores), "\n    good & "));
}

TEST_CASE("a narrow LaTeX table has intervals below their numbers, and at most three columns beside names") {
    const std::string latex = latex_report(example_scores());
    check_form(latex);
    CHECK(contains_text(latex,
                        "    good & $5.00\\times10^{-5}$ & $1.00\\times10^{-4}$ & $5.00\\times10^{-5}$ \\\\\n"
                        "     & {\\footnotesize [$2.50,\\,10.00$]} & "));
    CHECK(contains_text(latex, "{@{}lrrr@{}}"));
    CHECK(contains_text(latex, "\\medskip\n  \\begin{tabular}{@{}lr@{}}"));
    CHECK_FALSE(contains_text(latex, "resizebox"));
    CHECK_FALSE(contains_text(latex, "tiny"));
}

TEST_CASE("LaTeX marks what is no model, has the valid time of other tables, and says where it is a lower limit") {
    Scores scores = example_scores();
    scores.submissions[0].reference = true;
    scores.submissions[1].naive = "mean";
    for (MetricScore& score : scores.submissions[0].metrics)
        if (score.metric.key == "valid_time_0.1") score.censored = 1;
    scores.models = one_model_each(scores.submissions);
    const std::string latex = latex_report(scores);
    CHECK(contains_text(latex, "\n    \\parbox[t]{0.24\\linewidth}{\\raggedright good (reference)\\strut} & "));
    CHECK(contains_text(latex, "\n    bad (naive) & "));
    CHECK(contains_text(latex, "until Err $>$ 0.1"));
    CHECK(contains_text(latex, "& $\\geq$$1.00\\times10^{-4}$ & "));
    Comparison comparison{{scores}, {}, {}};
    comparison.standings.resize(1);
    comparison.standings[0].model = "mine";
    CHECK(contains_text(comparison_latex(comparison), "\n    bad (naive) & $"));
    scores.submissions[0].reference = false;
    scores.submissions[1].naive = "";
    scores.submissions[1].copies_of = {{0, true}};
    scores.models.clear();
    CHECK(contains_text(latex_report(scores, LatexWidth::wide), "\n    bad (same as good) & $"));
}

TEST_CASE("a LaTeX table has a column of start errors where they were asked for, with the words where none was found") {
    Scores scores = example_scores();
    scores.submissions[0].start_error = StartError{StartError::Outcome::found, 1e-5, 8e-6, 1.25e-5, {}, {}};
    scores.submissions[1].start_error = StartError{StartError::Outcome::too_chaotic, 0, {}, {}, {}, {}};
    const std::string latex = latex_report(scores);
    check_form(latex);
    CHECK(contains_text(latex, "& Start error \\\\"));
    CHECK(contains_text(latex, " & $1.00\\times10^{-5}$ \\\\\n"));
    CHECK(contains_text(latex, " & {\\footnotesize [$0.80,\\,1.25$]} \\\\\n"));
    CHECK(contains_text(latex, " & - (too chaotic) \\\\\n"));

    Comparison comparison = comparison_of(2);
    CHECK_FALSE(contains_text(comparison_latex(comparison), "start-errors"));
    comparison.systems[0].submissions = scores.submissions;
    comparison.systems[0].models[0].start_error = scores.submissions[0].start_error;
    const std::string compared = comparison_latex(comparison);
    check_form(compared);
    CHECK(contains_text(compared, "\\label{tab:start-errors-1}"));
    CHECK(contains_text(
        compared, "    good & $1.00\\times10^{-5}$ & -- \\\\\n     & {\\footnotesize [$0.80,\\,1.25$]} &  \\\\\n"));
}

TEST_CASE("estimated parameters have a LaTeX table of their own") {
    Scores scores = example_scores();
    ParameterScore mass{"/bodies/1/mass", "bob1 mass", "kg", ParameterErrorKind::log, false, 1.0, 1.5, {0.5}};
    mass.summary.geometric_mean = 0.5;
    mass.bound = ParameterBound{};
    scores.submissions[0].parameters = {mass};
    scores.observed = "noise 0.01";
    const std::string latex = latex_report(scores);
    check_form(latex);
    CHECK(contains_text(latex, "    good & /bodies/1/mass & $5.00\\times10^{-1}$ & not identifiable \\\\\n"));
}

TEST_CASE("a system without constraints has no column of them in LaTeX") {
    Scores scores = example_scores();
    for (SubmissionScores& submission : scores.submissions) {
        submission.metrics.clear();
        for (const Metric& metric : metrics_for(scores.choices, 3, false))
            submission.metrics.push_back(example_metric(metric, 0.1));
    }
    CHECK(contains_text(latex_report(scores), "{@{}lrrr@{}}"));
    check_form(latex_report(scores));
}

TEST_CASE("a comparison in LaTeX has the standings, and each system once, three a table") {
    const std::string latex = comparison_latex(comparison_of(5), LatexWidth::wide);
    check_form(latex);
    CHECK(contains_text(
        latex,
        "    good & $1.00\\times10^{-3}$ & 1 \\\\\n    bad & $1.25\\,[1.10,\\,1.40]\\times10^{-2}$ & 3 [2, 3] \\\\\n"));
    CHECK(contains_text(latex, "    copy (same as good) & $1.00\\times10^{-3}$ & 1 \\\\\n"));
    Comparison unordered = comparison_of(1);
    unordered.standings[1].unordered = true;
    CHECK(contains_text(comparison_latex(unordered, LatexWidth::wide), " & 3 [2, 3], no order \\\\\n"));
    CHECK(contains_text(latex, "\\label{tab:systems-1}\n  \\begin{tabular}{@{}lrrr@{}}"));
    CHECK(contains_text(latex, "\\label{tab:systems-2}\n  \\begin{tabular}{@{}lrr@{}}"));
    CHECK(contains_text(latex, " & -- \\\\\n"));
    CHECK(contains_text(comparison_latex(comparison_of(5)), "\\label{tab:systems-3}"));  // two a table
}

TEST_CASE("a stranger's name cannot become a command of LaTeX") {
    Scores scores = example_scores();
    scores.submissions[0].label = "\\write18{rm} & %";
    scores.submissions[0].remarks = {"two\n\\input{lines}"};
    const std::string latex = latex_report(scores);
    check_form(latex);
    CHECK(contains_text(latex, "\\textbackslash{}write18\\{rm\\} \\& \\%"));
    CHECK(contains_text(latex, "two\\n\\input{lines}\n"));  // in a comment of one line
}

TEST_CASE("pdflatex makes pages of the tables, whatever models are called, and none is too wide for its column") {
    if (std::system("command -v pdflatex > /dev/null 2>&1") != 0) {
        MESSAGE("not compiled: pdflatex was not found (texlive-latex-base)");
        return;
    }
    Scores scores = example_scores();
    scores.submissions[0].label = "[2] \u03b8-net_1 \u6a21\u578b 50% #{}$&~^<|>\\";
    scores.submissions[1].label = "na\u00efve \u00ab\u0104\u2026\u00bb, a name that is far too long for a column";
    Comparison comparison = comparison_of(5);
    for (ModelScores& model : comparison.systems[0].models) model.label = scores.submissions[0].label;
    comparison.standings[0].model = scores.submissions[0].label;
    const cchnn_test::ScratchDirectory paper;
    const auto compiled = [&](LatexWidth width, const std::string& form, const std::string& before) {
        std::ofstream(paper / "scores.tex") << latex_report(scores, width);
        std::ofstream(paper / "standings.tex") << comparison_latex(comparison, width);
        std::ofstream(paper / "paper.tex") << "\\documentclass" << form << "{article}\\begin{document}" << before
                                           << "\\input{scores}\\input{standings}\\end{document}";
        // twice: a list of tables reads what the first run wrote; fonts that are made on the way stay in the scratch
        const std::string once = "HOME=$PWD pdflatex -interaction=nonstopmode -halt-on-error paper > said 2>&1";
        const int status = std::system(("cd '" + paper.path().string() + "' && " + once + " && " + once).c_str());
        const std::string said = cchnn_test::bytes_of(paper / "said");
        CHECK_MESSAGE(status == 0, said);
        return said;
    };
    for (const LatexWidth width : {LatexWidth::narrow, LatexWidth::wide})
        for (const char* form : {"", "[twocolumn]"}) {
            const std::string said = compiled(width, form, "\\listoftables");
            CHECK(contains_text(said, "Output written on paper.pdf"));
            CHECK_MESSAGE((width == LatexWidth::wide && !*form ? 0 : most_overfull(said)) < 1, said);  // pt
        }
}
