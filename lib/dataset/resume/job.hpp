#pragma once
// A job: everything that the bits of a dataset depend on, as JSON text. An unfinished run leaves it beside its
// journals, so that a later run can decide whether it may resume them. DatasetPlan::job() makes the text.

#include <string>
#include <vector>

namespace cchnn {

// Whether a text describes a job. This distinguishes a directory of this program from any other; any text may be given.
bool is_job(const std::string& text);

// All fields in which two jobs differ, as sentences: "seed: is 3 there, 4 here". Empty if they are equal.
// `here` must be valid JSON; `there` may be damaged.
std::vector<std::string> job_differences(const std::string& there, const std::string& here);

}  // namespace cchnn
