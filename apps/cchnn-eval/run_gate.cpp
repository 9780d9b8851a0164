#include "../command_json.hpp"
#include "../files_below.hpp"
#include "../progress.hpp"
#include "../quiet.hpp"
#include "../tell.hpp"
#include "commands.hpp"

#include "core/counted.hpp"
#include "report/json_report.hpp"
#include "report/page/html_report.hpp"
#include "report/tables/gate_report.hpp"
#include "report/tables/text_table.hpp"
#include "report/tables/verdict.hpp"
#include "stories/evaluate/compare.hpp"
#include "stories/evaluate/compared_entries.hpp"
#include "stories/evaluate/evaluate.hpp"
#include "stories/generate/described_system.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

// "test.h5:mine.h5", unless there is a file of this name.
bool is_pair(const std::string& word) { return word.find(':') != std::string::npos && !fs::exists(word); }

// Each test set with its submissions: TEST SUB..., pairs TEST:SUB, or directories.
std::vector<CompareSystem> systems_of(const GateOptions& options) {
    const std::vector<std::string>& files = options.files;
    if (!options.data.empty()) {
        CompareRequest found;
        find_systems(options.data, {options.submissions.begin(), options.submissions.end()}, {}, found);
        return found.systems;
    }
    if (is_pair(files.front())) return pair_systems(files);
    CompareSystem one{files.front(), {}};
    one.submissions.assign(files.begin() + 1, files.end());
    return {one};
}

std::vector<fs::path> inputs_of(const GateOptions& options) {
    std::vector<fs::path> inputs{options.thresholds_file, options.baseline};
    for (const std::string& word : options.files) {
        const std::size_t colon = is_pair(word) ? word.find(':') : word.size();
        inputs.push_back(word.substr(0, colon));
        if (colon < word.size()) inputs.push_back(word.substr(colon + 1));
    }
    std::vector<std::string> directories = options.submissions;
    if (!options.data.empty()) directories.push_back(options.data);
    for (const std::string& directory : directories)
        for (const fs::path& file : files_below(directory, 1)) inputs.push_back(file);
    return inputs;
}

// Scores, with start errors, a classical solver and scores of ensembles if a limit needs them.
EvaluateRequest request_of(const GateOptions& options, const CompareSystem& system,
                           const std::vector<Threshold>& thresholds) {
    EvaluateRequest request{system.truth, system.submissions, options.scoring, options.group};
    request.animate = !options.html.empty();
    request.start_error = asks_for_start_error(thresholds);
    request.solver = asks_for_solver(thresholds);
    request.options.ensembles = asks_for_ensembles(thresholds);
    request.limits_on_ensembles = asks_for_equal_members(thresholds);
    return request;
}

// Those of a report, or of a submission that is scored now.
std::vector<Baseline> baselines_of(const GateOptions& options, const std::vector<CompareSystem>& systems,
                                   const std::vector<Threshold>& thresholds) {
    if (options.baseline.empty()) return {};
    if (!is_submission(options.baseline)) return read_baselines(options.baseline);
    if (systems.size() > 1)
        throw UsageError("--baseline",
                         "is a submission, which answers one test set; give a report (--json of gate or "
                         "compare) for several");
    EvaluateRequest request = request_of(options, systems.front(), thresholds);
    request.submissions = {options.baseline};
    request.start_error = request.solver = request.animate = false;
    return {baseline_of(evaluate(request), options.baseline)};
}

struct Gated {
    std::vector<Scores> systems;
    std::vector<GateResult> results;
};

Gated gate_all(const GateOptions& options, const std::vector<Threshold>& thresholds) {
    const Progress progress("gate", "reading and scoring");
    const std::vector<CompareSystem> systems = systems_of(options);
    if (systems.size() > 1 && !options.html.empty())
        throw UsageError("--html", "is the page of one test set; use --markdown, or the page of compare");
    const std::vector<Baseline> baselines = baselines_of(options, systems, thresholds);
    Gated gated;
    for (const CompareSystem& system : systems)
        gated.systems.push_back(evaluate(request_of(options, system, thresholds)));
    const std::vector<std::string> names = names_of_systems(gated.systems);
    for (std::size_t i = 0; i < systems.size(); ++i) {
        const Scores& scores = gated.systems[i];
        const Baseline* baseline = baselines.empty() ? nullptr : &baseline_for(scores, baselines);
        for (GateResult& result : gate(scores, thresholds, options.confident, baseline)) {
            if (systems.size() > 1) result.system = names[i];
            gated.results.push_back(std::move(result));
        }
    }
    return gated;
}

// With --quiet the verdict and what is not met alone.
void print(const GateOptions& options, const Gated& gated) {
    if (is_standard_output(options.json)) return;
    const std::string verdict = verdict_of(gated.results).sentence + "\n";
    tell(verdict);
    for (const GateResult& result : gated.results)
        if (!quiet || !result.passed)
            tell((result.passed ? "passed  " : "FAILED  ") + printable(gate_text(result)) + "\n");
    if (quiet) return;
    for (const Scores& scores : gated.systems)
        for (const SubmissionScores& submission : scores.submissions)
            for (const std::string& remark : remarks(submission.motion))
                tell(wrapped("remark  " + short_label(submission.label) + ": " + remark, 8, output_width()));
    for (const Scores& scores : gated.systems) tell("signature " + scores.signature + "\n");
    tell(verdict);
}

}  // namespace

ExitCode run(const GateOptions& options) {
    const OutputRule rule{inputs_of(options), options.force};
    const std::vector<ReportFile> reports{{"--json", options.json, ReportFormat::json},
                                          {"--html", options.html, ReportFormat::html},
                                          {"--markdown", options.markdown, ReportFormat::markdown},
                                          {"--junit", options.junit, ReportFormat::junit}};
    std::string json;
    return with_reports(reports, rule, json, [&] {
        std::vector<Threshold> thresholds = options.thresholds, of_file;
        if (!options.thresholds_file.empty()) of_file = read_thresholds(options.thresholds_file);
        thresholds.insert(thresholds.end(), of_file.begin(), of_file.end());
        const Gated gated = gate_all(options, thresholds);
        print_problems("cchnn-eval", hints_on_statistics(gated.systems.front(), of_file));
        json = json_gate_report(gated.systems, gated.results);
        print(options, gated);
        if (!options.html.empty()) {
            const Scores& scores = gated.systems.front();
            const DescribedSystem described = described_test_set(scores.truth.path, scores.shown.id);
            write_report(reports[1], html_gate(scores, gated.results, described), rule);
        }
        if (!options.markdown.empty()) write_report(reports[2], gate_markdown(gated.results, gated.systems), rule);
        if (!options.junit.empty()) write_report(reports[3], gate_junit(gated.results, gated.systems), rule);
        return all_passed(gated.results) ? ExitCode::ok : ExitCode::gate_failed;
    });
}

}  // namespace cchnn
