#pragma once
// One axis of a chart: maps values to pixels, and chooses its ticks.
//   (1)  pixel(v) = from + (to - from) (u(v) - u(low)) / (u(high) - u(low)),  u = log10 or the identity
// A value outside of low .. high is drawn at the nearest end.

#include <string>
#include <vector>

namespace cchnn {

struct ChartTick {
    double value = 0;
    std::string label;  // "0.5", "10⁻⁶"
};

class ChartScale {
  public:
    // `from` is the pixel of `low`, `to` that of `high`; the vertical axis has from > to. Throws
    // std::logic_error unless low < high, and both are positive on a logarithmic axis.
    ChartScale(bool logarithmic, double low, double high, double from, double to);
    // A logarithmic axis that holds all positive finite values with some room at its ends, at least half a
    // decade. Without any such value it is 1e-17 .. 1.
    static ChartScale around(const std::vector<double>& values, double from, double to);

    double pixel(double value) const;
    bool logarithmic() const { return logarithmic_; }
    double low() const { return low_; }
    double high() const { return high_; }
    double from() const { return from_; }
    double to() const { return to_; }
    // At most eight ticks. On a logarithmic axis they are powers of ten, with 2 and 5 times them if the axis
    // holds one power or none; else multiples of 1, 2 or 5 times a power of ten.
    std::vector<ChartTick> ticks() const;

  private:
    bool logarithmic_;
    double low_, high_, from_, to_;
};

}  // namespace cchnn
