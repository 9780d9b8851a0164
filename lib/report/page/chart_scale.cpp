#include "report/page/chart_scale.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/number_text.hpp"

namespace cchnn {
namespace {

constexpr double rounding = 1e-9;  // of ends that are ticks

// A power in raised digits: -6 -> "⁻⁶".
std::string raised(int power) {
    static const char* const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = power < 0 ? "⁻" : "";
    for (const char c : std::to_string(std::abs(power))) text += digits[c - '0'];
    return text;
}

std::string power_label(int factor, int power) {
    if (power >= -2 && power <= 3) return short_number(factor * std::pow(10.0, power));
    return (factor == 1 ? "" : std::to_string(factor) + "·") + "10" + raised(power);
}

// Every power of ten, or every second, third, ... if there are more than six.
std::vector<ChartTick> logarithmic_ticks(double low, double high) {
    const int first = static_cast<int>(std::ceil(std::log10(low) - rounding)),
              last = static_cast<int>(std::floor(std::log10(high) + rounding)),
              step = std::max(1, (last - first) / 6 + 1);
    std::vector<ChartTick> ticks;
    const bool few = last - first < 1;
    for (int power = few ? first - 1 : first; power <= last; power += few ? 1 : step)
        for (const int factor : {1, 2, 5}) {
            const double value = factor * std::pow(10.0, power);
            if ((factor == 1 || few) && value >= low * (1 - rounding) && value <= high * (1 + rounding))
                ticks.push_back({value, power_label(factor, power)});
        }
    return ticks;
}

// The step is the smallest of 1, 2, 5, 10 times a power of ten that gives about five ticks or fewer.
std::vector<ChartTick> even_ticks(double low, double high) {
    const double wanted = (high - low) / 5, power = std::pow(10.0, std::floor(std::log10(wanted)));
    double step = power;
    for (const double factor : {2.0, 5.0, 10.0})
        if (step < wanted * (1 - rounding)) step = factor * power;
    std::vector<ChartTick> ticks;
    for (double k = std::ceil(low / step - rounding); k * step <= high + rounding * step; ++k)
        ticks.push_back({k * step, short_number(k == 0 ? 0 : k * step, 4)});  // no -0
    return ticks;
}

}  // namespace

ChartScale::ChartScale(bool logarithmic, double low, double high, double from, double to)
    : logarithmic_(logarithmic), low_(low), high_(high), from_(from), to_(to) {
    if (!(low < high) || (logarithmic && !(low > 0))) throw std::logic_error("an axis without extent");
}

ChartScale ChartScale::around(const std::vector<double>& values, double from, double to) {
    double low = INFINITY, high = 0;
    for (const double value : values)
        if (value > 0 && std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    if (high == 0) return {true, 1e-17, 1, from, to};
    const double decades = std::log10(high / low), room = std::max(0.04 * decades, (0.5 - decades) / 2);
    return {true, low / std::pow(10.0, room), high * std::pow(10.0, room), from, to};
}

double ChartScale::pixel(double value) const {
    if (value <= low_) return from_;
    if (value >= high_) return to_;
    const double share =
        logarithmic_ ? std::log(value / low_) / std::log(high_ / low_) : (value - low_) / (high_ - low_);
    return from_ + (to_ - from_) * share;
}

std::vector<ChartTick> ChartScale::ticks() const {
    return logarithmic_ ? logarithmic_ticks(low_, high_) : even_ticks(low_, high_);
}

}  // namespace cchnn
