#include "stories/evaluate/distinct_names.hpp"

#include <algorithm>
#include <map>

namespace cchnn {
namespace {

// All names are decided from the state before this call, and changed together at the end.
void put_beside(std::size_t place, std::vector<NamedEntry>& entries) {
    std::vector<std::string> names;
    for (const NamedEntry& one : entries) {
        const bool shared = std::any_of(entries.begin(), entries.end(), [&](const NamedEntry& other) {
            return other.name == one.name && other.key != one.key;
        });
        const bool tells = !one.chosen && shared && place < one.places.size() && !one.places[place].empty() &&
                           one.places[place] != one.name;
        names.push_back(tells ? one.name + " (" + one.places[place] + ")" : one.name);
    }
    for (std::size_t i = 0; i < entries.size(); ++i) entries[i].name = names[i];
}

}  // namespace

void tell_apart(std::vector<NamedEntry>& entries) {
    std::size_t places = 0;
    for (const NamedEntry& one : entries) places = std::max(places, one.places.size());
    for (std::size_t place = 0; place < places; ++place) put_beside(place, entries);
    // A file can choose its text so that it equals another name with its place in brackets, so names are
    // compared once more, and a number is appended where they still coincide. `keys` maps a name to its key,
    // `names` a key to its name.
    std::map<std::string, std::string> keys, names;  // of names, of keys
    for (const NamedEntry& one : entries)
        if (one.chosen) {
            keys.emplace(one.name, one.key);
            names.emplace(one.key, one.name);
        }
    for (NamedEntry& one : entries) {
        const std::string name = one.name;
        if (const auto known = names.find(one.key); known != names.end()) one.name = known->second;
        else
            for (int number = 2; !keys.emplace(one.name, one.key).second; ++number)
                one.name = name + " #" + std::to_string(number);
        names.emplace(one.key, one.name);
    }
}

}  // namespace cchnn
