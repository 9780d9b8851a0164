#include "dataset/content_digest.hpp"

#include <doctest/doctest.h>

#include <cstring>

#include "core/sha256.hpp"
#include "dataset/dataset_fixture.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "files/blocks.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

std::string bytes_of(const std::vector<double>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)};
}

// A group, an array with a unit, and a root attribute; chunked or not.
std::string small_file(const std::filesystem::path& path, const Shape& chunk, double last = 6) {
    Hdf5File file = Hdf5File::create(path, path);
    const std::vector<double> values{1, 2, 3, 4, 5, last};
    file.make_group("/g");
    file.make_array("/g/a b", float64, {3, 2}, chunk);
    file.write("/g/a b", {0, 0}, {3, 2}, values.data());
    file.set_attribute("/g/a b", "units", std::string("m"));
    file.set_attribute("/", "seed", std::uint64_t{5});
    for (const char* name : {"content_digest", "tool_version"}) file.set_attribute("/", name, std::string("left out"));
    return digest_content(file).content;
}

}  // namespace

TEST_CASE("the content digest is the SHA-256 of the listing, typed out") {
    const ScratchDirectory scratch;
    const std::string seed("\5\0\0\0\0\0\0\0", 8), unit("\1\0\0\0\0\0\0\0m", 9);
    const std::string listing =
        "cchnn-content 1\n"
        "attribute /@seed uint64 () " +
        sha256_of_text(seed) +
        "\n"
        "group /g\n"
        "array /g/a%20b float64 (3,2) " +
        sha256_of_text(bytes_of({1, 2, 3, 4, 5, 6})) +
        "\n"
        "attribute /g/a%20b@units text () " +
        sha256_of_text(unit) + "\n";
    CHECK(small_file(scratch / "a.h5", {}) == sha256_of_text(listing));
}

TEST_CASE("the content digest does not depend on chunks, and does on every value") {
    const ScratchDirectory scratch;
    const std::string digest = small_file(scratch / "a.h5", {});
    CHECK(small_file(scratch / "b.h5", {2, 1}) == digest);
    CHECK(small_file(scratch / "c.h5", {3, 2}) == digest);
    CHECK(small_file(scratch / "d.h5", {}, 6.000000000000001) != digest);
}

TEST_CASE("a file's digest is the same while it is written and when it is read, for any batches") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_2");
    const std::string digest = f.write(scratch / "a.h5", f.dataset(40, 100), 3);
    CHECK(digest.size() == 64);
    CHECK(f.write(scratch / "b.h5", f.dataset(40, 100), 40) == digest);
    const TrajectoryFile file(scratch / "a.h5");
    CHECK(file.content_digest() == digest);
    CHECK(file.info().content_digest == digest);
    DatasetDescription other = f.dataset(40, 100);
    other.seed += 1;
    CHECK(f.write(scratch / "c.h5", other, 40) != digest);
}

TEST_CASE("the digest of an array is that of its values alone") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_2");
    f.write(scratch / "a.h5", f.dataset(9, 50), 9);
    for (const auto& [path, digest] : TrajectoryFile(scratch / "a.h5").digests().arrays)
        if (path == "/x") CHECK(digest == sha256_of_text(bytes_of(f.batch(0, 9, 50).x)));
}

TEST_CASE("SHA-256 of the standard's examples") {  // FIPS 180-4, examples of one block and of none
    CHECK(sha256_of_text("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sha256_of_text("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST_CASE("blocks follow each other in memory order, cover everything once, and stay below their size") {
    const std::vector<Shape> shapes{{}, {7}, {0, 3}, {4, 5, 6}, {2, 1, 3, 2}, {1, 100}};
    for (const Shape& shape : shapes)
        for (const std::uint64_t most : {1U, 8U, 40U, 100U, 1000U, 100000U}) {
            std::uint64_t next = 0;
            for_each_block(shape, 8, most, [&](const Shape& start, const Shape& count) {
                std::uint64_t flat = 0;
                for (std::size_t i = 0; i < shape.size(); ++i) flat = flat * shape[i] + start[i];
                CHECK(flat == next);
                CHECK(byte_count(count, 8) <= std::max<std::uint64_t>(most, 8));
                next += byte_count(count, 1);
            });
            CHECK(next == byte_count(shape, 1));
        }
}
