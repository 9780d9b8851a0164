#include "stories/evaluate/submission_directory.hpp"

#include <algorithm>

#include "core/errors.hpp"
#include "core/paths/given_directory.hpp"
#include "core/system_reason.hpp"

namespace cchnn {

namespace fs = std::filesystem;

std::vector<std::string> names_in(const fs::path& directory, bool directories) {
    require_directory(directory);
    std::error_code failure;
    std::vector<std::string> names;
    for (fs::directory_iterator at(directory, failure), end; !failure && at != end; at.increment(failure))
        if (at->is_directory() == directories) names.push_back(at->path().filename().string());
    if (failure) throw IoError(directory.string(), "cannot be read: " + system_reason(failure));
    std::sort(names.begin(), names.end());
    return names;
}

bool is_submission(const std::string& name) {
    return name.ends_with(".h5") || name.ends_with(".hdf5") || name.ends_with(".npz");
}

}  // namespace cchnn
