#pragma once
// The result of a verification: a list of checks, each with a number and its limit, and remarks. stories/verify/ makes
// it, reports and exit codes follow from it.

#include <algorithm>
#include <string>
#include <vector>

namespace cchnn {

// One check of one file.
struct VerifiedItem {
    std::string file;    // "train.h5", "SHA256SUMS"
    std::string what;    // "content digest", "energy", "equation of motion"
    bool judged = true;  // false: a number without a limit
    bool passed = true;
    bool measured = false;  // value and limit are there
    bool seen = true;       // false: there was no state to measure
    double value = 0, limit = 0;
    std::string detail;  // where it is worst, or what differs
};

struct Verification {
    std::string target;  // the file or directory that was given
    std::string system;
    bool regenerated = false;  // from a lock file; else stored files were read
    std::vector<VerifiedItem> items;
    std::vector<std::string> remarks;

    bool passed() const { return std::ranges::all_of(items, &VerifiedItem::passed); }
};

}  // namespace cchnn
