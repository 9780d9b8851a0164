#include "elements/parts/curve.hpp"

namespace cchnn {

const CurveSpec& spec_of(const Curve& curve) { return curve.spec(); }

CurvePoint::CurvePoint(const Curve& curve, double s) {
    std::vector<Jet<double>> work(curve.steps());
    curve.evaluate(s, work.data(), position, first, second);
}

}  // namespace cchnn
