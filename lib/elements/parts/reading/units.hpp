#pragma once
// The units in which the numbers of a file are; derived units follow from them. Angles are in rad. With the
// default they are SI.

#include <string>

namespace cchnn {

struct Units {
    std::string length = "m";
    std::string mass = "kg";
    std::string time = "s";
    bool operator==(const Units&) const = default;
};

inline std::string force_unit(const Units& u) {
    return u == Units{} ? "N" : u.mass + " " + u.length + "/" + u.time + "^2";
}

}  // namespace cchnn
