#pragma once
// Everything that the bits of a dataset depend on, as JSON text: what an unfinished run leaves beside its journals, so
// that another program can tell whether to go on with them.

#include <string>
#include <vector>

namespace cchnn {

// Whether a text describes a job: what tells a directory of ours from that of a stranger. Any text may be given.
bool is_job(const std::string& text);

// Every field that differs: "seed: is 3 there, 4 here". Empty when both are the same job.
std::vector<std::string> job_differences(const std::string& there, const std::string& here);

}  // namespace cchnn
