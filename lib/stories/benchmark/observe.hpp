#pragma once
// Writes views of a stored dataset: what an instrument with noise, losses or a camera would record
// (sample/observation.hpp, schemas/view.md). The dataset itself is not changed.
//
//   train, valid, test.h5 + recipe -> DIR/{train,valid,test}.h5, DIR/view.json
//
// A view depends on (dataset, recipe) alone. view.json names both, so that anyone with the dataset can make the
// same files again. It is written last: a directory without it is an incomplete view.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "dataset/view_description.hpp"
#include "score/verification.hpp"

namespace cchnn {

struct ObserveOptions {
    std::filesystem::path source;     // a dataset file, or a directory of them
    std::filesystem::path directory;  // where the view goes
    ObservationRecipe recipe;
    bool overwrite = false;
    std::function<void(std::uint64_t done, std::uint64_t total)> progress = nullptr;
};

// Throws UsageError (also: a body that the system does not have), DataError, IoError.
ViewLock observe(const ObserveOptions& options);

// `target` is a view.json or a directory with one. Files beside it are compared with their digests; where `truth`, a
// dataset file or directory, is given, the view is made again from it in a directory for temporary files. Throws
// UsageError when there is neither, DataError, SpecError, IoError.
Verification verify_view(const std::filesystem::path& target, const std::filesystem::path& truth);
// Whether verify_view() is responsible for a path: a view.json, or a directory that contains one.
bool is_view_target(const std::filesystem::path& target);

}  // namespace cchnn
