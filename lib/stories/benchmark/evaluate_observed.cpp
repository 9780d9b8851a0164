#include "stories/benchmark/evaluate_observed.hpp"

#include <algorithm>

#include "core/option.hpp"
#include "score/submission/given_samples.hpp"
#include "score/submission/submission.hpp"
#include "stories/evaluate/collected_problems.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

// A label that is unique among the submissions: the model's name, else the name of the file, else its path.
std::string label_among(const ObservedSubmission& of, const std::vector<ObservedSubmission>& all) {
    const auto same = std::ranges::count_if(all, [&](const auto& other) { return other.model == of.model; });
    if (!of.model.empty() && same == 1) return of.model;
    const auto stem = [](const ObservedSubmission& s) { return fs::path(s.path).stem().string(); };
    const auto named = std::ranges::count_if(all, [&](const auto& other) { return stem(other) == stem(of); });
    return named == 1 ? stem(of) : of.path;
}

// The standard deviation of the noise: absolute if the recipe says so, else relative to the spread of the set.
double noise_of_view(const ObservationRecipe& recipe, double spread) {
    return recipe.noise_absolute > 0 ? recipe.noise_absolute : recipe.noise * spread;
}

}  // namespace

ObservedScores evaluate_observed(const EvaluateObservedRequest& request) {
    const TrajectoryFile truth(request.truth);
    check_truth(truth);
    const ViewFile view = view_of_test_set(request.view, truth, option("at"));
    const GeneralisedCoordinates coordinates = coordinates_of(truth);
    ObservedScores scores;
    CollectedProblems problems;
    for (const fs::path& path : request.submissions)
        problems.collect([&] {
            const TrajectoryFile file(path, coordinates, truth.info());
            const SubmissionCheck check = check_submission(truth, file, 5, StartOf::estimate);
            problems.add(check.problems);
            if (!problems.empty()) return;
            ObservedSubmission one = score_observed(truth, view, file, request.choices, request.threads);
            one.path = path.string();
            one.model = file.info().description.model;
            one.notes = file.info().description.notes;
            one.remarks = check.remarks;
            scores.submissions.push_back(std::move(one));
        });
    problems.refuse();
    for (ObservedSubmission& one : scores.submissions) one.label = label_among(one, scores.submissions);
    const ViewDescription& said = view.info();
    scores.truth = request.truth.string();
    scores.system = truth.info().system_name;
    scores.digest = truth.truth_digest();
    scores.view = request.view.string();
    scores.view_digest = said.content_digest;
    scores.trajectories = truth.info().count;
    scores.samples = said.samples;
    scores.of_samples = truth.info().samples;
    scores.noise_x = noise_of_view(said.recipe, said.spread_x);
    if (said.recipe.velocities) scores.noise_v = noise_of_view(said.recipe, said.spread_v);
    scores.choices = request.choices;
    scores.signature = observed_signature(request.choices, scores.system, scores.digest, scores.view_digest);
    return scores;
}

}  // namespace cchnn
