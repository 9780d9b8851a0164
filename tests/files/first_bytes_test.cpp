#include "files/first_bytes.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "dataset/dataset_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

TEST_CASE("what NumPy, PyTorch and pickle save is told from its first bytes, with what to save instead") {
    const ScratchDirectory scratch;
    const auto said_of = [&](const std::string& bytes) {
        std::ofstream(scratch / "file", std::ios::binary) << bytes;
        return what_it_is(scratch / "file");
    };
    CHECK(said_of("\x93NUMPY\x01 and so on").starts_with(", but one NumPy array (.npy); save both in one archive"));
    CHECK(said_of("PK\x03\x04 and so on").starts_with(", but a ZIP archive; of NumPy's its name ends in .npz"));
    CHECK(said_of("\x80\x04 and so on").starts_with(", but a Python pickle; save the arrays"));
    CHECK(said_of("\x80\x03 by dill").starts_with(", but a Python pickle; save the arrays"));
    CHECK(said_of("MATLAB 5.0 MAT-file, Platform").starts_with(", but a MATLAB file; save the arrays"));
    for (const char* table : {"x,v\n1,2\n", "0.1 0.2 0.3\r\n", "t;x\n"})
        CHECK(said_of(table).starts_with(", but a table of text (CSV); save arrays of shape"));
    for (const char* other : {"", "P", "{\"a\": 1, \"b\": 2}", "\x89HDF\r\n"}) CHECK(said_of(other) == "");
    CHECK(what_it_is(scratch / "nothing") == "");
}
