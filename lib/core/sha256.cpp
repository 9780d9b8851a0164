#include "core/sha256.hpp"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>
#include <vector>

#include "core/paths/regular_file.hpp"
#include "core/stop.hpp"
#include "core/to_size.hpp"

namespace cchnn {

// Owns the context of OpenSSL, whose header users of Sha256 do not see.
struct Sha256::Context {
    EVP_MD_CTX* evp = EVP_MD_CTX_new();
    ~Context() { EVP_MD_CTX_free(evp); }
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
    if (!context_->evp || EVP_DigestInit_ex(context_->evp, EVP_sha256(), nullptr) != 1)
        throw std::runtime_error("OpenSSL does not give SHA-256");
}
Sha256::~Sha256() = default;

void Sha256::add(const void* data, std::size_t size) {
    if (EVP_DigestUpdate(context_->evp, data, size) != 1) throw std::runtime_error("OpenSSL fails in SHA-256");
}

std::string Sha256::hex() {
    std::array<unsigned char, 32> bytes;
    if (EVP_DigestFinal_ex(context_->evp, bytes.data(), nullptr) != 1)
        throw std::runtime_error("OpenSSL fails in SHA-256");
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : bytes) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

std::string sha256_of_text(std::string_view text) {
    Sha256 hash;
    hash.add(text.data(), text.size());
    return hash.hex();
}

std::string base64_sha256_of_text(std::string_view text) {
    std::array<unsigned char, 32> bytes;
    unsigned size = 0;
    if (EVP_Digest(text.data(), text.size(), bytes.data(), &size, EVP_sha256(), nullptr) != 1)
        throw std::runtime_error("OpenSSL fails in SHA-256");
    std::array<unsigned char, 48> base64;  // 44 letters and a zero
    const int letters = EVP_EncodeBlock(base64.data(), bytes.data(), count_of(bytes));
    return {base64.begin(), base64.begin() + letters};
}

std::string sha256_of_file(const std::filesystem::path& path) {
    RegularFile file(path, "a regular file");
    Sha256 hash;
    std::vector<char> block(128 << 10);  // stays in the cache between reading and hashing
    while (const std::size_t count = file.read(block.data(), block.size())) {
        throw_if_stopped();
        hash.add(block.data(), count);
    }
    return hash.hex();
}

}  // namespace cchnn
