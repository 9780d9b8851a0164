#pragma once
// SHA-256 (FIPS 180-4) of bytes given in several calls, through OpenSSL.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace cchnn {

class Sha256 {
  public:
    Sha256();
    ~Sha256();
    Sha256(const Sha256&) = delete;
    Sha256& operator=(const Sha256&) = delete;

    void add(const void* data, std::size_t size);
    std::string hex();  // 64 lower-case digits; ends the stream

  private:
    struct Context;
    std::unique_ptr<Context> context_;
};

std::string sha256_of_text(std::string_view text);
// In base 64, as a Content-Security-Policy has it.
std::string base64_sha256_of_text(std::string_view text);
// Throws IoError.
std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace cchnn
