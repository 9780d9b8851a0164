#pragma once
// Distinct names of entries in tables. Files choose the texts that name their models, so two entries may have
// the same.

#include <string>
#include <vector>

namespace cchnn {

struct NamedEntry {
    std::string key;  // what makes it an entry; several may share it
    std::string name;
    std::vector<std::string> places;  // what may stand beside the name: "net (mine)"
    bool chosen = false;              // somebody gave it this name, which stays
};

// Appends to equal names of different entries their places, one after the other, until the names differ. If they
// are still equal after the last place, a number is appended. Entries of one key always keep one common name; names
// with `chosen` never change.
void tell_apart(std::vector<NamedEntry>& entries);

}  // namespace cchnn
