#include "dataset/staged_directory.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/errors.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

void require(const std::error_code& error, const fs::path& path, const char* what) {
    if (error) throw IoError(path.string(), std::string(what) + ": " + error.message());
}

// What would make commit() fail is said before hours of work, not after.
void require_usable(const fs::path& directory) {
    std::error_code error;
    if (!fs::exists(fs::symlink_status(directory, error))) return;
    if (!fs::is_directory(directory, error)) throw IoError(directory.string(), "exists and is not a directory");
    if (::access(directory.c_str(), W_OK | X_OK) != 0)
        throw IoError(directory.string(), std::string("cannot be written to: ") + std::strerror(errno));
}

}  // namespace

StagedDirectory::StagedDirectory(const fs::path& directory, std::vector<std::string> names, bool overwrite)
    : final_(directory), names_(std::move(names)) {
    std::error_code error;
    std::vector<Problem> problems;
    for (const std::string& name : names_)
        if (!overwrite && fs::exists(final_ / name, error))
            problems.push_back({(final_ / name).string(), "exists already; --force replaces it"});
    if (!problems.empty()) throw IoError(std::move(problems));
    require_usable(final_);
    const fs::path parent = final_.has_parent_path() ? final_.parent_path() : fs::path(".");
    fs::create_directories(parent, error);
    require(error, parent, "cannot be created");
    // A killed run may have left the name of this process number behind: take the next one.
    const std::string stem = "." + final_.filename().string() + ".partial-" + std::to_string(::getpid());
    fs::path staged = parent / stem;
    for (int k = 1; !fs::create_directory(staged, error); ++k) {
        require(error, staged, "cannot be created");
        staged = parent / (stem + "-" + std::to_string(k));
    }
    staged_ = staged;
}

StagedDirectory::~StagedDirectory() {
    std::error_code ignored;
    if (!staged_.empty()) fs::remove_all(staged_, ignored);
}

void StagedDirectory::commit() {
    std::error_code error;
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
