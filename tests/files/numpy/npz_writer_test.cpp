#include "files/numpy/npz_writer.hpp"

#include <doctest/doctest.h>

#include <cstring>

#include "contains_text.hpp"
#include "core/sha256.hpp"
#include "dataset/dataset_fixture.hpp"
#include "files/numpy/npz_file.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// Row i of (rows, 3): 10 i, 10 i + 1, 10 i + 2.
ReadRows counting(std::uint64_t* calls = nullptr) {
    return [calls](std::uint64_t first, std::uint64_t count) {
        std::vector<double> values;
        for (std::uint64_t i = first; i < first + count; ++i)
            for (int k = 0; k < 3; ++k) values.push_back(10.0 * static_cast<double>(i) + k);
        if (calls) ++*calls;
        std::vector<char> bytes(values.size() * sizeof(double));
        std::memcpy(bytes.data(), values.data(), bytes.size());
        return bytes;
    };
}

void write(const std::filesystem::path& path, std::uint64_t rows, std::uint64_t* calls = nullptr) {
    NpzWriter writer(path, true);
    writer.add("x", float64, {rows, 3}, counting(calls));
    writer.add_texts("name", {}, {"Jos\u00e9 \U0001F600"});
    writer.finish();
}

}  // namespace

TEST_CASE("an archive reads back as it was written, in several pieces, and twice gives the same bytes") {
    const ScratchDirectory scratch;
    constexpr std::uint64_t rows = 300000;  // 7 MB: more than a piece
    std::uint64_t calls = 0;
    write(scratch / "a.npz", rows, &calls);
    CHECK(calls >= 2);
    const NpzFile file(scratch / "a.npz");
    const NpyArray x = file.read("x");
    CHECK(x.shape == Shape{rows, 3});
    CHECK(x.values[0] == 0);
    CHECK(x.values.back() == 10.0 * (rows - 1) + 2);
    CHECK(x.values[3 * 123456 + 1] == 1234561);
    CHECK(file.read_text("name") == "Jos\u00e9 \U0001F600");
    write(scratch / "b.npz", rows);
    CHECK((read_all(scratch / "a.npz") == read_all(scratch / "b.npz")));
}

// Sealed rounds have digests of archives, which are written again to be verified. This one is that of the version that
// wrote them by libzip.
TEST_CASE("an archive has the bytes that earlier versions wrote") {
    const ScratchDirectory scratch;
    NpzWriter writer(scratch / "a.npz", false);
    writer.add("x", float64, {3, 3}, counting());
    writer.add("none", float64, {0, 3}, counting());
    writer.add_texts("name", {}, {"Jos\u00e9"});
    writer.add("n\u00e4me", float64, {2, 3}, counting());
    writer.finish();
    CHECK(sha256_of_file(scratch / "a.npz") == "b5555c111376e03809b93a68ca82ab1d896a9f0e4a7776b8f67c72d3fc75b3b5");
}

TEST_CASE("an array that cannot be read leaves no archive, and its own error is thrown") {
    const ScratchDirectory scratch;
    CHECK(error_text([&] {
              NpzWriter writer(scratch / "a.npz", false);
              writer.add("x", float64, {2, 3}, [](std::uint64_t, std::uint64_t) -> std::vector<char> {
                  throw DataError("a.h5:/x", "is damaged");
              });
              writer.finish();
          }) == "a.h5:/x: is damaged");
    CHECK(scratch.file_count() == 0);
}

TEST_CASE("no row, a scalar and whole numbers are fine, an existing file is not replaced") {
    const ScratchDirectory scratch;
    {
        NpzWriter writer(scratch / "a.npz", false);
        writer.add("x", float64, {0, 3}, counting());
        writer.finish();
    }
    CHECK(NpzFile(scratch / "a.npz").read("x").values.empty());
    CHECK(contains_text(error_text([&] { NpzWriter(scratch / "a.npz", false); }), "exists already"));
}

TEST_CASE("rows are asked for in pieces of up to 4 MiB, one at least, each of them once and in order") {
    const ScratchDirectory scratch;
    constexpr std::uint64_t piece = 4 << 20;
    struct Asked {
        std::uint64_t first, count;
        bool operator==(const Asked&) const = default;
    };
    const auto asked_for = [&](std::uint64_t rows, std::uint64_t row_bytes) {
        std::vector<Asked> asked;
        NpzWriter writer(scratch / "a.npz", true);
        writer.add("x", uint8, {rows, row_bytes}, [&](std::uint64_t first, std::uint64_t count) {
            asked.push_back({first, count});
            std::vector<char> bytes(count * row_bytes);
            for (std::uint64_t i = 0; i < count; ++i) bytes[i * row_bytes] = static_cast<char>('a' + first + i);
            return bytes;
        });
        writer.finish();
        const std::string archive = read_all(scratch / "a.npz");
        CHECK(archive.size() > rows * row_bytes);
        for (std::uint64_t i = 0; i < rows; ++i) {  // the rows lie in the archive as they are
            const std::size_t at = archive.find(static_cast<char>('a' + i), archive.find("}") + 1);
            CHECK(archive.find(static_cast<char>('a'), archive.find("}") + 1) + i * row_bytes == at);
        }
        return asked;
    };
    CHECK((asked_for(2, piece + 1) == std::vector<Asked>{{0, 1}, {1, 1}}));  // each larger than a piece
    CHECK((asked_for(3, piece) == std::vector<Asked>{{0, 1}, {1, 1}, {2, 1}}));
    CHECK((asked_for(5, piece / 2) == std::vector<Asked>{{0, 2}, {2, 2}, {4, 1}}));
    CHECK((asked_for(3, piece / 3) == std::vector<Asked>{{0, 3}}));
    CHECK((asked_for(2, 100) == std::vector<Asked>{{0, 2}}));  // never more than there are
}
