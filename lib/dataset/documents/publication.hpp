#pragma once
// What only whoever publishes a dataset knows. Absent from card, croissant.json and manifest where nothing is given.

#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

struct Publication {
    std::string license;  // SPDX identifier or URL: "CC-BY-4.0"
    std::string url;      // of the page of the dataset
    std::vector<std::string> creators;
    std::string date;  // published, "2026-01-31"
    bool operator==(const Publication&) const = default;
    bool empty() const { return *this == Publication(); }

    std::vector<Problem> check() const;
};

// {"license": ..., "url": ..., "creator": [...], "date": ...}, keys that have a value.
std::string to_json(const Publication& publication);
// And back, from a text of that form. Throws std::exception for another one.
Publication read_publication(const std::string& json);
// A word of a command line, in quotes where it needs them.
std::string shell_quoted(const std::string& text);
// The flags of cchnn-gen that say the same, quoted for a shell, each after a space.
std::string to_flags(const Publication& publication);

}  // namespace cchnn
