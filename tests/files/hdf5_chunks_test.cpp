// Chunks of another size than the array says, written with HDF5's own C API past its filters.

#include "files/hdf5_chunks.hpp"

#include <doctest/doctest.h>
#include <hdf5.h>
#include <zlib.h>

#include <array>
#include <cstring>
#include <optional>
#include <vector>

#include "core/errors.hpp"
#include "dataset/dataset_fixture.hpp"
#include "dataset/reader/file_difference.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "files/checked_chunk.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Bytes = std::vector<unsigned char>;

constexpr hsize_t shape[] = {5, 3, 1, 2}, chunk_shape[] = {2, 3, 1, 2};  // the last chunk reaches over the edge
constexpr std::size_t chunk_bytes = 2 * 3 * 1 * 2 * 8;

Bytes numbers(std::size_t bytes) {
    Bytes out(bytes);
    for (std::size_t i = 0; i + 8 <= bytes; i += 8) {
        const double value = 0.25 * static_cast<double>(i);
        std::memcpy(&out[i], &value, 8);
    }
    return out;
}

Bytes deflated(const Bytes& in) {
    uLongf size = compressBound(in.size());
    Bytes out(size);
    REQUIRE(compress2(out.data(), &size, in.data(), in.size(), 6) == Z_OK);
    out.resize(size);
    return out;
}

// With its Fletcher-32 behind it; `swapped`, as early versions of HDF5 wrote it on some machines.
Bytes with_checksum(Bytes bytes, bool swapped = false) {
    const std::uint32_t sum = fletcher32(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (const int byte : swapped ? std::array{1, 0, 3, 2} : std::array{0, 1, 2, 3})
        bytes.push_back(static_cast<unsigned char>(sum >> 8 * byte & 0xff));
    return bytes;
}

// A submission whose /v is as it should be and whose /x has the given chunk as its second of three.
class ChunkTest {
  public:
    ChunkTest() { H5Pset_chunk(creation, 4, chunk_shape); }
    ~ChunkTest() { H5Pclose(creation); }

    void write(const std::optional<Bytes>& second, unsigned skipped_filters = 0) {
        const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        const Bytes all = numbers(5 * chunk_bytes / 2);
        for (const char* name : {"x", "v"}) {
            const hid_t space = H5Screate_simple(4, shape, nullptr);
            const hid_t array = H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
            REQUIRE(H5Dwrite(array, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()) >= 0);
            const hsize_t at[] = {2, 0, 0, 0};
            if (*name == 'x' && second)
                REQUIRE(H5Dwrite_chunk(array, H5P_DEFAULT, skipped_filters, at, second->size(), second->data()) >= 0);
            H5Dclose(array);
            H5Sclose(space);
        }
        H5Fclose(file);
    }

    std::string error(std::uint64_t first, std::uint64_t count) const {
        return error_text([&] { TrajectoryFile(path).read(first, count, x, v); });
    }
    std::string refusal(const std::string& what) const { return path.string() + ":/x: chunk at (2, 0, 0, 0) " + what; }

    ScratchDirectory scratch;
    std::filesystem::path path = scratch / "s.h5";
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    mutable std::vector<double> x, v;
};

const std::string advice = "; the file is damaged or was made by a faulty program, write it again";

}  // namespace

TEST_CASE_FIXTURE(ChunkTest,
                  "a deflated chunk that inflates to less than its size is refused, not filled from memory") {
    H5Pset_deflate(creation, 6);
    write(deflated(numbers(chunk_bytes - 16)));
    CHECK(error(0, 5) == refusal("inflates to 80 bytes, its size is 96" + advice));
    CHECK(error(2, 1) == refusal("inflates to 80 bytes, its size is 96" + advice));
    CHECK(error(0, 2) == "");  // what is not read is not looked at
    CHECK(error(4, 1) == "");
    CHECK_THROWS_AS(TrajectoryFile(path).digests(), DataError);
}

TEST_CASE_FIXTURE(ChunkTest, "a deflated chunk that inflates to more than its size is refused, before it is inflated") {
    H5Pset_deflate(creation, 6);
    write(deflated(numbers(chunk_bytes + 8)));
    CHECK(error(0, 5) == refusal("inflates to more than its size of 96 bytes" + advice));
    write(deflated(Bytes(1 << 20)));
    CHECK(error(0, 5) == refusal("inflates to more than its size of 96 bytes" + advice));
}

TEST_CASE_FIXTURE(ChunkTest, "shuffle and fletcher32 beside deflate change nothing of it") {
    H5Pset_shuffle(creation);
    SUBCASE("checksum of the numbers") {
        H5Pset_fletcher32(creation);
        H5Pset_deflate(creation, 6);
        write(deflated(numbers(chunk_bytes)));  // 4 bytes too few
        CHECK(error(0, 5) == refusal("inflates to 96 bytes, its size is 100" + advice));
    }
    SUBCASE("checksum of the stream") {
        H5Pset_deflate(creation, 6);
        H5Pset_fletcher32(creation);
        write(with_checksum(deflated(numbers(chunk_bytes - 8))));
        CHECK(error(0, 5) == refusal("inflates to 88 bytes, its size is 96" + advice));
    }
}

TEST_CASE_FIXTURE(ChunkTest,
                  "a checksum beside deflate is compared, on either side of it, in either order of its bytes") {
    const std::string wrong = refusal("does not have its Fletcher-32 checksum" + advice);
    SUBCASE("of the numbers") {
        H5Pset_fletcher32(creation);
        H5Pset_deflate(creation, 6);
        for (const bool swapped : {false, true}) {
            write(deflated(with_checksum(numbers(chunk_bytes), swapped)));
            CHECK(error(0, 5) == "");
            CHECK(x[2 * 6 + 1] == 2.0);
        }
        for (const std::size_t place : {std::size_t{9}, chunk_bytes - 1, chunk_bytes + 3}) {
            Bytes changed = with_checksum(numbers(chunk_bytes));
            changed[place] ^= 1;
            write(deflated(changed));
            CHECK(error(0, 5) == wrong);
        }
    }
    SUBCASE("of the stream") {
        H5Pset_deflate(creation, 6);
        H5Pset_fletcher32(creation);
        Bytes stream = with_checksum(deflated(numbers(chunk_bytes)));
        write(stream);
        CHECK(error(0, 5) == "");
        stream.back() ^= 1;
        write(stream);
        CHECK(error(0, 5) == wrong);
        write(Bytes{1, 2, 3});
        CHECK(error(0, 5) == refusal("is shorter than its checksum" + advice));
    }
}

TEST_CASE_FIXTURE(ChunkTest, "a chunk that is not deflated must be stored in its size, with its checksum") {
    std::string size = "80 bytes, its size is 96";
    SUBCASE("no filter") {}
    SUBCASE("shuffle") { H5Pset_shuffle(creation); }
    SUBCASE("shuffle and fletcher32") {
        H5Pset_shuffle(creation);
        H5Pset_fletcher32(creation);
        size = "80 bytes, its size is 100";
    }
    write(numbers(80));
    CHECK(error(0, 5) == refusal("is stored in " + size + advice));
}

TEST_CASE_FIXTURE(ChunkTest, "a chunk says itself which filters it went without") {
    H5Pset_deflate(creation, 6);
    write(numbers(chunk_bytes), 1);
    CHECK(error(0, 5) == "");
    CHECK(x[2 * 6 + 1] == 2.0);
    write(numbers(chunk_bytes - 8), 1);
    CHECK(error(0, 5) == refusal("is stored in 88 bytes, its size is 96" + advice));
}

// HDF5 reads such chunks too: their values are whole, and digests of contents say whether they are the right ones.
TEST_CASE_FIXTURE(ChunkTest, "a chunk that says that it goes without its checksum is read, if it has its size") {
    H5Pset_fletcher32(creation);
    for (const bool with_room : {false, true}) {
        Bytes chunk = numbers(chunk_bytes);
        if (with_room) chunk.insert(chunk.end(), {1, 2, 3, 4});  // where the checksum would be
        write(chunk, 1);
        CHECK(error(0, 5) == "");
        CHECK(x[2 * 6 + 1] == 2.0);
        CHECK(x[2 * 6 + 11] == 22.0);
    }
    write(numbers(chunk_bytes - 8), 1);
    CHECK(error(0, 5) == refusal("is stored in 88 bytes, its size is 96" + advice));
}

TEST_CASE_FIXTURE(ChunkTest, "a stream that ends too early or is none is told so") {
    H5Pset_deflate(creation, 6);
    Bytes stream = deflated(numbers(chunk_bytes));
    REQUIRE(stream.size() > 6);
    stream.erase(stream.end() - 6, stream.end());
    write(stream);
    CHECK(error(0, 5) == refusal("cannot be inflated: its stream is cut short" + advice));
    write(Bytes(40, 'x'));
    CHECK(error(0, 5) == refusal("cannot be inflated: incorrect header check" + advice));
}

TEST_CASE_FIXTURE(ChunkTest, "honest chunks are read: every filter, any part, and edges that go unfiltered") {
    bool shuffle = false, deflate = false, fletcher = false, bare_edges = false;
    SUBCASE("none") {}
    SUBCASE("shuffle") { shuffle = true; }
    SUBCASE("deflate") { deflate = true; }
    SUBCASE("fletcher32") { fletcher = true; }
    SUBCASE("all") { shuffle = deflate = fletcher = true; }
    SUBCASE("edges") { deflate = fletcher = bare_edges = true; }
    SUBCASE("edges of fletcher32") { fletcher = bare_edges = true; }
    if (shuffle) H5Pset_shuffle(creation);
    if (deflate) H5Pset_deflate(creation, 6);
    if (fletcher) H5Pset_fletcher32(creation);
    if (bare_edges) H5Pset_chunk_opts(creation, H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS);
    write(std::nullopt);
    const Bytes all = numbers(5 * chunk_bytes / 2);
    for (std::uint64_t first = 0; first < 5; ++first)
        for (std::uint64_t count = 1; first + count <= 5; ++count) {
            CHECK(error(first, count) == "");
            CHECK(std::memcmp(x.data(), &all[first * chunk_bytes / 2], count * chunk_bytes / 2) == 0);
        }
}

TEST_CASE_FIXTURE(ChunkTest, "two files are not compared through a damaged chunk") {
    H5Pset_deflate(creation, 6);
    write(deflated(numbers(chunk_bytes - 16)));
    CHECK_THROWS_AS(compare_files(path, path, {}), DataError);
}

TEST_CASE("any box is read out of chunks that divide every axis") {
    constexpr hsize_t whole[] = {5, 4, 3, 2};
    const Bytes all = numbers(5 * 4 * 3 * 2 * 8);
    for (const std::array<hsize_t, 4> chunk :
         {std::array<hsize_t, 4>{2, 4, 3, 2}, {2, 3, 3, 2}, {3, 4, 2, 1}, {5, 3, 1, 2}})
        for (const bool deflate : {false, true}) {
            const ScratchDirectory scratch;
            const std::filesystem::path path = scratch / "boxes.h5";
            const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
            const hid_t creation = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(4, whole, nullptr);
            H5Pset_chunk(creation, 4, chunk.data());
            if (deflate) H5Pset_deflate(creation, 6);
            else H5Pset_fletcher32(creation);
            const hid_t array = H5Dcreate2(file, "x", H5T_IEEE_F64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
            REQUIRE(H5Dwrite(array, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()) >= 0);
            H5Dclose(array);
            H5Sclose(space);
            H5Pclose(creation);
            H5Fclose(file);
            const Hdf5File opened = Hdf5File::open(path);
            for (const auto& [start, count] : std::vector<std::pair<Shape, Shape>>{{{0, 0, 0, 0}, {5, 4, 3, 2}},
                                                                                   {{1, 0, 0, 0}, {3, 4, 3, 2}},
                                                                                   {{0, 1, 0, 0}, {5, 2, 3, 2}},
                                                                                   {{2, 0, 1, 0}, {2, 4, 2, 2}},
                                                                                   {{0, 0, 0, 1}, {4, 4, 3, 1}},
                                                                                   {{1, 3, 0, 0}, {2, 1, 3, 2}}}) {
                std::vector<double> box(byte_count(count, 1)), expected;
                opened.read_doubles("/x", start, count, box.data());
                for (std::uint64_t i = 0; i < count[0]; ++i)
                    for (std::uint64_t k = 0; k < count[1]; ++k)
                        for (std::uint64_t n = 0; n < count[2]; ++n)
                            for (std::uint64_t d = 0; d < count[3]; ++d)
                                expected.push_back(
                                    2.0 *
                                    static_cast<double>((((start[0] + i) * 4 + start[1] + k) * 3 + start[2] + n) * 2 +
                                                        start[3] + d));
                CHECK((box == expected));
            }
        }
}

// HDF5 1.10 goes through all chunks to find the length of one without filters: 4 s, where 1 s is allowed.
TEST_CASE("an array of 20,000 small chunks without a filter is read, and a short one among them is refused") {
    const ScratchDirectory scratch;
    const std::filesystem::path path = scratch / "many.h5";
    constexpr hsize_t trajectories = 20'000, whole[] = {trajectories, 2, 1, 2}, chunk[] = {1, 2, 1, 2};
    const auto write = [&](std::size_t bytes_of_last) {
        const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        const Bytes all = numbers(trajectories * 32);
        const hid_t creation = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(4, whole, nullptr);
        H5Pset_chunk(creation, 4, chunk);
        // All but the last one: a chunk that has its place in the file keeps its size.
        const hsize_t first[] = {0, 0, 0, 0}, others[] = {trajectories - 1, 2, 1, 2};
        H5Sselect_hyperslab(space, H5S_SELECT_SET, first, nullptr, others, nullptr);
        for (const char* name : {"x", "v"}) {
            const hid_t array = H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
            REQUIRE(H5Dwrite(array, H5T_NATIVE_DOUBLE, space, space, H5P_DEFAULT, all.data()) >= 0);
            const hsize_t last[] = {trajectories - 1, 0, 0, 0};
            const std::size_t bytes = *name == 'v' ? bytes_of_last : 32;
            REQUIRE(H5Dwrite_chunk(array, H5P_DEFAULT, 0, last, bytes, &all[32 * last[0]]) >= 0);
            H5Dclose(array);
        }
        H5Sclose(space);
        H5Pclose(creation);
        H5Fclose(file);
    };
    std::vector<double> x, v;
    write(32);
    TrajectoryFile(path).read(0, trajectories, x, v);
    CHECK(x.size() == trajectories * 4);
    CHECK(x.back() == 0.25 * 8 * (trajectories * 4 - 1));
    write(24);
    CHECK(error_text([&] { TrajectoryFile(path).read(0, trajectories, x, v); }) ==
          path.string() + ":/v: chunk at (19999, 0, 0, 0) is stored in 24 bytes, its size is 32" + advice);
}
