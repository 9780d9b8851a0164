// The description of an unfinished run.
#include "dataset/resume/job.hpp"

#include "harness.hpp"

FUZZ_ONE(text) {
    expecting_errors([&] {
        cchnn::is_job(text);
        cchnn::job_differences(text, R"({"tool_version": "0.2.0", "seed": 3, "system": {"name": "a"}})");
    });
}
