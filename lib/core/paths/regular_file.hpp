#pragma once
// A regular file to read from its beginning. What a name leads to is looked at after it was opened, without waiting: a
// pipe that nobody writes, or a device without an end, in place of a file of a directory from elsewhere, is refused.

#include <sys/stat.h>

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

namespace cchnn {

// Throws IoError unless `status` is that of a regular file. `expected` is what messages say should be there.
void require_regular(const std::filesystem::path& path, const struct stat& status, const std::string& expected);

class RegularFile {
  public:
    // `expected` is what messages say should be there: "a JSON file". Throws IoError.
    RegularFile(const std::filesystem::path& path, const std::string& expected);

    // Bytes read into `data`, fewer than `size` at the end alone. Throws IoError.
    std::size_t read(char* data, std::size_t size);

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::filesystem::path path_;
    std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace cchnn
