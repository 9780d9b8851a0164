#pragma once
// Zip archives of texts, for tests of what reads them.

#include <doctest/doctest.h>
#include <minizip/zip.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace cchnn_test {

inline constexpr int stored = 0, deflated = Z_DEFLATED;  // the methods of numpy.savez and numpy.savez_compressed

inline void write_zip(const std::filesystem::path& path,
                      const std::vector<std::pair<std::string, std::string>>& entries, int method = stored) {
    const zipFile archive = zipOpen64(path.c_str(), APPEND_STATUS_CREATE);
    REQUIRE(archive);
    for (const auto& [name, content] : entries) {
        const zip_fileinfo info{};
        REQUIRE(zipOpenNewFileInZip(archive, name.c_str(), &info, nullptr, 0, nullptr, 0, nullptr, method, 6) ==
                ZIP_OK);
        REQUIRE(zipWriteInFileInZip(archive, content.data(), static_cast<unsigned>(content.size())) == ZIP_OK);
        REQUIRE(zipCloseFileInZip(archive) == ZIP_OK);
    }
    REQUIRE(zipClose(archive, nullptr) == ZIP_OK);
}

}  // namespace cchnn_test
