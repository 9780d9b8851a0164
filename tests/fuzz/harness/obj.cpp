// A mesh.
#include "harness.hpp"
#include "mesh/obj_file.hpp"

FUZZ_ONE(text) {
    expecting_errors([&] { cchnn::read_obj(text, "f.obj"); });
}
