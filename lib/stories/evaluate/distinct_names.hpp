#pragma once
// Names of entries in tables: what files call themselves, told apart where two entries have one name.

#include <string>
#include <vector>

namespace cchnn {

struct NamedEntry {
    std::string key;  // what makes it an entry; several may share it
    std::string name;
    std::vector<std::string> places;  // what may stand beside the name: "net (mine)"
    bool chosen = false;              // somebody gave it this name, which stays
};

// Entries whose names are alike get the first of their places that tells them apart, in the order of all entries; those that
// none tells apart get a number. Entries of one key have one name.
void tell_apart(std::vector<NamedEntry>& entries);

}  // namespace cchnn
