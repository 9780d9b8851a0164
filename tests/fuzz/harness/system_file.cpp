// A system file: syntax, structure, meaning.
#include "harness.hpp"
#include "spec/read_system.hpp"

FUZZ_ONE(text) {
    expecting_errors([&] { cchnn::parse_system(text, "f.json"); });
}
