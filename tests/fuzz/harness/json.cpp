// The parser of all JSON of strangers.
#include <nlohmann/json.hpp>

#include "harness.hpp"
#include "spec/json/json_syntax.hpp"

FUZZ_ONE(text) {
    expecting_errors([&] {
        const auto document = cchnn::parse_json(text, "f.json");
        if (cchnn::parse_json(document.dump(), "f.json") != document) std::abort();
    });
}
