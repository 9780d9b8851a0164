#include "elements/stop.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/number_text.hpp"
#include "elements/parts/reading/check_ends.hpp"

namespace cchnn {
namespace {

// The same for two Stops exactly if they limit the same angle or slide, as written.
std::string limited(const StopSpec& stop, bool of_angle) {
    const SlideSpec& slide = stop.slide;
    if (!of_angle) return " slide " + end_text(slide.a) + "\n\n" + end_text(slide.b) + end_text({"", slide.along});
    std::string text = " angle " + stop.angle.a + "\n\n" + stop.angle.b;
    for (const std::vector<double>& axis : stop.angle.axis) text += end_text({"", axis});
    return text;
}

}  // namespace

double middle_of_count(double low, double high) {
    constexpr double half_turn = std::numbers::pi;
    if (std::isinf(low) || std::isinf(high)) return std::clamp(0.0, low, high);
    if (high - low < 2 * half_turn) return low + (high - low) / 2;
    return std::max(low + half_turn, std::min(0.0, high - half_turn));
}

void check_stop(const StopSpec& stop, bool of_angle, const std::string& pointer, Checking& checking) {
    Findings& findings = checking.findings;
    if (of_angle) {
        check_angle(pointer, stop.angle, "a Stop", checking);
    } else {
        check_between(pointer, stop.slide.a, stop.slide.b, "a Stop", checking.bodies, findings);
        check_slide(pointer, stop.slide, checking);
    }
    if (!stop.low && !stop.high) return findings.add(pointer, "has no limit: give 'low', 'high' or both");
    for (const auto& [key, limit] : {std::pair("low", stop.low), std::pair("high", stop.high)})
        if (limit) {
            const std::string at = child(pointer, key);
            findings.check_finite(at, *limit);
            const std::string* const other = checking.claim(key + limited(stop, of_angle), at);
            if (other) findings.add(at, "limits the same as " + *other + ": remove one of them");
        }
    if (!stop.low || !stop.high) return;
    if (std::isfinite(*stop.low) && std::isfinite(*stop.high) && std::isinf(*stop.high - *stop.low))
        return findings.add(child(pointer, "low"),
                            "is further from 'high' than numbers reach: leave out the limit that is never met");
    if (*stop.low < *stop.high) return;
    const std::string unit = !findings.say_units ? "" : of_angle ? " rad" : " m";
    findings.add(child(pointer, "low"), "must be less than 'high', " + number_text(*stop.high) + unit + ", got " +
                                            number_text(*stop.low) + unit);
}

Stop resolved_stop(const StopSpec& stop, bool of_angle, const Bodies& bodies) {
    Stop made;
    made.low = stop.low.value_or(made.low);
    made.high = stop.high.value_or(made.high);
    if (of_angle) {
        made.angle = resolved_angle(stop.angle, bodies);
        made.angle->middle = middle_of_count(made.low, made.high);
    } else {
        made.slide = resolved_slide(stop.slide, bodies);
    }
    return made;
}

std::string limits_text(double low, double high, const std::string& unit) {
    if (std::isinf(low)) return "at most " + short_number(high) + unit;
    if (std::isinf(high)) return "at least " + short_number(low) + unit;
    return short_number(low) + " to " + short_number(high) + unit;
}

}  // namespace cchnn
