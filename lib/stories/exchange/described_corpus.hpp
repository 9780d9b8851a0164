#pragma once
// What the page of a corpus shows (`cchnn-gen show DIR --html`): systems that are spread evenly over it, each with its
// first trajectory. A page of all systems of a large corpus would be too large to open.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "stories/generate/described_system.hpp"

namespace cchnn {

struct DescribedCorpus {
    std::string title;  // "24 of 10,000 systems of the recipe default, seed 0"
    std::vector<DescribedSystem> systems;
};

// Of the directory or the corpus.json of a corpus; system i of `most` is number i N / most of N. Throws IoError,
// SpecError, and DataError for files that are no corpus.
DescribedCorpus described_corpus(const std::filesystem::path& target, std::uint64_t most);

}  // namespace cchnn
