#include "files/numpy/npz_file.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include "contains_text.hpp"
#include "dataset/dataset_fixture.hpp"
#include "files/numpy/zip_archive.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

const std::string whole = [] {
    std::string text = "{'descr': '<f8', 'fortran_order': False, 'shape': (100,), }";
    text.resize(117, ' ');
    std::string npy = std::string("\x93NUMPY\x01\x00\x76\x00", 10) + text + "\n";
    for (int i = 0; i < 100; ++i) {
        const double value = i / 7.0;
        npy.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    return npy;
}();

// An archive whose x.npy holds `content`.
void write_entry(const std::filesystem::path& path, const std::string& content, int method) {
    write_zip(path, {{"x.npy", content}}, method);
}

}  // namespace

TEST_CASE("an array reads back to the last bit, stored or deflated") {
    const ScratchDirectory scratch;
    for (const int method : {stored, deflated}) {
        write_entry(scratch / "a.npz", whole, method);
        const NpyArray x = NpzFile(scratch / "a.npz").read("x");
        REQUIRE(x.shape == Shape{100});
        for (int i = 0; i < 100; ++i) CHECK(x.values[static_cast<std::size_t>(i)] == i / 7.0);
    }
}

TEST_CASE("an entry that ends anywhere in its header is refused at its end, not read as zeros or for ever") {
    const ScratchDirectory scratch;
    for (const int method : {stored, deflated})
        for (const std::size_t length : {0u, 1u, 5u, 7u, 9u, 10u, 64u, 127u}) {
            CAPTURE(length);
            write_entry(scratch / "a.npz", whole.substr(0, length), method);
            const std::string text = error_text([&] { NpzFile(scratch / "a.npz").read("x"); });
            CHECK_MESSAGE(contains_text(text, (scratch / "a.npz").string() + ":x: "), text);
        }
}

TEST_CASE("an entry that ends in its numbers says how many bytes it lacks") {
    const ScratchDirectory scratch;
    for (const int method : {stored, deflated}) {
        write_entry(scratch / "a.npz", whole.substr(0, 128 + 792), method);
        CHECK(contains_text(error_text([&] { NpzFile(scratch / "a.npz").read("x"); }),
                            ":x: declares shape (100,), 800 bytes, but holds 792"));
    }
}

TEST_CASE("a deflated entry that holds less than the archive says is refused where it ends") {
    const ScratchDirectory scratch;
    const auto path = scratch / "a.npz";
    write_entry(path, whole.substr(0, 128 + 792), deflated);
    std::string bytes = read_all(path);
    // The length after inflation, in both of the archive's headers: 920 -> 928, as the array's shape says.
    const std::uint32_t held = 920, claimed = 928;
    int replaced = 0;
    for (std::size_t at = 0; at + 4 <= bytes.size(); ++at)
        if (std::memcmp(&bytes[at], &held, 4) == 0) {
            std::memcpy(&bytes[at], &claimed, 4);
            ++replaced;
        }
    REQUIRE(replaced == 2);
    std::ofstream(path, std::ios::binary) << bytes;
    CHECK(contains_text(error_text([&] { NpzFile(path).read("x"); }), path.string() + ":x: cannot be read: "));
}

TEST_CASE("big-endian numbers are read as the numbers they are") {
    const ScratchDirectory scratch;
    std::string big = whole;
    big.replace(big.find("<f8"), 3, ">f8");
    for (std::size_t at = big.size() - 800; at < big.size(); at += 8)
        std::reverse(big.begin() + static_cast<std::ptrdiff_t>(at), big.begin() + static_cast<std::ptrdiff_t>(at + 8));
    write_entry(scratch / "a.npz", big, stored);
    const NpyArray x = NpzFile(scratch / "a.npz").read("x");
    for (int i = 0; i < 100; ++i) CHECK(x.values[static_cast<std::size_t>(i)] == i / 7.0);
}
