#pragma once
// Limits of an angle or of a slide (schemas/system/contacts.md, "Stops"): a contact with a gap at each limit.
//
//   (1)  angle  g = theta - low,  high - theta    theta counted over turns (parts/counted_angle.hpp)     [rad]
//   (2)  slide  g = s - low,      high - s        s = u_a . (x_b - x_a) (parts/slide_spec.hpp)           [m]
//
// The count of theta starts within half a turn of the middle between both limits. If they are more than a turn apart, it
// starts within half a turn of the angle nearest to 0 that has half a turn to both; with one limit, of the allowed angle
// nearest to 0.

#include <limits>
#include <optional>
#include <string>

#include "elements/parts/angle_spec.hpp"
#include "elements/parts/slide_spec.hpp"

namespace cchnn {

// As a file gives it: an angle, or a slide.
struct StopSpec {
    AngleSpec angle{};
    SlideSpec slide{};
    std::optional<double> low{}, high{};  // rad or m
};

// With names resolved; a limit that is left out is infinite.
struct Stop {
    std::optional<CountedAngle> angle{};  // or a slide
    Slide slide{};
    double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
};

void check_stop(const StopSpec& stop, bool of_angle, const std::string& pointer, Checking& checking);
// Where the count of an angle with these limits starts, within half a turn.
double middle_of_count(double low, double high);
Stop resolved_stop(const StopSpec& stop, bool of_angle, const Bodies& bodies);
// "-1 to 2 rad", "at least -1 rad" or "at most 2 rad", with the unit " rad".
std::string limits_text(double low, double high, const std::string& unit);

}  // namespace cchnn
