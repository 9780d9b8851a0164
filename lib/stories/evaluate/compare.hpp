#pragma once
// cchnn-eval compare: scores many submissions over many systems, and ranks them.
//
//   DATA/<system>/test.h5 + SUB/<system>/*.h5, *.npz  ->  one Scores per system  ->  standings over all of them
//
// find_systems() or pair_systems() fills a request, compare() calls evaluate() once for each system and then
// ranks the entries (score/standings.hpp). An entry without a submission for a system counts there as the worst
// value, so that leaving out a hard system gains nothing. Ranks over several systems go by the kinetic error, which means
// the same on each of them, unless the request asks for another metric.

#include <filesystem>
#include <string>
#include <vector>

#include "score/score_submission.hpp"
#include "score/standings.hpp"
#include "stories/evaluate/compared_entries.hpp"

namespace cchnn {

struct CompareRequest {
    std::vector<CompareSystem> systems;
    ScoringOptions options;
    bool published = false;
    std::vector<std::string> remarks;  // of finding the files
    bool animate = false;              // also what animations show
    bool start_error = false;          // also equivalent start errors
    double noise = 0;                  // of test sets: also bounds of estimated parameters
    bool solver = false;               // also a classical solver beside each model
    std::vector<EntryGroup> groups = {};
};

// Pairs such as "data/a/test.h5:mine.h5"; those with the same test set are one system. Throws UsageError.
std::vector<CompareSystem> pair_systems(const std::vector<std::string>& pairs);

// Systems of a directory of datasets with the submissions of other directories. A system that nobody answers becomes a
// remark; a directory of submissions for a system that is not there is a UsageError with the nearest name.
// VIEWS/<system>/train.h5, or where there is none test.h5, is the view of a system; "": no views.
void find_systems(const std::filesystem::path& data, const std::vector<std::filesystem::path>& submissions,
                  const std::filesystem::path& views, CompareRequest& request);

// What is a training seed of what: compared_entries.hpp. Throws as evaluate(), with the problems of all systems.
Comparison compare(const CompareRequest& request);

}  // namespace cchnn
