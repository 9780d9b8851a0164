#include "dataset/documents/sha256sums.hpp"

#include <algorithm>
#include <sstream>

#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/paths/read_file.hpp"
#include "core/sha256.hpp"

namespace cchnn {

namespace fs = std::filesystem;

std::vector<ListedFile> read_sha256sums(const fs::path& path) {
    std::istringstream in(read_file(path, "a list of checksums"));
    std::vector<ListedFile> sums;
    for (std::string line; std::getline(in, line);) {
        const bool fits = line.size() > 66 && line.compare(64, 2, "  ") == 0 && line.find('/') == std::string::npos;
        if (!fits)
            throw DataError(path.string(),
                            "line " + std::to_string(sums.size() + 1) + " must have a SHA-256 and the name of a file");
        sums.push_back({line.substr(0, 64), line.substr(66)});
    }
    return sums;
}

std::vector<ChangedFile> changed_files(const fs::path& directory, const std::vector<ListedFile>& sums) {
    std::vector<ChangedFile> changed;
    for (const ListedFile& sum : sums)
        if (!fs::exists(directory / sum.file)) changed.push_back({sum.file, true});
        else if (sha256_of_file(directory / sum.file) != sum.sha256) changed.push_back({sum.file, false});
    return changed;
}

void require_unchanged(const fs::path& directory, const std::vector<std::string>& expected) {
    const fs::path list = directory / "SHA256SUMS";
    const std::vector<ListedFile> sums = read_sha256sums(list);
    const std::string again = "; to generate the dataset again give " + option("overwrite") + " without " +
                              option("resume") + ", or rerun the same command after " + directory.string() +
                              " is removed";
    std::vector<Problem> problems;
    for (const ChangedFile& changed : changed_files(directory, sums))
        problems.push_back({(directory / changed.file).string(),
                            (changed.missing ? "is missing, and " + list.string() + " lists it"
                                             : "has another SHA-256 than " + list.string() + " says: it was changed") +
                                again});
    for (const std::string& file : expected)
        if (std::ranges::none_of(sums, [&](const ListedFile& sum) { return sum.file == file; }))
            problems.push_back({list.string(), "does not list " + file + again});
    if (!problems.empty()) throw DataError(std::move(problems));
}

}  // namespace cchnn
