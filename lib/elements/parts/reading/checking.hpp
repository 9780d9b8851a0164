#pragma once
// What kinds are given to find out what is wrong with an item of a file.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "elements/parts/reading/body_table.hpp"

namespace cchnn {

// What the checks of kinds share while one file is checked: its bodies and inputs, the problems found so far,
// and what has been claimed by an item and may occur only once.
struct Checking {
    const BodyTable& bodies;
    int dimension;
    Findings& findings;
    std::map<std::string, std::string> claims{};  // what may be there once -> pointer
    const std::vector<std::string> inputs{};      // their ids
    std::set<std::string> used_inputs{};
    const std::set<std::string> drawn{};  // pointers of numbers that are drawn for each trajectory

    // Claims `what` for the item at `pointer`. Returns nullptr if it was free, else the pointer of the item
    // that has it.
    const std::string* claim(const std::string& what, const std::string& pointer) {
        const auto [first, is_new] = claims.try_emplace(what, pointer);
        return is_new ? nullptr : &first->second;
    }
    // The item at `pointer` names this input; "" names none. Remembers which inputs are used.
    void check_input(const std::string& pointer, const std::string& id);
    // Whether a force is fixed in a body, by the `frame` of its item. It then does work that is no change of any V, so
    // that it needs an input, whose work is accounted for.
    bool check_frame(const std::string& pointer, const std::string& frame, const std::string& input);
    // Whether the number at `pointer`, or one of its entries, is drawn.
    bool is_drawn(const std::string& pointer) const {
        const auto next = drawn.lower_bound(pointer);
        return next != drawn.end() && (*next == pointer || next->starts_with(pointer + "/"));
    }
    // Whether the bodies of both ends exist; only then can they be looked at.
    bool know(const PointSpec& a, const PointSpec& b) const {
        return bodies.contains(a.body) && bodies.contains(b.body);
    }
};

// Checks a unit vector in the principal axes of a body; for an Origin in space.
void check_direction(const std::string& pointer, const std::vector<double>& direction, const BodySpec& body,
                     Checking& checking);

// Checks a vector of three entries that a plane allows at right angles to it only, for a kind that needs 2 or 3
// dimensions.
void check_at_right_angles(const std::string& type, const std::string& key, const std::vector<double>& entries,
                           const std::string& pointer, Checking& checking);

// A text that is the same for two ends exactly if they are the same point of the same body.
std::string end_text(const PointSpec& end);
// The same for a pair, whichever comes first.
std::string ends_text(const std::string& a, const std::string& b);

}  // namespace cchnn
