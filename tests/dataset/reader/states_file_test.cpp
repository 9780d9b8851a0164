#include <doctest/doctest.h>

#include <cstring>
#include <limits>

#include "contains_text.hpp"
#include "core/errors.hpp"
#include "dataset/dataset_fixture.hpp"
#include "dataset/reader/states_file.hpp"
#include "files/hdf5_file.hpp"
#include "files/numpy/npy_header.hpp"
#include "files/numpy/zip_archive.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

const std::vector<double> numbers{0.1, -2.5, 1e300, 4, 5, 6, 7, 8, 9, 10, 11, 12};  // (3, 2, 2)

std::string header_text(const std::string& type, const std::string& order, const std::string& shape) {
    return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

std::string npy(const std::string& text, const std::string& data, int version = 1) {
    std::string file = "\x93NUMPY";
    file += static_cast<char>(version);
    file += '\0';
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i) file += static_cast<char>(text.size() >> (8 * i) & 0xff);
    return file + text + data;
}

template <class Number>
std::string bytes(const std::vector<double>& values) {
    std::string out;
    for (const double value : values) {
        const auto number = static_cast<Number>(value);
        out.append(reinterpret_cast<const char*>(&number), sizeof number);
    }
    return out;
}

std::string plain(const std::vector<double>& values = numbers, const std::string& shape = "(3, 2, 2)") {
    return npy(header_text("<f8", "False", shape), bytes<double>(values));
}

void write_npz(const std::filesystem::path& path, const std::vector<std::pair<std::string, std::string>>& entries,
               int method = deflated) {
    write_zip(path, entries, method);
}

// What reading x says, where v is in order.
std::string error_of_x(const std::string& x) {
    const ScratchDirectory scratch;
    write_npz(scratch / "s.npz", {{"x.npy", x}, {"v.npy", plain()}});
    const std::string text = error_text([&] { read_states(scratch / "s.npz", 2, 2); });
    const std::string start = (scratch / "s.npz").string() + ":x: ";
    REQUIRE(text.starts_with(start));
    return text.substr(start.size());
}

}  // namespace

TEST_CASE("states of an npz read back bit for bit, stored or deflated, in every version of the format") {
    for (const int method : {stored, deflated})
        for (const int version : {1, 2, 3}) {
            const ScratchDirectory scratch;
            std::vector<double> reversed(numbers.rbegin(), numbers.rend());
            const std::string text = header_text("<f8", "False", "(3, 2, 2)");
            write_npz(scratch / "s.npz",
                      {{"x.npy", npy(text, bytes<double>(numbers), version)},
                       {"v.npy", npy(text, bytes<double>(reversed), version)}},
                      method);
            const std::vector<InitialState> states = read_states(scratch / "s.npz", 2, 2);
            REQUIRE(states.size() == 3);
            CHECK(states[0].x == std::vector<double>{0.1, -2.5, 1e300, 4});
            CHECK(states[2].x == std::vector<double>{9, 10, 11, 12});
            CHECK(states[2].v == std::vector<double>{4, 1e300, -2.5, 0.1});
        }
}

TEST_CASE("float32 states are converted") {
    const ScratchDirectory scratch;
    const std::vector<double> halves{0.5, 1, 1.5, 2};
    const std::string x = npy(header_text("<f4", "False", "(1, 2, 2)"), bytes<float>(halves));
    write_npz(scratch / "s.npz", {{"x.npy", x}, {"v.npy", x}});
    CHECK(read_states(scratch / "s.npz", 2, 2)[0].x == halves);
}

TEST_CASE("states of an HDF5 file read back") {
    const ScratchDirectory scratch;
    {
        Hdf5File file = Hdf5File::create(scratch / "s.h5", scratch / "s.h5");
        for (const char* name : {"/x", "/v"}) {
            file.make_array(name, float64, {3, 2, 2}, {});
            file.write(name, {0, 0, 0}, {3, 2, 2}, numbers.data());
        }
        file.close();
    }
    CHECK(read_states(scratch / "s.h5", 2, 2)[1].x == std::vector<double>{5, 6, 7, 8});
    CHECK(error_text([&] { read_states(scratch / "s.h5", 4, 1); }) ==
          (scratch / "s.h5").string() +
              ":/x: shape is (3, 2, 2), expected (N, 4, 1) with N >= 1: trajectory, node, axis\n" +
              (scratch / "s.h5").string() +
              ":/v: shape is (3, 2, 2), expected (N, 4, 1) with N >= 1: trajectory, node, axis");
}

TEST_CASE("the first number that is not finite is named with its place") {
    std::vector<double> values = numbers;
    values[6] = std::numeric_limits<double>::quiet_NaN();
    values[9] = std::numeric_limits<double>::infinity();
    CHECK(error_of_x(plain(values)) == "must be finite, got nan at [1, 1, 0]");
}

TEST_CASE("npz arrays that are not plain, in C order, of float64 or float32 are refused") {
    const std::string data = bytes<double>(numbers), shape = "(3, 2, 2)";
    CHECK(error_of_x(npy(header_text("<f8", "True", shape), data)) ==
          "its .npy header declares Fortran order; save numpy.ascontiguousarray(array)");
    CHECK(error_of_x(npy(header_text("<i8", "False", shape), data)) ==
          "its .npy header declares type '<i8', expected '<f8' (float64), '<f4' (float32) or text ('<U12')");
    CHECK(error_of_x(npy(header_text("|O", "False", shape), data)) ==
          "its .npy header declares type '|O', expected '<f8' (float64), '<f4' (float32) or text ('<U12')");
    CHECK(error_of_x(npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (3,), }", data)) ==
          "its .npy header declares a structured array, expected plain float64 ('<f8') or float32 ('<f4')");
}

TEST_CASE("malformed npy headers are refused") {
    const std::string data = bytes<double>(numbers);
    CHECK(error_of_x("") == "is not a NumPy array (.npy)");
    CHECK(error_of_x("plainly not an array") == "is not a NumPy array (.npy)");
    CHECK(error_of_x(npy("", "", 9)) == "is of .npy version 9, expected 1, 2 or 3");
    CHECK(error_of_x(std::string("\x93NUMPY\1\0\xff", 9)) == "ends inside its .npy header");
    CHECK(error_of_x(std::string("\x93NUMPY\1\0\x40\0{", 11)) == "ends inside its .npy header");
    CHECK(error_of_x(std::string("\x93NUMPY\2\0\xff\xff\xff\xff{", 13)) ==
          "its .npy header declares 4294967295 bytes of text");
    CHECK(error_of_x(npy("__import__('os').system('true')", data)) ==
          "its .npy header is malformed at byte 0 of its text");
    CHECK(error_of_x(npy("{'descr': '<f8', 'shape': (3, 2, 2)}", data)) ==
          "its .npy header needs the keys descr, fortran_order and shape");
    CHECK(error_of_x(npy("{'descr': '<f8', 'descr': '<f8'}", data)) == "its .npy header has the key 'descr' twice");
    CHECK(error_of_x(npy("{'other': '<f8'}", data)) ==
          "its .npy header has the key 'other', which is none of descr, fortran_order, shape");
    CHECK(error_of_x(npy(header_text("<f8", "False", "(3, -2, 2)"), data)) ==
          "its .npy header is malformed at byte 54 of its text");
    CHECK(error_of_x(npy(header_text("<f8", "False", "(99999999999999999999,)"), data)) ==
          "its .npy header declares a length beyond 2^64");
    CHECK(contains_text(error_of_x(npy(header_text("<f8", "False", "(3, 2, 2)") + "more", data)),
                        "its .npy header is malformed at byte "));
}

TEST_CASE("a shape that the data do not have is refused before memory is taken") {
    CHECK(error_of_x(plain(numbers, "(300000000000, 2, 2)")) ==
          "declares shape (300000000000, 2, 2), 9600000000000 bytes, but holds 96");
    CHECK(error_of_x(plain(numbers, "(4294967296, 4294967296, 2)")) ==
          "declares shape (4294967296, 4294967296, 2), 18446744073709551615 bytes, but holds 96");
    CHECK(error_of_x(plain(numbers, "(2, 2, 2)")) == "declares shape (2, 2, 2), 64 bytes, but holds 96");
    CHECK(error_of_x(plain({}, "(0, 2, 2)")) ==
          "shape is (0, 2, 2), expected (N, 2, 2) with N >= 1: trajectory, node, axis");
}

TEST_CASE("a missing array is named, with what the archive has, for x and v at once") {
    const ScratchDirectory scratch;
    const std::string start = (scratch / "s.npz").string();
    write_npz(scratch / "s.npz", {{"positions.npy", plain()}});
    CHECK(error_text([&] { read_states(scratch / "s.npz", 2, 2); }) ==
          start + ":x: is missing; known: positions\n" + start + ":v: is missing; known: positions");
}

TEST_CASE("numbers of different shape in x and v are refused") {
    const ScratchDirectory scratch;
    write_npz(scratch / "s.npz", {{"x.npy", plain()}, {"v.npy", plain({1, 2, 3, 4}, "(1, 2, 2)")}});
    CHECK(error_text([&] { read_states(scratch / "s.npz", 2, 2); }) ==
          (scratch / "s.npz").string() + ":v: shape is (1, 2, 2), expected (3, 2, 2) as x");
}

TEST_CASE("what is no archive, is not there, or has a wrong checksum is told apart") {
    const ScratchDirectory scratch;
    const auto path = scratch / "s.npz";
    CHECK_THROWS_AS(read_states(path, 2, 2), IoError);
    CHECK(error_text([&] { read_states(path, 2, 2); }) ==
          path.string() + ": cannot be read: No such file or directory");
    std::ofstream(path) << "not a zip archive";
    CHECK_THROWS_AS(read_states(path, 2, 2), DataError);
    CHECK(error_text([&] { read_states(path, 2, 2); }) ==
          path.string() + ": is not a NumPy archive (.npz): Not a zip archive");

    write_npz(path, {{"x.npy", plain()}, {"v.npy", plain()}}, stored);
    std::string archive = read_all(path);
    const std::size_t at = archive.find(bytes<double>({1e300}));
    archive[at] = static_cast<char>(archive[at] ^ 1);
    std::ofstream(path, std::ios::binary) << archive;
    CHECK(error_text([&] { read_states(path, 2, 2); }) == path.string() + ":x: cannot be read: CRC error");
}

TEST_CASE("an npz cut short or changed anywhere is refused or read whole, and never crashes the reader") {
    const ScratchDirectory scratch;
    write_npz(scratch / "s.npz", {{"x.npy", plain()}, {"v.npy", plain()}});
    const std::string whole = read_all(scratch / "s.npz");
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::ofstream(scratch / "cut.npz", std::ios::binary) << whole.substr(0, i);
        CHECK_THROWS_AS(read_states(scratch / "cut.npz", 2, 2), Error);
        std::string changed = whole;
        changed[i] = static_cast<char>(~changed[i]);
        std::ofstream(scratch / "changed.npz", std::ios::binary) << changed;
        try {
            read_states(scratch / "changed.npz", 2, 2);  // a changed date in the archive is nothing to us
        } catch (const Error&) {
        }
    }
}

TEST_CASE("counted angles and parameters of curves come both or not at all, one row a state") {
    const ScratchDirectory scratch;
    const std::string path = scratch / "s.npz";
    const auto of = [&](const char* name, const std::vector<double>& values, const std::string& shape) {
        return std::pair<std::string, std::string>{name, plain(values, shape)};
    };
    const std::vector<double> angles{1, 2, 3, 4, 5, 6}, tracks{7, 8, 9};
    write_npz(path, {{"x.npy", plain()}, {"v.npy", plain()}, of("counted_angle.npy", angles, "(3, 2)")});
    CHECK(read_states(path, 2, 2, nullptr, 0, 2)[1].s == std::vector<double>{3, 4});
    CHECK(read_states(path, 2, 2)[1].s.empty());  // a system that counts none
    CHECK(contains_text(error_text([&] { read_states(path, 2, 2, nullptr, 1, 2); }), "track_parameter"));
    CHECK(error_text([&] { read_states(path, 2, 2, nullptr, 0, 1); }) ==
          path + ":counted_angle: shape is (3, 2), expected (N, 1) with N >= 1: trajectory, angle");
    write_npz(path, {{"x.npy", plain()},
                     {"v.npy", plain()},
                     of("counted_angle.npy", angles, "(3, 2)"),
                     of("track_parameter.npy", tracks, "(3, 1)")});
    CHECK(read_states(path, 2, 2, nullptr, 1, 2)[2].s == std::vector<double>{9, 5, 6});
}
