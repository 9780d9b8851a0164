#include "dataset/reader/npz_submission.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "contains_text.hpp"
#include "dataset/dataset_fixture.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "files/numpy/npz_file.hpp"
#include "files/numpy/zip_archive.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// A .npy as NumPy writes it, version 1.
std::string npy(const std::string& type, const std::string& shape, const std::string& bytes) {
    std::string text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
    text.resize((10 + text.size() + 64) / 64 * 64 - 10, ' ');
    text.back() = '\n';
    return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(text.size() & 255) +
           static_cast<char>(text.size() >> 8) + text + bytes;
}

template <class Number>
std::string bytes_of(const std::vector<Number>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number)};
}

std::string utf32(const std::u32string& text) { return {reinterpret_cast<const char*>(text.data()), 4 * text.size()}; }

using Entries = std::vector<std::pair<std::string, std::string>>;

// Stored, as numpy.savez does.
void write_npz(const std::filesystem::path& path, Entries entries) {
    for (auto& entry : entries) entry.first += ".npy";
    write_zip(path, entries);
}

const std::vector<double> numbers{0, -1.5, 1e-300, 0.1, 5, 6, 7, 8, 9, 10, 11, 1.0 / 3};

}  // namespace

TEST_CASE("an .npz submission reads as HDF5 does: numbers to the last bit, texts, times") {
    const ScratchDirectory scratch;
    const std::string digest(64, 'a');
    write_npz(scratch / "s.npz",
              {{"x", npy("<f8", "(2, 3, 1, 2)", bytes_of(numbers))},
               {"v", npy("<f4", "(2, 3, 1, 2)", bytes_of(std::vector<float>(12, 0.1f)))},
               {"t", npy("<f8", "(3,)", bytes_of(std::vector<double>{0, 0.5, 1}))},
               {"model", npy("<U8", "()", utf32(std::u32string(U"n\u00e4t \u2207\U0001F600\0\0", 8)))},
               {"answers_truth", npy("<U64", "()", utf32(std::u32string(64, U'a')))},
               {"seed", npy("<i8", "()", bytes_of(std::vector<std::int64_t>{1}))}});
    const TrajectoryFile file(scratch / "s.npz");
    CHECK(file.info().count == 2);
    CHECK(file.info().samples == 3);
    CHECK(file.info().description.model == "n\u00e4t \u2207\U0001F600");
    CHECK(file.info().description.answers_truth == digest);
    CHECK(file.info().times == std::vector<double>{0, 0.5, 1});
    std::vector<double> x, v;
    file.read(0, 2, x, v);
    CHECK(x == numbers);
    CHECK(v == std::vector<double>(12, 0.1f));
    file.read(1, 1, x, v);
    CHECK(x == std::vector<double>(numbers.begin() + 6, numbers.end()));
}

TEST_CASE("how long an .npz submission took is a number, and another type or no time at all is a problem") {
    const ScratchDirectory scratch;
    const auto with = [&](const std::string& seconds, const Entries& more = {}) {
        Entries entries{{"x", npy("<f8", "(2, 3, 1, 2)", bytes_of(numbers))},
                        {"v", npy("<f8", "(2, 3, 1, 2)", bytes_of(numbers))},
                        {"rollout_seconds", seconds}};
        entries.insert(entries.end(), more.begin(), more.end());
        write_npz(scratch / "s.npz", entries);
        return TrajectoryFile(scratch / "s.npz").info().description.rollout_time.value();
    };
    const std::string one_and_a_half = npy("<f8", "()", bytes_of(std::vector<double>{1.5}));
    CHECK(with(one_and_a_half).seconds == 1.5);
    CHECK(with(one_and_a_half).hardware.empty());
    CHECK(with(one_and_a_half, {{"rollout_hardware", npy("<U6", "()", utf32(U"a core"))}}).hardware == "a core");
    const auto problem = [&](const std::string& seconds) { return error_text([&] { with(seconds); }); };
    CHECK(contains_text(problem(npy("<i8", "()", bytes_of(std::vector<std::int64_t>{2}))), "expected '<f8' (float64)"));
    CHECK(contains_text(problem(npy("<f8", "(2,)", bytes_of(std::vector<double>{1, 2}))),
                        "s.npz:/rollout_seconds: has shape (2,), expected one number"));
    for (const double bad : {0.0, -1.0, double(NAN), double(INFINITY)})
        CHECK(contains_text(problem(npy("<f8", "()", bytes_of(std::vector<double>{bad}))),
                            "rollout_seconds: must be a finite number > 0, got "));
    write_npz(scratch / "s.npz", {{"x", npy("<f8", "(2, 3, 1, 2)", bytes_of(numbers))},
                                  {"v", npy("<f8", "(2, 3, 1, 2)", bytes_of(numbers))},
                                  {"rollout_hardware", npy("<U6", "()", utf32(U"a core"))}});
    CHECK(contains_text(error_text([&] { TrajectoryFile file(scratch / "s.npz"); }),
                        "rollout_hardware: says on what the rollouts ran, and rollout_seconds"));
}

TEST_CASE("problems of an .npz submission are told with the archive's name, all at once") {
    const ScratchDirectory scratch;
    const auto path = scratch / "s.npz";
    write_npz(path, {{"x", npy("<i8", "(2,)", bytes_of(std::vector<std::int64_t>{1, 2}))},
                     {"v", npy("<f8", "(9,)", bytes_of(numbers))},
                     {"model", npy("<f8", "()", bytes_of(std::vector<double>{1}))}});
    CHECK(error_text([&] { TrajectoryFile file(path); }) ==
          path.string() +
              ":x: its .npy header declares type '<i8', expected '<f8' (float64), '<f4' (float32) or text ('<U12')\n" +
              path.string() + ":v: declares shape (9,), 72 bytes, but holds 96\n" + path.string() +
              ":model: holds float64, expected text");
    write_npz(path, {{"x", npy("<f8", "(12,)", bytes_of(numbers))}});
    CHECK(error_text([&] { TrajectoryFile file(path); }) ==
          path.string() + ":/x: shape is (12,), expected (trajectory, t, node, axis)\n" + path.string() +
              ":/v: is missing; available: /x");
    write_npz(path, {{"x", npy("<f8", "(12,)", bytes_of(numbers))}, {"p", npy("<f8", "(12,)", bytes_of(numbers))}});
    CHECK(contains_text(error_text([&] { TrajectoryFile file(path); }),
                        path.string() + ":/v: is missing; momenta in /p are not scored, give velocities instead"));
    write_npz(path,
              {{"positions", npy("<f8", "(12,)", bytes_of(numbers))}, {"t", npy("<f8", "(12,)", bytes_of(numbers))}});
    CHECK(contains_text(error_text([&] { TrajectoryFile file(path); }),
                        path.string() + ":/x: is missing; available: /t, /positions"));
    std::ofstream(path, std::ios::binary) << "no archive";
    CHECK(contains_text(error_text([&] { TrajectoryFile file(path); }),
                        path.string() + ": is not a NumPy archive (.npz)"));
}

TEST_CASE("an archive may hold arrays of the user's own, also with the name of an array of datasets") {
    const ScratchDirectory scratch;
    const auto path = scratch / "s.npz";
    write_npz(path, {{"x", npy("<f8", "(2, 3, 1, 2)", bytes_of(numbers))},
                     {"v", npy("<f8", "(2, 3, 1, 2)", bytes_of(numbers))},
                     {"u", npy("<f8", "(12,)", bytes_of(numbers))}});
    CHECK_NOTHROW(TrajectoryFile file(path));
}

TEST_CASE("an archive far beyond its test set is refused before it is unpacked") {
    const ScratchDirectory scratch;
    const auto path = scratch / "s.npz";
    write_npz(path, {{"x", npy("<f8", "(2, 3, 1, 2)", bytes_of(numbers))}});
    CHECK_NOTHROW(open_npz_submission(path, 12));
    CHECK(error_text([&] { open_npz_submission(path, 11); }) ==
          path.string() + ":/x: shape is (2, 3, 1, 2), far more than its test set has");
}

TEST_CASE("an archive of zeros that unpacks to far more than its size is refused before it is unpacked") {
    const ScratchDirectory scratch;
    const auto path = scratch / "zeros.npz";
    const std::vector<double> zeros(20 << 20);
    const char header[] = "{'descr': '<f8', 'fortran_order': False, 'shape': (20971520, 1, 1, 1), }\n";
    std::string npy("\x93NUMPY\x01\x00", 8);
    npy += static_cast<char>(sizeof header - 1);
    npy += '\0';
    npy += header;
    npy.append(reinterpret_cast<const char*>(zeros.data()), zeros.size() * sizeof(double));
    write_zip(path, {{"x.npy", npy}}, deflated);
    CHECK(contains_text(error_text([&] { open_npz_submission(path); }),
                        ":/x: shape is (20971520, 1, 1, 1), far more than an"));
    CHECK(contains_text(error_text([&] { NpzFile(path).read("x"); }),
                        ":x: shape is (20971520, 1, 1, 1), in an archive of "));
    CHECK_NOTHROW(open_npz_submission(path, 20 << 20));  // a test set says that so much is meant
}

TEST_CASE("an array that an archive holds twice is refused: readers differ in which they take") {
    const ScratchDirectory scratch;
    const auto path = scratch / "twice.npz";
    write_npz(path, {{"x", npy("<f8", "(12,)", bytes_of(numbers))}, {"y", npy("<f8", "(12,)", bytes_of(numbers))}});
    std::string bytes = read_all(path);
    for (std::size_t at = bytes.find("y.npy"); at != std::string::npos; at = bytes.find("y.npy", at)) bytes[at] = 'x';
    std::ofstream(path, std::ios::binary) << bytes;
    CHECK(error_text([&] { NpzFile file(path); }) ==
          path.string() + ": holds x.npy twice; it is unclear which one counts; write the archive again");
}

TEST_CASE("an array of an archive is read in pieces, and its checksum is compared at the end") {
    const ScratchDirectory scratch;
    const auto path = scratch / "a.npz";
    write_npz(path, {{"x", npy("<f8", "(12,)", bytes_of(numbers))}});
    {
        const NpzFile file(path);
        NpzArrayReader reader(file, "x");
        std::vector<double> piece(5);
        reader.next(5, piece.data());
        CHECK(piece[3] == 0.1);
        reader.next(5, piece.data());
        CHECK(piece[4] == 10);
        CHECK_THROWS_AS(reader.next(3, piece.data()), DataError);  // two are left
    }
    std::string bytes = read_all(path);
    const double value = 1e-300;
    const std::size_t at = bytes.find(std::string(reinterpret_cast<const char*>(&value), 8));
    REQUIRE(at != std::string::npos);
    bytes[at] ^= 1;
    std::ofstream(path, std::ios::binary) << bytes;
    CHECK(contains_text(error_text([&] { NpzFile(path).read("x"); }), path.string() + ":x: cannot be read: "));
}
