#include "files/checked_chunk.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "core/paths/temporary_directory.hpp"
#include "files/hdf5_file.hpp"

using namespace cchnn;

namespace {

// Word by word, as the definition of the checksum reads (Fletcher 1982).
std::uint32_t word_by_word(const std::string& bytes) {
    std::uint64_t one = 0, two = 0;
    for (std::size_t i = 0; i < bytes.size(); i += 2) {
        const auto high = static_cast<unsigned char>(bytes[i]);
        const auto low = i + 1 < bytes.size() ? static_cast<unsigned char>(bytes[i + 1]) : 0U;
        one += 256U * high + low;
        two += one;
    }
    const auto reduce = [](std::uint64_t sum) { return sum == 0 ? 0 : (sum - 1) % 65535 + 1; };
    return static_cast<std::uint32_t>(reduce(two) << 16 | reduce(one));
}

}  // namespace

TEST_CASE("Fletcher-32 of blocks is that of words, for any length") {
    std::mt19937 random(4);
    for (const std::size_t size : {0U, 1U, 2U, 3U, 511U, 512U, 513U, 514U, 4096U, 8191U, 8192U, 8224U, 100001U}) {
        std::string bytes(size, '\0');
        CHECK(fletcher32(bytes.data(), size) == 0);
        for (char& c : bytes) c = static_cast<char>(random());
        CHECK(fletcher32(bytes.data(), size) == word_by_word(bytes));
        bytes.assign(size, '\xff');  // sums are multiples of 65535
        CHECK(fletcher32(bytes.data(), size) == word_by_word(bytes));
    }
}

TEST_CASE("HDF5 takes a chunk with its checksum, the last one padded, and refuses one with another checksum") {
    const TemporaryDirectory directory("chunk");
    std::vector<double> values(12);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1.0 / (1.0 + static_cast<double>(i));
    const char* bytes = reinterpret_cast<const char*>(values.data());
    for (const bool damaged : {false, true}) {
        const auto path = directory.path() / (damaged ? "b.h5" : "a.h5");
        Hdf5File file = Hdf5File::create(path, path);
        file.make_array("/x", float64, {12}, {8});
        std::vector<char> first = checked_chunk({bytes, bytes + 64}, 64);
        if (damaged) first.back() ^= 1;
        file.write_chunk("/x", {0}, first);
        file.write_chunk("/x", {8}, checked_chunk({bytes + 64, bytes + 96}, 64));
        file.close();
        const Hdf5File read = Hdf5File::open(path);
        if (damaged) CHECK_THROWS(read.read_bytes("/x", {0}, {12}));
        else CHECK(read.read_bytes("/x", {0}, {12}) == std::vector<char>(bytes, bytes + 96));
    }
}
