#pragma once
// What kinds are given to find out what is wrong with an item of a file.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "elements/parts/reading/body_table.hpp"

namespace cchnn {

struct Checking {
    const BodyTable& bodies;
    int dimension;
    Findings& findings;
    std::map<std::string, std::string> claims{};  // what may be there once -> pointer
    const std::vector<std::string> inputs{};      // their ids
    std::set<std::string> used_inputs{};

    // Where `what` stands already, or nullptr: then it stands at `pointer` from now on.
    const std::string* claim(const std::string& what, const std::string& pointer) {
        const auto [first, is_new] = claims.try_emplace(what, pointer);
        return is_new ? nullptr : &first->second;
    }
    // An item at `pointer` names this input; "" names none.
    void check_input(const std::string& pointer, const std::string& id);
    // Whether both bodies exist.
    bool know(const PointSpec& a, const PointSpec& b) const {
        return bodies.contains(a.body) && bodies.contains(b.body);
    }
};

// A unit vector in the principal axes of a body; in space for an Origin.
void check_direction(const std::string& pointer, const std::vector<double>& direction, const BodySpec& body,
                     Checking& checking);

// A text that two ends share exactly when they are the same point of the same body.
std::string end_text(const PointSpec& end);
// Of two, whichever comes first.
std::string ends_text(const std::string& a, const std::string& b);

}  // namespace cchnn
