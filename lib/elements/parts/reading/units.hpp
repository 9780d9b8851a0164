#pragma once
// What numbers of a file are measured in; derived units follow. Angles are in rad.

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
