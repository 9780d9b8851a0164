#include "files/numpy/npy_writer.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <fstream>
#include <iterator>

#include "core/errors.hpp"
#include "core/paths/temporary_directory.hpp"
#include "files/numpy/npy_array.hpp"
#include "files/numpy/npy_header.hpp"

using namespace cchnn;

namespace {

std::string bytes_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Row i is i, i + 1/2.
std::vector<char> halves(std::uint64_t first, std::uint64_t count) {
    std::vector<char> bytes;
    for (std::uint64_t i = first; i < first + count; ++i)
        for (const double number : {static_cast<double>(i), static_cast<double>(i) + 0.5}) {
            char raw[8];
            std::memcpy(raw, &number, 8);
            bytes.insert(bytes.end(), raw, raw + 8);
        }
    return bytes;
}

}  // namespace

TEST_CASE("npy writer: an array larger than a piece is all there, behind a header that is read back") {
    const TemporaryDirectory scratch("npy");
    const std::filesystem::path file = scratch.path() / "a.npy";
    const std::uint64_t rows = npy_piece_bytes / 16 + 3;
    write_npy_array(file, float64, {rows, 2}, halves, false);
    const std::string bytes = bytes_of(file);
    std::size_t at = 0;
    const auto read = [&](char* to, std::size_t size) {
        if (at + size > bytes.size()) return false;
        std::memcpy(to, bytes.data() + at, size);
        at += size;
        return true;
    };
    const NpyHeader header = read_npy_header(read, "a.npy");
    CHECK(header.shape == Shape{rows, 2});
    REQUIRE(bytes.size() == header.header_bytes + rows * 16);
    double last = 0;
    std::memcpy(&last, bytes.data() + bytes.size() - 8, 8);
    CHECK(last == static_cast<double>(rows - 1) + 0.5);
}

TEST_CASE("npy writer: a file that exists is replaced when that was said") {
    const TemporaryDirectory scratch("npy");
    const std::filesystem::path file = scratch.path() / "a.npy";
    write_npy_texts(file, {2}, {"a", "b"}, false);
    const std::string before = bytes_of(file);
    CHECK_THROWS_AS(write_npy_array(file, float64, {1, 2}, halves, false), IoError);
    CHECK(bytes_of(file) == before);
    write_npy_array(file, float64, {1, 2}, halves, true);
    CHECK(bytes_of(file) != before);
}
