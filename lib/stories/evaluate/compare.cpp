#include "stories/evaluate/compare.hpp"

#include <algorithm>
#include <set>

#include "core/at_work.hpp"
#include "core/nearest_name.hpp"
#include "core/option.hpp"
#include "stories/evaluate/collected_problems.hpp"
#include "stories/evaluate/compared_entries.hpp"
#include "stories/evaluate/evaluate.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

// The directories of `data` that have a test set; their names are the names of the systems.
std::vector<std::string> systems_in(const fs::path& data) {
    std::vector<std::string> systems;
    for (const std::string& name : names_in(data, true))
        if (fs::exists(data / name / "test.h5")) systems.push_back(name);
    if (systems.empty())
        throw IoError(data.string(), "has no <system>/test.h5; give the output directory (-o) of cchnn-gen generate");
    return systems;
}

// A problem for each directory of submissions that has no dataset of its name. Ignoring it would lose these
// submissions because of a typing error.
std::vector<Problem> unknown_systems(const std::vector<fs::path>& submissions,
                                     const std::vector<std::string>& systems) {
    std::vector<Problem> problems;
    for (const fs::path& directory : submissions)
        for (const std::string& name : names_in(directory, true))
            if (std::ranges::find(systems, name) == systems.end())
                problems.push_back(
                    {(directory / name).string(), "no dataset has this name" + suggestion(name, systems)});
    return problems;
}

// The view of a system: that of its training set, which models learn from, or else that of its test set; ""
// without any.
fs::path view_in(const fs::path& views, const std::string& system) {
    for (const char* file : {"train.h5", "test.h5"})
        if (fs::exists(views / system / file)) return views / system / file;
    return {};
}

// Scores every system. Problems of all systems are collected and thrown together at the end.
std::vector<Scores> evaluate_all(const CompareRequest& request, std::vector<std::string>& remarks) {
    const auto entries = compared_entries(request.systems, request.groups, remarks);
    std::vector<Scores> all;
    CollectedProblems problems;
    AtWork systems(Work::systems, request.systems.size());
    for (std::size_t i = 0; i < request.systems.size(); ++i) {
        const CompareSystem& system = request.systems[i];
        problems.collect([&] {
            all.push_back(evaluate({.truth = system.truth,
                                    .submissions = system.submissions,
                                    .options = request.options,
                                    .group_by_model = true,
                                    .published = request.published,
                                    .animate = request.animate,
                                    .start_error = request.start_error,
                                    .names = entries[i],
                                    .observed = {system.view, request.noise},
                                    .solver = request.solver}));
        });
        systems.add();
    }
    problems.refuse();
    return all;
}

// Throws if two systems have the same test set, which would count twice in the standings.
void check_distinct(const std::vector<Scores>& all) {
    std::set<std::string> seen;
    std::vector<Problem> problems;
    for (const Scores& scores : all)
        if (!seen.insert(scores.truth.digest).second)
            problems.push_back({scores.truth.path, "is the same test set as another one of this comparison"});
    if (!problems.empty()) throw UsageError(std::move(problems));
}

// A model without a submission for a system is not left out there: it counts as worst.
std::vector<std::string> missing_remarks(const std::vector<Standing>& standings) {
    std::vector<std::string> remarks;
    for (const Standing& standing : standings) {
        if (standing.missing.empty()) continue;
        std::string text = standing.model + " has no submission for ";
        for (std::size_t i = 0; i < standing.missing.size(); ++i) text += (i ? ", " : "") + standing.missing[i];
        remarks.push_back(text + "; over all systems it counts as the worst value there");
    }
    return remarks;
}

}  // namespace

// Reads pairs "TEST:SUB" of the command line; pairs with the same test set become one system.
std::vector<CompareSystem> pair_systems(const std::vector<std::string>& pairs) {
    std::vector<CompareSystem> systems;
    std::vector<Problem> problems;
    for (const std::string& pair : pairs) {
        const std::size_t colon = pair.find(':');
        if (colon == std::string::npos || colon == 0 || colon + 1 == pair.size()) {
            problems.push_back({"", "'" + pair + "' is not a pair TEST:SUB, such as data/gyroscope/test.h5:mine.h5"});
            continue;
        }
        const fs::path truth = pair.substr(0, colon), submission = pair.substr(colon + 1);
        const auto same = std::ranges::find(systems, truth, &CompareSystem::truth);
        if (same == systems.end()) systems.push_back({truth, {submission}});
        else same->submissions.push_back(submission);
    }
    if (!problems.empty()) throw UsageError(std::move(problems));
    return systems;
}

// Finds systems by directory names: DATA/<system>/test.h5, DIR/<system>/ of each directory of submissions,
// VIEWS/<system>/. Systems that no submission answers are left out with a remark.
void find_systems(const fs::path& data, const std::vector<fs::path>& submissions, const fs::path& views,
                  CompareRequest& request) {
    const std::vector<std::string> systems = systems_in(data);
    if (auto problems = views.empty() ? std::vector<Problem>{} : unknown_systems({views}, systems); !problems.empty())
        throw UsageError(std::move(problems));
    if (auto problems = unknown_systems(submissions, systems); !problems.empty()) throw UsageError(std::move(problems));
    std::string unanswered, unseen;
    for (const std::string& name : systems) {
        CompareSystem system{data / name / "test.h5", {}, views.empty() ? fs::path() : view_in(views, name)};
        for (const fs::path& directory : submissions) {
            if (!fs::is_directory(directory / name)) continue;
            for (const std::string& file : names_in(directory / name, false))
                if (is_submission(file)) {
                    system.submissions.push_back(directory / name / file);
                    system.directories.push_back(directory);
                }
        }
        if (system.submissions.empty()) {
            unanswered += (unanswered.empty() ? "" : ", ") + name;
            continue;
        }
        if (!views.empty() && system.view.empty()) unseen += (unseen.empty() ? "" : ", ") + name;
        request.systems.push_back(std::move(system));
    }
    if (request.systems.empty())
        throw IoError(option("submissions"),
                      "no submission was found; they are expected as DIR/<system>/*.h5 or *.npz");
    if (!unseen.empty())
        request.remarks.push_back("estimates have no bounds where " + option("observed") +
                                  " has neither <system>/train.h5 nor test.h5: " + unseen);
    if (!unanswered.empty()) request.remarks.push_back("left out, because no submission answers them: " + unanswered);
}

// The steps: entries are named over all systems, each system is scored by evaluate(), then models are ranked
// over the systems.
Comparison compare(const CompareRequest& asked) {
    CompareRequest request = asked;
    if (!request.options.rank_given && request.systems.size() > 1)
        request.options.choices.rank_by = RankChoice::kinetic;
    Comparison comparison;
    comparison.remarks = request.remarks;
    comparison.systems = evaluate_all(request, comparison.remarks);
    check_distinct(comparison.systems);
    comparison.standings = standings(comparison.systems, request.options.choices);
    for (const Scores& scores : comparison.systems)
        if (too_regular(scores))
            comparison.remarks.push_back(
                scores.truth.system + " is left out of the standings: its motions are too regular for a start error");
    for (const std::string& remark : missing_remarks(comparison.standings)) comparison.remarks.push_back(remark);
    return comparison;
}

}  // namespace cchnn
