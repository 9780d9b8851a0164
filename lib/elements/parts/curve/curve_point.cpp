#include "elements/parts/curve/curve_point.hpp"

#include "elements/parts/curve/curve.hpp"

namespace cchnn {

CurvePoint::CurvePoint(const Curve& curve, double s) {
    std::vector<Jet<double>> work(curve.steps());
    curve.evaluate(s, work.data(), position, first, second);
}

}  // namespace cchnn
