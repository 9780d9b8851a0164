#pragma once
// One axis of a chart: values -> pixels, and where its ticks are.
//   (1)  pixel(v) = from + (to - from) (u(v) - u(low)) / (u(high) - u(low)),  u = log10 or the identity
// What lies outside is drawn at the nearest end.

#include <string>
#include <vector>

namespace cchnn {

struct ChartTick {
    double value = 0;
    std::string label;  // "0.5", "10⁻⁶"
};

class ChartScale {
  public:
    // `from` is the pixel of `low`. Throws std::logic_error unless low < high, both > 0 where logarithmic.
    ChartScale(bool logarithmic, double low, double high, double from, double to);
    // All positive finite values with some room around them: at least half a decade. Without any, 1e-17 .. 1.
    static ChartScale around(const std::vector<double>& values, double from, double to);

    double pixel(double value) const;
    bool logarithmic() const { return logarithmic_; }
    double low() const { return low_; }
    double high() const { return high_; }
    double from() const { return from_; }
    double to() const { return to_; }
    // At most eight; powers of ten where logarithmic, between them 2 and 5 where there is one or none.
    std::vector<ChartTick> ticks() const;

  private:
    bool logarithmic_;
    double low_, high_, from_, to_;
};

}  // namespace cchnn
