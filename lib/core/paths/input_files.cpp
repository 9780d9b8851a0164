#include "core/paths/input_files.hpp"

#include <sys/stat.h>

#include "core/errors.hpp"

namespace cchnn {

bool same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
    struct stat first, second;
    return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

std::filesystem::path place_of(const std::filesystem::path& path) {
    if (path.empty()) return path;
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path));  // "a" and "./a" differ without
}

void refuse_inputs(const std::filesystem::path& output, const std::vector<std::filesystem::path>& inputs) {
    for (const std::filesystem::path& input : inputs)
        if (same_file(output, input))
            throw UsageError(
                output.string(),
                "is " + (output == input ? "an input of this command" : input.string() + ", an input of this command") +
                    ", which is never overwritten; choose another name");
}

}  // namespace cchnn
