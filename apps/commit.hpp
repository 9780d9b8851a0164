#pragma once
// The commit that these programs were built of, for people who report what a program did: a version stands for many.
// --version and the JSON of commands say it. Datasets, lock files and pages do not: their bytes are promised, and
// commits that compute alike write the same.

namespace cchnn {

// "a8f7ef52c1d0", with "-dirty" behind it where files of the clone had been changed; "" when built from an archive.
// Defined in commit.cpp, which each build makes (apps/commit.cmake).
extern const char* const built_from_commit;

}  // namespace cchnn
