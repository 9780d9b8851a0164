#pragma once
// A regular file that is read from its beginning. It is opened without waiting and checked before it is read, so that a
// pipe that blocks or a device without an end is rejected, which an untrusted directory may contain instead.

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

    // The number of bytes read into `data`, less than `size` only at the end of the file. Throws IoError.
    std::size_t read(char* data, std::size_t size);

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::filesystem::path path_;
    std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace cchnn
