// Files from strangers: each is built with HDF5's own C API and must be refused with a text that names the place.

#include <doctest/doctest.h>
#include <hdf5.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <vector>

#include "contains_text.hpp"
#include "core/errors.hpp"
#include "dataset/dataset_fixture.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "files/hdf5_safety.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Lengths = std::vector<hsize_t>;

// A submission under construction: closes everything at the end of a scope.
class Forged {
  public:
    explicit Forged(const std::filesystem::path& path) : path_(path) {
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
        access_ = H5Pcreate(H5P_FILE_ACCESS);
        H5Pset_fclose_degree(access_, H5F_CLOSE_STRONG);
        H5Pset_libver_bounds(access_, H5F_LIBVER_V18, H5F_LIBVER_V110);
        file_ = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access_);
    }
    ~Forged() { close(); }
    Forged(const Forged&) = delete;
    Forged& operator=(const Forged&) = delete;
    hid_t file() const { return file_; }
    void close() {
        if (file_ < 0) return;
        H5Fclose(file_);
        H5Pclose(access_);
        file_ = -1;
    }

    void array(const char* name, const Lengths& shape, hid_t type = H5T_IEEE_F64LE, hid_t creation = H5P_DEFAULT,
               bool write = true) {
        const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
        const hid_t array = H5Dcreate2(file_, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
        REQUIRE(array >= 0);
        hsize_t count = 1;
        for (const hsize_t n : shape) count *= n;
        std::vector<double> values(write ? count : 0);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = 0.5 * static_cast<double>(i);
        if (write) REQUIRE(H5Dwrite(array, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0);
        H5Dclose(array);
        H5Sclose(space);
    }
    void times(const std::vector<double>& t) {
        array("t", {t.size()});
        const hid_t array = H5Dopen2(file_, "t", H5P_DEFAULT);
        H5Dwrite(array, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, t.data());
        H5Dclose(array);
    }
    void integer_attribute(const char* name, std::int64_t value) {
        const hid_t space = H5Screate(H5S_SCALAR);
        const hid_t attribute = H5Acreate2(file_, name, H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT);
        H5Awrite(attribute, H5T_NATIVE_INT64, &value);
        H5Aclose(attribute);
        H5Sclose(space);
    }
    void text_attribute(const char* name, const std::string& text) {
        const hid_t space = H5Screate(H5S_SCALAR), type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, text.size());
        const hid_t attribute = H5Acreate2(file_, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
        H5Awrite(attribute, type, text.data());
        H5Aclose(attribute);
        H5Tclose(type);
        H5Sclose(space);
    }

    std::string error() {
        close();
        try {
            TrajectoryFile file(path_);
        } catch (const DataError& e) {
            return e.what();
        }
        return "";
    }
    std::string at(const std::string& inside) const { return path_.string() + ":" + inside; }

  private:
    std::filesystem::path path_;
    hid_t access_, file_;
};

const Lengths ordinary{2, 3, 1, 2};

struct ForgedTest {
    ScratchDirectory scratch;
    Forged file{scratch / "s.h5"};
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    ~ForgedTest() { H5Pclose(creation); }
    void chunked(const Lengths& chunk) { H5Pset_chunk(creation, static_cast<int>(chunk.size()), chunk.data()); }
};

}  // namespace

TEST_CASE_FIXTURE(ForgedTest, "a submission of x and v alone is accepted") {
    file.array("x", ordinary);
    file.array("v", ordinary);
    CHECK(file.error() == "");
    const TrajectoryFile read(scratch / "s.h5");
    CHECK(read.info().description.kind == "submission");
    CHECK(read.info().format_version == 1);
    CHECK(read.info().times.empty());
    CHECK(read.info().count == 2);
}

TEST_CASE_FIXTURE(ForgedTest, "float32 and big-endian arrays are accepted and converted") {
    file.array("x", ordinary, H5T_IEEE_F32LE);
    file.array("v", ordinary, H5T_IEEE_F64BE);
    CHECK(file.error() == "");
    std::vector<double> x, v;
    TrajectoryFile(scratch / "s.h5").read(1, 1, x, v);
    CHECK(x == std::vector<double>{3, 3.5, 4, 4.5, 5, 5.5});  // halves are exact in float32
    CHECK(v == x);
}

TEST_CASE_FIXTURE(ForgedTest, "deflated and shuffled arrays are accepted") {
    chunked({1, 3, 1, 2});
    H5Pset_shuffle(creation);
    H5Pset_deflate(creation, 4);
    file.array("x", ordinary, H5T_IEEE_F64LE, creation);
    file.array("v", ordinary, H5T_IEEE_F64LE, creation);
    CHECK(file.error() == "");
}

TEST_CASE_FIXTURE(ForgedTest, "all problems come at once") {
    file.array("x", {2, 3, 1, 2});
    file.array("v", {2, 3, 1, 3});
    file.times({0, 0.1, 0.1});
    file.integer_attribute("format_version", 7);
    file.text_attribute("answers_truth", "abc");
    file.text_attribute("kind", "submision");
    CHECK(file.error() ==
          file.at("/@kind") + ": must be dataset or submission, got 'submision', did you mean 'submission'?\n" +
              file.at("/@format_version") + ": is 7, this program (0.3.0) reads up to 1; use a newer one\n" +
              file.at("/@answers_truth") + ": must be 64 lower-case hex digits, got 'abc'\n" + file.at("/v") +
              ": shape is (2, 3, 1, 3), expected (2, 3, 1, 2), (trajectory, t, node, axis)");
}

TEST_CASE_FIXTURE(ForgedTest, "times must be finite and increase") {
    file.array("x", ordinary);
    file.array("v", ordinary);
    file.times({0, 0.1, 0.1});
    CHECK(file.error() == file.at("/t") + ": must increase, got t[2] = 0.1 after 0.1");
}

TEST_CASE_FIXTURE(ForgedTest, "a time that is not a number is named") {
    file.array("x", ordinary);
    file.array("v", ordinary);
    file.times({0, std::nan(""), 0.1});
    CHECK(contains_text(file.error(), file.at("/t") + ": must be finite, got t[1] = nan"));
}

TEST_CASE_FIXTURE(ForgedTest, "arrays of another rank, number of times or type are refused") {
    file.array("x", ordinary);
    file.array("v", {2, 3, 2});
    file.times({0, 0.1});
    file.array("energy", {2, 3}, H5T_STD_I32LE);
    CHECK(file.error() == file.at("/t") + ": shape is (2,), expected (3,), (t)\n" + file.at("/v") +
                              ": shape is (2, 3, 2), expected (trajectory, t, node, axis)\n" + file.at("/energy") +
                              ": has type int32, expected float64 or float32");
}

TEST_CASE_FIXTURE(ForgedTest, "missing arrays are named, with what they may be called in the file") {
    file.array("X", ordinary);
    CHECK(file.error() ==
          file.at("/x") + ": is missing, did you mean '/X'?\n" + file.at("/v") + ": is missing, did you mean '/X'?");
}

TEST_CASE_FIXTURE(ForgedTest, "a dataset must be complete") {
    file.text_attribute("kind", "dataset");
    file.array("x", ordinary);
    file.array("v", ordinary);
    const std::string text = file.error();
    for (const char* name : {"/@format_version", "/@seed", "/@dt", "/@content_digest", "/energy", "/outcome", "/t",
                             "/system/json", "/system/mass_matrix"})
        CHECK(contains_text(text, file.at(name) + ": is missing"));
}

TEST_CASE_FIXTURE(ForgedTest, "a group in place of an array, four axes of space and no samples are refused") {
    file.array("x", {2, 0, 1, 4});
    H5Gclose(H5Gcreate2(file.file(), "v", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    CHECK(file.error() == file.at("/x") + ": shape is (2, 0, 1, 4), without a sample or a node\n" + file.at("/x") +
                              ": shape is (2, 0, 1, 4), expected 1, 2 or 3 axes of space\n" + file.at("/v") +
                              ": is a group, expected an array");
}

TEST_CASE_FIXTURE(ForgedTest, "links out of the file and around in it are refused without being followed") {
    H5Lcreate_external("/etc/passwd", "/x", file.file(), "x", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_soft("/x", file.file(), "v", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_hard(file.file(), "/", file.file(), "loop", H5P_DEFAULT, H5P_DEFAULT);
    CHECK(file.error() == file.at("/loop") + ": is a second link to a group; remove it\n" + file.at("/v") +
                              ": is a soft link; store the array itself\n" + file.at("/x") +
                              ": is a link to another file; store the array itself");
}

TEST_CASE_FIXTURE(ForgedTest, "external storage is refused") {
    H5Pset_external(creation, "/etc/passwd", 0, H5F_UNLIMITED);
    file.array("x", ordinary, H5T_IEEE_F64LE, creation, false);
    file.array("v", ordinary);
    CHECK(file.error() == file.at("/x") + ": is stored in another file; store the array itself");
}

TEST_CASE_FIXTURE(ForgedTest, "virtual datasets are refused") {
    const hid_t space = H5Screate_simple(4, ordinary.data(), nullptr);
    H5Pset_virtual(creation, space, "other.h5", "/x", space);
    H5Sclose(space);
    file.array("x", ordinary, H5T_IEEE_F64LE, creation, false);
    file.array("v", ordinary);
    CHECK(file.error() == file.at("/x") + ": is a virtual dataset; store the array itself");
}

TEST_CASE_FIXTURE(ForgedTest, "filters other than deflate, shuffle and fletcher32 are refused") {
    chunked({1, 3, 1, 2});
    H5Pset_scaleoffset(creation, H5Z_SO_FLOAT_DSCALE, 3);
    file.array("x", ordinary, H5T_IEEE_F64LE, creation);
    file.array("v", ordinary);
    CHECK(file.error() ==
          file.at("/x") + ": uses filter 6 (scaleoffset); only deflate (gzip), shuffle and fletcher32 are read");
}

TEST_CASE_FIXTURE(ForgedTest, "a filter that would be loaded from a plug-in is refused before it is looked for") {
    chunked({1, 3, 1, 2});
    H5Pset_filter(creation, 32000, H5Z_FLAG_OPTIONAL, 0,
                  nullptr);  // lzf's number: whoever has it on the plug-in path would run it
    file.array("x", ordinary, H5T_IEEE_F64LE, creation);
    file.array("v", ordinary);
    CHECK(contains_text(file.error(), file.at("/x") + ": uses filter 32000"));
}

TEST_CASE_FIXTURE(ForgedTest,
                  "an array that is deflated twice is refused: each time multiplies what a byte can become") {
    chunked({1, 3, 1, 2});
    H5Pset_deflate(creation, 9);
    H5Pset_filter(creation, H5Z_FILTER_SHUFFLE, 0, 0, nullptr);
    H5Pset_filter(creation, H5Z_FILTER_DEFLATE, 0, 1, std::array<unsigned, 1>{9}.data());
    file.array("x", ordinary, H5T_IEEE_F64LE, creation);
    file.array("v", ordinary);
    CHECK(file.error() == file.at("/x") + ": is deflated more than once");
}

TEST_CASE_FIXTURE(ForgedTest, "named types, huge elements and huge attributes are refused") {
    file.array("x", ordinary);
    file.array("v", ordinary);
    H5Tcommit2(file.file(), "type", H5Tcopy(H5T_IEEE_F64LE), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t scalar = H5Screate(H5S_SCALAR), huge = H5Tcopy(H5T_C_S1);
    H5Tset_size(huge, (16 << 20) + 1);
    H5Dclose(H5Dcreate2(file.file(), "text", huge, scalar, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Tset_size(huge, 60000);
    const hsize_t many = 40;
    const hid_t list = H5Screate_simple(1, &many, nullptr);
    H5Aclose(H5Acreate2(file.file(), "notes", huge, list, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(list);
    H5Sclose(scalar);
    H5Tclose(huge);
    const std::string text = file.error();
    CHECK(contains_text(text, file.at("/@notes") + ": has 2400000 bytes, at most 1048576 bytes are read"));
    CHECK(contains_text(text, file.at("/text") + ": has elements of 16777217 bytes, at most 16777216 bytes are read"));
    CHECK(contains_text(text, file.at("/type") + ": is a named data type; remove it"));
}

TEST_CASE_FIXTURE(ForgedTest, "names longer than any name and whole numbers beyond 63 bits are refused") {
    file.array("x", ordinary);
    file.array("v", ordinary);
    file.text_attribute("model", std::string(1001, 'm'));
    const hid_t scalar = H5Screate(H5S_SCALAR);
    const std::uint64_t large = std::uint64_t{1} << 63;
    const hid_t version = H5Acreate2(file.file(), "format_version", H5T_STD_U64LE, scalar, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(version, H5T_NATIVE_UINT64, &large);
    H5Aclose(version);
    H5Sclose(scalar);
    const std::string text = file.error();
    CHECK(contains_text(text, file.at("/@model") + ": is a text of 1001 bytes, at most 1000 are read"));
    CHECK(contains_text(text, file.at("/@format_version") + ": is 9223372036854775808, which is too large"));
}

// HDF5 keeps a text of variable length as a reference: bytes of its length, the heap's address, a number in the heap.
TEST_CASE_FIXTURE(ForgedTest, "one text of variable length that stands for many counts as often as it is named") {
    file.array("x", ordinary);
    file.array("v", ordinary);
    const hsize_t count = 2000;
    const hid_t space = H5Screate_simple(1, &count, nullptr), type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    const hid_t array = H5Dcreate2(file.file(), "texts", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const std::string large(60000, 'x');
    std::vector<const char*> pointers(count, "y");
    pointers[0] = large.c_str();
    REQUIRE(H5Dwrite(array, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()) >= 0);
    const haddr_t place = H5Dget_offset(array);
    H5Dclose(array);
    H5Tclose(type);
    H5Sclose(space);
    file.close();
    std::fstream bytes(scratch / "s.h5", std::ios::in | std::ios::out | std::ios::binary);
    char reference[16];
    bytes.seekg(static_cast<std::streamoff>(place)).read(reference, sizeof reference);
    for (hsize_t i = 0; i < count; ++i)
        bytes.seekp(static_cast<std::streamoff>(place + 16 * i)).write(reference, sizeof reference);
    bytes.close();
    CHECK(contains_text(file.error(), file.at("/texts") + ": holds texts of 12000"));
}

TEST_CASE_FIXTURE(ForgedTest, "attributes of very many texts are refused") {
    file.array("x", ordinary);
    file.array("v", ordinary);
    const hsize_t count = 33;
    const hid_t space = H5Screate_simple(1, &count, nullptr), type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    H5Aclose(H5Acreate2(file.file(), "many", type, space, H5P_DEFAULT, H5P_DEFAULT));
    H5Tclose(type);
    H5Sclose(space);
    CHECK(contains_text(file.error(), file.at("/@many") + ": has 33 texts, at most 32 are read"));
}

TEST_CASE_FIXTURE(ForgedTest, "a declared size that the file cannot hold is refused before anything is allocated") {
    file.array("x", {1ULL << 40, 1000, 100, 3}, H5T_IEEE_F64LE, H5P_DEFAULT, false);
    file.array("v", ordinary);
    const std::string text = file.error();
    CHECK(contains_text(text, file.at("/x") +
                                  ": declares shape (1099511627776, 1000, 100, 3), 2638827906662400000 bytes, "
                                  "which cannot fit in a file of "));
}

TEST_CASE_FIXTURE(ForgedTest, "a declared size beyond 64 bits is refused") {
    chunked({1, 1, 1, 1});
    file.array("x", {1ULL << 40, 1ULL << 40, 100, 3}, H5T_IEEE_F64LE, creation, false);
    file.array("v", ordinary);
    CHECK(contains_text(
        file.error(),
        file.at("/x") + ": declares shape (1099511627776, 1099511627776, 100, 3), 18446744073709551615 bytes"));
}

TEST_CASE_FIXTURE(ForgedTest, "a deflated array of more than the largest ratio is refused") {
    chunked({1, 3, 1, 2});
    H5Pset_deflate(creation, 9);
    file.array("x", {1ULL << 30, 3, 1, 2}, H5T_IEEE_F64LE, creation, false);
    file.array("v", ordinary);
    CHECK(contains_text(file.error(),
                        file.at("/x") + ": declares shape (1073741824, 3, 1, 2), 51539607552 bytes, which cannot fit"));
}

TEST_CASE_FIXTURE(ForgedTest,
                  "deflated zeros that unpack to a thousand times their size are refused before they are unpacked") {
    chunked({1 << 16, 3, 1, 2});
    H5Pset_deflate(creation, 9);
    H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY);  // the zeros are stored without being written
    const Lengths many{1 << 22, 3, 1, 2};               // 25 million numbers, 200 MB, in 200 kB
    file.array("x", many, H5T_IEEE_F64LE, creation, false);
    file.array("v", ordinary);
    CHECK(contains_text(file.error(), file.at("/x") +
                                          ": shape is (4194304, 3, 1, 2), deflated: all such arrays have more "
                                          "numbers than a file of "));
    const Hdf5File opened = Hdf5File::open(scratch / "s.h5");
    CHECK(find_unsafe_content(opened, 6 << 22).empty());  // as many as a test set expects
    const std::vector<Problem> problems = find_unsafe_content(opened, (6 << 22) - 1);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].what == "shape is (4194304, 3, 1, 2), far more than its test set has");
}

TEST_CASE_FIXTURE(ForgedTest, "deflated arrays that are too much together are refused") {
    chunked({1 << 16, 3, 1, 2});
    H5Pset_deflate(creation, 9);
    H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY);
    for (const char* name : {"v", "x"}) file.array(name, {1 << 21, 3, 1, 2}, H5T_IEEE_F64LE, creation, false);
    const std::string said = file.error();
    CHECK(contains_text(said, file.at("/x") + ": shape is (2097152, 3, 1, 2), deflated: all such arrays"));
    CHECK_FALSE(contains_text(said, file.at("/v")));
}

TEST_CASE_FIXTURE(ForgedTest, "arrays that were not written are refused, because HDF5 would read zeros") {
    chunked({1, 3, 1, 2});
    file.array("x", ordinary, H5T_IEEE_F64LE, H5P_DEFAULT, false);
    file.array("v", ordinary, H5T_IEEE_F64LE, creation, false);
    CHECK(file.error() == file.at("/v") + ": was not fully written: 0 of 2 chunks are in the file\n" + file.at("/x") +
                              ": was never written: 0 of 96 bytes are in the file");
}

TEST_CASE_FIXTURE(ForgedTest, "chunks that would need too much memory are refused") {
    chunked({1, 1 << 20, 1, 64});
    H5Pset_deflate(creation, 9);
    const Lengths shape{1, 3, 1, 2}, unlimited{H5S_UNLIMITED, H5S_UNLIMITED, H5S_UNLIMITED, H5S_UNLIMITED};
    const hid_t space = H5Screate_simple(4, shape.data(), unlimited.data());
    H5Dclose(H5Dcreate2(file.file(), "x", H5T_IEEE_F64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT));
    H5Sclose(space);
    file.array("v", ordinary);
    CHECK(contains_text(file.error(),
                        file.at("/x") + ": has chunks of 536870912 bytes, at most 268435456 bytes are read"));
}

TEST_CASE_FIXTURE(ForgedTest, "a file of very many objects is refused") {
    for (int i = 0; i < 1001; ++i)
        H5Gclose(H5Gcreate2(file.file(), ("g" + std::to_string(i)).c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    CHECK(file.error() == (scratch / "s.h5").string() + ": holds 1000 objects or more; this is not a trajectory file");
}

TEST_CASE("what is no HDF5 file, is not there, or cannot be a file is told apart") {
    const ScratchDirectory scratch;
    const auto path = scratch / "s.h5";
    CHECK_THROWS_AS(TrajectoryFile{path}, IoError);
    CHECK(error_text([&] { TrajectoryFile file(path); }) ==
          path.string() + ": cannot be read: No such file or directory");
    CHECK(error_text([&] { TrajectoryFile file(scratch.path()); }) ==
          scratch.path().string() + ": is a directory, expected an HDF5 file or an .npz archive");
    std::ofstream(path) << "not HDF5 at all";
    CHECK_THROWS_AS(TrajectoryFile{path}, DataError);
    CHECK(error_text([&] { TrajectoryFile file(path); }) == path.string() + ": is not an HDF5 file");
}

TEST_CASE("a file cut short anywhere is refused, and never crashes the reader") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_1");
    f.write(scratch / "whole.h5", f.dataset(5, 20), 5);
    const std::string whole = read_all(scratch / "whole.h5");
    for (std::size_t size = 0; size < whole.size(); size += 997) {
        std::ofstream(scratch / "cut.h5", std::ios::binary) << whole.substr(0, size);
        CHECK_THROWS_AS(TrajectoryFile{scratch / "cut.h5"}, DataError);
    }
}

TEST_CASE("a changed byte in the arrays is found by its checksum or by the digest") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_1");
    const std::string digest = f.write(scratch / "whole.h5", f.dataset(5, 20), 5);
    std::string bytes = read_all(scratch / "whole.h5");
    const double value = f.batch(2, 1, 20).x[7];
    const std::string pattern(reinterpret_cast<const char*>(&value), 8);
    const std::size_t at = bytes.find(pattern);
    REQUIRE(at != std::string::npos);
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    std::ofstream(scratch / "changed.h5", std::ios::binary) << bytes;
    const TrajectoryFile file(scratch / "changed.h5");
    std::vector<double> x, v;
    const std::string text = error_text([&] { file.read(0, 5, x, v); });
    CHECK(text == (scratch / "changed.h5").string() +
                      ":/x: chunk at (0, 0, 0, 0) does not have its Fletcher-32 checksum; the file is damaged or "
                      "was made by a faulty program, write it again");
    CHECK_THROWS_AS(file.content_digest(), DataError);
}
