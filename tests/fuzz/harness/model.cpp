// A model of others, URDF or MJCF, and the system that it becomes.
#include "convert/convert_model.hpp"
#include "harness.hpp"
#include "spec/read_system.hpp"

FUZZ_ONE(text) {
    const MemoryFile file(text);
    for (const bool free_base : {false, true})
        expecting_errors([&] {
            cchnn::parse_system(cchnn::convert_model(file.path(), {free_base, "fuzzed"}).json, "fuzzed.json");
        });
}
