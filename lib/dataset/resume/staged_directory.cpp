#include "dataset/resume/staged_directory.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/paths/given_directory.hpp"
#include "core/system_reason.hpp"
#include "files/descriptor.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

void require(const std::error_code& error, const fs::path& path, const char* what) {
    if (error) throw IoError(path.string(), std::string(what) + ": " + system_reason(error));
}

// Reports what would make commit() fail before hours of work, not after them.
void require_usable(const fs::path& directory) {
    std::error_code error;
    if (!fs::exists(fs::symlink_status(directory, error))) return;
    if (!fs::is_directory(directory, error)) throw IoError(directory.string(), "exists and is not a directory");
    if (::access(directory.c_str(), W_OK | X_OK) != 0)
        throw IoError(directory.string(), "cannot be written to: " + system_reason(errno));
}

}  // namespace

void require_place_for(const fs::path& directory, const std::vector<std::string>& names, bool overwrite) {
    std::error_code error;
    std::vector<Problem> problems;
    for (const std::string& name : names) {
        const fs::path place = directory / name;
        if (fs::is_other(fs::symlink_status(place, error)))
            problems.push_back({place.string(), "is a device or a pipe, which is never replaced"});
        else if (!overwrite && fs::exists(place, error))
            problems.push_back({place.string(), "exists already; give " + option("overwrite") + " to replace it"});
    }
    if (!problems.empty()) throw IoError(std::move(problems));
    require_usable(directory);
}

StagedDirectory::StagedDirectory(const fs::path& directory, std::vector<std::string> names, bool overwrite,
                                 const fs::path& staging)
    : final_(directory), names_(std::move(names)) {
    require_place_for(final_, names_, overwrite);
    std::error_code error;
    fs::remove_all(staging, error);
    if (error != std::errc::not_a_directory) require(error, staging, "of an earlier run cannot be removed");
    if (!fs::exists(staging.parent_path(), error)) made_parent_ = staging.parent_path();
    make_directories(staging, final_);
    staged_ = staging;
}

StagedDirectory::~StagedDirectory() {
    std::error_code ignored;
    if (staged_.empty()) return;
    fs::remove_all(staged_, ignored);
    if (!made_parent_.empty()) fs::remove(made_parent_, ignored);  // when nothing else has come to it
}

// A new directory gets its name by one rename, which is atomic. Into an existing one files move one by one,
// because a user's own files there must stay; a kill in between leaves both, and a run with --resume completes
// it from the journals.
void StagedDirectory::commit() {
    std::error_code error;
    for (const std::string& name : names_)
        if (fs::exists(staged_ / name, error)) sync_path(staged_ / name);
    sync_path(staged_);
    if (!fs::exists(final_, error)) {
        fs::rename(staged_, final_, error);
        require(error, final_, "cannot be created");
    } else {
        for (const std::string& name : names_) {
            if (fs::exists(staged_ / name, error)) {
                fs::rename(staged_ / name, final_ / name, error);
                require(error, final_ / name, "cannot be replaced");
            } else if (fs::remove(final_ / name, error); error) {
                require(error, final_ / name, "of an earlier dataset cannot be removed");
            }
        }
        fs::remove_all(staged_, error);
    }
    staged_.clear();
}

}  // namespace cchnn
