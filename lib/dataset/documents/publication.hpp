#pragma once
// Facts about a dataset that only its publisher knows. Card, croissant.json and manifest omit them if none is
// given.

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
// A text as one word of a POSIX shell, in quotes if it contains anything but letters, digits and ._/:@%+-.
std::string shell_quoted(const std::string& text);
// The options of cchnn-gen that state these facts, quoted for a shell, each after a blank.
std::string to_flags(const Publication& publication);

}  // namespace cchnn
