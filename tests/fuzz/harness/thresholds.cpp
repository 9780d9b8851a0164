// Limits of the gate.
#include "harness.hpp"
#include "score/gate.hpp"

FUZZ_ONE(text) {
    const MemoryFile file(text);
    expecting_errors([&] { cchnn::read_thresholds(file.path()); });
    std::vector<cchnn::Threshold> thresholds;
    std::vector<cchnn::Problem> problems;
    expecting_errors([&] { cchnn::parse_threshold_flag(text, true, thresholds, problems); });
}
